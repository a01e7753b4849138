/* SPDX-License-Identifier: GPL-2.0-only */
/* A model, after the sources, of the stops of step_stub() from its breakpoint on. */
#ifndef ENTRY_MODEL_H
#define ENTRY_MODEL_H

#include "differs.h"
#include "tracee.h"

struct model {
	bool trace, emu, step;	/* SYSCALL_TRACE, SYSCALL_EMU, TIF_SINGLESTEP */
	bool ss;		/* PSTATE.SS: the next instruction may execute */
	bool skip;		/* at the entry stop: the call was entered with emu */
	bool ran;		/* the call was executed */
	__u64 pc, result;	/* registers */
	__u64 orig_x0;		/* argument 0 as the kernel keeps it */
	__u64 returns;		/* what the call returns if it is executed */
	enum stop_kind kind;	/* the stop, as in struct stop */
	int what, nr;
};

static inline void model_stop(struct model *m, enum stop_kind kind, int what)
{
	m->kind = kind;
	m->what = what;
}

/* kernel/ptrace.c:ptrace_resume(), and what the task does until it stops again. */
static inline void model_next(struct model *m, int request)
{
	bool in_call = m->kind == STOP_ENTRY, stepped = m->step, report;

	m->trace = request == PTRACE_SYSCALL;
	m->emu = request == PTRACE_SYSEMU || request == PTRACE_SYSEMU_SINGLESTEP;
	m->step = request == PTRACE_SINGLESTEP || request == PTRACE_SYSEMU_SINGLESTEP;
	/* arch/arm64/kernel/debug-monitors.c:user_enable_single_step() */
	m->ss |= m->step && !stepped;

	if (!in_call && m->pc == (__u64)step_insn) {
		m->pc = (__u64)step_insn_end;
		m->ss = false;			/* done by the processor */
		m->orig_x0 = m->result;		/* syscall.c:el0_svc_common() */
		m->skip = m->emu;
		if (ARCH_ENTRY_RESULT_IS_ENOSYS)
			m->result = (__u64)-ENOSYS;
		if (m->trace || m->emu)		/* ptrace.c:syscall_trace_enter() */
			return model_stop(m, STOP_ENTRY, m->nr);
		in_call = true;
	}
	if (in_call && !m->skip) {
		m->ran = true;
		m->result = m->returns;
	}
	/* ptrace.c:syscall_trace_exit(); patch 10: entry-common.h:report_single_step() */
	report = m->step && !(m->emu && differs_side(DIFFERS_PT_038) == SIDE_GENERIC);
	if (in_call && report)
		return model_stop(m, STOP_TRAP, ARCH_CALL_STEP_CODE);
	if (in_call && m->trace)
		return model_stop(m, STOP_EXIT, m->nr);
	if (!m->step) {				/* on to the breakpoint of the next turn */
		m->pc = (__u64)step_brk + (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0);
		return model_stop(m, STOP_TRAP, ARCH_BREAK_CODE);
	}
	/* debug-monitors.c:do_el0_softstep(): with SS clear nothing was executed. */
	if (m->ss || !ARCH_STEPS_TWICE_AFTER_CALL)
		m->pc += ARCH_NOP_SIZE;
	m->ss = true;
	model_stop(m, STOP_TRAP, TRAP_TRACE);
}

/* SETREGSET: ptrace.c:valid_user_regs() update_syscall_orig_x0_after_ptrace() */
static inline void model_set_regs(struct model *m)
{
	m->ss = m->step;
	if (m->kind == STOP_ENTRY && !ARCH_ENTRY_RESULT_IS_ENOSYS)
		m->orig_x0 = m->result;
}

#endif
