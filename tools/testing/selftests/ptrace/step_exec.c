// SPDX-License-Identifier: GPL-2.0-only
/* Single steps over a successful execve(2): the next instruction is another program's. */
#include "expect.h"

FIXTURE(step_over_exec) {
	struct tracee t;
	__u64 pc;		/* of the first stop in the new program */
};

FIXTURE_VARIANT(step_over_exec) {
	bool event;		/* PTRACE_O_TRACEEXEC */
};

FIXTURE_VARIANT_ADD(step_over_exec, with_its_event) { .event = true };
FIXTURE_VARIANT_ADD(step_over_exec, without_its_event) { .event = false };

static void body(struct page *page)
{
	static const char *const none[] = { "new", NULL };

	(void)page;
	tracee_ready();
	sys_call(__NR_execve, "/proc/self/exe", none, none + 1);
}

FIXTURE_SETUP(step_over_exec)
{
	struct tracee *t = &self->t;

	setup_ok(tracee_start(t, body));
	setup_ok(tracee_options(t, TRACEE_OPTIONS | (variant->event ? PTRACE_O_TRACEEXEC : 0)));
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	if (variant->event)
		expect_stop(t, PTRACE_SINGLESTEP, STOP_EVENT, PTRACE_EVENT_EXEC);
	setup_ok(tracee_next(t, PTRACE_SINGLESTEP));
	self->pc = t->stop.pc;
}

FIXTURE_TEARDOWN(step_over_exec)
{
	tracee_end(&self->t);
}

/*
 * Without the event exec sends a SIGTRAP of its own, and that of the step,
 * which comes later, is not queued beside it.
 *
 * Contract: PT-045
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_event() user_single_step_report() [v7.3.4]
 * Code: kernel/signal.c:__send_signal_locked() [v7.3.4]
 */
TEST_F(step_over_exec, stops_at_the_entry_of_the_new_program)
{
	struct ptrace_syscall_info info;
	struct tracee *t = &self->t;
	__u64 own = t->tid | (__u64)getuid() << 32;
	__u64 step = ARCH_CALL_STEP_CODE == SI_USER ? 0 : self->pc;

	expect_at(t, STOP_TRAP, variant->event ? ARCH_CALL_STEP_CODE : SI_USER);
	expect_val("wait status", SIGTRAP << 8 | 0x7f, t->stop.status);
	expect_val("si_addr, or si_pid with si_uid", variant->event ? step : own,
		   t->stop.si.si_addr);
	expect_val("event message", 0, t->stop.msg);
	expect_nr(t, ARCH_RESTART_BEFORE_SIGNAL_STOP ? -1 : __NR_execve);
	expect_reg(t, REG_RESULT, 0);
	expect_reg(t, REG_ARG1, 0);
	expect_reg(t, REG_MARK, 0);
	setup_ok(tracee_info(t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, info.op);
	expect_val("info.instruction_pointer", self->pc, info.instruction_pointer);
}

/*
 * The new program begins with the step flag clear: two stops, as behind any call.
 *
 * Contract: PT-046, PT-044
 * Code: arch/arm64/include/asm/processor.h:start_thread_common() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_enable_single_step() do_el0_softstep() [v7.3.4]
 */
TEST_F(step_over_exec, goes_on_in_the_new_program_by_one_instruction)
{
	struct tracee *t = &self->t;

	if (ARCH_STEPS_TWICE_AFTER_CALL) {
		expect_reg(t, REG_FLAGS, tracee_get(t, REG_FLAGS) & ~ARCH_STEP_FLAG);
		expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
		expect_reg(t, REG_PC, self->pc);
	}
	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_claim(t->stop.pc > self->pc && t->stop.pc <= self->pc + 16,
		     "the next step leaves the first instruction");
	expect_val("si_addr", t->stop.pc, t->stop.si.si_addr);
	expect_nr(t, -1);
}

TEST_HARNESS_MAIN
