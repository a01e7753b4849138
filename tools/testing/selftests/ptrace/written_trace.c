// SPDX-License-Identifier: GPL-2.0-only
/* What the system call tracepoints show of a call whose registers a tracer writes. */
#include "expect.h"
#include "written_watched.h"

FIXTURE(written_call_traced) {
	struct watched w;
};

FIXTURE_VARIANT(written_call_traced) {
	struct written_way way;
};

WRITTEN_WAYS(written_call_traced);

FIXTURE_SETUP(written_call_traced)
{
	require_filters();
	require(trace_available(), TRACE_NEEDS);
	require(!variant->way.info || kernel_at_least(6, 16),
		"needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	setup_ok(written_way_start(&self->w));
	setup_ok(watched_trace(&self->w));
	expect_stop(&self->w.t, variant->way.request, variant->way.kind, variant->way.what);
}

FIXTURE_TEARDOWN_PARENT(written_call_traced)
{
	trace_close(&self->w.trace);
}

/* All that may follow the call under test: getppid(), the end. */
#define expect_end_events(w) do {					\
	expect_line(&(w)->seen, EVENT_ENTER(__NR_getppid, EVENT_ARGS), PATTERN_6(100)); \
	expect_line(&(w)->seen, EVENT_EXIT(__NR_getppid, "%d"), getpid()); \
	expect_line(&(w)->seen, EVENT_ENTER(__NR_exit_group, "..."));	\
	expect_no_more_lines(&(w)->seen);				\
} while (0)

/*
 * Contract: ENTRY-043, PT-014, PT-018
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() syscall_set_arguments() [v7.3.4]
 */
TEST_F(written_call_traced, shows_argument_0_as_it_was_written_alone)
{
	struct watched *w = &self->w;

	setup_ok(write_arguments(&w->t, variant->way.info, -1, 1));
	if (variant->way.kind == STOP_ENTRY)
		expect_stop(&w->t, PTRACE_CONT, STOP_SECCOMP, WRITTEN_DATA);
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_gettid, EVENT_ARGS), pattern(200), pattern(101),
		    PATTERN_4(102));
	expect_line(&w->seen, EVENT_EXIT(__NR_gettid, "%d"), w->pid);
	expect_end_events(w);
}

/*
 * Contract: ENTRY-043, PT-015, PT-018, PT-020
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() gpr_set() [v7.3.4]
 */
TEST_F(written_call_traced, shows_number_with_six_arguments_as_written)
{
	struct watched *w = &self->w;

	setup_ok(write_arguments(&w->t, variant->way.info, __NR_close, 6));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_close, EVENT_ARGS), PATTERN_6(200));
	expect_line(&w->seen, EVENT_EXIT(__NR_close, "-9"));
	expect_end_events(w);
}

FIXTURE(call_traced) {
	struct watched w;
};

FIXTURE_SETUP(call_traced)
{
	require(trace_available(), TRACE_NEEDS);
}

FIXTURE_TEARDOWN_PARENT(call_traced)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: ENTRY-043, PT-020
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() syscall_trace_exit() [v7.3.4]
 */
TEST_F(call_traced, leaves_by_the_number_written_at_an_event_stop)
{
	struct watched *w = &self->w;
	unsigned long child;

	setup_ok(written_fork_start(w));
	setup_ok(watched_trace(w));
	expect_fork_renumbered(w, __NR_close);
	child = w->t.stop.msg;
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_clone, EVENT_ARGS), (unsigned long long)SIGCHLD,
		    0ULL, 0ULL, 0ULL, 0ULL, 0ULL);
	expect_line(&w->seen, EVENT_EXIT(__NR_close, "%lu"), child);
	expect_end_events(w);
}

/*
 * The caller's own -1 must look the same whoever watches.
 *
 * Contract: PT-023, ENTRY-039
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_traced, of_number_minus_one_returns_enosys)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_watched_calls, -1, __NR_getppid));
	setup_ok(watched_trace(w));
	expect_minus_one_refused(w);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(-1, EVENT_ARGS), PATTERN_6(100));
	expect_line(&w->seen, EVENT_EXIT(-1, "%d"), -ENOSYS);
	expect_end_events(w);
}

TEST_HARNESS_MAIN
