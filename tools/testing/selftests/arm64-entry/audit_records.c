// SPDX-License-Identifier: GPL-2.0-only
/* What the audit record of a system call holds, and which calls have none. */
#include "expect.h"
#include "watched_bodies.h"

FIXTURE(audit_record) {
	struct watched w;
};

FIXTURE_SETUP(audit_record)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(audit_record)
{
	audit_restore();
}

/*
 * Contract: ENTRY-052, ENTRY-055
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: kernel/auditsc.c:__audit_syscall_entry() audit_log_exit() __audit_free() [v7.3.4]
 */
TEST_F(audit_record, holds_number_result_with_four_full_arguments)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_getppid, __NR_close));
	setup_ok(watched_audit(w));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_getppid, "success=yes exit=%d " RECORD_ARGS), getpid(),
		    PATTERN_4(100));
	expect_line(&w->seen, RECORD(__NR_close, "success=no exit=-9 " RECORD_ARGS), PATTERN_4(100));
	/* exit_group() does not return: there is neither success nor a result. */
	expect_line(&w->seen, RECORD(__NR_exit_group, "a0=%x a1=0 a2=0 a3=0"), TASK_DONE);
	expect_no_more_lines(&w->seen);
}

/*
 * The last 16 of a rule's 2048 bits name classes of system calls, not numbers.
 *
 * Contract: ENTRY-056
 * Code: kernel/auditsc.c:audit_in_mask() [v7.3.4]
 * Code: kernel/auditfilter.c:audit_to_entry_common() [v7.3.4]
 */
TEST_F(audit_record, exists_up_to_number_2031_but_for_no_other)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, -1, 2047, 2048, -2, 2032, 9999, 2031));
	setup_ok(watched_audit(w));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(2031, "success=no exit=-38 " RECORD_ARGS), PATTERN_4(100));
	expect_line(&w->seen, RECORD(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-061
 * Code: kernel/auditsc.c:audit_alloc() [v7.3.4]
 * Code: arch/arm64/kernel/entry.S:ret_from_fork() [v7.3.4]
 */
TEST_F(audit_record, of_a_forked_child_begins_with_its_own_first_call)
{
	struct watched *w = &self->w;
	__u32 child;

	setup_ok(watched_start(w, body_fork, NULL, 0));
	setup_ok(audit_watch(&w->log, AUDIT_PPID, (__u32)w->pid, 0, 0));
	/* The tracee's end tells: SIGCHLD of its child stops it first. */
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGCHLD);
	expect_done(&w->t);
	child = (__u32)w->t.task.page->word[0];
	setup_ok(audit_read(&w->log, (pid_t)child, &w->seen));
	expect_line(&w->seen, RECORD(__NR_getpid, "success=yes exit=%u a0=0..."), child);
	expect_line(&w->seen, RECORD(__NR_exit_group, "a0=3 a1=0 a2=0 a3=0"));
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-061
 * Code: kernel/auditsc.c:__audit_syscall_exit() [v7.3.4]
 */
TEST_F(audit_record, of_a_clone_is_the_parents)
{
	struct watched *w = &self->w;

	setup_ok(watched_start(w, body_fork, NULL, 0));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGCHLD);
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_clone, "success=yes exit=%d a0=%x a1=0 a2=0 a3=0"),
		    (int)w->t.task.page->word[0], SIGCHLD);
	expect_line(&w->seen, RECORD(__NR_wait4, "success=yes exit=%d a0=ffffffffffffffff..."),
		    (int)w->t.task.page->word[0]);
	expect_line(&w->seen, RECORD(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

FIXTURE(audit_record_of_sigreturn) {
	struct watched w;
};

FIXTURE_VARIANT(audit_record_of_sigreturn) {
	__u64 result;
	const char *text;
};

FIXTURE_VARIANT_ADD(audit_record_of_sigreturn, error_in_frame) {
	.result = (__u64)-ENOSYS, .text = "success=no exit=-38",
};
FIXTURE_VARIANT_ADD(audit_record_of_sigreturn, last_error_in_frame) {
	.result = (__u64)-4095, .text = "success=no exit=-4095",
};
FIXTURE_VARIANT_ADD(audit_record_of_sigreturn, negative_value_in_frame) {
	.result = (__u64)-4096, .text = "success=yes exit=-4096",
};
FIXTURE_VARIANT_ADD(audit_record_of_sigreturn, wide_value_in_frame) {
	.result = 0x123456789abcdef0, .text = "success=yes exit=1311768467463790320",
};

FIXTURE_SETUP(audit_record_of_sigreturn)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(audit_record_of_sigreturn)
{
	audit_restore();
}

/*
 * Contract: ENTRY-054
 * Code: include/linux/audit.h:audit_syscall_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() [v7.3.4]
 */
TEST_F(audit_record_of_sigreturn, takes_the_restored_register_for_the_result)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body_sigreturn, __NR_getppid));
	w->t.task.page->word[0] = variant->result;
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_signal(&w->t, SIGUSR1));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	expect_done(&w->t);
	expect_val("result after the handler", variant->result,
		   w->t.task.page->call[0].out.r[SYSREG_RESULT]);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_getppid, "success=yes exit=%d..."), getpid());
	expect_line(&w->seen, RECORD(__NR_rt_sigreturn, "%s a0=..."), variant->text);
	expect_line(&w->seen, RECORD(__NR_exit_group, "..."));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
