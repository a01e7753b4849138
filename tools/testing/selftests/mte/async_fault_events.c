// SPDX-License-Identifier: GPL-2.0-only
/* The call that an asynchronous tag check fault comes before, as tracefs sees it. */
#include "mte.h"
#include "trace.h"

#define EVENTS	16

static char *memory;

FIXTURE(async_fault_in_the_trace) {
	struct tracee t;
	struct trace trace;
	struct trace_event ev[EVENTS];
};

static void body(struct page *page)
{
	task_handle(SIGSEGV, 0);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	tracee_ready();
	store_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE_SETUP(async_fault_in_the_trace)
{
	static const char *const events[] = {
		"raw_syscalls/sys_enter", "raw_syscalls/sys_exit", "signal/signal_generate", NULL
	};
	struct page *page;

	setup_mte(memory);
	require(trace_available(), TRACE_NEEDS);
	setup_ok(tracee_start(&self->t, body));
	page = self->t.task.page;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	page->call[0].in.r[9] = (__u64)mte_tagged(memory, 5);
	setup_ok(trace_open(&self->trace, self->t.tid, events));
}

FIXTURE_TEARDOWN(async_fault_in_the_trace)
{
	trace_close(&self->trace);
	tracee_end(&self->t);
}

/* What an event is about: the number of its call, or the signal. */
static int subject(const struct trace_event *ev)
{
	int n = -1;

	if (sscanf(ev->text, "NR %d", &n) != 1)
		sscanf(ev->text, "sig=%d", &n);
	return n;
}

/*
 * Contract: MTE-007
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 */
TEST_F(async_fault_in_the_trace, comes_before_the_only_enter_of_the_call)
{
	static const struct { const char *name; int subject; } want[] = {
		{ "signal_generate", SIGSEGV },
		{ "sys_enter", __NR_rt_sigreturn },
		{ "sys_exit", -1 },		/* of rt_sigreturn: number forgotten */
		{ "sys_enter", __NR_getppid },
		{ "sys_exit", __NR_getppid },
		{ "sys_enter", __NR_exit_group },
	};
	unsigned int i, n = 0;
	int got;

	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	got = trace_read(&self->trace, self->ev, EVENTS);
	setup_ok(got);
	for (i = 0; i < (unsigned int)got && n < ARRAY_SIZE(want); i++) {
		/* The end of a task sends its parent a signal too. */
		if (!strcmp(self->ev[i].name, "signal_generate") &&
		    subject(&self->ev[i]) != SIGSEGV)
			continue;
		TH_LOG("event %s: %s", self->ev[i].name, self->ev[i].text);
		if (strcmp(want[n].name, self->ev[i].name))
			expect_fail("claim: event %u: expected %s, seen %s: %s", n + 1,
				    want[n].name, self->ev[i].name, self->ev[i].text);
		expect_val(n ? "call number" : "signal", want[n].subject, subject(&self->ev[i]));
		n++;
	}
	expect_val("events", ARRAY_SIZE(want), n);
	expect_val("signals", 1, self->t.task.page->nframes);
	expect_val("x0", getpid(), self->t.task.page->call[0].out.r[0]);
}

TEST_HARNESS_MAIN
