// SPDX-License-Identifier: GPL-2.0-only
/* sys_enter and sys_exit of system calls of an AArch32 task. */
#include "expect.h"
#include "aarch32_watched.h"

FIXTURE(aarch32_event) {
	struct watched w;
};

FIXTURE_SETUP(aarch32_event)
{
	require(elf32_available(), AARCH32_NEEDS);
	require(trace_available(), TRACE_NEEDS);
	setup_ok(aarch32_start(&self->w));
}

FIXTURE_TEARDOWN_PARENT(aarch32_event)
{
	trace_close(&self->w.trace);
}

/*
 * Contract: ENTRY-051
 * Code: arch/arm64/include/asm/ftrace.h:arch_trace_is_compat_syscall() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() [v7.3.4]
 * Code: kernel/trace/trace_syscalls.c:trace_get_syscall_nr() [v7.3.4]
 */
TEST_F(aarch32_event, has_number_with_arguments_but_never_a_name)
{
	/* In the 64-bit table both numbers are other calls, with names. */
	static const char *const events[] = { "raw_syscalls", "syscalls", NULL };
	static const __u32 nr[] = { A32_NR_GETPPID, A32_NR_CLOSE };
	const int result[] = { getpid(), -EBADF };
	struct watched *w = &self->w;
	unsigned int i;

	setup_ok(trace_open(&w->trace, w->pid, events));
	for (i = 0; i < ARRAY_SIZE(nr); i++)
		setup_ok(aarch32_call(w, nr[i]));
	setup_ok(watched_trace_lines(w));
	for (i = 0; i < ARRAY_SIZE(nr); i++) {
		expect_line(&w->seen, EVENT_ENTER(nr[i], "(%x, %x, %x, %x, %x, %x)"),
			    A32_ARG(0), A32_ARG(1), A32_ARG(2), A32_ARG(3),
			    A32_ARG(4), A32_ARG(5));
		expect_line(&w->seen, EVENT_EXIT(nr[i], "%d"), result[i]);
	}
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
