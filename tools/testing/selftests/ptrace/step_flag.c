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

TEST_HARNESS_MAIN
