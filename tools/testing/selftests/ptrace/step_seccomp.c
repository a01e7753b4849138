// SPDX-License-Identifier: GPL-2.0-only
/* Stepped and emulated calls that a seccomp filter has an opinion about. */
#include "filter.h"
#include "pairs.h"

#define DATA 42

FIXTURE(filtered_call) {
	struct walk w;
};

FIXTURE_VARIANT(filtered_call) {
	__u32 verdict;
	enum stop_kind kind;	/* the first stop of a step over it */
	int what;
};

FIXTURE_VARIANT_ADD(filtered_call, with_trace) {
	.verdict = SECCOMP_RET_TRACE | DATA, .kind = STOP_SECCOMP, .what = DATA,
};

FIXTURE_VARIANT_ADD(filtered_call, with_errno) {
	.verdict = SECCOMP_RET_ERRNO | DATA, .kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE,
};

FIXTURE_VARIANT_ADD(filtered_call, with_trap) {
	.verdict = SECCOMP_RET_TRAP | DATA, .kind = STOP_SIGNAL, .what = SIGSYS,
};

FIXTURE_VARIANT_ADD(filtered_call, with_log) {
	.verdict = SECCOMP_RET_LOG, .kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE,
};

FIXTURE_VARIANT_ADD(filtered_call, with_allow) {
	.verdict = SECCOMP_RET_ALLOW, .kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE,
};

static __u32 body_verdict;	/* for the body, which has no arguments */

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);		/* it must live on where it is alone */
	filter_self(__NR_getcpu, body_verdict);
	walk_body(page);
}

static int start_filtered(struct walk *w, __u32 verdict)
{
	int ret = pair_one_processor();

	body_verdict = verdict;
	w->options = PTRACE_O_TRACESECCOMP;
	w->m.verdict = verdict;
	if (!ret)
		ret = walk_start(w, body);
	return ret ? ret : tracee_options(&w->t, TRACEE_OPTIONS | w->options);
}

FIXTURE_SETUP(filtered_call)
{
	require_filters();
	setup_ok(start_filtered(&self->w, variant->verdict));
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
	struct walk *w = &self->w;

	setup_ok(walk_turn_at(w, step_before));
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_reg(&w->t, REG_PC, (__u64)step_insn);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, variant->kind, variant->what);
	if (variant->kind != STOP_TRAP)
		expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	expect_walk(w, PTRACE_SINGLESTEP);
	expect_at(&w->t, STOP_TRAP, TRAP_TRACE);
	expect_walk(w, PTRACE_CONT);
}

/*
 * Contract: PT-053, PT-048
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(filtered_call, is_stepped_out_of_from_its_entry_stop)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	while (w->m.what != ARCH_CALL_STEP_CODE)
		expect_walk(w, PTRACE_SINGLESTEP);
	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
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
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
	expect_claim(!walk_ran(w), "the emulated call is not executed");
	/* The twin: a call that is not emulated meets the filter. */
	setup_ok(walk_turn(w));
	expect_walk(w, PTRACE_CONT);
}

/* A verdict that kills cannot be seen before it is carried out. */
FIXTURE(killing_filter) {
	struct walk w;
};

FIXTURE_VARIANT(killing_filter) {
	__u32 verdict;
};

FIXTURE_VARIANT_ADD(killing_filter, of_the_process) { .verdict = SECCOMP_RET_KILL_PROCESS };
FIXTURE_VARIANT_ADD(killing_filter, of_the_thread) { .verdict = SECCOMP_RET_KILL_THREAD };

FIXTURE_SETUP(killing_filter)
{
	require_filters();
	setup_ok(start_filtered(&self->w, variant->verdict));
}

FIXTURE_TEARDOWN(killing_filter)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-053
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: kernel/signal.c:get_signal() [v7.3.4]
 */
TEST_F(killing_filter, leaves_no_stop_to_a_single_step)
{
	expect_stop(&self->w.t, PTRACE_SINGLESTEP, STOP_KILLED, SIGSYS);
	expect_claim(!walk_ran(&self->w), "the call is not executed");
}

FIXTURE(request_pairs) {
	struct walk w;
};

FIXTURE_SETUP(request_pairs)
{
	require_filters();
	require_differs(PT_039);
	setup_ok(start_filtered(&self->w, SECCOMP_RET_TRACE | DATA));
}

FIXTURE_TEARDOWN(request_pairs)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-039, PT-053, PT-054
 * Code: kernel/ptrace.c:ptrace_resume() ptrace_get_syscall_info_seccomp() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 */
TEST_F(request_pairs, from_a_seccomp_stop_stop_where_the_model_says)
{
	static const struct start start = { .requests = { PTRACE_CONT } };

	expect_walk(&self->w, PTRACE_CONT);
	expect_at(&self->w.t, STOP_SECCOMP, DATA);
	expect_walk(&self->w, PTRACE_CONT);
	expect_pairs(&self->w, &start);
}

TEST_HARNESS_MAIN
