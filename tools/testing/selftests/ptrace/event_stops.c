// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_EVENT_FORK, _VFORK, _CLONE and _VFORK_DONE: stops inside the call that
 * makes a child, and the child that the same tracer gets with them.
 */
#include <linux/sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

#define EVENTS	(PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | \
		 PTRACE_O_TRACEVFORKDONE)

FIXTURE(event_stop) {
	struct tracee t, child;
	struct page *page;
	struct arch_regs regs;		/* as the tracee made the call */
};

/* No child shares the memory of its parent, so that both may return from the stub. */
FIXTURE_VARIANT(event_stop) {
	unsigned long flags;
	int event;
	bool seized;
};

FIXTURE_VARIANT_ADD(event_stop, of_a_fork) {
	.flags = SIGCHLD, .event = PTRACE_EVENT_FORK,
};

FIXTURE_VARIANT_ADD(event_stop, of_a_clone) {
	.flags = SIGUSR2, .event = PTRACE_EVENT_CLONE,
};

FIXTURE_VARIANT_ADD(event_stop, of_a_vfork) {
	.flags = CLONE_VFORK, .event = PTRACE_EVENT_VFORK,
};

FIXTURE_VARIANT_ADD(event_stop, of_a_fork_of_a_seized_task) {
	.flags = SIGCHLD, .event = PTRACE_EVENT_FORK, .seized = true,
};

FIXTURE_VARIANT_ADD(event_stop, of_a_vfork_of_a_seized_task) {
	.flags = CLONE_VFORK, .event = PTRACE_EVENT_VFORK, .seized = true,
};

FIXTURE_SETUP(event_stop)
{
	__u64 args[6] = { variant->flags };

	if (variant->seized)
		setup_ok(tracee_start_attached(&self->t, body_watched_calls, PTRACE_SEIZE,
					       TRACEE_OPTIONS | EVENTS));
	else
		setup_ok(tracee_start(&self->t, body_watched_calls));
	if (!variant->seized)
		setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | EVENTS));
	self->page = self->t.task.page;
	self->page->ncalls = 2;
	sysregs_fill(&self->page->call[0].in, __NR_clone, args);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	setup_ok(tracee_get_regs(&self->t, &self->regs));
	*reg(&self->regs, REG_MARK) = self->page->call[0].in.r[SYSREG_MARK];
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EVENT, variant->event);
	setup_ok(tracee_adopt(&self->child, &self->t, (pid_t)self->t.stop.msg));
}

FIXTURE_TEARDOWN(event_stop)
{
	tracee_end(&self->child);
	tracee_end(&self->t);
}

/* Inside the call: its registers as they were made, its number, no call information. */
#define expect_inside_the_call(self) do {				\
	struct ptrace_syscall_info inside_info;				\
	struct arch_regs inside_regs;					\
									\
	setup_ok(tracee_get_regs(&(self)->t, &inside_regs));		\
	expect_regs(&(self)->regs, &inside_regs);			\
	expect_nr(&(self)->t, __NR_clone);				\
	setup_ok(tracee_info(&(self)->t, &inside_info));		\
	expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, inside_info.op); \
	expect_val("si_code", SIGTRAP | (self)->t.stop.what << 8, (self)->t.stop.si.si_code); \
	expect_val("event message", (self)->child.stop.tid, (self)->t.stop.msg); \
} while (0)

/* At the exit stop all is as before the event, but result and mark. */
#define expect_exit_with_child(self) do {				\
	struct arch_regs *exit_want = &(self)->regs, exit_regs;		\
									\
	expect_at(&(self)->t, STOP_EXIT, __NR_clone);			\
	*reg(exit_want, REG_RESULT) = (__u64)(self)->child.stop.tid;	\
	if (ARCH_HAS_MARKED_REG)					\
		*reg(exit_want, REG_MARK) = 1;				\
	setup_ok(tracee_get_regs(&(self)->t, &exit_regs));		\
	expect_regs(exit_want, &exit_regs);				\
	expect_nr(&(self)->t, __NR_clone);				\
} while (0)

