// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers written at each kind of stop in and behind a call, as the tracer
 * reads them back and as the tracee has them: it resumes at a breakpoint, so
 * that they are seen before any instruction changes them.
 */
#include "expect.h"
#include "write_stops.h"

FIXTURE(registers_written) {
	struct written w;
	struct arch_regs own;
};

FIXTURE_VARIANT(registers_written) {
	struct write_stop stop;
};

WRITE_STOP_VARIANTS(registers_written);

FIXTURE_SETUP(registers_written)
{
	require_write_stop(&variant->stop);
	setup_ok(write_stop_start(&self->w, &variant->stop));
	setup_ok(tracee_get_regs(&self->w.t, &self->own));
}

FIXTURE_TEARDOWN(registers_written)
{
	tracee_end(&self->w.t);
}

/* Whether the number is asked for in the register that gets the result. */
#define REG_CALL_IS_RESULT	(SYSREG_NR == SYSREG_RESULT)

/* At the breakpoint to which pc was written. */
#define expect_at_mark(self, want) do {					\
	struct arch_regs mark_seen;					\
									\
	expect_stop(&(self)->w.t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE); \
	setup_ok(tracee_get_regs(&(self)->w.t, &mark_seen));		\
	if (ARCH_BREAK_PC_IS_AFTER)					\
		*reg(&mark_seen, REG_PC) -= ARCH_BREAK_SIZE;		\
	*reg(want, REG_FLAGS) &= ~ARCH_STEP_FLAG;	/* CONT: no longer stepped */ \
	/* No call is in progress: where the number has no register of its own it is -1. */ \
	if (!ARCH_NR_HAS_OWN_REGSET)					\
		*reg(want, REG_NR) = ~0ULL;				\
	expect_regs(want, &mark_seen);					\
} while (0)

/*
 * Contract: PT-004, PT-026, PT-028, PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() gpr_get() [v7.3.4]
 */
TEST_F(registers_written, are_read_back_as_written)
{
	struct arch_regs written = self->own, seen;

	regs_change(&written);
	setup_ok(tracee_set_regs(&self->w.t, &written));
	setup_ok(tracee_get_regs(&self->w.t, &seen));
	expect_regs(&written, &seen);
	if (ARCH_NR_HAS_OWN_REGSET)
		expect_nr(&self->w.t, variant->stop.sig || variant->stop.kind == STOP_TRAP ?
			  -1 : variant->stop.nr);
}

/*
 * Contract: PT-004, PT-005, PT-028, PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() report_syscall_entry() report_syscall_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(registers_written, reach_the_tracee_all_but_the_kernels_own)
{
	const struct write_stop *stop = &variant->stop;
	struct arch_regs written = self->own, want;

	regs_change(&written);
	want = written;
	if (stop->result_is_lost)
		*reg(&want, REG_RESULT) = write_stop_result(&self->w, stop);
	if (stop->marked && ARCH_HAS_MARKED_REG)
		*reg(&want, REG_MARK) = self->w.in->r[SYSREG_MARK];
	setup_ok(tracee_set_regs(&self->w.t, &written));
	expect_at_mark(self, &want);
}

/*
 * The twin: only pc is written, and all the others are the caller's.
 *
 * Contract: PT-004, PT-005, PT-028
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() report_syscall_entry() report_syscall_exit() [v7.3.4]
 */
TEST_F(registers_written, leave_the_others_to_the_tracee)
{
	const struct write_stop *stop = &variant->stop;
	struct arch_regs want = self->own;

	*reg(&want, REG_PC) = (__u64)mark_insn;
	setup_ok(tracee_set_regs(&self->w.t, &want));
	if (stop->result_is_lost)
		*reg(&want, REG_RESULT) = write_stop_result(&self->w, stop);
	if (stop->marked)
		*reg(&want, REG_MARK) = self->w.in->r[SYSREG_MARK];
	expect_at_mark(self, &want);
}

/*
 * Contract: PT-028
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(registers_written, with_pc_at_the_call_make_it_again)
{
	const struct write_stop *stop = &variant->stop;
	struct arch_regs again = self->own;

	/* Made once more it is a getppid(), whatever it was before. */
	*reg(&again, REG_PC) = (__u64)sys_insn;
	*reg(&again, REG_CALL) = __NR_getppid;
	setup_ok(tracee_set_regs(&self->w.t, &again));
	if (stop->result_is_lost)	/* the call is still to end */
		expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_EXIT, stop->nr);
	if (stop->result_is_lost && REG_CALL_IS_RESULT)
		setup_ok(tracee_set(&self->w.t, REG_CALL, __NR_getppid));
	expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_reg(&self->w.t, REG_PC, (__u64)sys_insn_end);
	expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(&self->w.t, REG_RESULT, getpid());
}

TEST_HARNESS_MAIN
