/* SPDX-License-Identifier: GPL-2.0-only */
/* Tagged memory and the stubs of mte.arm64.S, for the tests of this folder. */
#ifndef MTE_H
#define MTE_H

#include <asm/hwcap.h>
#include <asm/mman.h>
#include <linux/auxvec.h>
#include <linux/prctl.h>
#include <sys/mman.h>
#include "expect.h"

/* The header of the kernel that has it cannot be used with that of the libc. */
#ifndef SA_EXPOSE_TAGBITS
#define SA_EXPOSE_TAGBITS 0x800
#endif

#define MTE_GRANULE	16
#define MTE_TAG(n)	((__u64)(n) << 56)
#define MTE_TAG_MASK	MTE_TAG(0xf)
#define MTE_TCO		(1ULL << 25)		/* PSTATE.TCO */
/* Every tag but 0 may be generated: a value that reads back as it was set. */
#define MTE_CTRL(tcf)	(PR_TAGGED_ADDR_ENABLE | (tcf) | (0xfffeUL << PR_MTE_TAG_SHIFT))

void store_stub(struct sysregs *in, struct sysregs *out);
void store3_stub(struct sysregs *in, struct sysregs *out);
void access_store(void *p);
void access_load(void *p);
void store_break(void *p);
void tag_set(void *p);
void *tag_get(void *p);
void tco_set(__u64 pstate);
__u64 tco_get(void);
extern char store_before[], store_insn[], store_insn_end[];
extern char store3_before[], store3_insn[];
extern char access_store_insn[], access_load_insn[], store_break_insn[];


/*
 * Before the task starts: len bytes of PROT_MTE memory, all of tag 0, that it
 * inherits.  NULL when out of memory.  Unmapped by munmap(2).
 */
static inline char *mte_map(size_t len)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE | PROT_MTE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

#define require_mte() require(getauxval(AT_HWCAP2) & HWCAP2_MTE, "needs HWCAP2_MTE")

/* In FIXTURE_SETUP: a page of it in memory, or the case is skipped. */
#define setup_mte(memory) do {						\
	require_mte();							\
	(memory) = mte_map(4096);					\
	ASSERT_NE(NULL, memory);					\
} while (0)

/* p with another tag: its memory, of tag 0, does not match. */
static inline void *mte_tagged(const void *p, unsigned int tag)
{
	return (void *)((__u64)p | MTE_TAG(tag));
}

/*
 * In a task: choose a mode (PR_MTE_TCF_*) and make the page at p present; the
 * task exits with 1 if it cannot.
 */
static inline void mte_enable(unsigned long tcf, char *p)
{
	if (sys_call(__NR_prctl, PR_SET_TAGGED_ADDR_CTRL, MTE_CTRL(tcf), 0, 0, 0))
		sys_call(__NR_exit_group, 1);
	*(volatile char *)p = 0;
}

/* For task_on_signal: go on behind the access that faulted. */
static inline void mte_skip_access(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	regs.u.pc += 4;
	frame_set(ucontext, &regs);
}

#endif
