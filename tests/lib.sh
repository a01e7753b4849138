# SPDX-License-Identifier: GPL-2.0-only
# For the tests of the project, to be sourced: results as KTAP, and a folder for this test alone.

root=$(cd "$(dirname "$0")/.." && pwd -P)
selftests=$root/tools/testing/selftests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/tmp"
export TMPDIR="$work/tmp" NO_COLOR=1 PYTHONDONTWRITEBYTECODE=1
unset KERNEL TARGETS TESTS APPEND SMP MEM CPU MTE VIRT TIMEOUT ENTRY_KIND ENTRY_STEP QEMU LLVM O KSRC INSTALL LOG
number=0
failures=0
# The stock kernels whose differences are known.
debian_series='6.1 6.12 6.18 7.1 7.3 7.3/16k 7.3/rt'

begin() { # PLAN
	echo "TAP version 13"
	echo "1..$1"
}

result() { # STATUS NAME
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number $2"
	else
		failures=$((failures + 1))
		tail -n 60 -q "$work/out" "$work/err" 2>/dev/null | sed 's/^/# /'
		echo "not ok $number $2"
	fi
}

check() { # NAME COMMAND...
	name=$1
	shift
	: >"$work/err"
	"$@" >"$work/out" 2>&1
	result $? "$name"
}

skip() { # NAME REASON
	number=$((number + 1))
	echo "ok $number $1 # SKIP $2"
}

finish() {
	[ "$failures" -eq 0 ]
	exit
}
