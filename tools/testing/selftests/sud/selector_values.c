// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the selector byte says: run, dispatch, or die without a handler, with a
 * tracer and without; and SIGSYS when it cannot be handled.
 */
#include <sys/wait.h>
#include "sud.h"

#define REACHED	1		/* word[1]: the call was about to be made */

static volatile char *body_selector;

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	task_handle(SIGSEGV, 0);
	page->word[0] = (__u64)sud_arm(body_selector ? body_selector : sud_selector(page));
	tracee_ready();
	*sud_selector(page) = (char)page->word[2];
	page->word[1] = REACHED;
	sys_stub(&page->call[0].in, &page->call[0].out);
	*sud_selector(page) = SYSCALL_DISPATCH_FILTER_ALLOW;
}

FIXTURE(call_with_selector) {
	struct tracee t;
	struct page *page;
	char *guard;
};

FIXTURE_VARIANT(call_with_selector) {
	unsigned char value;
	bool unmapped;		/* the byte has no memory behind it */
	int death;		/* 0: the call runs */
};

FIXTURE_VARIANT_ADD(call_with_selector, at_allow) { .value = SYSCALL_DISPATCH_FILTER_ALLOW };
FIXTURE_VARIANT_ADD(call_with_selector, at_two) { .value = 2, .death = SIGSYS };
FIXTURE_VARIANT_ADD(call_with_selector, at_255) { .value = 255, .death = SIGSYS };
FIXTURE_VARIANT_ADD(call_with_selector, unmapped) { .unmapped = true, .death = SIGSEGV };

FIXTURE_SETUP(call_with_selector)
{
	require_sud();
	self->guard = guard_alloc(1);
	setup_ok(self->guard ? 0 : -ENOMEM);
	body_selector = variant->unmapped ? self->guard + 1 : NULL;
	task_on_signal = sud_allow;
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	setup_ok(self->page->word[0]);
	self->page->word[2] = variant->value;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
}

FIXTURE_TEARDOWN(call_with_selector)
{
	tracee_end(&self->t);
	guard_free(self->guard, 1);
}

/*
 * Contract: SUD-007, SUD-008, SUD-009
 * Promise: Documentation/admin-guide/syscall-user-dispatch.rst "Interface"
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 */
TEST_F(call_with_selector, runs_or_ends_the_task_without_a_handler)
{
	int status;

	setup_ok(tracee_detach(&self->t, 0));
	setup_ok(task_finish(&self->t.task, &status));
	expect_val("word of the body", REACHED, self->page->word[1]);
	expect_val("signals handled", 0, self->page->nframes);
	if (variant->death) {
		expect_val("wait status", variant->death, status & ~WCOREFLAG);
		return;
	}
	expect_val("wait status", TASK_DONE << 8, status);
	expect_val("result", getpid(), self->page->call[0].out.r[SYSREG_RESULT]);
	expect_kept(&self->page->call[0].in, &self->page->call[0].out, false);
}

/*
 * Contract: SUD-038, SUD-007
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_trace_enter() syscall_exit_work() [v7.3.4]
 */
TEST_F(call_with_selector, has_an_entry_stop_only_if_it_runs)
{
	struct sysregs *in = &self->page->call[0].in;

	if (variant->death) {
		/* Not counted as a dispatch, so the exit is still reported. */
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
		expect_reg(&self->t, REG_RESULT, ARCH_ENTRY_RESULT_IS_ENOSYS ?
			   (__u64)-ENOSYS : in->r[SYSREG_RESULT]);
		expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_KILLED, variant->death);
		return;
	}
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(&self->t, REG_RESULT, getpid());
	expect_done(&self->t);
}

FIXTURE(dispatch_with_sigsys) {
	struct task task;
};

FIXTURE_VARIANT(dispatch_with_sigsys) {
	bool blocked, ignored;
};

FIXTURE_VARIANT_ADD(dispatch_with_sigsys, blocked) { .blocked = true };
FIXTURE_VARIANT_ADD(dispatch_with_sigsys, ignored) { .ignored = true };
FIXTURE_VARIANT_ADD(dispatch_with_sigsys, handled) {};

static bool body_blocked, body_ignored;

static void body_sigsys(struct page *page)
{
	task_handle(SIGSYS, 0);
	if (body_blocked)
		task_mask(SIG_BLOCK, SIGSYS);
	if (body_ignored)
		task_dispose(SIGSYS, SIG_IGN);
	page->word[0] = (__u64)sud_arm(sud_selector(page));
	page->word[1] = REACHED;
	sud_blocked_call(page, 0);
}

FIXTURE_SETUP(dispatch_with_sigsys)
{
	require_sud();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	sysregs_fill_pattern(&self->task.page->call[0].in, __NR_getppid);
	body_blocked = variant->blocked;
	body_ignored = variant->ignored;
	task_on_signal = sud_allow;
}

FIXTURE_TEARDOWN(dispatch_with_sigsys)
{
	task_end(&self->task);
}

/*
 * Contract: SUD-030
 * Code: kernel/entry/syscall_user_dispatch.c:trigger_sigsys() [v7.3.4]
 * Code: kernel/signal.c:force_sig_info_to_task() [v7.3.4]
 */
TEST_F(dispatch_with_sigsys, ends_the_task_unless_it_is_handled)
{
	bool handled = !variant->blocked && !variant->ignored;
	int status;

	setup_ok(task_start(&self->task, body_sigsys));
	setup_ok(task_finish(&self->task, &status));
	expect_val("prctl(2)", 0, self->task.page->word[0]);
	expect_val("word of the body", REACHED, self->task.page->word[1]);
	expect_val("signals handled", handled, self->task.page->nframes);
	if (handled)
		expect_val("wait status", TASK_DONE << 8, status);
	else
		expect_val("deadly signal", SIGSYS, status & 0x7f);
}

TEST_HARNESS_MAIN
