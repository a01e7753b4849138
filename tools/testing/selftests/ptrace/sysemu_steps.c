// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_SYSEMU_SINGLESTEP, and steps out of a call that is not executed: the
 * only intended difference of the generic entry code.
 */
#include "walk.h"

FIXTURE(emulating_step) {
	struct walk w;
};

FIXTURE_SETUP(emulating_step)
{
	require_differs(PT_038);
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(emulating_step)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-037
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_softstep() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_resume() is_sysemu_singlestep() [v7.3.4]
 */
TEST_F(emulating_step, over_an_ordinary_instruction_traps_behind_it)
{
	struct walk *w = &self->w;
	int i;

	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSCALL);
	for (i = 1; i <= 2; i++) {
		expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
		expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
		expect_reg(&w->t, REG_PC, (__u64)step_insn_end + i * ARCH_NOP_SIZE);
	}
}

/*
 * Contract: PT-038
 * Differs: PT-038
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() report_syscall_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:report_single_step() [v7.3.4]
 */
TEST_F(emulating_step, into_a_call_is_reported_at_its_entry)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_claim(!walk_ran(w), "the emulated call is not executed");
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	differs_saw(PT_038);
}

/*
 * Contract: PT-076
 * Differs: PT-076
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() report_syscall_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:report_single_step() [v7.3.4]
 */
TEST_F(emulating_step, into_a_call_goes_on_when_its_registers_were_written)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	setup_ok(walk_set_regs(w));
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_claim(!walk_ran(w), "the emulated call is not executed");
	differs_saw(PT_076);
}

/* Where the entry stop comes from decides whether the call is executed. */
FIXTURE(step_from_entry_stop) {
	struct walk w;
};

FIXTURE_VARIANT(step_from_entry_stop) {
	int entry;
};

FIXTURE_VARIANT_ADD(step_from_entry_stop, of_syscall) { .entry = PTRACE_SYSCALL };
FIXTURE_VARIANT_ADD(step_from_entry_stop, of_sysemu) { .entry = PTRACE_SYSEMU };

FIXTURE_SETUP(step_from_entry_stop)
{
	require_differs(PT_039);
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(step_from_entry_stop)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-039
 * Differs: PT-039
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:report_single_step() [v7.3.4]
 */
TEST_F(step_from_entry_stop, that_emulates_leaves_this_call_as_it_was)
{
	struct walk *w = &self->w;

	expect_walk(w, variant->entry);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_val("call executed", variant->entry == PTRACE_SYSCALL, walk_ran(w));
	expect_walk(w, PTRACE_SYSEMU_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	differs_saw(PT_039);
}

/*
 * Contract: PT-040, PT-048
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() [v7.3.4]
 */
TEST_F(step_from_entry_stop, without_emulation_stops_behind_the_call)
{
	struct walk *w = &self->w;

	expect_walk(w, variant->entry);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	expect_val("call executed", variant->entry == PTRACE_SYSCALL, walk_ran(w));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

TEST_HARNESS_MAIN
