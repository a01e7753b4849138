// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dispatch comes before everything else a call entry does: a tracer has no stop
 * for a dispatched call and a seccomp filter is not asked.  The next call that is
 * not dispatched is reported whole.
 */
#include "filter.h"
#include "sud.h"

FIXTURE(dispatched_call_of_a_tracee) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(dispatched_call_of_a_tracee) {
	int request;
};

FIXTURE_VARIANT_ADD(dispatched_call_of_a_tracee, in_system_call_tracing) {
	.request = PTRACE_SYSCALL,
};

FIXTURE_VARIANT_ADD(dispatched_call_of_a_tracee, in_system_call_emulation) {
	.request = PTRACE_SYSEMU,
};

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)sud_arm(sud_selector(page));
	tracee_ready();
	sud_blocked_call(page, 0);
	sys_stub(&page->call[1].in, &page->call[1].out);
}

FIXTURE_SETUP(dispatched_call_of_a_tracee)
{
	require_sud();
	task_on_signal = sud_allow;
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	setup_ok(self->page->word[0]);
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getpid);
}

FIXTURE_TEARDOWN(dispatched_call_of_a_tracee)
{
	tracee_end(&self->t);
}

/*
 * Contract: SUD-021, SUD-025
 * Code: include/linux/entry-common.h:syscall_trace_enter() syscall_exit_work() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 */
TEST_F(dispatched_call_of_a_tracee, stops_for_its_signal_alone)
{
	struct arch_regs regs;

	expect_stop(&self->t, variant->request, STOP_SIGNAL, SIGSYS);
	expect_val("si_code", SIGSYS_DISPATCH, self->t.stop.si.si_code);
	expect_val("si_syscall", __NR_getppid, self->t.stop.si.si_syscall);
	setup_ok(tracee_get_regs(&self->t, &regs));
	expect_val(reg_text(REG_ARG0), pattern(100), *reg(&regs, REG_ARG0));
	expect_val(reg_text(REG_MARK), self->page->call[0].in.r[SYSREG_MARK], *reg(&regs, REG_MARK));
	expect_val(reg_text(REG_PC), sys_insn_end, *reg(&regs, REG_PC));
	expect_done(&self->t);
	expect_val("signals", 1, self->page->nframes);
	expect_caller_regs(&self->page->call[0].in, &self->page->frame[0].regs);
}

/*
 * Contract: SUD-024, SUD-021
 * Code: include/linux/syscall_user_dispatch.h:syscall_user_dispatch_clear_on_dispatch() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_work() [v7.3.4]
 */
TEST_F(dispatched_call_of_a_tracee, leaves_the_next_call_with_both_stops)
{
	expect_stop(&self->t, variant->request, STOP_SIGNAL, SIGSYS);
	/* The sigreturn of the handler, which opened the selector. */
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getpid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getpid);
	expect_reg(&self->t, REG_RESULT, self->t.tid);
	expect_done(&self->t);
}

FIXTURE(dispatched_call_of_a_filtered_task) {
	struct task task;
};

FIXTURE_VARIANT(dispatched_call_of_a_filtered_task) {
	__u32 verdict;
	__u64 result;		/* of the same call when it is not dispatched */
};

FIXTURE_VARIANT_ADD(dispatched_call_of_a_filtered_task, that_denies_it) {
	.verdict = SECCOMP_RET_ERRNO | EXDEV, .result = (__u64)-EXDEV,
};

FIXTURE_VARIANT_ADD(dispatched_call_of_a_filtered_task, that_traces_it) {
	.verdict = SECCOMP_RET_TRACE, .result = (__u64)-ENOSYS,
};

static struct filter body_filter;

static void body_filtered(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	page->word[1] = (__u64)sud_arm(sud_selector(page));
	sud_blocked_call(page, 0);
	sys_stub(&page->call[1].in, &page->call[1].out);
}

FIXTURE_SETUP(dispatched_call_of_a_filtered_task)
{
	require_sud();
	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	sysregs_fill_pattern(&self->task.page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&self->task.page->call[1].in, __NR_getppid);
	filter_on_nr(&body_filter, __NR_getppid, variant->verdict);
	task_on_signal = sud_allow;
}

FIXTURE_TEARDOWN(dispatched_call_of_a_filtered_task)
{
	task_end(&self->task);
}

/*
 * Contract: SUD-022
 * Code: include/linux/entry-common.h:syscall_trace_enter() [v7.3.4]
 */
TEST_F(dispatched_call_of_a_filtered_task, is_not_shown_to_the_filter)
{
	struct page *page = self->task.page;

	expect_run(&self->task, body_filtered);
	expect_val("seccomp(2)", 0, page->word[0]);
	expect_val("prctl(2)", 0, page->word[1]);
	expect_val("signals", 1, page->nframes);
	expect_val("si_code", SIGSYS_DISPATCH, page->frame[0].code);
	expect_kept(&page->call[0].in, &page->call[0].out, true);
	/* The filter is there: it judges the same call once it is not dispatched. */
	expect_val("result", variant->result, page->call[1].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
