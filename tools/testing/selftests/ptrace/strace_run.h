/* SPDX-License-Identifier: GPL-2.0-only */
/* Running strace_tracee under strace, and the values the two sides agree on. */
#ifndef PTRACE_STRACE_RUN_H
#define PTRACE_STRACE_RUN_H

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include "client.h"
#include "lines.h"

#define STRACE_FD	500		/* opened and closed by the tracee */
#define STRACE_FD2	501
#define STRACE_BAD_FD	1001		/* never open, and so are these */
#define STRACE_THREAD_FD 1002
#define STRACE_CHILD_FD	1003
#define STRACE_VFORK_FD	1004
#define STRACE_KILLED_FD 1005
#define STRACE_EXEC_FD	1006
#define STRACE_NO_CALL	9999		/* a number without a call */
#define STRACE_OFFSET	0x123456789abcLL
#define STRACE_EXIT	77
#define STRACE_EXEC_EXIT 5
#define STRACE_POISON	0xa5a5a5a5

#define STRACE_NEEDS	"strace is not installed"

static inline bool strace_available(void)
{
	return client_path("strace");
}

/*
 * One run of strace, which starts several processes.  It is kept for all tests
 * of a program, in memory that these share.
 */
struct strace_run {
	enum { STRACE_NOT_RUN, STRACE_RUNS_NOW, STRACE_RAN } state;
	int status;		/* of strace, which takes over that of its tracee */
	char trace[16384];
	char output[4096];	/* of the tracee, and complaints of strace */
};

#define STRACE_RUNS 4

static struct strace_run *strace_runs;

static void __attribute__((constructor)) strace_share_runs(void)
{
	strace_runs = mmap(NULL, STRACE_RUNS * sizeof(*strace_runs), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static inline void strace_read(FILE *f, char *text, size_t size)
{
	text[fread(text, 1, size - 1, f)] = 0;
}

/* "strace OPTIONS ./strace_tracee MODE", unless it was run before: 0 or negative errno. */
static inline int strace_run(struct strace_run *run, const char *options, const char *mode)
{
	int trace = memfd_create("trace", 0);	/* inherited by strace */
	char command[2048];
	FILE *f;

	if (run->state != STRACE_NOT_RUN) {
		close(trace);
		return run->state == STRACE_RAN ? 0 : -EIO;	/* it did not end, or failed */
	}
	run->state = STRACE_RUNS_NOW;
	snprintf(command, sizeof(command), "exec strace -a1 -o /dev/fd/%d %s ./strace_tracee %s 2>&1",
		 trace, options, mode);
	client_on_one_processor();
	f = popen(command, "r");
	if (!f)
		return -errno;
	strace_read(f, run->output, sizeof(run->output));
	run->status = pclose(f);
	f = fdopen(trace, "r");
	if (!f)
		return -errno;
	rewind(f);
	strace_read(f, run->trace, sizeof(run->trace));
	fclose(f);
	run->state = STRACE_RAN;
	return 0;
}

/* Take the lines of text one by one, each in a buffer for the next call; NULL at the end. */
static inline char *strace_line(const char **text)
{
	static char line[LINE_TEXT];
	size_t len = strcspn(*text, "\n");

	if (!**text)
		return NULL;
	snprintf(line, sizeof(line), "%.*s", (int)len, *text);
	*text += len + ((*text)[len] == '\n');
	return line;
}

/* In FIXTURE_SETUP: as require_filters(), but a run that is there has shown them already. */
#define require_filters_for(run)					\
	require((run)->state == STRACE_RAN || kernel_config("SECCOMP_FILTER") != 0, \
		"needs CONFIG_SECCOMP_FILTER")

#endif
