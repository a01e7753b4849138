// SPDX-License-Identifier: GPL-2.0-only
/*
 * A breakpoint instruction that a debugger writes over the call, or over the
 * instruction behind it, and takes away again.
 */
#include "walk.h"

FIXTURE(planted_breakpoint) {
	struct walk w;
	__u64 original;		/* what it is written over */
};

FIXTURE_VARIANT(planted_breakpoint) {
	int request;
};

FIXTURE_VARIANT_ADD(planted_breakpoint, under_cont) { .request = PTRACE_CONT };
FIXTURE_VARIANT_ADD(planted_breakpoint, under_syscall) { .request = PTRACE_SYSCALL };
FIXTURE_VARIANT_ADD(planted_breakpoint, under_sysemu) { .request = PTRACE_SYSEMU };
FIXTURE_VARIANT_ADD(planted_breakpoint, under_singlestep) { .request = PTRACE_SINGLESTEP };

FIXTURE_SETUP(planted_breakpoint)
{
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(planted_breakpoint)
{
	tracee_end(&self->w.t);
}

/* The stub's own breakpoint instruction, written over insn. */
static int plant(struct tracee *t, char *insn, __u64 *original)
{
	__u64 word;
	long ret = tracee_ptrace(t, PTRACE_PEEKTEXT, (unsigned long)insn, original);

	word = *original;
	memcpy(&word, step_brk, ARCH_BREAK_SIZE);
	return ret ? ret : tracee_ptrace(t, PTRACE_POKETEXT, (unsigned long)insn, (void *)word);
}

/* Take it away, and put pc where it was. */
static int unplant(struct tracee *t, char *insn, __u64 original)
{
	long ret = tracee_ptrace(t, PTRACE_POKETEXT, (unsigned long)insn, (void *)original);

	return ret ? ret : tracee_set(t, REG_PC, (__u64)insn);
}

/* Resume: the next stop must be that of a breakpoint instruction at insn. */
#define expect_break(t, request, insn) do {				\
	expect_stop(t, request, STOP_TRAP, ARCH_BREAK_CODE);		\
	expect_reg(t, REG_PC, (__u64)(insn) +				\
		   (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0));	\
} while (0)

/*
 * Contract: PT-055
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_brk64() [v7.3.4]
 * Code: kernel/ptrace.c:generic_ptrace_pokedata() [v7.3.4]
 */
TEST_F(planted_breakpoint, on_a_call_traps_in_its_place)
{
	struct walk *w = &self->w;

	setup_ok(plant(&w->t, step_insn, &self->original));
	expect_break(&w->t, variant->request, step_insn);
	expect_claim(!walk_ran(w), "the call is not executed");
	setup_ok(unplant(&w->t, step_insn, self->original));
	expect_walk(w, variant->request);
}

/*
 * Contract: PT-055, PT-046
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_brk64() do_el0_softstep() [v7.3.4]
 */
TEST_F(planted_breakpoint, behind_a_call_traps_after_the_stops_of_the_call)
{
	struct walk *w = &self->w;
	bool emulated = variant->request == PTRACE_SYSEMU;

	setup_ok(plant(&w->t, step_insn_end, &self->original));
	if (variant->request != PTRACE_CONT)
		expect_walk(w, variant->request);
	if (variant->request == PTRACE_SYSCALL ||
	    (variant->request == PTRACE_SINGLESTEP && ARCH_STEPS_TWICE_AFTER_CALL))
		expect_walk(w, variant->request);
	expect_break(&w->t, variant->request, step_insn_end);
	expect_val("call executed", !emulated, walk_ran(w));
	setup_ok(unplant(&w->t, step_insn_end, self->original));
	expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

TEST_HARNESS_MAIN
