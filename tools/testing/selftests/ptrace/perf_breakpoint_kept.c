// SPDX-License-Identifier: GPL-2.0-only
/*
 * A hardware breakpoint of perf whose tracee is resumed without a single step
 * from a stop between the hit and the end of the instruction: it stays in force.
 */
#include "perf_breakpoint.h"
#include "walk.h"

#define HERE	((__u64)step_insn_end + ARCH_NOP_SIZE)

FIXTURE(perf_breakpoint_after_a_stop) {
	struct walk w;
	int fd;
};

FIXTURE_VARIANT(perf_breakpoint_after_a_stop) {
	bool on_call;		/* and only counting; else it stops the tracee itself */
	int request;		/* with which that stop ends */
};

FIXTURE_VARIANT_ADD(perf_breakpoint_after_a_stop, of_its_own_left_by_cont) {
	.request = PTRACE_CONT,
};

FIXTURE_VARIANT_ADD(perf_breakpoint_after_a_stop, at_the_entry_left_by_cont) {
	.on_call = true, .request = PTRACE_CONT,
};

FIXTURE_VARIANT_ADD(perf_breakpoint_after_a_stop, at_the_entry_left_by_syscall) {
	.on_call = true, .request = PTRACE_SYSCALL,
};

FIXTURE_SETUP(perf_breakpoint_after_a_stop)
{
	const char *insn = variant->on_call ? step_insn : (char *)HERE;

	self->fd = -1;
	require(perf_breakpoint_available(), PERF_BREAKPOINT_NEEDS);
	setup_ok(walk_start(&self->w, walk_body));
	self->fd = perf_breakpoint_open(self->w.t.tid, insn, !variant->on_call);
	setup_ok(self->fd);
}

FIXTURE_TEARDOWN(perf_breakpoint_after_a_stop)
{
	if (self->fd >= 0)
		close(self->fd);
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-084
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(perf_breakpoint_after_a_stop, is_hit_in_the_next_turn)
{
	struct tracee *t = &self->w.t;

	if (variant->on_call)
		expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getcpu);
	else
		expect_stop(t, PTRACE_CONT, STOP_TRAP, TRAP_BY_PERF);
	expect_val("hits", 1, perf_breakpoint_count(self->fd));
	setup_ok(tracee_next(t, variant->request));
	if (variant->request == PTRACE_SYSCALL)
		expect_stop(t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_at(t, STOP_TRAP, ARCH_BREAK_CODE);
	setup_ok(walk_turn(&self->w));
	if (variant->on_call)
		expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getcpu);
	else
		setup_ok(tracee_next(t, PTRACE_CONT));
	expect_val_or_defect(K13, "hits", 2, perf_breakpoint_count(self->fd), 1);
	expect_at(t, variant->on_call ? STOP_ENTRY : STOP_TRAP,
		  variant->on_call ? __NR_getcpu : TRAP_BY_PERF);
}

TEST_HARNESS_MAIN
