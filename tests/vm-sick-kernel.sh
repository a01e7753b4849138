#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm/run names the program during which a kernel complains, dies or hangs, and passes a kernel that is well.
# The collection is made here; its programs write what a kernel would write in such a case to the kernel's log.
. "$(dirname "$0")/vm-lib.sh"

selftests=$root/tools/testing/selftests
export TIMEOUT=100

program() { # COLLECTION:PROGRAM, the script on standard input
	file=$INSTALL/${1%:*}/${1#*:}
	mkdir -p "$INSTALL/${1%:*}"
	{
		echo '#!/bin/sh'
		echo 'mark() { echo "arm64-entry: ${0##*/} $1" >/dev/kmsg; }'
		echo 'splat() { for line; do echo "$line" >/dev/kmsg; done; }'
		echo 'mark starts; echo "TAP version 13"'
		cat
	} >"$file"
	chmod +x "$file"
	echo "$1" >>"$INSTALL/kselftest-list.txt"
}

collection() {
	mkdir -p "$INSTALL"
	cp -r "$selftests/kselftest" "$selftests/run_kselftest.sh" "$INSTALL/"
	program well:passes <<-'END'
		echo "1..2"
		echo "ok 1 environment.$ENTRY_SYSTEM_WIDE.$ENTRY_KIND.$ENTRY_STEP"
		test -r "/boot/config-$(uname -r)" && echo "ok 2 has_config"
	END
	program well:known_splat <<-'END'
		echo "1..1"
		mark group.stop
		splat "------------[ cut here ]------------" \
			"WARNING: ptrace.c:577 at update_syscall_orig_x0_after_ptrace+0x0/0x1" "---[ end trace 0 ]---"
		echo "ok 1 group.stop # XFAIL K8 the kernel warns"
	END
	program sick:other_defect <<-'END'
		echo "1..1"
		mark group.stop
		splat "WARNING: ptrace.c:577 at update_syscall_orig_x0_after_ptrace+0x0/0x1"
		echo "ok 1 group.stop # XFAIL K1 another defect"
	END
	program sick:complains <<-'END'
		echo "1..2"
		mark group.first
		echo "ok 1 group.first"
		mark group.second
		splat "BUG: KASAN: slab-use-after-free in el0_svc+0x1/0x2"
		echo "ok 2 group.second"
	END
	program sick:fails_too <<-'END'
		echo "1..1"
		mark group.only
		splat "INFO: task x:1 blocked for more than 120 seconds."
		echo "not ok 1 group.only"
		exit 1
	END
	program sick:healthy <<-'END'
		echo "1..1"
		echo "ok 1 group.only"
	END
	program dead:panics <<-'END'
		echo "1..2"
		mark group.last_words
		echo c >/proc/sysrq-trigger
	END
	echo timeout=0 >"$INSTALL/dead/settings"
	program dead:hangs <<-'END'
		echo "1..2"
		mark group.for_ever
		while :; do :; done
	END
}

ends() { # STATUS NAME, then patterns that the output has, then OPTION=...
	wanted=$1
	name=$2
	shift 2
	patterns=
	while [ $# -gt 0 ] && [ "${1#*=}" = "$1" ]; do
		patterns="$patterns
$1"
		shift
	done
	run "$@"
	status=$?
	[ $status -eq "$wanted" ] && [ ! -s "$work/err" ] && nothing_left && echo "$patterns" | {
		while read -r pattern; do
			grep -Eq "$pattern" "$work/out" || exit 1
		done
	}
	result $? "$name"
}

collection
hanging_kernel >"$work/hang"

begin 7
ends 0 "a kernel that is well passes" '^ok +well:passes .* 2 passed' '^ok +well:known_splat .* 1 xfail' \
	'K8 +well:known_splat group.stop' '^PASSED +2 programs' TARGETS=well ENTRY_KIND=legacy ENTRY_STEP=3
[ "$(grep -c 'ok 1 environment.1.legacy.3' "$LOG/results.ktap")" -eq 1 ] && grep -q '"failed": false' "$LOG/summary.json"
result $? "the environment reaches the programs"
ends 1 "a kernel's complaint fails the program that ran" '^FAIL +sick:other_defect' \
	'^FAIL +sick:complains .*during group.second: BUG: KASAN' '^ok +sick:healthy' 'KERNEL sick:fails_too group.only: INFO: task' \
	'^FAILED +4 programs' TARGETS=sick
ends 1 "a panic is a crash of the program that ran" \
	'^CRASH +dead:panics .*Kernel panic.*during group.last_words' 'MISSING dead:hangs' TARGETS=dead
# A loaded machine may not have booted the guest when the limit comes; then the limit is what the test lacks.
for limit in 15 60 200; do
	run TESTS=dead:hangs TIMEOUT=$limit
	status=$?
	! grep -q "group.for_ever" "$LOG/console.log" || break
done
[ $status -eq 1 ] && grep -Eq "^TIMEOUT +dead:hangs .*time limit of $limit s during group.for_ever" "$work/out" && nothing_left
result $? "a hang ends by the time limit"
ends 1 "a panic at boot" 'did not reach init' 'at boot: Kernel panic' APPEND="rdinit=/absent init=/absent"
ends 1 "a hang at boot" 'did not reach init within 3 s' KERNEL="$work/hang" TIMEOUT=3
finish
