/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef __ASM_ENTRY_WORK_H
#define __ASM_ENTRY_WORK_H

#include <linux/entry-common.h>

/* The number to run after the work before a call, NO_SYSCALL to skip it. */
static __always_inline int arm64_syscall_enter_work(struct pt_regs *regs, long nr)
{
	return syscall_enter_from_user_mode_work(regs, &nr) ? (int)nr : NO_SYSCALL;
}

#endif
