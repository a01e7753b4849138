// SPDX-License-Identifier: GPL-2.0-only
/*
 * SIGKILL ends a stop of any kind, and the task with it: no other stop, and
 * nothing of a call that had not begun.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "stop_kinds.h"

FIXTURE(task) {
	struct held h;
};

FIXTURE_VARIANT(task) {
	struct held_way way;
};

HELD_VARIANTS(task);

FIXTURE_SETUP(task)
{
	if (variant->way.kind == STOP_SECCOMP)
		require_filters();
	setup_ok(held_start(&self->h, &variant->way, 0));
	expect_at(&self->h.t, variant->way.kind, variant->way.what);
}

FIXTURE_TEARDOWN(task)
{
	held_end(&self->h);
}

/*
 * Contract: PT-058, PT-087
 * Promise: ptrace(2) "Death under ptrace"
 * Code: kernel/signal.c:ptrace_stop() complete_signal() get_signal() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(task, when_killed_ends_with_neither_a_stop_nor_a_call)
{
	struct held *h = &self->h;

	setup_ok(tracee_signal(&h->t, SIGKILL));
	setup_ok(tracee_wait_stop(&h->t));
	expect_at(&h->t, STOP_KILLED, SIGKILL);
	expect_val("read of the pipe", variant->way.ran ? 1 : -EAGAIN, held_read(h));
	expect_val("result of the call", 0, h->page->call[0].out.r[SYSREG_RESULT]);
	expect_val("result of the next call", 0, h->page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * One stop remains, of a task that can no longer do anything.
 *
 * Contract: PT-062, PT-087
 * Promise: ptrace(2) "PTRACE_EVENT_EXIT"
 * Code: kernel/exit.c:do_exit() [v7.3.4]
 * Code: kernel/signal.c:get_signal() [v7.3.4]
 */
TEST_F(task, when_killed_has_its_exit_event_if_that_was_asked_for)
{
	struct held *h = &self->h;

	setup_ok(tracee_options(&h->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXIT));
	setup_ok(tracee_signal(&h->t, SIGKILL));
	setup_ok(tracee_wait_stop(&h->t));
	expect_at(&h->t, STOP_EVENT, PTRACE_EVENT_EXIT);
	expect_val("event message", SIGKILL, h->t.stop.msg);
	expect_stop(&h->t, PTRACE_SYSCALL, STOP_KILLED, SIGKILL);
	expect_val("read of the pipe", variant->way.ran ? 1 : -EAGAIN, held_read(h));
	expect_val("result of the next call", 0, h->page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * The twin: what the killed task did not do is there to be done.
 *
 * Contract: PT-058, PT-087
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 */
TEST_F(task, when_resumed_does_it_all)
{
	struct held *h = &self->h;

	held_release(h->page);
	setup_ok(tracee_resume(&h->t, PTRACE_CONT, 0));
	setup_ok(tracee_wait_stop(&h->t));
	expect_at(&h->t, STOP_EXITED, TASK_DONE);
	expect_val("read of the pipe", held_write_result(&variant->way), held_read(h));
	expect_val("result of the call", variant->way.nr ? h->child.tid : 1,
		   h->page->call[0].out.r[SYSREG_RESULT]);
	expect_val("result of the next call", getpid(), h->page->call[1].out.r[SYSREG_RESULT]);
}

FIXTURE(task_at_its_exit_event) {
	struct tracee t;
};

FIXTURE_SETUP(task_at_its_exit_event)
{
	setup_ok(tracee_start(&self->t, body_watched_calls));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXIT));
	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXIT);
}

FIXTURE_TEARDOWN(task_at_its_exit_event)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-062, PT-063, PT-087
 * Code: kernel/signal.c:prepare_signal() [v7.3.4]
 * Code: kernel/exit.c:do_exit() synchronize_group_exit() [v7.3.4]
 */
TEST_F(task_at_its_exit_event, is_dying_already_so_sigkill_changes_nothing)
{
	unsigned long msg = ~0UL;

	setup_ok(tracee_signal(&self->t, SIGKILL));
	setup_ok(tracee_ptrace(&self->t, PTRACE_GETEVENTMSG, 0, &msg));
	expect_val("event message", TASK_DONE << 8, msg);
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
