/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A traced AArch32 task without a 32-bit compiler: an ELF32 file of given
 * instruction words, in a memfd, executed by a task of the test.
 * Functions return 0 or negative errno; arm64 only (NEED_AARCH32).
 */
#ifndef ENTRY_ELF32_H
#define ENTRY_ELF32_H

#include "tracee.h"

#define A32_BKPT	0xe1200070U		/* bkpt #0 */
#define A32_SVC(imm)	(0xef000000U | (imm))	/* svc #imm */

/* The address of instruction word i of the program. */
#define ELF32_BASE	0x10000U
#define ELF32_HEADERS	84U			/* one ELF and one program header */
#define ELF32_INSN(i)	(ELF32_BASE + ELF32_HEADERS + 4U * (i))

/* NT_PRSTATUS of an AArch32 task: r0..r15, cpsr, orig_r0. */
enum { A32_SP = 13, A32_LR, A32_PC, A32_CPSR, A32_ORIG_R0, A32_REGS };

struct elf32_regs {
	__u32 r[A32_REGS];
};

/*
 * Run n instruction words as a tracee up to the A32_BKPT that must be the first
 * of them.  -ENOEXEC if the kernel or the processor has no AArch32.
 */
int elf32_start(struct tracee *t, const __u32 *insn, unsigned int n);

/* Registers of the stopped tracee: the length the kernel gave or took. */
long elf32_get_regs(struct tracee *t, struct elf32_regs *regs);
long elf32_set_regs(struct tracee *t, const struct elf32_regs *regs);

/* 1 if a program as made by elf32_start() runs here, 0 if not. */
int elf32_available(void);

#endif
