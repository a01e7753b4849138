// SPDX-License-Identifier: GPL-2.0-only
/* A wait status and what ptrace tells of it, decoded in one place, and put into words. */
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

/* --- Text for messages --- */

#define TEXT_SIZE 112

/* A buffer that lives until eight calls later. */
static char *text_new(void)
{
	static char ring[8][TEXT_SIZE];
	static unsigned int slot;

	return ring[slot++ % 8];
}

static const char *signal_text(int sig)
{
	const char *name = sigabbrev_np(sig);

	return name ? name : "?";
}

static const char *event_text(int event)
{
	static const char *const events[] = {
		[PTRACE_EVENT_FORK] = "FORK", [PTRACE_EVENT_VFORK] = "VFORK",
		[PTRACE_EVENT_CLONE] = "CLONE", [PTRACE_EVENT_EXEC] = "EXEC",
		[PTRACE_EVENT_VFORK_DONE] = "VFORK_DONE", [PTRACE_EVENT_EXIT] = "EXIT",
		[PTRACE_EVENT_SECCOMP] = "SECCOMP",
	};

	if (event == PTRACE_EVENT_STOP)
		return "STOP";
	return (size_t)event < sizeof(events) / sizeof(*events) && events[event] ? events[event] : "?";
}

/* A si_code of SIGTRAP, or of a signal that was sent. */
static const char *code_text(int code)
{
	static const char *const codes[] = {
		"SI_USER", "TRAP_BRKPT", "TRAP_TRACE", "TRAP_BRANCH", "TRAP_HWBKPT",
		"SIGTRAP", "TRAP_PERF",
	};

	switch (code) {
	case SI_KERNEL:	return "SI_KERNEL";
	case SI_QUEUE:	return "SI_QUEUE";
	case SI_TKILL:	return "SI_TKILL";
	}
	return (size_t)code < sizeof(codes) / sizeof(*codes) ? codes[code] : "?";
}

static const char *const kinds[] = {
	[STOP_NONE] = "no stop", [STOP_ENTRY] = "entry stop of call",
	[STOP_EXIT] = "exit stop of call", [STOP_SECCOMP] = "seccomp stop with data",
	[STOP_TRAP] = "SIGTRAP with si_code", [STOP_SIGNAL] = "signal stop",
	[STOP_GROUP] = "group stop", [STOP_EVENT] = "event stop",
	[STOP_EXITED] = "exited with", [STOP_KILLED] = "killed by signal",
	[STOP_UNKNOWN] = "unexplained wait status",
};

const char *stop_text(const struct stop *s)
{
	const char *kind = kinds[s->kind];
	char *text = text_new();

	switch (s->kind) {
	case STOP_NONE:
		return kind;
	case STOP_SIGNAL:
	case STOP_GROUP:
	case STOP_KILLED:
		snprintf(text, TEXT_SIZE, "%s SIG%s", kind, signal_text(s->what));
		break;
	case STOP_TRAP:
		snprintf(text, TEXT_SIZE, "%s %d (%s)", kind, s->what, code_text(s->what));
		break;
	case STOP_EVENT:
		snprintf(text, TEXT_SIZE, "%s %d (%s)", kind, s->what, event_text(s->what));
		break;
	case STOP_EXITED:
		snprintf(text, TEXT_SIZE, s->what == TASK_DONE ? "%s %d = TASK_DONE" : "%s %d",
			 kind, s->what);
		break;
	default:
		snprintf(text, TEXT_SIZE, s->kind == STOP_UNKNOWN ? "%s 0x%x" : "%s %d",
			 kind, s->what);
	}
	return text;
}

const char *error_text(long error)
{
	switch (-error) {
	case RESTARTSYS:		return "ERESTARTSYS";
	case RESTARTNOINTR:		return "ERESTARTNOINTR";
	case RESTARTNOHAND:		return "ERESTARTNOHAND";
	case RESTART_RESTARTBLOCK:	return "ERESTART_RESTARTBLOCK";
	}
	return strerrorname_np((int)error) ?: "?";
}

/* The instruction a test may name at this address, or NULL. */
static const char *label_text(__u64 address)
{
#define LABEL(name) { name, #name }
	static const struct {
		const char *at, *name;
	} label[] = {
		LABEL(sys_insn), LABEL(sys_insn_end), LABEL(step_brk), LABEL(step_before),
		LABEL(step_insn), LABEL(step_insn_end), LABEL(mark_insn), LABEL(spin_insn),
		LABEL(sigreturn_insn),
	};
	size_t i;

	for (i = 0; i < sizeof(label) / sizeof(*label); i++)
		if ((__u64)label[i].at == address)
			return label[i].name;
	return NULL;
}

/* What the value is to a reader, into text, which stays empty where there is no more to say. */
static void value_meaning(const char *name, __u64 value, char *text, size_t size)
{
	__s64 number = value >> 32 ? (__s64)value : (int)value;
	__u64 index = (value - pattern(0)) / (pattern(1) - pattern(0));

	if (strstr(name, "status")) {
		struct stop s = { .status = (int)value };

		if (WIFSTOPPED(s.status)) {
			snprintf(text, size, "stopped by SIG%s%s%s%s", signal_text(WSTOPSIG(s.status) & 0x7f),
				 WSTOPSIG(s.status) & 0x80 ? " | 0x80" : "",
				 s.status >> 16 ? ", event " : "",
				 s.status >> 16 ? event_text(s.status >> 16) : "");
			return;
		}
		stop_decode(&s);
		snprintf(text, size, "%s", stop_text(&s));
	} else if (!strncmp(name, "kind of", 7) && value <= STOP_UNKNOWN) {
		snprintf(text, size, "%s", kinds[value]);
	} else if (strstr(name, "number") || strstr(name, ".nr")) {
		snprintf(text, size, "%lld", number);
	} else if (strstr(name, "si_code")) {
		snprintf(text, size, "%s", code_text((int)number));
	} else if ((!strcmp(name, "si_signo") || strstr(name, "signal")) && !strstr(name, "signals")) {
		snprintf(text, size, "SIG%s", signal_text((int)number));
	} else if (number < 0 && number > -4096) {
		snprintf(text, size, "%lld %s", number, error_text(-number));
	} else if (label_text(value)) {
		snprintf(text, size, "%s", label_text(value));
	} else if (index < 256 && pattern((unsigned int)index) == value) {
		snprintf(text, size, "pattern(%llu)", index);
	}
}

const char *value_text(const char *name, __u64 value)
{
	char *text = text_new(), more[64] = "";

	value_meaning(name, value, more, sizeof(more));
	snprintf(text, TEXT_SIZE, *more ? "0x%llx (%s)" : "0x%llx", value, more);
	return text;
}
