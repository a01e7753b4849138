// SPDX-License-Identifier: GPL-2.0-only
/* Single steps that meet a signal: into its handler, and over a restart. */
#include <linux/futex.h>
#include "walk.h"

/* Words of the page: the kernel's struct sigaction of SIGUSR1. */
enum { HANDLER = 8, SA_FLAGS, RESTORER, SA_MASK };

FIXTURE(step_into_handler) {
	struct walk w;
};

FIXTURE_VARIANT(step_into_handler) {
	__u64 mask;		/* added to sa_mask */
};

FIXTURE_VARIANT_ADD(step_into_handler, plain) { .mask = 0 };
FIXTURE_VARIANT_ADD(step_into_handler, with_sigtrap_in_its_mask) {
	.mask = 1ULL << (SIGTRAP - 1),
};

static __u64 handler_mask;	/* for the body, which has no arguments */

static void body_handler(struct page *page)
{
	task_handle(SIGUSR1, 0);
	sys_call(__NR_rt_sigaction, SIGUSR1, NULL, &page->word[HANDLER], 8);
	page->word[SA_MASK] |= handler_mask;
	sys_call(__NR_rt_sigaction, SIGUSR1, &page->word[HANDLER], NULL, 8);
	walk_body(page);
}

FIXTURE_SETUP(step_into_handler)
{
	handler_mask = variant->mask;
	setup_ok(walk_start(&self->w, body_handler));
}

FIXTURE_TEARDOWN(step_into_handler)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-050, PT-051
 * Code: arch/arm64/kernel/signal.c:handle_signal() [v7.3.4]
 * Code: kernel/signal.c:signal_delivered() [v7.3.4]
 */
TEST_F(step_into_handler, stops_before_its_first_instruction)
{
	__u64 mask = 1ULL << (SIGUSR1 - 1) | variant->mask, seen = 0;
	struct tracee *t = &self->w.t;
	__u64 first = self->w.word[HANDLER];

	setup_ok(tracee_resume(t, PTRACE_SINGLESTEP, SIGUSR1));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_TRAP, SIGTRAP);	/* a notification: not TRAP_TRACE */
	expect_reg(t, REG_PC, first);
	expect_reg(t, REG_ARG0, SIGUSR1);
	setup_ok(tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(seen), &seen));
	expect_val("blocked signals", mask, seen);
	expect_claim(!walk_ran(&self->w), "the interrupted code has not gone on");

	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_claim(t->stop.pc != first, "the next step leaves the first instruction");
}

/*
 * Contract: PT-051
 * Code: kernel/signal.c:signal_delivered() [v7.3.4]
 * Code: kernel/signal.c:ptrace_notify() [v7.3.4]
 */
TEST_F(step_into_handler, lets_the_tracee_run_on_to_its_next_breakpoint)
{
	struct tracee *t = &self->w.t;

	setup_ok(tracee_resume(t, PTRACE_SINGLESTEP, SIGUSR1));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_TRAP, SIGTRAP);
	expect_stop(t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("signals handled", 1, t->task.page->nframes);
	expect_val("pc in the frame", (__u64)step_insn,
		   *reg(&t->task.page->frame[0].regs, REG_PC));
	expect_claim(walk_ran(&self->w), "the interrupted code has gone on");
}

FIXTURE(step_over_restart) {
	struct walk w;
};

FIXTURE_SETUP(step_over_restart)
{
	struct walk *w = &self->w;
	__u64 args[6] = { 0 };

	setup_ok(walk_start(w, walk_body));
	/* Another call than the walk's: a wait that a signal interrupts. */
	args[0] = (__u64)&w->t.task.page->go;
	args[1] = FUTEX_WAIT;
	sysregs_fill(w->in, __NR_futex, args);
	expect_stop(&w->t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	setup_ok(tracee_skip_breakpoint(&w->t));
}

FIXTURE_TEARDOWN(step_over_restart)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-052
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_rewind_single_step() [v7.3.4]
 */
TEST_F(step_over_restart, executes_the_call_again_in_one_step)
{
	struct tracee *t = &self->w.t;

	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_futex);
	setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_stop(t, PTRACE_SINGLESTEP, STOP_SIGNAL, SIGUSR1);
	/* The signal is dropped and the wait is over: the call runs once more. */
	t->task.page->go = 1;
	setup_ok(tracee_resume(t, PTRACE_SINGLESTEP, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(t, REG_PC, (__u64)step_insn_end);
	expect_reg(t, REG_RESULT, -EAGAIN);
}

TEST_HARNESS_MAIN
