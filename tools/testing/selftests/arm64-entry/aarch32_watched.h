/* SPDX-License-Identifier: GPL-2.0-only */
/* An AArch32 task whose calls tracefs or audit watches. */
#ifndef ARM64_ENTRY_AARCH32_WATCHED_H
#define ARM64_ENTRY_AARCH32_WATCHED_H

#include <errno.h>
#include "elf32.h"
#include "watched.h"

/* Numbers of the AArch32 table; no header of the 64-bit ABI has them. */
#define A32_NR_CLOSE	6
#define A32_NR_GETPPID	64

/* Bit 31 is set: an extension of the sign would show. */
#define A32_ARG(i)	(0x80a0a000U + 0x01010101U * (__u32)(i))

#define AARCH32_NEEDS	"needs AArch32 at EL0 (CONFIG_COMPAT and a processor that has it)"

/* Start it in front of its call, which aarch32_call() makes again and again. */
static inline int aarch32_start(struct watched *w)
{
	static const __u32 insn[] = { A32_BKPT, A32_SVC(0), A32_BKPT };
	int ret = elf32_start(&w->t, insn, sizeof(insn) / sizeof(insn[0]));

	w->pid = w->t.tid;
	return ret;
}

/* Let it make call nr with the arguments A32_ARG(0..5). */
static inline int aarch32_call(struct watched *w, __u32 nr)
{
	struct elf32_regs regs;
	long ret = elf32_get_regs(&w->t, &regs);
	unsigned int i;

	for (i = 0; i < 6; i++)
		regs.r[i] = A32_ARG(i);
	regs.r[7] = nr;
	regs.r[A32_PC] = ELF32_INSN(1);
	if (ret >= 0)
		ret = elf32_set_regs(&w->t, &regs);
	if (ret >= 0)
		ret = tracee_next(&w->t, PTRACE_CONT);
	if (!ret)
		ret = elf32_get_regs(&w->t, &regs);
	if (ret >= 0 && (w->t.stop.kind != STOP_TRAP || regs.r[A32_PC] != ELF32_INSN(2)))
		ret = -EPROTO;
	return ret < 0 ? (int)ret : 0;
}

#endif
