/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one place that chooses an architecture.  Everything an arch header
 * defines has the same name on all of them; docs/adding-an-architecture.md
 * lists the names.
 */
#ifndef ENTRY_ARCH_H
#define ENTRY_ARCH_H

#include <linux/types.h>
#include <stddef.h>
#include <stdbool.h>

struct sysregs;

/* Written in arch/NAME.S; see there for what each takes and leaves. */
long sys_raw(long nr, long a0, long a1, long a2, long a3, long a4, long a5);
void sys_stub(struct sysregs *in, struct sysregs *out);
void step_stub(struct sysregs *in, struct sysregs *out);
void mark_stub(void);
void spin_stub(void) __attribute__((noreturn));
long thread_stub(unsigned long flags, void *stack, void (*fn)(void *), void *arg);
void sigreturn_stub(void);

#if defined(__aarch64__)
#include "arch/arm64.h"
#elif defined(__x86_64__)
#include "arch/x86_64.h"
#else
#error "entry-lib/arch has no header for this architecture"
#endif

/* Addresses a test may name: the instruction, and the one after it. */
extern char sys_insn[], sys_insn_end[];
extern char step_brk[], step_before[], step_insn[], step_insn_end[];
extern char mark_insn[], spin_insn[], sigreturn_insn[];

/* Registers by the name of what they carry; two names may share one. */
enum reg_name {
#define ARCH_REG_ENUM(name, field, text) name,
	ARCH_REG_TABLE(ARCH_REG_ENUM)
#undef ARCH_REG_ENUM
	REG_COUNT
};

/* The place of a register in *regs, to be read or written. */
static inline __u64 *reg(struct arch_regs *regs, enum reg_name name)
{
	static const size_t offset[] = {
#define ARCH_REG_OFFSET(name, field, text) \
		[name] = offsetof(struct arch_regs, field),
		ARCH_REG_TABLE(ARCH_REG_OFFSET)
#undef ARCH_REG_OFFSET
	};

	return (__u64 *)((char *)regs + offset[name]);
}

/* The architecture's own name of a register, for messages. */
static inline const char *reg_text(enum reg_name name)
{
	static const char *const text[] = {
#define ARCH_REG_TEXT(name, field, text) [name] = text,
		ARCH_REG_TABLE(ARCH_REG_TEXT)
#undef ARCH_REG_TEXT
	};

	return text[name];
}

static inline enum reg_name reg_arg(int i)
{
	return (enum reg_name)(REG_ARG0 + i);
}

/* A distinct full-width value per index: a swap or truncation shows in the hex. */
static inline __u64 pattern(unsigned int i)
{
	return 0xa5c3000000005a00ULL + i * 0x0001010101010001ULL;
}

/* Every register that takes any value gets one of its own; pc, that of a breakpoint. */
static inline void regs_change(struct arch_regs *regs)
{
	unsigned int i;

	for (i = 0; i < ARCH_SYSREGS; i++)
		((__u64 *)regs)[i] = pattern(200 + i);
	*reg(regs, REG_SP) = pattern(240);
	*reg(regs, REG_PC) = (__u64)mark_insn;
	*reg(regs, REG_FLAGS) ^= ARCH_FLAGS_CONDITION;
}

#endif
