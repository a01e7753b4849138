/* SPDX-License-Identifier: GPL-2.0-only */
/* A call of an AArch32 task that a 64-bit tracer writes to. */
#ifndef PTRACE_AARCH32_CALL_H
#define PTRACE_AARCH32_CALL_H

#include <sys/uio.h>
#include <unistd.h>
#include "elf32.h"
#include "expect.h"

/* Numbers of the AArch32 table; no header of the 64-bit ABI has them. */
#define A32_NR_CLOSE	6
#define A32_NR_GETPPID	64

#define R7		7
#define A32_ARG(i)	(0x80a0a000U + 0x01010101U * (__u32)(i))
#define NEW_ARG(i)	(0x90b0b000U + 0x01010101U * (__u32)(i))
#define SVC_INSN_END	ELF32_INSN(2)

/* One SVC between breakpoints; skips where there is no AArch32. */
#define start_aarch32(t) do {					\
	static const __u32 insn[] = { A32_BKPT, A32_SVC(0), A32_BKPT, A32_BKPT }; \
	int a32_ret = elf32_start(t, insn, ARRAY_SIZE(insn));		\
									\
	require(a32_ret != -ENOEXEC,					\
		"needs AArch32 at EL0 (CONFIG_COMPAT and a processor that has it)"); \
	setup_ok(a32_ret);						\
} while (0)

/* Let it make call nr with the arguments A32_ARG(0..5), up to its entry stop. */
static inline int call(struct tracee *t, struct elf32_regs *in, __u32 nr)
{
	long ret = elf32_get_regs(t, in);
	int i;

	for (i = 0; i < 6; i++)
		in->r[i] = A32_ARG(i);
	in->r[R7] = nr;
	in->r[A32_PC] = ELF32_INSN(1);
	if (ret >= 0)
		ret = elf32_set_regs(t, in);
	if (ret >= 0)
		ret = tracee_next(t, PTRACE_SYSCALL);
	if (ret >= 0)
		ret = elf32_get_regs(t, in);
	if (ret >= 0 && (t->stop.kind != STOP_ENTRY || t->stop.what != (int)nr))
		ret = -EPROTO;
	return ret < 0 ? (int)ret : 0;
}

#define expect_a32(name, index, expected) do {				\
	setup_ok(elf32_get_regs(&self->t, &self->seen));		\
	expect_val(name, (__u32)(expected), self->seen.r[index]);	\
} while (0)

/* The call to its end, at the breakpoint behind it: its result. */
#define expect_result(expected) do {					\
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);	\
	expect_a32("pc", A32_PC, SVC_INSN_END);				\
	expect_a32("r0", 0, expected);					\
} while (0)

static inline long set_a32(struct tracee *t, int index, __u32 value)
{
	struct elf32_regs regs;
	long ret = elf32_get_regs(t, &regs);

	regs.r[index] = value;
	return ret < 0 ? ret : elf32_set_regs(t, &regs);
}

#endif
