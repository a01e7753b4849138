// SPDX-License-Identifier: GPL-2.0-only
/* strace as a client: what it prints is what its tracee did. */
#include "expect.h"
#include "strace_run.h"

enum { ALL_CALLS, FOLLOWING, FILTERED, DETACHING };

static const struct {
	const char *options, *mode;
} runs[STRACE_RUNS] = {
	[ALL_CALLS] = { "", "calls" },
	[FOLLOWING] = { "-f", "calls" },
	/* A filter in the tracee: calls are seccomp stops, then exit stops. */
	[FILTERED] = { "-f --seccomp-bpf", "calls" },
	[DETACHING] = { "-f -b execve", "exec" },
};

/* Not what comes at its own time, nor the calls that print ids. */
#define OPTIONS "-e signal='!chld' " \
	"-e trace='!rt_sigaction,rt_sigprocmask,clone,wait4,kill,tgkill,getpid'"

static int run(int which)
{
	char options[256];

	snprintf(options, sizeof(options), "%s %s", runs[which].options, OPTIONS);
	return strace_run(&strace_runs[which], options, runs[which].mode);
}

/* The processes and threads of a trace, in the order in which they appear. */
enum { LEADER, THREAD, CHILD, VFORKED, KILLED, NOBODY };

/*
 * The lines of one of them, without its id, and without that of a signal's
 * sender; those of the leader from the first that begins with from.
 */
static void take_lines(struct lines *lines, int which, int who, const char *from)
{
	const char *text = strace_runs[which].trace;
	int ids[NOBODY + 1] = {}, count = 0, i, id, len;
	char *line, *sender;

	lines_clear(lines);
	while ((line = strace_line(&text))) {
		id = len = 0;
		sscanf(line, "%d %n", &id, &len);
		for (i = 0; i < count && ids[i] != id; i++)
			continue;
		if (i == count && count <= NOBODY)
			ids[count++] = id;
		line += len;
		if (i != who || (from && strncmp(line, from, strlen(from))))
			continue;
		from = NULL;
		sender = strstr(line, "si_pid=");
		if (sender)
			strcpy(sender, "...");
		lines_add(lines, line);
	}
}

#define FIRST_CALL "fcntl(1, F_DUPFD"	/* behind the calls of the C library */

FIXTURE(strace) {
	struct lines seen;
};

FIXTURE_VARIANT(strace) {
	int run;
};

FIXTURE_VARIANT_ADD(strace, of_all_calls) { .run = ALL_CALLS };
FIXTURE_VARIANT_ADD(strace, following_forks) { .run = FOLLOWING };
FIXTURE_VARIANT_ADD(strace, with_a_seccomp_filter) { .run = FILTERED };

FIXTURE_SETUP(strace)
{
	if (variant->run == FILTERED)
		require_filters_for(&strace_runs[FILTERED]);
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(variant->run));
	take_lines(&self->seen, variant->run, LEADER, FIRST_CALL);
}

FIXTURE_TEARDOWN(strace)
{
}

/*
 * Contract: PT-081
 * Promise: strace(1)
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() syscall_get_error() [v7.3.4]
 */
TEST_F(strace, prints_numbers_arguments_with_results_of_every_call)
{
	struct lines *seen = &self->seen;

	expect_line(seen, "fcntl(1, F_DUPFD, %d) = %d", STRACE_FD, STRACE_FD);
	expect_line(seen, "close(%d) = 0", STRACE_FD);
	expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", STRACE_FD);
	expect_line(seen, "syscall_%#x(%#llx, %#llx, %#llx, %#llx, %#llx, %#llx) = -1 ENOSYS"
		    " (Function not implemented)", STRACE_NO_CALL, pattern(0), pattern(1),
		    pattern(2), pattern(3), pattern(4), pattern(5));
	expect_line(seen, "lseek(%d, %lld, SEEK_END) = -1 EBADF (Bad file descriptor)",
		    STRACE_BAD_FD, STRACE_OFFSET);
	expect_line(seen, "rt_sigsuspend([], 8) = ? ERESTARTNOHAND"
		    " (To be restarted if no handler)");
	expect_line(seen, "--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, ...");
	expect_line(seen, "rt_sigreturn({mask=[USR1]}) = -1 EINTR (Interrupted system call)");
	expect_line(seen, "write(1, \"%d 0 -9 -38 -9 -4, 1\\n\", 22) = 22", STRACE_FD);
	expect_line(seen, "exit_group(%d) = ?", STRACE_EXIT);
	expect_line(seen, "+++ exited with %d +++", STRACE_EXIT);
	expect_no_more_lines(seen);
}

