// SPDX-License-Identifier: GPL-2.0-only
/* Registering an rseq area, what is refused, and what the area holds then. */
#include "area.h"

FIXTURE(registration) {
	struct task task;
};

FIXTURE_VARIANT(registration) {
	__u32 len;
};

FIXTURE_VARIANT_ADD(registration, of_the_original_length) { .len = AREA_V1 };
FIXTURE_VARIANT_ADD(registration, of_a_greater_length) { .len = AREA_V2 };

static bool area_may_be_spoilt;

FIXTURE_SETUP(registration)
{
	setup_area(MAP_SHARED, window_call);
	area_len = variant->len;
	/* Version 2 and the debug checks would kill for it. */
	area_may_be_spoilt = variant->len == AREA_V1 && !area_is_debugged();
}

FIXTURE_TEARDOWN(registration)
{
	task_end(&self->task);
}

static void body_register(struct page *page)
{
	volatile struct rseq *a = area;
	unsigned int cpu, node = ~0U;

	page->word[0] = area_pin();
	a->rseq_cs = pattern(1);
	a->cpu_id_start = a->cpu_id = a->node_id = 0x5a5a5a5a;
	page->word[1] = area_register(area_len);
	page->word[2] = a->cpu_id_start;
	page->word[3] = a->cpu_id;
	page->word[4] = a->rseq_cs;
	page->word[5] = a->node_id;
	sys_call(__NR_getcpu, &cpu, &node, NULL);
	page->word[6] = node;
}

/*
 * Contract: RSEQ-002
 * Promise: include/uapi/linux/rseq.h "struct rseq"
 * Code: kernel/rseq.c:rseq_register() [v7.3.4]
 * Code: include/linux/rseq.h:rseq_force_update() [v7.3.4]
 */
TEST_F(registration, fills_in_processor_with_node)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_register));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result", 0, page->word[1]);
	expect_val("cpu_id_start", page->word[0], page->word[2]);
	expect_val("cpu_id", page->word[0], page->word[3]);
	expect_val("rseq_cs", 0, page->word[4]);
	expect_val("node_id", page->word[6], page->word[5]);
}

