// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stops of execve(2): entry in the old program, event and exit in the new
 * one, of which nothing has run.  The program executed is this one; it is ended
 * before its first instruction.
 */
#include <signal.h>
#include <sys/auxv.h>
#include <sys/ptrace.h>
#include "expect.h"

#define ARGC	3

static char *argv[ARGC + 1] = { "/proc/self/exe", "one", "two" };

static void body_thread(struct page *page)
{
	tracee_ready();
	task_thread(body_calls, page);
	page_wait(&page->go, 0);
}

static void fill_execve(struct page *page, const char *path)
{
	sysregs_fill(&page->call[0].in, __NR_execve, (__u64 [6]){
		(__u64)path, (__u64)argv, (__u64)&argv[ARGC],
		pattern(103), pattern(104), pattern(105) });
	page->ncalls = 1;
}

FIXTURE(exec) {
	struct tracee t;
	struct page *page;
};

/* How the tracer is told of the new program, by its way of attaching and its options. */
FIXTURE_VARIANT(exec) {
	bool seized;
	unsigned long options;
};

FIXTURE_VARIANT_ADD(exec, with_its_event) { .options = PTRACE_O_TRACEEXEC };
FIXTURE_VARIANT_ADD(exec, with_its_event_of_a_seized_task) {
	.seized = true, .options = PTRACE_O_TRACEEXEC,
};
FIXTURE_VARIANT_ADD(exec, without_an_event) { .options = 0 };
FIXTURE_VARIANT_ADD(exec, without_an_event_of_a_seized_task) { .seized = true };

FIXTURE_SETUP(exec)
{
	unsigned long options = TRACEE_OPTIONS | variant->options;

	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	fill_execve(self->page, argv[0]);
	if (variant->seized) {
		setup_ok(tracee_start_attached(&self->t, body_watched_calls, PTRACE_SEIZE,
					       options));
		return;
	}
	setup_ok(tracee_start(&self->t, body_watched_calls));
	setup_ok(tracee_options(&self->t, options));
}

FIXTURE_TEARDOWN(exec)
{
	tracee_end(&self->t);
}

/*
 * The first state of the new program: zero in every register but pc and sp, and
 * no condition flag.  Before the exit stop, the call has no result yet: a preset
 * stays.  At it, the register with the mark has it.
 */
#define expect_new_program(t, is_exit) do {				\
	__u64 new_argc = ~0ULL;						\
	struct arch_regs new_want, new_seen;				\
									\
	setup_ok(tracee_get_regs(t, &new_seen));			\
	new_want = new_seen;						\
	memset(&new_want, 0, ARCH_SYSREGS * sizeof(__u64));		\
	*reg(&new_want, REG_RESULT) = ARCH_ENTRY_RESULT_IS_ENOSYS && !(is_exit) ? -ENOSYS : 0; \
	*reg(&new_want, REG_MARK) = ARCH_HAS_MARKED_REG && (is_exit);	\
	*reg(&new_want, REG_PC) = getauxval(AT_ENTRY);			\
	*reg(&new_want, REG_FLAGS) &= ~ARCH_FLAGS_CONDITION;		\
	expect_regs(&new_want, &new_seen);				\
	expect_val("sp modulo 16", 0, tracee_get(t, REG_SP) % 16);	\
	setup_ok(tracee_ptrace(t, PTRACE_PEEKDATA, tracee_get(t, REG_SP), &new_argc)); \
	expect_val("word at sp (argc)", ARGC, new_argc);		\
	expect_nr(t, __NR_execve);	/* kept for what is reported at the exit */ \
} while (0)

/*
 * Contract: PT-064, PT-062
 * Promise: ptrace(2) "PTRACE_EVENT_EXEC"
 * Code: arch/arm64/include/asm/processor.h:start_thread_common() [v7.3.4]
 * Code: fs/exec.c:exec_binprm() begin_new_exec() [v7.3.4]
 */
