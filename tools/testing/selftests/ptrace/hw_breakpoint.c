// SPDX-License-Identifier: GPL-2.0-only
/* Hardware breakpoints of a tracer, on and around a system call. */
#include "hw_debug.h"
#include "walk.h"

#define BEHIND	(step_insn_end + ARCH_NOP_SIZE)

FIXTURE(hw_breakpoint) {
	struct walk w;
};

FIXTURE_VARIANT(hw_breakpoint) {
	int request;
};

FIXTURE_VARIANT_ADD(hw_breakpoint, under_cont) { .request = PTRACE_CONT };
FIXTURE_VARIANT_ADD(hw_breakpoint, under_syscall) { .request = PTRACE_SYSCALL };
FIXTURE_VARIANT_ADD(hw_breakpoint, under_singlestep) { .request = PTRACE_SINGLESTEP };
FIXTURE_VARIANT_ADD(hw_breakpoint, under_sysemu) { .request = PTRACE_SYSEMU };

FIXTURE_SETUP(hw_breakpoint)
{
	setup_ok(walk_start(&self->w, walk_body));
	require(hw_slots(&self->w.t, NT_ARM_HW_BREAK) > 0, HW_BREAK_NEEDS);
}

FIXTURE_TEARDOWN(hw_breakpoint)
{
	tracee_end(&self->w.t);
}

/*
 * Resumed without a change it hits again, whatever the request: the kernel steps
 * over breakpoints of perf by itself, over those of a tracer never.
 *
 * Contract: PT-057
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:ptrace_hbptriggered() hw_break_set() [v7.3.4]
 */
TEST_F(hw_breakpoint, on_a_call_hits_before_it_until_it_is_removed)
{
	struct walk *w = &self->w;
	int i;

	setup_ok(hw_break(&w->t, 0, step_insn));
	for (i = 0; i < 3; i++) {
		expect_hit(&w->t, variant->request, step_insn, step_insn);
		expect_reg(&w->t, REG_RESULT, w->in->r[SYSREG_ARG(0)]);
		expect_claim(!walk_ran(w), "the call is not executed");
	}
	setup_ok(hw_remove(&w->t, NT_ARM_HW_BREAK, 0));
	expect_walk(w, variant->request);
}

/*
 * Contract: PT-057
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() [v7.3.4]
 */
TEST_F(hw_breakpoint, once_removed_is_left_by_one_single_step)
{
	struct walk *w = &self->w;
	const char *insn = BEHIND;

	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSCALL);
	if (variant->request == PTRACE_SINGLESTEP)
		expect_walk(w, PTRACE_SINGLESTEP);
	setup_ok(hw_break(&w->t, 0, insn));
	expect_hit(&w->t, variant->request, insn, insn);
	setup_ok(hw_remove(&w->t, NT_ARM_HW_BREAK, 0));
	expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)insn + ARCH_NOP_SIZE);
}

/*
 * Contract: PT-057, PT-055
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_brk64() [v7.3.4]
 */
TEST_F(hw_breakpoint, on_a_brk_hits_before_it)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_CONT);
	expect_at(&w->t, STOP_TRAP, TRAP_BRKPT);
	setup_ok(hw_break(&w->t, 0, step_brk));
	expect_hit(&w->t, variant->request, step_brk, step_brk);
	setup_ok(hw_remove(&w->t, NT_ARM_HW_BREAK, 0));
	expect_stop(&w->t, variant->request, STOP_TRAP, TRAP_BRKPT);
	expect_reg(&w->t, REG_PC, (__u64)step_brk);
}

FIXTURE(hw_breakpoint_behind_a_call) {
	struct walk w;
};

/* All stops up to the first hit, and whether the call is executed. */
FIXTURE_VARIANT(hw_breakpoint_behind_a_call) {
	int request, nstops;
	bool ran;
	struct {
		enum stop_kind kind;
		int what;
	} stop[2];
};

FIXTURE_VARIANT_ADD(hw_breakpoint_behind_a_call, under_cont) {
	.request = PTRACE_CONT, .ran = true,
};

FIXTURE_VARIANT_ADD(hw_breakpoint_behind_a_call, under_syscall) {
	.request = PTRACE_SYSCALL, .ran = true, .nstops = 2,
	.stop = { { STOP_ENTRY, __NR_getcpu }, { STOP_EXIT, __NR_getcpu } },
};

FIXTURE_VARIANT_ADD(hw_breakpoint_behind_a_call, under_sysemu) {
	.request = PTRACE_SYSEMU, .nstops = 1,
	.stop = { { STOP_ENTRY, __NR_getcpu } },
};

/* The second stop of a stepped call comes before that of the breakpoint. */
FIXTURE_VARIANT_ADD(hw_breakpoint_behind_a_call, under_singlestep) {
	.request = PTRACE_SINGLESTEP, .ran = true, .nstops = 2,
	.stop = { { STOP_TRAP, ARCH_CALL_STEP_CODE }, { STOP_TRAP, TRAP_TRACE } },
};

