// SPDX-License-Identifier: GPL-2.0-only
/* Audit records of system calls that a tracer, a filter or a signal interferes with. */
#include "expect.h"
#include "watched_bodies.h"

FIXTURE(audited_call) {
	struct watched w;
};

FIXTURE_SETUP(audited_call)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(kernel_config("SECCOMP_FILTER"), "needs CONFIG_SECCOMP_FILTER");
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(audited_call)
{
	audit_restore();
}

/* All that may follow the call under test: getppid(), the mark. */
#define expect_mark_records(w) do {					\
	expect_line(&(w)->seen, RECORD(__NR_getppid, "success=yes exit=%d " RECORD_ARGS), \
		    getpid(), PATTERN_4(100));				\
	expect_line(&(w)->seen, RECORD(__NR_exit_group, "a0=%x..."), TASK_DONE); \
	expect_no_more_lines(&(w)->seen);				\
} while (0)

/*
 * Contract: ENTRY-057
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(audited_call, emulated_has_no_record)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_gettid);
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_mark_records(w);
}

/*
 * Contract: ENTRY-058
 * Code: kernel/seccomp.c:__seccomp_filter() seccomp_log() [v7.3.4]
 */
TEST_F(audited_call, denied_by_seccomp_has_no_record)
{
	struct watched *w = &self->w;

	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_ERRNO | 77);
	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_done(&w->t);
	expect_val("result", -77, w->t.task.page->call[0].out.r[SYSREG_RESULT]);
	setup_ok(watched_audit_lines(w));
	expect_mark_records(w);
}

#define SECCOMP_RECORD(sig, code)					\
	"SECCOMP sig=%d arch=%x syscall=%d compat=0 ip=0x%lx code=0x%x",	\
	sig, ARCH_AUDIT, __NR_gettid, (unsigned long)sys_insn_end, code

/*
 * Contract: ENTRY-058
 * Code: kernel/seccomp.c:__seccomp_filter() seccomp_log() [v7.3.4]
 * Code: kernel/auditsc.c:audit_seccomp() [v7.3.4]
 */
TEST_F(audited_call, logged_by_seccomp_has_its_seccomp_record_before_its_own)
{
	struct watched *w = &self->w;

	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_LOG);
	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, SECCOMP_RECORD(0, SECCOMP_RET_LOG));
	expect_line(&w->seen, RECORD(__NR_gettid, "success=yes exit=%d " RECORD_ARGS), w->pid,
		    PATTERN_4(100));
	expect_mark_records(w);
}

/*
 * Contract: ENTRY-058
 * Code: kernel/seccomp.c:__seccomp_filter() seccomp_log() [v7.3.4]
 * Code: kernel/auditsc.c:audit_seccomp() audit_core_dumps() [v7.3.4]
 */
TEST_F(audited_call, killed_by_seccomp_has_a_seccomp_record_with_an_abend)
{
	struct watched *w = &self->w;

	filter_on_nr(&body_filter, __NR_gettid, SECCOMP_RET_KILL_PROCESS);
	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_KILLED, SIGSYS);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, SECCOMP_RECORD(SIGSYS, SECCOMP_RET_KILL_PROCESS));
	expect_line(&w->seen, "ABEND sig=%d res=1", SIGSYS);
	expect_no_more_lines(&w->seen);
}

/*
 * Contract: ENTRY-059
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(audited_call, changed_at_its_entry_stop_has_the_new_number_with_new_arguments)
{
	struct watched *w = &self->w;
	struct arch_regs regs;
	int i;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(tracee_set_nr(&w->t, __NR_close));
	setup_ok(tracee_get_regs(&w->t, &regs));
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = pattern(40 + i);
	setup_ok(tracee_set_regs(&w->t, &regs));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_close, "success=no exit=-9 " RECORD_ARGS),
		    PATTERN_4(40));
	expect_mark_records(w);
}

/*
 * Contract: ENTRY-059, ENTRY-056
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 * Code: kernel/auditsc.c:audit_in_mask() [v7.3.4]
 */
TEST_F(audited_call, skipped_by_number_minus_1_has_no_record)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(tracee_set_nr(&w->t, -1));
	expect_done(&w->t);
	setup_ok(watched_audit_lines(w));
	expect_mark_records(w);
}

/*
 * Contract: ENTRY-060, ENTRY-050
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(audited_call, changed_at_its_exit_stop_keeps_the_result_of_the_kernel)
{
	struct watched *w = &self->w;

	setup_ok(watched_calls_start(w, body, __NR_gettid, __NR_getppid));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	expect_stop(&w->t, PTRACE_SYSCALL, STOP_EXIT, __NR_gettid);
	setup_ok(tracee_set(&w->t, REG_RESULT, pattern(7)));
	expect_done(&w->t);
	expect_val("result", pattern(7), w->t.task.page->call[0].out.r[SYSREG_RESULT]);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_gettid, "success=yes exit=%d " RECORD_ARGS), w->pid,
		    PATTERN_4(100));
	expect_mark_records(w);
}

static void body_fatal(struct page *page)
{
	pid_t pid = (pid_t)sys_call(__NR_getpid);

	tracee_ready();
	page->word[0] = 1;
	sys_call(__NR_tgkill, pid, pid, SIGSEGV);
	page->word[0] = 2;
}

/*
 * Contract: ENTRY-064
 * Code: kernel/auditsc.c:__audit_syscall_exit() audit_core_dumps() [v7.3.4]
 */
TEST_F(audited_call, that_kills_its_caller_has_its_record_before_the_abend)
{
	struct watched *w = &self->w;

	setup_ok(watched_start(w, body_fatal, NULL, 0));
	setup_ok(watched_audit(w));
	expect_stop(&w->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
	expect_stop(&w->t, PTRACE_CONT, STOP_KILLED, SIGSEGV);
	expect_val("progress of the body", 1, w->t.task.page->word[0]);
	setup_ok(watched_audit_lines(w));
	expect_line(&w->seen, RECORD(__NR_tgkill, "success=yes exit=0 a0=%x a1=%x a2=%x a3=0"),
		    w->pid, w->pid, SIGSEGV);
	expect_line(&w->seen, "ABEND sig=%d res=1", SIGSEGV);
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
