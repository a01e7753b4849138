// SPDX-License-Identifier: GPL-2.0-only
/* What a registration of more than 32 bytes changes. */
#include <linux/auxvec.h>
#include <sys/wait.h>
#include "area.h"

#define SPOILT	0x5a5a5a5a

static int broken_program;	/* a file that execve(2) refuses at the last moment */
static size_t spoilt_field;

FIXTURE(registration_v2) {
	struct task task;
};

FIXTURE_SETUP(registration_v2)
{
	require_rseq_v2();
	require_no_debug();
	setup_area(MAP_SHARED, window_call);
}

FIXTURE_TEARDOWN(registration_v2)
{
	task_end(&self->task);
}

/*
 * Contract: RSEQ-016
 * Promise: include/uapi/linux/rseq.h "struct rseq"
 * Code: include/linux/rseq.h:rseq_alloc_align() [v7.3.4]
 * Code: fs/binfmt_elf.c:create_elf_tables() [v7.3.4]
 */
TEST_F(registration_v2, is_announced_in_the_auxiliary_vector)
{
	const unsigned long known = offsetof(struct rseq, end);
	unsigned long size = getauxval(AT_RSEQ_FEATURE_SIZE), align = AREA_V1;

	if (size < known)
		expect_fail("claim: AT_RSEQ_FEATURE_SIZE: expected at least 0x%lx, seen 0x%lx",
			    known, size);
	while (align < size)
		align *= 2;
	expect_val("AT_RSEQ_ALIGN", align, getauxval(AT_RSEQ_ALIGN));
}

static void body_lengths(struct page *page)
{
	char *p = (char *)area;

	area_drop_libc();
	page->word[0] = area_rseq(p, 33, 0, WINDOW_SIG);
	page->word[1] = area_rseq(p, 33, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
	page->word[2] = area_rseq(p + 32, 33, 0, WINDOW_SIG);
	page->word[3] = area_rseq(p + 32, 32, 0, WINDOW_SIG);
	page->word[4] = area_rseq(p + 32, 32, RSEQ_FLAG_UNREGISTER, WINDOW_SIG);
}

/*
 * Contract: RSEQ-001, RSEQ-016
 * Code: kernel/rseq.c:rseq_length_valid() [v7.3.4]
 */
TEST_F(registration_v2, needs_the_announced_alignment)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_lengths));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("33 bytes at 64", 0, page->word[0]);
	expect_val("taking it back", 0, page->word[1]);
	expect_val("33 bytes at 32", -EINVAL, page->word[2]);
	expect_val("32 bytes at 32", 0, page->word[3]);
	expect_val("taking it back", 0, page->word[4]);
}

/*
 * Contract: RSEQ-013
 * Code: include/linux/rseq.h:rseq_signal_deliver() [v7.3.4]
 */
TEST_F(registration_v2, leaves_a_section_whose_call_a_signal_interrupts)
{
	area_len = AREA_V2;
	expect_signalled_call(&self->task, (__u64)window_call_insn_end,
			      (__u64)&section, 0);
}

FIXTURE(spoilt_word) {
	struct task task;
};

FIXTURE_VARIANT(spoilt_word) {
	size_t offset;
	bool of_kernel;
};

#define NUMBER(field)							\
	FIXTURE_VARIANT_ADD(spoilt_word, field) {			\
		.offset = offsetof(struct rseq, field), .of_kernel = true, \
	}

NUMBER(cpu_id_start);
NUMBER(cpu_id);
NUMBER(node_id);
NUMBER(mm_cid);
/* The twin: the word behind the registered area is none of the kernel's. */
FIXTURE_VARIANT_ADD(spoilt_word, behind_the_area) {
	.offset = AREA_V2, .of_kernel = false,
};

FIXTURE_SETUP(spoilt_word)
{
	require_rseq_v2();
	require_no_debug();
	setup_area(MAP_SHARED, window_call);
	/* Printable text: no module is asked for. */
	broken_program = memfd_create("broken", 0);
	setup_ok(broken_program);
	ASSERT_EQ(5, write(broken_program, "text\n", 5));
	spoilt_field = variant->offset;
}

FIXTURE_TEARDOWN(spoilt_word)
{
	task_end(&self->task);
}

/* A failed execve(2) is an update at a known place. */
static void body_spoil(struct page *page)
{
	static const char *const none[] = { NULL };

	page->word[0] = area_register(AREA_V2);
	page->word[1] = sys_call(__NR_execveat, broken_program, "", none, none, AT_EMPTY_PATH);
	*(volatile __u32 *)((char *)area + spoilt_field) = SPOILT;
	page->word[2] = 1;
	page->word[1] = sys_call(__NR_execveat, broken_program, "", none, none, AT_EMPTY_PATH);
	page->word[2] = 2;
}

/*
 * Contract: RSEQ-012
 * Code: include/linux/rseq_entry.h:rseq_set_ids_get_csaddr() [v7.3.4]
 * Code: kernel/rseq.c:rseq_slowpath_update_usr() [v7.3.4]
 */
TEST_F(spoilt_word, kills_at_the_next_update_only_if_the_kernel_owns_it)
{
	struct page *page;
	int status;

	setup_ok(task_start(&self->task, body_spoil));
	setup_ok(task_finish(&self->task, &status));
	page = self->task.page;
	expect_val("result of registering", 0, page->word[0]);
	if (!variant->of_kernel) {
		expect_val("wait status", TASK_DONE << 8, status);
		expect_val("result of execveat", -ENOEXEC, page->word[1]);
		return;
	}
	expect_val("wait status", SIGSEGV, status & ~WCOREFLAG);
	expect_val("progress", 1, page->word[2]);
}

TEST_HARNESS_MAIN
