// SPDX-License-Identifier: GPL-2.0-only
#include <linux/elf.h>
#include <linux/ptrace.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include "../task.h"
#include "../tracee.h"

void frame_get(const void *ucontext, struct arch_regs *regs)
{
	const mcontext_t *m = &((const ucontext_t *)ucontext)->uc_mcontext;

	memcpy(regs->u.regs, m->regs, sizeof(regs->u.regs));
	regs->u.sp = m->sp;
	regs->u.pc = m->pc;
	regs->u.pstate = m->pstate;
}

void frame_set(void *ucontext, const struct arch_regs *regs)
{
	mcontext_t *m = &((ucontext_t *)ucontext)->uc_mcontext;

	memcpy(m->regs, regs->u.regs, sizeof(regs->u.regs));
	m->sp = regs->u.sp;
	m->pc = regs->u.pc;
	m->pstate = regs->u.pstate;
}

int arch_get_nr(pid_t tid, int *nr)
{
	struct iovec iov = { nr, sizeof(*nr) };

	return sys_call(__NR_ptrace, PTRACE_GETREGSET, tid, NT_ARM_SYSTEM_CALL, &iov);
}

int arch_set_nr(pid_t tid, int nr)
{
	struct iovec iov = { &nr, sizeof(nr) };

	return sys_call(__NR_ptrace, PTRACE_SETREGSET, tid, NT_ARM_SYSTEM_CALL, &iov);
}
