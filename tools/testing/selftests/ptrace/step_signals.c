// SPDX-License-Identifier: GPL-2.0-only
/* Single steps that meet a signal: into its handler, out of it, and over a restart. */
#include <linux/futex.h>
#include "filter.h"
#include "walk.h"

/* Words of the page: the kernel's struct sigaction of SIGUSR1. */
enum { HANDLER = 8, SA_FLAGS, RESTORER, SA_MASK };

FIXTURE(step_into_handler) {
	struct walk w;
};

FIXTURE_VARIANT(step_into_handler) {
	int request;
	__u64 mask;		/* added to sa_mask */
};

FIXTURE_VARIANT_ADD(step_into_handler, plain) { .request = PTRACE_SINGLESTEP };
FIXTURE_VARIANT_ADD(step_into_handler, by_sysemu_singlestep) {
	.request = PTRACE_SYSEMU_SINGLESTEP,
};

FIXTURE_VARIANT_ADD(step_into_handler, with_sigtrap_in_its_mask) {
	.request = PTRACE_SINGLESTEP, .mask = 1ULL << (SIGTRAP - 1),
};

static __u64 handler_mask;	/* for the body, which has no arguments */

static void body_handler(struct page *page)
{
	task_handle(SIGTRAP, 0);
	task_handle(SIGUSR1, 0);
	sys_call(__NR_rt_sigaction, SIGUSR1, NULL, &page->word[HANDLER], 8);
	page->word[SA_MASK] |= handler_mask;
	sys_call(__NR_rt_sigaction, SIGUSR1, &page->word[HANDLER], NULL, 8);
	walk_body(page);
}

/*
 * Before the call, pass the SIGUSR1 of a signal stop on to the handler, stepping.
 * The model: kernel/signal.c:signal_delivered(), arch/arm64/kernel/signal.c:setup_return().
 */
static int step_into(struct walk *w, int request)
{
	struct model *m = &w->m;
	int ret = walk_signal(w, SIGUSR1);

	if (!ret)
		ret = walk_next(w, PTRACE_CONT);
	if (!ret)
		ret = tracee_next(&w->t, request);
	m->signal = 0;
	m->step = m->ss = true;
	m->emu = request == PTRACE_SYSEMU_SINGLESTEP;
	m->pc = w->word[HANDLER];
	m->arg0 = SIGUSR1;
	m->result = ARCH_RESULT_IN_ARG0 ? SIGUSR1 : 0;
	model_stop(m, STOP_TRAP, SIGTRAP);	/* a notification: not TRAP_TRACE */
	return ret;
}

FIXTURE_SETUP(step_into_handler)
{
	handler_mask = variant->mask;
	setup_ok(walk_start(&self->w, body_handler));
	setup_ok(step_into(&self->w, variant->request));
}

FIXTURE_TEARDOWN(step_into_handler)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-050, PT-051
 * Code: arch/arm64/kernel/signal.c:handle_signal() setup_return() [v7.3.4]
 * Code: kernel/signal.c:signal_delivered() [v7.3.4]
 */
TEST_F(step_into_handler, stops_before_its_first_instruction)
{
	__u64 mask = 1ULL << (SIGUSR1 - 1) | variant->mask, seen = 0, first = self->w.m.pc;
	struct tracee *t = &self->w.t;

	expect_at(t, STOP_TRAP, SIGTRAP);
	expect_model(&self->w);
	expect_reg(t, REG_ARG0, SIGUSR1);
	setup_ok(tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(seen), &seen));
	expect_val("blocked signals", mask, seen);
	expect_val("signals handled", 0, t->task.page->nframes);

	expect_stop(t, variant->request, STOP_TRAP, TRAP_TRACE);
	expect_claim(t->stop.pc != first, "the next step leaves the first instruction");
	expect_val("si_addr", t->stop.pc, t->stop.si.si_addr);
	expect_nr(t, -1);
}

/*
 * The SIGTRAP passed on at the end shows that its handler is still there.
 *
 * Contract: PT-051, PT-054
 * Code: kernel/signal.c:signal_delivered() [v7.3.4]
 * Code: kernel/signal.c:ptrace_notify() [v7.3.4]
 */
