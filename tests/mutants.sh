#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Wrong kernels are noticed, by the tests that name the row; a test without its assertion lets its mutant live.
. "$(dirname "$0")/lib.sh"

export INSTALL="$root/build/install/arm64"
few='1 19 47 79 89'

built() { # KIND
	"$root/kernel/build" --cached --with "$root/mutants/instrument" --as "$1-mutants" "$1" >/dev/null 2>&1
}

check_on() { # KIND NAME FUNCTION
	if built "$1"; then
		check "$2" "$3"
	else
		skip "$2" "kernel $1-mutants is not in the cache: make mutants"
	fi
}

five() {
	make -s -C "$root" mutants ONLY="$few" FRESH=1 >"$work/said" 2>&1
	status=$?
	cat "$work/said"
	[ $status -eq 0 ] && grep -q '^5 mutants of kind legacy: 5 killed, 0 equivalent, 0 hung the guest, 0 alive' "$work/said"
}

generic() {
	make -s -C "$root" mutants KIND=generic ONLY="39 76" FRESH=1 >"$work/said" 2>&1
	status=$?
	cat "$work/said"
	[ $status -eq 0 ] && grep -q '^2 mutants of kind generic: 2 killed' "$work/said"
}

# The claims of the tests that kill mutant 89 are taken out.
toothless() {
	tree=$work/tree/tools/testing/selftests
	mkdir -p "$work/tree/tools/testing" && cp -r "$root/usr" "$work/tree/" && cp -r "$selftests" "$tree" || return 1
	sed -i '/^TEST_F(registered_task, hands_the_registration_to_a_forked_child)/,/^}/{/expect_\(val\|claim\|stop\|at\|reg\|done\)/d}' \
		"$tree/rseq/rseq_inherit.c"
	! cmp -s "$tree/rseq/rseq_inherit.c" "$selftests/rseq/rseq_inherit.c" || return 1
	make -s -C "$tree" install TARGETS=rseq ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- O="$work/o" \
		KSFT_INSTALL_PATH="$work/install" || return 1
	INSTALL=$work/install "$root/mutants/run" ONLY=89 FRESH=1 TESTS='rseq:rseq_inherit' >"$work/said" 2>&1
	status=$?
	cat "$work/said"
	[ $status -eq 1 ] && grep -q '^M089 .*SURVIVED\|^M089 .*NOTICED' "$work/said"
}

refuses() { # PATTERN ARGUMENT...
	pattern=$1
	shift
	"$root/mutants/run" "$@" >"$work/said" 2>&1
	[ $? -eq 2 ] && [ "$(wc -l <"$work/said")" -eq 1 ] && grep -q "$pattern" "$work/said"
}

table_fits() { # CHANGE...
	pristine=$(readlink -f "${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}/source")
	"$root/mutants/instrument" "$pristine" "$work/changed" "$@"
}

# A mutant whose words are not in the function any more.
lost() {
	cp -r "$root/mutants" "$root/kernel" "$work/" &&
		sed -i 's/^replace 1 "TRAP_TRACE"/replace 1 "TRAP_LACE"/' "$work/mutants/table/entry.mutants" || return 1
	! "$work/mutants/instrument" "$pristine" "$work/lost" >"$work/said" 2>&1 &&
		grep -q "M047: 'TRAP_LACE' is in do_el0_softstep 0 times, expected 1" "$work/said"
}

begin 8
check "the table fits the source" table_fits
check "the table fits the converted source" table_fits "$root/kernel/convert"
check "a mutant that no longer fits is an error" lost
check "an unknown kind" refuses 'give legacy or generic' KIND=debug
check "an unknown mutant" refuses 'no mutant 999' ONLY=999
check_on legacy "five mutants are killed" five
check_on legacy "without its assertion a test lets the mutant live" toothless
check_on generic "two mutants of generic entry are killed" generic
finish
