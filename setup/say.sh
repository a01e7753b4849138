# SPDX-License-Identifier: GPL-2.0-only
# Messages of the set-up scripts, to be sourced: progress and errors go to stderr, results to stdout.

say() {
	echo "setup: $*" >&2
}

die() {
	echo "$*" >&2
	exit 2
}
