// SPDX-License-Identifier: GPL-2.0-only
/* Single steps over a call that the audit subsystem records. */
#include "walk.h"
#include "watched.h"

FIXTURE(audited_call) {
	struct walk w;
	struct audit_log log;
};

FIXTURE_SETUP(audited_call)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->log));
	setup_ok(walk_start(&self->w, walk_body));
	setup_ok(audit_watch(&self->log, AUDIT_PID, self->w.t.tid, 0, 0));
}

FIXTURE_TEARDOWN_PARENT(audited_call)
{
	audit_restore();
}

/*
 * Contract: PT-044, PT-045, PT-046
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_work() report_single_step() [v7.3.4]
 */
TEST_F(audited_call, stops_the_tracee_at_every_instruction_around_it)
{
	struct lines seen;

	expect_five_steps(&self->w);
	/* The work was done: a record of the call. */
	setup_ok(audit_read(&self->log, self->w.t.tid, &seen));
	expect_line(&seen, RECORD(__NR_getcpu, "success=yes exit=0 a0=%llx ..."), self->w.m.arg0);
	expect_no_more_lines(&seen);
}

TEST_HARNESS_MAIN
