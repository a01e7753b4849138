# SPDX-License-Identifier: GPL-2.0-only
# The kinds of kernel that kernel/build makes, to be sourced.
#
#   kind_config    configuration fragments, on top of allnoconfig
#   kind_changes   what is done to the source, in order; empty: nothing

kinds_names() {
	echo legacy legacy-rseq generic generic-nosud generic-tif generic-debug
}

kinds_list() {
	cat <<-END
	legacy          the source as it is
	legacy-rseq     with CONFIG_DEBUG_RSEQ=y; for the rseq order rows only
	generic         converted to generic entry, with Syscall User Dispatch
	generic-nosud   converted, without Syscall User Dispatch
	generic-tif     converted, with generic thread flags and the rseq slice extension
	generic-debug   as generic, with lockdep, context tracking, KASAN and the like
	END
}

kind_set() { # KIND
	kind_config=base.config kind_changes=
	case $1 in
	legacy)		;;
	legacy-rseq)	kind_config='base.config rseq.config' ;;
	generic)	kind_changes=convert kind_config='base.config sud.config' ;;
	generic-nosud)	kind_changes=convert ;;
	generic-tif)	kind_changes='convert tif' kind_config='base.config sud.config slice.config' ;;
	generic-debug)	kind_changes=convert kind_config='base.config sud.config debug.config' ;;
	*)		return 1 ;;
	esac
}

# Everything that the result of kind_apply depends on.
kind_changes_text() {
	for change in $kind_changes; do
		find "$here/$change" -type f | sort | xargs cat
	done
}

kind_apply() { # PRISTINE TREE PROGRAM
	kind_pristine=$1 kind_tree=$2 kind_program=$3
	set --
	for change in $kind_changes; do
		set -- "$@" "$here/$change"
	done
	$kind_program "$kind_pristine" "$kind_tree" "$@" >&2
}
