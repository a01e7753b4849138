/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef __ASM_ENTRY_SIGRETURN_H
#define __ASM_ENTRY_SIGRETURN_H

#include <linux/sched.h>
#include <asm/vdso.h>

/*
 * Syscall User Dispatch lets the return from a signal handler pass: the SVC of
 * the vDSO's trampoline, which is its second instruction, or anything in the
 * page of AArch32 trampolines.
 */
static inline bool arch_syscall_is_vdso_sigreturn(struct pt_regs *regs)
{
	unsigned long trampoline;

#ifdef CONFIG_COMPAT
	if (is_compat_task())
		return regs->pc - (unsigned long)current->mm->context.sigpage < PAGE_SIZE;
#endif
	trampoline = (unsigned long)VDSO_SYMBOL(current->mm->context.vdso, sigtramp);
	return regs->pc == trampoline + 2 * AARCH64_INSN_SIZE;
}

#endif
