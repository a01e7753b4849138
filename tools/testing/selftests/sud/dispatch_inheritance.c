// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dispatch belongs to one thread: a new process, a new thread and a new program
 * start without it, and ptrace(2) shows that nothing is left of it.
 */
#include <linux/ptrace.h>
#include "sud.h"

enum heir { NEW_PROCESS, NEW_THREAD, NEW_PROGRAM };

static enum heir body_heir;

/* The heir's own blocked call, and what wakes the one it comes from. */
static void heir_run(struct page *page)
{
	*sud_selector(page) = SYSCALL_DISPATCH_FILTER_BLOCK;
	sys_stub(&page->call[1].in, &page->call[1].out);
	page_wake(&page->go, 1);
}

/* What an armed task leaves behind: set-up, then the heir, then its own call. */
static void body(struct page *page)
{
	static const char *const argv[] = { "heir", NULL };

	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)sud_arm(sud_selector(page));
	if (body_heir == NEW_THREAD) {
		page->word[1] = (__u64)task_thread(heir_run, page);
	} else if (body_heir == NEW_PROGRAM) {
		*sud_selector(page) = SYSCALL_DISPATCH_FILTER_BLOCK;
		sys_call(__NR_execve, "/proc/self/exe", argv, NULL);
	} else {
		long pid = sys_call(__NR_clone, SIGCHLD, 0, 0, 0, 0);

		if (!pid) {
			heir_run(page);
			sys_call(__NR_exit_group, TASK_DONE);
		}
		page->word[1] = (__u64)pid;
	}
	page_wait(&page->go, 0);
	sud_blocked_call(page, 0);
}

static void body_traced(struct page *page)
{
	tracee_ready();
	body(page);
}

static void prepare(struct page *page)
{
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&page->call[1].in, __NR_gettid);
}

FIXTURE(call_of) {
	struct task task;
};

FIXTURE_VARIANT(call_of) {
	enum heir heir;
};

FIXTURE_VARIANT_ADD(call_of, a_new_process) { .heir = NEW_PROCESS };
FIXTURE_VARIANT_ADD(call_of, a_new_thread) { .heir = NEW_THREAD };

FIXTURE_SETUP(call_of)
{
	require_sud();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	prepare(self->task.page);
	body_heir = variant->heir;
	task_on_signal = sud_allow;
}

FIXTURE_TEARDOWN(call_of)
{
	task_end(&self->task);
}

/*
 * Contract: SUD-016
 * Code: kernel/fork.c:dup_task_struct() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_trace_enter() [v7.3.4]
 */
TEST_F(call_of, is_not_dispatched_while_those_of_its_parent_are)
{
	struct page *page = self->task.page;

	expect_run(&self->task, body);
	expect_val("prctl(2)", 0, page->word[0]);
	expect_val("result of the heir's call", page->word[1], page->call[1].out.r[SYSREG_RESULT]);
	expect_kept(&page->call[1].in, &page->call[1].out, false);
	expect_val("signals", 1, page->nframes);
	expect_val("si_syscall", __NR_getppid, page->frame[0].syscall);
	expect_kept(&page->call[0].in, &page->call[0].out, true);
}

FIXTURE(dispatch_configuration_after) {
	struct tracee parent, child;
	struct tracee *heir;
};

FIXTURE_VARIANT(dispatch_configuration_after) {
	enum heir heir;
	int event;
};

FIXTURE_VARIANT_ADD(dispatch_configuration_after, fork) {
	.heir = NEW_PROCESS, .event = PTRACE_EVENT_FORK,
};

FIXTURE_VARIANT_ADD(dispatch_configuration_after, clone) {
	.heir = NEW_THREAD, .event = PTRACE_EVENT_CLONE,
};

FIXTURE_VARIANT_ADD(dispatch_configuration_after, exec) {
	.heir = NEW_PROGRAM, .event = PTRACE_EVENT_EXEC,
};

/* Bring the heir of an armed task to its first stop. */
FIXTURE_SETUP(dispatch_configuration_after)
{
	require_sud();
	body_heir = variant->heir;
	task_on_signal = sud_allow;
	setup_ok(tracee_start(&self->parent, body_traced));
	prepare(self->parent.task.page);
	setup_ok(tracee_options(&self->parent, TRACEE_OPTIONS | 1UL << variant->event));
	expect_stop(&self->parent, PTRACE_CONT, STOP_EVENT, variant->event);
	setup_ok(self->parent.task.page->word[0]);
	self->heir = &self->parent;
	if (variant->heir == NEW_PROGRAM)
		return;
	self->heir = &self->child;
	setup_ok(tracee_adopt(&self->child, &self->parent, (pid_t)self->parent.stop.msg));
	expect_at(&self->child, STOP_SIGNAL, SIGSTOP);
	self->child.stop.kind = STOP_NONE;	/* this SIGSTOP is not delivered */
}

FIXTURE_TEARDOWN(dispatch_configuration_after)
{
	tracee_end(&self->child);
	tracee_end(&self->parent);
}

static long get_config(struct tracee *t, struct ptrace_sud_config *config)
{
	memset(config, 0xa5, sizeof(*config));
	return tracee_ptrace(t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, sizeof(*config), config);
}

/*
 * Contract: SUD-016, SUD-017
 * Code: kernel/fork.c:dup_task_struct() [v7.3.4]
 * Code: fs/exec.c:begin_new_exec() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 */
TEST_F(dispatch_configuration_after, is_off_for_the_heir)
{
	struct ptrace_sud_config config;
	int i;

	setup_ok(get_config(self->heir, &config));
	expect_val("mode", PR_SYS_DISPATCH_OFF, config.mode);
	/* Its calls have stops, so none of them is dispatched. */
	if (variant->heir == NEW_PROGRAM) {
		setup_ok(tracee_next(self->heir, PTRACE_SYSCALL));
		expect_val("kind of stop", STOP_EXIT, self->heir->stop.kind);
		for (i = 0; i < 3; i++) {
			setup_ok(tracee_next(self->heir, PTRACE_SYSCALL));
			expect_val("kind of stop", i % 2 ? STOP_EXIT : STOP_ENTRY,
				   self->heir->stop.kind);
		}
		return;
	}
	expect_stop(self->heir, PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid);
	setup_ok(get_config(&self->parent, &config));
	expect_val("parent's mode", PR_SYS_DISPATCH_ON, config.mode);
}

/*
 * Contract: SUD-040
 * Code: kernel/fork.c:dup_task_struct() [v7.3.4]
 * Code: fs/exec.c:begin_new_exec() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 */
TEST_F(dispatch_configuration_after, is_empty)
{
	__u64 selector = (__u64)sud_selector(self->parent.task.page);
	struct ptrace_sud_config config;

	setup_ok(get_config(self->heir, &config));
	expect_val("mode", PR_SYS_DISPATCH_OFF, config.mode);
	expect_val_or_defect(K10, "selector", 0, config.selector, selector);
	expect_val_or_defect(K10, "offset", 0, config.offset, sys_raw);
	expect_val_or_defect(K10, "len", 0, config.len, (char *)sys_stub - (char *)sys_raw);
}

/*
 * Contract: SUD-040
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_set_config() [v7.3.4]
 */
TEST_F(dispatch_configuration_after, can_be_set_again_as_it_was_got)
{
	struct ptrace_sud_config config;

	setup_ok(get_config(self->heir, &config));
	expect_val_or_defect(K10, "PTRACE_SET", 0,
			     tracee_ptrace(self->heir, PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG,
					   sizeof(config), &config), -EINVAL);
}

TEST_HARNESS_MAIN
