// SPDX-License-Identifier: GPL-2.0-only
/* strace as a client: what its option inject= does to the tracee. */
#include "expect.h"
#include "strace_run.h"

FIXTURE(injected) {
	struct lines seen;
};

/* The first close() succeeds; the second fails only if the first was executed. */
FIXTURE_VARIANT(injected) {
	const char *inject;
	const char *results;	/* as the tracee prints them */
	const char *line;	/* in the trace */
};

FIXTURE_VARIANT_ADD(injected, nothing) {
	"close:delay_enter=1:when=9", "500 0 -9 -38 -9, 0", "close(500) = 0",
};

FIXTURE_VARIANT_ADD(injected, result) {
	"close:retval=42:when=1", "500 42 0 -38 -9, 0", "close(500) = 42 (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, wide_result) {
	"lseek:retval=0x123456789a", "500 0 -9 -38 78187493530, 0",
	"lseek(1001, 20015998343868, SEEK_END) = 78187493530 (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, error) {
	"close:error=ENOANO:when=1", "500 -55 0 -38 -9, 0",
	"close(500) = -1 ENOANO (No anode) (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, error_at_the_second_call) {
	"close:error=ENOANO:when=2", "500 0 -55 -38 -9, 0",
	"close(500) = -1 ENOANO (No anode) (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, error_from_the_first_call_on) {
	"close:error=ENOANO:when=1+", "500 -55 -55 -38 -9, 0",
	"close(500) = -1 ENOANO (No anode) (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, signal) {
	"close:signal=USR1:when=1", "500 0 -9 -38 -9, 1", "close(500) = 0",
};

FIXTURE_VARIANT_ADD(injected, signal_with_error) {
	"close:signal=USR1:error=ENOANO:when=1", "500 -55 0 -38 -9, 1",
	"close(500) = -1 ENOANO (No anode) (INJECTED)",
};

FIXTURE_VARIANT_ADD(injected, delay_at_entry) {
	"close:delay_enter=1000:when=1", "500 0 -9 -38 -9, 0", "close(500) = 0 (DELAYED)",
};

FIXTURE_VARIANT_ADD(injected, delay_at_exit) {
	"close:delay_exit=1000:when=1", "500 0 -9 -38 -9, 0", "close(500) = 0 (DELAYED)",
};

FIXTURE_SETUP(injected)
{
	require(strace_available(), STRACE_NEEDS);
}

FIXTURE_TEARDOWN(injected)
{
}

/*
 * Contract: PT-082, PT-021
 * Promise: strace(1) "Tampering"
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(injected, is_what_the_tracee_sees)
{
	char options[128];

	snprintf(options, sizeof(options), "-e inject=%s", variant->inject);
	setup_ok(strace_run(&self->seen, options, "calls", STRACE_OUTPUT, NULL));
	expect_line(&self->seen, "%s", variant->results);
	expect_no_more_lines(&self->seen);
}

/*
 * Contract: PT-081, PT-082
 * Promise: strace(1) "Tampering"
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(injected, is_what_strace_prints)
{
	char options[128];
	int i, found = 0;

	snprintf(options, sizeof(options), "-e inject=%s", variant->inject);
	setup_ok(strace_run(&self->seen, options, "calls", STRACE_TRACE, "fcntl(1, F_DUPFD"));
	for (i = 0; i < self->seen.count && i < LINES_MAX; i++)
		found += !strcmp(self->seen.text[i], variant->line);
	if (!found) {
		lines_print(&self->seen);
		expect_fail("claim: a line \"%s\" in the trace", variant->line);
	}
}

TEST_HARNESS_MAIN
