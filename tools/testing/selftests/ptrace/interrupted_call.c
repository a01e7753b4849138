// SPDX-License-Identifier: GPL-2.0-only
/*
 * A call that a signal interrupts, as its tracer sees it: the internal result
 * at the exit stop, the state at the signal stop, and the restart with the
 * argument it should have.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <time.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(interrupted_call) {
	struct tracee t;
	struct page *page;
	__u64 arg0;
	int fd[2];
};

enum arg_kind { ARGS_READ, ARGS_CLONE, ARGS_PPOLL, ARGS_NANOSLEEP };

FIXTURE_VARIANT(interrupted_call) {
	long nr;
	enum arg_kind args;
	int result;
};

FIXTURE_VARIANT_ADD(interrupted_call, that_reads_a_pipe) {
	.nr = __NR_read, .args = ARGS_READ, .result = RESTARTSYS,
};

FIXTURE_VARIANT_ADD(interrupted_call, that_forks) {
	.nr = __NR_clone, .args = ARGS_CLONE, .result = RESTARTNOINTR,
};

FIXTURE_VARIANT_ADD(interrupted_call, that_polls) {
	.nr = __NR_ppoll, .args = ARGS_PPOLL, .result = RESTARTNOHAND,
};

FIXTURE_VARIANT_ADD(interrupted_call, that_sleeps) {
	.nr = __NR_clock_nanosleep, .args = ARGS_NANOSLEEP, .result = RESTART_RESTARTBLOCK,
};

static void fill_call(struct page *page, long nr, enum arg_kind kind, int fd)
{
	__u64 word = (__u64)&page->word[0];
	__u64 args[][6] = {
		[ARGS_READ] = { (__u64)fd, (__u64)&page->word[8], 1 },
		[ARGS_CLONE] = { SIGCHLD },
		[ARGS_PPOLL] = { word, 0, 0, 0, 8 },
		[ARGS_NANOSLEEP] = { CLOCK_MONOTONIC, 0, word, 0 },
	};

	page->word[0] = 1000000;	/* seconds */
	page->ncalls = 1;
	sysregs_fill(&page->call[0].in, nr, args[kind]);
}

FIXTURE_SETUP(interrupted_call)
{
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->page = self->t.task.page;
	fill_call(self->page, variant->nr, variant->args, self->fd[0]);
	self->arg0 = self->page->call[0].in.r[SYSREG_ARG(0)];
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
}

FIXTURE_TEARDOWN(interrupted_call)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* What the registers are at the signal stop behind the interrupted call. */
#define expect_at_signal_stop(self, nr, result) do {			\
	bool early = ARCH_RESTART_BEFORE_SIGNAL_STOP;			\
									\
	expect_at(&(self)->t, STOP_SIGNAL, SIGUSR1);			\
	expect_reg(&(self)->t, REG_PC, (__u64)(early ? sys_insn : sys_insn_end)); \
	expect_reg(&(self)->t, REG_RESULT, early ? (self)->arg0 : (__u64)(result)); \
	expect_reg(&(self)->t, REG_ARG0, (self)->arg0);			\
	expect_nr(&(self)->t, early ? -1 : (nr));			\
} while (0)

/* Not delivered: nothing but the restart is left to happen. */
static int drop_signal(struct tracee *t)
{
	int ret = tracee_resume(t, PTRACE_SYSCALL, 0);

	return ret ? ret : tracee_wait_stop(t);
}

/*
 * Contract: PT-066
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_error() [v7.3.4]
 */
TEST_F(interrupted_call, shows_the_internal_error_at_its_exit_stop)
{
	struct ptrace_syscall_info info;

	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_RESULT, variant->result);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("info.exit.rval", variant->result, info.exit.rval);
	expect_val("info.exit.is_error", 1, info.exit.is_error);
}

/*
 * Contract: PT-066
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(interrupted_call, is_ready_to_restart_at_the_signal_stop)
{
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_at_signal_stop(self, variant->nr, variant->result);
}

/*
 * Contract: PT-066
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(interrupted_call, is_entered_again_when_the_signal_is_dropped)
{
	bool is_block = variant->result == RESTART_RESTARTBLOCK;
	struct ptrace_syscall_info info;

	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	setup_ok(drop_signal(&self->t));
	expect_at(&self->t, STOP_ENTRY, is_block ? __NR_restart_syscall : variant->nr);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_ARG0, self->arg0);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("args[0]", self->arg0, info.entry.args[0]);
}

/*
 * Contract: PT-067
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(interrupted_call, keeps_argument_0_when_registers_are_written_back)
{
	struct ptrace_syscall_info info;

	setup_ok(tracee_set_regs_unchanged(&self->t));
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_at_signal_stop(self, variant->nr, variant->result);
	setup_ok(drop_signal(&self->t));
	setup_ok(tracee_info(&self->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_ENTRY, info.op);
	expect_val("args[0]", self->arg0, info.entry.args[0]);
}

/*
 * Contract: PT-068
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(interrupted_call, keeps_argument_0_when_siginfo_was_rewritten_before)
{
	struct ptrace_syscall_info info;
	siginfo_t si = self->t.stop.si;

	si.si_code = 0;
	setup_ok(tracee_ptrace(&self->t, PTRACE_SETSIGINFO, 0, &si));
	setup_ok(tracee_set_regs_unchanged(&self->t));
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_at(&self->t, STOP_SIGNAL, SIGUSR1);
	setup_ok(drop_signal(&self->t));
	setup_ok(tracee_info(&self->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_ENTRY, info.op);
	expect_val_or_defect(K6, "args[0]", self->arg0, info.entry.args[0], variant->result);
}

FIXTURE(rewritten_call) {
	struct tracee t;
	int first[2], second[2];
};

FIXTURE_SETUP(rewritten_call)
{
	ASSERT_EQ(0, pipe2(self->first, O_CLOEXEC));
	ASSERT_EQ(0, pipe2(self->second, O_CLOEXEC));
	setup_ok(tracee_start(&self->t, body_watched_calls));
	fill_call(self->t.task.page, __NR_read, ARGS_READ, self->first[0]);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
}

FIXTURE_TEARDOWN(rewritten_call)
{
	tracee_end(&self->t);
	close(self->first[0]);
	close(self->first[1]);
	close(self->second[0]);
	close(self->second[1]);
}

/*
 * The byte lies in the second pipe: only a read of that one can return 1.
 *
 * Contract: PT-069
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(rewritten_call, restarts_with_the_argument_0_the_tracer_wrote)
{
	struct ptrace_syscall_info info;

	setup_ok(tracee_set(&self->t, REG_ARG0, (__u64)self->second[0]));
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_read);
	expect_reg(&self->t, REG_RESULT, RESTARTSYS);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_reg(&self->t, REG_ARG0, self->second[0]);
	setup_ok(drop_signal(&self->t));
	expect_at(&self->t, STOP_ENTRY, __NR_read);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("args[0]", self->second[0], info.entry.args[0]);
	ASSERT_EQ(1, write(self->second[1], "w", 1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_read);
	expect_reg(&self->t, REG_RESULT, 1);
	expect_val("byte read", 'w', *(char *)&self->t.task.page->word[8]);
}

TEST_HARNESS_MAIN
