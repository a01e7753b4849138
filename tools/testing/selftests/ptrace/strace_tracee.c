// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the strace tests run under strace.
 *
 *	strace_tracee calls	a fixed list of calls; then prints their results
 *				and the number of SIGUSR1 it got
 *	strace_tracee family	one call each in a thread, a child and itself; then
 *				prints the ids of thread and child
 */
#include <linux/sched.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "page.h"
#include "strace_run.h"

static volatile sig_atomic_t signals;

static void count(int sig)
{
	(void)sig;
	signals++;
}

/* One write, since it is one more line of the trace. */
static void say(const char *text)
{
	sys_call(__NR_write, 1, text, strlen(text));
}

static void calls(void)
{
	char text[128];
	long r[5];

	signal(SIGUSR1, count);
	r[0] = sys_call(__NR_fcntl, 1, F_DUPFD, STRACE_FD);
	r[1] = sys_call(__NR_close, STRACE_FD);
	r[2] = sys_call(__NR_close, STRACE_FD);
	r[3] = sys_call(STRACE_NO_CALL, pattern(0), pattern(1), pattern(2), pattern(3), pattern(4),
			pattern(5));
	r[4] = sys_call(__NR_lseek, STRACE_BAD_FD, STRACE_OFFSET, SEEK_END);
	snprintf(text, sizeof(text), "%ld %ld %ld %ld %ld, %d\n", r[0], r[1], r[2], r[3], r[4],
		 (int)signals);
	say(text);
}

static __u32 thread_done;
static char thread_stack[16384] __attribute__((aligned(16)));

static void thread(void *arg)
{
	(void)arg;
	sys_call(__NR_close, STRACE_THREAD_FD);
	page_wake(&thread_done, 1);
}

static void family(void)
{
	long tid, pid;
	char text[64];

	tid = thread_stub(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
			  thread_stack + sizeof(thread_stack), thread, NULL);
	page_wait(&thread_done, 0);
	pid = sys_call(__NR_clone, SIGCHLD, 0, 0, 0, 0);
	if (!pid) {
		sys_call(__NR_close, STRACE_CHILD_FD);
		sys_call(__NR_exit_group, 0);
	}
	sys_call(__NR_wait4, pid, NULL, 0, NULL);
	sys_call(__NR_close, STRACE_FD);
	snprintf(text, sizeof(text), "%ld %ld\n", tid, pid);
	say(text);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "calls"))
		calls();
	else if (argc == 2 && !strcmp(argv[1], "family"))
		family();
	else
		return 2;
	sys_call(__NR_exit_group, STRACE_EXIT);
}
