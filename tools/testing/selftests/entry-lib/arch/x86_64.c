// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <ucontext.h>
#include "../task.h"
#include "../tracee.h"

#define FRAME_REGS(X)						\
	X(rax, REG_RAX) X(rbx, REG_RBX) X(rcx, REG_RCX)		\
	X(rdx, REG_RDX) X(rsi, REG_RSI) X(rdi, REG_RDI)		\
	X(rbp, REG_RBP) X(rsp, REG_RSP) X(rip, REG_RIP)		\
	X(r8, REG_R8) X(r9, REG_R9) X(r10, REG_R10)		\
	X(r11, REG_R11) X(r12, REG_R12) X(r13, REG_R13)		\
	X(r14, REG_R14) X(r15, REG_R15) X(eflags, REG_EFL)

void frame_get(const void *ucontext, struct arch_regs *regs)
{
	const mcontext_t *m = &((const ucontext_t *)ucontext)->uc_mcontext;

	memset(regs, 0, sizeof(*regs));
#define FRAME_GET(field, index) regs->u.field = (__u64)m->gregs[index];
	FRAME_REGS(FRAME_GET)
	/* A frame has one register for both; at a call it carries the number. */
	regs->u.orig_rax = regs->u.rax;
}

void frame_set(void *ucontext, const struct arch_regs *regs)
{
	mcontext_t *m = &((ucontext_t *)ucontext)->uc_mcontext;

#define FRAME_SET(field, index) m->gregs[index] = (long long)regs->u.field;
	FRAME_REGS(FRAME_SET)
}

int arch_get_nr(pid_t tid, int *nr)
{
	struct arch_regs regs;
	int ret = arch_get_regs(tid, &regs);

	*nr = (int)regs.u.orig_rax;
	return ret;
}

int arch_set_nr(pid_t tid, int nr)
{
	struct arch_regs regs;
	int ret = arch_get_regs(tid, &regs);

	if (ret)
		return ret;
	regs.u.orig_rax = (__u64)(__s64)nr;
	return arch_set_regs(tid, &regs);
}