/* The child's whole life: its first stop, one call, its end. */
#define expect_child_runs(self, seized, parent) do {			\
	struct tracee *runs_child = &(self)->child;			\
									\
	if (seized)							\
		expect_at(runs_child, STOP_GROUP, SIGTRAP);		\
	else								\
		expect_at(runs_child, STOP_SIGNAL, SIGSTOP);		\
	expect_reg(runs_child, REG_PC, (__u64)sys_insn_end);		\
	expect_reg(runs_child, REG_RESULT, 0);				\
	expect_reg(runs_child, REG_MARK, (self)->page->call[0].in.r[SYSREG_MARK]); \
	runs_child->stop.kind = STOP_NONE;	/* this SIGSTOP is not delivered */ \
	expect_stop(runs_child, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid); \
	expect_stop(runs_child, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid); \
	expect_reg(runs_child, REG_RESULT, parent);			\
	expect_stop(runs_child, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group); \
	expect_stop(runs_child, PTRACE_SYSCALL, STOP_EXITED, TASK_DONE); \
} while (0)

/*
 * Contract: PT-062
 * Promise: ptrace(2) "PTRACE_EVENT stops"
 * Code: kernel/fork.c:kernel_clone() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_event_pid() ptrace_event() [v7.3.4]
 */
TEST_F(event_stop, shows_the_registers_of_the_call_with_the_id_of_the_child)
{
	expect_inside_the_call(self);
	expect_val("pc of the stop", (__u64)sys_insn_end, self->t.stop.pc);
}

/*
 * The parent of a vfork waits inside its call for the end of the child.
 *
 * Contract: PT-062
 * Promise: ptrace(2) "PTRACE_O_TRACEVFORKDONE"
 * Code: kernel/fork.c:kernel_clone() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_init_task() [v7.3.4]
 */
TEST_F(event_stop, lets_parent_with_child_go_on_under_syscall)
{
	pid_t parent = self->t.tid;

	setup_ok(tracee_resume(&self->t, PTRACE_SYSCALL, 0));
	if (variant->flags & CLONE_VFORK) {
		expect_child_runs(self, variant->seized, parent);
		setup_ok(tracee_wait_stop(&self->t));
		expect_at(&self->t, STOP_EVENT, PTRACE_EVENT_VFORK_DONE);
		expect_inside_the_call(self);
		setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
		expect_exit_with_child(self);
	} else {
		setup_ok(tracee_wait_stop(&self->t));
		expect_exit_with_child(self);
		expect_child_runs(self, variant->seized, parent);
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, variant->flags);
		self->t.stop.kind = STOP_NONE;	/* the end of the child, not delivered */
	}
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_done(&self->t);
	expect_val("result of the parent", self->child.stop.tid,
		   self->page->call[0].out.r[SYSREG_RESULT]);
}

FIXTURE(call_without_its_event_option) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(call_without_its_event_option) {
	unsigned long flags;
	unsigned long options;		/* all but its own */
};

FIXTURE_VARIANT_ADD(call_without_its_event_option, a_fork) {
	SIGCHLD, EVENTS & ~PTRACE_O_TRACEFORK,
};

FIXTURE_VARIANT_ADD(call_without_its_event_option, a_clone) {
	SIGUSR2, EVENTS & ~PTRACE_O_TRACECLONE,
};

FIXTURE_VARIANT_ADD(call_without_its_event_option, a_vfork) {
	CLONE_VFORK, EVENTS & ~(PTRACE_O_TRACEVFORK | PTRACE_O_TRACEVFORKDONE),
};

FIXTURE_SETUP(call_without_its_event_option)
{
	__u64 args[6] = { variant->flags };

	setup_ok(tracee_start(&self->t, body_watched_calls));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | variant->options));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, __NR_clone, args);
}

FIXTURE_TEARDOWN(call_without_its_event_option)
{
	tracee_end(&self->t);
}

/*
 * Its child is nobody's tracee: it runs to its end, which nobody waits for here.
 *
 * Contract: PT-062
 * Code: kernel/fork.c:kernel_clone() [v7.3.4]
 */
TEST_F(call_without_its_event_option, goes_from_entry_to_exit)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_clone);
	expect_claim((long)tracee_get(&self->t, REG_RESULT) > 0, "the call made a child");
}

TEST_HARNESS_MAIN
