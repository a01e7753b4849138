// SPDX-License-Identifier: GPL-2.0-only
/* The end of stepping at the SIGSYS of a call that a filter traps: no other signal may follow. */
#include <sys/wait.h>
#include "expect.h"
#include "filter.h"
#include "watched.h"

FIXTURE(trapped_call) {
	struct watched w;
};

FIXTURE_VARIANT(trapped_call) {
	int request;		/* from its entry stop to that of the signal */
};

FIXTURE_VARIANT_ADD(trapped_call, once_stepped) { .request = PTRACE_SINGLESTEP };
FIXTURE_VARIANT_ADD(trapped_call, once_continued) { .request = PTRACE_CONT };

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	filter_self(__NR_getppid, SECCOMP_RET_TRAP);
	body_watched_calls(page);
}

FIXTURE_SETUP(trapped_call)
{
	static const long nr[] = { __NR_getppid };

	require_filters();
	setup_ok(watched_start(&self->w, body, nr, ARRAY_SIZE(nr)));
}

FIXTURE_TEARDOWN(trapped_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-054
 * Promise: ptrace(2) "PTRACE_DETACH"
 * Code: include/linux/ptrace.h:ptrace_report_syscall_exit() [v7.3.4]
 * Code: include/linux/ptrace.h:user_single_step_report() [v7.3.4]
 */
TEST_F(trapped_call, detached_at_its_signal_goes_on_in_the_handler)
{
	struct tracee *t = &self->w.t;
	int status;

	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(t, variant->request, STOP_SIGNAL, SIGSYS);
	setup_ok(tracee_detach(t, SIGSYS));
	setup_ok(task_finish(&t->task, &status));
	/* Whether a core is written is not the claim. */
	if (variant->request == PTRACE_SINGLESTEP)
		expect_val_or_defect(K17, "wait status", TASK_DONE << 8,
				     status & ~WCOREFLAG, SIGTRAP);
	expect_val("wait status", TASK_DONE << 8, status);
	expect_val("signals handled", 1, t->task.page->nframes);
}

TEST_HARNESS_MAIN
