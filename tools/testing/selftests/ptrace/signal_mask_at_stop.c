// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_GETSIGMASK and PTRACE_SETSIGMASK at the stops of a call: the mask that
 * is written decides already about the signal that is queued in that call.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"

#define BIT(sig)	(1ULL << ((sig) - 1))

/* Words of the page. */
enum { BUFFER, MASK_AT_END, FDS, PPOLL_MASK };

static long get_mask(struct tracee *t, __u64 *mask)
{
	*mask = ~0ULL;
	return tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(*mask), mask);
}

static long set_mask(struct tracee *t, __u64 mask)
{
	return tracee_ptrace(t, PTRACE_SETSIGMASK, sizeof(mask), &mask);
}

/* The mask as the tracer reads it. */
#define expect_mask(t, expected) do {					\
	__u64 mask_seen;						\
									\
	setup_ok(get_mask(t, &mask_seen));				\
	expect_val("blocked signals", expected, mask_seen);		\
} while (0)

static int body_blocks;		/* for the body, which has no arguments */

static void body(struct page *page)
{
	if (body_blocks)
		task_mask(SIG_BLOCK, body_blocks);
	tracee_ready();
	body_calls(page);
	sys_call(__NR_rt_sigprocmask, SIG_BLOCK, NULL, &page->word[MASK_AT_END], 8);
}

static int start(struct tracee *t, int blocks, const int fd[2])
{
	struct page *page;
	int ret;

	body_blocks = blocks;
	ret = tracee_start(t, body);
	if (ret)
		return ret;
	page = t->task.page;
	page->ncalls = 2;
	sysregs_fill(&page->call[0].in, __NR_read, (__u64 [6]){
		(__u64)fd[0], (__u64)&page->word[BUFFER], 1 });
	sysregs_fill_pattern(&page->call[1].in, __NR_getppid);
	return 0;
}

FIXTURE(signal_in_a_read) {
	struct tracee t;
	struct page *page;
	int fd[2];
};

/* When the signal is queued, at the entry stop where the mask is written. */
FIXTURE_VARIANT(signal_in_a_read) {
	bool queued_after;
};

FIXTURE_VARIANT_ADD(signal_in_a_read, queued_before_the_mask_is_written) { false };
FIXTURE_VARIANT_ADD(signal_in_a_read, queued_after_the_mask_is_written) { true };

FIXTURE_SETUP(signal_in_a_read)
{
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
}

FIXTURE_TEARDOWN(signal_in_a_read)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

static int queue_with_mask(struct tracee *t, bool queued_after, __u64 mask)
{
	int ret = queued_after ? 0 : tracee_signal(t, SIGUSR1);

	if (!ret)
		ret = set_mask(t, mask);
	return ret || !queued_after ? ret : tracee_signal(t, SIGUSR1);
}

/*
 * The read sleeps, and is woken by its byte alone.
 *
 * Contract: PT-080
 * Promise: ptrace(2) "PTRACE_SETSIGMASK"
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: kernel/signal.c:ptrace_stop() wants_signal() [v7.3.4]
 */
TEST_F(signal_in_a_read, blocked_by_the_tracer_does_not_interrupt_it)
{
	struct tracee *t = &self->t;

	setup_ok(start(t, 0, self->fd));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
	expect_mask(t, 0);
	setup_ok(queue_with_mask(t, variant->queued_after, BIT(SIGUSR1)));
	expect_mask(t, BIT(SIGUSR1));
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
	setup_ok(task_wait_blocked(t->tid, __NR_read));
	ASSERT_EQ(1, write(self->fd[1], "m", 1));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_EXIT, __NR_read);
	expect_reg(t, REG_RESULT, 1);
	expect_mask(t, BIT(SIGUSR1));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);

	/* Unblocked, it comes behind the call at whose entry stop that was done. */
	setup_ok(set_mask(t, 0));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(t, REG_RESULT, getpid());
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
}

/*
 * Contract: PT-080
 * Promise: ptrace(2) "PTRACE_SETSIGMASK"
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: kernel/signal.c:ptrace_stop() recalc_sigpending_tsk() [v7.3.4]
 */
