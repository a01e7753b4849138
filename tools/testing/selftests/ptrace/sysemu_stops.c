// SPDX-License-Identifier: GPL-2.0-only
/* PTRACE_SYSEMU: the one stop of a call that is not executed, and what follows it. */
#include <sys/wait.h>
#include "walk.h"

FIXTURE(emulated_call) {
	struct walk w;
};

FIXTURE_SETUP(emulated_call)
{
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(emulated_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-032
 * Promise: ptrace(2) "PTRACE_SYSEMU"
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() report_syscall_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(emulated_call, stops_at_its_entry_without_being_executed)
{
	struct ptrace_syscall_info info;
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_val("event message", PTRACE_EVENTMSG_SYSCALL_ENTRY, w->t.stop.msg);
	expect_nr(&w->t, __NR_getcpu);
	if (ARCH_HAS_MARKED_REG)
		expect_reg(&w->t, REG_MARK, 0);
	setup_ok(tracee_info(&w->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_ENTRY, info.op);
	expect_val("info.entry.nr", __NR_getcpu, info.entry.nr);
	expect_val("info.entry.args[0]", w->m.arg0, info.entry.args[0]);
}

/*
 * Contract: PT-032, PT-035
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 */
TEST_F(emulated_call, leaves_every_register_as_the_tracee_set_it)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU);
	expect_walk(w, PTRACE_CONT);
	expect_kept(w->in, &w->t.task.page->call[0].out, !ARCH_ENTRY_RESULT_IS_ENOSYS);
	if (ARCH_ENTRY_RESULT_IS_ENOSYS)
		expect_val("result", -ENOSYS, w->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-033
 * Promise: ptrace(2) "PTRACE_SYSEMU"
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(emulated_call, has_no_exit_stop_under_sysemu)
{
	struct walk *w = &self->w;
	int turn;

	for (turn = 0; turn < 2; turn++) {
		expect_walk(w, PTRACE_SYSEMU);
		expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
		expect_walk(w, PTRACE_SYSEMU);
		expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
		setup_ok(walk_turn(w));
	}
}

/*
 * Contract: PT-034
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() report_syscall_exit() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_exit() [v7.3.4]
 */
TEST_F(emulated_call, resumed_by_syscall_has_an_exit_stop)
{
	struct ptrace_syscall_info info;
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU);
	expect_walk(w, PTRACE_SYSCALL);
	expect_at(&w->t, STOP_EXIT, __NR_getcpu);
	expect_val("event message", PTRACE_EVENTMSG_SYSCALL_EXIT, w->t.stop.msg);
	if (ARCH_HAS_MARKED_REG)
		expect_reg(&w->t, REG_MARK, 1);
	setup_ok(tracee_info(&w->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_EXIT, info.op);
	expect_val("info.exit.rval", ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS :
		   w->in->r[SYSREG_ARG(0)], info.exit.rval);
}

/*
 * Contract: PT-035
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(emulated_call, resumed_by_cont_is_the_last_that_is_skipped)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSEMU);
	expect_walk(w, PTRACE_CONT);
	expect_claim(!walk_ran(w), "the call at the SYSEMU stop is not executed");
	setup_ok(walk_turn(w));
	expect_walk(w, PTRACE_CONT);
	expect_claim(walk_ran(w), "the next call is executed");
	expect_val("result", 0, w->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-036
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 */
TEST_F(emulated_call, is_not_the_one_at_whose_entry_stop_sysemu_begins)
{
	struct walk *w = &self->w;

	expect_walk(w, PTRACE_SYSCALL);
	expect_walk(w, PTRACE_SYSEMU);
	expect_at(&w->t, STOP_TRAP, ARCH_BREAK_CODE);
	expect_claim(walk_ran(w), "the call at the SYSCALL stop is executed");
	setup_ok(walk_turn(w));
	expect_walk(w, PTRACE_SYSEMU);
	expect_at(&w->t, STOP_ENTRY, __NR_getcpu);
	expect_walk(w, PTRACE_SYSEMU);
	expect_claim(!walk_ran(w), "the next call is not executed");
}

/*
 * What emulators do to run a call of their own in the tracee: put pc back on
 * the instruction and load other arguments.
 *
 * Contract: PT-043
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() syscall_trace_enter() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(emulated_call, issued_again_shows_the_new_number_with_its_arguments)
{
	struct ptrace_syscall_info info;
	struct walk *w = &self->w;
	struct arch_regs regs;
	char name[16];
	int i;

	expect_walk(w, PTRACE_SYSEMU);
	setup_ok(tracee_get_regs(&w->t, &regs));
	*reg(&regs, REG_PC) = (__u64)step_insn;
	*reg(&regs, REG_CALL) = __NR_getppid;
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = pattern(200 + i);
	setup_ok(tracee_set_regs(&w->t, &regs));

	expect_stop(&w->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	expect_reg(&w->t, REG_PC, (__u64)step_insn_end);
	setup_ok(tracee_info(&w->t, &info));
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, pattern(200 + i), info.entry.args[i]);
	}
	expect_claim(!walk_ran(w), "the first call is not executed");
}

/* Two calls that are told apart by the word they write to. */
FIXTURE(two_calls) {
	struct tracee t;
};

FIXTURE_SETUP(two_calls)
{
	struct page *page = page_new();
	__u64 args[6] = { 0 };

	ASSERT_NE(NULL, page);
	self->t.task.page = page;
	for (page->ncalls = 0; page->ncalls < 2; page->ncalls++) {
		page->word[page->ncalls] = WALK_POISON;
		args[0] = (__u64)&page->word[page->ncalls];
		sysregs_fill(&page->call[page->ncalls].in, __NR_getcpu, args);
	}
	setup_ok(tracee_start(&self->t, body_watched_calls));
}

FIXTURE_TEARDOWN(two_calls)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-073
 * Promise: ptrace(2) "PTRACE_DETACH"
 * Code: kernel/ptrace.c:__ptrace_unlink() [v7.3.4]
 */
TEST_F(two_calls, detached_at_a_sysemu_stop_skip_the_first_alone)
{
	struct page *page = self->t.task.page;

	expect_stop(&self->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getcpu);
	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	expect_val("word of the first call", WALK_POISON, page->word[0]);
	expect_claim(page->word[1] != WALK_POISON, "the second call is executed");
	expect_val("result of the second call", 0, page->call[1].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
