// SPDX-License-Identifier: GPL-2.0-only
/*
 * What PTRACE_SET_SYSCALL_INFO refuses: each variant differs in one thing from
 * a request that is accepted, and changes nothing.
 */
#include <limits.h>
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

#define INFO_SIZE	sizeof(struct ptrace_syscall_info)

FIXTURE(set_info_refuses) {
	struct tracee t;
	struct ptrace_syscall_info info, before;
	struct ptrace_syscall_info *guarded;
};

FIXTURE_VARIANT(set_info_refuses) {
	size_t size;
	__u64 nr;
	__u16 flags;
	__u8 reserved, op;
	bool cut;		/* the last byte cannot be read */
	int error;
};

#define VALID	.size = INFO_SIZE, .nr = __NR_getsid, .op = PTRACE_SYSCALL_INFO_ENTRY
#define REFUSED(name, ...)						\
	FIXTURE_VARIANT_ADD(set_info_refuses, name) { __VA_ARGS__ }

/* What is written twice in a variant holds as written last. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
REFUSED(a_size_one_short, VALID, .size = INFO_SIZE - 1, .error = -EINVAL);
REFUSED(size_zero, VALID, .size = 0, .error = -EINVAL);
REFUSED(memory_that_ends_too_early, VALID, .cut = true, .error = -EFAULT);
REFUSED(unknown_flags, VALID, .flags = 1, .error = -EINVAL);
REFUSED(the_reserved_byte, VALID, .reserved = 1, .error = -EINVAL);
REFUSED(op_none, VALID, .op = PTRACE_SYSCALL_INFO_NONE, .error = -EINVAL);
REFUSED(op_exit, VALID, .op = PTRACE_SYSCALL_INFO_EXIT, .error = -EINVAL);
REFUSED(op_seccomp, VALID, .op = PTRACE_SYSCALL_INFO_SECCOMP, .error = -EINVAL);
REFUSED(a_number_above_int, VALID, .nr = 1ULL << 32, .error = -ERANGE);
REFUSED(a_number_not_sign_extended, VALID, .nr = 0xffffffffULL, .error = -ERANGE);
REFUSED(a_number_below_int, VALID, .nr = (__u64)INT_MIN - 1, .error = -ERANGE);
#pragma GCC diagnostic pop

FIXTURE_SETUP(set_info_refuses)
{
	require(kernel_at_least(6, 16), "needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	self->guarded = guard_alloc(INFO_SIZE);
	ASSERT_NE(NULL, self->guarded);
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_info(&self->t, &self->before));
	self->info = self->before;
	self->info.entry.args[0] = 0;
}

FIXTURE_TEARDOWN(set_info_refuses)
{
	guard_free(self->guarded, INFO_SIZE);
	tracee_end(&self->t);
}

/* Field by field for a name; the comparison of all of it is for what has none. */
#define expect_same_info(want, seen) do {				\
	int info_i;							\
									\
	expect_val("op", (want)->op, (seen)->op);			\
	expect_val("instruction_pointer", (want)->instruction_pointer,	\
		   (seen)->instruction_pointer);			\
	expect_val("stack_pointer", (want)->stack_pointer, (seen)->stack_pointer); \
	expect_val("syscall number", (want)->entry.nr, (seen)->entry.nr); \
	for (info_i = 0; info_i < 6; info_i++)				\
		expect_val(reg_text(reg_arg(info_i)), (want)->entry.args[info_i], \
			   (seen)->entry.args[info_i]);			\
	expect_claim(!memcmp(want, seen, sizeof(*(want))), "GET shows the call unchanged"); \
} while (0)

/*
 * Contract: PT-019
 * Promise: ptrace(2) "PTRACE_SET_SYSCALL_INFO"
 * Code: kernel/ptrace.c:ptrace_set_syscall_info() ptrace_set_syscall_info_entry() [v7.3.4]
 */
TEST_F(set_info_refuses, one_deviation_leaving_the_call_as_it_was)
{
	struct ptrace_syscall_info *info = &self->info, seen;
	char *at = (char *)self->guarded + (variant->cut ? 1 : 0);

	info->op = variant->op;
	info->flags = variant->flags;
	info->reserved = variant->reserved;
	info->entry.nr = variant->nr;
	memcpy(at, info, INFO_SIZE - (variant->cut ? 1 : 0));
	expect_val("result", variant->error,
		   tracee_ptrace(&self->t, PTRACE_SET_SYSCALL_INFO, variant->size, at));
	setup_ok(tracee_info(&self->t, &seen));
	expect_same_info(&self->before, &seen);

	/* The same without the deviation. */
	info->op = PTRACE_SYSCALL_INFO_ENTRY;
	info->flags = 0;
	info->reserved = 0;
	info->entry.nr = __NR_getsid;
	expect_val("result", 0,
		   tracee_ptrace(&self->t, PTRACE_SET_SYSCALL_INFO, INFO_SIZE, info));
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), getsid(0),
		   self->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

FIXTURE(set_info_outside_a_call) {
	struct tracee t;
};

FIXTURE_SETUP(set_info_outside_a_call)
{
	require(kernel_at_least(6, 16), "needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
}

FIXTURE_TEARDOWN(set_info_outside_a_call)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-019
 * Code: kernel/ptrace.c:ptrace_set_syscall_info() ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(set_info_outside_a_call, is_refused_whatever_the_op_says)
{
	struct ptrace_syscall_info info;
	__u8 op;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_signal(&self->t, SIGUSR2));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR2);
	for (op = PTRACE_SYSCALL_INFO_NONE; op <= PTRACE_SYSCALL_INFO_SECCOMP; op++) {
		memset(&info, 0, sizeof(info));
		info.op = op;
		info.entry.nr = __NR_getsid;
		expect_val("result", -EINVAL,
			   tracee_ptrace(&self->t, PTRACE_SET_SYSCALL_INFO, sizeof(info), &info));
	}
	expect_reg(&self->t, REG_RESULT, getpid());
}

TEST_HARNESS_MAIN
