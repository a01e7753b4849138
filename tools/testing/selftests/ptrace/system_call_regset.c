// SPDX-License-Identifier: GPL-2.0-only
/*
 * NT_ARM_SYSTEM_CALL, the set of one word that holds the number of the call, at
 * an entry stop.  The buffer ends where memory does.
 */
#include <sys/uio.h>
#include "expect.h"

#define SIZE	sizeof(__u32)

FIXTURE(number_regset) {
	struct tracee t;
	__u32 *room;
	struct iovec iov;
};

FIXTURE_VARIANT(number_regset) {
	size_t len, taken;	/* taken is SIZE where the kernel takes the number */
	int error;
	int base;		/* 0: the buffer; else where there is no memory */
};

enum { BASE_BUFFER, BASE_NULL, BASE_BEHIND };

#define REGSET(name, ...) FIXTURE_VARIANT_ADD(number_regset, name) { __VA_ARGS__ }
REGSET(of_4_bytes, 4, SIZE, 0, BASE_BUFFER);
REGSET(of_8_bytes, 8, SIZE, 0, BASE_BUFFER);
REGSET(of_400_bytes, 400, SIZE, 0, BASE_BUFFER);
REGSET(of_no_byte, 0, 0, 0, BASE_BEHIND);
REGSET(of_1_byte, 1, 0, -EINVAL, BASE_BUFFER);
REGSET(of_2_bytes, 2, 0, -EINVAL, BASE_BUFFER);
REGSET(of_3_bytes, 3, 0, -EINVAL, BASE_BUFFER);
REGSET(of_5_bytes, 5, 0, -EINVAL, BASE_BUFFER);
REGSET(of_6_bytes, 6, 0, -EINVAL, BASE_BUFFER);
REGSET(at_null, 4, 0, -EFAULT, BASE_NULL);
REGSET(behind_the_end_of_memory, 4, 0, -EFAULT, BASE_BEHIND);

FIXTURE_SETUP(number_regset)
{
	void *base[] = { NULL, NULL, NULL };

	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	self->room = guard_alloc(SIZE);
	ASSERT_NE(NULL, self->room);
	base[BASE_BUFFER] = self->room;
	base[BASE_BEHIND] = self->room + 1;
	self->iov = (struct iovec){ base[variant->base], variant->len };
}

FIXTURE_TEARDOWN(number_regset)
{
	tracee_end(&self->t);
	guard_free(self->room, SIZE);
}

/* The length is brought up to date where something was done, and only there. */
#define expect_regset(self, request) do {				\
	void *rs_base = (self)->iov.iov_base;				\
									\
	expect_val("result", variant->error,				\
		   tracee_ptrace(&(self)->t, request, NT_ARM_SYSTEM_CALL, &(self)->iov)); \
	expect_val("iov_len", variant->error ? variant->len : variant->taken, \
		   (self)->iov.iov_len);				\
	expect_val("iov_base", rs_base, (self)->iov.iov_base);		\
} while (0)

/*
 * Contract: PT-071
 * Code: kernel/ptrace.c:ptrace_regset() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_get() [v7.3.4]
 */
TEST_F(number_regset, is_read_whole_or_not_at_all)
{
	expect_regset(self, PTRACE_GETREGSET);
	expect_val("the number read", variant->taken ? __NR_getppid : ~0U, *self->room);
}

/*
 * Contract: PT-071, PT-020
 * Code: kernel/ptrace.c:ptrace_regset() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(number_regset, is_written_whole_or_not_at_all)
{
	pid_t pid = self->t.tid;
	__u32 nr = variant->taken ? __NR_getpid : __NR_getppid;
	struct arch_regs before, after;

	setup_ok(tracee_get_regs(&self->t, &before));
	*self->room = __NR_getpid;
	expect_regset(self, PTRACE_SETREGSET);
	expect_nr(&self->t, nr);
	setup_ok(tracee_get_regs(&self->t, &after));
	expect_claim(!memcmp(&before, &after, sizeof(before)), "all other registers are kept");
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, nr);
	expect_reg(&self->t, REG_RESULT, variant->taken ? pid : getpid());
}

TEST_HARNESS_MAIN
