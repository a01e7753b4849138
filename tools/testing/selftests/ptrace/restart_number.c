// SPDX-License-Identifier: GPL-2.0-only
/*
 * A call that is restarted under another number, restart_syscall(2): the tracer,
 * the filter and the registers all say that number.
 */
#include <linux/futex.h>
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"
#include "filter.h"

#define FILTER_DATA		0x5c

/* Words of the page. */
enum { SECONDS, NANOSECONDS };

FIXTURE(futex_wait) {
	struct tracee t;
	struct page *page;
	struct sysregs *in;
};

FIXTURE_VARIANT(futex_wait) {
	int sig;
	__u32 action;		/* of the filter on restart_syscall */
};

FIXTURE_VARIANT_ADD(futex_wait, after_a_dropped_signal) {
	SIGUSR1, SECCOMP_RET_TRACE | FILTER_DATA,
};

FIXTURE_VARIANT_ADD(futex_wait, after_a_group_stop) {
	SIGSTOP, SECCOMP_RET_TRACE | FILTER_DATA,
};

FIXTURE_VARIANT_ADD(futex_wait, after_a_dropped_signal_under_a_refusing_filter) {
	SIGUSR1, SECCOMP_RET_ERRNO | EXDEV,
};

FIXTURE_VARIANT_ADD(futex_wait, after_a_group_stop_under_a_refusing_filter) {
	SIGSTOP, SECCOMP_RET_ERRNO | EXDEV,
};

static __u32 action;

static void body(struct page *page)
{
	filter_self(__NR_restart_syscall, action);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(futex_wait)
{
	struct tracee *t = &self->t;

	require_filters();
	action = variant->action;
	setup_ok(tracee_start(t, body));
	setup_ok(tracee_options(t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	self->page = t->task.page;
	self->page->word[SECONDS] = 1000000;
	self->page->ncalls = 1;
	self->in = &self->page->call[0].in;
	sysregs_fill(self->in, __NR_futex, (__u64 [6]){
		(__u64)&self->page->go, FUTEX_WAIT, 0, (__u64)&self->page->word[SECONDS] });

	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_futex);
	setup_ok(tracee_signal(t, variant->sig));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_futex);
	expect_reg(t, REG_RESULT, RESTART_RESTARTBLOCK);
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, variant->sig);
	if (variant->sig == SIGSTOP) {
		expect_stop(t, PTRACE_SYSCALL, STOP_GROUP, SIGSTOP);
		setup_ok(tracee_signal(t, SIGCONT));
		expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGCONT);
	}
	t->stop.kind = STOP_NONE;	/* the last signal is not delivered */
}

FIXTURE_TEARDOWN(futex_wait)
{
	tracee_end(&self->t);
}

/* The number in each place that has one. */
#define expect_restart_number(t, number) do {				\
	expect_val("number in the call information", __NR_restart_syscall, number); \
	expect_nr(t, __NR_restart_syscall);				\
	expect_reg(t, REG_NR, __NR_restart_syscall);			\
	expect_reg(t, REG_PC, (__u64)sys_insn_end);			\
} while (0)

/*
 * Contract: ENTRY-026, PT-066
 * Promise: restart_syscall(2)
 * Code: arch/arm64/kernel/signal.c:setup_restart_syscall() arch_do_signal_or_restart() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(futex_wait, restarts_under_one_number_for_tracer_with_filter)
{
	bool refused = variant->action == (SECCOMP_RET_ERRNO | EXDEV);
	struct ptrace_syscall_info info;
	struct tracee *t = &self->t;

	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_restart_syscall);
	setup_ok(tracee_info(t, &info));
	expect_restart_number(t, info.entry.nr);
	expect_val("args[0]", self->in->r[SYSREG_ARG(0)], info.entry.args[0]);
	if (!refused) {
		expect_stop(t, PTRACE_SYSCALL, STOP_SECCOMP, FILTER_DATA);
		setup_ok(tracee_info(t, &info));
		expect_restart_number(t, info.seccomp.nr);
	}
	self->page->go = 1;		/* nothing to wait for any more */
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_restart_syscall);
	expect_reg(t, REG_RESULT, refused ? -EXDEV : -EAGAIN);
	expect_done(t);
	expect_val(reg_text(REG_RESULT), refused ? -EXDEV : -EAGAIN,
		   self->page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
