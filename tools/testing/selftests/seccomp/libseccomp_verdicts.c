// SPDX-License-Identifier: GPL-2.0-only
/*
 * The verdicts of a filter that was made and loaded by libseccomp, as programs
 * do it: the call runs, fails with the filter's errno, or sends SIGSYS.
 */
#include <seccomp.h>
#include "expect.h"

/* The one call that the filter judges; umask(2) returns what the last one set. */
#define MASK_BEFORE	0111
#define MASK_JUDGED	0222

FIXTURE(judged_umask) {
	scmp_filter_ctx ctx;
	struct task task;
};

/* Everything outside the rule is allowed unless by_default says otherwise. */
FIXTURE_VARIANT(judged_umask) {
	__u32 by_default;
};

FIXTURE_VARIANT_ADD(judged_umask, in_a_list_of_denied_calls) {
	.by_default = SCMP_ACT_ALLOW,
};

FIXTURE_VARIANT_ADD(judged_umask, in_a_list_of_allowed_calls) {
	.by_default = SCMP_ACT_ERRNO(EXDEV),
};

static scmp_filter_ctx body_ctx;

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)seccomp_load(body_ctx);
	body_calls(page);
}

/* The judged call between two that tell which mask is in force. */
static void prepare(struct page *page)
{
	static const __u64 masks[] = { MASK_BEFORE, MASK_JUDGED, MASK_BEFORE };
	__u64 args[6] = {};

	for (page->ncalls = 0; page->ncalls < ARRAY_SIZE(masks); page->ncalls++) {
		args[0] = masks[page->ncalls];
		sysregs_fill(&page->call[page->ncalls].in, __NR_umask, args);
	}
}

FIXTURE_SETUP(judged_umask)
{
	require_filters();
	self->task.page = page_new();
	self->ctx = seccomp_init(variant->by_default);
	setup_ok(self->task.page && self->ctx ? 0 : -ENOMEM);
	if (variant->by_default != SCMP_ACT_ALLOW) {
		setup_ok(seccomp_rule_add(self->ctx, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigreturn), 0));
		setup_ok(seccomp_rule_add(self->ctx, SCMP_ACT_ALLOW, SCMP_SYS(exit_group), 0));
		setup_ok(seccomp_rule_add(self->ctx, SCMP_ACT_ALLOW, SCMP_SYS(umask), 1,
					  SCMP_A0(SCMP_CMP_NE, MASK_JUDGED, 0)));
	}
	prepare(self->task.page);
}

FIXTURE_TEARDOWN(judged_umask)
{
	task_end(&self->task);
	seccomp_release(self->ctx);
}

/* Give the judged call this verdict, unless it is the default, and run all three. */
static int judge(struct task *task, scmp_filter_ctx ctx, __u32 by_default, __u32 verdict)
{
	int ret = 0;

	if (verdict != by_default)
		ret = seccomp_rule_add(ctx, verdict, SCMP_SYS(umask), 1,
				       SCMP_A0(SCMP_CMP_EQ, MASK_JUDGED, 0));
	body_ctx = ctx;
	if (!ret)
		ret = task_run(task, body);
	if (!ret && task->page->word[0])
		ret = -EPROTO;
	return ret;
}

static __u64 result(struct task *task, int i)
{
	return task->page->call[i].out.r[SYSREG_RESULT];
}

/*
 * Contract: SEC-001
 * Promise: seccomp(2) "SECCOMP_RET_ALLOW"
 * Code: kernel/seccomp.c:__seccomp_filter() seccomp_run_filters() [v7.3.4]
 */
TEST_F(judged_umask, runs_when_allowed)
{
	setup_ok(judge(&self->task, self->ctx, variant->by_default, SCMP_ACT_ALLOW));
	expect_val("result", MASK_BEFORE, result(&self->task, 1));
	expect_val("mask found by the next call", MASK_JUDGED, result(&self->task, 2));
	expect_kept(&self->task.page->call[1].in, &self->task.page->call[1].out, false);
	expect_val("signals", 0, self->task.page->nframes);
}

/*
 * Contract: SEC-002
 * Promise: seccomp(2) "SECCOMP_RET_ERRNO"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(judged_umask, fails_with_the_errno_of_the_filter)
{
	setup_ok(judge(&self->task, self->ctx, variant->by_default, SCMP_ACT_ERRNO(ENOTTY)));
	expect_val("result", -ENOTTY, result(&self->task, 1));
	expect_val("mask found by the next call", MASK_BEFORE, result(&self->task, 2));
	expect_kept(&self->task.page->call[1].in, &self->task.page->call[1].out, false);
	expect_val("signals", 0, self->task.page->nframes);
}

/*
 * Contract: SEC-003
 * Promise: seccomp(2) "SECCOMP_RET_TRAP"
 * Code: kernel/signal.c:force_sig_seccomp() [v7.3.4]
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(judged_umask, sends_sigsys_when_trapped)
{
	setup_ok(judge(&self->task, self->ctx, variant->by_default, SCMP_ACT_TRAP));
	expect_val("signals", 1, self->task.page->nframes);
	expect_sigsys(&self->task.page->frame[0], SIGSYS_SECCOMP, 0, __NR_umask);
	expect_val("mask found by the next call", MASK_BEFORE, result(&self->task, 2));
}

TEST_HARNESS_MAIN
