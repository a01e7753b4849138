/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tracee with an instrument on it: audit or tracefs.  It lives in a fixture
 * with FIXTURE_TEARDOWN_PARENT, so only the instrument is ended there; the
 * tracee has died with the test (PTRACE_O_EXITKILL).
 */
#ifndef ENTRY_WATCHED_H
#define ENTRY_WATCHED_H

#include "audit.h"
#include "trace.h"
#include "tracee.h"

struct watched {
	struct tracee t;
	pid_t pid;		/* of the tracee, also after its end */
	struct audit_log log;
	struct trace trace;
	struct lines seen;
};

/* Texts for expect_line(): an event or record of call nr, its fields in rest. */
#define EVENT_ENTER(nr, rest)	"sys_enter: NR %d " rest, (int)(nr)
#define EVENT_EXIT(nr, rest)	"sys_exit: NR %d = " rest, (int)(nr)
#define EVENT_ARGS		"(%llx, %llx, %llx, %llx, %llx, %llx)"
#define RECORD(nr, rest)	"SYSCALL arch=%x syscall=%d " rest, ARCH_AUDIT, (int)(nr)
#define RECORD_ARGS		"a0=%llx a1=%llx a2=%llx a3=%llx"

/* Arguments for EVENT_ARGS and RECORD_ARGS: the patterns from first on. */
#define PATTERN_4(first)	pattern(first), pattern((first) + 1),		\
				pattern((first) + 2), pattern((first) + 3)
#define PATTERN_6(first)	PATTERN_4(first), pattern((first) + 4), pattern((first) + 5)

/* Both events of every system call, for trace_open(). */
static const char *const watched_calls[] = {
	"raw_syscalls/sys_enter", "raw_syscalls/sys_exit", NULL
};

/* Start body up to tracee_ready() with call[0 .. n-1] prepared; see body_calls(). */
static inline int watched_start(struct watched *w, task_body body, const long *nr, int n)
{
	int ret = tracee_start(&w->t, body), i;

	w->pid = w->t.tid;
	for (i = 0; !ret && i < n; i++) {
		sysregs_fill_pattern(&w->t.task.page->call[i].in, nr[i]);
		w->t.task.page->ncalls++;
	}
	return ret;
}

/* watched_start(w, body, number of each call, ...) */
#define watched_calls_start(w, body, ...)				\
	watched_start(w, body, (const long []){ __VA_ARGS__ },		\
		      sizeof((long []){ __VA_ARGS__ }) / sizeof(long))

/* Watch its calls from here on by tracefs, by audit. */
static inline int watched_trace(struct watched *w)
{
	return trace_open(&w->trace, w->pid, watched_calls);
}

static inline int watched_audit(struct watched *w)
{
	return audit_watch(&w->log, AUDIT_PID, (__u32)w->pid, 0, 0);
}

/* What was recorded, into w->seen. */
static inline int watched_trace_lines(struct watched *w)
{
	return trace_lines(&w->trace, w->pid, &w->seen);
}

static inline int watched_audit_lines(struct watched *w)
{
	return audit_read(&w->log, w->pid, &w->seen);
}

#endif
