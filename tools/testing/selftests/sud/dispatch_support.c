// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether Syscall User Dispatch is there at all: as the kernel's configuration
 * says, for prctl(2) and both ptrace(2) requests.  This is the only program here
 * that says something about a kernel without it.
 */
#include <linux/ptrace.h>
#include "sud.h"

FIXTURE(dispatch) {
	struct tracee t;
	int configured;
};

FIXTURE_VARIANT(dispatch) {
	unsigned long mode;
};

FIXTURE_VARIANT_ADD(dispatch, outside_a_range) { .mode = PR_SYS_DISPATCH_EXCLUSIVE_ON };
FIXTURE_VARIANT_ADD(dispatch, inside_a_range) { .mode = PR_SYS_DISPATCH_INCLUSIVE_ON };
FIXTURE_VARIANT_ADD(dispatch, nowhere) { .mode = PR_SYS_DISPATCH_OFF };

static unsigned long body_mode;

/* Arguments that are right for the mode: a selector that allows everything. */
static long configure(struct page *page)
{
	bool off = body_mode == PR_SYS_DISPATCH_OFF;

	return sud_prctl(body_mode, off ? 0 : 0x400000, off ? 0 : 0x1000,
			 off ? NULL : sud_selector(page));
}

static void body(struct page *page)
{
	page->word[0] = (__u64)configure(page);
	tracee_ready();
}

FIXTURE_SETUP(dispatch)
{
	self->configured = kernel_has_sud();
	require(self->configured >= 0, "the kernel's configuration cannot be read");
	body_mode = variant->mode;
	setup_ok(tracee_start(&self->t, body));
}

FIXTURE_TEARDOWN(dispatch)
{
	tracee_end(&self->t);
}

/*
 * Contract: SUD-001
 * Code: kernel/entry/syscall_user_dispatch.c:set_syscall_user_dispatch() [v7.3.4]
 * Code: include/linux/syscall_user_dispatch.h:set_syscall_user_dispatch() [v7.3.4]
 */
TEST_F(dispatch, is_set_by_prctl_exactly_where_it_is_configured)
{
	expect_val("prctl(2)", self->configured ? 0 : -EINVAL, self->t.task.page->word[0]);
	expect_done(&self->t);
}

/*
 * Contract: SUD-001
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: include/linux/syscall_user_dispatch.h:syscall_user_dispatch_get_config() [v7.3.4]
 */
TEST_F(dispatch, is_read_by_ptrace_exactly_where_it_is_configured)
{
	struct ptrace_sud_config config, poison;
	long ret;

	memset(&config, 0xa5, sizeof(config));
	poison = config;
	ret = tracee_ptrace(&self->t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG,
			    sizeof(config), &config);
	expect_val("PTRACE_GET", self->configured ? 0 : -EINVAL, ret);
	expect_val("answer is written", self->configured,
		   memcmp(&config, &poison, sizeof(config)) != 0);
}

/*
 * Contract: SUD-001
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 * Code: include/linux/syscall_user_dispatch.h:syscall_user_dispatch_set_config() [v7.3.4]
 */
TEST_F(dispatch, is_set_by_ptrace_exactly_where_it_is_configured)
{
	bool off = variant->mode == PR_SYS_DISPATCH_OFF;
	struct ptrace_sud_config config = {
		.mode = variant->mode,
		.selector = off ? 0 : (__u64)sud_selector(self->t.task.page),
		.offset = off ? 0 : 0x400000,
		.len = off ? 0 : 0x1000,
	};
	struct ptrace_sud_config seen = { .mode = 0xa5, .selector = 0xa5 };

	expect_val("PTRACE_SET", self->configured ? 0 : -EINVAL,
		   tracee_ptrace(&self->t, PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG,
				 sizeof(config), &config));
	if (self->configured) {
		setup_ok(tracee_ptrace(&self->t, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG,
				       sizeof(seen), &seen));
		expect_val("dispatch is off", off, seen.mode == PR_SYS_DISPATCH_OFF);
		expect_val("selector", config.selector, seen.selector);
		/* How an inclusive range is told is the subject of dispatch_config. */
		if (variant->mode != PR_SYS_DISPATCH_INCLUSIVE_ON) {
			expect_val("offset", config.offset, seen.offset);
			expect_val("len", config.len, seen.len);
		}
	}
	expect_done(&self->t);
}

TEST_HARNESS_MAIN
