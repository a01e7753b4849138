// SPDX-License-Identifier: GPL-2.0-only
/* PTRACE_PEEKMTETAGS and PTRACE_POKEMTETAGS on a stopped tracee. */
#include <sys/uio.h>
#include "mte.h"

#define SIZE	0x10000	/* a multiple of every page size */
#define TAGS	4

static char *memory;	/* SIZE with tags, SIZE without, SIZE unmapped */

FIXTURE(tags) {
	struct tracee t;
	unsigned char *buf;	/* TAGS bytes that end at an unmapped page */
};

/* Tags 1 2 3 4 at the start, 9 in the last granule. */
static void body(struct page *page)
{
	int i;

	*(volatile char *)memory = 0;
	*(volatile char *)(memory + SIZE) = 0;
	for (i = 0; i < TAGS; i++)
		tag_set(mte_tagged(memory + i * MTE_GRANULE, i + 1));
	tag_set(mte_tagged(memory + SIZE - MTE_GRANULE, 9));
	tracee_ready();
	for (i = 0; i < TAGS; i++)
		page->word[i] = (__u64)tag_get(memory + i * MTE_GRANULE) >> 56;
}

FIXTURE_SETUP(tags)
{
	require_mte();
	memory = mte_map(3 * SIZE);
	ASSERT_NE(NULL, memory);
	ASSERT_EQ(0, munmap(memory + SIZE, 2 * SIZE));
	ASSERT_EQ(memory + SIZE, mmap(memory + SIZE, SIZE, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	self->buf = guard_alloc(TAGS);
	ASSERT_NE(NULL, self->buf);
	setup_ok(tracee_start(&self->t, body));
}

FIXTURE_TEARDOWN(tags)
{
	tracee_end(&self->t);
	guard_free(self->buf, TAGS);
}

static long tags(struct tracee *t, int request, char *addr, void *buf, size_t *len)
{
	struct iovec iov = { buf, *len };
	long ret = tracee_ptrace(t, request, (unsigned long)addr, &iov);

	*len = iov.iov_len;
	return ret;
}

/*
 * Contract: MTE-026
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "The ptrace() interface"
 * Code: arch/arm64/kernel/mte.c:mte_ptrace_copy_tags() __access_remote_tags() [v7.3.4]
 */
TEST_F(tags, are_read_one_byte_each)
{
	size_t len = TAGS;
	int i;

	/* Any address within the first granule names it. */
	expect_val("result", 0, tags(&self->t, PTRACE_PEEKMTETAGS, memory + 7, self->buf, &len));
	expect_val("iov_len", TAGS, len);
	for (i = 0; i < TAGS; i++)
		expect_val("tag", i + 1, self->buf[i]);
}

/*
 * Contract: MTE-026
 * Code: arch/arm64/kernel/mte.c:__access_remote_tags() [v7.3.4]
 */
TEST_F(tags, are_read_no_further_than_asked)
{
	size_t len = 2;

	expect_val("result", 0, tags(&self->t, PTRACE_PEEKMTETAGS, memory, self->buf, &len));
	expect_val("iov_len", 2, len);
	expect_val("tag", 2, self->buf[1]);
	expect_val("byte behind the tags", 0xff, self->buf[2]);
}

/*
 * Contract: MTE-026
 * Code: arch/arm64/kernel/mte.c:__access_remote_tags() [v7.3.4]
 */
TEST_F(tags, are_written_to_what_the_tracee_sees)
{
	static const unsigned char set[TAGS] = { 0xc, 0xb, 0xfa, 0 };
	static const __u64 seen[TAGS] = { 0xc, 0xb, 0xa, 0 };
	size_t len = TAGS;
	int i;

	memcpy(self->buf, set, TAGS);
	expect_val("result", 0, tags(&self->t, PTRACE_POKEMTETAGS, memory, self->buf, &len));
	expect_val("iov_len", TAGS, len);
	expect_done(&self->t);
	for (i = 0; i < TAGS; i++)
		expect_val("tag", seen[i], self->t.task.page->word[i] & 0xf);
}

/*
 * Contract: MTE-026
 * Code: arch/arm64/kernel/mte.c:__access_remote_tags() [v7.3.4]
 */
TEST_F(tags, end_where_memory_without_them_begins)
{
	size_t len = TAGS;

	expect_val("result", 0, tags(&self->t, PTRACE_PEEKMTETAGS, memory + SIZE - MTE_GRANULE,
				     self->buf, &len));
	expect_val("iov_len", 1, len);
	expect_val("tag", 9, self->buf[0]);
	expect_val("byte behind the tag", 0xff, self->buf[1]);
}

/*
 * Contract: MTE-026
 * Code: arch/arm64/kernel/mte.c:__access_remote_tags() [v7.3.4]
 */
TEST_F(tags, of_memory_without_them_are_refused_with_eio)
{
	static const int requests[] = { PTRACE_PEEKMTETAGS, PTRACE_POKEMTETAGS };
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(requests); i++) {
		len = TAGS;
		expect_val("result without PROT_MTE", -EIO,
			   tags(&self->t, requests[i], memory + SIZE, self->buf, &len));
		expect_val("iov_len", TAGS, len);
		expect_val("result where nothing is mapped", -EIO,
			   tags(&self->t, requests[i], memory + 2 * SIZE, self->buf, &len));
	}
}

/*
 * Contract: MTE-026
 * Code: arch/arm64/kernel/mte.c:mte_ptrace_copy_tags() __access_remote_tags() [v7.3.4]
 */
TEST_F(tags, to_a_bad_buffer_of_the_tracer_are_refused_with_efault)
{
	size_t len = TAGS;

	expect_val("result", -EFAULT, tags(&self->t, PTRACE_PEEKMTETAGS, memory,
					   self->buf + TAGS, &len));
	expect_val("result without an iovec", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_PEEKMTETAGS, (unsigned long)memory, NULL));
	/* Two tags have room: they are copied, and the length says so. */
	expect_val("result at the end of the buffer", 0,
		   tags(&self->t, PTRACE_PEEKMTETAGS, memory, self->buf + 2, &len));
	expect_val("iov_len", 2, len);
}

TEST_HARNESS_MAIN
