/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A traced task: start or attach, resume, and the decoded stop it comes to.
 * Functions return 0 or negative errno; they never assert and never print.
 */
#ifndef ENTRY_TRACEE_H
#define ENTRY_TRACEE_H

#include <linux/ptrace.h>
#include "task.h"

/* Results that only the kernel and a tracer see: include/linux/errno.h. */
enum {
	RESTARTSYS = -512, RESTARTNOINTR = -513, RESTARTNOHAND = -514,
	RESTART_RESTARTBLOCK = -516,
};

enum stop_kind {	/* and what struct stop.what holds */
	STOP_NONE,
	STOP_ENTRY,	/* system call entry stop: its number */
	STOP_EXIT,	/* system call exit stop: its number, -1 if forgotten */
	STOP_SECCOMP,	/* SECCOMP_RET_TRACE: the filter's 16 bits of data */
	STOP_TRAP,	/* SIGTRAP: si_code (step, breakpoint, call step) */
	STOP_SIGNAL,	/* signal-delivery stop: the signal */
	STOP_GROUP,	/* group stop: the signal; SIGTRAP after INTERRUPT */
	STOP_EVENT,	/* PTRACE_EVENT_*: the event */
	STOP_EXITED,	/* the end: exit code */
	STOP_KILLED,	/* the end: the signal */
	STOP_UNKNOWN,	/* a wait status that no rule explains: the status */
};

struct stop {
	enum stop_kind kind;
	int what;
	int status;		/* of wait4(2), undecoded */
	pid_t tid;		/* who stopped */
	__u64 pc;
	unsigned long msg;	/* PTRACE_GETEVENTMSG, at entry, exit, seccomp, event */
	siginfo_t si;		/* zeroed where there is none (group stop, end) */
};

#define TRACEE_HISTORY 16

struct tracee {
	struct task task;
	pid_t tid;			/* the traced thread; the task's pid */
	struct stop stop;		/* the last one */
	struct stop history[TRACEE_HISTORY];
	unsigned int nstops;
	bool adopted;			/* page and process are another tracee's */
	struct tracee *next;		/* of this process's live tracees */
};

/* Options set on every tracee that is started here. */
#define TRACEE_OPTIONS (PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)

/*
 * Start body as a tracee by PTRACE_TRACEME and run it up to its call of
 * tracee_ready(): what a body does before is set-up and not watched.  Leaves it
 * stopped there with pc on the next instruction.
 */
int tracee_start(struct tracee *t, task_body body);

/*
 * The same by PTRACE_SEIZE or PTRACE_ATTACH (request) with the given options;
 * the tracee is attached before its body runs.
 */
int tracee_start_attached(struct tracee *t, task_body body, int request,
			  unsigned long options);

/*
 * At a breakpoint stop (tracee_ready(), step_brk): put pc behind it.
 * -EPROTO at any other stop.
 */
int tracee_skip_breakpoint(struct tracee *t);

/* In a body: the breakpoint at which tracee_start() leaves it. */
void tracee_ready(void);

/* The usual body: tracee_ready(), then body_calls(). */
void body_watched_calls(struct page *page);

/*
 * Take over an already traced task or thread (TRACECLONE, TRACEFORK) whose
 * page is that of parent, and wait for its first stop.
 */
int tracee_adopt(struct tracee *t, struct tracee *parent, pid_t tid);

/* ptrace(2): 0 or the value, negative errno. */
long tracee_ptrace(struct tracee *t, int request, unsigned long addr, const void *data);
int tracee_options(struct tracee *t, unsigned long options);

/* Resume by request (PTRACE_CONT, _SYSCALL, _SYSEMU ...), delivering sig. */
int tracee_resume(struct tracee *t, int request, int sig);

/* Wait for the next stop and decode it into t->stop. */
int tracee_wait_stop(struct tracee *t);

/*
 * Resume and wait.  After a signal-delivery stop that signal is passed on
 * (never after any other kind of stop).
 */
int tracee_next(struct tracee *t, int request);

/* Queue sig for the tracee, thread directed; -EBUSY unless it is stopped. */
int tracee_signal(struct tracee *t, int sig);

/* Registers of the stopped tracee. tracee_get() returns the value alone. */
int tracee_get_regs(struct tracee *t, struct arch_regs *regs);
int tracee_set_regs(struct tracee *t, const struct arch_regs *regs);
__u64 tracee_get(struct tracee *t, enum reg_name name);
int tracee_set(struct tracee *t, enum reg_name name, __u64 value);

/* The number of the system call the kernel will run or ran. */
int tracee_get_nr(struct tracee *t);
int tracee_set_nr(struct tracee *t, int nr);

/* Write back the registers as they are: must change nothing but PSTATE.SS. */
int tracee_set_regs_unchanged(struct tracee *t);

/* PTRACE_GET_SYSCALL_INFO into *info (poisoned with 0xff first): its length. */
long tracee_info(struct tracee *t, struct ptrace_syscall_info *info);

/* Detach with sig; the task runs on as a child of whoever started it. */
int tracee_detach(struct tracee *t, int sig);

/* Kill, reap, free; may be called twice.  For FIXTURE_TEARDOWN. */
void tracee_end(struct tracee *t);

/* Decode s->status of the stopped or ended task s->tid into the rest of *s. */
void stop_decode(struct stop *s);

/*
 * Text for messages, in a buffer that lives until eight calls later.  A value is
 * given in hex, then by what it means under that name: an error, a signal, a
 * si_code, a number in decimal, an instruction of a stub, a pattern().
 */
const char *stop_text(const struct stop *stop);
const char *value_text(const char *name, __u64 value);
const char *error_text(long error);

/* The last stops of every live tracee of this process, one line each. */
void tracee_print_history(const char *prefix);

/* Per architecture: arch/NAME.c, and NT_PRSTATUS in tracee.c. */
int arch_get_regs(pid_t tid, struct arch_regs *regs);
int arch_set_regs(pid_t tid, const struct arch_regs *regs);
int arch_get_nr(pid_t tid, int *nr);
int arch_set_nr(pid_t tid, int nr);

#endif
