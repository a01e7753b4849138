// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls that a filter denies without a signal: SECCOMP_RET_ERRNO with every
 * kind of value, SECCOMP_RET_TRACE without a tracer, and from when on a filter
 * applies.
 */
#include "expect.h"
#include "filter.h"

/* umask(2) returns what the last one set, so the next one tells if it ran. */
#define MASK_BEFORE	0111
#define MASK_JUDGED	0222

static struct filter body_filter;

static void body(struct page *page)
{
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	body_calls(page);
}

FIXTURE(denied_umask) {
	struct task task;
};

FIXTURE_VARIANT(denied_umask) {
	__u32 verdict;
	int expected;
};

FIXTURE_VARIANT_ADD(denied_umask, with_errno_zero) {
	.verdict = SECCOMP_RET_ERRNO, .expected = 0,
};

FIXTURE_VARIANT_ADD(denied_umask, with_errno_one) {
	.verdict = SECCOMP_RET_ERRNO | 1, .expected = -1,
};

FIXTURE_VARIANT_ADD(denied_umask, with_the_largest_errno) {
	.verdict = SECCOMP_RET_ERRNO | 4095, .expected = -4095,
};

FIXTURE_VARIANT_ADD(denied_umask, with_an_errno_one_too_large) {
	.verdict = SECCOMP_RET_ERRNO | 4096, .expected = -4095,
};

FIXTURE_VARIANT_ADD(denied_umask, with_all_bits_of_data_set) {
	.verdict = SECCOMP_RET_ERRNO | 0xffff, .expected = -4095,
};

FIXTURE_VARIANT_ADD(denied_umask, with_trace_without_a_tracer) {
	.verdict = SECCOMP_RET_TRACE | 0x1234, .expected = -ENOSYS,
};

FIXTURE_SETUP(denied_umask)
{
	static const __u64 masks[] = { MASK_BEFORE, MASK_JUDGED, MASK_BEFORE };
	__u64 args[6] = {};
	struct page *page;

	require_filters();
	page = self->task.page = page_new();
	setup_ok(page ? 0 : -ENOMEM);
	for (page->ncalls = 0; page->ncalls < ARRAY_SIZE(masks); page->ncalls++) {
		args[0] = masks[page->ncalls];
		sysregs_fill(&page->call[page->ncalls].in, __NR_umask, args);
	}
}

FIXTURE_TEARDOWN(denied_umask)
{
	task_end(&self->task);
}

static __u64 result(struct task *task, int i)
{
	return task->page->call[i].out.r[SYSREG_RESULT];
}

/*
 * Contract: SEC-002, SEC-007
 * Promise: seccomp(2) "SECCOMP_RET_ERRNO", "SECCOMP_RET_TRACE"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(denied_umask, returns_the_errno_without_running)
{
	filter_on_arg(&body_filter, __NR_umask, 0, false, MASK_JUDGED, variant->verdict);
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_val("result", variant->expected, result(&self->task, 1));
	expect_val("mask found by the next call", MASK_BEFORE, result(&self->task, 2));
	expect_kept(&self->task.page->call[1].in, &self->task.page->call[1].out, false);
}

/*
 * Contract: SEC-001, SEC-007
 * Code: kernel/seccomp.c:seccomp_run_filters() [v7.3.4]
 */
TEST_F(denied_umask, runs_under_a_filter_of_another_argument)
{
	filter_on_arg(&body_filter, __NR_umask, 0, false, MASK_JUDGED + 1, variant->verdict);
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_val("result", MASK_BEFORE, result(&self->task, 1));
	expect_val("mask found by the next call", MASK_JUDGED, result(&self->task, 2));
}

FIXTURE(filter_of_seccomp_itself) {
	struct task task;
};

FIXTURE_VARIANT(filter_of_seccomp_itself) {
	bool second;		/* another filter is there before */
};

FIXTURE_VARIANT_ADD(filter_of_seccomp_itself, as_the_first_filter) { .second = false };
FIXTURE_VARIANT_ADD(filter_of_seccomp_itself, as_the_second_filter) { .second = true };

FIXTURE_SETUP(filter_of_seccomp_itself)
{
	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->task.page->word[0] = variant->second;
}

FIXTURE_TEARDOWN(filter_of_seccomp_itself)
{
	task_end(&self->task);
}

static void body_install_twice(struct page *page)
{
	struct filter other;

	if (page->word[0]) {
		filter_on_nr(&other, __NR_getppid, SECCOMP_RET_ERRNO | ENOTTY);
		page->word[0] = (__u64)filter_install(&other, 0);
	}
	page->word[1] = (__u64)filter_install(&body_filter, 0);
	page->word[2] = (__u64)filter_install(&body_filter, 0);
	page->word[3] = (__u64)sys_call(__NR_getppid);
}

/*
 * Contract: SEC-027
 * Code: kernel/seccomp.c:seccomp_set_mode_filter() seccomp_attach_filter() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(filter_of_seccomp_itself, denies_the_next_install_alone)
{
	struct page *page = self->task.page;

	filter_on_nr(&body_filter, __NR_seccomp, SECCOMP_RET_ERRNO | EXDEV);
	expect_run(&self->task, body_install_twice);
	expect_val("other filter's seccomp(2)", 0, page->word[0]);
	expect_val("first seccomp(2)", 0, page->word[1]);
	expect_val("second seccomp(2)", -EXDEV, page->word[2]);
	expect_val("getppid(2)", variant->second ? -ENOTTY : getpid(), page->word[3]);
}

TEST_HARNESS_MAIN
