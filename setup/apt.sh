# SPDX-License-Identifier: GPL-2.0-only
# Private apt states, to be sourced.  Packages of other Debian suites are found and fetched here without
# touching the machine's own apt configuration; the mirror is the one the machine already uses.
#
#   apt_sources SUITE...       print sources.list lines for these suites (mmdebstrap reads them too)
#   apt_use SUITE...           choose the state of these suites for the calls below; no package counts as installed
#   apt_use_host [SUITE...]    the same with the machine's own Debian suites added and its real dpkg status
#   apt_prefer SUITE PKG...    let these packages come from SUITE (backports are never chosen by themselves)
#   apt_update                 fetch the package lists of the chosen state
#   apt_newest REGEX [MIN]     print "PACKAGE VERSION" of the newest match whose version is at least MIN
#   apt_fetch PKG[:ARCH] DIR   fetch the package, print the path of the file in DIR
#
# A function that fails says why on stderr and returns 2.

entry_cache=${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}

# Lines "URI SUITE KEYRING" of the machine's Debian archives, main component only.  A machine that has never
# fetched its package lists has no index targets; what it would fetch names the archives too.
apt_machine() {
	apt_targets=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(SIGNED_BY)' 'Created-By: Packages')
	[ -n "$apt_targets" ] || apt_targets=$(apt-get --print-uris update 2>/dev/null |
		sed -n "s,^'\(.*/\)dists/\(.*\)/InRelease'.*,\1 \2 main,p")
	echo "$apt_targets" | awk '$3 == "main" && $1 ~ /^(https?|ftp|file|copy|mirror)/ {
		# apt before 2.9 leaves the field unexpanded.
		key = $4 ~ /^\// ? $4 : "/usr/share/keyrings/debian-archive-keyring.gpg"
		if (!seen[$1 $2]++)
			print $1, $2, key
	}'
}

apt_codename() {
	sed -n 's/^VERSION_CODENAME=//p' /etc/os-release | tr -d '"'
}

# The archive that has the machine's own suite; where suites go by names such as stable, any Debian archive.  Other
# vendors use the same suite names, so a path that ends in /debian wins.
apt_mirror() {
	apt_machine | awk -v suite="$(apt_codename)" '
		{ rank = ($2 == suite) + 2 * ($1 ~ /\/debian\/?$/) }
		rank > best { best = rank; found = $1 " " $3 }
		END { if (!best) exit 1; print found }'
}

apt_line() { # URI SUITE KEYRING
	printf 'deb [signed-by=%s] %s %s main\n' "$3" "$1" "$2"
}

apt_sources() {
	if ! command -v apt-get >/dev/null || ! apt_found=$(apt_mirror); then
		echo "no Debian mirror in this machine's apt configuration: add one to /etc/apt" >&2
		return 2
	fi
	for apt_suite; do
		apt_line "${apt_found% *}" "$apt_suite" "${apt_found##* }"
	done
}

apt_state() { # NAME DPKG-STATUS LINES
	apt_dir=$entry_cache/apt/$1
	mkdir -p "$apt_dir/parts" "$apt_dir/lists/partial" "$apt_dir/cache/archives/partial" || return 2
	: >>"$apt_dir/empty"
	: >"$apt_dir/preferences"
	printf '%s\n' "$3" >"$apt_dir/sources.list"
	apt_native=$(dpkg --print-architecture)
	apt_conf=$apt_dir/apt.conf
	# The sandbox user could not write into a cache below a private home directory.
	cat >"$apt_conf" <<-END
		Dir::Etc::sourcelist "$apt_dir/sources.list";
		Dir::Etc::sourceparts "$apt_dir/parts";
		Dir::Etc::preferences "$apt_dir/preferences";
		Dir::State::lists "$apt_dir/lists";
		Dir::State::status "${2:-$apt_dir/empty}";
		Dir::Cache "$apt_dir/cache";
		Dir::Cache::archives "archives";
		Dir::Cache::pkgcache "pkgcache.bin";
		Dir::Cache::srcpkgcache "srcpkgcache.bin";
		APT::Sandbox::User "root";
		APT::Architectures { "$apt_native"; "arm64"; };
		APT::Keep-Downloaded-Packages "false";
		Acquire::GzipIndexes "true";
		Acquire::Languages "none";
		Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
		Acquire::Retries "3";
		Acquire::http::Timeout "20";
	END
}

apt_use() {
	apt_lines=$(apt_sources "$@") || return 2
	apt_state "$(echo "$*" | tr ' ' +)" '' "$apt_lines"
}

apt_use_host() {
	apt_lines=$(
		apt_sources "$@" || exit 2
		apt_machine | grep -E "/debian(-security)?/? | $(apt_codename)(-[a-z]+)? " |
		while read -r apt_uri apt_suite apt_key; do
			apt_line "$apt_uri" "$apt_suite" "$apt_key"
		done
	) || return 2
	apt_state "$(echo host "$@" | tr ' ' +)" /var/lib/dpkg/status "$(echo "$apt_lines" | sort -u)"
}

apt_prefer() {
	apt_suite=$1
	shift
	printf 'Package: %s\nPin: release n=%s\nPin-Priority: 990\n' "$*" "$apt_suite" >"$apt_dir/preferences"
}

apt_update() {
	apt-get -c "$apt_conf" -o APT::Update::Error-Mode=any -qq update >&2 && return 0
	echo "apt could not fetch the package lists: check the network and the mirror, then run this again" >&2
	return 2
}

apt_newest() {
	apt-cache -c "$apt_conf" pkgnames | grep -E "$1" | sort -u >"$apt_dir/names.$$"
	apt_best=$(
		xargs -r apt-cache -c "$apt_conf" madison <"$apt_dir/names.$$" | awk -F ' *[|] *' '{
			sub(/^ */, "", $1); print $1, $2 }' | sort -u | {
			apt_name= apt_version=${2:-0}
			while read -r apt_n apt_v; do
				dpkg --compare-versions "$apt_v" ge "$apt_version" || continue
				apt_name=$apt_n apt_version=$apt_v
			done
			echo "$apt_name $apt_version"
		}
	)
	rm -f "$apt_dir/names.$$"
	if [ "${apt_best%% *}" = "" ]; then
		echo "the Debian mirror has no package '$1' of version ${2:-any} or later" >&2
		return 2
	fi
	echo "$apt_best"
}

apt_fetch() {
	mkdir -p "$2" && apt_tmp=$(mktemp -d "$2/fetch.XXXXXX") || return 2
	if ! (cd "$apt_tmp" && apt-get -c "$apt_conf" download "$1" >&2); then
		rm -rf "$apt_tmp"
		echo "apt could not fetch $1: check the network, the mirror and the free space in $2, then run this again" >&2
		return 2
	fi
	for apt_file in "$apt_tmp"/*.deb; do
		mv "$apt_file" "$2/" && rmdir "$apt_tmp" && echo "$2/${apt_file##*/}"
	done
}

apt_size() { # PKG[:ARCH]
	apt-cache -c "$apt_conf" show "$1" 2>/dev/null | awk '$1 == "Size:" { printf "%.0f MB", $2 / 1e6; exit }'
}
