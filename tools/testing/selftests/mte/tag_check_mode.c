// SPDX-License-Identifier: GPL-2.0-only
/* The tag check mode of a task: set, read, inherited, reset by execve(2). */
#include <sys/uio.h>
#include "mte.h"

static char *memory;

FIXTURE(mode) {
	struct task task;
};

FIXTURE_VARIANT(mode) {
	unsigned long ctrl;
};

FIXTURE_VARIANT_ADD(mode, without_checks) { .ctrl = MTE_CTRL(0) };
FIXTURE_VARIANT_ADD(mode, sync) { .ctrl = MTE_CTRL(PR_MTE_TCF_SYNC) };
FIXTURE_VARIANT_ADD(mode, async) { .ctrl = MTE_CTRL(PR_MTE_TCF_ASYNC) };
FIXTURE_VARIANT_ADD(mode, sync_or_async) {
	.ctrl = MTE_CTRL(PR_MTE_TCF_SYNC | PR_MTE_TCF_ASYNC),
};
FIXTURE_VARIANT_ADD(mode, with_three_tags) {
	.ctrl = PR_TAGGED_ADDR_ENABLE | PR_MTE_TCF_SYNC | 0x0320UL << PR_MTE_TAG_SHIFT,
};
FIXTURE_VARIANT_ADD(mode, without_the_tagged_address_abi) {
	.ctrl = PR_MTE_TCF_SYNC | 0xffffUL << PR_MTE_TAG_SHIFT,
};

FIXTURE_SETUP(mode)
{
	setup_mte(memory);
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
	self->task.page->word[0] = variant->ctrl;
}

FIXTURE_TEARDOWN(mode)
{
	task_end(&self->task);
}

static long mode_get(void)
{
	return sys_call(__NR_prctl, PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
}

static long mode_set(unsigned long ctrl, unsigned long arg3)
{
	return sys_call(__NR_prctl, PR_SET_TAGGED_ADDR_CTRL, ctrl, arg3, 0, 0);
}

static void body_set(struct page *page)
{
	page->word[1] = mode_get();
	page->word[2] = mode_set(page->word[0], 0);
	page->word[3] = mode_get();
	page->word[4] = mode_set(page->word[0] | 1UL << 40, 0);
	page->word[5] = mode_set(0, 1);
	page->word[6] = mode_get();
}

/*
 * Contract: MTE-018
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Tag Check Faults"
 * Code: arch/arm64/kernel/process.c:set_tagged_addr_ctrl() get_tagged_addr_ctrl() [v7.3.4]
 * Code: arch/arm64/kernel/mte.c:set_mte_ctrl() get_mte_ctrl() [v7.3.4]
 */
TEST_F(mode, reads_back_as_it_was_set)
{
	struct page *page = self->task.page;

	setup_ok(task_start(&self->task, body_set));
	expect_finish(&self->task);
	expect_val("mode of a new program", 0, page->word[1]);
	expect_val("result of setting", 0, page->word[2]);
	expect_val("mode", variant->ctrl, page->word[3]);
	expect_val("setting an unknown bit", -EINVAL, page->word[4]);
	expect_val("setting with a third argument", -EINVAL, page->word[5]);
	expect_val("mode after the refusals", variant->ctrl, page->word[6]);
}

static void body_fork(struct page *page)
{
	int status = -1;
	long pid;

	page->word[2] = mode_set(page->word[0], 0);
	pid = sys_call(__NR_clone, SIGCHLD);
	if (!pid) {
		page->word[3] = mode_get();
		sys_call(__NR_exit_group, TASK_DONE);
	}
	sys_call(__NR_wait4, pid, &status, __WALL, NULL);
	page->word[4] = status;
}

/*
 * Contract: MTE-024
 * Code: arch/arm64/kernel/process.c:arch_dup_task_struct() [v7.3.4]
 */
TEST_F(mode, is_inherited_by_a_child)
{
	struct page *page = self->task.page;

	setup_ok(task_start(&self->task, body_fork));
	expect_finish(&self->task);
	expect_val("result of setting", 0, page->word[2]);
	expect_val("wait status of the child", TASK_DONE << 8, page->word[4]);
	expect_val("mode of the child", variant->ctrl, page->word[3]);
}

FIXTURE(exec_in_async_mode) {
	struct tracee t;
};

/* The kernel's own read of the path, of the wrong tag, leaves a fault behind. */
static void body_exec(struct page *page)
{
	static const char *const none[] = { NULL };
	static const char path[] = "/proc/self/exe";
	unsigned int i;

	(void)page;
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	for (i = 0; i < sizeof(path); i++)
		((volatile char *)memory)[i] = path[i];
	tracee_ready();
	sys_call(__NR_execve, mte_tagged(memory, 5), none, none);
}

FIXTURE_SETUP(exec_in_async_mode)
{
	setup_mte(memory);
	setup_ok(tracee_start(&self->t, body_exec));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXEC));
}

FIXTURE_TEARDOWN(exec_in_async_mode)
{
	tracee_end(&self->t);
}

static long mode_regset(struct tracee *t, int request, __u64 *mode)
{
	struct iovec iov = { mode, sizeof(*mode) };

	return tracee_ptrace(t, request, NT_ARM_TAGGED_ADDR_CTRL, &iov);
}

/*
 * Contract: MTE-023
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Initial process state"
 * Code: arch/arm64/kernel/mte.c:mte_thread_init_user() [v7.3.4]
 * Code: arch/arm64/kernel/process.c:flush_thread() [v7.3.4]
 */
TEST_F(exec_in_async_mode, leaves_no_mode)
{
	__u64 mode = ~0ULL;

	setup_ok(mode_regset(&self->t, PTRACE_GETREGSET, &mode));
	expect_val("mode before", MTE_CTRL(PR_MTE_TCF_ASYNC), mode);
	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXEC);
	setup_ok(mode_regset(&self->t, PTRACE_GETREGSET, &mode));
	expect_val("mode after", 0, mode);
}

/*
 * Contract: MTE-023
 * Code: arch/arm64/kernel/mte.c:mte_thread_init_user() [v7.3.4]
 */
TEST_F(exec_in_async_mode, leaves_no_fault_for_the_new_program)
{
	__u64 mode = MTE_CTRL(PR_MTE_TCF_ASYNC);

	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXEC);
	setup_ok(mode_regset(&self->t, PTRACE_SETREGSET, &mode));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	/* The first event of the new program is a call of its libc, not a signal. */
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_val("kind of the first stop", STOP_ENTRY, self->t.stop.kind);
}

TEST_HARNESS_MAIN
