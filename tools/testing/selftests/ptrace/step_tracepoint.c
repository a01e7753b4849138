// SPDX-License-Identifier: GPL-2.0-only
/* Single steps over a call that is also an event of the system call tracepoints. */
#include "walk.h"
#include "watched.h"

FIXTURE(traced_call) {
	struct walk w;
	struct trace trace;
};

FIXTURE_SETUP(traced_call)
{
	require(trace_available(), TRACE_NEEDS);
	setup_ok(walk_start(&self->w, walk_body));
	setup_ok(trace_open(&self->trace, self->w.t.tid, watched_calls));
}

FIXTURE_TEARDOWN_PARENT(traced_call)
{
	trace_close(&self->trace);
}

/*
 * Contract: PT-044, PT-045, PT-046
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_work() report_single_step() [v7.3.4]
 */
TEST_F(traced_call, stops_the_tracee_at_every_instruction_around_it)
{
	struct lines seen;

	expect_five_steps(&self->w);
	/* The work was done: both events of the call. */
	setup_ok(trace_lines(&self->trace, self->w.t.tid, &seen));
	expect_line(&seen, EVENT_ENTER(__NR_getcpu, "(%llx, ..."), self->w.m.arg0);
	expect_line(&seen, EVENT_EXIT(__NR_getcpu, "0"));
	expect_no_more_lines(&seen);
}

TEST_HARNESS_MAIN
