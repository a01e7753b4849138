// SPDX-License-Identifier: GPL-2.0-only
/* strace as a client: what it prints is what its tracee did. */
#include "expect.h"
#include "strace_run.h"

FIXTURE(strace) {
	struct lines seen;
};

FIXTURE_VARIANT(strace) {
	const char *options;
};

FIXTURE_VARIANT_ADD(strace, of_all_calls) { .options = "" };
FIXTURE_VARIANT_ADD(strace, following_forks) { .options = "-f" };
/* By a filter in the tracee: calls are stops of RET_TRACE, then exit stops. */
FIXTURE_VARIANT_ADD(strace, with_a_seccomp_filter) {
	.options = "-f --seccomp-bpf -e trace='!rt_sigaction'",
};

FIXTURE_SETUP(strace)
{
	require(strace_available(), STRACE_NEEDS);
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

	setup_ok(strace_run(seen, variant->options, "calls", STRACE_TRACE, "fcntl(1, F_DUPFD"));
	expect_line(seen, "fcntl(1, F_DUPFD, %d) = %d", STRACE_FD, STRACE_FD);
	expect_line(seen, "close(%d) = 0", STRACE_FD);
	expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", STRACE_FD);
	expect_line(seen, "syscall_%#x(%#llx, %#llx, %#llx, %#llx, %#llx, %#llx) = -1 ENOSYS"
		    " (Function not implemented)", STRACE_NO_CALL, pattern(0), pattern(1),
		    pattern(2), pattern(3), pattern(4), pattern(5));
	expect_line(seen, "lseek(%d, %lld, SEEK_END) = -1 EBADF (Bad file descriptor)",
		    STRACE_BAD_FD, STRACE_OFFSET);
	expect_line(seen, "write(1, \"%d 0 -9 -38 -9, 0\\n\", 19) = 19", STRACE_FD);
	expect_line(seen, "exit_group(%d) = ?", STRACE_EXIT);
	expect_line(seen, "+++ exited with %d +++", STRACE_EXIT);
	expect_no_more_lines(seen);
}

/*
 * Contract: PT-081
 * Promise: strace(1)
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(strace, does_not_change_what_the_tracee_sees)
{
	setup_ok(strace_run(&self->seen, variant->options, "calls", STRACE_OUTPUT, NULL));
	expect_line(&self->seen, "%d 0 -9 -38 -9, 0", STRACE_FD);
	expect_no_more_lines(&self->seen);
}

FIXTURE(strace_of_a_family) {
	struct lines seen;
};

FIXTURE_SETUP(strace_of_a_family)
{
	require(strace_available(), STRACE_NEEDS);
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
TEST_F(strace_of_a_family, follows_its_thread_with_its_child)
{
	int tid = 0, pid = 0;
	struct lines *seen = &self->seen;

	/* Trace and output in one place; nothing runs at the same time. */
	setup_ok(strace_run(seen, "-f -qq -e trace=close -e signal=none", "family", "2>&1", NULL));
	expect_val("lines", 4, seen->count);
	if (sscanf(seen->text[3], "%d %d", &tid, &pid) != 2)
		expect_fail("broken: no ids in \"%s\"", seen->text[3]);
	expect_line(seen, "[pid %5d] close(%d) = -1 EBADF (Bad file descriptor)", tid,
		    STRACE_THREAD_FD);
	expect_line(seen, "[pid %5d] close(%d) = -1 EBADF (Bad file descriptor)", pid,
		    STRACE_CHILD_FD);
	expect_line(seen, "close(%d) = -1 EBADF (Bad file descriptor)", STRACE_FD);
}

TEST_HARNESS_MAIN
