// SPDX-License-Identifier: GPL-2.0-only
/*
 * prctl(PR_SET_SYSCALL_USER_DISPATCH): which arguments it takes, and that a
 * refused one changes nothing.
 */
#include <linux/ptrace.h>
#include "sud.h"

FIXTURE(prctl_with) {
	struct tracee t;
};

FIXTURE_VARIANT(prctl_with) {
	unsigned long mode, offset, len;
	void *selector;
	int expected;
};

#define OFF		PR_SYS_DISPATCH_OFF
#define EXCLUSIVE	PR_SYS_DISPATCH_EXCLUSIVE_ON
#define INCLUSIVE	PR_SYS_DISPATCH_INCLUSIVE_ON
#define TOP		0xffffffffffffffffUL
/* Stands for a byte of the page that stays at ALLOW. */
#define ALLOWING	((void *)1)

#define PRCTL_WITH(name, mode_, offset_, len_, selector_, expected_)	\
	FIXTURE_VARIANT_ADD(prctl_with, name) {				\
		.mode = mode_, .offset = offset_, .len = len_,		\
		.selector = selector_, .expected = expected_,		\
	}

PRCTL_WITH(off_with_nothing, OFF, 0, 0, NULL, 0);
PRCTL_WITH(off_with_an_offset, OFF, 1, 0, NULL, -EINVAL);
PRCTL_WITH(off_with_a_length, OFF, 0, 1, NULL, -EINVAL);
PRCTL_WITH(off_with_a_selector, OFF, 0, 0, ALLOWING, -EINVAL);
PRCTL_WITH(exclusive_without_a_range, EXCLUSIVE, 0, 0, ALLOWING, 0);
PRCTL_WITH(exclusive_with_a_range_from_zero, EXCLUSIVE, 0, 1, ALLOWING, 0);
PRCTL_WITH(exclusive_with_an_empty_range, EXCLUSIVE, 1, 0, ALLOWING, -EINVAL);
PRCTL_WITH(exclusive_with_a_range_of_one, EXCLUSIVE, 1, 1, ALLOWING, 0);
PRCTL_WITH(exclusive_with_a_range_to_the_top, EXCLUSIVE, TOP - 1, 1, ALLOWING, 0);
PRCTL_WITH(exclusive_with_a_range_that_wraps, EXCLUSIVE, TOP, 1, ALLOWING, -EINVAL);
PRCTL_WITH(exclusive_with_a_range_that_wraps_far, EXCLUSIVE, 2, TOP, ALLOWING, -EINVAL);
PRCTL_WITH(exclusive_with_a_selector_of_the_kernel, EXCLUSIVE, 0, 0, (void *)TOP, -EFAULT);
PRCTL_WITH(inclusive_without_a_range, INCLUSIVE, 0, 0, ALLOWING, -EINVAL);
PRCTL_WITH(inclusive_with_a_range_from_zero, INCLUSIVE, 0, 1, ALLOWING, 0);
PRCTL_WITH(inclusive_with_an_empty_range, INCLUSIVE, 1, 0, ALLOWING, -EINVAL);
PRCTL_WITH(inclusive_with_a_range_of_one, INCLUSIVE, 1, 1, ALLOWING, 0);
PRCTL_WITH(inclusive_with_a_range_that_wraps, INCLUSIVE, TOP, 1, ALLOWING, -EINVAL);
PRCTL_WITH(inclusive_with_a_selector_of_the_kernel, INCLUSIVE, 1, 1, (void *)TOP, -EFAULT);
PRCTL_WITH(mode_three, 3, 0, 0, NULL, -EINVAL);
PRCTL_WITH(mode_one_with_bit_32, 1UL << 32 | 1, 0, 0, ALLOWING, -EINVAL);
PRCTL_WITH(mode_minus_one, TOP, 0, 0, NULL, -EINVAL);

/*
 * Arm, try the arguments, and see whether the old configuration still holds: it
 * must exactly if the arguments were refused.  The selector of the arguments is
 * a byte that allows everything, in the page, if they have one that is good.
 */
static void body(struct page *page)
{
	__u64 *args = &page->word[2];

	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)sud_arm(sud_selector(page));
	page->word[1] = (__u64)sud_prctl(args[0], args[1], args[2], (void *)args[3]);
	tracee_ready();
	sud_blocked_call(page, 0);
}

FIXTURE_SETUP(prctl_with)
{
	struct page *page;

	require_sud();
	page = self->t.task.page = page_new();
	setup_ok(page ? 0 : -ENOMEM);
	task_on_signal = sud_allow;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	page->word[2] = variant->mode;
	page->word[3] = variant->offset;
	page->word[4] = variant->len;
	page->word[5] = variant->selector == ALLOWING ? (__u64)&page->word[6] :
			(__u64)variant->selector;
	setup_ok(tracee_start(&self->t, body));
	setup_ok(page->word[0]);
}

FIXTURE_TEARDOWN(prctl_with)
{
	tracee_end(&self->t);
}

/*
 * The configuration in force: the arguments if they were taken, else the first
 * ones.  How an inclusive range is told is the subject of dispatch_config.
 */
#define expect_config(t, mode_, offset_, len_, selector_) do {		\
	struct ptrace_sud_config config_seen = {};			\
									\
	setup_ok(tracee_ptrace(t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, \
			       sizeof(config_seen), &config_seen));	\
	expect_val("dispatch is on", (mode_) != OFF, config_seen.mode != OFF); \
	expect_val("selector", selector_, config_seen.selector);	\
	if ((mode_) != INCLUSIVE) {					\
		expect_val("offset", offset_, config_seen.offset);	\
		expect_val("len", len_, config_seen.len);		\
	}								\
} while (0)

/*
 * Contract: SUD-013, SUD-014
 * Promise: Documentation/admin-guide/syscall-user-dispatch.rst "Interface"
 * Code: kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch() [v7.3.4]
 */
TEST_F(prctl_with, takes_effect_or_leaves_the_old_configuration)
{
	struct page *page = self->t.task.page;
	bool refused = variant->expected != 0;

	expect_val("prctl(2)", variant->expected, page->word[1]);
	if (refused)
		expect_config(&self->t, EXCLUSIVE, (__u64)sys_raw,
			      (__u64)sys_stub - (__u64)sys_raw, (__u64)sud_selector(page));
	else
		expect_config(&self->t, variant->mode, variant->offset, variant->len,
			      page->word[5]);
	setup_ok(tracee_detach(&self->t, 0));
	expect_finish(&self->t.task);
	expect_val("signals", refused, page->nframes);
	if (refused)
		expect_caller_regs(&page->call[0].in, &page->frame[0].regs);
	else
		expect_val("result", getpid(), page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
