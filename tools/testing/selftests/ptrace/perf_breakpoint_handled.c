// SPDX-License-Identifier: GPL-2.0-only
/*
 * A task that nobody traces comes to a hardware breakpoint of perf and handles
 * its SIGTRAP: it goes on behind the breakpoint when the handler returns.
 */
#include "perf_breakpoint.h"
#include "expect.h"

FIXTURE(handled_perf_breakpoint) {
	struct task task;
	int fd;
};

/* A second hit in the same turn is passed over, so that the task comes to its end. */
static void pass_over_the_second(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	if (task_page->nframes < 2)
		return;
	*reg(&regs, REG_PC) += ARCH_NOP_SIZE;
	frame_set(ucontext, &regs);
}

static void body(struct page *page)
{
	task_on_signal = pass_over_the_second;
	task_handle(SIGTRAP, 0);
	page_wait(&page->go, 0);
	body_calls(page);
}

FIXTURE_SETUP(handled_perf_breakpoint)
{
	self->fd = -1;
	require(perf_breakpoint_available(), PERF_BREAKPOINT_NEEDS);
	setup_ok(task_start(&self->task, body));
	self->task.page->ncalls = 1;
	sysregs_fill_pattern(&self->task.page->call[0].in, __NR_getppid);
	self->fd = perf_breakpoint_open(self->task.pid, sys_insn_end, true);
	setup_ok(self->fd);
}

FIXTURE_TEARDOWN(handled_perf_breakpoint)
{
	if (self->fd >= 0)
		close(self->fd);
	task_end(&self->task);
}

/*
 * Contract: PT-085
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:setup_return() [v7.3.4]
 */
TEST_F(handled_perf_breakpoint, is_hit_once_by_a_task_that_returns_from_the_handler)
{
	struct page *page = self->task.page;

	page_wake(&page->go, 1);
	expect_finish(&self->task);
	expect_claim(page->nframes > 0, "the handler ran");
	expect_val("si_code", TRAP_BY_PERF, page->frame[0].code);
	expect_val_or_defect(K14, "signals", 1, page->nframes, 2);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
}

TEST_HARNESS_MAIN
