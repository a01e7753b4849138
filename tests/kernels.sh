#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The kernels that KERNEL= names without a path, and what is known of their versions.
. "$(dirname "$0")/lib.sh"

cache=${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}
install=$root/build/install/arm64
table=$root/vm/errata.tsv
# No network, so that a kernel which has to be fetched is an error.
offline="env http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 UPDATE="

refused() { # PATTERN KERNEL
	$offline "$root/vm/run" INSTALL="$install" LOG="$work/log" KERNEL="$2" >"$work/said" 2>&1
	status=$?
	cat "$work/said"
	[ $status -eq 2 ] && [ "$(grep -vcE '^(setup|E|W): ' "$work/said")" -eq 1 ] && grep -q "$1" "$work/said"
}

# A cache with these releases in it, where a kernel is one file.
cached_releases() {
	for release in 6.1.0-9-cloud-arm64 6.1.0-57-cloud-arm64 6.12.9+deb13-cloud-arm64 6.12.117+deb13-cloud-arm64 \
		6.12.200+deb13-rt-arm64 6.12.201+deb13-arm64-16k 6.12.202+deb13-arm64; do
		mkdir -p "$work/cache/kernels/debian-$release"
		echo "$release" >"$work/cache/kernels/debian-$release/release"
	done
}

from_cache() { # WANTED RELEASE
	cached_releases
	[ "$($offline ENTRY_CACHE="$work/cache" "$root/kernel/debian" "$1")" = "$work/cache/kernels/debian-$2" ]
}

nothing_fetched() {
	mkdir -p "$work/empty"
	$offline ENTRY_CACHE="$work/empty" "$root/kernel/debian" 6.12 >"$work/said" 2>&1
	[ $? -eq 2 ] && cat "$work/said" && grep -q 'check the network' "$work/said" &&
		[ -z "$(find "$work/empty/kernels" -mindepth 1 2>/dev/null)" ]
}

errata() {
	python3 - "$root" <<-'END'
	import sys
	sys.path[:0] = [sys.argv[1] + "/vm", sys.argv[1] + "/gate"]
	import errata, ktap
	row = errata.Row(1, "-6.1.9 6.3-6.12\tptrace:p\tf\\.(a|b)\tclaim: x0: expected 0x1, seen 0x2$\tV9 why")
	assert [row.holds_for(v) for v in ((5, 4, 1), (6, 1, 9), (6, 1, 10), (6, 2, 0), (6, 12, 99), (7, 0, 0))] \
		== [True, True, False, False, True, False]
	row.options = ["CONFIG_X"]
	assert row.holds_for((6, 1, 9), ["CONFIG_Y"]) and not row.holds_for((6, 1, 9), ["CONFIG_X"])
	def status(text):
	    program, = ktap.read("TAP version 13\n1..1\n# selftests: ptrace: p\n# TAP version 13\n# 1..1\n" + text
	                         + "not ok 1 selftests: ptrace: p # exit=1\n")
	    errata.apply([row], program)
	    return [program.subtests[0].status, program.status]
	claim = "# # t.c:1:b:claim: x0: expected 0x1, seen 0x%d\n"
	assert status(claim % 2 + "# not ok 1 f.a\n") == ["XFAIL", "PASS"]
	meaning = claim.replace("0x1", "0x1 (-1 EPERM)").replace("0x%d", "0x%d (pattern(1))")
	assert status(meaning % 2 + "# not ok 1 f.a\n") == ["XFAIL", "PASS"]
	assert status(claim % 3 + "# not ok 1 f.a\n") == ["FAIL", "FAIL"]
	assert status(claim % 2 + "# not ok 1 f.c\n") == ["FAIL", "FAIL"]
	assert status("# ok 1 f.b\n") == ["XPASS", "FAIL"]
	END
}

