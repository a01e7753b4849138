// SPDX-License-Identifier: GPL-2.0-only
/* Stepped and emulated calls that a seccomp filter has an opinion about. */
#include "filter.h"
#include "walk.h"

#define DATA 42

FIXTURE(filtered_call) {
	struct walk w;
};

FIXTURE_VARIANT(filtered_call) {
	__u32 action;
	enum stop_kind kind;	/* the first stop of a step over it; NONE: the step itself */
	int what;
	bool runs;		/* the call is executed in the end */
	int result;		/* negative errno; 0: as executed, or argument 0 */
};

FIXTURE_VARIANT_ADD(filtered_call, with_trace) {
	SECCOMP_RET_TRACE | DATA, STOP_SECCOMP, DATA, true, 0,
};

FIXTURE_VARIANT_ADD(filtered_call, with_errno) {
	SECCOMP_RET_ERRNO | DATA, STOP_NONE, 0, false, -DATA,
};

FIXTURE_VARIANT_ADD(filtered_call, with_trap) {
	SECCOMP_RET_TRAP | DATA, STOP_SIGNAL, SIGSYS, false, 0,
};

FIXTURE_VARIANT_ADD(filtered_call, with_allow) {
	SECCOMP_RET_ALLOW, STOP_NONE, 0, true, 0,
};

static __u32 body_action;	/* for the body, which has no arguments */

static void body(struct page *page)
{
	struct filter f;

	filter_on_nr(&f, __NR_getcpu, body_action);
	if (filter_install(&f, 0))
		sys_call(__NR_exit_group, 1);
	walk_body(page);
}

FIXTURE_SETUP(filtered_call)
{
	body_action = variant->action;
	setup_ok(walk_start(&self->w, body));
	setup_ok(tracee_options(&self->w.t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
}

FIXTURE_TEARDOWN(filtered_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-053
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() report_syscall_exit() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(filtered_call, is_stepped_over_whatever_the_filter_says)
{
	struct tracee *t = &self->w.t;
	/* What RET_TRAP leaves is what was there before the call. */
	__u64 result = variant->runs || variant->result ? (__u64)(__s64)variant->result :
		       self->w.in->r[SYSREG_RESULT];

	if (variant->kind) {
		expect_stop(t, PTRACE_SINGLESTEP, variant->kind, variant->what);
		expect_reg(t, REG_PC, (__u64)step_insn_end);
		if (ARCH_HAS_MARKED_REG)
			expect_reg(t, REG_MARK, pattern(7));
		t->stop.kind = STOP_NONE;	/* SIGSYS is not passed on */
	}
	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(t, REG_PC, (__u64)step_insn_end);
	expect_val("call executed", variant->runs, walk_ran(&self->w));
	expect_reg(t, REG_RESULT, result);
}

/*
 * Contract: PT-041
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(filtered_call, is_not_shown_to_the_filter_when_emulated)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_CONT);
	expect_claim(!walk_ran(w), "the emulated call is not executed");
	expect_val("result", w->m.result, w->t.task.page->call[0].out.r[SYSREG_RESULT]);
	/* The twin: a call that is not emulated meets the filter. */
	setup_ok(walk_turn(w));
	expect_stop(&w->t, PTRACE_CONT, variant->kind ? variant->kind : STOP_TRAP,
		    variant->kind ? variant->what : ARCH_BREAK_CODE);
	if (!variant->kind)
		expect_val("result", variant->result,
			   w->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
