/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stops in and behind a call at which a tracer writes registers: the
 * variants of a fixture that holds a struct written.  Included after expect.h.
 */
#ifndef PTRACE_WRITE_STOPS_H
#define PTRACE_WRITE_STOPS_H

#include "filter.h"

#define WRITE_STOP_DATA	0x5a

/* How to get there, and what a register written there is good for. */
struct write_stop {
	long nr;		/* of the call */
	__u64 arg0;
	int request;		/* to the stop, or to the entry stop before it */
	int request_on;		/* from that entry stop on, if it is another */
	int sig;		/* queued at that entry stop */
	enum stop_kind kind;
	int what;
	bool before;		/* the call has not run: it takes what is written */
	bool result_is_lost;	/* the result register is still to be written */
	bool marked;		/* the kernel keeps one register for itself */
};

struct written {
	struct tracee t;
	struct page *page;
	struct sysregs *in, *out;	/* of the call */
};

#define WRITE_AT_ENTRY(number)						\
	.nr = number, .request = PTRACE_SYSCALL, .kind = STOP_ENTRY,	\
	.what = number, .before = true, .result_is_lost = true, .marked = true
#define WRITE_AT_SECCOMP(number)					\
	.nr = number, .request = PTRACE_CONT, .kind = STOP_SECCOMP,	\
	.what = WRITE_STOP_DATA, .before = true, .result_is_lost = true
#define WRITE_AT_EXIT							\
	.nr = __NR_getpid, .request = PTRACE_SYSCALL, .request_on = PTRACE_SYSCALL, \
	.kind = STOP_EXIT, .what = __NR_getpid, .marked = true
#define WRITE_AT_EVENT							\
	.nr = __NR_clone, .arg0 = SIGCHLD, .request = PTRACE_CONT,	\
	.kind = STOP_EVENT, .what = PTRACE_EVENT_FORK, .result_is_lost = true
#define WRITE_AT_SIGNAL							\
	.nr = __NR_getpid, .request = PTRACE_SYSCALL, .request_on = PTRACE_CONT, \
	.sig = SIGUSR1, .kind = STOP_SIGNAL, .what = SIGUSR1
#define WRITE_AT_STEP							\
	.nr = __NR_getpid, .request = PTRACE_SYSCALL, .request_on = PTRACE_SINGLESTEP, \
	.kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE

#define WRITE_STOP_VARIANT(fixture, name, stop_)			\
	FIXTURE_VARIANT_ADD(fixture, name) { .stop = { stop_ } }

/* All six, for a fixture whose variant is { struct write_stop stop; }. */
#define WRITE_STOP_VARIANTS(fixture)					\
	WRITE_STOP_VARIANT(fixture, at_an_entry_stop, WRITE_AT_ENTRY(__NR_getpid)); \
	WRITE_STOP_VARIANT(fixture, at_a_seccomp_stop, WRITE_AT_SECCOMP(__NR_getpid)); \
	WRITE_STOP_VARIANT(fixture, at_an_exit_stop, WRITE_AT_EXIT);	\
	WRITE_STOP_VARIANT(fixture, at_a_fork_event_stop, WRITE_AT_EVENT); \
	WRITE_STOP_VARIANT(fixture, at_a_signal_stop, WRITE_AT_SIGNAL);	\
	WRITE_STOP_VARIANT(fixture, at_the_stop_of_a_stepped_call, WRITE_AT_STEP)

static long write_stop_filtered;	/* the call with a seccomp stop */

/* The page's calls; SIGUSR1 is ignored. */
static inline void write_stop_body(struct page *page)
{
	task_dispose(SIGUSR1, SIG_IGN);
	if (write_stop_filtered)
		filter_self((__u32)write_stop_filtered, SECCOMP_RET_TRACE | WRITE_STOP_DATA);
	tracee_ready();
	body_calls(page);
}

/*
 * Start it and take it to the stop; a getppid() follows the call.  Calls of
 * number filtered, if it is one, have a seccomp stop.
 */
static inline int write_stop_start_filtered(struct written *w, const struct write_stop *stop,
					    long filtered)
{
	__u64 args[6] = { stop->arg0 };
	int ret;

	write_stop_filtered = filtered;
	ret = tracee_start(&w->t, write_stop_body);
	if (ret)
		return ret;
	w->page = w->t.task.page;
	w->page->ncalls = 2;
	w->in = &w->page->call[0].in;
	w->out = &w->page->call[0].out;
	sysregs_fill(w->in, stop->nr, args);
	sysregs_fill_pattern(&w->page->call[1].in, __NR_getppid);
	ret = tracee_options(&w->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK);
	if (!ret)
		ret = tracee_next(&w->t, stop->request);
	if (!ret && stop->request_on && w->t.stop.kind != STOP_ENTRY)
		ret = -EPROTO;
	if (!ret && stop->sig)
		ret = tracee_signal(&w->t, stop->sig);
	if (!ret && stop->request_on)
		ret = tracee_next(&w->t, stop->request_on);
	if (!ret && (w->t.stop.kind != stop->kind || w->t.stop.what != stop->what))
		ret = -EPROTO;
	return ret;
}

static inline int write_stop_start(struct written *w, const struct write_stop *stop)
{
	return write_stop_start_filtered(w, stop, stop->kind == STOP_SECCOMP ? stop->nr : 0);
}

/* In FIXTURE_SETUP: what the stop needs. */
#define require_write_stop(stop_) do {					\
	if ((stop_)->kind == STOP_SECCOMP)				\
		require_filters();					\
} while (0)

/* What the call returns if nobody interferes. */
static inline __u64 write_stop_result(const struct written *w, const struct write_stop *stop)
{
	return stop->kind == STOP_EVENT ? w->t.stop.msg : (__u64)w->t.tid;
}

#endif
