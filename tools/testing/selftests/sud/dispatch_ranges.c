// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which address of a call counts for a range: the one behind it, from the first
 * byte of the range up to but not including the byte after its last.
 */
#include "sud.h"

FIXTURE(call_ending) {
	struct task task;
};

/* The range relative to the instruction after the call; both modes differ only in who is dispatched. */
FIXTURE_VARIANT(call_ending) {
	long start;		/* relative to the end of the call */
	long end;
	bool from_zero, to_top;	/* instead of start or end */
	bool inside;
};

FIXTURE_VARIANT_ADD(call_ending, at_the_first_byte) { .start = 0, .end = 1, .inside = true };
FIXTURE_VARIANT_ADD(call_ending, before_the_first_byte) { .start = 1, .end = 64 };
FIXTURE_VARIANT_ADD(call_ending, at_the_last_byte) { .start = -64, .end = 1, .inside = true };
FIXTURE_VARIANT_ADD(call_ending, after_the_last_byte) { .start = -64, .end = 0 };
FIXTURE_VARIANT_ADD(call_ending, after_a_range_of_the_call_alone) {
	.start = -ARCH_SYS_INSN_SIZE, .end = 0,
};
FIXTURE_VARIANT_ADD(call_ending, in_a_range_from_zero) {
	.from_zero = true, .end = 1, .inside = true,
};
FIXTURE_VARIANT_ADD(call_ending, after_a_range_from_zero) { .from_zero = true, .end = 0 };
FIXTURE_VARIANT_ADD(call_ending, in_a_range_to_the_top) {
	.start = 0, .to_top = true, .inside = true,
};
FIXTURE_VARIANT_ADD(call_ending, before_a_range_to_the_top) { .start = 1, .to_top = true };

static unsigned long body_mode;

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)sud_prctl(body_mode, page->word[1], page->word[2],
					 sud_selector(page));
	sud_blocked_call(page, 0);
}

FIXTURE_SETUP(call_ending)
{
	__u64 at = (__u64)sys_insn_end, start, end;
	struct page *page;

	require_sud();
	page = self->task.page = page_new();
	setup_ok(page ? 0 : -ENOMEM);
	start = variant->from_zero ? 0 : at + variant->start;
	end = variant->to_top ? ~0ULL : at + variant->end;
	page->word[1] = start;
	page->word[2] = end - start;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	task_on_signal = sud_allow;
}

FIXTURE_TEARDOWN(call_ending)
{
	task_end(&self->task);
}

#define expect_dispatched(mode, dispatched) do {			\
	bool range_dispatched = dispatched;				\
									\
	body_mode = mode;						\
	expect_run(&self->task, body);				\
	expect_val("prctl(2)", 0, self->task.page->word[0]);		\
	expect_val("signals", range_dispatched, self->task.page->nframes); \
	expect_kept(&self->task.page->call[0].in, &self->task.page->call[0].out, \
		    range_dispatched);					\
	if (!range_dispatched)						\
		expect_val("result", getpid(),				\
			   self->task.page->call[0].out.r[SYSREG_RESULT]); \
} while (0)

/*
 * Contract: SUD-011
 * Promise: Documentation/admin-guide/syscall-user-dispatch.rst "Interface"
 * Code: kernel/entry/syscall_user_dispatch.c:syscall_user_dispatch() [v7.3.4]
 */
TEST_F(call_ending, is_dispatched_outside_an_exclusive_range)
{
	expect_dispatched(PR_SYS_DISPATCH_EXCLUSIVE_ON, !variant->inside);
}

/*
 * Contract: SUD-012
 * Promise: Documentation/admin-guide/syscall-user-dispatch.rst "Interface"
 * Code: kernel/entry/syscall_user_dispatch.c:task_set_syscall_user_dispatch() [v7.3.4]
 */
TEST_F(call_ending, is_dispatched_inside_an_inclusive_range)
{
	expect_dispatched(PR_SYS_DISPATCH_INCLUSIVE_ON, variant->inside);
}

TEST_HARNESS_MAIN
