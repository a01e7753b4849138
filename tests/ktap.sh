#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The KTAP reader on its own cases, and beside the kernel's parser and python3-tap.
. "$(dirname "$0")/lib.sh"

peers() {
	# Debian's python3-tap belongs to Debian's python3.
	/usr/bin/python3 "$root/tests/test_ktap_peers.py"
}

lists() {
	"$root/gate/ktap" --list "$root/tests/logs/runner.ktap" >"$work/list"
	cat "$work/list"
	awk -F '\t' 'NF != 4 { exit 1 }' "$work/list" && sort -c "$work/list"
}

not_ktap() {
	echo "no results here" >"$work/text"
	"$root/gate/ktap" "$work/text"
	[ $? -eq 2 ]
}

begin 4
check "the reader's own cases" python3 "$root/tests/test_ktap.py"
check "the same results as kunit_parser and python3-tap" peers
check "one line per result" lists
check "a file without results is refused" not_ktap
finish
