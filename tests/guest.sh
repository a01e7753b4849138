#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The stock kernel in the guest gives exactly the expected results, again and again.
. "$(dirname "$0")/lib.sh"

install=$root/build/install/arm64
expected=$root/tests/expected/stock
kernel=${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}/stock/vmlinuz

# Sorted "program, test, status, reason" of a run of vm/run.
run() { # NAME OPTION...
	name=$1
	shift
	"$root/vm/run" INSTALL="$install" LOG="$work/$name" "$@" >"$work/$name.out" 2>&1
	status=$?
	"$root/gate/ktap" --list "$work/$name/results.ktap" >"$work/$name.list"
	return $status
}

as_expected() { # NAME OPTION...
	run "$@"
	status=$?
	if ! diff -u "$expected" "$work/$1.list"; then
		cat "$work/$1.out"
		return 1
	fi
	[ $status -eq 0 ]
}

# A wrong expectation in one test: exactly that one fails, and says how.
planted() {
	tree=$work/planted/tools/testing/selftests
	mkdir -p "$work/planted/tools/testing" && cp -r "$root/usr" "$work/planted/" && cp -r "$selftests" "$tree" &&
		sed -i 's/expect_reg(&self->t, REG_RESULT, getpid());/expect_reg(\&self->t, REG_RESULT, getpid() + 1);/' \
			"$tree/ptrace/call_stops.c" &&
		make -s -C "$tree" install TARGETS=ptrace ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
			O="$work/planted/o" KSFT_INSTALL_PATH="$work/planted/install" || return 1
	"$root/vm/run" INSTALL="$work/planted/install" LOG="$work/planted/log" TESTS=ptrace:call_stops >"$work/said" 2>&1
	[ $? -eq 1 ] || return 1
	cat "$work/said"
	[ "$(grep -c '^  FAIL' "$work/said")" -eq 2 ] &&
		grep -q 'claim: x0 (result): expected 0x[0-9a-f]*, seen 0x' "$work/said" &&
		grep -q 'stop 4 of .*: exit stop of call 173' "$work/said" &&
		grep -q 'rerun: ./call_stops -r call_stop.marked.shows_pc' "$work/said"
}

# The side of a difference is believed, not probed: told wrong, those tests fail.
wrong_side() {
	run wrong TARGETS=ptrace ENTRY_STEP=13
	[ $? -eq 1 ] && grep -q '	FAIL' "$work/wrong.list"
}

# The README's commands, as they stand there.
readme() { # PATTERN COMMAND...
	pattern=$1
	shift
	LOG=$work/readme "$@" >"$work/said" 2>&1
	status=$?
	cat "$work/said"
	[ $status -eq 0 ] && grep -Eq "^PASSED +$pattern" "$work/said"
}

other_processor() {
	run el2 VIRT=on CPU=neoverse-n1 MTE=off TESTS='ptrace:call_stops'
}

begin 9
check "builds and installs" make -s -C "$root" install-arm64
check "two processors: the expected results" as_expected smp2
check "one processor: the expected results" as_expected smp1 SMP=1
check "make vm TESTS=" readme '1 program ' make -C "$root" vm TESTS='ptrace:call_stops'
check "make vm TARGETS= SMP= APPEND=" readme '[0-9]+ programs' make -C "$root" vm TARGETS="mte seccomp" SMP=4 APPEND=audit=1
check "make vm KERNEL=" readme '1 program ' make -C "$root" vm KERNEL="$kernel" TESTS=mte:sync_fault
check "a planted wrong expectation fails that test alone, readably" planted
check "the wrong side of the differences fails" wrong_side
check "another processor, booted at EL2" other_processor
finish
