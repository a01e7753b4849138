// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer comes to a task that sleeps in a call: the call is seen as
 * interrupted, and goes on as if nothing had been when the task is resumed.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(sleeper) {
	struct tracee t;
	struct page *page;
	int fd[2];
};

FIXTURE_VARIANT(sleeper) {
	int request;
	enum stop_kind kind;
	int what;
};

FIXTURE_VARIANT_ADD(sleeper, seized_then_interrupted) {
	.request = PTRACE_SEIZE, .kind = STOP_GROUP, .what = SIGTRAP,
};

FIXTURE_VARIANT_ADD(sleeper, attached) {
	.request = PTRACE_ATTACH, .kind = STOP_SIGNAL, .what = SIGSTOP,
};

static long attach(struct tracee *t, int request)
{
	long ret = tracee_ptrace(t, request, 0, request == PTRACE_SEIZE ?
				 (void *)TRACEE_OPTIONS : NULL);

	if (!ret && request == PTRACE_SEIZE)
		ret = tracee_ptrace(t, PTRACE_INTERRUPT, 0, NULL);
	if (!ret)
		ret = tracee_wait_stop(t);
	if (!ret && request == PTRACE_ATTACH)
		ret = tracee_options(t, TRACEE_OPTIONS);
	return ret;
}

FIXTURE_SETUP(sleeper)
{
	__u64 args[6] = {};

	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	args[0] = (__u64)self->fd[0];
	args[1] = (__u64)&self->page->word[0];
	args[2] = 1;
	sysregs_fill(&self->page->call[0].in, __NR_read, args);
	setup_ok(tracee_detach(&self->t, 0));
	setup_ok(task_wait_blocked(self->t.tid, __NR_read));
	setup_ok(attach(&self->t, variant->request));
}

FIXTURE_TEARDOWN(sleeper)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* Resume without a signal, since the one of PTRACE_ATTACH is for the tracer. */
static int resume(struct tracee *t, int request)
{
	int ret = tracee_resume(t, request, 0);

	return ret ? ret : tracee_wait_stop(t);
}

/*
 * Contract: PT-061
 * Promise: ptrace(2) "Attaching and detaching"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(sleeper, is_seen_ready_to_restart_its_call)
{
	bool early = ARCH_RESTART_BEFORE_SIGNAL_STOP;

	expect_at(&self->t, variant->kind, variant->what);
	expect_reg(&self->t, REG_PC, (__u64)(early ? sys_insn : sys_insn_end));
	expect_reg(&self->t, REG_RESULT, early ? (__u64)self->fd[0] : (__u64)RESTARTSYS);
	expect_reg(&self->t, REG_ARG0, self->fd[0]);
	expect_nr(&self->t, early ? -1 : __NR_read);
}

/*
 * Contract: PT-061
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(sleeper, enters_its_call_again_with_the_same_argument_0)
{
	struct ptrace_syscall_info info;

	setup_ok(resume(&self->t, PTRACE_SYSCALL));
	expect_at(&self->t, STOP_ENTRY, __NR_read);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("args[0]", self->fd[0], info.entry.args[0]);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
}

/*
 * Contract: PT-061
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(sleeper, ends_its_call_as_if_nobody_had_come)
{
	ASSERT_EQ(1, write(self->fd[1], "r", 1));
	setup_ok(resume(&self->t, PTRACE_CONT));
	expect_at(&self->t, STOP_EXITED, TASK_DONE);
	expect_val(reg_text(REG_RESULT), 1, self->page->call[0].out.r[SYSREG_RESULT]);
	expect_val("byte read", 'r', *(char *)&self->page->word[0]);
}

TEST_HARNESS_MAIN
