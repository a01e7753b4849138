// SPDX-License-Identifier: GPL-2.0-only
/* What the system call tracepoints see of a call that PTRACE_SYSEMU skips. */
#include "expect.h"
#include "watched.h"

FIXTURE(emulated_call) {
	struct watched w;
};

FIXTURE_SETUP(emulated_call)
{
	require(trace_available(), TRACE_NEEDS);
	setup_ok(watched_calls_start(&self->w, body_watched_calls, __NR_getppid, __NR_close));
	setup_ok(watched_trace(&self->w));
}

FIXTURE_TEARDOWN_PARENT(emulated_call)
{
	trace_close(&self->w.trace);
}

/*
 * Its exit is an event: it leaves by the same path as any other call.
 *
 * Contract: PT-041
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 */
TEST_F(emulated_call, has_an_exit_event_without_an_entry_event)
{
	long long result = ARCH_ENTRY_RESULT_IS_ENOSYS ? -ENOSYS : (long long)pattern(100);
	struct watched *w = &self->w;

	expect_stop(&w->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_EXIT(__NR_getppid, "%lld"), result);
	expect_line(&w->seen, EVENT_ENTER(__NR_close, EVENT_ARGS), PATTERN_6(100));
	expect_line(&w->seen, EVENT_EXIT(__NR_close, "-9"));
	expect_line(&w->seen, EVENT_ENTER(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
