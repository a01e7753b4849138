// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a request does depends on the stop it is made at and on the request
 * before it: every pair of requests from every kind of stop around a call.
 */
#include "pairs.h"

FIXTURE(request_pairs) {
	struct walk w;
};

FIXTURE_VARIANT(request_pairs) {
	struct start start;
};

/* The pair runs through the whole call. */
FIXTURE_VARIANT_ADD(request_pairs, from_a_signal_stop) {
	.start = { .requests = { PTRACE_SYSCALL }, .signal = SIGUSR1 },
};

FIXTURE_VARIANT_ADD(request_pairs, from_a_step_stop) {
	.start = { .requests = { PTRACE_SINGLESTEP }, .before = true },
};

FIXTURE_VARIANT_ADD(request_pairs, from_an_entry_stop) { .start = { .requests = { PTRACE_SYSCALL } } };
FIXTURE_VARIANT_ADD(request_pairs, from_a_sysemu_stop) { .start = { .requests = { PTRACE_SYSEMU } } };
FIXTURE_VARIANT_ADD(request_pairs, from_a_sysemu_singlestep_stop) {
	.start = { .requests = { PTRACE_SYSEMU_SINGLESTEP } },
};

FIXTURE_VARIANT_ADD(request_pairs, from_an_exit_stop) {
	.start = { .requests = { PTRACE_SYSCALL, PTRACE_SYSCALL } },
};

FIXTURE_VARIANT_ADD(request_pairs, from_the_step_stop_behind_a_call) {
	.start = { .requests = { PTRACE_SINGLESTEP } },
};

FIXTURE_SETUP(request_pairs)
{
	require_differs(PT_038);
	setup_ok(pair_one_processor());
	setup_ok(walk_start(&self->w, walk_body));
	setup_ok(walk_next(&self->w, PTRACE_CONT));
}

FIXTURE_TEARDOWN(request_pairs)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-032, PT-033, PT-034, PT-035, PT-036, PT-037, PT-038, PT-039, PT-040
 * Contract: PT-044, PT-045, PT-046, PT-047, PT-048, PT-049, PT-054, PT-073, PT-076
 * Code: kernel/ptrace.c:ptrace_resume() ptrace_detach() __ptrace_unlink() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() valid_user_regs() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_softstep() [v7.3.4]
 */
TEST_F(request_pairs, stop_where_the_model_says)
{
	expect_pairs(&self->w, &variant->start);
}

TEST_HARNESS_MAIN
