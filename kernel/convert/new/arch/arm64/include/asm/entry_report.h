/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How arm64 reports system calls to a tracer, for the generic entry code: one
 * register tells entry (0) from exit (1) while the task is stopped.
 */
#ifndef __ASM_ENTRY_REPORT_H
#define __ASM_ENTRY_REPORT_H

#include <linux/compat.h>
#include <linux/ptrace.h>

static __always_inline u64 *arm64_stop_marker(struct pt_regs *regs)
{
	return &regs->regs[is_compat_task() ? 12 : 7];
}

static __always_inline bool arch_ptrace_report_syscall_permit_entry(struct pt_regs *regs)
{
	u64 *marker = arm64_stop_marker(regs), own = *marker;
	bool permit;

	*marker = 0;
	permit = ptrace_report_syscall_permit_entry(regs);
	if (!permit)
		forget_syscall(regs);
	*marker = own;

	return permit;
}
#define arch_ptrace_report_syscall_permit_entry arch_ptrace_report_syscall_permit_entry

/* The pseudo-step stop after a stepped call shows the register's own value. */
static __always_inline void arch_ptrace_report_syscall_exit(struct pt_regs *regs, int step)
{
	u64 *marker = arm64_stop_marker(regs), own = *marker;

	if (step) {
		ptrace_report_syscall_exit(regs, 1);
		return;
	}
	*marker = 1;
	ptrace_report_syscall_exit(regs, 0);
	*marker = own;
}
#define arch_ptrace_report_syscall_exit arch_ptrace_report_syscall_exit

#endif
