// SPDX-License-Identifier: GPL-2.0-only
/* System call numbers that no call belongs to, and where the table ends. */
#include <asm-generic/unistd.h>	/* __NR_syscalls, which asm/unistd.h lacks */
#include <limits.h>
#include <linux/version.h>
#include <sys/utsname.h>
#include "expect.h"

FIXTURE(unused_number) {
	struct task task;
};

FIXTURE_VARIANT(unused_number) {
	__u32 nr;
};

#define NUMBER(name, number) FIXTURE_VARIANT_ADD(unused_number, name) { (__u32)(number) }
NUMBER(minus_two, -2);
NUMBER(int_min, INT_MIN);
NUMBER(int_max, INT_MAX);
NUMBER(all_ones, 0xffffffff);
NUMBER(beyond_the_table, 9999);
/* Numbers that the table has a place for, but arm64 no call. */
NUMBER(retired_nfsservctl, 42);
NUMBER(first_of_the_architecture, 244);
NUMBER(last_of_the_architecture, 259);
NUMBER(first_of_the_gap, 295);
NUMBER(last_of_the_gap, 402);
NUMBER(first_for_32_bit_only, 403);
NUMBER(last_for_32_bit_only, 423);

/* What must not matter: the upper half of x8. */
static const __u64 upper[] = { 0, 1ULL << 32, 0xffffffffULL << 32 };

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	task_handle(SIGILL, 0);
	body_calls(page);
}

FIXTURE_SETUP(unused_number)
{
	struct page *page = self->task.page = page_new();
	unsigned int i;

	ASSERT_NE(NULL, page);
	for (i = 0; i < ARRAY_SIZE(upper); i++)
		sysregs_fill_pattern(&page->call[i].in, (long)(variant->nr | upper[i]));
	/* The twin: the same registers with a number in use. */
	sysregs_fill_pattern(&page->call[i].in, __NR_getppid);
	page->ncalls = i + 1;
}

FIXTURE_TEARDOWN(unused_number)
{
	task_end(&self->task);
}

/*
 * Contract: ENTRY-004, ENTRY-006
 * Code: arch/arm64/kernel/syscall.c:invoke_syscall() do_ni_syscall() do_el0_svc() [v7.3.4]
 * Code: kernel/sys_ni.c:sys_ni_syscall() [v7.3.4]
 */
TEST_F(unused_number, returns_enosys_without_a_signal)
{
	struct page *page = self->task.page;
	unsigned int i;

	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	for (i = 0; i < page->ncalls; i++) {
		bool used = i == ARRAY_SIZE(upper);

		expect_val(used ? "x0 of the twin" : "x0", used ? getpid() : -ENOSYS,
			   page->call[i].out.r[0]);
		expect_kept(&page->call[i].in, &page->call[i].out, false);
	}
	expect_val("handler runs", 0, page->nframes);
}

FIXTURE(end_of_the_table) {
	struct task task;
};

/* Above every number in use for years to come; below only calls of old kernels. */
#define SCAN_FROM	1023
#define SCAN_TO		424

/*
 * Use of page->word[]: the highest number that is answered with anything but
 * -ENOSYS, and that answer.  All arguments are bad, so that nothing happens.
 */
enum { W_LAST, W_RESULT };

static void body_scan(struct page *page)
{
	long nr, ret = -ENOSYS;

	for (nr = SCAN_FROM; nr >= SCAN_TO && ret == -ENOSYS; nr--)
		ret = sys_call(nr, -1, -1, -1, -1, -1, -1);
	page->word[W_LAST] = nr + 1;
	page->word[W_RESULT] = ret;
}

FIXTURE_SETUP(end_of_the_table)
{
	setup_ok(task_start(&self->task, body_scan));
}

FIXTURE_TEARDOWN(end_of_the_table)
{
	task_end(&self->task);
}

/*
 * The size of the table belongs to the running kernel.  What is known of it
 * independently is the last number of the headers this was built with, which
 * newer kernels have as well.
 *
 * Contract: ENTRY-005
 * Code: arch/arm64/kernel/syscall.c:invoke_syscall() [v7.3.4]
 */
TEST_F(end_of_the_table, is_behind_the_last_call_of_this_kernel_version)
{
	unsigned int major, minor, running, headers = LINUX_VERSION_CODE >> 8;
	__u64 *word = self->task.page->word;
	struct utsname u;

	expect_finish(&self->task);
	ASSERT_EQ(0, uname(&u));
	ASSERT_EQ(2, sscanf(u.release, "%u.%u", &major, &minor));
	running = major << 8 | minor;
	if (running == headers)
		expect_val("last number", __NR_syscalls - 1, word[W_LAST]);
	else if (running > headers)
		expect_claim(word[W_LAST] >= __NR_syscalls - 1, "the headers' last call is there");
	else
		expect_claim(word[W_LAST] < __NR_syscalls, "no call newer than the headers'");
	expect_claim((__s64)word[W_RESULT] < 0 && (__s64)word[W_RESULT] >= -4095,
		     "the last call refuses bad arguments");
}

TEST_HARNESS_MAIN
