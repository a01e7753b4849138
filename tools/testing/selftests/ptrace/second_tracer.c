// SPDX-License-Identifier: GPL-2.0-only
/*
 * A task has one tracer: another is refused at every kind of stop, and may
 * come as soon as the first has gone, from whichever stop that was.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "stop_kinds.h"

FIXTURE(tracer) {
	struct held h;
	struct task other;
};

FIXTURE_VARIANT(tracer) {
	struct held_way way;
};

HELD_VARIANTS(tracer);

FIXTURE_SETUP(tracer)
{
	if (variant->way.kind == STOP_SECCOMP)
		require_filters();
	setup_ok(held_start(&self->h, &variant->way, 0));
	expect_at(&self->h.t, variant->way.kind, variant->way.what);
}

FIXTURE_TEARDOWN(tracer)
{
	task_end(&self->other);
	held_end(&self->h);
}

static pid_t traced_pid;

/* Use of page->word[] of the other tracer. */
enum { SEIZED, ATTACHED, READ, KIND, WHAT, REQUESTS };

/* Requests of a tracer, which this one is not. */
static const struct {
	int request;
	const char *name;
} refused[] = {
	{ PTRACE_PEEKDATA, "result of PTRACE_PEEKDATA" },
	{ PTRACE_GETSIGINFO, "result of PTRACE_GETSIGINFO" },
	{ PTRACE_SETOPTIONS, "result of PTRACE_SETOPTIONS" },
	{ PTRACE_CONT, "result of PTRACE_CONT" },
	{ PTRACE_INTERRUPT, "result of PTRACE_INTERRUPT" },
	{ PTRACE_KILL, "result of PTRACE_KILL" },
	{ PTRACE_DETACH, "result of PTRACE_DETACH" },
};

static void body_refused(struct page *page)
{
	struct tracee t = { .tid = traced_pid };
	unsigned int i;

	page->word[SEIZED] = (__u64)tracee_ptrace(&t, PTRACE_SEIZE, 0, NULL);
	page->word[ATTACHED] = (__u64)tracee_ptrace(&t, PTRACE_ATTACH, 0, NULL);
	for (i = 0; i < ARRAY_SIZE(refused); i++)
		page->word[REQUESTS + i] = (__u64)tracee_ptrace(&t, refused[i].request, 0, NULL);
}

/* Seize, bring to a stop, look at it, and go. */
static void body_second(struct page *page)
{
	struct tracee t = { .tid = traced_pid };
	long ret = tracee_ptrace(&t, PTRACE_SEIZE, 0, (void *)PTRACE_O_TRACESYSGOOD);

	page->word[SEIZED] = (__u64)ret;
	if (!ret)
		ret = tracee_ptrace(&t, PTRACE_INTERRUPT, 0, NULL);
	if (!ret)
		ret = tracee_wait_stop(&t);
	page->word[KIND] = t.stop.kind;
	page->word[WHAT] = (__u64)t.stop.what;
	page->word[READ] = (__u64)ret;
	if (!ret)
		tracee_detach(&t, 0);
}

/*
 * Nothing reaches the tracee: it goes on as if nobody had asked.
 *
 * Contract: PT-086
 * Promise: ptrace(2) "Attaching and detaching"
 * Code: kernel/ptrace.c:ptrace_attach() ptrace_check_attach() [v7.3.4]
 */
TEST_F(tracer, keeps_another_out)
{
	struct held *h = &self->h;
	unsigned int i;
	__u64 *word;

	traced_pid = h->t.tid;
	expect_run(&self->other, body_refused);
	word = self->other.page->word;
	expect_val("result of PTRACE_SEIZE", -EPERM, word[SEIZED]);
	expect_val("result of PTRACE_ATTACH", -EPERM, word[ATTACHED]);
	for (i = 0; i < ARRAY_SIZE(refused); i++)
		expect_val(refused[i].name, -ESRCH, word[REQUESTS + i]);

	held_release(h->page);
	setup_ok(tracee_resume(&h->t, PTRACE_CONT, 0));
	setup_ok(tracee_wait_stop(&h->t));
	expect_at(&h->t, STOP_EXITED, TASK_DONE);
	expect_val("result of the next call", getpid(), h->page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * A task in a group stop is still in it for the next tracer; all others run.
 *
 * Contract: PT-030, PT-086
 * Promise: ptrace(2) "Attaching and detaching"
 * Code: kernel/ptrace.c:ptrace_detach() __ptrace_unlink() ptrace_attach() [v7.3.4]
 */
TEST_F(tracer, leaves_the_task_to_another_by_detaching)
{
	bool stopped = variant->way.kind == STOP_GROUP && variant->way.what == SIGSTOP;
	struct held *h = &self->h;
	__u64 *word;

	traced_pid = h->t.tid;
	setup_ok(tracee_detach(&h->t, 0));
	if (!stopped)
		setup_ok(task_wait_blocked(traced_pid, __NR_futex));
	expect_run(&self->other, body_second);
	word = self->other.page->word;
	expect_val("result of PTRACE_SEIZE", 0, word[SEIZED]);
	setup_ok((long)word[READ]);
	expect_val("kind of stop", STOP_GROUP, word[KIND]);
	expect_val("signal of the stop", stopped ? SIGSTOP : SIGTRAP, word[WHAT]);

	if (stopped)
		setup_ok(sys_call(__NR_kill, traced_pid, SIGCONT));
	held_release(h->page);
	expect_finish(&h->t.task);
	expect_val("read of the pipe", held_write_result(&variant->way), held_read(h));
	expect_val("result of the next call", getpid(), h->page->call[1].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
