// SPDX-License-Identifier: GPL-2.0-only
/* What the audit subsystem records of a call whose registers a tracer writes. */
#include "expect.h"
#include "written_watched.h"

FIXTURE(written_call_audited) {
	struct watched w;
};

FIXTURE_VARIANT(written_call_audited) {
	struct written_way way;
};

WRITTEN_WAYS(written_call_audited);

FIXTURE_SETUP(written_call_audited)
{
	require_filters();
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	require(!variant->way.info || kernel_at_least(6, 16),
		"needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	setup_ok(audit_begin(&self->w.log));
	setup_ok(written_way_start(&self->w));
	setup_ok(watched_audit(&self->w));
	expect_stop(&self->w.t, variant->way.request, variant->way.kind, variant->way.what);
}

FIXTURE_TEARDOWN_PARENT(written_call_audited)
{
	audit_restore();
}

/* All that may follow the call under test: getppid(), the end. */
#define expect_end_records(w) do {					\
	expect_line(&(w)->seen, RECORD(__NR_getppid, "success=yes exit=%d " RECORD_ARGS), \
		    getpid(), PATTERN_4(100));				\
	expect_line(&(w)->seen, RECORD(__NR_exit_group, "..."));	\
	expect_no_more_lines(&(w)->seen);				\
} while (0)

/*
 * Contract: ENTRY-059, PT-014, PT-018
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() syscall_set_arguments() [v7.3.4]
 */
TEST_F(written_call_audited, has_argument_0_as_it_was_written_alone)
{
	struct watched *w = &self->w;

	setup_ok(write_arguments(&w->t, variant->way.info, -1, 1));
	if (variant->way.kind == STOP_ENTRY)
		expect_stop(&w->t, PTRACE_CONT, STOP_SECCOMP, WRITTEN_DATA);
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_gettid, "success=yes exit=%d " RECORD_ARGS), w->pid,
		    pattern(200), pattern(101), pattern(102), pattern(103));
	expect_end_records(w);
}

/*
 * Contract: ENTRY-059, PT-015, PT-018, PT-020
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() gpr_set() [v7.3.4]
 */
TEST_F(written_call_audited, has_number_with_arguments_as_written)
{
	struct watched *w = &self->w;

	setup_ok(write_arguments(&w->t, variant->way.info, __NR_close, 6));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_close, "success=no exit=-9 " RECORD_ARGS),
		    PATTERN_4(200));
	expect_end_records(w);
}

FIXTURE(call_audited) {
	struct watched w;
};

FIXTURE_SETUP(call_audited)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(call_audited)
{
	audit_restore();
}

/*
 * Contract: ENTRY-059, PT-020
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() system_call_set() [v7.3.4]
 * Code: kernel/auditsc.c:__audit_syscall_entry() [v7.3.4]
 */
TEST_F(call_audited, keeps_the_number_it_was_entered_with)
{
	struct watched *w = &self->w;
	unsigned long child;

	setup_ok(written_fork_start(w));
	setup_ok(watched_audit(w));
	expect_fork_renumbered(w, __NR_close);
	child = w->t.stop.msg;
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_clone, "success=yes exit=%lu a0=%x a1=0 a2=0 a3=0"),
		    child, SIGCHLD);
	expect_end_records(w);
}

/*
 * Audit alone, without any record of it, must not change what the caller sees.
 *
 * Contract: PT-023, ENTRY-056
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_audited, of_number_minus_one_returns_enosys)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_watched_calls, -1, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_minus_one_refused(w);
	setup_ok(watched_audit_lines(w));
	expect_end_records(w);
}

TEST_HARNESS_MAIN
