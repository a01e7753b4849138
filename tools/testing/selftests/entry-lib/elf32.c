// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <linux/elf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include "elf32.h"

#define ELF32_WORDS	64
#define EF_ARM_EABI5	0x05000000

static int elf32_fd;

static void elf32_body(struct page *page)
{
	static const char *const none[] = { NULL };

	tracee_ready();
	page->word[0] = sys_call(__NR_execveat, elf32_fd, "", none, none, AT_EMPTY_PATH);
}

static int elf32_file(const __u32 *insn, unsigned int n)
{
	struct {
		Elf32_Ehdr e;
		Elf32_Phdr p;
		__u32 insn[ELF32_WORDS];
	} image = {
		.e = {
			.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_ARM, .e_version = EV_CURRENT,
			.e_entry = ELF32_INSN(0), .e_phoff = sizeof(Elf32_Ehdr),
			.e_flags = EF_ARM_EABI5, .e_ehsize = sizeof(Elf32_Ehdr),
			.e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 1,
		},
		.p = {
			.p_type = PT_LOAD, .p_vaddr = ELF32_BASE, .p_flags = PF_R | PF_X,
			.p_filesz = ELF32_HEADERS + 4 * n, .p_memsz = ELF32_HEADERS + 4 * n,
			.p_align = 0x10000,
		},
	};
	int fd;

	_Static_assert(offsetof(typeof(image), insn) == ELF32_HEADERS, "ELF32_HEADERS");
	if (n > ELF32_WORDS)
		return -E2BIG;
	memcpy(image.insn, insn, 4 * n);
	fd = memfd_create("aarch32", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, &image, sizeof(image)) != sizeof(image)) {
		close(fd);
		return -EIO;
	}
	return fd;
}

int elf32_start(struct tracee *t, const __u32 *insn, unsigned int n)
{
	int ret = elf32_file(insn, n);

	if (ret < 0)
		return ret;
	elf32_fd = ret;
	ret = tracee_start(t, elf32_body);
	if (!ret)
		ret = tracee_next(t, PTRACE_CONT);
	close(elf32_fd);
	if (ret)
		return ret;
	if (t->stop.kind == STOP_EXITED)
		return (int)t->task.page->word[0];
	/* The SIGTRAP that exec sends to its tracer's tracee, then the breakpoint. */
	if (t->stop.kind == STOP_TRAP && t->stop.what == SI_USER)
		ret = tracee_next(t, PTRACE_CONT);
	if (!ret && (t->stop.kind != STOP_TRAP || t->stop.what != TRAP_BRKPT))
		ret = -EPROTO;
	return ret;
}

long elf32_get_regs(struct tracee *t, struct elf32_regs *regs)
{
	char room[sizeof(*regs) + sizeof(__u64)];	/* more than the kernel may fill */
	struct iovec iov = { room, sizeof(room) };
	long ret = tracee_ptrace(t, PTRACE_GETREGSET, NT_PRSTATUS, &iov);

	memcpy(regs, room, sizeof(*regs));
	return ret ? ret : (long)iov.iov_len;
}

long elf32_set_regs(struct tracee *t, const struct elf32_regs *regs)
{
	struct iovec iov = { (void *)regs, sizeof(*regs) };
	long ret = tracee_ptrace(t, PTRACE_SETREGSET, NT_PRSTATUS, &iov);

	return ret ? ret : (long)iov.iov_len;
}

int elf32_available(void)
{
	static const __u32 insn[] = { A32_BKPT };
	struct tracee t = {};
	int ret = elf32_start(&t, insn, 1);

	tracee_end(&t);
	return ret != -ENOEXEC;
}
