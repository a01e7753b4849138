// SPDX-License-Identifier: GPL-2.0-only
/* sys_enter and sys_exit of system calls that a tracer or a filter changes or skips. */
#include "expect.h"
#include "watched_bodies.h"

FIXTURE(changed_call) {
	struct watched w;
};

FIXTURE_SETUP(changed_call)
{
	require(kernel_config("SECCOMP_FILTER"), "needs CONFIG_SECCOMP_FILTER");
	require(trace_available(), TRACE_NEEDS);
}

FIXTURE_TEARDOWN_PARENT(changed_call)
{
	trace_close(&self->w.trace);
}

/* All that may follow the call under test: getppid(), the mark. */
#define expect_mark_events(w) do {					\
	expect_line(&(w)->seen, EVENT_ENTER(__NR_getppid, EVENT_ARGS), PATTERN_6(100)); \
	expect_line(&(w)->seen, EVENT_EXIT(__NR_getppid, "%d"), getpid());	\
	expect_line(&(w)->seen, EVENT_ENTER(__NR_exit_group, "..."));		\
	expect_no_more_lines(&(w)->seen);				\
} while (0)

/*
 * Contract: ENTRY-040
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(changed_call, emulated_has_no_sys_enter_but_a_sys_exit_with_argument_0)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_gettid);
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%lld"), (long long)pattern(100));
	expect_mark_events(w);
}

/*
 * Contract: ENTRY-041
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(changed_call, denied_by_seccomp_has_a_sys_exit_alone)
{
	struct watched *w = &self->w;

	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_ERRNO | 77);
	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_trace(w));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "-77"));
	expect_mark_events(w);
}

/*
 * Contract: ENTRY-041
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(changed_call, killed_by_seccomp_has_a_sys_exit_with_argument_0)
{
	struct watched *w = &self->w;

	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_KILL_PROCESS);
	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_KILLED, SIGSYS);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%lld"), (long long)pattern(100));
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-042
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(changed_call, skipped_by_number_minus_1_has_both_events_of_minus_1)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(tracee_set_nr(&w->t, -1));
	setup_ok(tracee_set(&w->t, REG_RESULT, pattern(7)));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	/* With no system call orig_x0 no longer follows x0. */
	expect_line(&w->seen, EVENT_ENTER(-1, EVENT_ARGS), PATTERN_6(100));
	expect_line(&w->seen, EVENT_EXIT(-1, "%lld"), (long long)pattern(7));
	expect_mark_events(w);
}

FIXTURE(call_changed_by_tracer) {
	struct watched w;
};

FIXTURE_VARIANT(call_changed_by_tracer) {
	int request;
	enum stop_kind stop;
	int what;
};

FIXTURE_VARIANT_ADD(call_changed_by_tracer, at_entry_stop) {
	.request = PTRACE_SYSCALL, .stop = STOP_ENTRY, .what = __NR_gettid,
};
FIXTURE_VARIANT_ADD(call_changed_by_tracer, at_seccomp_stop) {
	.request = PTRACE_CONT, .stop = STOP_SECCOMP, .what = 0x123,
};

FIXTURE_SETUP(call_changed_by_tracer)
{
	require(kernel_config("SECCOMP_FILTER"), "needs CONFIG_SECCOMP_FILTER");
	require(trace_available(), TRACE_NEEDS);
	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_TRACE | 0x123);
	setup_ok(watched_calls_start(&self->w, body, __NR_gettid, __NR_getppid));
	setup_ok(tracee_options(&self->w.t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
}

FIXTURE_TEARDOWN_PARENT(call_changed_by_tracer)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: ENTRY-043
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(call_changed_by_tracer, has_the_new_number_with_six_new_arguments)
{
	struct watched *w = &self->w;
	struct arch_regs regs;
	int i;

	setup_ok(watched_trace(w));
	expect_stop(&w->t, variant->request, variant->stop, variant->what);
	setup_ok(tracee_set_nr(&w->t, __NR_close));
	setup_ok(tracee_get_regs(&w->t, &regs));
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = pattern(40 + i);
	setup_ok(tracee_set_regs(&w->t, &regs));
	/* Over the seccomp stop of the filter: the new number is not in it. */
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_close, EVENT_ARGS), PATTERN_6(40));
	expect_line(&w->seen, EVENT_EXIT(__NR_close, "-9"));
	expect_mark_events(w);
}

/*
 * Contract: ENTRY-050
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 */
TEST_F(call_changed_by_tracer, has_sys_enter_after_both_stops_yet_sys_exit_before_its_stop)
{
	struct watched *w = &self->w;

	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(watched_trace_lines(w));
	expect_no_more_lines(&w->seen);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_SECCOMP, 0x123);
	setup_ok(watched_trace_lines(w));
	expect_no_more_lines(&w->seen);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_gettid);
	/* What the tracer writes now comes too late for sys_exit. */
	setup_ok(tracee_set(&w->t, REG_RESULT, pattern(7)));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_gettid, EVENT_ARGS), PATTERN_6(100));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%d"), w->pid);
	expect_mark_events(w);
}

TEST_HARNESS_MAIN
