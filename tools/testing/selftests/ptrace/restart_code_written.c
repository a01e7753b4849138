// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer that makes one of the kernel's internal restart codes the result of
 * a call: a restart where the kernel would have decided on one, else a result
 * like any other.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

FIXTURE(restart_code) {
	struct tracee t;
	struct page *page;
	struct sysregs *in, *out;
};

FIXTURE_VARIANT(restart_code) {
	int code;
	long restart_nr;	/* the call it restarts, 0 for none */
};

#define CODE(name, ...) FIXTURE_VARIANT_ADD(restart_code, name) { __VA_ARGS__ }
CODE(less_one, -511, 0);
CODE(restartsys, RESTARTSYS, __NR_getppid);
CODE(restartnointr, RESTARTNOINTR, __NR_getppid);
CODE(restartnohand, RESTARTNOHAND, __NR_getppid);
CODE(noioctlcmd, -515, 0);
CODE(restart_restartblock, RESTART_RESTARTBLOCK, __NR_restart_syscall);

static void body(struct page *page)
{
	task_handle(SIGUSR1, 0);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(restart_code)
{
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	self->page->ncalls = 2;
	self->in = &self->page->call[0].in;
	self->out = &self->page->call[0].out;
	sysregs_fill_pattern(self->in, __NR_getppid);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_close);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

FIXTURE_TEARDOWN(restart_code)
{
	tracee_end(&self->t);
}

/* The pending signal is delivered behind a call that is not restarted. */
#define expect_raw_result(self) do {					\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);	\
	expect_reg(&(self)->t, REG_PC, (__u64)sys_insn_end);		\
	expect_reg(&(self)->t, REG_RESULT, variant->code);		\
	expect_nr(&(self)->t, -1);					\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn); \
	expect_val("handler runs", 1, (self)->page->nframes);		\
	expect_val("pc of the frame", (__u64)sys_insn_end,		\
		   *reg(&(self)->page->frame[0].regs, REG_PC));		\
	expect_val("result in the frame", variant->code,		\
		   *reg(&(self)->page->frame[0].regs, REG_RESULT));	\
	setup_ok(tracee_next(&(self)->t, PTRACE_SYSCALL));		\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_close); \
	expect_val(reg_text(REG_RESULT), variant->code, (self)->out->r[SYSREG_RESULT]); \
	expect_kept((self)->in, (self)->out, false);			\
} while (0)

/*
 * Contract: PT-074
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/include/asm/ptrace.h:in_syscall() [v7.3.4]
 */
TEST_F(restart_code, of_a_call_with_number_minus_one_is_a_result)
{
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(tracee_set(&self->t, REG_RESULT, variant->code));
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_reg(&self->t, REG_RESULT, variant->code);
	expect_raw_result(self);
}

/*
 * Contract: PT-074
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(restart_code, of_a_call_whose_number_is_taken_away_at_exit_is_a_result)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(tracee_set(&self->t, REG_RESULT, variant->code));
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_raw_result(self);
}

/*
 * Contract: PT-075
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(restart_code, written_at_exit_is_a_result_when_no_signal_is_pending)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_set(&self->t, REG_RESULT, variant->code));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_close);
	expect_val(reg_text(REG_RESULT), variant->code, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
	expect_done(&self->t);
}

/*
 * The twin: the same write, a signal, which is then dropped.  The restart has the
 * argument 0 of the caller, which the write at the exit stop has not touched.
 *
 * Contract: PT-067, PT-075
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(restart_code, written_at_exit_restarts_the_call_when_a_signal_is_pending)
{
	struct ptrace_syscall_info info;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_set(&self->t, REG_RESULT, variant->code));
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	setup_ok(tracee_resume(&self->t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(&self->t));
	expect_at(&self->t, STOP_ENTRY, variant->restart_nr ? variant->restart_nr : __NR_close);
	expect_reg(&self->t, REG_ARG0, pattern(100));
	setup_ok(tracee_info(&self->t, &info));
	expect_val("args[0]", pattern(100), info.entry.args[0]);
	if (!variant->restart_nr)
		expect_val(reg_text(REG_RESULT), variant->code, self->out->r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
