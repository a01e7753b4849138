// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer changes the number, the result or the pc at an entry stop.
 *
 * The call is set_robust_list(head, 24), since its one effect is a 64-bit word
 * that get_robust_list(2) reads back: whether it ran, and with what argument 0.
 */
#include <limits.h>
#include <sys/ptrace.h>
#include "expect.h"

#define HEAD_BEFORE	pattern(150)
#define HEAD_ARG	pattern(100)
#define HEAD_SIZE	24
#define RESULT		pattern(201)

FIXTURE(entry_stop_of_a_call) {
	struct tracee t;
	struct page *page;
	struct sysregs *out;
};

/* Calls 0 and 2 set and get the head around the call of interest, nr. */
static int start_at_entry(struct tracee *t, long nr)
{
	__u64 args[6] = { HEAD_BEFORE, HEAD_SIZE };
	int i, ret = tracee_start(t, body_watched_calls);
	struct page *page = t->task.page;

	if (ret)
		return ret;
	page->ncalls = 3;
	sysregs_fill(&page->call[0].in, __NR_set_robust_list, args);
	args[0] = HEAD_ARG;
	sysregs_fill(&page->call[1].in, nr, args);
	args[0] = 0;
	args[1] = (__u64)&page->word[0];
	args[2] = (__u64)&page->word[1];
	sysregs_fill(&page->call[2].in, __NR_get_robust_list, args);
	for (i = 0; !ret && i < 3; i++)
		ret = tracee_next(t, PTRACE_SYSCALL);
	return ret;
}

/* Run to the end: what the call returned, and the head it left. */
#define expect_outcome(self, result, head) do {				\
	expect_done(&(self)->t);					\
	expect_val(reg_text(REG_RESULT), result, (self)->out->r[SYSREG_RESULT]); \
	expect_val("get_robust_list", 0, (self)->page->call[2].out.r[SYSREG_RESULT]); \
	expect_val("head", head, (self)->page->word[0]);		\
} while (0)

FIXTURE_SETUP(entry_stop_of_a_call)
{
	setup_ok(start_at_entry(&self->t, __NR_set_robust_list));
	self->page = self->t.task.page;
	self->out = &self->page->call[1].out;
	expect_at(&self->t, STOP_ENTRY, __NR_set_robust_list);
}

FIXTURE_TEARDOWN(entry_stop_of_a_call)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-021
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, left_alone_runs_the_call)
{
	expect_outcome(self, 0, HEAD_ARG);
}

/*
 * Contract: PT-020
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, with_another_number_runs_that_call)
{
	pid_t pid = self->t.tid;

	setup_ok(tracee_set_nr(&self->t, __NR_getpid));
	expect_nr(&self->t, __NR_getpid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getpid);
	expect_outcome(self, pid, HEAD_BEFORE);
}

/*
 * Contract: PT-021
 * Promise: seccomp(2) "SECCOMP_RET_TRACE"
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, with_number_minus_one_returns_the_result_set)
{
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(tracee_set(&self->t, REG_RESULT, RESULT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_outcome(self, RESULT, HEAD_BEFORE);
}

/*
 * Contract: PT-022
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, with_only_number_minus_one_returns_the_preset)
{
	setup_ok(tracee_set_nr(&self->t, -1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_outcome(self, ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS : HEAD_ARG,
		       HEAD_BEFORE);
}

/*
 * Contract: PT-026
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, with_its_number_register_written_keeps_its_number)
{
	pid_t pid = self->t.tid;

	setup_ok(tracee_set(&self->t, REG_NR, __NR_getpid));
	expect_nr(&self->t, ARCH_NR_HAS_OWN_REGSET ? __NR_set_robust_list : __NR_getpid);
	if (ARCH_NR_HAS_OWN_REGSET)
		expect_outcome(self, 0, HEAD_ARG);
	else
		expect_outcome(self, pid, HEAD_BEFORE);
}

/*
 * The pc is sent to a breakpoint: being there proves where the tracee resumed,
 * and the next call of the list, that it was not sent back.
 *
 * Contract: PT-028
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(entry_stop_of_a_call, with_its_pc_written_runs_the_call_then_resumes_there)
{
	__u64 mark = (__u64)mark_insn;

	setup_ok(tracee_set(&self->t, REG_PC, mark));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_set_robust_list);
	expect_reg(&self->t, REG_PC, mark);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_TRAP, ARCH_BREAK_CODE);
	expect_reg(&self->t, REG_PC, mark + (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0));
	setup_ok(tracee_set(&self->t, REG_PC, (__u64)sys_insn_end));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_get_robust_list);
	expect_outcome(self, 0, HEAD_ARG);
}

FIXTURE(number_outside_the_table) {
	struct tracee t;
	struct page *page;
	struct sysregs *out;
};

FIXTURE_VARIANT(number_outside_the_table) {
	int nr;
};

FIXTURE_VARIANT_ADD(number_outside_the_table, minus_two) { .nr = -2 };
FIXTURE_VARIANT_ADD(number_outside_the_table, of_least_int) { .nr = INT_MIN };
FIXTURE_VARIANT_ADD(number_outside_the_table, behind_the_table) { .nr = 9999 };
FIXTURE_VARIANT_ADD(number_outside_the_table, of_greatest_int) { .nr = INT_MAX };

FIXTURE_SETUP(number_outside_the_table)
{
	setup_ok(start_at_entry(&self->t, __NR_set_robust_list));
	self->page = self->t.task.page;
	self->out = &self->page->call[1].out;
}

FIXTURE_TEARDOWN(number_outside_the_table)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-027
 * Code: arch/arm64/kernel/syscall.c:invoke_syscall() do_ni_syscall() [v7.3.4]
 */
