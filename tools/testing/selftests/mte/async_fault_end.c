// SPDX-License-Identifier: GPL-2.0-only
/* An asynchronous tag check fault before a call that ends or copies the task. */
#include <sys/wait.h>
#include "mte.h"

#define TRIES	8	/* at an interrupt between the stores of one call */

static char *memory;

FIXTURE(async_fault_before) {
	struct task task;
};

FIXTURE_SETUP(async_fault_before)
{
	setup_mte(memory);
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
}

FIXTURE_TEARDOWN(async_fault_before)
{
	task_end(&self->task);
}

static void fill(struct page *page, unsigned int tag, long nr, const __u64 args[6])
{
	sysregs_fill(&page->call[0].in, nr, args);
	page->call[0].in.r[9] = (__u64)mte_tagged(memory, tag);
}

static void body(struct page *page)
{
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	page->word[0] = 1;
	store_stub(&page->call[0].in, &page->call[0].out);
	page->word[0] = 2;
}

/*
 * Contract: MTE-012
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_before, exit_group_kills_instead)
{
	static const __u64 args[6] = { 33 };
	int status;

	fill(self->task.page, 5, __NR_exit_group, args);
	setup_ok(task_start(&self->task, body));
	setup_ok(task_finish(&self->task, &status));
	expect_val("wait status", SIGSEGV, status & ~WCOREFLAG);
	expect_val("progress", 1, self->task.page->word[0]);
}

/*
 * Contract: MTE-012
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_before, exit_group_needs_a_wrong_tag)
{
	static const __u64 args[6] = { 33 };
	int status;

	fill(self->task.page, 0, __NR_exit_group, args);
	setup_ok(task_start(&self->task, body));
	setup_ok(task_finish(&self->task, &status));
	expect_val("wait status", 33 << 8, status);
}

/* An interrupt between the stores makes two faults of them: then again. */
static void body_three(struct page *page)
{
	struct arch_regs *regs = &page->frame[0].regs;
	int i;

	task_handle(SIGSEGV, 0);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	for (i = 0; i < TRIES; i++) {
		page->nframes = 0;
		regs->u.pc = 0;
		store3_stub(&page->call[0].in, &page->call[0].out);
		if (regs->u.pc < (__u64)store3_before || regs->u.pc >= (__u64)store3_insn)
			break;
	}
	page->word[0] = sys_call(__NR_getppid);
}

/*
 * Contract: MTE-014
 * Code: arch/arm64/kernel/entry.S:check_mte_async_tcf() [v7.3.4]
 * Code: arch/arm64/include/asm/entry-common.h:arch_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(async_fault_before, one_call_is_reported_once_for_three_stores)
{
	static const __u64 args[6] = { 0 };
	struct page *page = self->task.page;

	fill(page, 5, __NR_getppid, args);
	setup_ok(task_start(&self->task, body_three));
	expect_finish(&self->task);
	expect_val("signals", 1, page->nframes);
	expect_val("si_code", SEGV_MTEAERR, page->frame[0].code);
	expect_val("pc", (__u64)store3_insn, page->frame[0].regs.u.pc);
	expect_val("x0", getpid(), page->call[0].out.r[0]);
	expect_val("result of the next call", getpid(), page->word[0]);
}

/* Both run on behind the stub: parent and child are told apart by its result. */
static void body_fork(struct page *page)
{
	__s64 pid;
	int status;

	task_handle(SIGSEGV, 0);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	store_stub(&page->call[0].in, &page->call[0].out);
	pid = page->call[0].out.r[0];
	if (sys_call(__NR_getpid) != (long)page->word[0]) {
		page->word[1] = page->nframes;
		page->word[2] = sys_call(__NR_prctl, PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
		sys_call(__NR_exit_group, TASK_DONE);
	}
	page->word[3] = sys_call(__NR_wait4, -1, &status, __WALL, NULL) > 0 ? status : -1;
	page->word[4] = pid > 0;
}

static void body_fork_known(struct page *page)
{
	page->word[0] = sys_call(__NR_getpid);
	body_fork(page);
}

/*
 * Contract: MTE-024
 * Code: arch/arm64/kernel/process.c:arch_dup_task_struct() [v7.3.4]
 * Code: arch/arm64/kernel/mte.c:get_mte_ctrl() [v7.3.4]
 */
TEST_F(async_fault_before, fork_is_reported_to_the_parent_alone)
{
	static const __u64 args[6] = { SIGCHLD };
	struct page *page = self->task.page;

	fill(page, 5, __NR_clone, args);
	setup_ok(task_start(&self->task, body_fork_known));
	expect_finish(&self->task);
	expect_val("wait status of the child", TASK_DONE << 8, page->word[3]);
	expect_val("signals", 1, page->nframes);
	expect_val("signals when the child ran", 1, page->word[1]);
	expect_val("mode of the child", MTE_CTRL(PR_MTE_TCF_ASYNC), page->word[2]);
}

TEST_HARNESS_MAIN
