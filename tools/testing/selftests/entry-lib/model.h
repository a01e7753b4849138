/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model, after the sources, of the stops of step_stub() from its breakpoint
 * on: model_next() makes a request, model_facts() tells all that ptrace(2) must
 * show at the stop to which it leads.
 */
#ifndef ENTRY_MODEL_H
#define ENTRY_MODEL_H

#include <errno.h>
#include <linux/seccomp.h>
#include "differs.h"
#include "tracee.h"

struct model {
	bool trace, emu, step;	/* SYSCALL_TRACE, SYSCALL_EMU, TIF_SINGLESTEP */
	bool ss;		/* PSTATE.SS: the next instruction may execute */
	bool skip;		/* at the entry stop: the call was entered with emu */
	bool ran;		/* the call was executed */
	bool call_step;		/* the SIGTRAP of a stepped call is pending */
	bool alone;		/* nobody traces it: its own handlers take its signals */
	int signal;		/* another pending signal, or 0 */
	__u32 verdict;		/* of a filter on the call, or 0: there is none */
	__u64 pc, result;	/* registers */
	__u64 arg0, mark;	/* registers that the call is made with */
	__u64 returned;		/* what the tracee got from the call */
	__u64 tracee, tracer;	/* si_pid and si_uid of each, as one word */
	enum stop_kind kind;	/* the stop, as in struct stop */
	int what;
	int nr, held;		/* the call; the number the kernel holds, -1 for none */
};

static inline void model_stop(struct model *m, enum stop_kind kind, int what)
{
	m->kind = kind;
	m->what = what;
	if (kind == STOP_TRAP || kind == STOP_SIGNAL)
		m->held = ARCH_RESTART_BEFORE_SIGNAL_STOP ? -1 : m->held;
}

/* A stop by what the processor does in user space: no call is held. */
static inline void model_trap(struct model *m, int code)
{
	m->held = -1;
	model_stop(m, STOP_TRAP, code);
}

/* kernel/signal.c:dequeue_synchronous_signal(), next_signal() */
static inline bool model_signal(struct model *m)
{
	int sig = m->signal;

	if (m->call_step && sig != SIGSYS) {
		m->call_step = false;
		model_stop(m, STOP_TRAP, ARCH_CALL_STEP_CODE);
		return true;
	}
	m->signal = 0;
	if (!sig || m->alone)
		return false;
	model_stop(m, STOP_SIGNAL, sig);
	return true;
}

/* kernel/seccomp.c:__seccomp_filter(): true if the call goes on. */
static inline bool model_verdict(struct model *m)
{
	switch (m->verdict & SECCOMP_RET_ACTION_FULL) {
	case SECCOMP_RET_TRAP:
		m->signal = SIGSYS;
		m->result = ARCH_RESULT_IN_ARG0 ? m->arg0 : (__u64)m->nr;
		return false;
	case SECCOMP_RET_ERRNO:
		m->result = -(__u64)(m->verdict & SECCOMP_RET_DATA);
		return false;
	case SECCOMP_RET_TRACE:		/* with nobody to ask */
		m->result = (__u64)-ENOSYS;
		return false;
	}
	return true;
}

