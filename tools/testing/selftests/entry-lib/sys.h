/* SPDX-License-Identifier: GPL-2.0-only */
/* System calls without libc: no errno, no cancellation point, no extra call. */
#ifndef ENTRY_SYS_H
#define ENTRY_SYS_H

#include <asm/unistd.h>
#include <linux/types.h>
#include "arch.h"

/*
 * sys_call(nr, up to six arguments): every argument is widened to a long, so
 * that no register carries garbage above an int.  Returns what the kernel
 * returned: negative errno on failure.
 */
#define sys_call(...) sys_call_pad(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define sys_call_pad(nr, a, b, c, d, e, f, ...)				\
	sys_raw((long)(nr), (long)(a), (long)(b), (long)(c), (long)(d),	\
		(long)(e), (long)(f))

/*
 * Fill *in for sys_stub(): the number, six arguments, the flags pattern, and
 * pattern(register index) everywhere else.
 */
void sysregs_fill(struct sysregs *in, long nr, const __u64 args[6]);

/* The same with the arguments pattern(100) ... pattern(105). */
void sysregs_fill_pattern(struct sysregs *in, long nr);

#endif
