# SPDX-License-Identifier: GPL-2.0-only
# The host's packages and QEMU, to be sourced after apt.sh.  Everything comes from the suites the machine already
# has; the one exception is QEMU on Debian 12, whose own release 7.2 gets MTE wrong.

host_packages='bc bison ccache clang coccinelle cpio debian-archive-keyring flex gcc gcc-aarch64-linux-gnu
	gdbserver libaudit-dev libaudit-dev:arm64 libc6-dev libc6-dev-arm64-cross libelf-dev libseccomp-dev
	libseccomp-dev:arm64 libssl-dev lld make mmdebstrap python3 python3-tap rsync strace xz-utils'
host_qemu_min=10

# Print the packages of the list that are not installed.
host_missing() {
	{ dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Architecture}\n' 2>/dev/null || :; } |
	awk -v native="$(dpkg --print-architecture 2>/dev/null)" -v list="$(echo $host_packages)" '
		$1 == "ii" { have[$2 ":" $3] = 1; if ($3 == native || $3 == "all") have[$2] = 1 }
		END {
			n = split(list, want, " ")
			for (i = 1; i <= n; i++)
				if (!(want[i] in have))
					print want[i]
		}'
}

host_qemu_version() {
	qemu-system-aarch64 --version 2>/dev/null | sed -n 's/.*version \([0-9]*\)\..*/\1/p'
}

host_qemu_ok() {
	[ "$(host_qemu_version || :)" -ge $host_qemu_min ] 2>/dev/null
}

host_id() {
	sed -n 's/^ID=//p' /etc/os-release 2>/dev/null | tr -d '"'
}

# Say once what to install, and leave with the status of an error of the user's.
host_refuse() { # REASON
	host_list=$(echo $host_want | sed "s/qemu-system-arm/& ($host_qemu_min or later${host_extra:+, from $host_extra})/")
	echo "$1: $host_list" >&2
	return 2
}

host_install() {
	host_extra=
	host_want=$(host_missing)
	host_qemu_ok || host_want="$host_want qemu-system-arm"
	host_want=$(echo $host_want)
	[ -n "$host_want" ] || return 0

	case $(host_id)-$(apt_codename) in
	debian-bookworm) host_extra=bookworm-backports ;;
	debian-buster | debian-bullseye)
		host_refuse "Debian 12 or later is needed, not $(apt_codename); its packages are" || return ;;
	debian-*) ;;
	*)	host_refuse "this machine is not Debian: use Debian 12 or later (a chroot will do) with these packages" || return ;;
	esac
	if [ "$(id -u)" != 0 ]; then
		host_refuse "packages are missing: run make setup as root once, or have these installed (with dpkg --add-architecture arm64)" ||
			return
	fi

	say "host packages: $host_want"
	# The programs of one source package need each other's exact version.
	apt_use_host $host_extra && apt_prefer "${host_extra:-none}" 'qemu-system-*' && apt_update ||
		host_refuse "the host packages could not be fetched; run make setup again with a network, or install these" || return
	dpkg --print-foreign-architectures | grep -qx arm64 || dpkg --add-architecture arm64
	host_want=$(host_missing)
	if [ -n "$host_want" ]; then
		host_apt $host_want || return
	fi
	if ! host_qemu_ok; then
		say "QEMU $host_qemu_min or later from ${host_extra:-$(apt_codename)}"
		host_apt qemu-system-arm || return
	fi
	host_qemu_ok && return 0
	echo "QEMU is still older than $host_qemu_min ($(command -v qemu-system-aarch64)): remove that one or install a newer one" >&2
	return 2
}

host_apt() {
	DEBIAN_FRONTEND=noninteractive apt-get -c "$apt_conf" -y --no-install-recommends install "$@" >&2 && return 0
	echo "apt could not install the packages: mend what it says above, then run make setup again: $*" >&2
	return 2
}
