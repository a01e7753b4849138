// SPDX-License-Identifier: GPL-2.0-only
/* The entry and exit stop of one system call, as a tracer sees them. */
#include <sys/wait.h>
#include "expect.h"

FIXTURE(call_stop) {
	struct tracee t;
	struct sysregs *in;
};

FIXTURE_VARIANT(call_stop) {
	bool sysgood;
};

FIXTURE_VARIANT_ADD(call_stop, marked) { .sysgood = true };
FIXTURE_VARIANT_ADD(call_stop, unmarked) { .sysgood = false };

FIXTURE_SETUP(call_stop)
{
	struct page *page;

	setup_ok(tracee_start(&self->t, body_watched_calls));
	page = self->t.task.page;
	page->ncalls = 1;
	self->in = &page->call[0].in;
	sysregs_fill_pattern(self->in, __NR_getppid);
	if (!variant->sysgood)
		setup_ok(tracee_options(&self->t, PTRACE_O_EXITKILL));
}

FIXTURE_TEARDOWN(call_stop)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-001, PT-002
 * Promise: ptrace(2) "Syscall-stops"
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(call_stop, is_reported_as_sigtrap_with_a_message)
{
	int sig = SIGTRAP | (variant->sysgood ? 0x80 : 0);
	struct ptrace_syscall_info info;
	unsigned long msg;

	for (msg = PTRACE_EVENTMSG_SYSCALL_ENTRY; msg <= PTRACE_EVENTMSG_SYSCALL_EXIT; msg++) {
		setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
		expect_val("wait status", sig << 8 | 0x7f, self->t.stop.status);
		expect_val("si_code", sig, self->t.stop.si.si_code);
		expect_val("event message", msg, self->t.stop.msg);
		setup_ok(tracee_info(&self->t, &info));
		expect_val("info.op", variant->sysgood ? msg : PTRACE_SYSCALL_INFO_NONE, info.op);
	}
}

/*
 * Contract: PT-006
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_get() [v7.3.4]
 */
TEST_F(call_stop, shows_pc_behind_the_call_with_its_number)
{
	int i;

	for (i = 0; i < 2; i++) {
		setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
		expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
		expect_reg(&self->t, REG_NR, __NR_getppid);
		expect_nr(&self->t, __NR_getppid);
		if (i == 0)
			expect_reg(&self->t, REG_RESULT, ARCH_ENTRY_RESULT_IS_ENOSYS ?
				   (__u64)-ENOSYS : self->in->r[SYSREG_ARG(0)]);
		else
			expect_reg(&self->t, REG_RESULT, getpid());
	}
}

FIXTURE(call_info) {
	struct tracee t;
	struct sysregs *in;
	struct ptrace_syscall_info info;
};

FIXTURE_SETUP(call_info)
{
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 1;
	self->in = &self->t.task.page->call[0].in;
}

FIXTURE_TEARDOWN(call_info)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-007, PT-013
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_entry() ptrace_get_syscall_info() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(call_info, at_entry_holds_number_with_six_arguments)
{
	char name[16];
	int i;

	sysregs_fill_pattern(self->in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_val("info length", 80, tracee_info(&self->t, &self->info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_ENTRY, self->info.op);
	expect_val("info.arch", ARCH_AUDIT, self->info.arch);
	expect_val("info.instruction_pointer", (__u64)sys_insn_end, self->info.instruction_pointer);
	expect_val("info.stack_pointer", self->in->sp, self->info.stack_pointer);
	expect_val("info.entry.nr", __NR_getppid, self->info.entry.nr);
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, pattern(100 + i), self->info.entry.args[i]);
	}
}

/*
 * Contract: PT-008
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() syscall_get_error() [v7.3.4]
 */
TEST_F(call_info, at_exit_holds_result_with_error_flag)
{
	sysregs_fill_pattern(self->in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_val("info length", 33, tracee_info(&self->t, &self->info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_EXIT, self->info.op);
	expect_val("info.exit.rval", getpid(), self->info.exit.rval);
	expect_val("info.exit.is_error", 0, self->info.exit.is_error);
}

/*
 * Contract: PT-008
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_error() [v7.3.4]
 */
TEST_F(call_info, at_exit_of_a_failed_call_flags_the_error)
{
	sysregs_fill_pattern(self->in, __NR_close);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_close);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_close);
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.exit.rval", -EBADF, self->info.exit.rval);
	expect_val("info.exit.is_error", 1, self->info.exit.is_error);
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
