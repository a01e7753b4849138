/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The hardware breakpoints and watchpoints of a stopped tracee, NT_ARM_HW_BREAK
 * and NT_ARM_HW_WATCH.  Functions return 0 or negative errno; arm64 only.
 */
#ifndef PTRACE_HW_DEBUG_H
#define PTRACE_HW_DEBUG_H

#include <elf.h>
#include <stddef.h>
#include <sys/uio.h>
#include "tracee.h"

#define HW_BREAK_NEEDS	"needs CONFIG_HAVE_HW_BREAKPOINT and hardware breakpoints"
#define HW_WATCH_NEEDS	"needs CONFIG_HAVE_HW_BREAKPOINT and hardware watchpoints"

/* Of a control register: what hits, which bytes of the doubleword (or instruction). */
#define HW_LOAD		1
#define HW_STORE	2
#define HW_CTRL(bytes, type)	((__u32)((bytes) << 5 | (type) << 3 | 1))
/* The kernel shows an enabled one with the privilege of user space. */
#define HW_CTRL_SHOWN(ctrl)	((ctrl) | 2 << 1)

/* access.arm64.S */
void load_byte(const void *p);
void store_byte(void *p, long value);
void store_word(void *p, long value);
extern char load_insn[], store_insn[], store_insn_end[], store_word_insn[];

static inline long hw_regset(struct tracee *t, int request, int note,
			     struct user_hwdebug_state *state, size_t len)
{
	struct iovec iov = { state, len };

	return tracee_ptrace(t, request, (unsigned long)note, &iov);
}

/* How many of them the processor has: 0 where there is no way to tell. */
static inline int hw_slots(struct tracee *t, int note)
{
	struct user_hwdebug_state state = {};

	if (hw_regset(t, PTRACE_GETREGSET, note, &state, sizeof(state)))
		return 0;
	return state.dbg_info & 0xff;
}

/* Write one slot; those before it are written as they are. */
static inline int hw_set(struct tracee *t, int note, int slot, const void *addr, __u32 ctrl)
{
	struct user_hwdebug_state state = {};
	size_t len = offsetof(struct user_hwdebug_state, dbg_regs[slot + 1]);
	long ret = hw_regset(t, PTRACE_GETREGSET, note, &state, len);

	if (ret)
		return ret;
	state.dbg_regs[slot].addr = (__u64)addr;
	state.dbg_regs[slot].ctrl = ctrl;
	return hw_regset(t, PTRACE_SETREGSET, note, &state, len);
}

static inline int hw_break(struct tracee *t, int slot, const char *insn)
{
	return hw_set(t, NT_ARM_HW_BREAK, slot, insn, HW_CTRL(0xf, 0));
}

/* Watch those bytes of the doubleword at addr that are set in bytes. */
static inline int hw_watch(struct tracee *t, int slot, const void *addr, int bytes, int type)
{
	return hw_set(t, NT_ARM_HW_WATCH, slot, addr, HW_CTRL(bytes, type));
}

static inline int hw_remove(struct tracee *t, int note, int slot)
{
	return hw_set(t, note, slot, NULL, 0);
}

/* Put pc behind the instruction that hit. */
static inline int hw_skip_insn(struct tracee *t)
{
	return tracee_set(t, REG_PC, t->stop.pc + ARCH_NOP_SIZE);
}

/* Resume: the next stop must be a hit for addr, at the instruction insn. */
#define expect_hit(t, request, addr, insn) do {				\
	expect_stop(t, request, STOP_TRAP, TRAP_HWBKPT);		\
	expect_val("wait status", SIGTRAP << 8 | 0x7f, (t)->stop.status); \
	expect_val("si_addr", (__u64)(addr), (t)->stop.si.si_addr);	\
	expect_val("pc", (__u64)(insn), (t)->stop.pc);			\
} while (0)

#endif
