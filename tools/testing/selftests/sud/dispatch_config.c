// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_{GET,SET}_SYSCALL_USER_DISPATCH_CONFIG: what a checkpoint reads and a
 * restore writes must be the same dispatch, and what is set must be at work.
 */
#include <linux/ptrace.h>
#include "sud.h"

FIXTURE(dispatch_config) {
	struct tracee t;
	struct page *page;
	struct ptrace_sud_config want;
};

FIXTURE_VARIANT(dispatch_config) {
	unsigned long mode;
};

FIXTURE_VARIANT_ADD(dispatch_config, that_is_off) { .mode = PR_SYS_DISPATCH_OFF };
FIXTURE_VARIANT_ADD(dispatch_config, that_is_exclusive) { .mode = PR_SYS_DISPATCH_EXCLUSIVE_ON };
FIXTURE_VARIANT_ADD(dispatch_config, that_is_inclusive) { .mode = PR_SYS_DISPATCH_INCLUSIVE_ON };

/* word[1..4]: the arguments of prctl(2); word[0]: its answer. */
static void body(struct page *page)
{
	__u64 *args = &page->word[1];

	task_handle(SIGSYS, 0);
	tracee_ready();
	if (args[0])
		page->word[0] = (__u64)sud_prctl(args[0], args[1], args[2], (void *)args[3]);
	tracee_ready();
	sud_blocked_call(page, 0);
}

/* The range that dispatches nothing but the call of sys_stub(), in either mode. */
FIXTURE_SETUP(dispatch_config)
{
	struct ptrace_sud_config *want = &self->want;

	require_sud();
	task_on_signal = sud_allow;
	setup_ok(tracee_start(&self->t, body));
	self->page = self->t.task.page;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	want->mode = variant->mode;
	if (variant->mode == PR_SYS_DISPATCH_OFF)
		return;
	want->selector = (__u64)sud_selector(self->page);
	want->offset = variant->mode == PR_SYS_DISPATCH_INCLUSIVE_ON ?
		       (__u64)sys_insn_end : (__u64)sys_raw;
	want->len = variant->mode == PR_SYS_DISPATCH_INCLUSIVE_ON ?
		    1 : (__u64)sys_stub - (__u64)sys_raw;
}

FIXTURE_TEARDOWN(dispatch_config)
{
	tracee_end(&self->t);
}

static long get(struct tracee *t, struct ptrace_sud_config *config)
{
	memset(config, 0xa5, sizeof(*config));
	return tracee_ptrace(t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, sizeof(*config), config);
}

static long set(struct tracee *t, const struct ptrace_sud_config *config)
{
	return tracee_ptrace(t, PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG, sizeof(*config), config);
}

/* Run to the second breakpoint, with prctl(2) in between if it is to arm. */
static int run_prctl(struct tracee *t, const struct ptrace_sud_config *want)
{
	__u64 *args = &t->task.page->word[1];
	int ret;

	args[0] = want->mode;
	args[1] = want->offset;
	args[2] = want->len;
	args[3] = want->selector;
	ret = tracee_next(t, PTRACE_CONT);
	if (!ret)
		ret = tracee_skip_breakpoint(t);
	return ret ? ret : (int)t->task.page->word[0];
}

/* From the second breakpoint to the end: the blocked call is dispatched or not. */
#define expect_at_work() do {						\
	bool work_dispatched = variant->mode != PR_SYS_DISPATCH_OFF;	\
									\
	if (work_dispatched)						\
		expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSYS); \
	expect_done(&self->t);						\
	expect_val("signals", work_dispatched, self->page->nframes);	\
	expect_kept(&self->page->call[0].in, &self->page->call[0].out, work_dispatched); \
} while (0)

/*
 * Contract: SUD-031, SUD-034
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 */
TEST_F(dispatch_config, is_what_was_set_by_prctl)
{
	struct ptrace_sud_config config;

	setup_ok(run_prctl(&self->t, &self->want));
	expect_val("PTRACE_GET", 0, get(&self->t, &config));
	expect_val("selector", self->want.selector, config.selector);
	expect_val_or_defect(K7, "mode", self->want.mode, config.mode, PR_SYS_DISPATCH_ON);
	expect_val("offset", self->want.offset, config.offset);
	expect_val("len", self->want.len, config.len);
	expect_at_work();
}

/*
 * Contract: SUD-034
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_set_config() [v7.3.4]
 */
TEST_F(dispatch_config, can_be_set_again_as_it_was_got)
{
	struct ptrace_sud_config config;

	setup_ok(run_prctl(&self->t, &self->want));
	expect_val("PTRACE_GET", 0, get(&self->t, &config));
	expect_val_or_defect(K7, "PTRACE_SET", 0, set(&self->t, &config), -EINVAL);
	expect_at_work();
}

/*
 * Contract: SUD-032
 * Code: kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 */
TEST_F(dispatch_config, is_at_work_when_set_by_a_tracer)
{
	struct ptrace_sud_config nothing = {};

	setup_ok(run_prctl(&self->t, &nothing));
	expect_val("PTRACE_SET", 0, set(&self->t, &self->want));
	expect_at_work();
}

/*
 * Contract: SUD-033
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_set_config() [v7.3.4]
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch_get_config() [v7.3.4]
 */
TEST_F(dispatch_config, stays_as_it_is_when_a_request_is_refused)
{
	struct ptrace_sud_config config = self->want, bad = self->want;
	struct tracee *t = &self->t;
	unsigned long size;

	setup_ok(run_prctl(t, &self->want));
	bad.mode = 3;
	expect_val("PTRACE_SET of mode 3", -EINVAL, set(t, &bad));
	for (size = sizeof(config) - 1; size <= sizeof(config) + 1; size += 2) {
		expect_val("PTRACE_SET of another size", -EINVAL,
			   tracee_ptrace(t, PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG, size, &config));
		expect_val("PTRACE_GET of another size", -EINVAL,
			   tracee_ptrace(t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, size, &config));
	}
	expect_val("PTRACE_SET from nowhere", -EFAULT, set(t, NULL));
	expect_val("PTRACE_GET to nowhere", -EFAULT,
		   tracee_ptrace(t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, sizeof(config), NULL));
	expect_val("config is written", 0, memcmp(&config, &self->want, sizeof(config)));
	expect_at_work();
}

TEST_HARNESS_MAIN
