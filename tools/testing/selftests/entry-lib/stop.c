// SPDX-License-Identifier: GPL-2.0-only
/* A wait status and what ptrace tells of it, decoded in one place. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include "tracee.h"

static long stop_ptrace(const struct stop *s, int request, unsigned long addr, void *data)
{
	return sys_call(__NR_ptrace, request, s->tid, addr, data);
}

static void stop_decode_syscall(struct stop *s)
{
	struct ptrace_syscall_info info = { .op = 0xff };

	stop_ptrace(s, PTRACE_GET_SYSCALL_INFO, sizeof(info), &info);
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		s->kind = STOP_ENTRY;
		s->what = (int)info.entry.nr;
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT &&
		   !arch_get_nr(s->tid, &s->what)) {
		s->kind = STOP_EXIT;
	}
}

/* The whole wait status in one place: what no line explains is STOP_UNKNOWN. */
void stop_decode(struct stop *s)
{
	int sig, event = s->status >> 16;
	struct arch_regs regs = {};	/* an AArch32 task fills less */
	bool has_siginfo;

	s->kind = STOP_UNKNOWN;
	s->what = s->status;
	if (WIFEXITED(s->status)) {
		s->kind = STOP_EXITED;
		s->what = WEXITSTATUS(s->status);
		return;
	}
	if (WIFSIGNALED(s->status)) {
		s->kind = STOP_KILLED;
		s->what = WTERMSIG(s->status);
		return;
	}
	sig = WSTOPSIG(s->status);
	has_siginfo = !stop_ptrace(s, PTRACE_GETSIGINFO, 0, &s->si);
	stop_ptrace(s, PTRACE_GETEVENTMSG, 0, &s->msg);
	if (!arch_get_regs(s->tid, &regs))
		s->pc = *reg(&regs, REG_PC);

	if (event == PTRACE_EVENT_SECCOMP) {
		s->kind = STOP_SECCOMP;
		s->what = (int)s->msg;
	} else if (event == PTRACE_EVENT_STOP) {
		s->kind = STOP_GROUP;
		s->what = sig;
	} else if (event) {
		s->kind = STOP_EVENT;
		s->what = event;
	} else if (sig == (SIGTRAP | 0x80)) {
		stop_decode_syscall(s);
	} else if (!has_siginfo) {
		s->kind = STOP_GROUP;
		s->what = sig;
	} else if (sig == SIGTRAP) {
		s->kind = STOP_TRAP;
		s->what = s->si.si_code;
	} else {
		s->kind = STOP_SIGNAL;
		s->what = sig;
	}
}

static const char *signal_text(int sig)
{
	const char *name = sigabbrev_np(sig);

	return name ? name : "?";
}

const char *stop_text(const struct stop *s)
{
	static const char *const kinds[] = {
		[STOP_NONE] = "no stop", [STOP_ENTRY] = "entry stop of call",
		[STOP_EXIT] = "exit stop of call", [STOP_SECCOMP] = "seccomp stop with data",
		[STOP_TRAP] = "SIGTRAP with si_code", [STOP_SIGNAL] = "signal stop",
		[STOP_GROUP] = "group stop", [STOP_EVENT] = "event stop",
		[STOP_EXITED] = "exited with", [STOP_KILLED] = "killed by signal",
		[STOP_UNKNOWN] = "unexplained wait status",
	};
	static char ring[8][96];
	static unsigned int slot;
	char *text = ring[slot++ % 8];

	if (s->kind == STOP_SIGNAL || s->kind == STOP_GROUP || s->kind == STOP_KILLED)
		snprintf(text, sizeof(ring[0]), "%s SIG%s", kinds[s->kind],
			 signal_text(s->what));
	else
		snprintf(text, sizeof(ring[0]), s->kind == STOP_UNKNOWN ? "%s 0x%x" : "%s %d",
			 kinds[s->kind], s->what);
	return text;
}
