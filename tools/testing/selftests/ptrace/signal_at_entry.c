// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tracer gives a signal with the request that resumes a stop inside a call:
 * it is sent anew by the kernel, and so delivered only behind the call.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"
#include "filter.h"

#define FILTER_DATA	0x66

static bool body_filtered;

static void body(struct page *page)
{
	task_handle(SIGUSR1, 0);
	if (body_filtered)
		filter_self(__NR_getpgid, SECCOMP_RET_TRACE | FILTER_DATA);
	tracee_ready();
	body_calls(page);
}

/* Resume with the signal, whatever kind of stop this is. */
static int give_signal(struct tracee *t, int request)
{
	int ret = tracee_resume(t, request, SIGUSR1);

	return ret ? ret : tracee_wait_stop(t);
}

/* At the signal stop: sent by the kernel, for nobody. */
#define expect_sent_by_the_kernel(t) do {				\
	expect_at(t, STOP_SIGNAL, SIGUSR1);				\
	expect_val("si_signo", SIGUSR1, (t)->stop.si.si_signo);		\
	expect_val("si_code", SI_KERNEL, (t)->stop.si.si_code);		\
	expect_val("si_errno", 0, (t)->stop.si.si_errno);		\
	expect_val("si_pid", 0, (t)->stop.si.si_pid);			\
	expect_val("si_uid", 0, (t)->stop.si.si_uid);			\
	expect_reg(t, REG_PC, (__u64)sys_insn_end);			\
} while (0)

/* The handler ran once, behind the call whose result stays. */
#define expect_handled_behind(page, result) do {			\
	struct frame *behind = &(page)->frame[0];			\
									\
	expect_val("signals handled", 1, (page)->nframes);		\
	expect_val("si_code in the handler", SI_KERNEL, behind->code);	\
	expect_val("pc in the frame", (__u64)sys_insn_end, *reg(&behind->regs, REG_PC)); \
	expect_val("result in the frame", result, *reg(&behind->regs, REG_RESULT)); \
	expect_val(reg_text(REG_RESULT), result, (page)->call[0].out.r[SYSREG_RESULT]); \
} while (0)

FIXTURE(signal_given_at_entry) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(signal_given_at_entry) {
	int enter;		/* brings it to the entry stop */
	int request;		/* resumes that with the signal */
	enum stop_kind kind;	/* of the stop before the signal's, or none */
	int what;
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, with_syscall) {
	PTRACE_SYSCALL, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid,
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, with_cont) {
	PTRACE_SYSCALL, PTRACE_CONT, STOP_NONE, 0,
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, with_singlestep) {
	PTRACE_SYSCALL, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE,
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, with_sysemu) {
	PTRACE_SYSCALL, PTRACE_SYSEMU, STOP_NONE, 0,
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, of_an_emulated_call_with_cont) {
	PTRACE_SYSEMU, PTRACE_CONT, STOP_NONE, 0,
};

FIXTURE_VARIANT_ADD(signal_given_at_entry, of_an_emulated_call_with_syscall) {
	PTRACE_SYSEMU, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid,
};

FIXTURE_SETUP(signal_given_at_entry)
{
	body_filtered = false;
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
}

FIXTURE_TEARDOWN(signal_given_at_entry)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-059
 * Promise: ptrace(2) "Signal injection and suppression"
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 * Code: kernel/signal.c:send_sig() __send_signal_locked() [v7.3.4]
 */
TEST_F(signal_given_at_entry, arrives_from_the_kernel_behind_the_call)
{
	__u64 result = getpid();

	if (variant->enter == PTRACE_SYSEMU)
		result = ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS : pattern(100);
	expect_stop(&self->t, variant->enter, STOP_ENTRY, __NR_getppid);
	setup_ok(give_signal(&self->t, variant->request));
	if (variant->kind != STOP_NONE) {
		expect_at(&self->t, variant->kind, variant->what);
		expect_reg(&self->t, REG_RESULT, result);
		setup_ok(tracee_next(&self->t, variant->request));
	}
	expect_sent_by_the_kernel(&self->t);
	expect_reg(&self->t, REG_RESULT, result);
	expect_done(&self->t);
	expect_handled_behind(self->page, result);
}

FIXTURE(signal_given_behind_entry) {
	struct tracee t;
	struct page *page;
};