/* A call from its instruction on, or on from a stop in it: true if it stops. */
static inline bool model_call(struct model *m)
{
	bool asked = m->kind == STOP_SECCOMP;

	if (m->kind != STOP_ENTRY && !asked) {
		m->pc = (__u64)step_insn_end;
		m->ss = false;			/* done by the processor */
		m->held = m->nr;		/* syscall.c:el0_svc_common() */
		m->skip = m->emu;
		if (ARCH_ENTRY_RESULT_IS_ENOSYS)
			m->result = (__u64)-ENOSYS;
		if (m->trace || m->emu) {	/* ptrace.c:syscall_trace_enter() */
			model_stop(m, STOP_ENTRY, m->nr);
			return true;
		}
	}
	if (!m->skip && !asked && !m->alone &&
	    (m->verdict & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_TRACE) {
		model_stop(m, STOP_SECCOMP, m->verdict & SECCOMP_RET_DATA);
		return true;
	}
	if (!m->skip && (asked || model_verdict(m))) {
		m->ran = true;
		m->result = 0;			/* of getcpu(2) */
	}
	/* ptrace.c:syscall_trace_exit(); patch 10: entry-common.h:report_single_step() */
	m->call_step = m->step && !(m->emu && differs_side(DIFFERS_PT_038) == SIDE_GENERIC);
	if (m->call_step || !m->trace)
		return false;
	model_stop(m, STOP_EXIT, m->nr);
	return true;
}

/* kernel/ptrace.c:ptrace_resume(), and what the task does until it stops again. */
static inline void model_next(struct model *m, int request)
{
	bool in_call = m->kind == STOP_ENTRY || m->kind == STOP_SECCOMP, stepped = m->step;

	m->trace = request == PTRACE_SYSCALL;
	m->emu = request == PTRACE_SYSEMU || request == PTRACE_SYSEMU_SINGLESTEP;
	m->step = request == PTRACE_SINGLESTEP || request == PTRACE_SYSEMU_SINGLESTEP;
	/* arch/arm64/kernel/debug-monitors.c:user_enable_single_step() */
	m->ss |= m->step && !stepped;

	if (!in_call && model_signal(m))
		return;
	if (m->pc == (__u64)step_before && !m->step)
		m->pc = (__u64)step_insn;
	if ((in_call || m->pc == (__u64)step_insn) && (model_call(m) || model_signal(m)))
		return;
	if (!m->step) {		/* on to the breakpoint of the next turn */
		m->pc = (__u64)step_brk + (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0);
		m->ss = false;		/* the processor takes it over only while stepping */
		m->returned = m->result;
		m->result = ARCH_RESULT_IN_ARG0 ? m->arg0 : (__u64)m->nr;
		return model_trap(m, ARCH_BREAK_CODE);
	}
	/* debug-monitors.c:do_el0_softstep(): with SS clear nothing was executed. */
	if (m->ss || !ARCH_STEPS_TWICE_AFTER_CALL)
		m->pc += ARCH_NOP_SIZE;
	m->ss = true;
	model_trap(m, TRAP_TRACE);
}

/* SETREGSET: ptrace.c:valid_user_regs() */
static inline void model_set_regs(struct model *m)
{
	m->ss = m->step;
}

/* What is seen of a stop. */
enum fact {
	FACT_STATUS, FACT_CODE, FACT_ORIGIN, FACT_PC, FACT_RESULT, FACT_ARG0, FACT_MARK,
	FACT_NR, FACT_FLAG, FACT_MSG, FACT_OP, FACT_IP, FACT_INFO_0, FACT_INFO_1, FACT_INFO_2,
	FACT_RAN, FACT_RETURNED, FACTS
};

static inline const char *fact_text(enum fact fact)
{
	static const char *const text[] = {
		[FACT_STATUS] = "wait status", [FACT_CODE] = "si_code",
		[FACT_ORIGIN] = "si_addr, or si_pid with si_uid", [FACT_NR] = "syscall number",
		[FACT_FLAG] = "step flag", [FACT_MSG] = "event message", [FACT_OP] = "info.op",
		[FACT_IP] = "info.instruction_pointer",
		[FACT_INFO_0] = "info: number or result", [FACT_INFO_1] = "info: args[0] or is_error",
		[FACT_INFO_2] = "info: ret_data", [FACT_RAN] = "call executed",
		[FACT_RETURNED] = "what the tracee got from the call",
	};

	switch (fact) {
	case FACT_PC:		return reg_text(REG_PC);
	case FACT_RESULT:	return reg_text(REG_RESULT);
	case FACT_ARG0:		return reg_text(REG_ARG0);
	case FACT_MARK:		return reg_text(REG_MARK);
	default:		return text[fact];
	}
}

/* No value: what PTRACE_GET_SYSCALL_INFO does not fill, what was not yet returned. */
#define FACT_NONE	(~0ULL)

/* kernel/ptrace.c:ptrace_get_syscall_info() */
static inline void model_info(const struct model *m, __u64 fact[FACTS])
{
	bool failed = m->result > (__u64)-4096;

	fact[FACT_IP] = m->pc;
	fact[FACT_OP] = PTRACE_SYSCALL_INFO_NONE;
	fact[FACT_INFO_0] = fact[FACT_INFO_1] = fact[FACT_INFO_2] = FACT_NONE;
	if (m->kind == STOP_EXIT) {
		fact[FACT_OP] = PTRACE_SYSCALL_INFO_EXIT;
		fact[FACT_INFO_0] = m->result;
		fact[FACT_INFO_1] = failed;
	} else if (m->kind == STOP_ENTRY || m->kind == STOP_SECCOMP) {
		fact[FACT_OP] = PTRACE_SYSCALL_INFO_ENTRY;
		fact[FACT_INFO_0] = m->nr;
		fact[FACT_INFO_1] = m->arg0;
	}
	if (m->kind == STOP_SECCOMP) {
		fact[FACT_OP] = PTRACE_SYSCALL_INFO_SECCOMP;
		fact[FACT_INFO_2] = m->what;
	}
}

/* Status, siginfo and event message of the stop. */
static inline void model_siginfo(const struct model *m, __u64 fact[FACTS])
{
	int sig = SIGTRAP, code = m->what, event = 0;
	__u64 origin = m->tracee;

	fact[FACT_MSG] = 0;
	switch (m->kind) {
	case STOP_ENTRY:
	case STOP_EXIT:
		sig = code = SIGTRAP | 0x80;
		fact[FACT_MSG] = m->kind == STOP_ENTRY ? PTRACE_EVENTMSG_SYSCALL_ENTRY :
							 PTRACE_EVENTMSG_SYSCALL_EXIT;
		break;
	case STOP_SECCOMP:
		event = PTRACE_EVENT_SECCOMP;
		code = SIGTRAP | event << 8;
		fact[FACT_MSG] = m->what;
		break;
	case STOP_SIGNAL:
		sig = m->what;
		code = sig == SIGSYS ? SIGSYS_SECCOMP : SI_TKILL;
		origin = sig == SIGSYS ? (__u64)step_insn_end : m->tracer;
		break;
	default:	/* SI_USER and SI_KERNEL have no sender, TRAP_* an address */
		if (code != SIGTRAP)	/* that is a notification, by the tracee */
			origin = code == SI_USER || code == SI_KERNEL ? 0 : m->pc;
	}
	fact[FACT_STATUS] = event << 16 | sig << 8 | 0x7f;
	fact[FACT_CODE] = code;
	fact[FACT_ORIGIN] = origin;
}

static inline void model_facts(const struct model *m, __u64 fact[FACTS])
{
	model_siginfo(m, fact);
	model_info(m, fact);
	fact[FACT_PC] = m->pc;
	fact[FACT_RESULT] = m->result;
	fact[FACT_ARG0] = ARCH_RESULT_IN_ARG0 ? m->result : m->arg0;
	fact[FACT_MARK] = m->mark;
	if (ARCH_HAS_MARKED_REG && (m->kind == STOP_ENTRY || m->kind == STOP_EXIT))
		fact[FACT_MARK] = m->kind == STOP_EXIT;
	fact[FACT_NR] = (__u64)(__s64)m->held;
	fact[FACT_FLAG] = ARCH_STEP_FLAG_IS_SHOWN && m->ss;
	fact[FACT_RAN] = m->ran;
	fact[FACT_RETURNED] = FACT_NONE;
	if (m->kind == STOP_TRAP && m->what == ARCH_BREAK_CODE)
		fact[FACT_RETURNED] = m->returned;
}

#endif
