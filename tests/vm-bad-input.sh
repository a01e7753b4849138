#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm/run ends with status 2, one line that says what to do and nothing left behind if it is given what cannot work.
. "$(dirname "$0")/vm-lib.sh"

cache=${ENTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/arm64-entry}
mkdir -p "$INSTALL" "$work/empty-cache"
printf 'ptrace:first\nseccomp:second\n' >"$INSTALL/kselftest-list.txt"
hanging_kernel >"$work/Image"
export KERNEL="$work/Image"

old_qemu() {
	cat >"$work/qemu-old" <<-'END'
		#!/bin/sh
		echo "QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)"
	END
	chmod +x "$work/qemu-old"
}

bad_kernels() {
	: >"$work/empty"
	echo "a kernel" >"$work/text"
	python3 -c 'import sys; sys.stdout.buffer.write(b"MZ" + bytes(0x200) + b"HdrS" + bytes(4096))' >"$work/bzImage"
	cp /bin/true "$work/vmlinux"
	head -c 5000000 "$cache/stock/vmlinuz" >"$work/truncated"
	head -c 20000 "$cache/stock/vmlinuz" >"$work/beginning"
	gzip -1c "$work/truncated" | head -c 500000 >"$work/truncated.gz"
	printf '\037\213\010\000\000\000\000\000\000\003\377\377\377\377' >"$work/damaged.gz"
	gzip -c "$work/text" >"$work/text.gz"

	refuses "no such kernel" "No such file" KERNEL="$work/absent"
	refuses "a folder for a kernel" "is a folder" KERNEL="$work"
	refuses "an empty file for a kernel" "is empty" KERNEL="$work/empty"
	refuses "a text file for a kernel" "is no arm64 kernel" KERNEL="$work/text"
	refuses "a packed text file for a kernel" "is no arm64 kernel" KERNEL="$work/text.gz"
	refuses "an x86 kernel" "is an x86 kernel" KERNEL="$work/bzImage"
	refuses "an ELF file for a kernel" "is an ELF file" KERNEL="$work/vmlinux"
	refuses "a truncated Image" "is truncated" KERNEL="$work/truncated"
	refuses "the first pages of an Image" "is truncated" KERNEL="$work/beginning"
	refuses "a truncated Image.gz" "is truncated" KERNEL="$work/truncated.gz"
	refuses "a damaged Image.gz" "is damaged" KERNEL="$work/damaged.gz"
}

bad_options() {
	refuses "TESTS that match nothing" "matches none" TESTS=ptrace:absent
	refuses "TESTS outside TARGETS" "matches none" TESTS=ptrace:first TARGETS=seccomp
	refuses "TESTS that are no pattern" "no regular expression" "TESTS=("
	refuses "TARGETS that do not exist" "no such folder" TARGETS="ptrace absent"
	refuses "no installed collection" "make install" INSTALL="$work/absent"
	refuses "SMP=0" "SMP=0: give" SMP=0
	refuses "SMP=many" "SMP=many: give" SMP=many
	refuses "SMP beyond the machine" "QEMU could not run" SMP=999
	refuses "MEM=lots" "MEM=lots: give" MEM=lots
	refuses "MEM beyond the host" "QEMU could not run" MEM=900000G
	refuses "TIMEOUT=-1" "TIMEOUT=-1: give" TIMEOUT=-1
	refuses "MTE=maybe" "MTE=maybe: give" MTE=maybe
	refuses "ENTRY_KIND=new" "ENTRY_KIND=new: give" ENTRY_KIND=new
	refuses "a CPU that QEMU does not know" "QEMU could not run" CPU=z80
	refuses "an unknown option" "unknown argument" KERNAL=x
	(
		export ENTRY_CACHE="$work/empty-cache"
		refuses "no userland" "make setup"
		exit $failures
	)
	failures=$? number=$((number + 1))
}

bad_machine() {
	old_qemu
	refuses "no QEMU" "is missing: run make setup" QEMU="$work/absent"
	refuses "QEMU too old" "too old.*MTE=off" QEMU="$work/qemu-old"
	refuses "LOG below a file" "Not a directory|File exists" LOG="$work/text/log"
	refuses "LOG in /proc" "No such file|Permission denied" LOG=/proc/log
	full_disk
}

full_disk() {
	mkdir -p "$work/full"
	if ! unshare -m mount -t tmpfs -o size=4k none "$work/full" 2>"$work/err"; then
		skip "LOG on a full disk" "no right to mount a file system"
		return
	fi
	unshare -m sh -c 'mount -t tmpfs -o size=8k none "$1/full" && exec "$2/vm/run" LOG="$1/full" KERNEL="$3"' \
		- "$work" "$root" "$cache/stock/vmlinuz" >"$work/out" 2>"$work/err"
	[ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q "No space left" "$work/err" && nothing_left
	result $? "LOG on a full disk"
}

# A run with a kernel that hangs is stopped as soon as its QEMU is there.
stopped_by() { # SIGNAL STATUS
	"$root/vm/run" TIMEOUT=60 >"$work/out" 2>"$work/err" &
	looks=0
	while ! ours | grep -q virtserialport && [ $looks -lt 500 ]; do
		looks=$((looks + 1))
	done
	kill -"$1" $!
	wait $! 2>"$work/wait"
	[ $? -eq "$2" ] && nothing_left
	result $? "stopped by SIG$1"
}

begin 36
bad_kernels
bad_options
bad_machine
for signal in INT TERM HUP; do
	stopped_by $signal 2
done
stopped_by KILL 137
finish
