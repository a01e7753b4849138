#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Bring everything the project needs (make setup).  A second run with nothing to do takes well under a second and
# needs no network.
#   KSRC=<kernel tree>   build against that tree instead of Debian's linux-source (KSRC=debian goes back to it)
#   UPDATE=1             look for newer packages
#   ENTRY_CACHE=<dir>    where the products are kept
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
. "$here/say.sh"
. "$here/apt.sh"
. "$here/host.sh"
. "$here/source.sh"

ksrc=${KSRC-}
if [ -n "$ksrc" ] && [ "$ksrc" != debian ]; then
	source_is_tree "$ksrc" || die "KSRC=$ksrc is not a kernel tree with selftests: give the top of a Linux source tree"
	ksrc=$(cd "$ksrc" && pwd -P)
fi

mkdir -p "$entry_cache" 2>/dev/null && [ -w "$entry_cache" ] ||
	die "the cache directory $entry_cache cannot be written: set ENTRY_CACHE to one that can"
entry_cache=$(cd "$entry_cache" && pwd -P)
export ENTRY_CACHE="$entry_cache"

# One set-up at a time; the lock ends with this process.
exec 9>"$entry_cache/lock"
flock -n 9 || { say "waiting for another set-up that uses $entry_cache"; flock 9; }

# $$ is the same in subshells, so this covers every product in the making.
trap 'status=$?; rm -rf "$entry_cache"/*.tmp.$$*; [ $status = 0 ] || exit 2' EXIT
trap 'exit 2' HUP INT TERM
# What a killed run left behind; nobody else can be working on it while the lock is held.
rm -rf "$entry_cache"/*.tmp.* "$entry_cache"/kernels/*.tmp.* "$entry_cache"/deb/fetch.*

host_install

select_product() { # NAME DIR
	ln -sfn "$2" "$entry_cache/$1.tmp.$$" && mv -T "$entry_cache/$1.tmp.$$" "$entry_cache/$1"
}

missing() { # NAME FILE
	[ -n "${UPDATE-}" ] || ! [ -e "$entry_cache/$1/$2" ]
}

case $ksrc in
/*)	[ "$(readlink "$entry_cache/source")" = "$ksrc" ] || select_product source "$ksrc" ;;
debian)	tree=$(find "$entry_cache" -maxdepth 1 -name 'source-*' | sort -V | tail -n 1)
	[ -n "$tree" ] && [ -z "${UPDATE-}" ] || tree=$(source_debian)
	select_product source "$tree" ;;
*)	if missing source Makefile; then
		tree=$(source_debian)
		select_product source "$tree"
	fi ;;
esac
tree=$(readlink -f "$entry_cache/source")
key=$(source_key "$tree")
source_headers "$tree" "$key"
source_place "$tree" "$key" "$root"

if missing stock release; then
	dir=$("$root/kernel/debian")
	select_product stock "$dir"
fi

key=$(cat "$root/vm/userland" "$root/vm/cpio.py" "$here/apt.sh" | cksum | tr -d ' ')
if [ "$(readlink "$entry_cache/userland" || :)" != "$entry_cache/userland-$key" ] || missing userland root.cpio; then
	say "guest userland"
	tmp=$entry_cache/userland-$key.tmp.$$
	mkdir "$tmp"
	"$root/vm/userland" "$tmp" >&2 || die "vm/userland could not make the guest's userland"
	rm -rf "$entry_cache/userland-$key"
	mv -T "$tmp" "$entry_cache/userland-$key"
	select_product userland "$entry_cache/userland-$key"
fi
