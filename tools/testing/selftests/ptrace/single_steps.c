// SPDX-License-Identifier: GPL-2.0-only
/* PTRACE_SINGLESTEP over a system call and over the instructions behind it. */
#include "walk.h"

FIXTURE(stepped_call) {
	struct walk w;
};

FIXTURE_SETUP(stepped_call)
{
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(stepped_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-044
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_softstep() send_user_sigtrap() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_rewind_single_step() [v7.3.4]
 */
TEST_F(stepped_call, is_followed_by_one_trap_per_instruction)
{
	struct walk *w = &self->w;
	int i;

	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSCALL);
	for (i = 1; i <= 2; i++) {
		expect_walk(w, PTRACE_SINGLESTEP);
		expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
		expect_val("wait status", SIGTRAP << 8 | 0x7f, w->t.stop.status);
		expect_val("si_signo", SIGTRAP, w->t.stop.si.si_signo);
		expect_val("si_addr", (__u64)step_insn_end + i * ARCH_NOP_SIZE,
			   w->t.stop.si.si_addr);
	}
}

/*
 * Contract: PT-045
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 * Code: include/linux/ptrace.h:user_single_step_report() ptrace_report_syscall_exit() [v7.3.4]
 */
TEST_F(stepped_call, is_executed_before_its_only_stop)
{
	struct ptrace_syscall_info info;
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	expect_reg(&w->t, REG_RESULT, 0);
	expect_claim(walk_ran(w), "the stepped call is executed");
	/* si_pid and si_uid, both 0, or si_addr: they share their place. */
	expect_val("si_addr", ARCH_CALL_STEP_CODE == SI_USER ? 0 : (__u64)step_insn_end,
		   w->t.stop.si.si_addr);
	expect_reg(&w->t, REG_NR, ARCH_NR_HAS_OWN_REGSET ? w->in->r[SYSREG_NR] : __NR_getcpu);
	if (ARCH_HAS_MARKED_REG)
		expect_reg(&w->t, REG_MARK, pattern(7));
	setup_ok(tracee_info(&w->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, info.op);
}

/*
 * No other work is to be done at the exit of this call than the report of the step.
 *
 * Contract: PT-044, PT-045, PT-046
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(stepped_call, stops_the_tracee_at_every_instruction_around_it)
{
	expect_five_steps(&self->w);
}

/*
 * Contract: PT-046
 * Promise: none; the second stop comes from PSTATE.SS, which the call cleared
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() do_el0_softstep() [v7.3.4]
 */
TEST_F(stepped_call, is_stepped_twice_unless_the_tracer_writes_registers)
{
	__u64 second = (__u64)step_insn_end + (ARCH_STEPS_TWICE_AFTER_CALL ? 0 : ARCH_NOP_SIZE);
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SINGLESTEP);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, second);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_reg(&w->t, REG_PC, second + ARCH_NOP_SIZE);
}

/*
 * Contract: PT-046
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() valid_user_regs() [v7.3.4]
 */
TEST_F(stepped_call, is_left_by_the_next_step_after_a_register_write)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SINGLESTEP);
	setup_ok(walk_set_regs(w));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

/*
 * Contract: PT-048
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 */
TEST_F(stepped_call, from_its_entry_stop_has_a_step_stop_in_place_of_the_exit_stop)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

/*
 * Contract: PT-049
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() do_el0_softstep() [v7.3.4]
 */
TEST_F(stepped_call, from_its_exit_stop_goes_on_by_one_instruction)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_EXIT, __NR_getcpu);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

/*
 * Contract: PT-055
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_brk64() send_user_sigtrap() [v7.3.4]
 */
TEST_F(stepped_call, stands_behind_a_breakpoint_that_traps)
{
	struct walk *w = &self->w;
	__u64 pc = (__u64)step_brk + (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0);

	expect_walk(w, PTRACE_CONT);
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("wait status", SIGTRAP << 8 | 0x7f, w->t.stop.status);
	expect_reg(&w->t, REG_PC, pc);
	expect_val("si_addr", ARCH_BREAK_CODE == TRAP_BRKPT ? pc : 0, w->t.stop.si.si_addr);
	/* Resumed without a change it traps again where pc was left at it. */
	setup_ok(tracee_next(&w->t, PTRACE_CONT));
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
	expect_reg(&w->t, REG_PC, pc);
	expect_val("call executed", ARCH_BREAK_PC_IS_AFTER || w->m.ran, walk_ran(w));
}

TEST_HARNESS_MAIN
