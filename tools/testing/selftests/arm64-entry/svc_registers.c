// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an SVC does to the registers of a task that nobody watches: the number
 * and result, and everything that must come back as it was.
 */
#include "expect.h"

FIXTURE(untraced_svc) {
	struct task task;
};

/* How the call is made; what is not mentioned in a claim must not matter. */
FIXTURE_VARIANT(untraced_svc) {
	void (*stub)(struct sysregs *in, struct sysregs *out);
	__u64 nr_high;		/* or-ed into the upper half of x8 */
};

FIXTURE_VARIANT_ADD(untraced_svc, plain) {
	.stub = sys_stub,
};

FIXTURE_VARIANT_ADD(untraced_svc, with_upper_half_of_x8_set) {
	.stub = sys_stub, .nr_high = 7ULL << 32,
};

FIXTURE_VARIANT_ADD(untraced_svc, with_an_immediate) {
	.stub = imm_stub,
};

static void (*svc_stub)(struct sysregs *in, struct sysregs *out);

static void body(struct page *page)
{
	svc_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE_SETUP(untraced_svc)
{
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
	svc_stub = variant->stub;
}

FIXTURE_TEARDOWN(untraced_svc)
{
	task_end(&self->task);
}

static int call(struct task *task, __u64 nr)
{
	int status, ret;

	sysregs_fill_pattern(&task->page->call[0].in, (long)nr);
	ret = task_start(task, body);
	if (!ret)
		ret = task_finish(task, &status);
	if (!ret && status != TASK_DONE << 8)
		ret = -EPROTO;
	return ret;
}

/*
 * Contract: ENTRY-001, ENTRY-002, ENTRY-007
 * Code: arch/arm64/kernel/syscall.c:do_el0_svc() el0_svc_common() invoke_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/entry-common.c:el0t_64_sync_handler() [v7.3.4]
 */
TEST_F(untraced_svc, returns_the_result_in_x0)
{
	setup_ok(call(&self->task, __NR_getppid | variant->nr_high));
	expect_val("x0", getpid(), self->task.page->call[0].out.r[0]);
}

/*
 * Contract: ENTRY-003
 * Code: arch/arm64/kernel/syscall.c:do_ni_syscall() invoke_syscall() [v7.3.4]
 */
TEST_F(untraced_svc, with_number_minus_one_returns_enosys)
{
	setup_ok(call(&self->task, (__u32)-1 | variant->nr_high));
	expect_val("x0", -ENOSYS, self->task.page->call[0].out.r[0]);
}

/*
 * Contract: ENTRY-003, ENTRY-011, ENTRY-012, ENTRY-013, ENTRY-014
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() do_ni_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/entry-common.c:el0_svc() [v7.3.4]
 */
TEST_F(untraced_svc, leaves_every_other_register_unchanged)
{
	static const __u64 numbers[] = { __NR_getppid, (__u32)-1, 9999 };
	struct page *page = self->task.page;
	unsigned int n, i;
	char name[8];

	for (n = 0; n < ARRAY_SIZE(numbers); n++) {
		setup_ok(call(&self->task, numbers[n] | variant->nr_high));
		for (i = 1; i < ARCH_SYSREGS; i++) {
			snprintf(name, sizeof(name), "x%u", i);
			expect_val(name, page->call[0].in.r[i], page->call[0].out.r[i]);
		}
		expect_val("nzcv", ARCH_FLAGS_PATTERN, page->call[0].out.flags);
		expect_val("sp", page->call[0].in.sp, page->call[0].out.sp);
	}
}

TEST_HARNESS_MAIN
