// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the strace tests run under strace.
 *
 *	strace_tracee calls	a fixed list of calls, a call that a signal ends, and
 *				one call each of a thread and of three children;
 *				prints the results
 *	strace_tracee injected	for each call of a table: four times its result, with
 *				a + if it was executed, and how many SIGUSR1 came
 *	strace_tracee restarted	the same; then a call that only SIGUSR1 can end
 *	strace_tracee exec	a child that makes a call, executes another program
 *				that makes one, and ends; prints its wait status
 *	strace_tracee executed	that other program
 */
#include <linux/sched.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include "task.h"
#include "strace_run.h"

static volatile sig_atomic_t signals;
static int all_signals;
static char text[2048];

static void count(int sig)
{
	(void)sig;
	signals++;
}

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* To the text that is written at last by one call: each is one more line of the trace. */
static void add(const char *format, ...)
{
	size_t len = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + len, sizeof(text) - len, format, args);
	va_end(args);
}

static char stack[2][16384] __attribute__((aligned(16)));

static void close_badly(void *fd)
{
	sys_call(__NR_close, fd);
}

/* A child that makes one call, and sends itself sig if that is not 0. */
static void child(int fd, int sig)
{
	long pid = sys_call(__NR_clone, SIGCHLD, 0, 0, 0, 0);

	if (!pid) {
		sys_call(__NR_close, fd);
		sys_call(__NR_kill, sys_call(__NR_getpid), sig);
		sys_call(__NR_exit_group, 0);
	}
	sys_call(__NR_wait4, pid, NULL, 0, NULL);
}

/* One after the other: when one begins strace has seen the end of the one before. */
static void family(void)
{
	long pid;

	pid = thread_stub(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD,
			  stack[0] + sizeof(stack[0]), close_badly, (void *)STRACE_THREAD_FD);
	while (!sys_call(__NR_tgkill, sys_call(__NR_getpid), pid, 0))
		continue;
	child(STRACE_CHILD_FD, 0);
	pid = thread_stub(CLONE_VM | CLONE_VFORK | SIGCHLD, stack[1] + sizeof(stack[1]),
			  close_badly, (void *)STRACE_VFORK_FD);
	sys_call(__NR_wait4, pid, NULL, 0, NULL);
	child(STRACE_KILLED_FD, SIGTERM);
}

static void calls(void)
{
	__u64 none = 0;

	signal(SIGUSR1, count);
	add("%ld", sys_call(__NR_fcntl, 1, F_DUPFD, STRACE_FD));
	add(" %ld", sys_call(__NR_close, STRACE_FD));
	add(" %ld", sys_call(__NR_close, STRACE_FD));
	add(" %ld", sys_call(STRACE_NO_CALL, pattern(0), pattern(1), pattern(2), pattern(3),
			     pattern(4), pattern(5)));
	add(" %ld", sys_call(__NR_lseek, STRACE_BAD_FD, STRACE_OFFSET, SEEK_END));
	task_mask(SIG_BLOCK, SIGUSR1);
	sys_call(__NR_kill, sys_call(__NR_getpid), SIGUSR1);
	add(" %ld", sys_call(__NR_rt_sigsuspend, &none, sizeof(none)));
	add(", %d\n", (int)signals);
	family();
}

static unsigned int out[64] __attribute__((aligned(8)));
#define OUT ((long)out)

/* Calls that write to *out when they are executed, and return 0. */
static const struct {
	const char *name;
	int nr;
	long args[3];
} table[] = {
	{ "getcpu",		__NR_getcpu,		{ OUT, 0, 0 } },
	{ "getresuid",		__NR_getresuid,		{ OUT, OUT, OUT } },
	{ "getresgid",		__NR_getresgid,		{ OUT, OUT, OUT } },
	{ "sysinfo",		__NR_sysinfo,		{ OUT } },
	{ "getitimer",		__NR_getitimer,		{ ITIMER_REAL, OUT } },
	{ "sched_getparam",	__NR_sched_getparam,	{ 0, OUT } },
	{ "sched_rr_get_interval", __NR_sched_rr_get_interval, { 0, OUT } },
	{ "clock_getres",	__NR_clock_getres,	{ CLOCK_MONOTONIC, OUT } },
	{ "getrusage",		__NR_getrusage,		{ RUSAGE_SELF, OUT } },
	{ "get_robust_list",	__NR_get_robust_list,	{ 0, OUT, OUT + 8 } },
	{ "rt_sigpending",	__NR_rt_sigpending,	{ OUT, 8 } },
	{ "clock_gettime",	__NR_clock_gettime,	{ CLOCK_MONOTONIC, OUT } },
	{ "sched_getattr",	__NR_sched_getattr,	{ 0, OUT, 64 } },
	{ "sigaltstack",	__NR_sigaltstack,	{ 0, OUT } },
};

static void write_pipe(int sig)
{
	(void)sig;
	sys_call(__NR_write, STRACE_FD2, "r", 1);
}

static void injected(void)
{
	unsigned int i, time;
	long result;

	signal(SIGUSR1, count);
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const long *args = table[i].args;

		signals = 0;
		add("%s", table[i].name);
		for (time = 0; time < 4; time++) {
			out[0] = STRACE_POISON;
			result = sys_call(table[i].nr, args[0], args[1], args[2]);
			add(" %ld%c", result, out[0] == STRACE_POISON ? '-' : '+');
		}
		add(", %d\n", (int)signals);
		all_signals += signals;
	}
}

static void restarted(void)
{
	int fd[2];

	injected();
	if (!all_signals)
		return;		/* none can be injected: it would wait for ever */
	signal(SIGUSR1, write_pipe);
	sys_call(__NR_pipe2, fd, 0);
	sys_call(__NR_dup3, fd[1], STRACE_FD2, 0);
	sys_call(__NR_dup3, fd[0], STRACE_FD, 0);
	add("read %ld\n", sys_call(__NR_read, STRACE_FD, out, 1));
}

static void exec(void)
{
	static const char *const argv[] = { "strace_tracee", "executed", NULL };
	int status = 0;
	long pid = sys_call(__NR_clone, SIGCHLD, 0, 0, 0, 0);

	if (!pid) {
		sys_call(__NR_close, STRACE_CHILD_FD);
		sys_call(__NR_execve, "/proc/self/exe", argv, environ);
		sys_call(__NR_exit_group, 1);
	}
	sys_call(__NR_wait4, pid, &status, 0, NULL);
	sys_call(__NR_close, STRACE_BAD_FD);
	add("%#x\n", status);
}

int main(int argc, char **argv)
{
	const char *mode = argc == 2 ? argv[1] : "";

	if (!strcmp(mode, "executed")) {
		sys_call(__NR_close, STRACE_EXEC_FD);
		sys_call(__NR_exit_group, STRACE_EXEC_EXIT);
	}
	if (!strcmp(mode, "calls"))
		calls();
	else if (!strcmp(mode, "injected"))
		injected();
	else if (!strcmp(mode, "restarted"))
		restarted();
	else if (!strcmp(mode, "exec"))
		exec();
	else
		return 2;
	sys_call(__NR_write, 1, text, strlen(text));
	sys_call(__NR_exit_group, STRACE_EXIT);
}
