// SPDX-License-Identifier: GPL-2.0-only
/*
 * SECCOMP_FILTER_FLAG_TSYNC while another thread is held in the entry stop of a
 * call: the filter that comes during the stop judges that very call.
 */
#include "expect.h"
#include "filter.h"

/* The thread that installs the filter, and its sibling that is held. */
FIXTURE(call_of_a_held_sibling) {
	struct tracee leader, sibling;
};

FIXTURE_VARIANT(call_of_a_held_sibling) {
	unsigned int flags;
	bool filtered_before;	/* both threads have had a filter since before */
	bool denied;
};

FIXTURE_VARIANT_ADD(call_of_a_held_sibling, under_its_first_filter) {
	.flags = SECCOMP_FILTER_FLAG_TSYNC, .denied = true,
};

FIXTURE_VARIANT_ADD(call_of_a_held_sibling, under_its_second_filter) {
	.flags = SECCOMP_FILTER_FLAG_TSYNC, .filtered_before = true, .denied = true,
};

FIXTURE_VARIANT_ADD(call_of_a_held_sibling, without_tsync) {
	.flags = 0,
};

FIXTURE_VARIANT_ADD(call_of_a_held_sibling, without_tsync_under_an_older_filter) {
	.flags = 0, .filtered_before = true,
};

static unsigned int body_flags;
static bool body_filtered_before;

static void body(struct page *page)
{
	struct filter filter;

	if (body_filtered_before) {
		filter_on_nr(&filter, __NR_getpgid, SECCOMP_RET_ERRNO | ENOTTY);
		page->word[1] = (__u64)filter_install(&filter, 0);
	}
	tracee_ready();
	task_thread(body_calls, page);
	filter_on_nr(&filter, __NR_getppid, SECCOMP_RET_ERRNO | EXDEV);
	page->word[0] = (__u64)filter_install(&filter, body_flags);
	tracee_ready();
}

FIXTURE_SETUP(call_of_a_held_sibling)
{
	struct page *page;

	require_filters();
	body_flags = variant->flags;
	body_filtered_before = variant->filtered_before;
	setup_ok(tracee_start(&self->leader, body));
	page = self->leader.task.page;
	setup_ok(page->word[1]);
	page->ncalls = 2;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&page->call[1].in, __NR_getppid);

	setup_ok(tracee_options(&self->leader, TRACEE_OPTIONS | PTRACE_O_TRACECLONE));
	expect_stop(&self->leader, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_CLONE);
	setup_ok(tracee_adopt(&self->sibling, &self->leader, (pid_t)self->leader.stop.msg));
	expect_at(&self->sibling, STOP_SIGNAL, SIGSTOP);
	self->sibling.stop.kind = STOP_NONE;	/* this SIGSTOP is not delivered */
}

FIXTURE_TEARDOWN(call_of_a_held_sibling)
{
	tracee_end(&self->sibling);
	tracee_end(&self->leader);
}

/*
 * Contract: SEC-026
 * Fixed: "entry: Fix seccomp bypass after ptrace with TSYNC"
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_trace_enter() [v7.3.4]
 * Code: kernel/seccomp.c:seccomp_sync_threads() [v7.3.4]
 */
TEST_F(call_of_a_held_sibling, is_judged_by_the_filters_at_its_end)
{
	__u64 expected = variant->denied ? (__u64)-EXDEV : (__u64)getpid();
	struct tracee *s = &self->sibling;

	expect_stop(s, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->leader, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("seccomp(2)", 0, self->leader.task.page->word[0]);
	expect_stop(s, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	/* Fixed since: where it is, the same wrong value is a failure. */
	if (!kernel_at_least(7, 3))
		expect_val_or_defect(K12, reg_text(REG_RESULT), expected,
				     tracee_get(s, REG_RESULT), getpid());
	expect_reg(s, REG_RESULT, expected);

	/* The same as for a call that starts now. */
	expect_stop(s, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(s, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(s, REG_RESULT, expected);
	expect_stop(s, PTRACE_CONT, STOP_EXITED, 0);
	setup_ok(tracee_skip_breakpoint(&self->leader));
	expect_done(&self->leader);
}

TEST_HARNESS_MAIN
