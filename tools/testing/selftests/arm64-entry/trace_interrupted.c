// SPDX-License-Identifier: GPL-2.0-only
/* sys_exit of system calls that a signal interrupts. */
#include "expect.h"
#include "watched.h"
#include "interrupted.h"

FIXTURE_SETUP(interrupted_call)
{
	require(trace_available(), TRACE_NEEDS);
	setup_ok(watched_start(&self->w, variant->body, NULL, 0));
	self->w.t.task.page->word[0] = 3600;
}

FIXTURE_TEARDOWN_PARENT(interrupted_call)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: ENTRY-047
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(interrupted_call, has_a_sys_exit_with_the_internal_restart_code)
{
	struct watched *w = &self->w;

	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	setup_ok(tracee_signal(&w->t, SIGUSR1));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(variant->nr, "..."));
	expect_line(&w->seen, EVENT_EXIT(variant->nr, "%d"), variant->result);
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