TEST_F(step_into_handler, leaves_the_signals_of_the_tracee_as_they_were)
{
	struct tracee *t = &self->w.t;
	struct page *page = t->task.page;
	__u64 seen = ~0ULL;

	expect_stop(t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("signals handled", 1, page->nframes);
	expect_val("pc in the frame", (__u64)step_insn, *reg(&page->frame[0].regs, REG_PC));
	expect_claim(walk_ran(&self->w), "the interrupted code has gone on");
	setup_ok(tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(seen), &seen));
	expect_val("blocked signals", 0, seen);
	setup_ok(walk_turn(&self->w));
	setup_ok(tracee_resume(t, PTRACE_CONT, SIGTRAP));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("signals handled", 2, page->nframes);
	expect_val("second signal", SIGTRAP, page->frame[1].signo);
}

/*
 * The step over rt_sigreturn(2) is one over a call, and ends where the signal
 * was taken, with the step flag set by the write of the registers.
 *
 * Contract: PT-045, PT-047
 * Code: arch/arm64/kernel/signal.c:restore_sigframe() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() valid_user_regs() [v7.3.4]
 */
TEST_F(step_into_handler, goes_back_to_the_interrupted_call_by_one_step)
{
	struct walk *w = &self->w;

	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	setup_ok(tracee_next(&w->t, PTRACE_SINGLESTEP));
	w->m.pc = (__u64)step_insn;
	w->m.arg0 = w->in->r[SYSREG_ARG(0)];
	w->m.result = w->in->r[SYSREG_RESULT];
	w->m.emu = false;
	model_stop(&w->m, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_model(w);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	expect_claim(walk_ran(w), "the interrupted call is executed");
	expect_walk(w, PTRACE_CONT);
}

FIXTURE(step_over_restart) {
	struct walk w;
};

/* A filter stops the tracee in a call that was begun stepping, with the step flag clear. */
FIXTURE_VARIANT(step_over_restart) {
	bool filtered;
};

FIXTURE_VARIANT_ADD(step_over_restart, from_an_entry_stop) { .filtered = false };
FIXTURE_VARIANT_ADD(step_over_restart, from_a_seccomp_stop) { .filtered = true };

static void body_filtered(struct page *page)
{
	filter_self(__NR_futex, SECCOMP_RET_TRACE);
	walk_body(page);
}

FIXTURE_SETUP(step_over_restart)
{
	struct walk *w = &self->w;

	if (variant->filtered)
		require_filters();
	setup_ok(walk_start(w, variant->filtered ? body_filtered : walk_body));
	setup_ok(tracee_options(&w->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	expect_walk(w, PTRACE_CONT);
	/* Another call than the walk's: a wait that a signal interrupts. */
	sysregs_fill(w->in, __NR_futex, (__u64 [6]){ (__u64)&w->t.task.page->go, FUTEX_WAIT });
	setup_ok(tracee_skip_breakpoint(&w->t));
	expect_stop(&w->t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	w->m.verdict = variant->filtered ? SECCOMP_RET_TRACE : 0;
	setup_ok(walk_turn(w));
	expect_walk(w, variant->filtered ? PTRACE_SINGLESTEP : PTRACE_SYSCALL);
	expect_at(&w->t, variant->filtered ? STOP_SECCOMP : STOP_ENTRY,
		  variant->filtered ? 0 : __NR_futex);
}

FIXTURE_TEARDOWN(step_over_restart)
{
	tracee_end(&self->w.t);
}

/* Step over the rest of another call than getcpu(2): it writes nothing and has this result. */
#define expect_step_over(w, result_) do {				\
	setup_ok(walk_next(w, PTRACE_SINGLESTEP));			\
	(w)->m.ran = false;						\
	(w)->m.result = result_;					\
	expect_model(w);						\
	expect_at(&(w)->t, STOP_TRAP, ARCH_CALL_STEP_CODE);		\
} while (0)

/*
 * Contract: PT-052
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_rewind_single_step() [v7.3.4]
 */
TEST_F(step_over_restart, executes_the_call_again_in_one_step)
{
	struct walk *w = &self->w;

	setup_ok(walk_signal(w, SIGUSR1));
	/* Where the restart is decided before the stop, pc and argument 0 are back. */
	w->m.pc = ARCH_RESTART_BEFORE_SIGNAL_STOP ? (__u64)step_insn : w->m.pc;
	expect_step_over(w, ARCH_RESTART_BEFORE_SIGNAL_STOP ? w->m.arg0 : (__u64)RESTARTSYS);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_SIGNAL, SIGUSR1);
	/* The signal is dropped and the wait is over: the call runs once more. */
	w->t.task.page->go = 1;
	w->m.pc = (__u64)step_insn;
	w->m.ss = true;
	if (variant->filtered)
		expect_walk(w, PTRACE_SINGLESTEP);
	expect_step_over(w, -EAGAIN);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
}

TEST_HARNESS_MAIN
