// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a tracee is resumed inside a call decides about the rest of that call:
 * the exit side looks again, and does not remember the entry.
 */
#include <linux/futex.h>
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

FIXTURE(call_seen_at_entry) {
	struct tracee t;
	struct page *page;
};

FIXTURE_SETUP(call_seen_at_entry)
{
	int i;

	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->page = self->t.task.page;
	self->page->ncalls = 3;
	for (i = 0; i < 3; i++)
		sysregs_fill_pattern(&self->page->call[i].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

FIXTURE_TEARDOWN(call_seen_at_entry)
{
	tracee_end(&self->t);
}

/* Every call of the list ran, and gave its result. */
#define expect_all_ran(page) do {					\
	unsigned int ran_i;						\
									\
	for (ran_i = 0; ran_i < (page)->ncalls; ran_i++)		\
		expect_val(reg_text(REG_RESULT), getpid(),		\
			   (page)->call[ran_i].out.r[SYSREG_RESULT]);	\
} while (0)

/*
 * The signal is the marked event: it comes right behind the call.
 *
 * Contract: PT-029
 * Promise: ptrace(2) "Syscall-stops"
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_seen_at_entry, then_continued_runs_with_no_exit_stop)
{
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_RESULT, getpid());
	self->t.stop.kind = STOP_NONE;	/* this SIGUSR1 is not delivered */
	expect_done(&self->t);
	expect_all_ran(self->page);
}

/*
 * Contract: PT-029
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 */
TEST_F(call_seen_at_entry, then_continued_can_be_watched_again_later)
{
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	self->t.stop.kind = STOP_NONE;
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_done(&self->t);
	expect_all_ran(self->page);
}

/*
 * Nobody is left to take a stop: a flag that stayed would end the task by
 * SIGTRAP, or skip its calls.
 *
 * Contract: PT-030
 * Promise: ptrace(2) "PTRACE_DETACH"
 * Code: kernel/ptrace.c:__ptrace_unlink() ptrace_detach() [v7.3.4]
 */
TEST_F(call_seen_at_entry, then_detached_runs_to_its_end_unwatched)
{
	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	expect_all_ran(self->page);
}

/*
 * Contract: PT-030
 * Code: kernel/ptrace.c:ptrace_detach() __ptrace_unlink() [v7.3.4]
 */
TEST_F(call_seen_at_entry, then_detached_with_a_signal_runs_before_it)
{
	int status;

	setup_ok(tracee_detach(&self->t, SIGUSR1));
	setup_ok(task_finish(&self->t.task, &status));
	expect_val("wait status", SIGUSR1, status);
	expect_val("result of a call that never returned", 0,
		   self->page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * The next tracer comes while the task sleeps in a call, and resumes nothing: a
 * flag that the first one left would stop the task at the end of that call.
 *
 * Contract: PT-030
 * Promise: ptrace(2) "PTRACE_SEIZE"
 * Code: kernel/ptrace.c:__ptrace_unlink() [v7.3.4]
 */
TEST_F(call_seen_at_entry, then_detached_has_no_stop_for_a_later_tracer)
{
	struct page *page = self->page;

	sysregs_fill(&page->call[1].in, __NR_futex, (__u64 [6]){ (__u64)&page->go, FUTEX_WAIT });
	setup_ok(tracee_detach(&self->t, 0));
	setup_ok(task_wait_blocked(self->t.tid, __NR_futex));
	setup_ok(tracee_ptrace(&self->t, PTRACE_SEIZE, 0, (void *)TRACEE_OPTIONS));
	page_wake(&page->go, 1);
	setup_ok(tracee_wait_stop(&self->t));
	expect_at(&self->t, STOP_EXITED, TASK_DONE);
	expect_val("result of the last call", getpid(), page->call[2].out.r[SYSREG_RESULT]);
}

FIXTURE(event_inside_a_call) {
	struct tracee t, child;
};

FIXTURE_VARIANT(event_inside_a_call) {
	bool has_entry_stop;
};

FIXTURE_VARIANT_ADD(event_inside_a_call, alone) { .has_entry_stop = false };
FIXTURE_VARIANT_ADD(event_inside_a_call, after_an_entry_stop) { .has_entry_stop = true };

FIXTURE_SETUP(event_inside_a_call)
{
	__u64 args[6] = { SIGCHLD };

	setup_ok(tracee_start(&self->t, body_watched_calls));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEFORK));
	self->t.task.page->ncalls = 2;
	sysregs_fill(&self->t.task.page->call[0].in, __NR_clone, args);
	sysregs_fill_pattern(&self->t.task.page->call[1].in, __NR_getppid);
}

FIXTURE_TEARDOWN(event_inside_a_call)
{
	tracee_end(&self->child);
	tracee_end(&self->t);
}

/*
 * Contract: PT-031
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(event_inside_a_call, then_syscall_reports_the_exit_stop)
{
	pid_t child;

	if (variant->has_entry_stop)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_FORK);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	child = (pid_t)self->t.stop.msg;
	setup_ok(tracee_adopt(&self->child, &self->t, child));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_clone);
	expect_reg(&self->t, REG_RESULT, child);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

/*
 * Contract: PT-029
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(event_inside_a_call, then_cont_reports_no_exit_stop)
{
	if (variant->has_entry_stop)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_FORK);
	setup_ok(tracee_adopt(&self->child, &self->t, (pid_t)self->t.stop.msg));
	expect_stop(&self->child, PTRACE_KILL, STOP_KILLED, SIGKILL);
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGCHLD);
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), getpid(),
		   self->t.task.page->call[1].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
