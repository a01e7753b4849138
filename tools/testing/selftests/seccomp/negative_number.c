// SPDX-License-Identifier: GPL-2.0-only
/*
 * Negative system call numbers and seccomp: a caller's own -1 is judged like any
 * number, a tracer's at the seccomp stop skips the call.
 */
#include <limits.h>
#include "expect.h"
#include "filter.h"

/* umask(2) returns what the last one set, so the next one tells if it ran. */
#define MASK_BEFORE	0111
#define MASK_JUDGED	0222

static struct filter body_filter;

FIXTURE(call_with_number_minus_one) {
	struct task task;
	struct sysregs *in, *out;
};

/* The upper half of the number register must not matter. */
FIXTURE_VARIANT(call_with_number_minus_one) {
	long nr;
};

FIXTURE_VARIANT_ADD(call_with_number_minus_one, sign_extended) { .nr = -1L };
FIXTURE_VARIANT_ADD(call_with_number_minus_one, in_the_low_word) { .nr = 0xffffffffL };

static void body(struct page *page)
{
	task_handle(SIGSYS, 0);
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	body_calls(page);
}

FIXTURE_SETUP(call_with_number_minus_one)
{
	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->in = &self->task.page->call[0].in;
	self->out = &self->task.page->call[0].out;
	self->task.page->ncalls = 1;
	sysregs_fill_pattern(self->in, variant->nr);
}

FIXTURE_TEARDOWN(call_with_number_minus_one)
{
	task_end(&self->task);
}

/*
 * Contract: SEC-015
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_with_number_minus_one, fails_with_the_errno_of_the_filter)
{
	filter_on_nr(&body_filter, 0xffffffff, SECCOMP_RET_ERRNO | EXDEV);
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_val("result", -EXDEV, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

/*
 * Contract: SEC-015, SEC-001
 * Code: kernel/seccomp.c:seccomp_run_filters() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(call_with_number_minus_one, fails_with_enosys_when_allowed)
{
	filter_on_nr(&body_filter, 0xfffffffe, SECCOMP_RET_ERRNO | EXDEV);
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_val("result", -ENOSYS, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

/*
 * Contract: SEC-015, SEC-004
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_rollback() [v7.3.4]
 */
TEST_F(call_with_number_minus_one, shows_a_trap_handler_the_registers_of_the_caller)
{
	struct frame *f = &self->task.page->frame[0];

	filter_on_nr(&body_filter, 0xffffffff, SECCOMP_RET_TRAP | 7);
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_sigsys(f, SIGSYS_SECCOMP, 7, -1);
	expect_caller_regs(self->in, &f->regs);
	expect_kept(self->in, self->out, true);
}

FIXTURE(number_set_at_the_seccomp_stop) {
	struct tracee t;
	__u64 result_there;
};

FIXTURE_VARIANT(number_set_at_the_seccomp_stop) {
	int nr;
};

FIXTURE_VARIANT_ADD(number_set_at_the_seccomp_stop, minus_one) { .nr = -1 };
FIXTURE_VARIANT_ADD(number_set_at_the_seccomp_stop, minus_two) { .nr = -2 };
FIXTURE_VARIANT_ADD(number_set_at_the_seccomp_stop, the_smallest) { .nr = INT_MIN };

static void body_traced(struct page *page)
{
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	tracee_ready();
	body_calls(page);
}

/* The judged call between two that tell which mask is in force. */
FIXTURE_SETUP(number_set_at_the_seccomp_stop)
{
	/* All of the register must come back, of which umask(2) takes the low half. */
	static const __u64 masks[] = { MASK_BEFORE, 0x5a5aULL << 32 | MASK_JUDGED, MASK_BEFORE };
	__u64 args[6] = {};
	struct page *page;

	require_filters();
	filter_on_arg(&body_filter, __NR_umask, 0, false, MASK_JUDGED, SECCOMP_RET_TRACE | 5);
	setup_ok(tracee_start(&self->t, body_traced));
	setup_ok(self->t.task.page->word[0]);
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	page = self->t.task.page;
	for (page->ncalls = 0; page->ncalls < ARRAY_SIZE(masks); page->ncalls++) {
		args[0] = masks[page->ncalls];
		sysregs_fill(&page->call[page->ncalls].in, __NR_umask, args);
	}
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, 5);
	self->result_there = ARCH_ENTRY_RESULT_IS_ENOSYS ? (__u64)-ENOSYS : masks[1];
}

FIXTURE_TEARDOWN(number_set_at_the_seccomp_stop)
{
	tracee_end(&self->t);
}

/*
 * Contract: SEC-014
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(number_set_at_the_seccomp_stop, skips_the_call_with_the_result_that_is_there)
{
	struct page *page = self->t.task.page;

	setup_ok(tracee_set_nr(&self->t, variant->nr));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	expect_reg(&self->t, REG_RESULT, self->result_there);
	expect_done(&self->t);
	expect_val("result", self->result_there, page->call[1].out.r[SYSREG_RESULT]);
	expect_val("mask found by the next call", MASK_BEFORE, page->call[2].out.r[SYSREG_RESULT]);
	expect_kept(&page->call[1].in, &page->call[1].out, false);
}

/*
 * Contract: SEC-014, SEC-009
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() gpr_set() [v7.3.4]
 */
TEST_F(number_set_at_the_seccomp_stop, skips_the_call_with_the_result_of_the_tracer)
{
	struct page *page = self->t.task.page;

	setup_ok(tracee_set_nr(&self->t, variant->nr));
	setup_ok(tracee_set(&self->t, REG_RESULT, 0x123456789abcdef0ULL));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	expect_reg(&self->t, REG_RESULT, 0x123456789abcdef0ULL);
	expect_done(&self->t);
	expect_val("result", 0x123456789abcdef0ULL, page->call[1].out.r[SYSREG_RESULT]);
	expect_val("mask found by the next call", MASK_BEFORE, page->call[2].out.r[SYSREG_RESULT]);
	expect_kept(&page->call[1].in, &page->call[1].out, false);
}

TEST_HARNESS_MAIN
