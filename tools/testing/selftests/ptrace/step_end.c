// SPDX-License-Identifier: GPL-2.0-only
/* The end of stepping: no trap may come later. */
#include <sys/wait.h>
#include "expect.h"

FIXTURE(stepping) {
	struct tracee t;
};

/* The requests before the last one; 0: none. */
FIXTURE_VARIANT(stepping) {
	int request[3];
	enum stop_kind kind;	/* where they lead */
	int what;
	int left;		/* stops at the two calls still to come */
};

FIXTURE_VARIANT_ADD(stepping, to_an_instruction) {
	.request = { PTRACE_SINGLESTEP }, .kind = STOP_TRAP, .what = TRAP_TRACE,
	.left = 4,
};

FIXTURE_VARIANT_ADD(stepping, over_a_call) {
	.request = { PTRACE_SYSCALL, PTRACE_SINGLESTEP },
	.kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE, .left = 2,
};

FIXTURE_VARIANT_ADD(stepping, behind_a_call) {
	.request = { PTRACE_SYSCALL, PTRACE_SYSCALL, PTRACE_SINGLESTEP },
	.kind = STOP_TRAP, .what = TRAP_TRACE, .left = 2,
};

FIXTURE_VARIANT_ADD(stepping, up_to_an_entry_stop) {
	.request = { PTRACE_SINGLESTEP, PTRACE_SYSCALL },
	.kind = STOP_ENTRY, .what = __NR_getppid, .left = 3,
};

FIXTURE_SETUP(stepping)
{
	struct page *page = page_new();
	unsigned int i;

	ASSERT_NE(NULL, page);
	self->t.task.page = page;
	for (page->ncalls = 0; page->ncalls < 2; page->ncalls++)
		sysregs_fill_pattern(&page->call[page->ncalls].in, __NR_getppid);
	setup_ok(tracee_start(&self->t, body_watched_calls));
	for (i = 0; i < ARRAY_SIZE(variant->request) && variant->request[i]; i++)
		setup_ok(tracee_next(&self->t, variant->request[i]));
	expect_at(&self->t, variant->kind, variant->what);
}

FIXTURE_TEARDOWN(stepping)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-054
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_disable_single_step() [v7.3.4]
 */
TEST_F(stepping, ended_by_cont_leaves_no_trap_behind)
{
	expect_done(&self->t);
	expect_val("result", getpid(), self->t.task.page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-054
 * Promise: ptrace(2) "PTRACE_DETACH"
 * Code: kernel/ptrace.c:ptrace_detach() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:ptrace_disable() [v7.3.4]
 */
TEST_F(stepping, ended_by_detach_leaves_no_trap_behind)
{
	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	expect_val("result", getpid(), self->t.task.page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-054
 * Code: arch/arm64/kernel/debug-monitors.c:user_disable_single_step() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(stepping, ended_by_syscall_leaves_the_stops_of_calls_alone)
{
	int i;

	for (i = variant->left; i > 0; i--)
		expect_stop(&self->t, PTRACE_SYSCALL, i % 2 ? STOP_EXIT : STOP_ENTRY,
			    __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group);
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
