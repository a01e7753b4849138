// SPDX-License-Identifier: GPL-2.0-only
/* A call that ends its task has an entry stop, perhaps an event, and no exit stop. */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

#define CODE		(0x5a5a5a5a12340000ULL | ENDED)	/* more than the status holds */
#define ENDED		0x34

FIXTURE(task_that_calls) {
	struct tracee t;
	struct page *page;
	struct arch_regs regs;		/* as the tracee made the call */
};

FIXTURE_VARIANT(task_that_calls) {
	long nr;
};

FIXTURE_VARIANT_ADD(task_that_calls, exit) { __NR_exit };
FIXTURE_VARIANT_ADD(task_that_calls, exit_group) { __NR_exit_group };

FIXTURE_SETUP(task_that_calls)
{
	__u64 args[6] = { CODE };

	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->page = self->t.task.page;
	self->page->ncalls = 2;
	sysregs_fill(&self->page->call[0].in, variant->nr, args);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	setup_ok(tracee_get_regs(&self->t, &self->regs));
	*reg(&self->regs, REG_MARK) = self->page->call[0].in.r[SYSREG_MARK];
}

FIXTURE_TEARDOWN(task_that_calls)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-063
 * Promise: ptrace(2) "Syscall-stops"
 * Code: kernel/exit.c:do_exit() do_group_exit() [v7.3.4]
 */
TEST_F(task_that_calls, has_its_end_in_place_of_the_exit_stop)
{
	expect_reg(&self->t, REG_ARG0, CODE);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXITED, ENDED);
}

/*
 * Contract: PT-063, PT-062
 * Promise: ptrace(2) "PTRACE_EVENT_EXIT"
 * Code: kernel/exit.c:do_exit() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_event() [v7.3.4]
 */
TEST_F(task_that_calls, has_the_registers_of_the_call_at_its_exit_event)
{
	struct ptrace_syscall_info info;
	struct arch_regs regs;

	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXIT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EVENT, PTRACE_EVENT_EXIT);
	expect_val("event message", ENDED << 8, self->t.stop.msg);
	setup_ok(tracee_get_regs(&self->t, &regs));
	expect_regs(&self->regs, &regs);
	expect_nr(&self->t, variant->nr);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, info.op);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXITED, ENDED);
}

/*
 * The stop is at the end of the task, not before the call: nothing can be undone.
 *
 * Contract: PT-063, PT-062
 * Code: kernel/exit.c:do_exit() [v7.3.4]
 */
TEST_F(task_that_calls, ends_though_it_is_sent_elsewhere_at_its_exit_event)
{
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXIT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EVENT, PTRACE_EVENT_EXIT);
	setup_ok(tracee_set(&self->t, REG_ARG0, 0));
	setup_ok(tracee_set_nr(&self->t, __NR_getppid));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXITED, ENDED);
}

/*
 * The twin: a call that is sent elsewhere has an exit stop, so there was one to miss.
 *
 * Contract: PT-063
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() syscall_trace_exit() [v7.3.4]
 */
TEST_F(task_that_calls, has_an_exit_stop_when_it_runs_another_call)
{
	setup_ok(tracee_set_nr(&self->t, __NR_getppid));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(&self->t, REG_RESULT, getpid());
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
