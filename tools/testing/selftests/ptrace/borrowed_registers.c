// SPDX-License-Identifier: GPL-2.0-only
/*
 * A debugger calls a function in a task that sleeps in a system call: it saves
 * the registers, runs code of its own up to a breakpoint, and puts them back.
 * The call must go on as if it had only been interrupted.
 */
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <time.h>
#include <unistd.h>
#include "expect.h"

enum args { READ, FUTEX, NANOSLEEP };

/* What the tracer runs in the tracee before it puts the registers back. */
enum run { NOTHING, BREAKPOINT, CALL_THEN_BREAKPOINT };

FIXTURE(sleeper) {
	struct tracee t;
	struct page *page;
	struct arch_regs saved;
	int fd[2];
};

FIXTURE_VARIANT(sleeper) {
	long nr;
	enum args args;
	enum run run;
	long again;		/* the number with which it is entered again */
};

/*
 * Where pc is set back before the stop, a tracer that moves it has cancelled the
 * restart by another number: the saved registers are those of the call itself.
 */
#define AGAIN(nr)	(ARCH_RESTART_BEFORE_SIGNAL_STOP ? (nr) : __NR_restart_syscall)

#define SLEEPER(name, ...) FIXTURE_VARIANT_ADD(sleeper, name) { __VA_ARGS__ }
SLEEPER(in_read_left_alone, __NR_read, READ, NOTHING, __NR_read);
SLEEPER(in_read_that_ran_a_breakpoint, __NR_read, READ, BREAKPOINT, __NR_read);
SLEEPER(in_read_that_ran_a_call, __NR_read, READ, CALL_THEN_BREAKPOINT, __NR_read);
SLEEPER(in_futex_left_alone, __NR_futex, FUTEX, NOTHING, __NR_restart_syscall);
SLEEPER(in_futex_that_ran_a_breakpoint, __NR_futex, FUTEX, BREAKPOINT, AGAIN(__NR_futex));
SLEEPER(in_futex_that_ran_a_call, __NR_futex, FUTEX, CALL_THEN_BREAKPOINT, AGAIN(__NR_futex));
SLEEPER(in_nanosleep_left_alone, __NR_clock_nanosleep, NANOSLEEP, NOTHING, __NR_restart_syscall);
SLEEPER(in_nanosleep_that_ran_a_breakpoint, __NR_clock_nanosleep, NANOSLEEP, BREAKPOINT,
	AGAIN(__NR_clock_nanosleep));
SLEEPER(in_nanosleep_that_ran_a_call, __NR_clock_nanosleep, NANOSLEEP, CALL_THEN_BREAKPOINT,
	AGAIN(__NR_clock_nanosleep));

/* Words of the page. */
enum { BUFFER, SECONDS, NANOSECONDS };

static void fill(struct page *page, long nr, enum args args, int fd)
{
	__u64 timeout = (__u64)&page->word[SECONDS];
	const __u64 arg[][6] = {
		[READ] = { (__u64)fd, (__u64)&page->word[BUFFER], 1 },
		[FUTEX] = { (__u64)&page->go, FUTEX_WAIT, 0, timeout },
		[NANOSLEEP] = { CLOCK_MONOTONIC, 0, timeout, 0 },
	};

	page->word[SECONDS] = 1000000;
	page->ncalls = 1;
	sysregs_fill(&page->call[0].in, nr, arg[args]);
}

FIXTURE_SETUP(sleeper)
{
	struct tracee *t = &self->t;

	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(tracee_start(t, body_watched_calls));
	self->page = t->task.page;
	fill(self->page, variant->nr, variant->args, self->fd[0]);
	setup_ok(tracee_detach(t, 0));
	setup_ok(task_wait_blocked(t->tid, variant->nr));
	setup_ok(tracee_ptrace(t, PTRACE_SEIZE, 0, (void *)TRACEE_OPTIONS));
	setup_ok(tracee_ptrace(t, PTRACE_INTERRUPT, 0, NULL));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_GROUP, SIGTRAP);
	setup_ok(tracee_get_regs(t, &self->saved));
}

