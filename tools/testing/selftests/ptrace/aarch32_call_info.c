// SPDX-License-Identifier: GPL-2.0-only
/* PTRACE_SET_SYSCALL_INFO on the call of an AArch32 task. */
#include <linux/audit.h>
#include <sys/mman.h>
#include "aarch32_call.h"

#define A32_NR_MMAP2	192
#define MAP_AT		0xb0000000U	/* bit 31 is set: an extension of the sign would show */

FIXTURE(aarch32_call_info) {
	struct tracee t;
	struct elf32_regs in, seen;	/* as the call was made, as last read */
	struct ptrace_syscall_info info;
	int fd;			/* the task's too */
};

FIXTURE_SETUP(aarch32_call_info)
{
	require(kernel_at_least(6, 16), "needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	self->fd = memfd_create("mapped", 0);
	ASSERT_LE(0, self->fd);
	start_aarch32(&self->t);
}

FIXTURE_TEARDOWN(aarch32_call_info)
{
	tracee_end(&self->t);
	close(self->fd);
}

static long set_info(struct tracee *t, struct ptrace_syscall_info *info)
{
	return tracee_ptrace(t, PTRACE_SET_SYSCALL_INFO, sizeof(*info), info);
}

/*
 * Contract: PT-015, ENTRY-073
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() syscall_set_nr() [v7.3.4]
 */
TEST_F(aarch32_call_info, written_at_entry_is_read_back_by_every_interface)
{
	char name[16];
	int i;

	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = A32_NR_CLOSE;
	for (i = 0; i < 6; i++)
		self->info.entry.args[i] = NEW_ARG(i);
	setup_ok(set_info(&self->t, &self->info));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.arch", AUDIT_ARCH_ARM, self->info.arch);
	expect_val("info.entry.nr", A32_NR_CLOSE, self->info.entry.nr);
	expect_nr(&self->t, A32_NR_CLOSE);
	setup_ok(elf32_get_regs(&self->t, &self->seen));
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, NEW_ARG(i), self->info.entry.args[i]);
		snprintf(name, sizeof(name), "r%d", i);
		expect_val(name, NEW_ARG(i), self->seen.r[i]);
	}
	expect_a32("orig_r0", A32_ORIG_R0, NEW_ARG(0));
	expect_a32("r7", R7, A32_NR_GETPPID);
	expect_result(-EBADF);
}

/*
 * Contract: PT-015, ENTRY-073
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() [v7.3.4]
 */
TEST_F(aarch32_call_info, written_at_entry_runs_with_its_six_arguments)
{
	const __u64 args[6] = { MAP_AT, 0x1000, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
				(__u64)self->fd, 0x10 };
	long word = 0x7061676532ULL, seen = -1;

	/* At 64k in the file, a page of any size. */
	ASSERT_EQ((ssize_t)sizeof(word), pwrite(self->fd, &word, sizeof(word), 0x10000));
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = A32_NR_MMAP2;
	memcpy(self->info.entry.args, args, sizeof(args));
	setup_ok(set_info(&self->t, &self->info));
	expect_result(MAP_AT);
	setup_ok(tracee_ptrace(&self->t, PTRACE_PEEKDATA, MAP_AT, &seen));
	expect_val("mapped word", word, seen);
}

/*
 * Contract: PT-016
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_nr() syscall_set_return_value() [v7.3.4]
 */
TEST_F(aarch32_call_info, written_at_entry_as_minus_one_returns_enosys)
{
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = ~0ULL;
	self->info.entry.args[0] = NEW_ARG(0);
	setup_ok(set_info(&self->t, &self->info));
	expect_a32("r0", 0, -ENOSYS);
	expect_a32("orig_r0", A32_ORIG_R0, A32_ARG(0));
	expect_result(-ENOSYS);
}

/*
 * Contract: PT-017, ENTRY-076
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() [v7.3.4]
 */
TEST_F(aarch32_call_info, written_at_exit_is_cut_to_32_bits)
{
	static const struct {
		__s64 rval, shown;
		__u8 is_error, shown_error;
	} to[] = {
		{ -77, -77, 1, 1 },
		{ 0x80000000LL, -0x80000000LL, 0, 0 },
		{ 0x123456789LL, 0x23456789LL, 0, 0 },
		{ 0x1ffffffb3LL, -77, 0, 1 },
	};
	unsigned int i;

	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_GETPPID);
	for (i = 0; i < ARRAY_SIZE(to); i++) {
		setup_ok(tracee_info(&self->t, &self->info));
		self->info.exit.rval = to[i].rval;
		self->info.exit.is_error = to[i].is_error;
		setup_ok(set_info(&self->t, &self->info));
		expect_a32("r0", 0, to[i].rval);
		expect_a32("orig_r0", A32_ORIG_R0, A32_ARG(0));
		setup_ok(tracee_info(&self->t, &self->info));
		expect_val("info.exit.rval", to[i].shown, self->info.exit.rval);
		expect_val("info.exit.is_error", to[i].shown_error, self->info.exit.is_error);
	}
	expect_result(-77);
}

TEST_HARNESS_MAIN