FIXTURE_SETUP(signal_given_behind_entry)
{
	body_filtered = false;
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

FIXTURE_TEARDOWN(signal_given_behind_entry)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-059
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 */
TEST_F(signal_given_behind_entry, at_the_exit_stop_arrives_from_the_kernel)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(give_signal(&self->t, PTRACE_SYSCALL));
	expect_sent_by_the_kernel(&self->t);
	expect_done(&self->t);
	expect_handled_behind(self->page, getpid());
}

/*
 * The twin: here it is the signal itself that is let through, with its sender.
 *
 * Contract: PT-059
 * Promise: ptrace(2) "Signal-delivery-stop"
 * Code: kernel/signal.c:ptrace_signal() [v7.3.4]
 */
TEST_F(signal_given_behind_entry, at_its_own_stop_keeps_its_sender)
{
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_val("si_code", SI_TKILL, self->t.stop.si.si_code);
	expect_val("si_pid", getpid(), self->t.stop.si.si_pid);
	expect_done(&self->t);
	expect_val("signals handled", 1, self->page->nframes);
	expect_val("si_code in the handler", SI_TKILL, self->page->frame[0].code);
}

FIXTURE(signal_given_to_a_read) {
	struct tracee t;
	struct page *page;
	int fd[2];
};

FIXTURE_SETUP(signal_given_to_a_read)
{
	body_filtered = false;
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, __NR_read, (__u64 [6]){
		(__u64)self->fd[0], (__u64)&self->page->word[0], 1 });
}

FIXTURE_TEARDOWN(signal_given_to_a_read)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/*
 * It is pending before the call begins: the pipe is empty, and no one fills it.
 *
 * Contract: PT-059
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 */
TEST_F(signal_given_to_a_read, at_its_entry_stop_interrupts_it)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
	setup_ok(give_signal(&self->t, PTRACE_SYSCALL));
	expect_at(&self->t, STOP_EXIT, __NR_read);
	expect_reg(&self->t, REG_RESULT, RESTARTSYS);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_val("si_code", SI_KERNEL, self->t.stop.si.si_code);
	expect_done(&self->t);
	expect_handled_behind(self->page, -EINTR);
}

FIXTURE(signal_given_inside_a_call) {
	struct tracee t, child;
	struct page *page;
};

FIXTURE_VARIANT(signal_given_inside_a_call) {
	long nr;
	__u64 arg0;
	enum stop_kind kind;
	int what;
};

FIXTURE_VARIANT_ADD(signal_given_inside_a_call, at_a_seccomp_stop) {
	__NR_getpgid, 0, STOP_SECCOMP, FILTER_DATA,
};

FIXTURE_VARIANT_ADD(signal_given_inside_a_call, at_an_event_stop) {
	__NR_clone, SIGCHLD, STOP_EVENT, PTRACE_EVENT_FORK,
};

FIXTURE_SETUP(signal_given_inside_a_call)
{
	__u64 args[6] = { variant->arg0 };

	if (variant->kind == STOP_SECCOMP)
		require_filters();
	body_filtered = variant->kind == STOP_SECCOMP;
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP |
				PTRACE_O_TRACEFORK));
	self->page = self->t.task.page;
	self->page->ncalls = 2;
	sysregs_fill(&self->page->call[0].in, variant->nr, args);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getppid);
}

FIXTURE_TEARDOWN(signal_given_inside_a_call)
{
	tracee_end(&self->child);
	tracee_end(&self->t);
}

/*
 * Contract: PT-059, PT-062
 * Promise: ptrace(2) "Signal injection and suppression"
 * Code: include/linux/ptrace.h:ptrace_event() [v7.3.4]
 */
TEST_F(signal_given_inside_a_call, is_ignored)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	expect_stop(&self->t, PTRACE_SYSCALL, variant->kind, variant->what);
	if (variant->kind == STOP_EVENT)
		setup_ok(tracee_adopt(&self->child, &self->t, (pid_t)self->t.stop.msg));
	setup_ok(give_signal(&self->t, PTRACE_SYSCALL));
	expect_at(&self->t, STOP_EXIT, variant->nr);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_done(&self->t);
	expect_val("signals handled", 0, self->page->nframes);
}

TEST_HARNESS_MAIN
