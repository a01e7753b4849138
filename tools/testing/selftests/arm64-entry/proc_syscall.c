// SPDX-License-Identifier: GPL-2.0-only
/* /proc/PID/syscall: the system call in which a task is, with its arguments. */
#include <fcntl.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(proc_syscall) {
	struct tracee t;
	struct page *page;
	struct sysregs *in;
	int pipe[2];
	char seen[256], expected[256];
};

static void body(struct page *page)
{
	task_handle(SIGUSR1, SA_RESTART);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(proc_syscall)
{
	struct sysregs *in;

	require(!access("/proc/self/syscall", R_OK),
		"needs /proc/PID/syscall (CONFIG_HAVE_ARCH_TRACEHOOK) that may be read");
	ASSERT_EQ(0, pipe(self->pipe));
	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	self->page->ncalls = 1;
	in = self->in = &self->page->call[0].in;
	sysregs_fill(in, __NR_read, (__u64 [6]){
		self->pipe[0], (__u64)&self->page->word[0], 1,
		pattern(103), pattern(104), pattern(105) });
	setup_ok(tracee_start(&self->t, body));
}

FIXTURE_TEARDOWN(proc_syscall)
{
	tracee_end(&self->t);
	close(self->pipe[0]);
	close(self->pipe[1]);
}

/* The file's one line, without the line feed: 0 or negative errno. */
static int proc_read(pid_t pid, char *text, size_t size)
{
	char path[64];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/syscall", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	len = read(fd, text, size - 1);
	close(fd);
	if (len <= 0 || text[len - 1] != '\n')
		return -EIO;
	text[len - 1] = 0;
	return 0;
}

/* In the call: the number, six arguments, sp and pc. */
static void expected_in_call(char *text, size_t size, const struct sysregs *in)
{
	snprintf(text, size, "%d 0x%llx 0x%llx 0x%llx 0x%llx 0x%llx 0x%llx 0x%llx 0x%llx",
		 __NR_read, in->r[0], in->r[1], in->r[2], in->r[3], in->r[4], in->r[5],
		 in->sp, (__u64)sys_insn_end);
}

#define expect_text(expected, seen) do {				\
	if (strcmp(expected, seen))					\
		expect_fail("claim: /proc/PID/syscall: expected \"%s\", seen \"%s\"", \
			    expected, seen);				\
} while (0)

/*
 * Contract: ENTRY-069
 * Promise: proc_pid_syscall(5)
 * Code: lib/syscall.c:collect_syscall() task_current_syscall() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(proc_syscall, shows_number_with_arguments_of_a_blocked_task)
{
	setup_ok(tracee_resume(&self->t, PTRACE_CONT, 0));
	setup_ok(task_wait_blocked(self->t.tid, __NR_read));
	setup_ok(proc_read(self->t.tid, self->seen, sizeof(self->seen)));
	expected_in_call(self->expected, sizeof(self->expected), self->in);
	expect_text(self->expected, self->seen);
	ASSERT_EQ(1, write(self->pipe[1], "x", 1));
	setup_ok(tracee_wait_stop(&self->t));
	expect_at(&self->t, STOP_EXITED, TASK_DONE);
	expect_val("x0", 1, self->page->call[0].out.r[0]);
}

/*
 * Contract: ENTRY-069
 * Code: lib/syscall.c:collect_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(proc_syscall, shows_no_call_once_its_restart_is_decided)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_read);
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_read);
	/* Argument 0 is kept apart from the result that x0 holds by now. */
	setup_ok(proc_read(self->t.tid, self->seen, sizeof(self->seen)));
	expected_in_call(self->expected, sizeof(self->expected), self->in);
	expect_text(self->expected, self->seen);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	setup_ok(proc_read(self->t.tid, self->seen, sizeof(self->seen)));
	snprintf(self->expected, sizeof(self->expected), "-1 0x%llx 0x%llx", self->in->sp,
		 (__u64)sys_insn);
	expect_text(self->expected, self->seen);
}

TEST_HARNESS_MAIN
