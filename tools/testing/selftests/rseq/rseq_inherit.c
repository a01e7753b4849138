// SPDX-License-Identifier: GPL-2.0-only
/* What becomes of a registration in a child, and what a tracer sees of it. */
#include <linux/sched.h>
#include <sys/wait.h>
#include "area.h"

static char stack[65536] __attribute__((aligned(16)));

FIXTURE(registered_task) {
	struct task task;
};

FIXTURE_SETUP(registered_task)
{
	/* Private: a child of fork(2) has an area of its own at the same address. */
	setup_area(MAP_PRIVATE, window_call);
}

FIXTURE_TEARDOWN(registered_task)
{
	task_end(&self->task);
}

/* In the child: what the kernel answers tells whether it is registered. */
static void child(struct page *page, void *its_area)
{
	page->word[1] = area_rseq(its_area, AREA_V1, 0, WINDOW_SIG);
	page->word[2] = area_rseq(its_area, AREA_V1, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	page->word[3] = area_rseq(its_area, AREA_V1, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
}

/* One area for two tasks in the same memory is what the debug checks kill for. */
static void child_in_same_memory(void *page)
{
	static char its_area[AREA_V1] __attribute__((aligned(AREA_V1)));

	child(page, its_area);
}

static void wait_child(struct page *page, long pid)
{
	int status = -1;

	page->word[4] = sys_call(__NR_wait4, pid, &status, __WALL, NULL) == pid ? status : -1;
	page->word[5] = area_rseq(area, AREA_V1, 0, WINDOW_SIG);
}

static void body_fork(struct page *page)
{
	long pid;

	page->word[0] = area_register(AREA_V1);
	pid = sys_call(__NR_clone, SIGCHLD);
	if (!pid) {
		child(page, area);
		sys_call(__NR_exit_group, 0);
	}
	wait_child(page, pid);
}

/*
 * Contract: RSEQ-014
 * Code: include/linux/rseq.h:rseq_fork() [v7.3.4]
 */
TEST_F(registered_task, hands_the_registration_to_a_forked_child)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_fork));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result of registering", 0, page->word[0]);
	expect_val("wait status of the child", 0, page->word[4]);
	expect_val("child registering", -EBUSY, page->word[1]);
	expect_val("child taking back", 0, page->word[2]);
	expect_val("child taking back again", -EINVAL, page->word[3]);
	expect_val("parent registering again", -EBUSY, page->word[5]);
}

static void body_clone_vm(struct page *page)
{
	page->word[0] = area_register(AREA_V1);
	wait_child(page, thread_stub(CLONE_VM | SIGCHLD, stack + sizeof(stack),
				      child_in_same_memory, page));
}

/*
 * Contract: RSEQ-014
 * Code: include/linux/rseq.h:rseq_fork() rseq_reset() [v7.3.4]
 */
TEST_F(registered_task, keeps_the_registration_from_a_child_in_its_memory)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_clone_vm));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result of registering", 0, page->word[0]);
	expect_val("wait status of the child", 0, page->word[4]);
	expect_val("child registering", 0, page->word[1]);
	expect_val("child taking back", 0, page->word[2]);
	expect_val("child taking back again", -EINVAL, page->word[3]);
	expect_val("parent registering again", -EBUSY, page->word[5]);
}

FIXTURE(traced_registration) {
	struct tracee t;
	struct ptrace_rseq_configuration *conf;	/* ends at an unmapped page */
};

static void body_exec(struct page *page)
{
	static const char *const none[] = { NULL };

	page->word[0] = area_register(AREA_V2);
	tracee_ready();
	page->word[1] = area_rseq(area, AREA_V2, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	mark_stub();
	page->word[2] = area_rseq(area, AREA_V1, 0, WINDOW_SIG);
	sys_call(__NR_execve, "/proc/self/exe", none, none);
}

FIXTURE_SETUP(traced_registration)
{
	setup_area(MAP_PRIVATE, window_call);
	self->conf = guard_alloc(sizeof(*self->conf));
	ASSERT_NE(NULL, self->conf);
	setup_ok(tracee_start(&self->t, body_exec));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACEEXEC));
}

FIXTURE_TEARDOWN(traced_registration)
{
	tracee_end(&self->t);
	guard_free(self->conf, sizeof(*self->conf));
}

static long configuration(struct tracee *t, void *buf, size_t size)
{
	memset(buf, 0xff, size);
	return tracee_ptrace(t, PTRACE_GET_RSEQ_CONFIGURATION, size, buf);
}

/*
 * Contract: RSEQ-018
 * Promise: ptrace(2) "PTRACE_GET_RSEQ_CONFIGURATION"
 * Code: kernel/ptrace.c:ptrace_get_rseq_configuration() [v7.3.4]
 */
TEST_F(traced_registration, is_shown_whole_to_the_tracer)
{
	struct ptrace_rseq_configuration *c = self->conf;

	expect_val("result of registering", 0, self->t.task.page->word[0]);
	expect_val("result", sizeof(*c), configuration(&self->t, c, sizeof(*c)));
	expect_val("rseq_abi_pointer", (__u64)area, c->rseq_abi_pointer);
	expect_val("rseq_abi_size", AREA_V2, c->rseq_abi_size);
	expect_val("signature", WINDOW_SIG, c->signature);
	expect_val("flags", 0, c->flags);
	expect_val("pad", 0, c->pad);
}

/*
 * Contract: RSEQ-018
 * Code: kernel/ptrace.c:ptrace_get_rseq_configuration() [v7.3.4]
 */
TEST_F(traced_registration, is_cut_to_a_short_buffer)
{
	struct ptrace_rseq_configuration *c = self->conf;

	memset(c, 0xff, sizeof(*c));
	expect_val("result", sizeof(*c), configuration(&self->t, c, 12));
	expect_val("rseq_abi_pointer", (__u64)area, c->rseq_abi_pointer);
	expect_val("rseq_abi_size", AREA_V2, c->rseq_abi_size);
	expect_val("byte behind the buffer", ~0U, c->signature);
	expect_val("result with a bad buffer", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_GET_RSEQ_CONFIGURATION, sizeof(*c), c + 1));
}

/*
 * Contract: RSEQ-014, RSEQ-015, RSEQ-018
 * Code: include/linux/rseq.h:rseq_execve() rseq_reset() [v7.3.4]
 * Code: kernel/rseq.c:rseq_unregister() [v7.3.4]
 */
TEST_F(traced_registration, ends_when_taken_back_or_by_exec)
{
	struct ptrace_rseq_configuration *c = self->conf;

	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	setup_ok(tracee_skip_breakpoint(&self->t));
	expect_val("result of taking back", 0, self->t.task.page->word[1]);
	expect_val("result", sizeof(*c), configuration(&self->t, c, sizeof(*c)));
	expect_val("rseq_abi_pointer after taking back", 0, c->rseq_abi_pointer);
	expect_val("rseq_abi_size after taking back", 0, c->rseq_abi_size);
	expect_stop(&self->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_EXEC);
	expect_val("result of registering again", 0, self->t.task.page->word[2]);
	/* Not yet: the registration ends with the call. */
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_val("result", sizeof(*c), configuration(&self->t, c, sizeof(*c)));
	expect_val("rseq_abi_pointer after exec", 0, c->rseq_abi_pointer);
	expect_val("rseq_abi_size after exec", 0, c->rseq_abi_size);
	expect_val("signature after exec", 0, c->signature);
}

TEST_HARNESS_MAIN
