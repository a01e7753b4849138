/* SPDX-License-Identifier: GPL-2.0-only */
/* Running strace_tracee under strace, and the values the two sides agree on. */
#ifndef PTRACE_STRACE_RUN_H
#define PTRACE_STRACE_RUN_H

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "lines.h"

#define STRACE_FD	500		/* opened and closed by "calls" */
#define STRACE_BAD_FD	1001		/* never open, and so are these two */
#define STRACE_THREAD_FD 1002
#define STRACE_CHILD_FD	1003
#define STRACE_NO_CALL	9999		/* a number without a call */
#define STRACE_OFFSET	0x123456789abcLL
#define STRACE_EXIT	77

#define STRACE_NEEDS	"needs strace and strace_tracee"

static inline bool strace_available(void)
{
	return !access("./strace_tracee", X_OK) &&
	       !system("command -v strace >/dev/null 2>&1");
}

/*
 * Run "strace OPTIONS ./strace_tracee MODE REDIRECTION" and take the lines it
 * prints to its standard output, from the first that begins with from (or all,
 * if that is NULL).  Returns 0 or negative errno.
 */
static inline int strace_run(struct lines *lines, const char *options, const char *mode,
			     const char *redirection, const char *from)
{
	char text[LINE_TEXT];
	FILE *f;

	lines_clear(lines);
	snprintf(text, sizeof(text), "strace -a1 %s ./strace_tracee %s %s", options, mode,
		 redirection);
	f = popen(text, "r");
	if (!f)
		return -errno;
	while (fgets(text, sizeof(text), f)) {
		text[strcspn(text, "\n")] = 0;
		if (from && strncmp(text, from, strlen(from)))
			continue;
		from = NULL;
		lines_add(lines, text);
	}
	return pclose(f) == STRACE_EXIT << 8 ? 0 : -EPROTO;
}

#define STRACE_TRACE	"2>&1 >/dev/null"	/* the lines are those of strace */
#define STRACE_OUTPUT	"2>/dev/null"		/* ... of the tracee */

#endif
