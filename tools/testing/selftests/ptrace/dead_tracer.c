// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer that dies while its tracee is blocked in a system call: the tracee
 * must run on as if nobody had ever traced it.
 */
#include <sys/wait.h>
#include <linux/prctl.h>
#include "expect.h"

FIXTURE(orphan) {
	struct task tracer, tracee;
};

FIXTURE_VARIANT(orphan) {
	int request;		/* how its tracer resumed it last */
};

FIXTURE_VARIANT_ADD(orphan, once_continued) { .request = PTRACE_CONT };
FIXTURE_VARIANT_ADD(orphan, once_stepped) { .request = PTRACE_SINGLESTEP };

enum { TRACEE_PID, REQUEST, STATUS, RESULT };	/* words of the tracer's page */

static void body_tracee(struct page *page)
{
	/* Needed where Yama allows a parent only; refused where there is none. */
	sys_call(__NR_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	page_wait(&page->go, 0);
}

/* Attach in the middle of the wait, resume into it again, and stay. */
static void body_tracer(struct page *page)
{
	long pid = (long)page->word[TRACEE_PID];
	long ret = sys_call(__NR_ptrace, PTRACE_ATTACH, pid, 0, 0);

	if (!ret)
		ret = sys_call(__NR_wait4, pid, &page->word[STATUS], __WALL, 0);
	if (ret > 0)
		ret = sys_call(__NR_ptrace, page->word[REQUEST], pid, 0, 0);
	page->word[RESULT] = (__u64)ret;
	page_wait(&page->go, 0);
}

FIXTURE_SETUP(orphan)
{
	struct page *page = page_new();

	ASSERT_NE(NULL, page);
	setup_ok(task_start(&self->tracee, body_tracee));
	setup_ok(task_wait_blocked(self->tracee.pid, __NR_futex));
	page->word[TRACEE_PID] = (__u64)self->tracee.pid;
	page->word[REQUEST] = (__u64)variant->request;
	page->word[RESULT] = 1;
	self->tracer.page = page;
	setup_ok(task_start(&self->tracer, body_tracer));
}

FIXTURE_TEARDOWN(orphan)
{
	task_end(&self->tracee);
	task_end(&self->tracer);
}

/*
 * Contract: PT-077
 * Promise: ptrace(2) "PTRACE_O_EXITKILL": without it a tracee outlives its tracer
 * Code: kernel/ptrace.c:exit_ptrace() __ptrace_unlink() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 */
TEST_F(orphan, runs_on_when_its_call_returns)
{
	int status;

	/* The tracer waits only after it has resumed the tracee. */
	setup_ok(task_wait_blocked(self->tracer.pid, __NR_futex));
	setup_ok(self->tracer.page->word[RESULT]);
	expect_val("status at the attach", SIGSTOP << 8 | 0x7f,
		   (__u32)self->tracer.page->word[STATUS]);
	setup_ok(task_wait_blocked(self->tracee.pid, __NR_futex));
	page_wake(&self->tracer.page->go, 1);
	expect_finish(&self->tracer);

	page_wake(&self->tracee.page->go, 1);
	setup_ok(task_finish(&self->tracee, &status));
	/* Whether a core is written is not the claim. */
	if (variant->request == PTRACE_SINGLESTEP)
		expect_val_or_defect(K9, "wait status", TASK_DONE << 8,
				     status & ~WCOREFLAG, SIGTRAP);
	expect_val("wait status", TASK_DONE << 8, status);
}

TEST_HARNESS_MAIN
