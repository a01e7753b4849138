#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The portable programs on this machine's own kernel, as root and as a user.
. "$(dirname "$0")/lib.sh"

install=$work/install
chmod 755 "$work"

verdicts() { # OUT COMMAND...
	out=$1
	shift
	(cd "$install" && "$@" 2>&1) >"$work/$out.ktap"
	"$root/gate/ktap" --list "$work/$out.ktap" >"$work/$out.list"
	cat "$work/$out.list"
}

none_failed() { # OUT
	[ -s "$work/$1.list" ] && ! grep -E '	(FAIL|TIMEOUT|CRASH|MISSING|XPASS)(	|$)' "$work/$1.list"
}

as_root() {
	verdicts root ./run_kselftest.sh
	none_failed root
}

as_user() {
	verdicts user setpriv --reuid=65534 --regid=65534 --clear-groups ./run_kselftest.sh
	none_failed user
}

skips_have_reasons() {
	! grep -P '\tSKIP\t(unknown)?$' "$work/root.list" "$work/user.list"
}

run_tests() {
	make -s -C "$selftests" run_tests ARCH="$(uname -m)" O="$work/o" TARGETS=rseq >"$work/run.ktap" 2>&1
	"$root/gate/ktap" --list "$work/run.ktap" >"$work/run.list"
	none_failed run
}

# A copy that a user can read, wherever the tree is.
built() {
	make -s -C "$root" "install-$(uname -m)" && cp -r "$root/build/install/$(uname -m)" "$install" && chmod -R a+rX "$install"
}

begin 5
check "builds and installs" built
if [ "$(id -u)" = 0 ]; then
	check "as root nothing fails" as_root
	check "as a user nothing fails" as_user
	check "every skip has its reason" skips_have_reasons
else
	for name in "as root nothing fails" "as a user nothing fails" "every skip has its reason"; do
		skip "$name" "needs root"
	done
fi
check "make run_tests" run_tests
finish