TEST_F(signal_in_a_read, unblocked_by_the_tracer_interrupts_it)
{
	struct tracee *t = &self->t;

	setup_ok(start(t, SIGUSR1, self->fd));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
	expect_mask(t, BIT(SIGUSR1));
	setup_ok(queue_with_mask(t, variant->queued_after, 0));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_read);
	expect_reg(t, REG_RESULT, RESTARTSYS);
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_mask(t, 0);
}

/*
 * Contract: PT-080
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: kernel/signal.c:ptrace_stop() [v7.3.4]
 */
TEST_F(signal_in_a_read, unblocked_at_the_exit_stop_comes_right_behind_it)
{
	struct tracee *t = &self->t;

	ASSERT_EQ(1, write(self->fd[1], "m", 1));
	setup_ok(start(t, SIGUSR1, self->fd));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
	if (!variant->queued_after)
		setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_read);
	expect_reg(t, REG_RESULT, 1);
	setup_ok(set_mask(t, 0));
	if (variant->queued_after)
		setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_reg(t, REG_PC, (__u64)sys_insn_end);
	t->stop.kind = STOP_NONE;	/* not delivered */
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

FIXTURE(written_mask) {
	struct tracee t;
	struct page *page;
	int fd[2];
};

FIXTURE_SETUP(written_mask)
{
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(start(&self->t, SIGUSR2, self->fd));
	self->page = self->t.task.page;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
}

FIXTURE_TEARDOWN(written_mask)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/*
 * Contract: PT-080
 * Promise: ptrace(2) "PTRACE_SETSIGMASK"
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 */
TEST_F(written_mask, is_the_tracees_own_but_for_sigkill_with_sigstop)
{
	__u64 all = ~(BIT(SIGKILL) | BIT(SIGSTOP)), mask = 0;
	struct tracee *t = &self->t;
	__u64 *guarded = guard_alloc(sizeof(mask));

	ASSERT_NE(NULL, guarded);
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_mask(t, BIT(SIGUSR2));
	expect_val("size 4", -EINVAL, tracee_ptrace(t, PTRACE_SETSIGMASK, 4, &mask));
	expect_val("size 16", -EINVAL, tracee_ptrace(t, PTRACE_SETSIGMASK, 16, &mask));
	expect_val("get with size 4", -EINVAL, tracee_ptrace(t, PTRACE_GETSIGMASK, 4, &mask));
	expect_val("bad buffer", -EFAULT,
		   tracee_ptrace(t, PTRACE_SETSIGMASK, sizeof(mask), guarded + 1));
	expect_mask(t, BIT(SIGUSR2));	/* after every refusal */
	setup_ok(set_mask(t, ~0ULL));
	setup_ok(tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(mask), guarded));
	expect_val("blocked signals", all, *guarded);
	guard_free(guarded, sizeof(mask));
	expect_done(t);
	expect_val("mask in the tracee", all, self->page->word[MASK_AT_END]);
}

/* ppoll with a mask of its own for the wait, which the signal interrupts. */
static void fill_ppoll(struct page *page, int fd)
{
	struct pollfd *fds = (struct pollfd *)&page->word[FDS];

	*fds = (struct pollfd){ fd, POLLIN, 0 };
	page->word[PPOLL_MASK] = 0;
	sysregs_fill(&page->call[0].in, __NR_ppoll, (__u64 [6]){
		(__u64)fds, 1, 0, (__u64)&page->word[PPOLL_MASK], 8 });
}

/*
 * At the exit stop the mask of the wait is still in force; the tracer sees the
 * one to come back, and what it writes takes the place of both.
 *
 * Contract: PT-080
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: include/linux/sched/signal.h:restore_saved_sigmask() [v7.3.4]
 */
TEST_F(written_mask, takes_the_place_of_the_one_a_wait_would_restore)
{
	struct tracee *t = &self->t;

	fill_ppoll(self->page, self->fd[0]);
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_ppoll);
	setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_ppoll);
	expect_reg(t, REG_RESULT, RESTARTNOHAND);
	expect_mask(t, BIT(SIGUSR2));
	setup_ok(set_mask(t, BIT(SIGHUP)));
	expect_mask(t, BIT(SIGHUP));
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_mask(t, BIT(SIGHUP));
	ASSERT_EQ(1, write(self->fd[1], "m", 1));
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_ENTRY, __NR_ppoll);	/* again, to its end */
	expect_done(t);
	expect_val("mask in the tracee", BIT(SIGHUP), self->page->word[MASK_AT_END]);
}

TEST_HARNESS_MAIN
