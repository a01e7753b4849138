// SPDX-License-Identifier: GPL-2.0-only
/*
 * Three ways for an emulator to answer a call itself: PTRACE_SYSEMU, the number
 * -1, and another call in its place.  To the tracee they are the same.
 */
#include <sys/ioctl.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(call_to_be_replaced) {
	struct tracee t;
	struct page *page;
	int pipe[2];
};

FIXTURE_VARIANT(call_to_be_replaced) {
	int request;
	int nr;			/* written at the entry stop; 0: none */
	bool at_exit;		/* the result is written at the exit stop */
};

FIXTURE_VARIANT_ADD(call_to_be_replaced, by_sysemu) { .request = PTRACE_SYSEMU };
FIXTURE_VARIANT_ADD(call_to_be_replaced, by_sysemu_up_to_its_exit) {
	.request = PTRACE_SYSEMU, .at_exit = true,
};

FIXTURE_VARIANT_ADD(call_to_be_replaced, by_number_minus_1) {
	.request = PTRACE_SYSCALL, .nr = -1,
};

FIXTURE_VARIANT_ADD(call_to_be_replaced, by_number_minus_1_up_to_its_exit) {
	.request = PTRACE_SYSCALL, .nr = -1, .at_exit = true,
};

FIXTURE_VARIANT_ADD(call_to_be_replaced, by_another_call) {
	.request = PTRACE_SYSCALL, .nr = __NR_getppid, .at_exit = true,
};

FIXTURE_SETUP(call_to_be_replaced)
{
	self->page = page_new();
	ASSERT_NE(NULL, self->page);
	setup_ok(pipe(self->pipe));
	self->t.task.page = self->page;
	self->page->ncalls = 2;
	sysregs_fill(&self->page->call[0].in, __NR_write, (__u64 [6]){
		self->pipe[1], (__u64)self->page, 16, pattern(103), pattern(104), pattern(105) });
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getppid);
	setup_ok(tracee_start(&self->t, body_watched_calls));
}

FIXTURE_TEARDOWN(call_to_be_replaced)
{
	tracee_end(&self->t);
	close(self->pipe[0]);
	close(self->pipe[1]);
}

/*
 * Contract: PT-032, PT-034, PT-035, PT-021
 * Promise: ptrace(2) "PTRACE_SYSEMU"
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_to_be_replaced, returns_the_answer_of_the_tracer_without_being_executed)
{
	struct sysregs *in = &self->page->call[0].in, *out = &self->page->call[0].out;
	struct tracee *t = &self->t;
	int bytes = -1;

	expect_stop(t, variant->request, STOP_ENTRY, __NR_write);
	if (variant->nr)
		setup_ok(tracee_set_nr(t, variant->nr));
	if (variant->at_exit)
		expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, variant->nr ?: __NR_write);
	setup_ok(tracee_set(t, REG_RESULT, TASK_RESULT));
	expect_done(t);
	expect_kept(in, out, false);
	expect_val("result", TASK_RESULT, out->r[SYSREG_RESULT]);
	setup_ok(ioctl(self->pipe[0], FIONREAD, &bytes));
	expect_val("bytes in the pipe", 0, bytes);
	expect_val("result of the next call", getpid(), self->page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * The twin: nobody answers in its place, and what resumes it there is too late.
 *
 * Contract: PT-036
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 */
TEST_F(call_to_be_replaced, is_executed_when_the_tracer_only_looks)
{
	int bytes = -1;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_write);
	if (variant->request == PTRACE_SYSEMU)
		expect_stop(&self->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	else
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_write);
	expect_done(&self->t);
	setup_ok(ioctl(self->pipe[0], FIONREAD, &bytes));
	expect_val("bytes in the pipe", 16, bytes);
	expect_val("result", 16, self->page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
