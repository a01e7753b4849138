// SPDX-License-Identifier: GPL-2.0-only
/* Arguments and results are 64 bits wide, on their way in and out. */
#include <linux/prctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(wide_values_of) {
	struct task task;
	struct page *page;
	int fd;
};

FIXTURE_SETUP(wide_values_of)
{
	self->fd = memfd_create("wide", MFD_CLOEXEC);
	ASSERT_LE(0, self->fd);
	self->page = self->task.page = page_new();
	ASSERT_NE(NULL, self->page);
}

FIXTURE_TEARDOWN(wide_values_of)
{
	task_end(&self->task);
	close(self->fd);
}

static void call(struct page *page, long nr, const __u64 args[6])
{
	sysregs_fill(&page->call[page->ncalls++].in, nr, args);
}

#define ARGS(...) ((const __u64 [6]){ __VA_ARGS__ })
#define HIGH(i)	((__u64)(i) << 32)	/* visible above bit 31 only */

#define expect_result(i, expected) \
	expect_val("x0 of call " #i, expected, self->page->call[i].out.r[0])

/*
 * prctl(PR_SET_NO_NEW_PRIVS) compares its second argument with 1 and the next
 * three with 0, process_vm_readv(2) its sixth with 0, all as unsigned long.
 *
 * Contract: ENTRY-009
 * Code: arch/arm64/include/asm/syscall_wrapper.h:SC_ARM64_REGS_TO_ARGS() [v7.3.4]
 * Code: kernel/sys.c:prctl() [v7.3.4]
 */
TEST_F(wide_values_of, refused_arguments_are_seen_above_bit_31)
{
	struct page *page = self->page;

	call(page, __NR_prctl, ARGS(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	call(page, __NR_prctl, ARGS(PR_SET_NO_NEW_PRIVS, HIGH(1) | 1, 0, 0, 0));
	call(page, __NR_prctl, ARGS(PR_SET_NO_NEW_PRIVS, 1, HIGH(2), 0, 0));
	call(page, __NR_prctl, ARGS(PR_SET_NO_NEW_PRIVS, 1, 0, HIGH(3), 0));
	call(page, __NR_prctl, ARGS(PR_SET_NO_NEW_PRIVS, 1, 0, 0, HIGH(4)));
	call(page, __NR_process_vm_readv, ARGS(getpid(), 0, 0, 0, 0, 0));
	call(page, __NR_process_vm_readv, ARGS(getpid(), 0, 0, 0, 0, HIGH(5)));
	setup_ok(task_start(&self->task, body_calls));
	expect_finish(&self->task);
	expect_result(0, 0);
	expect_result(1, -EINVAL);
	expect_result(2, -EINVAL);
	expect_result(3, -EINVAL);
	expect_result(4, -EINVAL);
	expect_result(5, 0);
	expect_result(6, -EINVAL);
}

#define MAP_AT		0x5a00000000ULL
#define MAP_LEN		0x100010000ULL		/* its last page is above 4G */
#define MAP_OFFSET	0x200010000ULL

static void body_map(struct page *page)
{
	body_calls(page);
	if (page->call[0].out.r[0] == MAP_AT)
		page->word[0] = *(volatile __u64 *)(MAP_AT + MAP_LEN - sizeof(__u64));
}

/*
 * Contract: ENTRY-009, ENTRY-022
 * Code: arch/arm64/kernel/sys.c:mmap() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(wide_values_of, mmap_reach_address_length_with_offset)
{
	__u64 end = MAP_OFFSET + MAP_LEN, mark = pattern(7);

	ASSERT_EQ((ssize_t)sizeof(mark), pwrite(self->fd, &mark, sizeof(mark), end - sizeof(mark)));
	call(self->page, __NR_mmap, ARGS(MAP_AT, MAP_LEN, PROT_READ, MAP_PRIVATE |
					 MAP_FIXED_NOREPLACE, self->fd, MAP_OFFSET));
	setup_ok(task_start(&self->task, body_map));
	expect_finish(&self->task);
	expect_result(0, MAP_AT);
	expect_val("last mapped word", mark, self->page->word[0]);
}

/*
 * Contract: ENTRY-022
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 * Code: fs/read_write.c:ksys_lseek() [v7.3.4]
 */
TEST_F(wide_values_of, lseek_come_back_whole)
{
	static const __u64 offsets[] = {
		0x100000000, 0x1ffffffff, 0x123456789abcdef0, 0x7fffffffffffffff,
		/* Low words that look like an error, or a positive one, if cut. */
		0x5ffffffda, 0x580000000, 0x7ffffffff000,
	};
	unsigned int i;
	char name[16];

	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		call(self->page, __NR_lseek, ARGS(self->fd, offsets[i], SEEK_SET));
	setup_ok(task_start(&self->task, body_calls));
	expect_finish(&self->task);
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		snprintf(name, sizeof(name), "offset %u", i);
		expect_val(name, offsets[i], self->page->call[i].out.r[0]);
	}
}

TEST_HARNESS_MAIN
