// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_GET_SYSCALL_INFO at the stop of SECCOMP_RET_TRACE, what a tracer's
 * change of argument 0 shows there, and the stops that are no syscall stops.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"
#include "filter.h"

#define FILTER_DATA	0x5a3c
#define NEW_ARG0	pattern(200)

FIXTURE(seccomp_stop_info) {
	struct tracee t;
	struct sysregs *in;
	struct ptrace_syscall_info info;
};

/* Where the stop comes from must not matter. */
FIXTURE_VARIANT(seccomp_stop_info) {
	bool has_entry_stop;
};

FIXTURE_VARIANT_ADD(seccomp_stop_info, alone) { .has_entry_stop = false };
FIXTURE_VARIANT_ADD(seccomp_stop_info, after_an_entry_stop) { .has_entry_stop = true };

static void body(struct page *page)
{
	filter_self(__NR_getppid, SECCOMP_RET_TRACE | FILTER_DATA);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(seccomp_stop_info)
{
	require_filters();
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	self->t.task.page->ncalls = 1;
	self->in = &self->t.task.page->call[0].in;
	sysregs_fill_pattern(self->in, __NR_getppid);
}

FIXTURE_TEARDOWN(seccomp_stop_info)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-011
 * Promise: ptrace(2) "PTRACE_GET_SYSCALL_INFO"
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_seccomp() ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(seccomp_stop_info, holds_number_with_arguments_plus_filter_data)
{
	struct ptrace_syscall_info *info = &self->info;
	char name[16];
	int i;

	if (variant->has_entry_stop)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, FILTER_DATA);
	expect_val("info length", 84, tracee_info(&self->t, info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_SECCOMP, info->op);
	expect_val("info.reserved", 0, info->reserved);
	expect_val("info.flags", 0, info->flags);
	expect_val("info.arch", ARCH_AUDIT, info->arch);
	expect_val("info.instruction_pointer", (__u64)sys_insn_end, info->instruction_pointer);
	expect_val("info.stack_pointer", self->in->sp, info->stack_pointer);
	expect_val("info.seccomp.nr", __NR_getppid, info->seccomp.nr);
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, pattern(100 + i), info->seccomp.args[i]);
	}
	expect_val("info.seccomp.ret_data", FILTER_DATA, info->seccomp.ret_data);
	expect_val("bytes behind it", 0xffffffffU, info->seccomp.reserved2);
}

/*
 * Contract: PT-014
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(seccomp_stop_info, shows_argument_0_as_the_tracer_wrote_it)
{
	if (variant->has_entry_stop)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, FILTER_DATA);
	setup_ok(tracee_set(&self->t, REG_ARG0, NEW_ARG0));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("args[0]", NEW_ARG0, self->info.seccomp.args[0]);
	expect_val("args[1]", pattern(101), self->info.seccomp.args[1]);
}

FIXTURE(entry_stop_info) {
	struct tracee t;
	struct ptrace_syscall_info info;
};

FIXTURE_SETUP(entry_stop_info)
{
	require_filters();
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	self->t.task.page->ncalls = 2;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&self->t.task.page->call[1].in, __NR_close);
}

FIXTURE_TEARDOWN(entry_stop_info)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-014
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(entry_stop_info, shows_argument_0_as_the_tracer_wrote_it)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_set(&self->t, REG_ARG0, NEW_ARG0));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("args[0]", NEW_ARG0, self->info.entry.args[0]);
	expect_val("args[1]", pattern(101), self->info.entry.args[1]);
}

/*
 * Contract: PT-014
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(entry_stop_info, written_at_entry_is_what_the_seccomp_stop_shows)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_set(&self->t, REG_ARG0, NEW_ARG0));
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, FILTER_DATA);
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("args[0]", NEW_ARG0, self->info.seccomp.args[0]);
}

/* What must be told of a stop that belongs to no call, 24 bytes of it. */
#define expect_info_none(t, pc, sp) do {				\
	struct ptrace_syscall_info none_info;				\
									\
	expect_val("info length", offsetof(struct ptrace_syscall_info, entry), \
		   tracee_info(t, &none_info));				\
	expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, none_info.op);	\
	expect_val("info.arch", ARCH_AUDIT, none_info.arch);		\
	expect_val("info.instruction_pointer", (__u64)(pc), none_info.instruction_pointer); \
	expect_val("info.stack_pointer", sp, none_info.stack_pointer);	\
	expect_val("bytes behind it", ~0ULL, none_info.entry.nr);	\
} while (0)

FIXTURE(stop_outside_a_call) {
	struct tracee t;
	__u64 sp;
};

static void body_step(struct page *page)
{
	step_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE_SETUP(stop_outside_a_call)
{
	struct page *page = page_new();

	ASSERT_NE(NULL, page);
	self->t.task.page = page;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	setup_ok(tracee_start(&self->t, body_step));
	self->sp = page->call[0].in.sp;
}

FIXTURE_TEARDOWN(stop_outside_a_call)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-010
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(stop_outside_a_call, by_a_signal_behind_a_call_has_op_none)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_info_none(&self->t, step_insn_end, self->sp);
}

/*
 * Contract: PT-012
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_op() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 */
TEST_F(stop_outside_a_call, by_stepping_over_a_call_has_op_none)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_info_none(&self->t, step_insn_end, self->sp);
}

/*
 * Contract: PT-012
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(stop_outside_a_call, by_stepping_an_instruction_has_op_none)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_info_none(&self->t, step_insn_end + ARCH_NOP_SIZE, self->sp);
}

TEST_HARNESS_MAIN
