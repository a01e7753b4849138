// SPDX-License-Identifier: GPL-2.0-only
/* What the audit subsystem records of a call that PTRACE_SYSEMU skips. */
#include "expect.h"
#include "watched.h"

FIXTURE(emulated_call) {
	struct watched w;
};

FIXTURE_SETUP(emulated_call)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(emulated_call)
{
	audit_restore();
}

/*
 * Contract: PT-041
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: kernel/auditsc.c:__audit_syscall_exit() [v7.3.4]
 */
TEST_F(emulated_call, has_no_audit_record)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_watched_calls, __NR_getppid, __NR_close));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_close, "success=no exit=-9 " RECORD_ARGS), PATTERN_4(100));
	expect_line(&w->seen, RECORD(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
