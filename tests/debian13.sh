#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# From nothing to a verdict on Debian 13, in a chroot.  Takes minutes and 3 GB: only by name, tests/check debian13.
if [ "$(id -u)" != 0 ]; then
	echo "1..0 # SKIP needs root"
	exit 0
fi
# Mounts of this test are seen by nobody else and end with it.
[ -n "${DEBIAN13_OWN-}" ] || DEBIAN13_OWN=1 exec unshare -m --propagation private "$0" "$@"
. "$(dirname "$0")/lib.sh"
. "$root/setup/apt.sh"

chroot_dir=$work/chroot

bootstrap() {
	apt_sources trixie trixie-backports >"$work/sources.list" &&
		mmdebstrap --include=make,git,ca-certificates,apt trixie "$chroot_dir" "$work/sources.list" &&
		mount -t proc proc "$chroot_dir/proc" && mount --rbind /dev "$chroot_dir/dev" &&
		cp /etc/resolv.conf "$chroot_dir/etc/resolv.conf"
}

in_chroot() {
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb chroot "$chroot_dir" "$@"
}

verdict() {
	git clone -q "$root" "$chroot_dir/arm64-entry" && in_chroot make -C /arm64-entry vm >"$work/verdict" 2>&1
	status=$?
	tail -30 "$work/verdict"
	[ $status -eq 0 ] && grep -q '^PASSED ' "$work/verdict"
}

idle() {
	in_chroot make -C /arm64-entry setup >"$work/idle" 2>&1 && ! grep -v '^make' "$work/idle"
}

begin 3
check "a Debian 13 in a chroot" bootstrap
check "make vm there ends with a verdict, from nothing" verdict
check "make setup then has nothing to do" idle
umount -R "$chroot_dir/dev" "$chroot_dir/proc" 2>/dev/null
finish
