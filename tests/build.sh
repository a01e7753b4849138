#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The collection builds as kselftest does: compilers, architectures, O=, install, gen_tar, clean.
. "$(dirname "$0")/lib.sh"

arm64='ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-'
folders='arm64-entry ptrace sud seccomp rseq mte'

ksft() {
	make -s -j2 -C "$selftests" "$@"
}

no_files_in_tree() {
	git -C "$root" status --porcelain --ignored -- tools | grep -E '^!! ' |
		grep -vE 'kselftest(_harness)?\.h$|kselftest/$|lib\.mk$|run_kselftest\.sh$|__pycache__/$' && return 1
	return 0
}

builds() { # NAME VARIABLES...
	out=$work/$1
	shift
	ksft all O="$out" USERCFLAGS=-Werror FORCE_TARGETS=1 "$@"
}

installs() {
	ksft install $arm64 O="$work/gcc-arm64" KSFT_INSTALL_PATH="$work/install" || return 1
	for file in run_kselftest.sh kselftest/runner.sh kselftest-list.txt rows.tsv; do
		[ -s "$work/install/$file" ] || { echo "no $file"; return 1; }
	done
	while IFS=: read -r folder program; do
		[ -x "$work/install/$folder/$program" ] || { echo "no $folder:$program"; return 1; }
	done <"$work/install/kselftest-list.txt"
	for folder in $folders; do
		grep -q "^$folder:" "$work/install/kselftest-list.txt" || { echo "no program of $folder"; return 1; }
	done
	# Each program of the list has its rows.
	cut -f1 "$work/install/rows.tsv" | sort -u >"$work/with-rows"
	! sort -u "$work/install/kselftest-list.txt" | comm -13 "$work/with-rows" - | grep .
}

static() {
	for program in "$work"/install/*/*; do
		file -b "$program" | grep -q '^ELF.*dynamically' && ! grep -q "^DYNAMIC.*${program##*/}" \
			"$selftests/$(basename "$(dirname "$program")")/Makefile" && { echo "$program is dynamic"; return 1; }
	done
	return 0
}

makes_tarball() { # FORMAT, listed by tar
	ksft gen_tar $arm64 O="$work/gcc-arm64" KSFT_INSTALL_PATH="$work/install" FORMAT="$1" || return 1
	tar -tf "$work/install/kselftest-packages/kselftest.tar$1" | grep -q '/ptrace/call_stops$'
}

one_target() {
	ksft install TARGETS="rseq mte" SKIP_TARGETS=mte O="$work/one" KSFT_INSTALL_PATH="$work/one/i" || return 1
	! grep -v '^rseq:' "$work/one/i/kselftest-list.txt"
}

foreign() {
	ksft all ARCH=riscv CROSS_COMPILE=riscv64-linux-gnu- O="$work/riscv" >"$work/said" 2>&1 || return 1
	grep -q 'nothing to build' "$work/said"
}

# A compiler that does not find the library stands for a machine without it.
without_library() { # NAME PROGRAM FOLDER
	mkdir -p "$work/bin"
	printf '#!/bin/sh\ncase " $* " in *" -l%s "*) exit 1 ;; esac\nexec gcc "$@"\n' "$1" >"$work/bin/x86_64-no$1-gcc"
	chmod +x "$work/bin/x86_64-no$1-gcc"
	PATH=$work/bin:$PATH ksft all ARCH=x86_64 CROSS_COMPILE="x86_64-no$1-" O="$work/no$1" TARGETS="$3" FORCE_TARGETS=1 >"$work/said" 2>&1 || return 1
	cat "$work/said"
	grep -q "entry: $2 dropped: lib$1 is missing" "$work/said"
}

in_place() {
	ksft all TARGETS=rseq && [ -x "$selftests/rseq/rseq_slice" ] && ksft clean TARGETS=rseq &&
		! [ -e "$selftests/rseq/rseq_slice" ] && no_files_in_tree
}

cleans() {
	ksft clean O="$work/gcc-x86_64" && ! find "$work/gcc-x86_64" -type f | grep .
}

without_kernel_files() {
	mkdir -p "$work/bare/a/b/c" && cp -r "$selftests/Makefile" "$work/bare/a/b/c/" || return 1
	! make -s -C "$work/bare/a/b/c" all >"$work/said" 2>&1 && grep -q 'make setup' "$work/said"
}

begin 17
check "gcc for arm64, no warning" builds gcc-arm64 $arm64
check "gcc for x86-64, no warning" builds gcc-x86_64 ARCH=x86_64
check "clang for arm64, no warning" builds clang-arm64 LLVM=1 ARCH=arm64
check "clang for x86-64, no warning" builds clang-x86_64 LLVM=1 ARCH=x86_64
check "O= leaves nothing in the tree" no_files_in_tree
check "install yields runner, list, rows and every program" installs
check "installed programs are static unless said" static
check "gen_tar, gzip" makes_tarball .gz
check "gen_tar, xz" makes_tarball .xz
check "TARGETS and SKIP_TARGETS" one_target
check "a foreign architecture builds nothing and succeeds" foreign
check "without libseccomp its programs are dropped, by name" without_library seccomp libseccomp_verdicts seccomp
check "without libaudit its programs are dropped, by name" without_library audit sysemu_audit ptrace
check "a build in the tree, and clean" in_place
check "clean with O= removes all that was built" cleans
check "USERLDFLAGS and USERCFLAGS reach the compiler" builds user ARCH=x86_64 TARGETS=rseq USERLDFLAGS=-Wl,--build-id=none
check "without the kernel's files it says what to do" without_kernel_files
finish
