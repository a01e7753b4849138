// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer dies while its tracee waits at an entry stop.  Three tasks: the
 * test is the parent of both, so that it sees the end of the tracee itself.
 */
#include <fcntl.h>
#include <linux/prctl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"

#define UNTOUCHED	pattern(230)

FIXTURE(tracee_at_entry_whose_tracer_dies) {
	struct task tracee, tracer;
	int fd[2];
};

FIXTURE_VARIANT(tracee_at_entry_whose_tracer_dies) {
	unsigned long options;
};

FIXTURE_VARIANT_ADD(tracee_at_entry_whose_tracer_dies, without_exitkill) {
	.options = PTRACE_O_TRACESYSGOOD,
};

FIXTURE_VARIANT_ADD(tracee_at_entry_whose_tracer_dies, with_exitkill) {
	.options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL,
};

static struct task *traced;
static unsigned long traced_options;

static void body_tracee(struct page *page)
{
	/* Needed where Yama allows a parent only; refused where there is none. */
	sys_call(__NR_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	page_wait(&page->go, 0);
	tracee_ready();
	body_calls(page);
}

/* The tracer ends here, with its tracee at the entry stop of the write. */
static void body_tracer(struct page *page)
{
	struct tracee t = { .tid = traced->pid };
	long ret = tracee_ptrace(&t, PTRACE_SEIZE, 0, (void *)traced_options);

	if (!ret)
		page_wake(&traced->page->go, 1);
	if (!ret)
		ret = tracee_wait_stop(&t);
	if (!ret)
		ret = tracee_skip_breakpoint(&t);
	if (!ret)
		ret = tracee_next(&t, PTRACE_SYSCALL);
	page->word[0] = (__u64)ret;
	page->word[1] = t.stop.kind;
	page->word[2] = (__u64)t.stop.what;
}

FIXTURE_SETUP(tracee_at_entry_whose_tracer_dies)
{
	struct page *page = page_new();
	__u64 args[6] = {};

	ASSERT_NE(NULL, page);
	self->tracee.page = page;
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC | O_NONBLOCK));
	page->ncalls = 2;
	args[0] = (__u64)self->fd[1];
	args[1] = (__u64)&page->word[0];
	args[2] = 1;
	sysregs_fill(&page->call[0].in, __NR_write, args);
	sysregs_fill_pattern(&page->call[1].in, __NR_getppid);
	page->call[0].out.r[SYSREG_RESULT] = UNTOUCHED;
	traced = &self->tracee;
	traced_options = variant->options;
	setup_ok(task_start(&self->tracee, body_tracee));
	setup_ok(task_wait_blocked(self->tracee.pid, __NR_futex));
	setup_ok(task_start(&self->tracer, body_tracer));
	expect_finish(&self->tracer);
	setup_ok((long)self->tracer.page->word[0]);
	expect_val("kind of stop", STOP_ENTRY, self->tracer.page->word[1]);
	expect_val("call of the stop", __NR_write, self->tracer.page->word[2]);
}

FIXTURE_TEARDOWN(tracee_at_entry_whose_tracer_dies)
{
	task_end(&self->tracer);
	task_end(&self->tracee);
	close(self->fd[0]);
	close(self->fd[1]);
}

/*
 * Contract: PT-060
 * Promise: ptrace(2) "PTRACE_O_EXITKILL"
 * Code: kernel/ptrace.c:exit_ptrace() __ptrace_unlink() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(tracee_at_entry_whose_tracer_dies, is_killed_or_runs_the_call_untraced)
{
	bool killed = variant->options & PTRACE_O_EXITKILL;
	struct page *page = self->tracee.page;
	int status;
	char byte;

	setup_ok(task_finish(&self->tracee, &status));
	expect_val("wait status", killed ? SIGKILL : TASK_DONE << 8, status);
	expect_val("read of the pipe", killed ? -EAGAIN : 1,
		   sys_call(__NR_read, self->fd[0], &byte, 1));
	expect_val(reg_text(REG_RESULT), killed ? UNTOUCHED : 1,
		   page->call[0].out.r[SYSREG_RESULT]);
	expect_val("result of the next call", killed ? 0 : getpid(),
		   page->call[1].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
