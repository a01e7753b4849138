// SPDX-License-Identifier: GPL-2.0-only
/*
 * What PTRACE_GET_SYSCALL_INFO tells of a call once the tracer has written
 * registers, at each kind of stop and at the stops that follow.
 */
#include "expect.h"
#include "write_stops.h"

#define NEW_PC		((__u64)mark_insn)
#define NEW_SP		pattern(240)
#define NEW_ARG(i)	pattern(200 + (i))

FIXTURE(call_info_of_written_registers) {
	struct written w;
	struct ptrace_syscall_info info;
};

FIXTURE_VARIANT(call_info_of_written_registers) {
	struct write_stop stop;
};

WRITE_STOP_VARIANTS(call_info_of_written_registers);

FIXTURE_SETUP(call_info_of_written_registers)
{
	struct arch_regs regs;
	int i;

	require_write_stop(&variant->stop);
	setup_ok(write_stop_start(&self->w, &variant->stop));
	setup_ok(tracee_get_regs(&self->w.t, &regs));
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = NEW_ARG(i);
	*reg(&regs, REG_PC) = NEW_PC;
	*reg(&regs, REG_SP) = NEW_SP;
	if (ARCH_NR_HAS_OWN_REGSET)
		*reg(&regs, REG_NR) = __NR_getppid;	/* of no effect */
	setup_ok(tracee_set_regs(&self->w.t, &regs));
}

FIXTURE_TEARDOWN(call_info_of_written_registers)
{
	tracee_end(&self->w.t);
}

/* The call that the stop of kind op_ shows: its number and the arguments written. */
#define expect_call(self, op_, number) do {				\
	char ci_name[16];						\
	int ci_i;							\
									\
	setup_ok(tracee_info(&(self)->w.t, &(self)->info));		\
	expect_val("info.op", op_, (self)->info.op);			\
	expect_val("info.entry.nr", number, (self)->info.entry.nr);	\
	for (ci_i = 0; ci_i < 6; ci_i++) {				\
		snprintf(ci_name, sizeof(ci_name), "args[%d]", ci_i);	\
		expect_val(ci_name, NEW_ARG(ci_i), (self)->info.entry.args[ci_i]); \
	}								\
} while (0)

/* What is told of the end of the call. */
#define expect_result_written(self, result, error) do {			\
	setup_ok(tracee_info(&(self)->w.t, &(self)->info));		\
	expect_val("info.op", PTRACE_SYSCALL_INFO_EXIT, (self)->info.op); \
	expect_val("info.exit.rval", result, (self)->info.exit.rval);	\
	expect_val("info.exit.is_error", error, (self)->info.exit.is_error); \
} while (0)

/*
 * Contract: PT-013
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(call_info_of_written_registers, has_the_address_with_the_stack_pointer_written)
{
	setup_ok(tracee_info(&self->w.t, &self->info));
	expect_val("info.arch", ARCH_AUDIT, self->info.arch);
	expect_val("info.instruction_pointer", NEW_PC, self->info.instruction_pointer);
	expect_val("info.stack_pointer", NEW_SP, self->info.stack_pointer);
}

/*
 * Contract: PT-008, PT-010, PT-012, PT-014, PT-026
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_entry() ptrace_get_syscall_info_exit() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() ptrace_get_syscall_info_op() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() syscall_get_error() [v7.3.4]
 */
TEST_F(call_info_of_written_registers, has_what_was_written_where_it_describes_a_call)
{
	switch (variant->stop.kind) {
	case STOP_ENTRY:
		expect_call(self, PTRACE_SYSCALL_INFO_ENTRY, variant->stop.nr);
		break;
	case STOP_SECCOMP:
		expect_call(self, PTRACE_SYSCALL_INFO_SECCOMP, variant->stop.nr);
		expect_val("info.seccomp.ret_data", WRITE_STOP_DATA, self->info.seccomp.ret_data);
		break;
	case STOP_EXIT:
		expect_result_written(self, ARCH_RESULT_IN_ARG0 ? NEW_ARG(0) :
				      (__u64)self->w.t.tid, 0);
		setup_ok(tracee_set(&self->w.t, REG_RESULT, -4095));
		expect_result_written(self, -4095, 1);
		setup_ok(tracee_set(&self->w.t, REG_RESULT, -4096));
		expect_result_written(self, -4096, 0);
		break;
	default:
		expect_val("info length", offsetof(struct ptrace_syscall_info, entry),
			   tracee_info(&self->w.t, &self->info));
		expect_val("info.op", PTRACE_SYSCALL_INFO_NONE, self->info.op);
		expect_val("bytes behind it", ~0ULL, self->info.entry.nr);
	}
}

FIXTURE(written_at_entry) {
	struct written w;
	struct ptrace_syscall_info info;
};

FIXTURE_SETUP(written_at_entry)
{
	const struct write_stop entry = { WRITE_AT_ENTRY(__NR_getsid) };

	require_filters();
	setup_ok(write_stop_start_filtered(&self->w, &entry, __NR_getsid));
}

FIXTURE_TEARDOWN(written_at_entry)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-014, PT-020
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_seccomp() [v7.3.4]
 */
TEST_F(written_at_entry, number_with_arguments_are_what_the_seccomp_stop_shows)
{
	struct arch_regs regs;
	int i;

	setup_ok(tracee_get_regs(&self->w.t, &regs));
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = NEW_ARG(i);
	setup_ok(tracee_set_regs(&self->w.t, &regs));
	expect_call(self, PTRACE_SYSCALL_INFO_ENTRY, __NR_getsid);
	expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_SECCOMP, WRITE_STOP_DATA);
	expect_call(self, PTRACE_SYSCALL_INFO_SECCOMP, __NR_getsid);
	setup_ok(tracee_set_nr(&self->w.t, __NR_getppid));
	expect_call(self, PTRACE_SYSCALL_INFO_SECCOMP, __NR_getppid);
	for (i = 0; i < 6; i++)
		expect_reg(&self->w.t, reg_arg(i), NEW_ARG(i));
	expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_info(&self->w.t, &self->info));
	expect_val("info.exit.rval", getpid(), self->info.exit.rval);
}

TEST_HARNESS_MAIN
