// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracee that meets a hardware breakpoint of perf, and its tracer's single
 * steps.  Arm64 has no way to resume behind a breakpoint but to disable it for
 * a step of the kernel's own, which must not take the place of the tracer's.
 *
 * The breakpoint is on the second instruction behind the call of step_stub().
 */
#include "perf_breakpoint.h"
#include "walk.h"

#define BEFORE	((__u64)step_insn_end)
#define HERE	(BEFORE + ARCH_NOP_SIZE)
#define BEHIND	(HERE + ARCH_NOP_SIZE)

FIXTURE(perf_breakpoint) {
	struct walk w;
	int fd;
};

FIXTURE_VARIANT(perf_breakpoint) {
	bool stepped_to;	/* else run to */
};

FIXTURE_VARIANT_ADD(perf_breakpoint, run_to) { .stepped_to = false };
FIXTURE_VARIANT_ADD(perf_breakpoint, stepped_to) { .stepped_to = true };

/* Bring the tracee before the breakpoint; its next resumption is to run into it. */
FIXTURE_SETUP(perf_breakpoint)
{
	struct tracee *t = &self->w.t;

	self->fd = -1;
	require(perf_breakpoint_available(), PERF_BREAKPOINT_NEEDS);
	setup_ok(walk_start(&self->w, walk_body));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getcpu);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getcpu);
	if (variant->stepped_to) {
		expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
		expect_reg(t, REG_PC, HERE);
	}
}

FIXTURE_TEARDOWN(perf_breakpoint)
{
	if (self->fd >= 0)
		close(self->fd);
	tracee_end(&self->w.t);
}

/* Set the breakpoint, and let the tracee run or step into it. */
#define expect_perf_hit(self, variant) do {					\
	(self)->fd = perf_breakpoint_open((self)->w.t.tid, (char *)HERE, true); \
	setup_ok((self)->fd);						\
	expect_stop(&(self)->w.t, (variant)->stepped_to ?		\
		    PTRACE_SINGLESTEP : PTRACE_CONT, STOP_TRAP, TRAP_BY_PERF); \
	expect_reg(&(self)->w.t, REG_PC, HERE);				\
	expect_val("si_addr", HERE, (self)->w.t.stop.si.si_addr);	\
	expect_val("hits", 1, perf_breakpoint_count((self)->fd));	\
} while (0)

/*
 * Contract: PT-079
 * Promise: ptrace(2) "PTRACE_SINGLESTEP"
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() [v7.3.4]
 */
TEST_F(perf_breakpoint, that_signals_is_left_by_one_single_step)
{
	struct tracee *t = &self->w.t;

	expect_perf_hit(self, variant);
	setup_ok(tracee_next(t, PTRACE_SINGLESTEP));
	/* Swallowed, the step ends at the next stop of the tracee's own. */
	if (!variant->stepped_to)
		expect_val_or_defect(K11, "pc", BEHIND, t->stop.pc, (__u64)step_brk);
	expect_at(t, STOP_TRAP, TRAP_TRACE);
	expect_val("pc", BEHIND, t->stop.pc);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
}

/*
 * Contract: PT-079
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(perf_breakpoint, that_only_counts_is_not_seen_by_a_stepping_tracer)
{
	struct tracee *t = &self->w.t;

	self->fd = perf_breakpoint_open(t->tid, (char *)HERE, false);
	setup_ok(self->fd);
	if (!variant->stepped_to) {
		expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
		expect_reg(t, REG_PC, HERE);
	}
	expect_val("hits", 0, perf_breakpoint_count(self->fd));
	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(t, REG_PC, BEHIND);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
}

/*
 * Contract: PT-079
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(perf_breakpoint, that_only_counts_does_so_at_every_turn)
{
	struct tracee *t = &self->w.t;
	int i;

	self->fd = perf_breakpoint_open(t->tid, (char *)HERE, false);
	setup_ok(self->fd);
	for (i = 1; i <= 3; i++) {
		expect_stop(t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
		expect_val("hits", i, perf_breakpoint_count(self->fd));
		setup_ok(walk_turn(&self->w));
	}
}

FIXTURE(perf_counter_on_a_call) {
	struct walk w;
	int fd;
};

FIXTURE_SETUP(perf_counter_on_a_call)
{
	self->fd = -1;
	require(perf_breakpoint_available(), PERF_BREAKPOINT_NEEDS);
	setup_ok(walk_start(&self->w, walk_body));
	self->fd = perf_breakpoint_open(self->w.t.tid, step_insn, false);
	setup_ok(self->fd);
}

FIXTURE_TEARDOWN(perf_counter_on_a_call)
{
	if (self->fd >= 0)
		close(self->fd);
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-079, ENTRY-071
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(perf_counter_on_a_call, is_not_seen_by_a_tracer_that_steps_over_it)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SINGLESTEP);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_walk(w, PTRACE_CONT);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
	setup_ok(walk_turn(w));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_val("hits", 2, perf_breakpoint_count(self->fd));
}

/*
 * Contract: PT-079
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() [v7.3.4]
 */
TEST_F(perf_counter_on_a_call, leaves_steps_from_the_entry_stop_as_they_are)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
	expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, BEFORE);
	setup_ok(tracee_next(&w->t, PTRACE_SINGLESTEP));
	expect_val_or_defect(K11, "pc", HERE, w->t.stop.pc, (__u64)step_brk);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
}

TEST_HARNESS_MAIN
