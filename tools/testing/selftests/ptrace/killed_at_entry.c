// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIGKILL at an entry stop, seen from outside: neither the filter nor the call
 * comes to run, which a tracepoint tells of a task that can tell nothing more.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"
#include "filter.h"
#include "watched.h"

#define FILTER_ERRNO	77

FIXTURE(task_at_its_entry_stop) {
	struct watched w;
	int fd[2];
	__u64 fd_arg;		/* argument 0 of its write to the pipe */
};

/* What an entry stop whose task is killed could be let through to. */
FIXTURE_VARIANT(task_at_its_entry_stop) {
	bool has_filter;
};

FIXTURE_VARIANT_ADD(task_at_its_entry_stop, without_a_filter) { .has_filter = false };
FIXTURE_VARIANT_ADD(task_at_its_entry_stop, with_a_filter) { .has_filter = true };

static bool has_filter;

/* Both numbers the filter could be shown: the call's, and that of a forgotten one. */
static void body(struct page *page)
{
	struct filter call, forgotten;

	filter_on_nr(&call, __NR_write, SECCOMP_RET_ERRNO | FILTER_ERRNO);
	filter_on_nr(&forgotten, (__u32)-1, SECCOMP_RET_ERRNO | FILTER_ERRNO);
	if (has_filter && (filter_install(&call, 0) || filter_install(&forgotten, 0)))
		sys_call(__NR_exit_group, 1);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(task_at_its_entry_stop)
{
	struct watched *w = &self->w;
	__u64 args[6] = {};

	require(trace_available(), TRACE_NEEDS);
	if (variant->has_filter)
		require_filters();
	has_filter = variant->has_filter;
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC | O_NONBLOCK));
	setup_ok(watched_calls_start(w, body, __NR_write));
	/* Bits that a copy of an int would lose; the kernel takes the low half. */
	self->fd_arg = 0x5a5aULL << 32 | (__u32)self->fd[1];
	args[0] = self->fd_arg;
	args[1] = (__u64)&w->t.task.page->word[0];
	args[2] = 1;
	sysregs_fill(&w->t.task.page->call[0].in, __NR_write, args);
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_write);
}

FIXTURE_TEARDOWN_PARENT(task_at_its_entry_stop)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: PT-058
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_entry() syscall_trace_enter() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 */
TEST_F(task_at_its_entry_stop, when_killed_runs_neither_filter_nor_call)
{
	struct watched *w = &self->w;
	char byte;

	setup_ok(tracee_signal(&w->t, SIGKILL));
	setup_ok(tracee_wait_stop(&w->t));
	expect_at(&w->t, STOP_KILLED, SIGKILL);
	expect_val("read of the pipe", -EAGAIN, sys_call(__NR_read, self->fd[0], &byte, 1));
	setup_ok(watched_trace_lines(w));
	if (ARCH_KILLED_CALL_IS_FORGOTTEN)
		expect_line(&w->seen, EVENT_EXIT(-1, "%lld"), (long long)self->fd_arg);
	else
		expect_line(&w->seen, EVENT_EXIT(__NR_write, "%d"), -ENOSYS);
	expect_no_more_lines(&w->seen);
}

/*
 * The same without the kill: filter, call and events are there to be missed.
 *
 * Contract: PT-058
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(task_at_its_entry_stop, when_resumed_runs_what_it_should)
{
	long result = variant->has_filter ? -FILTER_ERRNO : 1;
	struct watched *w = &self->w;
	char byte;

	expect_done(&w->t);
	expect_val("read of the pipe", variant->has_filter ? -EAGAIN : 1,
		   sys_call(__NR_read, self->fd[0], &byte, 1));
	setup_ok(watched_trace_lines(w));
	if (!variant->has_filter)
		expect_line(&w->seen, "sys_enter: NR %d (...", __NR_write);
	expect_line(&w->seen, EVENT_EXIT(__NR_write, "%ld"), result);
	expect_line(&w->seen, "sys_enter: NR %d (...", __NR_exit_group);
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