FIXTURE_SETUP(hw_breakpoint_behind_a_call)
{
	setup_ok(walk_start(&self->w, walk_body));
	require(hw_slots(&self->w.t, NT_ARM_HW_BREAK) > 0, HW_BREAK_NEEDS);
	setup_ok(hw_break(&self->w.t, 0, step_insn_end));
}

FIXTURE_TEARDOWN(hw_breakpoint_behind_a_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-057
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(hw_breakpoint_behind_a_call, hits_after_the_stops_of_the_call)
{
	struct walk *w = &self->w;
	int i;

	for (i = 0; i < variant->nstops; i++) {
		expect_stop(&w->t, variant->request, variant->stop[i].kind,
			    variant->stop[i].what);
		expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	}
	expect_hit(&w->t, variant->request, step_insn_end, step_insn_end);
	expect_val("call executed", variant->ran, walk_ran(w));
	expect_hit(&w->t, variant->request, step_insn_end, step_insn_end);
	setup_ok(hw_remove(&w->t, NT_ARM_HW_BREAK, 0));
	expect_stop(&w->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
}

FIXTURE(hw_breakpoints) {
	struct walk w;
	int n;
};

FIXTURE_SETUP(hw_breakpoints)
{
	setup_ok(walk_start(&self->w, walk_body));
	self->n = hw_slots(&self->w.t, NT_ARM_HW_BREAK);
	require(self->n > 0, HW_BREAK_NEEDS);
}

FIXTURE_TEARDOWN(hw_breakpoints)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-057
 * Code: arch/arm64/kernel/ptrace.c:hw_break_get() hw_break_set() [v7.3.4]
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_breakpoint() [v7.3.4]
 */
TEST_F(hw_breakpoints, in_every_slot_hit_at_their_own_instruction)
{
	struct user_hwdebug_state state = {};
	struct tracee *t = &self->w.t;
	int i;

	for (i = 0; i < self->n; i++)
		setup_ok(hw_break(t, i, step_insn + i * ARCH_NOP_SIZE));
	setup_ok(hw_regset(t, PTRACE_GETREGSET, NT_ARM_HW_BREAK, &state, sizeof(state)));
	for (i = 0; i < self->n; i++) {
		expect_val("address", (__u64)step_insn + (__u64)i * ARCH_NOP_SIZE,
			   state.dbg_regs[i].addr);
		expect_val("control", HW_CTRL_SHOWN(HW_CTRL(0xf, 0)), state.dbg_regs[i].ctrl);
	}
	for (i = 0; i < self->n; i++) {
		char *insn = step_insn + i * ARCH_NOP_SIZE;

		expect_hit(t, PTRACE_CONT, insn, insn);
		setup_ok(hw_remove(t, NT_ARM_HW_BREAK, i));
	}
	expect_stop(t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
}

FIXTURE(hw_breakpoint_at_the_end_of_tracing) {
	struct tracee t;
};

FIXTURE_VARIANT(hw_breakpoint_at_the_end_of_tracing) {
	bool removed;
};

FIXTURE_VARIANT_ADD(hw_breakpoint_at_the_end_of_tracing, removed) { .removed = true };
FIXTURE_VARIANT_ADD(hw_breakpoint_at_the_end_of_tracing, left) { .removed = false };

/* At a hit, go on behind it. */
static void skip_hit(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	*reg(&regs, REG_PC) += ARCH_NOP_SIZE;
	frame_set(ucontext, &regs);
}

static void body_handler(struct page *page)
{
	task_on_signal = skip_hit;
	task_handle(SIGTRAP, 0);
	body_watched_calls(page);
}

FIXTURE_SETUP(hw_breakpoint_at_the_end_of_tracing)
{
	setup_ok(tracee_start(&self->t, body_handler));
	require(hw_slots(&self->t, NT_ARM_HW_BREAK) > 0, HW_BREAK_NEEDS);
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
}

FIXTURE_TEARDOWN(hw_breakpoint_at_the_end_of_tracing)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-057
 * Promise: none; whoever detaches removes what it has set
 * Code: arch/arm64/kernel/ptrace.c:ptrace_disable() ptrace_hbptriggered() [v7.3.4]
 */
TEST_F(hw_breakpoint_at_the_end_of_tracing, outlives_a_detach_unless_removed)
{
	struct page *page = self->t.task.page;

	setup_ok(hw_break(&self->t, 0, sys_insn_end));
	expect_hit(&self->t, PTRACE_CONT, sys_insn_end, sys_insn_end);
	if (variant->removed)
		setup_ok(hw_remove(&self->t, NT_ARM_HW_BREAK, 0));
	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	expect_val("signals", !variant->removed, page->nframes);
	if (variant->removed)
		return;
	expect_val("si_code", TRAP_HWBKPT, page->frame[0].code);
	expect_val("si_addr", (__u64)sys_insn_end, page->frame[0].addr);
	expect_val(reg_text(REG_PC), (__u64)sys_insn_end, *reg(&page->frame[0].regs, REG_PC));
}

TEST_HARNESS_MAIN
