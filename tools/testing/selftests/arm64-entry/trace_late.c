// SPDX-License-Identifier: GPL-2.0-only
/* Events of a system call that was under way when tracing began. */
#include "expect.h"
#include "watched_bodies.h"

FIXTURE(tracing_begun) {
	struct watched w;
};

FIXTURE_SETUP(tracing_begun)
{
	require_differs(ENTRY_049);
	require(kernel_config("SECCOMP_FILTER"), "needs CONFIG_SECCOMP_FILTER");
	require(trace_available(), TRACE_NEEDS);
	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_TRACE | 0x123);
	setup_ok(watched_calls_start(&self->w, body, __NR_gettid, __NR_getppid));
	setup_ok(tracee_options(&self->w.t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
}

FIXTURE_TEARDOWN_PARENT(tracing_begun)
{
	trace_close(&self->w.trace);
}

/*
 * Differs: ENTRY-049
 * Contract: ENTRY-049
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_trace_enter() [v7.3.4]
 */
TEST_F(tracing_begun, at_a_seccomp_stop_has_sys_enter_only_with_live_flags)
{
	struct watched *w = &self->w;

	expect_stop(&w->t, PTRACE_CONT, STOP_SECCOMP, 0x123);
	setup_ok(watched_trace(w));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	if (differs_side(DIFFERS_ENTRY_049) == SIDE_LEGACY)
		expect_line(&w->seen, EVENT_ENTER(__NR_gettid, "(%llx, ..."), pattern(100));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%d"), w->pid);
	expect_line(&w->seen, EVENT_ENTER(__NR_getppid, "..."));
	differs_saw(ENTRY_049);
}

/*
 * The positive twin: here the flags are read again on both sides.
 *
 * Contract: ENTRY-049
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(tracing_begun, at_an_entry_stop_has_sys_enter)
{
	struct watched *w = &self->w;

	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_SECCOMP, 0x123);
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_gettid, "(%llx, ..."), pattern(100));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%d"), w->pid);
	expect_line(&w->seen, EVENT_ENTER(__NR_getppid, "..."));
}

TEST_HARNESS_MAIN