/*
 * Nor has strace anything to say of itself, such as that GET_SYSCALL_INFO is
 * not what it should be.
 *
 * Contract: PT-081
 * Promise: strace(1)
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(strace, does_not_change_what_the_tracee_sees)
{
	const struct strace_run *result = &strace_runs[variant->run];
	char expected[64];

	snprintf(expected, sizeof(expected), "%d 0 -9 -38 -9 -4, 1\n", STRACE_FD);
	if (strcmp(result->output, expected))
		expect_fail("claim: output: expected \"%s\", seen \"%s\"", expected,
			    result->output);
	expect_val("status of strace", STRACE_EXIT << 8, result->status);
}

FIXTURE(strace_of_a_family) {
	struct lines seen;
};

FIXTURE_VARIANT(strace_of_a_family) {
	int run;
};

FIXTURE_VARIANT_ADD(strace_of_a_family, without_a_filter) { .run = FOLLOWING };
FIXTURE_VARIANT_ADD(strace_of_a_family, with_a_filter) { .run = FILTERED };

FIXTURE_SETUP(strace_of_a_family)
{
	if (variant->run == FILTERED)
		require_filters_for(&strace_runs[FILTERED]);
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(variant->run));
}

FIXTURE_TEARDOWN(strace_of_a_family)
{
}

/*
 * Contract: PT-081
 * Promise: strace(1) "-f"
 * Code: kernel/fork.c:kernel_clone() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 */
TEST_F(strace_of_a_family, follows_its_thread_with_its_children)
{
	static const int fd[] = {
		[THREAD] = STRACE_THREAD_FD, [CHILD] = STRACE_CHILD_FD,
		[VFORKED] = STRACE_VFORK_FD, [KILLED] = STRACE_KILLED_FD,
	};
	struct lines *seen = &self->seen;
	int who;

	for (who = THREAD; who <= KILLED; who++) {
		take_lines(seen, variant->run, who, NULL);
		expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", fd[who]);
		if (who == KILLED) {
			expect_line(seen, "--- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, ...");
			expect_line(seen, "+++ killed by SIGTERM +++");
		} else {
			expect_line(seen, who == CHILD ? "exit_group(0) = ?" : "exit(0) = ?");
			expect_line(seen, "+++ exited with 0 +++");
		}
		expect_no_more_lines(seen);
	}
	take_lines(seen, variant->run, NOBODY, NULL);
	expect_no_more_lines(seen);
}

FIXTURE(strace_with_a_filter) {
	struct lines seen, unfiltered;
};

FIXTURE_SETUP(strace_with_a_filter)
{
	require_filters_for(&strace_runs[FILTERED]);
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(FOLLOWING));
	setup_ok(run(FILTERED));
}

FIXTURE_TEARDOWN(strace_with_a_filter)
{
}

/*
 * Contract: PT-083
 * Promise: strace(1) "--seccomp-bpf"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_seccomp() [v7.3.4]
 */
TEST_F(strace_with_a_filter, prints_the_same_as_one_without)
{
	const char *from = FIRST_CALL;
	int who, i;

	for (who = LEADER; who <= NOBODY; who++, from = NULL) {
		take_lines(&self->seen, FILTERED, who, from);
		take_lines(&self->unfiltered, FOLLOWING, who, from);
		expect_claim(who == NOBODY || self->unfiltered.count, "there are lines of each");
		for (i = 0; i < self->unfiltered.count; i++)
			expect_line(&self->seen, "%s", self->unfiltered.text[i]);
		expect_no_more_lines(&self->seen);
	}
}

FIXTURE(strace_that_detaches) {
	struct lines seen;
};

FIXTURE_SETUP(strace_that_detaches)
{
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(DETACHING));
}

FIXTURE_TEARDOWN(strace_that_detaches)
{
}

/*
 * In the exec event stop: what is behind it, the exit stop of execve included,
 * is nobody's.
 *
 * Contract: PT-030, PT-081
 * Promise: strace(1) "-b"
 * Code: kernel/ptrace.c:__ptrace_unlink() [v7.3.4]
 */
TEST_F(strace_that_detaches, leaves_the_executed_program_alone)
{
	const struct strace_run *result = &strace_runs[DETACHING];
	struct lines *seen = &self->seen;
	char status[16];

	take_lines(seen, DETACHING, 1, NULL);
	expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", STRACE_CHILD_FD);
	expect_line(seen, "execve(\"/proc/self/exe\", [\"strace_tracee\", \"executed\"], ...");
	expect_claim(strstr(seen->text[1], " <detached ...>"), "execve is left unfinished");
	expect_no_more_lines(seen);
	take_lines(seen, DETACHING, LEADER, "close");
	expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", STRACE_BAD_FD);
	snprintf(status, sizeof(status), "%#x\n", STRACE_EXEC_EXIT << 8);
	if (strcmp(result->output, status))
		expect_fail("claim: output: expected \"%s\", seen \"%s\"", status, result->output);
	expect_val("status of strace", STRACE_EXIT << 8, result->status);
}

TEST_HARNESS_MAIN
