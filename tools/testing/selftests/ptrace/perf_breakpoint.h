/* SPDX-License-Identifier: GPL-2.0-only */
/* A perf event on a hardware breakpoint: how often a task comes to an instruction. */
#ifndef PTRACE_PERF_BREAKPOINT_H
#define PTRACE_PERF_BREAKPOINT_H

#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <unistd.h>
#include "sys.h"

#define PERF_BREAKPOINT_NEEDS	"needs CONFIG_PERF_EVENTS, a hardware breakpoint and leave to use it"

/* The C library has no name for it. */
#define TRAP_BY_PERF	6

/*
 * Count how often task pid comes to insn in user space; signals: stop it there
 * by a SIGTRAP with si_code TRAP_BY_PERF each time, else it is to notice nothing.
 * Returns a file descriptor or negative errno.
 */
static inline int perf_breakpoint_open(pid_t pid, const char *insn, bool signals)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT, .size = sizeof(attr),
		.bp_type = HW_BREAKPOINT_X, .bp_addr = (unsigned long)insn,
		.bp_len = sizeof(long), .exclude_kernel = 1, .exclude_hv = 1,
		.sample_period = signals, .sigtrap = signals, .remove_on_exec = signals,
	};

	return sys_call(__NR_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static inline __u64 perf_breakpoint_count(int fd)
{
	__u64 count;

	return read(fd, &count, sizeof(count)) == sizeof(count) ? count : ~0ULL;
}

/* Whether this process may have one on itself. */
static inline bool perf_breakpoint_available(void)
{
	int fd = perf_breakpoint_open(0, mark_insn, true);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

#endif
