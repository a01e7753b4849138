// SPDX-License-Identifier: GPL-2.0-only
/*
 * One dispatched call: what the SIGSYS handler is told, the registers it finds,
 * and how the program goes on after it.
 */
#include "sud.h"

FIXTURE(dispatched_call) {
	struct task task;
	struct sysregs *in, *out;
	struct frame *frame;
};

FIXTURE_VARIANT(dispatched_call) {
	long nr;
	bool no_selector;
};

FIXTURE_VARIANT_ADD(dispatched_call, by_a_selector) { .nr = __NR_getppid };
FIXTURE_VARIANT_ADD(dispatched_call, without_a_selector) {
	.nr = __NR_getppid, .no_selector = true,
};
FIXTURE_VARIANT_ADD(dispatched_call, out_of_the_table) { .nr = 0x7654321 };
FIXTURE_VARIANT_ADD(dispatched_call, with_number_minus_one) { .nr = -1 };

static bool body_no_selector;

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)sud_arm(body_no_selector ? NULL : sud_selector(page));
	sud_blocked_call(page, 0);
}

FIXTURE_SETUP(dispatched_call)
{
	require_sud();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->in = &self->task.page->call[0].in;
	self->out = &self->task.page->call[0].out;
	self->frame = &self->task.page->frame[0];
	sysregs_fill_pattern(self->in, variant->nr);
	body_no_selector = variant->no_selector;
	task_on_signal = variant->no_selector ? sud_disarm : sud_allow;
}

FIXTURE_TEARDOWN(dispatched_call)
{
	task_end(&self->task);
}

/*
 * Contract: SUD-002, SUD-003, SUD-004, SUD-010, SUD-027, SUD-028
 * Promise: Documentation/admin-guide/syscall-user-dispatch.rst "Interface"
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() trigger_sigsys() [v7.3.4]
 */
TEST_F(dispatched_call, tells_the_handler_number_with_address)
{
	expect_run(&self->task, body);
	expect_val("prctl(2)", 0, self->task.page->word[0]);
	expect_val("signals", 1, self->task.page->nframes);
	expect_sigsys(self->frame, SIGSYS_DISPATCH, 0, variant->nr);
}

/*
 * Contract: SUD-005, SUD-027
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_rollback() [v7.3.4]
 */
TEST_F(dispatched_call, shows_the_handler_the_registers_of_the_caller)
{
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_caller_regs(self->in, &self->frame->regs);
}

/*
 * Contract: SUD-005, SUD-027
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:setup_return() restore_sigframe() [v7.3.4]
 */
TEST_F(dispatched_call, leaves_every_register_after_the_handler)
{
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_kept(self->in, self->out, true);
}

static void write_result(struct frame *frame, void *ucontext)
{
	task_write_result(frame, ucontext);
	if (body_no_selector)
		sud_disarm(frame, ucontext);
	else
		sud_allow(frame, ucontext);
}

/*
 * Contract: SUD-006
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 */
TEST_F(dispatched_call, returns_what_the_handler_writes)
{
	task_on_signal = write_result;
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_val("result", TASK_RESULT, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

static void body_repeated(struct page *page)
{
	body(page);
	if (body_no_selector)
		sud_arm(NULL);
	sud_blocked_call(page, 1);
	sud_disarm(NULL, NULL);
	sud_blocked_call(page, 2);
}

/*
 * Contract: SUD-002, SUD-014
 * Code: kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch() [v7.3.4]
 */
TEST_F(dispatched_call, is_repeated_until_dispatch_is_off)
{
	struct page *page = self->task.page;

	sysregs_fill_pattern(&page->call[1].in, variant->nr);
	sysregs_fill_pattern(&page->call[2].in, variant->nr);
	expect_run(&self->task, body_repeated);
	expect_val("signals", 2, page->nframes);
	expect_caller_regs(&page->call[1].in, &page->frame[1].regs);
	expect_val("result after OFF", variant->nr == __NR_getppid ? getpid() : -ENOSYS,
		   page->call[2].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
