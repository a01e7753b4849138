// SPDX-License-Identifier: GPL-2.0-only
/*
 * The return of the SIGSYS handler while the selector still blocks: a sigreturn
 * of the program's own is dispatched like any call, that of arm64's vDSO is not.
 */
#include "sud.h"

FIXTURE(sigreturn_under_block) {
	struct task task;
	struct page *page;
};

FIXTURE_VARIANT(sigreturn_under_block) {
	unsigned long flags;
	bool exempt;
};

FIXTURE_VARIANT_ADD(sigreturn_under_block, as_the_kernel_sets_it_up) {
	.flags = 0, .exempt = ARCH_VDSO_SIGRETURN_EXEMPT,
};

FIXTURE_VARIANT_ADD(sigreturn_under_block, of_the_program) {
	.flags = TASK_OWN_RESTORER, .exempt = false,
};

static unsigned long body_flags;

/* Two blocked calls, and handlers that do not open the selector. */
static void body(struct page *page)
{
	task_handle(SIGSYS, body_flags);
	page->word[0] = (__u64)sud_arm(sud_selector(page));
	sud_blocked_call(page, 0);
	page->word[1]++;
	sud_blocked_call(page, 1);
	page->word[1]++;
}

/* A handler inside a handler: open the selector and make the sigreturn again. */
static void redo_when_nested(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	if (frame->syscall != __NR_rt_sigreturn)
		return;
	*reg(&regs, REG_PC) = (__u64)sigreturn_insn;
	frame_set(ucontext, &regs);
	sud_allow(frame, ucontext);
}

FIXTURE_SETUP(sigreturn_under_block)
{
	require_sud();
	self->page = self->task.page = page_new();
	setup_ok(self->page ? 0 : -ENOMEM);
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getpid);
	body_flags = variant->flags;
	task_on_signal = redo_when_nested;
}

FIXTURE_TEARDOWN(sigreturn_under_block)
{
	task_end(&self->task);
}

/*
 * Contract: SUD-018, SUD-019
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 * Code: arch/x86/entry/vdso/vma.c:arch_syscall_is_vdso_sigreturn() [v7.3.4]
 */
TEST_F(sigreturn_under_block, returns_or_ends_the_task_with_sigsys_masked)
{
	int status;

	setup_ok(task_start(&self->task, body));
	setup_ok(task_finish(&self->task, &status));
	expect_val("prctl(2)", 0, self->page->word[0]);
	expect_val("si_syscall", __NR_getppid, self->page->frame[0].syscall);
	if (variant->exempt) {
		expect_val("wait status", TASK_DONE << 8, status);
		expect_val("signals", 2, self->page->nframes);
		expect_val("si_syscall", __NR_getpid, self->page->frame[1].syscall);
		expect_kept(&self->page->call[0].in, &self->page->call[0].out, true);
		return;
	}
	expect_val("deadly signal", SIGSYS, status & 0x7f);
	expect_val("signals", 1, self->page->nframes);
	expect_val("calls that came back", 0, self->page->word[1]);
}

/*
 * Contract: SUD-018, SUD-019
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() trigger_sigsys() [v7.3.4]
 */
TEST_F(sigreturn_under_block, is_dispatched_by_its_own_address)
{
	struct frame *nested = &self->page->frame[1];

	body_flags |= SA_NODEFER;
	expect_run(&self->task, body);
	expect_val("calls that came back", 2, self->page->word[1]);
	if (variant->exempt) {
		expect_val("signals", 2, self->page->nframes);
		expect_val("si_syscall", __NR_getpid, nested->syscall);
		return;
	}
	expect_val("signals", 4, self->page->nframes);
	expect_val("si_syscall", __NR_rt_sigreturn, nested->syscall);
	expect_val("si_code", SIGSYS_DISPATCH, nested->code);
	expect_val("si_call_addr", sigreturn_insn + ARCH_SYS_INSN_SIZE, nested->addr);
}

TEST_HARNESS_MAIN
