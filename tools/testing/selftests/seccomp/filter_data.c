// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each word of struct seccomp_data as a filter finds it: a filter denies the
 * call exactly when the word has the value the caller put there.
 */
#include <stddef.h>
#include "expect.h"
#include "filter.h"

#define DATA(member)	offsetof(struct seccomp_data, member)

static struct filter body_filter;

static void body(struct page *page)
{
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	body_calls(page);
}

FIXTURE(filter_of_a_call) {
	struct task task;
	__u64 args[6];
};

/* In number -1 the result register is already preset when the filter runs. */
FIXTURE_VARIANT(filter_of_a_call) {
	int nr;
};

FIXTURE_VARIANT_ADD(filter_of_a_call, in_the_table) { .nr = __NR_getppid };
FIXTURE_VARIANT_ADD(filter_of_a_call, out_of_the_table) { .nr = 0x7654321 };
FIXTURE_VARIANT_ADD(filter_of_a_call, with_number_minus_one) { .nr = -1 };
FIXTURE_VARIANT_ADD(filter_of_a_call, with_number_minus_two) { .nr = -2 };

FIXTURE_SETUP(filter_of_a_call)
{
	int i;

	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->task.page->ncalls = 1;
	/* Both halves of each argument differ from every other half. */
	for (i = 0; i < 6; i++)
		self->args[i] = (0xc0de0000ULL + i) << 32 | (0xfeed0000U + i);
	sysregs_fill(&self->task.page->call[0].in, variant->nr, self->args);
}

FIXTURE_TEARDOWN(filter_of_a_call)
{
	task_end(&self->task);
}

/* The result of the call in a new task with this filter. */
static int judge(struct task *task, __u32 nr, __u32 offset, __u32 value, __u64 *result)
{
	int ret;

	filter_on_word(&body_filter, nr, offset, value, SECCOMP_RET_ERRNO | EXDEV);
	ret = task_run(task, body);
	if (!ret && task->page->word[0])
		ret = -EPROTO;
	*result = task->page->call[0].out.r[SYSREG_RESULT];
	return ret;
}

/* The word has this value, and a filter that wants another one lets it pass. */
#define expect_word(name, offset, value) do {				\
	__u64 word_result;						\
									\
	setup_ok(judge(&self->task, variant->nr, offset, value, &word_result)); \
	expect_val("result with a filter on " name, -EXDEV, word_result); \
	setup_ok(judge(&self->task, variant->nr, offset, (value) ^ 1, &word_result)); \
	expect_val("result with another value in " name,		\
		   variant->nr == __NR_getppid ? getpid() : -ENOSYS, word_result); \
} while (0)

/*
 * Contract: SEC-015
 * Code: kernel/seccomp.c:populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_nr() [v7.3.4]
 */
TEST_F(filter_of_a_call, finds_the_number)
{
	__u64 seen;

	expect_word("nr", DATA(nr), (__u32)variant->nr);
	/* Not by chance: the filter of another number does not apply. */
	setup_ok(judge(&self->task, (__u32)variant->nr ^ 0x40, DATA(arch), ARCH_AUDIT, &seen));
	expect_val("result", variant->nr == __NR_getppid ? getpid() : -ENOSYS, seen);
}

/*
 * Contract: SEC-017
 * Promise: seccomp(2) "struct seccomp_data"
 * Code: kernel/seccomp.c:populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arch() [v7.3.4]
 */
TEST_F(filter_of_a_call, finds_architecture_with_address_behind_the_call)
{
	__u64 pc = (__u64)sys_insn_end;

	expect_word("arch", DATA(arch), ARCH_AUDIT);
	expect_word("instruction_pointer", DATA(instruction_pointer), (__u32)pc);
	expect_word("instruction_pointer (high)", DATA(instruction_pointer) + 4, (__u32)(pc >> 32));
}

/*
 * Contract: SEC-016
 * Code: kernel/seccomp.c:populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(filter_of_a_call, finds_all_six_arguments_of_the_caller)
{
	int i;

	for (i = 0; i < 6; i++) {
		expect_word("an argument", DATA(args[i]), (__u32)self->args[i]);
		expect_word("an argument (high)", DATA(args[i]) + 4, (__u32)(self->args[i] >> 32));
	}
}

TEST_HARNESS_MAIN
