/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Critical sections at known addresses: window.ARCH.S.  Each stub stores cs in
 * *rseq_cs; the section begins at NAME_start and ends before NAME_post, and
 * NAME_abort, behind WINDOW_SIG, returns WINDOW_ABORTED.
 */
#ifndef RSEQ_WINDOW_H
#define RSEQ_WINDOW_H

#define WINDOW_SIG	0x5a17c0de	/* not an instruction, not that of libc */
#define WINDOW_ABORTED	0x4ab0

#ifndef __ASSEMBLER__
#include <linux/types.h>

/* One system call of up to three arguments in the section: its result. */
long window_call(__u64 *rseq_cs, __u64 cs, long nr, long a0, long a1, long a2);
extern char window_call_start[], window_call_insn[], window_call_insn_end[];
extern char window_call_post[], window_call_abort[];

/* A breakpoint in the section at window_trap_insn, a NOP at each side: 0. */
long window_trap(__u64 *rseq_cs, __u64 cs);
extern char window_trap_start[], window_trap_insn[], window_trap_insn_end[];
extern char window_trap_post[], window_trap_abort[];

/* A section that is left only by its abort. */
long window_spin(__u64 *rseq_cs, __u64 cs);
extern char window_spin_start[], window_spin_post[], window_spin_abort[];
#endif

#endif
