// SPDX-License-Identifier: GPL-2.0-only
/* The events sys_enter and sys_exit of system calls that nobody interferes with. */
#include "expect.h"
#include "watched_bodies.h"

FIXTURE(call_event) {
	struct watched w;
};

FIXTURE_SETUP(call_event)
{
	require(trace_available(), TRACE_NEEDS);
}

FIXTURE_TEARDOWN_PARENT(call_event)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: ENTRY-038, ENTRY-039
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(call_event, pairs_hold_number_six_arguments_result)
{
	static const long nr[] = { __NR_getppid, __NR_close, -1, 9999, -2 };
	long result[] = { getpid(), -EBADF, -ENOSYS, -ENOSYS, -ENOSYS };
	struct watched *w = &self->w;
	unsigned int i;

	setup_ok(watched_start(w, body, nr, ARRAY_SIZE(nr)));
	setup_ok(watched_trace(w));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	for (i = 0; i < ARRAY_SIZE(nr); i++) {
		expect_line(&w->seen, EVENT_ENTER(nr[i], EVENT_ARGS), PATTERN_6(100));
		expect_line(&w->seen, EVENT_EXIT(nr[i], "%ld"), result[i]);
		expect_val("result", result[i],
			   w->t.task.page->call[i].out.r[SYSREG_RESULT]);
	}
	expect_line(&w->seen, EVENT_ENTER(__NR_exit_group, "(%x, 0, 0, 0, 0, 0)"), TASK_DONE);
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-039
 * Code: kernel/trace/trace_syscalls.c:ftrace_syscall_enter() ftrace_syscall_exit() [v7.3.4]
 */
TEST_F(call_event, with_a_name_exists_only_for_numbers_of_the_table)
{
	static const char *const events[] = { "syscalls", NULL };
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, -1, 9999, -2, 0x7fffffff, __NR_getppid));
	setup_ok(trace_open(&w->trace, w->pid, events));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, "sys_getppid()");
	expect_line(&w->seen, "sys_getppid -> 0x%x", getpid());
	expect_line(&w->seen, "sys_exit_group(...");
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-044
 * Code: arch/arm64/kernel/signal.c:restore_sigframe() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(call_event, of_sigreturn_ends_without_a_number)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_sigreturn, __NR_getppid));
	w->t.task.page->word[0] = pattern(7);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_signal(&w->t, SIGUSR1));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	setup_ok(watched_trace(w));
	expect_done(&w->t);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_rt_sigreturn, "..."));
	expect_line(&w->seen, EVENT_EXIT(-1, "%lld"), (long long)pattern(7));
	expect_line(&w->seen, EVENT_ENTER(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

static void body_exec(struct page *page)
{
	static const char path[] = "/proc/self/exe";
	static const char *const argv[] = { path, NULL };

	tracee_ready();
	page->word[0] = (__u64)sys_call(__NR_execve, path, argv, argv + 1);
}

/*
 * Contract: ENTRY-045
 * Code: arch/arm64/include/asm/processor.h:start_thread_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(call_event, of_a_successful_exec_keeps_its_number)
{
	struct watched *w = &self->w;

	setup_ok(watched_start(w, body_exec, NULL, 0));
	setup_ok(tracee_options(&w->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXEC));
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXEC);
	/* At the exit stop the event is there; the new program never runs. */
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_execve, "..."));
	expect_line(&w->seen, EVENT_EXIT(__NR_execve, "0"));
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-046
 * Code: arch/arm64/kernel/entry.S:ret_from_fork() [v7.3.4]
 */
TEST_F(call_event, of_a_forked_child_begins_with_its_own_first_call)
{
	struct watched *w = &self->w;
	pid_t child;

	setup_ok(watched_start(w, body_fork, NULL, 0));
	setup_ok(watched_trace(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGCHLD);
	expect_done(&w->t);
	child = (pid_t)w->t.task.page->word[0];
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_ENTER(__NR_clone, "(%x, 0, 0, 0, 0, 0)"), SIGCHLD);
	expect_line(&w->seen, EVENT_EXIT(__NR_clone, "%d"), child);
	setup_ok(trace_lines(&w->trace, child, &w->seen));
	expect_line(&w->seen, EVENT_ENTER(__NR_getpid, "(0, 0, 0, 0, 0, 0)"));
	expect_line(&w->seen, EVENT_EXIT(__NR_getpid, "%d"), child);
	expect_line(&w->seen, EVENT_ENTER(__NR_exit_group, "(3, 0, 0, 0, 0, 0)"));
	expect_no_more_lines(&w->seen);
}

static void body_blocked(struct page *page)
{
	tracee_ready();
	page_wait(&page->go, 0);
	body_calls(page);
}

/*
 * Contract: ENTRY-048
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_event, of_a_call_that_slept_when_tracing_began_is_its_exit_alone)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_blocked, __NR_getppid));
	setup_ok(tracee_resume(&w->t, PTRACE_CONT, 0));
	setup_ok(task_wait_blocked(w->pid, __NR_futex));
	setup_ok(watched_trace(w));
	page_wake(&w->t.task.page->go, 1);
	setup_ok(tracee_wait_stop(&w->t));
	expect_at(&w->t, STOP_EXITED, TASK_DONE);
	setup_ok(watched_trace_lines(w));
	expect_line(&w->seen, EVENT_EXIT(__NR_futex, "0"));
	expect_line(&w->seen, EVENT_ENTER(__NR_getppid, EVENT_ARGS), PATTERN_6(100));
	expect_line(&w->seen, EVENT_EXIT(__NR_getppid, "%d"), getpid());
	expect_line(&w->seen, EVENT_ENTER(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
