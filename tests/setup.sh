#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# make setup: nothing to do is silent, what cannot work says so, nothing half-made is trusted.
. "$(dirname "$0")/lib.sh"

cache=${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}

refuses() { # PATTERN COMMAND...
	pattern=$1
	shift
	"$@" >"$work/said" 2>&1
	[ $? -eq 2 ] || { cat "$work/said"; return 1; }
	cat "$work/said"
	[ "$(grep -vcE '^(setup|E|W): ' "$work/said")" -eq 1 ] && grep -vE '^(setup|E|W): ' "$work/said" | grep -q "$pattern"
}

idle() {
	"$root/setup/setup.sh" >"$work/said" 2>&1 && ! [ -s "$work/said" ]
}

nothing_half_made() {
	! find "$cache" -maxdepth 2 -name '*.tmp.*' | grep .
}

# A mirror that has nothing: a cache that has nothing stays empty.
no_mirror() {
	mkdir -p "$work/cache"
	refuses 'network' env ENTRY_CACHE="$work/cache" http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 \
		"$root/setup/setup.sh" && ! find "$work/cache" -name vmlinuz -o -name root.cpio | grep .
}

own_tree() {
	copy=$work/copy
	mkdir -p "$copy" && git -C "$root" ls-files -z --cached --others --exclude-standard |
		(cd "$root" && cpio -0 -pdm --quiet "$copy") || return 1
	tree=$(readlink -f "$cache/source")
	find "$tree" -newermt "@$(stat -c %Y "$copy")" -print -quit | grep . && return 1
	mkdir -p "$work/cache2/kernels" && ln -s "$(readlink -f "$cache/stock")" "$work/cache2/stock" &&
		ln -s "$(readlink -f "$cache/userland")" "$work/cache2/userland" || return 1
	cp -r "$(readlink -f "$cache/userland")" "$work/cache2/" && rm "$work/cache2/userland" &&
		ln -s "$work/cache2/$(basename "$(readlink -f "$cache/userland")")" "$work/cache2/userland" || return 1
	ENTRY_CACHE=$work/cache2 KSRC=$tree "$copy/setup/setup.sh" || return 1
	[ -f "$copy/tools/testing/selftests/kselftest_harness.h" ] && [ -f "$copy/usr/arm64/include/asm/unistd.h" ] &&
		! find "$tree" -newer "$copy" -print -quit | grep .
}

begin 6
check "a second run has nothing to do and says nothing" idle
check "nothing half-made is in the cache" nothing_half_made
check "KSRC that is no kernel tree" refuses 'KSRC=.*not a kernel tree' env KSRC="$work" "$root/setup/setup.sh"
check "no network" no_mirror
check "UPDATE=1 looks for newer packages and keeps what is newest" env UPDATE=1 "$root/setup/setup.sh"
check "KSRC=tree builds against it and does not write to it" own_tree
finish
