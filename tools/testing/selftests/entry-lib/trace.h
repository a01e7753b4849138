/* SPDX-License-Identifier: GPL-2.0-only */
/* One tracefs instance per test: events of the tasks named, nobody else's. */
#ifndef ENTRY_TRACE_H
#define ENTRY_TRACE_H

#include <stddef.h>
#include <sys/types.h>

#define TRACE_TEXT	120

struct trace {
	char dir[128];		/* the instance; "" when there is none */
};

/* One event in the order of the buffer. */
struct trace_event {
	pid_t pid;
	char name[40];		/* without the system: "sys_enter" */
	char text[TRACE_TEXT];	/* what follows "name: " */
};

/* 1 if tracefs can be used (it is mounted at its usual place if need be). */
int trace_available(void);

/*
 * Make an instance that records the given events ("raw_syscalls/sys_enter") of
 * one task and the children it forks later.  Returns 0 or negative errno.
 */
int trace_open(struct trace *t, pid_t pid, const char *const events[]);

/* The events so far into ev[max]: how many, or negative errno. */
int trace_read(struct trace *t, struct trace_event *ev, int max);

/* Switch off and remove the instance; may be called twice. */
void trace_close(struct trace *t);

#endif
