// SPDX-License-Identifier: GPL-2.0-only
/*
 * An emulated call that leaves the value of a restart request in its result
 * register, because that register also carries its first argument.
 */
#include "expect.h"

FIXTURE(emulated_call) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(emulated_call) {
	int arg0;
	bool restarts;		/* a result of this value would restart the call */
};

FIXTURE_VARIANT_ADD(emulated_call, with_argument0_restartsys) { RESTARTSYS, true };
FIXTURE_VARIANT_ADD(emulated_call, with_argument0_restartnointr) { RESTARTNOINTR, true };
FIXTURE_VARIANT_ADD(emulated_call, with_argument0_restartnohand) { RESTARTNOHAND, true };
FIXTURE_VARIANT_ADD(emulated_call, with_argument0_restart_restartblock) { RESTART_RESTARTBLOCK, true };
FIXTURE_VARIANT_ADD(emulated_call, with_argument0_511_negative) { -511, false };
FIXTURE_VARIANT_ADD(emulated_call, with_argument0_515_negative) { -515, false };

static void body(struct page *page)
{
	task_handle(SIGUSR1, 0);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(emulated_call)
{
	__u64 args[6] = { (__u64)(__s64)variant->arg0 };

	self->page = page_new();
	ASSERT_NE(NULL, self->page);
	self->t.task.page = self->page;
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, __NR_getppid, args);
	setup_ok(tracee_start(&self->t, body));
	expect_stop(&self->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_signal(&self->t, SIGUSR1));
}

FIXTURE_TEARDOWN(emulated_call)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-042
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(emulated_call, is_not_restarted_by_a_signal)
{
	__u64 result = ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS : (__u64)(__s64)variant->arg0;

	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	if (variant->restarts)
		expect_val_or_defect(K2, "pc", (__u64)sys_insn_end, self->t.stop.pc,
				     (__u64)sys_insn);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_RESULT, result);
	expect_done(&self->t);
	expect_val("signals handled", 1, self->page->nframes);
	expect_val("pc in the frame", (__u64)sys_insn_end, *reg(&self->page->frame[0].regs, REG_PC));
	expect_val("result", result, self->page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
