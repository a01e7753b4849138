#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The whole collection on every built kind and every cached Debian kernel: only by name, tests/check kinds.
. "$(dirname "$0")/lib.sh"

install=$root/build/install/arm64
kinds=$("$root/kernel/build" --list | cut -d' ' -f1)

whole() { # KERNEL OPTION...
	kernel=$1
	shift
	"$root/vm/run" KERNEL="$kernel" INSTALL="$install" LOG="$work/log" "$@"
}

begin $((1 + $(echo $kinds $debian_series | wc -w)))
check "builds and installs" make -s -C "$root" install-arm64
for kind in $kinds; do
	if ! "$root/kernel/build" --cached "$kind" >/dev/null 2>&1; then
		skip "kind:$kind" "not built: kernel/build $kind"
	elif [ "$kind" = legacy-rseq ]; then
		check "kind:$kind" whole "kind:$kind" TARGETS=rseq
	else
		check "kind:$kind" whole "kind:$kind" MEM=2G
	fi
done
for one in $debian_series; do
	check "debian:$one" whole "debian:$one"
done
finish