TEST_F(number_outside_the_table, returns_enosys_over_the_result_set)
{
	setup_ok(tracee_set_nr(&self->t, variant->nr));
	setup_ok(tracee_set(&self->t, REG_RESULT, RESULT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	expect_reg(&self->t, REG_RESULT, -ENOSYS);
	expect_outcome(self, -ENOSYS, HEAD_BEFORE);
}

FIXTURE(users_own_minus_one) {
	struct tracee t;
	struct page *page;
	struct sysregs *out;
	struct ptrace_syscall_info info;
};

FIXTURE_SETUP(users_own_minus_one)
{
	setup_ok(start_at_entry(&self->t, -1));
	self->page = self->t.task.page;
	self->out = &self->page->call[1].out;
	expect_at(&self->t, STOP_ENTRY, -1);
}

FIXTURE_TEARDOWN(users_own_minus_one)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-023
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_entry() [v7.3.4]
 */
TEST_F(users_own_minus_one, has_enosys_preset_beside_its_argument_0)
{
	expect_reg(&self->t, REG_RESULT, -ENOSYS);
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.entry.nr", ~0ULL, self->info.entry.nr);
	expect_val("args[0]", HEAD_ARG, self->info.entry.args[0]);
	expect_val("args[1]", HEAD_SIZE, self->info.entry.args[1]);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_outcome(self, -ENOSYS, HEAD_BEFORE);
}

/*
 * Contract: PT-024
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(users_own_minus_one, returns_the_result_set_at_entry)
{
	setup_ok(tracee_set(&self->t, REG_RESULT, RESULT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_reg(&self->t, REG_RESULT, RESULT);
	expect_outcome(self, RESULT, HEAD_BEFORE);
}

/*
 * Some kernels' get_robust_list(2) returns a head that looks like an error as
 * its result, others store it.
 *
 * Contract: PT-025
 * Promise: none; observed since v7.3.4
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(users_own_minus_one, sent_to_a_call_has_the_preset_in_argument_0)
{
	__u64 arg0 = ARCH_RESULT_IN_ARG0 ? (__u64)-ENOSYS : HEAD_ARG, got;

	setup_ok(tracee_set_nr(&self->t, __NR_set_robust_list));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("args[0]", arg0, self->info.entry.args[0]);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_set_robust_list);
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), 0, self->out->r[SYSREG_RESULT]);
	got = self->page->call[2].out.r[SYSREG_RESULT];
	expect_val("head", arg0, got ? got : self->page->word[0]);
}

TEST_HARNESS_MAIN
