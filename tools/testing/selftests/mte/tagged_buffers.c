// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel does when a system call is given a pointer of the wrong tag. */
#include <sys/uio.h>
#include "mte.h"

#define TAG	5
#define LENGTH	(2 * MTE_GRANULE)
#define CONTENT	0x43
#define POISON	0x5a

static char *memory;
static int file;	/* LENGTH bytes of CONTENT, at position 0 */
static struct {
	unsigned long mode;
	long nr;
	bool vector, override;
} how;

FIXTURE(buffer) {
	struct task task;
};

FIXTURE_VARIANT(buffer) {
	unsigned long mode;
	long nr;
	bool vector, override;
};

#define BUFFER(name, mode_, nr_, vector_, override_)			\
	FIXTURE_VARIANT_ADD(buffer, name) {				\
		.mode = PR_MTE_TCF_##mode_, .nr = nr_, .vector = vector_, .override = override_, \
	}

BUFFER(of_read_in_sync_mode, SYNC, __NR_read, false, false);
BUFFER(of_write_in_sync_mode, SYNC, __NR_write, false, false);
BUFFER(of_readv_in_sync_mode, SYNC, __NR_readv, true, false);
BUFFER(of_writev_in_sync_mode, SYNC, __NR_writev, true, false);
BUFFER(of_read_in_sync_mode_with_tco, SYNC, __NR_read, false, true);
BUFFER(of_write_in_sync_mode_with_tco, SYNC, __NR_write, false, true);
BUFFER(of_read_in_async_mode, ASYNC, __NR_read, false, false);
BUFFER(of_write_in_async_mode, ASYNC, __NR_write, false, false);
BUFFER(of_readv_in_async_mode, ASYNC, __NR_readv, true, false);
BUFFER(of_writev_in_async_mode, ASYNC, __NR_writev, true, false);

FIXTURE_SETUP(buffer)
{
	char content[LENGTH];

	setup_mte(memory);
	how.mode = variant->mode;
	how.nr = variant->nr;
	how.vector = variant->vector;
	how.override = variant->override;
	file = memfd_create("content", MFD_CLOEXEC);
	setup_ok(file);
	memset(content, CONTENT, sizeof(content));
	ASSERT_EQ(LENGTH, pwrite(file, content, LENGTH, 0));
}

FIXTURE_TEARDOWN(buffer)
{
	task_end(&self->task);
}

/* The call on LENGTH bytes at p; own is p with the tag of the memory. */
static void transfer(struct page *page, volatile char *own, void *p)
{
	struct iovec iov = { p, LENGTH };
	unsigned int i;

	for (i = 0; i < LENGTH; i++)
		own[i] = POISON;
	if (how.override)
		tco_set(MTE_TCO);
	page->word[0] = sys_call(how.nr, file, how.vector ? &iov : p, how.vector ? 1 : LENGTH);
	tco_set(0);
	/* The next entry: an asynchronous fault would be found here at last. */
	page->word[1] = sys_call(__NR_getppid);
	page->word[2] = sys_call(__NR_lseek, file, 0, SEEK_CUR);
	page->word[3] = own[0];
	page->word[4] = own[LENGTH - 1];
}

static void begin(void)
{
	task_handle(SIGSEGV, 0);
	mte_enable(how.mode, memory);
}

static void body_wrong_tag(struct page *page)
{
	begin();
	transfer(page, memory, mte_tagged(memory, TAG));
}

static void body_right_tag(struct page *page)
{
	char *p = mte_tagged(memory, TAG);

	begin();
	tag_set(p);
	tag_set(p + MTE_GRANULE);
	transfer(page, p, p);
}

static bool is_read(long nr)
{
	return nr == __NR_read || nr == __NR_readv;
}

/*
 * Contract: MTE-019, MTE-020, MTE-022
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Tag Check Faults"
 * Code: arch/arm64/include/asm/mte.h:mte_disable_tco_entry() [v7.3.4]
 * Code: arch/arm64/kernel/entry.S:clear_mte_async_tcf() [v7.3.4]
 */
TEST_F(buffer, of_the_wrong_tag_is_refused_in_sync_mode_alone)
{
	bool refused = variant->mode == PR_MTE_TCF_SYNC;
	__u64 left = is_read(variant->nr) && !refused ? CONTENT : POISON;
	struct page *page;
	char content;

	setup_ok(task_start(&self->task, body_wrong_tag));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result", refused ? -EFAULT : LENGTH, page->word[0]);
	expect_val("signals", 0, page->nframes);
	expect_val("result of the next call", getpid(), page->word[1]);
	expect_val("file position", refused ? 0 : LENGTH, page->word[2]);
	expect_val("first byte of the buffer", left, page->word[3]);
	expect_val("last byte of the buffer", left, page->word[4]);
	ASSERT_EQ(1, pread(file, &content, 1, 0));
	expect_val("first byte of the file",
		   is_read(variant->nr) || refused ? CONTENT : POISON, content);
}

/*
 * Contract: MTE-019, MTE-020
 * Code: arch/arm64/include/asm/mte.h:mte_disable_tco_entry() [v7.3.4]
 */
TEST_F(buffer, of_the_right_tag_is_used_whole)
{
	__u64 left = is_read(variant->nr) ? CONTENT : POISON;
	struct page *page;

	setup_ok(task_start(&self->task, body_right_tag));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result", LENGTH, page->word[0]);
	expect_val("signals", 0, page->nframes);
	expect_val("file position", LENGTH, page->word[2]);
	expect_val("first byte of the buffer", left, page->word[3]);
	expect_val("last byte of the buffer", left, page->word[4]);
}

/* The pointer and the first granule have tag 0, the second one TAG. */
static void body_half_tagged(struct page *page)
{
	begin();
	tag_set(mte_tagged(memory + MTE_GRANULE, TAG));
	page->word[0] = sys_call(how.nr, file, memory, LENGTH);
	page->word[2] = sys_call(__NR_lseek, file, 0, SEEK_CUR);
}

FIXTURE(buffer_that_changes_its_tag) {
	struct task task;
};

FIXTURE_VARIANT(buffer_that_changes_its_tag) {
	long nr;
};

FIXTURE_VARIANT_ADD(buffer_that_changes_its_tag, of_read) { .nr = __NR_read };
FIXTURE_VARIANT_ADD(buffer_that_changes_its_tag, of_write) { .nr = __NR_write };

FIXTURE_SETUP(buffer_that_changes_its_tag)
{
	setup_mte(memory);
	how.mode = PR_MTE_TCF_SYNC;
	how.nr = variant->nr;
	file = memfd_create("content", MFD_CLOEXEC);
	setup_ok(file);
	ASSERT_EQ(0, ftruncate(file, LENGTH));
}

FIXTURE_TEARDOWN(buffer_that_changes_its_tag)
{
	task_end(&self->task);
}

/*
 * Contract: MTE-019
 * Code: arch/arm64/include/asm/mte.h:mte_disable_tco_entry() [v7.3.4]
 */
TEST_F(buffer_that_changes_its_tag, is_used_up_to_there_in_sync_mode)
{
	setup_ok(task_start(&self->task, body_half_tagged));
	expect_finish(&self->task);
	expect_val("result", MTE_GRANULE, self->task.page->word[0]);
	expect_val("file position", MTE_GRANULE, self->task.page->word[2]);
	expect_val("signals", 0, self->task.page->nframes);
}

TEST_HARNESS_MAIN
