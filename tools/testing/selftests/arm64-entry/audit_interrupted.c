// SPDX-License-Identifier: GPL-2.0-only
/* Audit records and audit filters of system calls that a signal interrupts. */
#include "expect.h"
#include "watched.h"
#include "interrupted.h"

FIXTURE_SETUP(interrupted_call)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(interrupted_call)
{
	audit_restore();
}

/*
 * Contract: ENTRY-053
 * Code: kernel/auditsc.c:audit_return_fixup() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(interrupted_call, is_recorded_as_eintr_though_the_tracer_sees_the_restart_code)
{
	struct watched *w = &self->w;

	setup_ok(watched_start(w, variant->body, NULL, 0));
	w->t.task.page->word[0] = 3600;
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	setup_ok(tracee_signal(&w->t, SIGUSR1));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	expect_reg(&w->t, REG_RESULT, (__s64)variant->result);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(variant->nr, "success=no exit=-4 a0=..."));
	expect_no_more_lines(&w->seen);
}

FIXTURE(audit_rule) {
	struct watched w;
};

FIXTURE_VARIANT(audit_rule) {
	int field;
	__s32 value;
	bool takes_failed, takes_interrupted;
};

FIXTURE_VARIANT_ADD(audit_rule, with_exit_eintr) {
	.field = AUDIT_EXIT, .value = -EINTR, .takes_interrupted = true,
};
FIXTURE_VARIANT_ADD(audit_rule, with_exit_ebadf) {
	.field = AUDIT_EXIT, .value = -EBADF, .takes_failed = true,
};
FIXTURE_VARIANT_ADD(audit_rule, with_exit_restart_code) {
	.field = AUDIT_EXIT, .value = -514,
};
FIXTURE_VARIANT_ADD(audit_rule, with_success_no) {
	.field = AUDIT_SUCCESS, .value = 0, .takes_failed = true, .takes_interrupted = true,
};

FIXTURE_SETUP(audit_rule)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(audit_rule)
{
	audit_restore();
}

static void body(struct page *page)
{
	tracee_ready();
	body_calls(page);
	sys_call(__NR_ppoll, NULL, 0, NULL, NULL, 0);
}

/*
 * Contract: ENTRY-063
 * Code: kernel/auditsc.c:audit_filter_rules() audit_return_fixup() [v7.3.4]
 */
TEST_F(audit_rule, matches_what_the_record_says)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_getppid, __NR_close));
	setup_ok(audit_watch(&w->log, AUDIT_PID, (__u32)w->pid, variant->field,
			     (__u32)variant->value));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_close);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_close);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_ppoll);
	setup_ok(tracee_signal(&w->t, SIGUSR1));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_ppoll);
	expect_reg(&w->t, REG_RESULT, (__s64)-514);
	setup_ok(watched_audit_lines(w));
	if (variant->takes_failed)
		expect_line(&w->seen, RECORD(__NR_close, "success=no exit=-9 a0=..."));
	if (variant->takes_interrupted)
		expect_line(&w->seen, RECORD(__NR_ppoll, "success=no exit=-4 a0=..."));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
