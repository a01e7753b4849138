// SPDX-License-Identifier: GPL-2.0-only
/* PSTATE.SS in NT_PRSTATUS: shown to the tracer, owned by the kernel. */
#include "walk.h"

FIXTURE(pstate_ss) {
	struct walk w;
};

FIXTURE_SETUP(pstate_ss)
{
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(pstate_ss)
{
	tracee_end(&self->w.t);
}

/* Write pstate with SS as given, and read it back. */
static __u64 write_ss(struct tracee *t, bool ss)
{
	__u64 pstate = tracee_get(t, REG_FLAGS) & ~ARCH_STEP_FLAG;

	if (tracee_set(t, REG_FLAGS, ss ? pstate | ARCH_STEP_FLAG : pstate))
		return 0xdead;
	return tracee_get(t, REG_FLAGS) & ARCH_STEP_FLAG;
}

/*
 * Contract: PT-047
 * Code: arch/arm64/kernel/ptrace.c:gpr_get() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_rewind_single_step() [v7.3.4]
 */
TEST_F(pstate_ss, reads_as_set_only_while_the_next_instruction_may_run)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_val("pstate.SS, not stepping", 0, tracee_get(&w->t, REG_FLAGS) & ARCH_STEP_FLAG);
	expect_walk(w, PTRACE_SINGLESTEP);
	/* Stepping began inside the call, after the SVC had cleared the bit. */
	expect_val("pstate.SS behind the call", ARCH_STEP_FLAG,
		   tracee_get(&w->t, REG_FLAGS) & ARCH_STEP_FLAG);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_val("pstate.SS at a step stop", ARCH_STEP_FLAG,
		   tracee_get(&w->t, REG_FLAGS) & ARCH_STEP_FLAG);
	expect_walk(w, PTRACE_CONT);
	expect_val("pstate.SS, not stepping", 0, tracee_get(&w->t, REG_FLAGS) & ARCH_STEP_FLAG);
}

/*
 * Contract: PT-047
 * Code: arch/arm64/kernel/ptrace.c:valid_user_regs() gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 */
TEST_F(pstate_ss, written_by_the_tracer_follows_the_stepping_state)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_val("SS written as 1, not stepping", 0, write_ss(&w->t, true));
	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_val("SS written as 0, stepping", ARCH_STEP_FLAG, write_ss(&w->t, false));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
}

/*
 * Contract: PT-046, PT-047
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 */
TEST_F(pstate_ss, cleared_by_a_stepped_call_is_set_by_a_write_of_zero)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SINGLESTEP);
	expect_val("pstate.SS behind the call", 0, tracee_get(&w->t, REG_FLAGS) & ARCH_STEP_FLAG);
	model_set_regs(&w->m);
	expect_val("SS written as 0, stepping", ARCH_STEP_FLAG, write_ss(&w->t, false));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

/* A debugger that goes back: registers of one stop, written at a later one. */
FIXTURE(pstate_of_an_earlier_step) {
	struct walk w;
	struct arch_regs saved;
};

FIXTURE_VARIANT(pstate_of_an_earlier_step) {
	__u64 ss;
};

FIXTURE_VARIANT_ADD(pstate_of_an_earlier_step, with_ss_0) { .ss = 0 };
FIXTURE_VARIANT_ADD(pstate_of_an_earlier_step, with_ss_1) { .ss = ARCH_STEP_FLAG };

FIXTURE_SETUP(pstate_of_an_earlier_step)
{
	struct walk *w = &self->w;
	int i;

	setup_ok(walk_start(w, walk_body));
	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SINGLESTEP);
	setup_ok(tracee_get_regs(&w->t, &self->saved));
	*reg(&self->saved, REG_FLAGS) &= ~ARCH_STEP_FLAG;
	*reg(&self->saved, REG_FLAGS) |= variant->ss;
	for (i = 0; i < 3; i++)
		expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	setup_ok(tracee_set_regs(&w->t, &self->saved));
}

FIXTURE_TEARDOWN(pstate_of_an_earlier_step)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-047
 * Code: arch/arm64/kernel/ptrace.c:valid_user_regs() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 */
TEST_F(pstate_of_an_earlier_step, does_not_hold_back_the_next_steps)
{
	struct walk *w = &self->w;

	/* The model is still at the stop of which these are the registers. */
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + 2 * ARCH_NOP_SIZE);
	expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_val("pc", (__u64)step_insn_end + 3 * ARCH_NOP_SIZE, w->t.stop.pc);
}

/*
 * Contract: PT-047, PT-054
 * Code: arch/arm64/kernel/ptrace.c:valid_user_regs() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_disable_single_step() [v7.3.4]
 */
TEST_F(pstate_of_an_earlier_step, leaves_no_trap_when_the_tracee_is_continued)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_CONT);
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
	/* Nor does the flag, written while nobody steps. */
	setup_ok(tracee_set(&w->t, REG_FLAGS, tracee_get(&w->t, REG_FLAGS) | ARCH_STEP_FLAG));
	setup_ok(walk_turn(w));
	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_CONT);
}

TEST_HARNESS_MAIN
