/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every child of a test, traced or not: one function that forks, one that
 * waits.  What a task runs is mute: raw system calls and the shared page, no
 * libc and no harness macro, since each of their calls would be one more event.
 */
#ifndef ENTRY_TASK_H
#define ENTRY_TASK_H

#include <sys/types.h>
#include "page.h"

/* The exit code of a body that ran through its last line. */
#define TASK_DONE	77

typedef void (*task_body)(struct page *page);

struct task {
	pid_t pid;		/* 0: none, or its end was seen */
	struct page *page;	/* owned; freed by task_end() */
};

/* In a task: its own page, for handlers. */
extern struct page *task_page;

/*
 * Fork a child that runs body(task->page) and exits with TASK_DONE.  The page
 * is made here unless the test made it before (to fill it).  The child is
 * killed when its parent dies.  Returns 0 or negative errno.
 */
int task_start(struct task *task, task_body body);

/*
 * The one waitpid(2): wait for a change of state of pid, a child or tracee,
 * thread or process, with its wait status in *status.  Returns the pid (0 with
 * WNOHANG and no change) or negative errno.
 */
pid_t task_wait(pid_t pid, int *status, int options);

/* Wait for the end of a task that nobody traces; its wait status in *status. */
int task_finish(struct task *task, int *status);

/* Start and finish: -EPROTO unless it reached the last line of its body. */
int task_run(struct task *task, task_body body);

/* Kill, reap and free; may be called twice.  For FIXTURE_TEARDOWN. */
void task_end(struct task *task);

/*
 * Wait until the task sleeps inside the system call nr: a fact that /proc
 * shows, asked again and again, bounded by the harness's watchdog.
 * Returns 0, or -ESRCH when the task ended first.
 */
int task_wait_blocked(pid_t pid, long nr);

/* --- in the task --- */

/* Run page->call[0 .. ncalls-1] through sys_stub(), in order. */
void body_calls(struct page *page);

/*
 * A second thread of this process, which runs fn(page) and exits with 0: its id
 * or negative errno.  Once per task.
 */
long task_thread(task_body fn, struct page *page);

/*
 * Let sig run a handler that appends to page->frame and then calls
 * task_on_signal, if set, which may change the frame on the stack.
 * flags: SA_*, and TASK_OWN_RESTORER to return from the handler by
 * sigreturn_stub() also where the vDSO would do it.  Returns 0 or negative errno.
 */
#define TASK_OWN_RESTORER	0x04000000UL	/* SA_RESTORER, not in every header */
int task_handle(int sig, unsigned long flags);
extern void (*task_on_signal)(struct frame *frame, void *ucontext);

/* For task_on_signal: the interrupted call returns TASK_RESULT. */
#define TASK_RESULT	0x00c0ffee00c0ffeeULL
void task_write_result(struct frame *frame, void *ucontext);

/* Set sig's disposition to SIG_IGN or SIG_DFL. */
int task_dispose(int sig, void (*handler)(int));

/* rt_sigprocmask(how, {sig}). */
int task_mask(int how, int sig);

/* Registers of a signal frame, in ptrace layout, and back. */
void frame_get(const void *ucontext, struct arch_regs *regs);
void frame_set(void *ucontext, const struct arch_regs *regs);

#endif