FIXTURE_TEARDOWN(sleeper)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* Send it to pc, with a call's number; it is in no system call there. */
static int run_at(struct tracee *t, struct arch_regs regs, char *pc, long nr)
{
	int ret;

	*reg(&regs, REG_PC) = (__u64)pc;
	*reg(&regs, REG_CALL) = (__u64)nr;
	ret = tracee_set_regs(t, &regs);
	return ret ? ret : tracee_set_nr(t, -1);
}

/* Run code of the tracer's choice, up to a breakpoint, and put the registers back. */
#define expect_borrowed(self, run) do {					\
	struct tracee *bor_t = &(self)->t;				\
									\
	if ((run) == NOTHING)						\
		break;							\
	if ((run) == CALL_THEN_BREAKPOINT) {				\
		setup_ok(run_at(bor_t, (self)->saved, step_insn, __NR_getppid)); \
		expect_stop(bor_t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid); \
		expect_stop(bor_t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid); \
		expect_reg(bor_t, REG_RESULT, getpid());		\
	}								\
	setup_ok(run_at(bor_t, (self)->saved, mark_insn, -1));		\
	expect_stop(bor_t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);	\
	setup_ok(tracee_set_regs(bor_t, &(self)->saved));		\
} while (0)

/*
 * Contract: PT-061, PT-067, PT-089
 * Promise: signal(7) "Interruption of system calls by signal handlers and stop signals"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(sleeper, enters_its_call_again)
{
	struct sysregs *in = &self->page->call[0].in;
	struct ptrace_syscall_info info;
	struct tracee *t = &self->t;
	int i;

	expect_borrowed(self, variant->run);
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_ENTRY, variant->again);
	expect_reg(t, REG_PC, (__u64)sys_insn_end);
	expect_reg(t, REG_NR, variant->again);
	expect_reg(t, REG_SP, in->sp);
	setup_ok(tracee_info(t, &info));
	for (i = 0; i < 6; i++)
		expect_val("argument", in->r[SYSREG_ARG(i)], info.entry.args[i]);
}

/*
 * The number that the kernel holds is of no effect; the register is, unless the
 * kernel puts the number of restart_syscall(2) over it.
 *
 * Contract: PT-089
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(sleeper, enters_what_its_number_register_names_unless_that_is_overwritten)
{
	bool is_overwritten = variant->again == __NR_restart_syscall;
	struct tracee *t = &self->t;

	expect_borrowed(self, variant->run);
	if (ARCH_NR_HAS_OWN_REGSET)
		setup_ok(tracee_set_nr(t, __NR_close));
	setup_ok(tracee_set(t, REG_NR, __NR_getppid));
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_ENTRY, is_overwritten ? __NR_restart_syscall : __NR_getppid);
	expect_reg(t, REG_PC, (__u64)sys_insn_end);
	expect_reg(t, REG_ARG0, self->page->call[0].in.r[SYSREG_ARG(0)]);
}

/*
 * What it waits for comes while the registers are borrowed; but nothing ends a
 * sleep, which goes on.
 *
 * Contract: PT-061, PT-067, PT-089
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(sleeper, goes_on_with_its_call_as_if_nobody_had_come)
{
	__u64 result = variant->args == FUTEX ? (__u64)-EAGAIN : 1;
	struct tracee *t = &self->t;

	expect_borrowed(self, variant->run);
	ASSERT_EQ(1, write(self->fd[1], "b", 1));
	self->page->go = 1;
	setup_ok(tracee_resume(t, PTRACE_CONT, 0));
	if (variant->args == NANOSLEEP) {
		setup_ok(task_wait_blocked(t->tid, variant->again));
		return;
	}
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_EXITED, TASK_DONE);
	expect_val(reg_text(REG_RESULT), result, self->page->call[0].out.r[SYSREG_RESULT]);
	if (variant->args == READ)
		expect_val("byte read", 'b', *(char *)&self->page->word[BUFFER]);
}

TEST_HARNESS_MAIN
