/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One tracefs instance per test: events of the task named, nobody else's.  The
 * fixture asks require(trace_available(), TRACE_NEEDS) and calls trace_close()
 * in FIXTURE_TEARDOWN_PARENT, which runs even when the test was killed.
 */
#ifndef ENTRY_TRACE_H
#define ENTRY_TRACE_H

#include <stddef.h>
#include <sys/types.h>
#include "lines.h"

#define TRACE_TEXT	200
#define TRACE_NEEDS	"needs root, tracefs and CONFIG_HAVE_SYSCALL_TRACEPOINTS"

struct trace {
	char dir[128];		/* the instance; "" when there is none */
};

/* One event in the order of the buffer. */
struct trace_event {
	pid_t pid;
	char name[40];		/* without the system: "sys_enter"; "" if it has none */
	char text[TRACE_TEXT];	/* what follows "name: " */
};

/*
 * 1 if tracefs and the system call events can be used, else 0.  Where nothing
 * is mounted at its usual place, it is mounted only with ENTRY_SYSTEM_WIDE=1.
 */
int trace_available(void);

/*
 * Make an instance that records the given events ("raw_syscalls/sys_enter", or
 * "syscalls" for a whole system) of one task and the children it forks later.
 * The task must not be running in user space: a task that sleeps or is stopped
 * is seen from its next event on.  Returns 0 or negative errno.
 */
int trace_open(struct trace *t, pid_t pid, const char *const events[]);

/* The events so far into ev[max]: how many, or negative errno. */
int trace_read(struct trace *t, struct trace_event *ev, int max);

/* The events so far of task pid, as "name: text": 0 or negative errno. */
int trace_lines(struct trace *t, pid_t pid, struct lines *lines);

/* Switch off and remove the instance; may be called twice. */
void trace_close(struct trace *t);

/* Remove all instances of ours, whoever made them: how many, or negative errno. */
int trace_restore(void);

#endif
