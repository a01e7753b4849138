// SPDX-License-Identifier: GPL-2.0-only
/* The time slice extension, by what the configuration says of it. */
#include <linux/prctl.h>
#include "area.h"

#ifndef ENOTSUPP
#define ENOTSUPP 524	/* of the kernel alone, but it is what comes out */
#endif

FIXTURE(slice_extension) {
	struct task task;
};

FIXTURE_SETUP(slice_extension)
{
	require_rseq_v2();
	require(kernel_config("RSEQ") >= 0, "needs the kernel configuration");
	setup_area(MAP_SHARED, window_call);
}

FIXTURE_TEARDOWN(slice_extension)
{
	task_end(&self->task);
}

static void body(struct page *page)
{
	page->word[0] = area_register(AREA_V2);
	page->word[1] = sys_call(__NR_prctl, PR_RSEQ_SLICE_EXTENSION,
				 PR_RSEQ_SLICE_EXTENSION_GET, 0, 0, 0);
	page->word[2] = sys_call(__NR_rseq_slice_yield);
	page->word[3] = ((volatile struct rseq *)area)->flags;
	page->word[4] = sys_call(__NR_prctl, PR_RSEQ_SLICE_EXTENSION,
				 PR_RSEQ_SLICE_EXTENSION_GET, 0, 1, 0);
}

/*
 * Contract: RSEQ-029
 * Code: kernel/sys_ni.c:COND_SYSCALL() [v7.3.4]
 * Code: include/linux/rseq.h:rseq_slice_extension_prctl() [v7.3.4]
 */
TEST_F(slice_extension, exists_where_the_configuration_says_so)
{
	bool built = kernel_config("RSEQ_SLICE_EXTENSION") == 1;
	struct page *page;

	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result of registering", 0, page->word[0]);
	expect_val("result of prctl", built ? 0 : -ENOTSUPP, page->word[1]);
	expect_val("result of rseq_slice_yield", built ? 0 : -ENOSYS, page->word[2]);
	expect_val("flags", built ? RSEQ_CS_FLAG_SLICE_EXT_AVAILABLE : 0, page->word[3]);
	expect_val("prctl with a fourth argument", -EINVAL, page->word[4]);
}

TEST_HARNESS_MAIN
