#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The sources keep the rules of the collection, and the documents are in step with them.
. "$(dirname "$0")/lib.sh"

scripts=$selftests/scripts

# The check itself must find what it looks for.
finds_faults() {
	mkdir -p "$work/tree/tools/testing" && cp -r "$root/docs" "$work/tree/" &&
		rsync -a --exclude='*.o' "$selftests" "$work/tree/tools/testing/" || return 1
	file=$work/tree/tools/testing/selftests/ptrace/call_stops.c
	sed -i 's/^ \* Contract: PT-006$/ * Contract: PT-999/; s/ptrace_report_syscall() \[/no_such_function() [/' "$file"
	sed -i 's/^FIXTURE_TEARDOWN(call_info)$/void wait_a_little(void) { usleep(5); }\n#ifdef __aarch64__\n#endif\n&/' "$file"
	! "$work/tree/tools/testing/selftests/scripts/check-sources" >"$work/found" 2>&1 || return 1
	cat "$work/found"
	for word in PT-999 no_such_function usleep architecture; do
		grep -q "call_stops.c:[0-9]*: .*$word" "$work/found" || { echo "not found: $word"; return 1; }
	done
}

# Each command that stands in a block of a document is run by a test: the list names which.
commands_are_run() {
	sed -n '/^```$/,/^```$/{/^```$/d;p}' "$root/README.md" "$root"/docs/*.md |
		grep -E '^(make|mmdebstrap|git clone|chroot|vng|tests/check) ' | sed 's/ *#.*//' | sort -u >"$work/commands"
	[ -s "$work/commands" ] || return 1
	sed 's/\t.*//' "$root/tests/commands.tsv" | grep -v '^#' | sort -u | comm -23 "$work/commands" - >"$work/unlisted"
	! grep . "$work/unlisted" || return 1
	grep -v '^#' "$root/tests/commands.tsv" | cut -f2 | sort -u | while read -r test; do
		[ -e "$root/tests/$test" ] || { echo "no test $test"; exit 1; }
	done
}

# The C in documents stands so in a test.
examples_are_real() {
	python3 - "$root" <<-'END'
		import glob, re, sys
		sources = "".join(open(f).read() for f in glob.glob(sys.argv[1] + "/tools/testing/selftests/*/*.c"))
		blocks = [b for f in glob.glob(sys.argv[1] + "/docs/*.md") for b in re.findall(r"^```c\n(.*?)^```$", open(f).read(), re.M | re.S)]
		lost = [b for b in blocks if b not in sources]
		print("\n".join(lost))
		sys.exit(not blocks or bool(lost))
	END
}

counts_rows() {
	make -s -C "$root" coverage >"$work/coverage" && cat "$work/coverage" &&
		rows=$(sed '/^## Corrections/,$d' "$root/docs/contract.md" | grep -c '^| [A-Z]*-[0-9]* |') &&
		grep -q "^all  *$rows " "$work/coverage"
}

links_lead_somewhere() {
	grep -oE '\]\([^)#]+' "$root/README.md" "$root"/docs/*.md | sed 's/](//' | grep -v '://' |
	while IFS=: read -r file link; do
		[ -e "$(dirname "$file")/$link" ] || { echo "$file: $link"; exit 1; }
	done
}

names_are_unique() {
	make -s -C "$root" install-arm64 >/dev/null || return 1
	installed=$root/build/install/arm64
	sed 's/.*://' "$installed/kselftest-list.txt" | sort | uniq -d | grep . && return 1
	cut -f1,2 "$installed/rows.tsv" | tr -c 'A-Za-z0-9_\t\n-' _ | sort | uniq -d | grep . && return 1
	return 0
}

no_machine_paths() {
	! grep -nE '@[A-Z]+@' "$root/README.md" "$root"/docs/*.md || return 1
	! git -C "$root" grep -nIE '/(root|work|home)/[A-Za-z0-9]|deb\.debian\.org' -- . ':!tests/sources.sh'
}

begin 9
check "every test names its rows and its source, and the style holds" "$scripts/check-sources"
check "a wrong row, a wrong function, a wait and an arch condition are found" finds_faults
check "the Tests column of the contract is up to date" "$scripts/contract" --check
check "every command in a document is run by a test" commands_are_run
check "the C in documents is that of real tests" examples_are_real
check "make coverage counts every row" counts_rows
check "links in documents lead somewhere" links_lead_somewhere
check "program and test names are unique" names_are_unique
check "no machine path and no placeholder stands in the tree" no_machine_paths
finish
