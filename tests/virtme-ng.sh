#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The collection on a built kernel under virtme-ng: only by name, tests/check virtme-ng.
# virtme-ng comes from sid, into a folder of this test.
. "$(dirname "$0")/lib.sh"
. "$root/setup/apt.sh"

tree=$work/root
collection=$root/build/install/arm64

client() {
	apt_use sid && apt_update && apt_fetch virtme-ng "$work" && apt_fetch python3-argcomplete "$work" || return 1
	for deb in "$work"/*.deb; do
		dpkg -x "$deb" "$work/client" || return 1
	done
	# They ask for the interpreter of their own suite.
	sed -i '1s,^#!.*python3.*,#!/usr/bin/env python3,' "$work"/client/usr/bin/v*
}

arm64_root() {
	apt_sources trixie >"$work/sources.list" &&
		mmdebstrap --variant=extract --architectures=arm64 \
			--include=bash,base-passwd,busybox-static,coreutils,gawk,grep,kmod,libaudit1,libseccomp2,mount,perl-base,procps,sed,strace,util-linux \
			--setup-hook='mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib"; for d in bin sbin lib; do ln -s usr/$d "$1/$d"; done' \
			trixie "$tree" "$work/sources.list" || return 1
	ln -sf bash "$tree/usr/bin/sh"
	ln -s busybox "$tree/usr/bin/poweroff"
	cp "$tree/usr/share/base-passwd/passwd.master" "$tree/etc/passwd"
	cp "$tree/usr/share/base-passwd/group.master" "$tree/etc/group"
	mkdir -p "$tree/mnt/collection" "$tree/mnt/results" "$tree/opt" "$tree/srv"
}

verdict() { # KERNEL
	mkdir -p "$work/results" "$work/home"
	HOME=$work/home PATH=$work/client/usr/bin:$PATH PYTHONPATH=$work/client/usr/lib/python3/dist-packages \
		vng -v --arch arm64 --run "$1/vmlinuz" --root "$tree" --user root --cpus 2 --memory 1G --force-9p \
		--qemu-opts='-cpu max,pauth-impdef=on -machine gic-version=3,mte=on' --append audit=1 \
		--rwdir=/mnt/collection="$collection" --rwdir=/mnt/results="$work/results" \
		-- 'cd /mnt/collection && ENTRY_SYSTEM_WIDE=1 ./run_kselftest.sh -c ptrace -c seccomp -c mte 2>&1 | cat >/mnt/results/results.ktap' \
		</dev/null 2>&1 | cat >"$work/said"
	tail -5 "$work/said"
	"$root/gate/ktap" "$work/results/results.ktap" >"$work/counted"
	status=$?
	grep -E '^(FAIL|MISSING|  FAIL)|^[0-9]' "$work/counted"
	return $status
}

begin 4
check "builds and installs" make -s -C "$root" install-arm64
check "virtme-ng of sid" client
check "an arm64 root folder" arm64_root
kernel=$("$root/kernel/build" --cached legacy 2>/dev/null)
if [ -n "$kernel" ]; then
	check "the collection passes on kind:legacy" verdict "$kernel"
else
	skip "the collection passes on kind:legacy" "not built: kernel/build legacy"
fi
finish
