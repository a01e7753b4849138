#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The stock kernel in the guest gives exactly the expected results, again and again.
. "$(dirname "$0")/lib.sh"

install=$work/install
expected=$root/tests/expected/stock

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

one_program() {
	run one TESTS=ptrace:call_stops && [ "$(cut -f1 "$work/one.list" | sort -u)" = ptrace:call_stops ]
}

old_harness_runs() {
	run el2 VIRT=on CPU=neoverse-n1 MTE=off TESTS='ptrace:call_stops'
}

begin 8
check "builds and installs" make -s -C "$selftests" install ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- \
	O="$work/o" KSFT_INSTALL_PATH="$install"
check "two processors: the expected results" as_expected smp2
check "one processor: the expected results" as_expected smp1 SMP=1
check "four processors: the expected results" as_expected smp4 SMP=4
check "TESTS selects one program" one_program
check "a planted wrong expectation fails that test alone, readably" planted
check "the wrong side of the differences fails" wrong_side
check "another processor, booted at EL2" old_harness_runs
finish
