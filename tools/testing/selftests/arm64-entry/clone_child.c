// SPDX-License-Identifier: GPL-2.0-only
/* The first moment of a child: its registers, and what it does not inherit. */
#include <linux/sched.h>
#include "expect.h"

FIXTURE(child_registers) {
	struct tracee parent, child;
	struct sysregs *in;
};

FIXTURE_VARIANT(child_registers) {
	unsigned long flags;
	bool own_stack;
};

#define THREAD_FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)
FIXTURE_VARIANT_ADD(child_registers, of_a_fork) { 0, false };
FIXTURE_VARIANT_ADD(child_registers, of_a_vfork) { CLONE_VM | CLONE_VFORK, false };
FIXTURE_VARIANT_ADD(child_registers, of_a_thread) { THREAD_FLAGS, true };
FIXTURE_VARIANT_ADD(child_registers, of_a_process_with_a_new_stack) { 0, true };

/* Never used as a stack: the child is killed at its first stop. */
#define STACK_PATTERN	0x7eadbeef1230ULL

FIXTURE_SETUP(child_registers)
{
	struct page *page = self->parent.task.page = page_new();

	ASSERT_NE(NULL, page);
	page->ncalls = 1;
	self->in = &page->call[0].in;
	sysregs_fill(self->in, __NR_clone, (__u64 [6]){
		variant->flags, variant->own_stack ? STACK_PATTERN : 0,
		pattern(102), pattern(103), pattern(104), pattern(105) });
	setup_ok(tracee_start(&self->parent, body_watched_calls));
	setup_ok(tracee_options(&self->parent, TRACEE_OPTIONS | PTRACE_O_TRACECLONE |
				PTRACE_O_TRACEVFORK | PTRACE_O_TRACEFORK));
}

FIXTURE_TEARDOWN(child_registers)
{
	tracee_end(&self->child);
	tracee_end(&self->parent);
}

/*
 * Contract: ENTRY-065
 * Code: arch/arm64/kernel/process.c:copy_thread() [v7.3.4]
 */
TEST_F(child_registers, are_the_parents_with_x0_zero)
{
	int event = variant->flags & CLONE_VFORK ? PTRACE_EVENT_VFORK : PTRACE_EVENT_CLONE;
	struct arch_regs parent, regs;
	char name[8];
	int i;

	expect_stop(&self->parent, PTRACE_CONT, STOP_EVENT, event);
	setup_ok(tracee_get_regs(&self->parent, &parent));
	setup_ok(tracee_adopt(&self->child, &self->parent, self->parent.stop.msg));
	expect_at(&self->child, STOP_SIGNAL, SIGSTOP);
	setup_ok(tracee_get_regs(&self->child, &regs));
	expect_val("x0", 0, regs.u.regs[0]);
	for (i = 1; i < 31; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		expect_val(name, self->in->r[i], regs.u.regs[i]);
	}
	expect_val("pc", (__u64)sys_insn_end, regs.u.pc);
	expect_val("sp", variant->own_stack ? STACK_PATTERN : self->in->sp, regs.u.sp);
	expect_val("nzcv", ARCH_FLAGS_PATTERN, regs.u.pstate & 0xf0000000);
	/* SSBS is the mitigation's, which may set it at a task switch. */
	expect_val("pstate", parent.u.pstate & ~(__u64)PSR_SSBS_BIT,
		   regs.u.pstate & ~(__u64)PSR_SSBS_BIT);
	/* Its first stop is for a signal, so the call is over for it. */
	expect_nr(&self->child, -1);
}

FIXTURE(untraced_child) {
	struct tracee t;
	struct page *page;
};

FIXTURE_VARIANT(untraced_child) {
	int request;	/* what the parent is resumed with over its clone(2) */
};

FIXTURE_VARIANT_ADD(untraced_child, of_a_parent_under_syscall) { PTRACE_SYSCALL };
FIXTURE_VARIANT_ADD(untraced_child, of_a_parent_under_sysemu) { PTRACE_SYSEMU };
FIXTURE_VARIANT_ADD(untraced_child, of_a_parent_under_singlestep) { PTRACE_SINGLESTEP };

/* Use of page->word[]. */
enum { W_CHILD, W_CHILD_PID, W_STATUS };

#define CHILD_DONE	55

static void body_clone(struct page *page)
{
	long pid;

	tracee_ready();
	pid = sys_call(__NR_clone, 0);
	if (!pid) {
		page->word[W_CHILD_PID] = sys_call(__NR_getpid);
		sys_call(__NR_exit_group, CHILD_DONE);
		__builtin_trap();	/* the call was not executed */
	}
	mark_stub();
	page->word[W_CHILD] = pid;
	sys_call(__NR_wait4, pid, &page->word[W_STATUS], 0x40000000 /* __WALL */, 0);
}

FIXTURE_SETUP(untraced_child)
{
	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	setup_ok(tracee_start(&self->t, body_clone));
}

FIXTURE_TEARDOWN(untraced_child)
{
	tracee_end(&self->t);
}

/*
 * The clone runs while the flag of the request is set in the parent: it is
 * resumed by that request from its entry stop.
 *
 * Contract: ENTRY-067
 * Code: kernel/fork.c:copy_process() [v7.3.4]
 */
TEST_F(untraced_child, runs_its_calls_unwatched)
{
	__u64 *word = self->page->word;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_clone);
	if (variant->request == PTRACE_SYSCALL)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_clone);
	if (variant->request == PTRACE_SINGLESTEP)
		expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	/* SYSEMU has no exit stop: it runs on to the breakpoint. */
	expect_stop(&self->t, variant->request == PTRACE_SYSEMU ? PTRACE_SYSEMU : PTRACE_CONT,
		    STOP_TRAP, ARCH_BREAK_CODE);
	setup_ok(tracee_skip_breakpoint(&self->t));
	expect_done(&self->t);
	expect_val("status of the child", CHILD_DONE << 8, (__u32)word[W_STATUS]);
	expect_val("pid in the child", word[W_CHILD], word[W_CHILD_PID]);
}

TEST_HARNESS_MAIN
