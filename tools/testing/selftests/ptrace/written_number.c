// SPDX-License-Identifier: GPL-2.0-only
/*
 * The number of the call, written at each kind of stop in and behind it: which
 * call runs, what it returns, and what the next stop shows.
 */
#include <limits.h>
#include "expect.h"
#include "write_stops.h"

FIXTURE(number_written) {
	struct written w;
	struct arch_regs own;
	__u64 result;		/* of the call if the number has no effect */
};

FIXTURE_VARIANT(number_written) {
	struct write_stop stop;
};

WRITE_STOP_VARIANTS(number_written);

FIXTURE_SETUP(number_written)
{
	require_write_stop(&variant->stop);
	setup_ok(write_stop_start(&self->w, &variant->stop));
	setup_ok(tracee_get_regs(&self->w.t, &self->own));
	self->result = write_stop_result(&self->w, &variant->stop);
}

FIXTURE_TEARDOWN(number_written)
{
	tracee_end(&self->w.t);
}

/* The result of the call to its end, and the next one as if nothing had been. */
#define expect_results(self, result) do {				\
	expect_done(&(self)->w.t);					\
	expect_val(reg_text(REG_RESULT), result, (self)->w.out->r[SYSREG_RESULT]); \
	expect_val("result of the next call", getpid(),			\
		   (self)->w.page->call[1].out.r[SYSREG_RESULT]);	\
} while (0)

/*
 * Contract: PT-020
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() system_call_get() [v7.3.4]
 */
TEST_F(number_written, is_read_back_with_every_register_as_it_was)
{
	struct arch_regs want = self->own, seen;

	if (!ARCH_NR_HAS_OWN_REGSET)
		*reg(&want, REG_NR) = __NR_getsid;
	setup_ok(tracee_set_nr(&self->w.t, __NR_getsid));
	expect_nr(&self->w.t, __NR_getsid);
	setup_ok(tracee_get_regs(&self->w.t, &seen));
	expect_regs(&want, &seen);
}

/*
 * Contract: PT-020, SEC-009
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(number_written, decides_on_a_call_that_has_not_run)
{
	__u64 result = variant->stop.before ? (__u64)getsid(0) : self->result;

	setup_ok(tracee_set_nr(&self->w.t, __NR_getsid));
	expect_results(self, result);
}

/*
 * Where argument 0 and the result share a register the skipped call returns it.
 *
 * Contract: PT-022, SEC-009
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(number_written, of_minus_one_skips_a_call_that_has_not_run)
{
	__u64 preset = ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS : variant->stop.arg0;

	setup_ok(tracee_set_nr(&self->w.t, -1));
	expect_results(self, variant->stop.before ? preset : self->result);
}

/*
 * Contract: PT-021, SEC-009
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(number_written, of_minus_one_beside_a_result_returns_that)
{
	bool is_lost = variant->stop.result_is_lost && !variant->stop.before;

	setup_ok(tracee_set_nr(&self->w.t, -1));
	setup_ok(tracee_set(&self->w.t, REG_RESULT, pattern(200)));
	expect_results(self, is_lost ? self->result : pattern(200));
}

/*
 * Contract: PT-027
 * Code: arch/arm64/kernel/syscall.c:invoke_syscall() do_ni_syscall() [v7.3.4]
 */
TEST_F(number_written, of_no_call_returns_enosys_over_the_result_written)
{
	bool is_lost = variant->stop.result_is_lost;

	setup_ok(tracee_set_nr(&self->w.t, 9999));
	setup_ok(tracee_set(&self->w.t, REG_RESULT, pattern(200)));
	expect_results(self, variant->stop.before ? (__u64)-ENOSYS :
			     is_lost ? self->result : pattern(200));
}

/*
 * Contract: PT-020, PT-027
 * Code: arch/arm64/kernel/syscall.c:invoke_syscall() [v7.3.4]
 */
TEST_F(number_written, of_the_greatest_int_runs_no_call)
{
	setup_ok(tracee_set_nr(&self->w.t, INT_MAX));
	expect_nr(&self->w.t, INT_MAX);
	expect_results(self, variant->stop.before ? (__u64)-ENOSYS : self->result);
}

/*
 * The seccomp stop's own filter does not know the number, so there is no stop
 * between; and behind the call there is none of it left.
 *
 * Contract: PT-020, PT-031, ENTRY-028
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(number_written, is_what_the_next_stop_of_this_call_shows)
{
	setup_ok(tracee_set_nr(&self->w.t, __NR_getsid));
	if (variant->stop.result_is_lost)
		expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_EXIT, __NR_getsid);
	if (variant->stop.kind == STOP_EXIT) {
		setup_ok(tracee_signal(&self->w.t, SIGUSR1));
		expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
		expect_nr(&self->w.t, ARCH_RESTART_BEFORE_SIGNAL_STOP ? -1 : __NR_getsid);
	}
	expect_stop(&self->w.t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

FIXTURE(six_arguments_written) {
	struct written w;
};

FIXTURE_VARIANT(six_arguments_written) {
	struct write_stop stop;
};

WRITE_STOP_VARIANT(six_arguments_written, at_an_entry_stop, WRITE_AT_ENTRY(__NR_getpid));
WRITE_STOP_VARIANT(six_arguments_written, at_a_seccomp_stop, WRITE_AT_SECCOMP(__NR_getpid));

FIXTURE_SETUP(six_arguments_written)
{
	require_write_stop(&variant->stop);
	setup_ok(write_stop_start(&self->w, &variant->stop));
}

FIXTURE_TEARDOWN(six_arguments_written)
{
	tracee_end(&self->w.t);
}

/*
 * The call copies one word inside the tracee, and only if all six are right:
 * another value in any of them fails it.
 *
 * Contract: PT-014, PT-020
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() invoke_syscall() [v7.3.4]
 */
TEST_F(six_arguments_written, run_the_number_written_with_them)
{
	__u64 *word = self->w.page->word;
	__u64 args[6] = { (__u64)self->w.t.tid, (__u64)&word[0], 1, (__u64)&word[2], 1, 0 };
	struct arch_regs regs;
	int i;

	word[0] = (__u64)&word[4];	/* the local and the remote iovec */
	word[2] = (__u64)&word[5];
	word[1] = word[3] = sizeof(*word);
	word[5] = pattern(210);
	setup_ok(tracee_get_regs(&self->w.t, &regs));
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = args[i];
	setup_ok(tracee_set_regs(&self->w.t, &regs));
	setup_ok(tracee_set_nr(&self->w.t, __NR_process_vm_readv));
	expect_done(&self->w.t);
	expect_val(reg_text(REG_RESULT), sizeof(*word), self->w.out->r[SYSREG_RESULT]);
	expect_val("copied word", pattern(210), word[4]);
}

TEST_HARNESS_MAIN
