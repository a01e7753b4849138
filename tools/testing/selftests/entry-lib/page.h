/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory between a test and its tasks: the shared page in which a mute tracee
 * leaves what it saw, and buffers that end at an unmapped page.
 */
#ifndef ENTRY_PAGE_H
#define ENTRY_PAGE_H

#include <signal.h>
#include "sys.h"

#define PAGE_CALLS	12
#define PAGE_FRAMES	6
#define PAGE_WORDS	64

/* si_code of SIGSYS: the C library has no names for SYS_SECCOMP and SYS_USER_DISPATCH. */
#define SIGSYS_SECCOMP	1
#define SIGSYS_DISPATCH	2

/* What a signal handler saw, in the order of delivery. */
struct frame {
	int signo, code, err;
	int syscall;		/* SIGSYS: si_syscall */
	__u32 arch;		/* SIGSYS: si_arch */
	__u64 addr;		/* si_addr, or si_call_addr of SIGSYS */
	struct arch_regs regs;	/* the interrupted registers, ptrace layout */
};

/*
 * Shared by MAP_SHARED between the test and the task it starts.  The test
 * writes in[] and word[] while the task is stopped or not yet started; the
 * task writes out[], frame[] and word[].
 */
struct page {
	unsigned int ncalls;			/* for body_calls() */
	struct {
		struct sysregs in, out;
	} call[PAGE_CALLS];
	unsigned int nframes;
	struct frame frame[PAGE_FRAMES];
	__u32 go;				/* futex: page_wait/page_wake */
	__u64 word[PAGE_WORDS];			/* free for the test */
};

/* Returns a new zeroed page, NULL when out of memory. page_free() ends it. */
struct page *page_new(void);
void page_free(struct page *page);

/*
 * Wait until the 32-bit word at *futex differs from value, and set it and wake
 * all waiters.  Raw calls only: both sides may be mute tracees.
 */
void page_wait(__u32 *futex, __u32 value);
void page_wake(__u32 *futex, __u32 value);

/*
 * len writable bytes filled with 0xff that end where an unmapped page begins:
 * one byte too far faults.  NULL when out of memory; guard_free() takes the
 * same len.
 */
void *guard_alloc(size_t len);
void guard_free(void *p, size_t len);

#endif