TEST_F(exec, shows_the_new_program_at_its_exit_stop)
{
	struct ptrace_syscall_info info;
	struct tracee *t = &self->t;
	pid_t tid = t->tid;

	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	expect_reg(t, REG_ARG0, (__u64)argv[0]);
	if (variant->options) {
		expect_stop(t, PTRACE_SYSCALL, STOP_EVENT, PTRACE_EVENT_EXEC);
		expect_val("event message", tid, t->stop.msg);
		expect_new_program(t, false);
	}
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_new_program(t, true);
	setup_ok(tracee_info(t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_EXIT, info.op);
	expect_val("info.exit.rval", 0, info.exit.rval);
	expect_val("info.exit.is_error", 0, info.exit.is_error);
	expect_val("info.instruction_pointer", getauxval(AT_ENTRY), info.instruction_pointer);

	/* A task that was not seized and has no event gets a SIGTRAP in its place. */
	setup_ok(tracee_next(t, PTRACE_SYSCALL));
	if (variant->options || variant->seized) {
		expect_val("kind of the next stop", STOP_ENTRY, t->stop.kind);
		return;
	}
	expect_at(t, STOP_TRAP, SI_USER);
	expect_reg(t, REG_PC, getauxval(AT_ENTRY));
	expect_reg(t, REG_MARK, 0);
}

/*
 * Contract: PT-064, PT-062
 * Code: fs/exec.c:exec_binprm() [v7.3.4]
 */
TEST_F(exec, that_fails_has_no_event_with_its_error_at_the_exit_stop)
{
	static const char path[] = "/proc/self/no-such-file";

	fill_execve(self->page, path);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_reg(&self->t, REG_RESULT, -ENOENT);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_ARG1, (__u64)argv);
	expect_done(&self->t);
}

FIXTURE(exec_event) {
	struct tracee t;
};

FIXTURE_SETUP(exec_event)
{
	setup_ok(tracee_start(&self->t, body_watched_calls));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXEC));
	fill_execve(self->t.task.page, argv[0]);
}

FIXTURE_TEARDOWN(exec_event)
{
	tracee_end(&self->t);
}

/*
 * Nothing else changes between the two stops in the new program, of which the
 * second is asked for only at the first.
 *
 * Contract: PT-031, PT-064, PT-062
 * Code: include/linux/ptrace.h:ptrace_event() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(exec_event, keeps_every_register_up_to_the_exit_stop)
{
	struct arch_regs at_event, at_exit;
	struct tracee *t = &self->t;

	expect_stop(t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXEC);
	setup_ok(tracee_get_regs(t, &at_event));
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	setup_ok(tracee_get_regs(t, &at_exit));
	expect_val(reg_text(REG_MARK), ARCH_HAS_MARKED_REG, *reg(&at_exit, REG_MARK));
	*reg(&at_event, REG_MARK) = ARCH_HAS_MARKED_REG;
	*reg(&at_event, REG_RESULT) = 0;	/* instead of a preset */
	expect_regs(&at_event, &at_exit);
}

FIXTURE(exec_of_a_thread) {
	struct tracee leader, thread;
};

FIXTURE_SETUP(exec_of_a_thread)
{
	setup_ok(tracee_start(&self->leader, body_thread));
	setup_ok(tracee_options(&self->leader, TRACEE_OPTIONS | PTRACE_O_TRACECLONE |
				PTRACE_O_TRACEEXEC));
	fill_execve(self->leader.task.page, argv[0]);
	expect_stop(&self->leader, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	expect_stop(&self->leader, PTRACE_SYSCALL, STOP_EVENT, PTRACE_EVENT_CLONE);
	setup_ok(tracee_adopt(&self->thread, &self->leader, (pid_t)self->leader.stop.msg));
	self->thread.stop.kind = STOP_NONE;	/* its SIGSTOP is not delivered */
}

FIXTURE_TEARDOWN(exec_of_a_thread)
{
	tracee_end(&self->thread);
	tracee_end(&self->leader);
}

/*
 * The leader is held at its own stop meanwhile; that stop ends with it.
 *
 * Contract: PT-064, PT-062
 * Promise: ptrace(2) "execve(2) under ptrace"
 * Code: fs/exec.c:de_thread() exec_binprm() [v7.3.4]
 */
TEST_F(exec_of_a_thread, is_reported_by_the_leader_with_the_id_it_had)
{
	struct tracee *t = &self->leader;
	pid_t tid = self->thread.tid;

	expect_stop(&self->thread, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	setup_ok(tracee_resume(&self->thread, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_EVENT, PTRACE_EVENT_EXEC);
	expect_val("event message", tid, t->stop.msg);
	expect_new_program(t, false);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_new_program(t, true);
}

TEST_HARNESS_MAIN
