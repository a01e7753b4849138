/* SPDX-License-Identifier: GPL-2.0-only */
/* The tracers that people use, as programs that a test runs. */
#ifndef PTRACE_CLIENT_H
#define PTRACE_CLIENT_H

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that the shell would run as name, in a buffer for the next call; NULL for none. */
static inline const char *client_path(const char *name)
{
	const char *dir = getenv("PATH");
	static char path[PATH_MAX];
	int len;

	for (; dir && *dir; dir += len + (dir[len] == ':')) {
		len = (int)strcspn(dir, ":");
		snprintf(path, sizeof(path), "%.*s/%s", len, dir, name);
		if (!access(path, X_OK))
			return path;
	}
	return NULL;
}

/*
 * Let a client and its tracee share the processor of the caller: they take turns
 * thousands of times, and an emulated machine is slow to wake another processor.
 */
static inline void client_on_one_processor(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

#endif
