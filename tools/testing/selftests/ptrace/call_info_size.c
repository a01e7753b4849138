// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_GET_SYSCALL_INFO into a buffer of every size: the full length comes
 * back, as much as fits is copied, and not one byte more.
 */
#include <sys/ptrace.h>
#include "expect.h"
#include "filter.h"

#define FILTER_DATA	0x5a
#define SIZE_MAX_ASKED	(sizeof(struct ptrace_syscall_info) + 1)

FIXTURE(call_info_size) {
	struct tracee t;
	struct ptrace_syscall_info full;
	unsigned char *guarded;
	size_t size;
};

FIXTURE_VARIANT(call_info_size) {
	int stops;		/* PTRACE_SYSCALL that often, from the breakpoint on */
	__u8 op;
	long length;		/* of what the kernel has to tell */
};

FIXTURE_VARIANT_ADD(call_info_size, at_a_breakpoint) {
	.stops = 0, .op = PTRACE_SYSCALL_INFO_NONE, .length = 24,
};

FIXTURE_VARIANT_ADD(call_info_size, at_an_entry_stop) {
	.stops = 1, .op = PTRACE_SYSCALL_INFO_ENTRY, .length = 80,
};

FIXTURE_VARIANT_ADD(call_info_size, at_a_seccomp_stop) {
	.stops = 2, .op = PTRACE_SYSCALL_INFO_SECCOMP, .length = 84,
};

FIXTURE_VARIANT_ADD(call_info_size, at_an_exit_stop) {
	.stops = 3, .op = PTRACE_SYSCALL_INFO_EXIT, .length = 33,
};

static void body(struct page *page)
{
	filter_self(__NR_getppid, SECCOMP_RET_TRACE | FILTER_DATA);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(call_info_size)
{
	struct page *page;
	int i;

	require_filters();
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	page = self->t.task.page;
	page->ncalls = 1;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	for (i = 0; i < variant->stops; i++)
		setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_val("info length", variant->length, tracee_info(&self->t, &self->full));
	expect_val("info.op", variant->op, self->full.op);
}

FIXTURE_TEARDOWN(call_info_size)
{
	guard_free(self->guarded, self->size);
	tracee_end(&self->t);
}

/* A new buffer of size bytes before an unmapped page, the old one goes. */
static unsigned char *new_buffer(FIXTURE_DATA(call_info_size) *self, size_t size)
{
	guard_free(self->guarded, self->size);
	self->guarded = guard_alloc(size);
	self->size = size;
	return self->guarded;
}

static long get_info(FIXTURE_DATA(call_info_size) *self, size_t size, void *into)
{
	return tracee_ptrace(&self->t, PTRACE_GET_SYSCALL_INFO, size, into);
}

/*
 * Contract: PT-009
 * Promise: ptrace(2) "PTRACE_GET_SYSCALL_INFO"
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(call_info_size, is_returned_whole_for_every_buffer_size)
{
	size_t size;

	for (size = 0; size <= SIZE_MAX_ASKED; size++) {
		ASSERT_NE(NULL, new_buffer(self, size));
		expect_val("info length", variant->length,
			   get_info(self, size, self->guarded));
	}
}

/*
 * Contract: PT-009
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(call_info_size, limits_what_is_copied_to_the_buffer)
{
	const unsigned char *full = (const unsigned char *)&self->full;
	size_t size, i, length = (size_t)variant->length;
	char name[32];

	for (size = 0; size <= SIZE_MAX_ASKED; size++) {
		ASSERT_NE(NULL, new_buffer(self, size));
		setup_ok(get_info(self, size, self->guarded));
		for (i = 0; i < size; i++) {
			snprintf(name, sizeof(name), "byte %zu of %zu", i, size);
			expect_val(name, i < length ? full[i] : 0xff, self->guarded[i]);
		}
	}
}

/*
 * The buffer holds what there is to tell and ends there, whatever size is
 * claimed; with one byte less the same request faults.
 *
 * Contract: PT-009
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(call_info_size, is_all_that_is_written_for_a_larger_claim)
{
	size_t length = (size_t)variant->length;

	ASSERT_NE(NULL, new_buffer(self, length));
	expect_val("info length", variant->length, get_info(self, ~0UL, self->guarded));
	ASSERT_NE(NULL, new_buffer(self, length - 1));
	expect_val("result", -EFAULT, get_info(self, length, self->guarded));
	expect_val("info length", variant->length, get_info(self, length - 1, self->guarded));
}

TEST_HARNESS_MAIN
