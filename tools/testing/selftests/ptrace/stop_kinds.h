/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tracee held at each kind of stop, for claims that are about all of them.
 * It writes a byte to a pipe (or forks), then calls getppid, then waits for
 * held_release().
 */
#ifndef PTRACE_STOP_KINDS_H
#define PTRACE_STOP_KINDS_H

#include <fcntl.h>
#include <linux/prctl.h>
#include <unistd.h>
#include "expect.h"
#include "filter.h"

#define HELD_DATA	0x77
#define HELD_INTERRUPT	(-1)	/* in place of a signal */

struct held {
	struct tracee t, child;
	struct page *page;
	int fd[2];
};

/* The way to a stop: requests up to the first 0, a signal queued at the first stop. */
struct held_way {
	enum stop_kind kind;
	int what;
	int request[3];
	int sig;
	long nr;		/* of the call with the stop; 0: the write */
	bool seized;
	bool ran;		/* the write was executed before the stop */
};

/* The fixture's variant has a struct held_way way. */
#define HELD(fixture, name, ...) FIXTURE_VARIANT_ADD(fixture, name) { .way = { __VA_ARGS__ } }

#define HELD_VARIANTS(fixture)							\
	HELD(fixture, at_an_entry_stop,						\
	     .kind = STOP_ENTRY, .what = __NR_write, .request = { PTRACE_SYSCALL }); \
	HELD(fixture, at_an_exit_stop,						\
	     .kind = STOP_EXIT, .what = __NR_write, .ran = true,		\
	     .request = { PTRACE_SYSCALL, PTRACE_SYSCALL });			\
	HELD(fixture, at_a_seccomp_stop,					\
	     .kind = STOP_SECCOMP, .what = HELD_DATA, .request = { PTRACE_CONT }); \
	HELD(fixture, at_an_event_stop,						\
	     .kind = STOP_EVENT, .what = PTRACE_EVENT_FORK, .nr = __NR_clone,	\
	     .request = { PTRACE_CONT });					\
	HELD(fixture, at_a_signal_stop,						\
	     .kind = STOP_SIGNAL, .what = SIGUSR1, .sig = SIGUSR1, .ran = true,	\
	     .request = { PTRACE_SYSCALL, PTRACE_CONT });			\
	HELD(fixture, at_a_group_stop,						\
	     .kind = STOP_GROUP, .what = SIGSTOP, .sig = SIGSTOP, .ran = true,	\
	     .request = { PTRACE_SYSCALL, PTRACE_CONT, PTRACE_CONT });		\
	HELD(fixture, at_a_group_stop_when_seized,				\
	     .kind = STOP_GROUP, .what = SIGSTOP, .sig = SIGSTOP, .ran = true,	\
	     .request = { PTRACE_SYSCALL, PTRACE_CONT, PTRACE_CONT }, .seized = true); \
	HELD(fixture, at_an_interrupt_stop,					\
	     .kind = STOP_GROUP, .what = SIGTRAP, .sig = HELD_INTERRUPT, .ran = true, \
	     .request = { PTRACE_SYSCALL, PTRACE_CONT }, .seized = true);	\
	HELD(fixture, at_the_stop_of_a_step,					\
	     .kind = STOP_TRAP, .what = TRAP_TRACE, .request = { PTRACE_SINGLESTEP }); \
	HELD(fixture, at_the_stop_of_a_stepped_call,				\
	     .kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE, .ran = true,	\
	     .request = { PTRACE_SYSCALL, PTRACE_SINGLESTEP })

static bool held_filtered;

/* Not page->go, which is open already after tracee_start_attached(). */
static inline __u32 *held_gate(struct page *page)
{
	return (__u32 *)&page->word[1];
}

static inline void held_release(struct page *page)
{
	page_wake(held_gate(page), 1);
}

static void held_body(struct page *page)
{
	/* Where Yama allows a parent only, others need this; refused where there is none. */
	sys_call(__NR_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	if (held_filtered)
		filter_self(__NR_write, SECCOMP_RET_TRACE | HELD_DATA);
	tracee_ready();
	body_calls(page);
	page_wait(held_gate(page), 0);
}

/* Start and lead it to its stop, and take the child of a fork. */
static inline int held_start(struct held *h, const struct held_way *way, unsigned long options)
{
	int ret, i;

	options |= TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK;
	held_filtered = way->kind == STOP_SECCOMP;
	if (pipe2(h->fd, O_CLOEXEC | O_NONBLOCK))
		return -errno;
	if (way->seized)
		ret = tracee_start_attached(&h->t, held_body, PTRACE_SEIZE, options);
	else
		ret = tracee_start(&h->t, held_body);
	if (!ret && !way->seized)
		ret = tracee_options(&h->t, options);
	if (ret)
		return ret;
	h->page = h->t.task.page;
	h->page->ncalls = 2;
	if (way->nr)
		sysregs_fill(&h->page->call[0].in, way->nr, (__u64 [6]){ SIGCHLD });
	else
		sysregs_fill(&h->page->call[0].in, __NR_write, (__u64 [6]){
			(__u64)h->fd[1], (__u64)&h->page->word[0], 1 });
	sysregs_fill_pattern(&h->page->call[1].in, __NR_getppid);

	for (i = 0; !ret && i < 3 && way->request[i]; i++) {
		ret = tracee_next(&h->t, way->request[i]);
		if (ret || i || !way->sig)
			continue;
		if (way->sig == HELD_INTERRUPT)
			ret = tracee_ptrace(&h->t, PTRACE_INTERRUPT, 0, NULL);
		else
			ret = tracee_signal(&h->t, way->sig);
	}
	if (!ret && way->kind == STOP_EVENT)
		ret = tracee_adopt(&h->child, &h->t, (pid_t)h->t.stop.msg);
	return ret;
}

static inline void held_end(struct held *h)
{
	tracee_end(&h->child);
	tracee_end(&h->t);
	close(h->fd[0]);
	close(h->fd[1]);
}

/* What a read of the pipe gives: 1 if the write was executed, else -EAGAIN. */
static inline long held_read(struct held *h)
{
	char byte;

	return sys_call(__NR_read, h->fd[0], &byte, 1);
}

/* Whether the write is executed at all when the task goes on. */
static inline long held_write_result(const struct held_way *way)
{
	return way->nr ? -EAGAIN : 1;
}

#endif
