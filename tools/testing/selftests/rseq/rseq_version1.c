// SPDX-License-Identifier: GPL-2.0-only
/* What holds for a registration of 32 bytes alone, without the debug checks. */
#include "area.h"

#define SPOILT	0x5a5a5a5a

FIXTURE(registration_v1) {
	struct task task;
};

FIXTURE_SETUP(registration_v1)
{
	require_no_debug();
	setup_area(MAP_SHARED, window_call);
}

FIXTURE_TEARDOWN(registration_v1)
{
	task_end(&self->task);
}

/*
 * Contract: RSEQ-013
 * Code: include/linux/rseq.h:rseq_signal_deliver() [v7.3.4]
 * Code: kernel/rseq.c:__rseq_signal_deliver() [v7.3.4]
 */
TEST_F(registration_v1, aborts_a_section_whose_call_a_signal_interrupts)
{
	area_len = AREA_V1;
	expect_signalled_call(&self->task, (__u64)window_call_abort, 0,
			      WINDOW_ABORTED);
}

static void body_corrupt(struct page *page)
{
	volatile struct rseq *a = area;
	unsigned int cpu, node = ~0U;

	page->word[1] = (__u64)area_pin();
	page->word[0] = area_register(AREA_V1);
	a->cpu_id_start = a->cpu_id = a->node_id = a->mm_cid = SPOILT;
	/* The entry of a handler is an update at a known place. */
	task_handle(SIGUSR1, 0);
	sys_call(__NR_tgkill, sys_call(__NR_getpid), sys_call(__NR_gettid), SIGUSR1);
	page->word[2] = a->cpu_id_start;
	page->word[3] = a->cpu_id;
	page->word[4] = a->node_id;
	page->word[5] = a->mm_cid;
	sys_call(__NR_getcpu, &cpu, &node, NULL);
	page->word[6] = node;
}

/*
 * Contract: RSEQ-011, RSEQ-012
 * Code: include/linux/rseq_entry.h:rseq_set_ids_get_csaddr() [v7.3.4]
 * Code: kernel/rseq.c:__rseq_signal_deliver() [v7.3.4]
 */
TEST_F(registration_v1, puts_spoilt_numbers_right_at_a_signal)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_corrupt));
	expect_finish(&self->task);
	page = self->task.page;
	setup_ok(page->word[1]);
	expect_val("result of registering", 0, page->word[0]);
	expect_val("signals", 1, page->nframes);
	expect_val("cpu_id_start", page->word[1], page->word[2]);
	expect_val("cpu_id", page->word[1], page->word[3]);
	expect_val("node_id", page->word[6], page->word[4]);
	if (page->word[5] == SPOILT)
		expect_fail("claim: mm_cid: expected a new value, seen 0x%x", SPOILT);
}

TEST_HARNESS_MAIN
