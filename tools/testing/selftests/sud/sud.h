/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Syscall User Dispatch for mute bodies.  An armed selector that says BLOCK
 * dispatches every call of the task, the body's own raw calls and the sigreturn
 * of a handler among them.  So the range that is never dispatched is sys_raw(),
 * and a handler opens the selector, or disarms, before it returns.
 */
#ifndef SUD_H
#define SUD_H

#include <linux/prctl.h>
#include "expect.h"

/* SKIP where the configuration says so, never because a call failed. */
#define require_sud() \
	require(kernel_has_sud() == 1, "needs CONFIG_SYSCALL_USER_DISPATCH")

/* Once per program and not in each test: it may have to read all of kallsyms. */
static void __attribute__((constructor)) sud_ask_early(void)
{
	kernel_has_sud();
}

/* The selector byte, where task and test both see it. */
static inline volatile char *sud_selector(struct page *page)
{
	return (volatile char *)&page->word[PAGE_WORDS - 1];
}

static inline long sud_prctl(unsigned long mode, unsigned long offset, unsigned long len,
			     volatile void *selector)
{
	return sys_call(__NR_prctl, PR_SET_SYSCALL_USER_DISPATCH, mode, offset, len, selector);
}

/* In a task: dispatch what the selector blocks (everything if NULL) outside sys_raw(). */
static inline long sud_arm(volatile char *selector)
{
	return sud_prctl(PR_SYS_DISPATCH_EXCLUSIVE_ON, (unsigned long)sys_raw,
			 (unsigned long)sys_stub - (unsigned long)sys_raw, selector);
}

/* For task_on_signal. */
static inline void sud_allow(struct frame *frame, void *ucontext)
{
	(void)frame;
	(void)ucontext;
	*sud_selector(task_page) = SYSCALL_DISPATCH_FILTER_ALLOW;
}

static inline void sud_disarm(struct frame *frame, void *ucontext)
{
	(void)frame;
	(void)ucontext;
	sud_prctl(PR_SYS_DISPATCH_OFF, 0, 0, NULL);
}

/* Run call i of the page with the selector at BLOCK, and leave it at ALLOW. */
static inline void sud_blocked_call(struct page *page, int i)
{
	*sud_selector(page) = SYSCALL_DISPATCH_FILTER_BLOCK;
	sys_stub(&page->call[i].in, &page->call[i].out);
	*sud_selector(page) = SYSCALL_DISPATCH_FILTER_ALLOW;
}

#endif
