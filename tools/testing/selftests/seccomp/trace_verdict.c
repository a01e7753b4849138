// SPDX-License-Identifier: GPL-2.0-only
/*
 * SECCOMP_RET_TRACE with a tracer: the stop, what the tracer finds there and may
 * change, and the second look of the filters.
 */
#include "expect.h"
#include "filter.h"

/* A call that answers with its caller's process id whoever asks. */
#define NR_OTHER	__NR_getpid

static struct filter body_filter[2];

FIXTURE(seccomp_stop) {
	struct tracee t;
	struct page *page;
	struct sysregs *in, *out;
};

FIXTURE_VARIANT(seccomp_stop) {
	__u16 data;
};

FIXTURE_VARIANT_ADD(seccomp_stop, without_data) { .data = 0 };
FIXTURE_VARIANT_ADD(seccomp_stop, with_data) { .data = 0x1234 };
FIXTURE_VARIANT_ADD(seccomp_stop, with_all_bits_of_data) { .data = 0xffff };

static void body(struct page *page)
{
	page->word[0] = (__u64)filter_install(&body_filter[0], 0);
	page->word[1] = (__u64)filter_install(&body_filter[1], 0);
	tracee_ready();
	body_calls(page);
}

/* The filters: TRACE getppid, and a verdict for the other call. */
static int start(struct tracee *t, __u16 data, __u32 verdict_other)
{
	int ret;

	filter_on_nr(&body_filter[0], __NR_getppid, SECCOMP_RET_TRACE | data);
	filter_on_nr(&body_filter[1], NR_OTHER, verdict_other);
	ret = tracee_start(t, body);
	if (!ret)
		ret = tracee_options(t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP);
	if (!ret && (t->task.page->word[0] || t->task.page->word[1]))
		ret = -EPROTO;
	t->task.page->ncalls = 1;
	sysregs_fill_pattern(&t->task.page->call[0].in, __NR_getppid);
	return ret;
}

FIXTURE_SETUP(seccomp_stop)
{
	require_filters();
	setup_ok(start(&self->t, variant->data, SECCOMP_RET_ALLOW));
	self->page = self->t.task.page;
	self->in = &self->page->call[0].in;
	self->out = &self->page->call[0].out;
}

FIXTURE_TEARDOWN(seccomp_stop)
{
	tracee_end(&self->t);
}

/*
 * Contract: SEC-008
 * Promise: ptrace(2) "PTRACE_EVENT_SECCOMP"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_event() [v7.3.4]
 */
TEST_F(seccomp_stop, is_an_event_stop_with_the_data_of_the_filter)
{
	int code = SIGTRAP | PTRACE_EVENT_SECCOMP << 8;
	struct ptrace_syscall_info info;
	int i;

	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, variant->data);
	expect_val("wait status", code << 8 | 0x7f, self->t.stop.status);
	expect_val("si_code", code, self->t.stop.si.si_code);
	expect_val("event message", variant->data, self->t.stop.msg);
	expect_val("info length", 84, tracee_info(&self->t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_SECCOMP, info.op);
	expect_val("info.seccomp.nr", __NR_getppid, info.seccomp.nr);
	for (i = 0; i < 6; i++)
		expect_val("info.seccomp.args[]", pattern(100 + i), info.seccomp.args[i]);
	expect_val("info.seccomp.ret_data", variant->data, info.seccomp.ret_data);
}

/*
 * Contract: SEC-008
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_get() system_call_get() [v7.3.4]
 */
TEST_F(seccomp_stop, shows_the_registers_of_the_caller)
{
	int i;

	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, variant->data);
	for (i = 0; i < 6; i++)
		expect_reg(&self->t, reg_arg(i), pattern(100 + i));
	expect_reg(&self->t, REG_NR, __NR_getppid);
	expect_nr(&self->t, __NR_getppid);
	/* Not marked as at an entry or exit stop. */
	expect_reg(&self->t, REG_MARK, self->in->r[SYSREG_MARK]);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
}

/*
 * Contract: SEC-008, SEC-010
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(seccomp_stop, comes_once_before_the_call_runs)
{
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, variant->data);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(&self->t, REG_RESULT, getpid());
	expect_done(&self->t);
	expect_kept(self->in, self->out, false);
}

/*
 * Contract: SEC-007
 * Promise: seccomp(2) "SECCOMP_RET_TRACE"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(seccomp_stop, is_enosys_for_a_tracer_without_the_option)
{
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS));
	expect_done(&self->t);
	expect_val("result", -ENOSYS, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

/*
 * Contract: SEC-009
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(seccomp_stop, skips_the_call_with_the_errno_of_the_tracer)
{
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, variant->data);
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(tracee_set(&self->t, REG_RESULT, (__u64)-ENOTTY));
	expect_done(&self->t);
	expect_val("result", -ENOTTY, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

FIXTURE(call_swapped_at_the_seccomp_stop) {
	struct tracee t;
	__u64 expected;
};

FIXTURE_VARIANT(call_swapped_at_the_seccomp_stop) {
	__u32 verdict_other;
	bool runs;
};

FIXTURE_VARIANT_ADD(call_swapped_at_the_seccomp_stop, for_an_allowed_one) {
	.verdict_other = SECCOMP_RET_ALLOW, .runs = true,
};

FIXTURE_VARIANT_ADD(call_swapped_at_the_seccomp_stop, for_a_denied_one) {
	.verdict_other = SECCOMP_RET_ERRNO | EXDEV, .runs = false,
};

/* A second TRACE is no second stop: the tracer has had its say. */
FIXTURE_VARIANT_ADD(call_swapped_at_the_seccomp_stop, for_another_traced_one) {
	.verdict_other = SECCOMP_RET_TRACE | 9, .runs = true,
};

FIXTURE_SETUP(call_swapped_at_the_seccomp_stop)
{
	require_filters();
	setup_ok(start(&self->t, 5, variant->verdict_other));
	expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, 5);
	setup_ok(tracee_set_nr(&self->t, NR_OTHER));
	self->expected = variant->runs ? (__u64)self->t.tid : (__u64)-EXDEV;
}

FIXTURE_TEARDOWN(call_swapped_at_the_seccomp_stop)
{
	tracee_end(&self->t);
}

/*
 * Contract: SEC-009, SEC-010
 * Promise: seccomp(2) "SECCOMP_RET_TRACE"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_enter_from_user_mode_work() [v7.3.4]
 */
TEST_F(call_swapped_at_the_seccomp_stop, is_judged_by_its_new_number)
{
	struct page *page = self->t.task.page;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, NR_OTHER);
	expect_reg(&self->t, REG_RESULT, self->expected);
	expect_done(&self->t);
	expect_val("result", self->expected, page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: SEC-009, SEC-010
 * Promise: seccomp(2) "SECCOMP_RET_TRACE"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(call_swapped_at_the_seccomp_stop, makes_no_further_stop)
{
	struct page *page = self->t.task.page;

	expect_done(&self->t);
	expect_val("result", self->expected, page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
