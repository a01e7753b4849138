// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register writes at a group stop, where the tracee has no siginfo.  A program
 * of its own: what the kernel logs meanwhile must be this test's doing.
 */
#include <fcntl.h>
#include <unistd.h>
#include "expect.h"

#define LINE 1024

FIXTURE(group_stop) {
	struct tracee t;
	int log;
};

static void body(struct page *page)
{
	(void)page;
	tracee_ready();
}

/* What warned once may warn again: without this an earlier warning hides a new one. */
static bool rearm_warnings(void)
{
	int fd = open("/sys/kernel/debug/clear_warn_once", O_WRONLY | O_CLOEXEC);
	bool done;

	if (fd < 0)
		return false;
	done = write(fd, "1", 1) == 1;
	close(fd);
	return done;
}

FIXTURE_SETUP(group_stop)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(rearm_warnings(), "needs root and debugfs");
	self->log = kernel_log_open();
	require(self->log >= 0, "needs read access to /dev/kmsg (root)");
	expect_mark_test();
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_signal(&self->t, SIGSTOP));
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSTOP);
	expect_stop(&self->t, PTRACE_CONT, STOP_GROUP, SIGSTOP);
}

FIXTURE_TEARDOWN(group_stop)
{
	tracee_end(&self->t);
	if (self->log > 0)
		close(self->log);
}

/*
 * Contract: PT-078
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(group_stop, lets_the_tracer_write_a_number_without_a_kernel_warning)
{
	char line[LINE];
	int found;

	setup_ok(tracee_set_nr(&self->t, 5));
	expect_nr(&self->t, 5);
	found = kernel_log_find(self->log, "WARNING: ", line, sizeof(line));
	setup_ok(found);
	if (found && strstr(line, "update_syscall_orig_x0_after_ptrace"))
		expect_defect(K8);
	if (found)
		expect_fail("claim: no kernel warning, seen %s", line);
}

/*
 * The twin: the same stop, where nothing may warn.
 *
 * Contract: PT-078
 * Code: kernel/signal.c:do_jobctl_trap() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(group_stop, lets_the_tracer_write_registers_without_a_kernel_warning)
{
	char line[LINE];
	int found;

	setup_ok(tracee_set_regs_unchanged(&self->t));
	found = kernel_log_find(self->log, "WARNING: ", line, sizeof(line));
	setup_ok(found);
	if (found)
		expect_fail("claim: no kernel warning, seen %s", line);
	setup_ok(tracee_resume(&self->t, PTRACE_CONT, 0));
	setup_ok(tracee_wait_stop(&self->t));
	expect_at(&self->t, STOP_EXITED, TASK_DONE);
}

TEST_HARNESS_MAIN