/* What the kernel must put back is spoilt before, where that is allowed. */
static void body_unregister(struct page *page)
{
	volatile struct rseq *a = area;

	page->word[0] = area_register(area_len);
	if (area_may_be_spoilt)
		a->cpu_id_start = a->cpu_id = a->node_id = a->mm_cid = 0x5a5a5a5a;
	page->word[1] = area_rseq(area, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	page->word[2] = area_rseq(area, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
}

/*
 * Contract: RSEQ-015
 * Code: kernel/rseq.c:rseq_unregister() rseq_reset_ids() [v7.3.4]
 */
TEST_F(registration, taken_back_resets_every_number)
{
	setup_ok(task_start(&self->task, body_unregister));
	expect_finish(&self->task);
	expect_val("result of registering", 0, self->task.page->word[0]);
	expect_val("result of taking back", 0, self->task.page->word[1]);
	expect_val("result of taking back again", -EINVAL, self->task.page->word[2]);
	expect_val("cpu_id_start", 0, area->cpu_id_start);
	expect_val("cpu_id", (__u32)RSEQ_CPU_ID_UNINITIALIZED, area->cpu_id);
	expect_val("node_id", 0, area->node_id);
	expect_val("mm_cid", 0, area->mm_cid);
}

/* One deviation each from a call that succeeds. */
static void body_refused(struct page *page)
{
	char *p = (char *)area;
	__u64 *w = page->word;

	area_drop_libc();
	*w++ = area_rseq(p, AREA_V1 - 1, 0, WINDOW_SIG);
	*w++ = area_rseq(p, 0, 0, WINDOW_SIG);
	*w++ = area_rseq(p + 16, area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, 1 << 7, WINDOW_SIG);
	*w++ = area_rseq((void *)(1UL << 63), area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p + 0x10000, area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, 0, WINDOW_SIG + 1);
	*w++ = area_rseq(p + 1024, area_len, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len + 32, 0, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG + 1);
	*w++ = area_rseq(p + 1024, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	*w++ = area_rseq(p, area_len + 32, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, RSEQ_FLAG_UNREGISTER | 1 << 7, WINDOW_SIG);
	*w++ = area_rseq(p, area_len, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
}

/*
 * Contract: RSEQ-001
 * Code: kernel/rseq.c:rseq_register() rseq_reregister() rseq_unregister() rseq_length_valid() [v7.3.4]
 */
TEST_F(registration, refuses_each_wrong_argument_with_its_errno)
{
	static const struct { const char *name; int result; } want[] = {
		{ "too short", -EINVAL }, { "no length", -EINVAL },
		{ "misaligned", -EINVAL }, { "unknown flag", -EINVAL },
		{ "kernel address", -EFAULT }, { "unmapped memory", -EFAULT },
		{ "taking back what is not registered", -EINVAL },
		{ "registering", 0 }, { "registering again", -EBUSY },
		{ "again with another signature", -EPERM },
		{ "again at another address", -EINVAL },
		{ "again with another length", -EINVAL },
		{ "taking back with another signature", -EPERM },
		{ "taking back another address", -EINVAL },
		{ "taking back another length", -EINVAL },
		{ "taking back with an unknown flag", -EINVAL },
		{ "taking back", 0 },
	};
	unsigned int i;

	/* Two parts of whole pages of any size, of which the second cannot be used. */
	area = mmap(NULL, 0x20000, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, area);
	ASSERT_EQ(0, mprotect((char *)area + 0x10000, 0x10000, PROT_NONE));
	setup_ok(task_start(&self->task, body_refused));
	expect_finish(&self->task);
	for (i = 0; i < ARRAY_SIZE(want); i++)
		expect_val(want[i].name, want[i].result, self->task.page->word[i]);
}

#define CPUS	12
#define FIELDS	5

/* Move to each processor it may use; see what the area says right after. */
static void body_move(struct page *page)
{
	volatile struct rseq *a = area;
	__u64 allowed[16] = {}, mask[16];
	unsigned int cpu, n = 0, i, where, node;

	sys_call(__NR_sched_getaffinity, 0, sizeof(allowed), allowed);
	page->word[0] = area_register(area_len);
	for (cpu = 0; cpu < 1024 && n < CPUS; cpu++) {
		__u64 *w = &page->word[2 + n * FIELDS];

		if (!(allowed[cpu / 64] & 1ULL << cpu % 64))
			continue;
		for (i = 0; i < 16; i++)
			mask[i] = i == cpu / 64 ? 1ULL << cpu % 64 : 0;
		if (sys_call(__NR_sched_setaffinity, 0, sizeof(mask), mask))
			continue;
		w[0] = cpu;
		w[1] = a->cpu_id_start;
		w[2] = a->cpu_id;
		w[3] = a->node_id;
		sys_call(__NR_getcpu, &where, &node, NULL);
		w[4] = where == cpu ? node : ~0ULL;
		n++;
	}
	page->word[1] = n;
}

/*
 * Contract: RSEQ-003
 * Promise: include/uapi/linux/rseq.h "struct rseq"
 * Code: include/linux/rseq.h:rseq_sched_switch_event() rseq_sched_set_ids_changed() [v7.3.4]
 * Code: include/linux/rseq_entry.h:rseq_set_ids_get_csaddr() [v7.3.4]
 */
TEST_F(registration, follows_the_task_to_another_processor)
{
	__u64 *w;
	unsigned int i;

	setup_ok(task_start(&self->task, body_move));
	expect_finish(&self->task);
	expect_val("result", 0, self->task.page->word[0]);
	expect_claim(self->task.page->word[1] > 0, "a processor was found");
	for (i = 0; i < self->task.page->word[1]; i++) {
		w = &self->task.page->word[2 + i * FIELDS];
		expect_val("cpu_id_start", w[0], w[1]);
		expect_val("cpu_id", w[0], w[2]);
		expect_val("node_id", w[4], w[3]);
	}
}

TEST_HARNESS_MAIN
