// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of one traced call: entry stop, filters, seccomp stop, filters
 * again, the call itself, exit stop; and what a tracer changes at the stops is
 * what the filters judge afterwards.
 */
#include "expect.h"
#include "filter.h"

#define NFILTERS	7

static struct filter body_filter[NFILTERS];
static int body_nfilters;

static void body(struct page *page)
{
	int i;

	task_handle(SIGSYS, 0);
	for (i = 0; i < body_nfilters; i++)
		page->word[0] |= (__u64)filter_install(&body_filter[i], 0);
	tracee_ready();
	body_calls(page);
}

static int start(struct tracee *t)
{
	int ret = tracee_start(t, body);

	if (!ret && t->task.page->word[0])
		ret = -EPROTO;
	return ret ? ret : tracee_options(t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP);
}

FIXTURE(argument_rewritten_at) {
	struct tracee t;
};

FIXTURE_VARIANT(argument_rewritten_at) {
	bool entry;		/* at the entry stop, else at the seccomp stop */
};

FIXTURE_VARIANT_ADD(argument_rewritten_at, the_entry_stop) { .entry = true };
FIXTURE_VARIANT_ADD(argument_rewritten_at, the_seccomp_stop) { .entry = false };

/* What the caller passes is never denied, what the tracer writes is. */
#define DENIED(i)	(0xfeed0000U + (i))

FIXTURE_SETUP(argument_rewritten_at)
{
	struct page *page = self->t.task.page = page_new();
	int i;

	require_filters();
	setup_ok(page ? 0 : -ENOMEM);
	for (i = 0; i < 6; i++) {
		filter_on_arg(&body_filter[i], __NR_getppid, i, false, DENIED(i),
			      SECCOMP_RET_ERRNO | (EXDEV + i));
		sysregs_fill_pattern(&page->call[2 * i].in, __NR_getppid);
		sysregs_fill_pattern(&page->call[2 * i + 1].in, __NR_getppid);
	}
	page->ncalls = 12;
	filter_on_nr(&body_filter[6], __NR_getppid, SECCOMP_RET_TRACE | 6);
	body_nfilters = 7;
	setup_ok(start(&self->t));
}

FIXTURE_TEARDOWN(argument_rewritten_at)
{
	tracee_end(&self->t);
}

/*
 * Contract: SEC-011, SEC-012, SEC-013
 * Code: kernel/seccomp.c:__seccomp_filter() populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(argument_rewritten_at, is_what_the_filter_judges)
{
	struct tracee *t = &self->t;
	int i, harmless;

	for (i = 0; i < 6; i++) {
		for (harmless = 0; harmless < 2; harmless++) {
			expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
			if (!variant->entry)
				expect_stop(t, PTRACE_SYSCALL, STOP_SECCOMP, 6);
			setup_ok(tracee_set(t, reg_arg(i), DENIED(i) ^ (harmless << 8)));
			/* ERRNO goes before TRACE, so the stop is not reached. */
			if (variant->entry && harmless)
				expect_stop(t, PTRACE_SYSCALL, STOP_SECCOMP, 6);
			expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
			expect_reg(t, REG_RESULT, harmless ? getpid() : -(EXDEV + i));
		}
	}
	expect_done(t);
}

FIXTURE(traced_getresuid) {
	struct tracee t;
	__u64 *ruid;
};

FIXTURE_VARIANT(traced_getresuid) {
	__u32 verdict;
};

FIXTURE_VARIANT_ADD(traced_getresuid, with_trace) { .verdict = SECCOMP_RET_TRACE | 6 };
FIXTURE_VARIANT_ADD(traced_getresuid, with_errno) { .verdict = SECCOMP_RET_ERRNO | EXDEV };
FIXTURE_VARIANT_ADD(traced_getresuid, with_trap) { .verdict = SECCOMP_RET_TRAP | 3 };

#define UNTOUCHED	0xa5a5a5a5a5a5a5a5ULL

/* A call whose run can be told by what it writes to the page. */
FIXTURE_SETUP(traced_getresuid)
{
	struct page *page = self->t.task.page = page_new();
	__u64 args[6];
	int i;

	require_filters();
	setup_ok(page ? 0 : -ENOMEM);
	for (i = 0; i < 3; i++) {
		args[i] = (__u64)&page->word[1 + i];
		page->word[1 + i] = UNTOUCHED;
	}
	for (; i < 6; i++)
		args[i] = pattern(100 + i);
	self->ruid = &page->word[1];
	sysregs_fill(&page->call[0].in, __NR_getresuid, args);
	page->ncalls = 1;
	filter_on_nr(&body_filter[0], __NR_getresuid, variant->verdict);
	body_nfilters = 1;
	setup_ok(start(&self->t));
}

FIXTURE_TEARDOWN(traced_getresuid)
{
	tracee_end(&self->t);
}

/*
 * Contract: SEC-028, SEC-029
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_trace_enter() syscall_exit_work() [v7.3.4]
 */
TEST_F(traced_getresuid, has_entry_stop_before_verdict_before_exit_stop)
{
	__u32 action = variant->verdict & SECCOMP_RET_ACTION_FULL;
	struct ptrace_syscall_info info;
	bool runs = action == SECCOMP_RET_TRACE;
	__u64 result = 0;

	if (action == SECCOMP_RET_ERRNO)
		result = (__u64)-EXDEV;
	else if (action == SECCOMP_RET_TRAP)	/* rolled back */
		result = self->t.task.page->call[0].in.r[SYSREG_RESULT];
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getresuid);
	if (runs)
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_SECCOMP, 6);
	expect_val("what the call writes", UNTOUCHED, *self->ruid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getresuid);
	expect_reg(&self->t, REG_RESULT, result);
	expect_val("info length", 33, tracee_info(&self->t, &info));
	expect_val("info.exit.rval", result, info.exit.rval);
	expect_val("info.exit.is_error", action == SECCOMP_RET_ERRNO, info.exit.is_error);
	expect_val("what the call writes", runs ? UNTOUCHED >> 32 << 32 | getuid() : UNTOUCHED,
		   *self->ruid);
	if (action == SECCOMP_RET_TRAP) {
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGSYS);
		expect_val("si_errno", 3, self->t.stop.si.si_errno);
	}
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