# Every row names tests that exist, and its reason has a number that is explained.
errata_rows() {
	python3 - "$root" <<-'END'
	import re, sys
	sys.path[:0] = [sys.argv[1] + "/vm", sys.argv[1] + "/gate"]
	import errata
	tests = [line.split("\t")[:2] for line in open(sys.argv[1] + "/tests/expected/stock")]
	for table, document in (("vm/errata.tsv", "kernels"), ("oracle/known.tsv", "oracle")):
	    text = open(sys.argv[1] + "/docs/" + document + ".md").read()
	    for row in errata.read(sys.argv[1] + "/" + table):
	        assert "| %s |" % row.reason.split(" ")[0] in text, "not explained: " + row.reason
	        assert document == "oracle" or any(program == row.program and row.test.fullmatch(name)
	                                           for program, name in tests), row.test.pattern
	END
}

# The whole collection on a kernel that is in the cache; no result but a foreseen one.
runs() { # KERNEL OPTION...
	kernel=$1
	shift
	$offline "$root/vm/run" KERNEL="$kernel" INSTALL="$install" LOG="$work/log" "$@"
}

# The converted kernel is built once if it is not there; others only run.  The kinds
# that differ from these two in a part of the collection run that: tests/check kinds
# runs all of it.
run_kind() { # KIND
	if [ "$1" = generic ] || "$root/kernel/build" --cached "$1" >/dev/null 2>&1; then
		case $1 in
		legacy) check "kind:$1 passes" runs "kind:$1" SMP=1 ;;
		generic) check "kind:$1 passes" runs "kind:$1" SMP=4 ;;
		generic-debug) check "kind:$1 passes" runs "kind:$1" TARGETS=seccomp ;;
		generic-*) check "kind:$1 passes" runs "kind:$1" TARGETS="sud rseq" ;;
		*) check "kind:$1 passes" runs "kind:$1" TARGETS=rseq ;;
		esac
	else
		skip "kind:$1 passes" "not built: kernel/build $1"
	fi
}

run_debian() { # SERIES[/FLAVOUR]
	if $offline "$root/kernel/debian" "$1" >/dev/null 2>&1; then
		check "debian:$1 does what is known of its version" runs "debian:$1" "TESTS=$(foreseen_programs)"
	else
		skip "debian:$1 does what is known of its version" "not in the cache: kernel/debian $1"
	fi
}

foreseen_programs() {
	echo "ptrace:call_stops|$(grep -v '^#' "$table" | cut -f2 | sort -u | tr '\n' '|' | sed 's/|$//')"
}

kinds=$("$root/kernel/build" --list | cut -d' ' -f1)
begin $((16 + $(echo $debian_series $kinds | wc -w)))
check "builds and installs" make -s -C "$root" install-arm64
check "a kind that does not exist is refused" refused "no kind 'absent': choose from" kind:absent
check "no kind is refused" refused 'KERNEL=kind:: give a kind' kind:
check "an option in place of a kind is refused" refused 'KERNEL=kind:--list: give a kind' kind:--list
check "half a series is refused" refused "'6' is no kernel series: use two numbers" debian:6
check "no series is refused" refused 'KERNEL=debian:: give a series' debian:
check "a flavour that does not exist is refused" refused "no flavour 'thin': choose from" debian:6.12/thin
check "another word before the colon is a file name" refused 'No such file' fedora:40
check "the newest cached kernel of a series, not of its namesake" from_cache 6.1 6.1.0-57-cloud-arm64
check "the newest by number, not by letter" from_cache 6.12 6.12.117+deb13-cloud-arm64
check "another flavour" from_cache 6.12/16k 6.12.201+deb13-arm64-16k
check "the plain flavour" from_cache 6.12/arm64 6.12.202+deb13-arm64
check "without a network nothing is fetched or left" nothing_fetched
check "foreseen failures by version, and only in their form" errata
check "the table of versions names tests that exist and rows that are explained" errata_rows
check "the kernel's own tests build and run" make -s -C "$root" oracle TESTS='ptrace:get_syscall_info|rseq:.*\.sh' LOG="$work/oracle"
for kind in $kinds; do
	run_kind "$kind"
done
for one in $debian_series; do
	run_debian "$one"
done
finish
