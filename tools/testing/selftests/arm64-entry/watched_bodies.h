/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tracees of the tracefs and audit programs run. */
#ifndef ARM64_ENTRY_WATCHED_BODIES_H
#define ARM64_ENTRY_WATCHED_BODIES_H

#include "filter.h"
#include "watched.h"

static struct filter body_filter;	/* filled by the test before the start; none if empty */

/* The page's calls, behind the filter. */
static inline void body(struct page *page)
{
	if (body_filter.len && filter_install(&body_filter, 0))
		return;
	tracee_ready();
	body_calls(page);
}

/* A child that makes one call, leaves its pid in word[0] and is waited for. */
static inline void body_fork(struct page *page)
{
	tracee_ready();
	if (!sys_call(__NR_clone, SIGCHLD)) {
		page->word[0] = (__u64)sys_call(__NR_getpid);
		sys_call(__NR_exit_group, 3);
	}
	sys_call(__NR_wait4, -1, NULL, __WALL);
}

static inline void set_result(struct frame *frame, void *ucontext)
{
	*reg(&frame->regs, REG_RESULT) = task_page->word[0];
	frame_set(ucontext, &frame->regs);
}

/* The page's calls; a handler of SIGUSR1 that makes word[0] the result. */
static inline void body_sigreturn(struct page *page)
{
	task_on_signal = set_result;
	task_handle(SIGUSR1, 0);
	tracee_ready();
	body_calls(page);
}

#endif
