# SPDX-License-Identifier: GPL-2.0-only
# For the tests of vm/, to be sourced after nothing else: lib.sh, and a look at what a run leaves behind.
# A run is found again by the variable ENTRY_MARK in its environment, which QEMU inherits.

. "$(dirname "$0")/lib.sh"
export LOG="$work/log" INSTALL="$work/install" ENTRY_MARK="vm-test-$$"

# The processes of this test's runs, QEMU among them.
ours() {
	grep -lsz "^ENTRY_MARK=$ENTRY_MARK\$" /proc/[0-9]*/environ | while read -r process; do
		tr '\0' ' ' 2>/dev/null <"${process%environ}cmdline"
		echo
	done | grep -E 'vm/[r]un|qemu-[s]ystem'
}

# Ends of processes are not waited for by whoever lost its parent: look again for a while.
nothing_left() {
	looks=0
	while [ -n "$(ours)" ] && [ $looks -lt 100 ]; do
		looks=$((looks + 1))
	done
	[ -z "$(ours)" ] && [ -z "$(ls -A "$TMPDIR")" ]
}

run() { # OPTION...
	: >"$work/out"
	"$root/vm/run" "$@" >"$work/out" 2>"$work/err"
}

refuses() { # NAME PATTERN OPTION...
	name=$1
	pattern=$2
	shift 2
	run "$@"
	status=$?
	[ $status -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -Eq "^vm/run: .*$pattern" "$work/err" && nothing_left
	result $? "$name"
}

# An arm64 Image of 68 bytes that branches to itself for ever.
hanging_kernel() {
	python3 -c 'import struct, sys
sys.stdout.buffer.write(struct.pack("<II6Q4sII", 0x14000010, 0, 0, 0x10000, 0xa, 0, 0, 0,
                                    b"ARM\x64", 0, 0x14000000))'
}
