// SPDX-License-Identifier: GPL-2.0-only
/*
 * A step into a signal handler is reported without the help of a signal: a
 * tracee that blocks SIGTRAP, or handles it, keeps both as they were.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"

/* Words of the page. */
enum { SIGTRAP_BEFORE, SIGTRAP_AFTER = 8, MASK_AFTER = 16, HANDLER, ACTION_WORDS = 4 };

FIXTURE(tracee_that_has_sigtrap) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(tracee_that_has_sigtrap) {
	bool is_blocked, is_handled;
};

FIXTURE_VARIANT_ADD(tracee_that_has_sigtrap, at_default) { false, false };
FIXTURE_VARIANT_ADD(tracee_that_has_sigtrap, blocked) { true, false };
FIXTURE_VARIANT_ADD(tracee_that_has_sigtrap, handled) { false, true };
FIXTURE_VARIANT_ADD(tracee_that_has_sigtrap, blocked_with_a_handler) { true, true };

static bool blocked, handled;	/* for the body, which has no arguments */

static long get_action(int sig, __u64 *action)
{
	return sys_call(__NR_rt_sigaction, sig, NULL, action, 8);
}

static void body(struct page *page)
{
	__u64 usr1[ACTION_WORDS];

	task_handle(SIGUSR1, 0);
	get_action(SIGUSR1, usr1);
	page->word[HANDLER] = usr1[0];
	if (handled)
		task_handle(SIGTRAP, 0);
	tracee_ready();
	/* No breakpoint from here on: a trap by an instruction would unblock it. */
	if (blocked)
		task_mask(SIG_BLOCK, SIGTRAP);
	get_action(SIGTRAP, &page->word[SIGTRAP_BEFORE]);
	body_calls(page);
	get_action(SIGTRAP, &page->word[SIGTRAP_AFTER]);
	sys_call(__NR_rt_sigprocmask, SIG_BLOCK, NULL, &page->word[MASK_AFTER], 8);
}

FIXTURE_SETUP(tracee_that_has_sigtrap)
{
	struct tracee *t = &self->t;

	blocked = variant->is_blocked;
	handled = variant->is_handled;
	setup_ok(tracee_start(t, body));
	self->page = t->task.page;
	self->page->ncalls = 1;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	do
		setup_ok(tracee_next(t, PTRACE_SYSCALL));
	while (t->stop.kind != STOP_ENTRY || t->stop.what != __NR_getppid);
	setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
}

FIXTURE_TEARDOWN(tracee_that_has_sigtrap)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-050, PT-051
 * Promise: ptrace(2) "PTRACE_SINGLESTEP"
 * Code: arch/arm64/kernel/signal.c:handle_signal() [v7.3.4]
 * Code: kernel/signal.c:signal_setup_done() signal_delivered() ptrace_notify() [v7.3.4]
 */
TEST_F(tracee_that_has_sigtrap, keeps_it_over_a_step_into_another_handler)
{
	__u64 mask = variant->is_blocked ? 1ULL << (SIGTRAP - 1) : 0, seen = ~0ULL;
	struct tracee *t = &self->t;
	__u64 *word;
	int i;

	expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, SIGTRAP);
	word = self->page->word;
	expect_reg(t, REG_PC, word[HANDLER]);
	expect_val("signals handled so far", 0, self->page->nframes);
	setup_ok(tracee_ptrace(t, PTRACE_GETSIGMASK, sizeof(seen), &seen));
	expect_val("blocked signals", mask | 1ULL << (SIGUSR1 - 1), seen);

	expect_done(t);
	expect_val("signals handled", 1, self->page->nframes);
	expect_val("signal handled", SIGUSR1, self->page->frame[0].signo);
	for (i = 0; i < ACTION_WORDS; i++)
		expect_val("word of SIGTRAP's action", word[SIGTRAP_BEFORE + i],
			   word[SIGTRAP_AFTER + i]);
	expect_claim(!variant->is_handled || word[SIGTRAP_BEFORE], "SIGTRAP had a handler");
	expect_val("mask at the end", mask, word[MASK_AFTER]);
}

TEST_HARNESS_MAIN
