# SPDX-License-Identifier: GPL-2.0-only
# The kernel tree the collection is built against, to be sourced after apt.sh and say.sh: Debian's newest
# linux-source, of which a part is unpacked, or a tree of the user's, which is only read.

# Directories that neither the collection nor a `Code:` tag needs.
source_leave='drivers sound Documentation samples rust crypto certs'
source_leave_tools='arch/[!ax]* arch/alpha arch/arc arch/arm arch/xtensa net/[!c]*'

source_is_tree() {
	[ -f "$1/Makefile" ] && [ -f "$1/Kbuild" ] && [ -d "$1/arch/arm64" ] && [ -d "$1/include/uapi" ] &&
		[ -f "$1/tools/testing/selftests/kselftest_harness.h" ]
}

# Unpack the newest linux-source into the cache and print its directory.
source_debian() {
	say "kernel source: looking for the newest linux-source in trixie-backports"
	apt_use trixie-backports && apt_update || return 2
	source_found=$(apt_newest '^linux-source-[0-9.]+$' 7.3) || return 2
	source_name=${source_found%% *} source_version=${source_found##* }
	source_dir=$entry_cache/source-$source_version
	if ! [ -d "$source_dir" ]; then
		source_deb=$(ls "$entry_cache/deb/${source_name}_${source_version}"_*.deb 2>/dev/null) || {
			say "kernel source: $source_name $source_version ($(apt_size "$source_name"))"
			source_deb=$(apt_fetch "$source_name" "$entry_cache/deb") || return 2
		}
		say "kernel source: unpacking"
		tmp=$source_dir.tmp.$$
		mkdir -p "$tmp" && source_unpack "$source_deb" "$tmp" || {
			rm -f "$source_deb"
			die "kernel source: $source_name could not be unpacked: check the free space in $entry_cache, then run make setup again"
		}
		source_is_tree "$tmp" || die "kernel source: $source_name is not laid out as expected"
		mv -T "$tmp" "$source_dir"
	fi
	echo "$source_dir"
}

source_unpack() { # DEB DIR
	source_status=$(
		set -f
		for source_path in $source_leave $source_leave_tools; do
			printf '%s\n' "*/$source_path"
		done | sed 's,^\*/,linux-source-*/,' >"$2.exclude"
		{
			dpkg-deb --fsys-tarfile "$1" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' | xz -dc -T0 |
			tar -x -C "$2" --strip-components=1 --exclude-from="$2.exclude" --anchored --wildcards --no-wildcards-match-slash 2>/dev/null &&
			echo ok
		} || :
	)
	rm -f "$2.exclude"
	[ "$source_status" = ok ]
}

# What the headers and the copied files depend on: two trees with the same key give the same result.
source_key() { # TREE
	(cd "$1" && {
		pwd -P
		sed -n 's/^\(VERSION\|PATCHLEVEL\|SUBLEVEL\|EXTRAVERSION\) *= *//p' Makefile
		find include/uapi arch/arm64/include/uapi arch/x86/include/uapi arch/x86/entry/syscalls \
			scripts/syscall.tbl tools/testing/selftests/lib.mk tools/testing/selftests/kselftest \
			tools/testing/selftests/kselftest*.h tools/testing/selftests/run_kselftest.sh \
			-type f -printf '%p %s %T@\n' 2>/dev/null | sort
	}) | cksum | tr -d ' '
}

# Make uapi headers of arm64 and x86_64 in the cache, from a copy: the tree itself may be built, dirty or read-only.
source_headers() { # TREE KEY
	headers=$entry_cache/headers-$2
	[ -d "$headers" ] && return 0
	say "uapi headers of $(source_version_of "$1")"
	tmp=$headers.tmp.$$
	mkdir -p "$tmp/copy" || return 2
	(cd "$1" && tar -c --exclude='*.o' --exclude='*.cmd' --exclude=generated --exclude='include/config' \
		Makefile Kbuild Kconfig scripts include/uapi include/asm-generic tools/include \
		arch/arm64/Makefile arch/arm64/include/uapi arch/arm64/tools arch/arm64/include/asm/Kbuild \
		arch/x86/Makefile* arch/x86/include/uapi arch/x86/entry/syscalls arch/x86/include/asm/Kbuild \
		$(cd "$1" && ls -d arch/x86/Kbuild arch/arm64/Kbuild)) | tar -x -C "$tmp/copy" || return 2
	for arch in arm64 x86_64; do
		make -s -j"$(nproc)" -C "$tmp/copy" ARCH=$arch INSTALL_HDR_PATH="$tmp/$arch" headers_install >"$tmp/log" 2>&1 || {
			cat "$tmp/log" >&2
			die "uapi headers: make headers_install failed in a copy of $1"
		}
	done
	rm -rf "$tmp/copy" "$tmp/log"
	find "$entry_cache" -maxdepth 1 -name 'headers-*' ! -name '*.tmp.*' -exec rm -rf {} +
	mv -T "$tmp" "$headers"
}

source_version_of() {
	awk '$2 == "=" && /^(VERSION|PATCHLEVEL|SUBLEVEL)/ { v = v (v == "" ? "" : ".") $3 } END { print v }' "$1/Makefile"
}

# Copy headers and kselftest's own files to where the folder Makefiles look for them.
source_place() { # TREE KEY ROOT
	if [ "$(cat "$3/usr/key" 2>/dev/null)" = "$2" ] && [ -f "$3/tools/testing/selftests/lib.mk" ]; then
		return 0
	fi
	say "kselftest files and uapi headers of $(source_version_of "$1") into the tree"
	rm -f "$3/usr/key"
	for arch in arm64 x86_64; do
		mkdir -p "$3/usr/$arch"
		rsync -a --delete "$headers/$arch/include" "$3/usr/$arch/" || return 2
	done
	(cd "$1/tools/testing/selftests" &&
		rsync -a --delete --chmod=F+w lib.mk kselftest.h kselftest_harness.h run_kselftest.sh kselftest "$3/tools/testing/selftests/") ||
		return 2
	echo "$2" >"$3/usr/key"
}
