// SPDX-License-Identifier: GPL-2.0-only
/*
 * strace as a client: what its option inject= does to the tracee.  Each call of
 * the table is made four times by the tracee; all of it is in one run of strace,
 * and in a second one with a filter.
 */
#include "expect.h"
#include "strace_run.h"

#define ENOANO_TEXT "-1 ENOANO (No anode) (INJECTED)"

/*
 * X(what is injected, the call, how; what the tracee prints: four results, each
 * with + if the call was executed, and the number of signals; what is behind
 * the = of the four lines of strace)
 */
#define INJECTIONS(X)							\
	X(result, "getresuid", ":retval=42:when=1",			\
	  "42- 0+ 0+ 0+, 0", "42 (INJECTED)", "0", "0", "0")		\
	X(wide_result, "getresgid", ":retval=0x123456789a",		\
	  "78187493530- 78187493530- 78187493530- 78187493530-, 0",	\
	  "78187493530 (INJECTED)", "78187493530 (INJECTED)",		\
	  "78187493530 (INJECTED)", "78187493530 (INJECTED)")		\
	X(error, "sysinfo", ":error=ENOANO:when=1",			\
	  "-55- 0+ 0+ 0+, 0", ENOANO_TEXT, "0", "0", "0")		\
	X(error_at_the_second_call, "getitimer", ":error=ENOANO:when=2", \
	  "0+ -55- 0+ 0+, 0", "0", ENOANO_TEXT, "0", "0")		\
	X(error_from_the_second_call_on, "sched_getparam", ":error=ENOANO:when=2+", \
	  "0+ -55- -55- -55-, 0", "0", ENOANO_TEXT, ENOANO_TEXT, ENOANO_TEXT) \
	X(error_at_every_second_call, "sched_rr_get_interval", ":error=ENOANO:when=2+2", \
	  "0+ -55- 0+ -55-, 0", "0", ENOANO_TEXT, "0", ENOANO_TEXT)	\
	X(error_at_two_calls, "clock_getres", ":error=ENOANO:when=2..3", \
	  "0+ -55- -55- 0+, 0", "0", ENOANO_TEXT, ENOANO_TEXT, "0")	\
	X(delay_at_entry, "rt_sigpending", ":delay_enter=0:when=1",	\
	  "0+ 0+ 0+ 0+, 0", "0 (DELAYED)", "0", "0", "0")		\
	X(delay_at_exit, "clock_gettime", ":delay_exit=0:when=2",	\
	  "0+ 0+ 0+ 0+, 0", "0", "0 (DELAYED)", "0", "0")		\
	X(delay_with_error, "sched_getattr", ":delay_enter=0:delay_exit=0:error=ENOANO:when=2", \
	  "0+ -55- 0+ 0+, 0", "0", ENOANO_TEXT " (DELAYED)", "0", "0")	\
	X(another_call_with_result, "sigaltstack", ":syscall=getppid:retval=42:when=1", \
	  "42- 0+ 0+ 0+, 0", "42 (INJECTED)", "0", "0", "0")

/* Not with a filter: a signal that strace passes on at a seccomp stop is dropped. */
#define SIGNALS(X)							\
	X(alone, "getrusage", ":signal=USR1:when=3",			\
	  "0+ 0+ 0+ 0+, 1", "0", "0", "0", "0")				\
	X(with_error, "get_robust_list", ":signal=USR1:error=ENOANO:when=1", \
	  "-55- 0+ 0+ 0+, 1", ENOANO_TEXT, "0", "0", "0")

#define INJECTION_OPTION(name, call, how, ...)	" -e inject=" call how

/* The handler of this signal writes the byte that the restarted read() gets. */
#define RESTART_OPTION	" -e inject=read:signal=USR1:when=1"

enum { UNFILTERED, FILTERED };

#define OPTIONS INJECTIONS(INJECTION_OPTION) " -e trace='!rt_sigaction'"

static int run(int which)
{
	if (which == FILTERED)
		return strace_run(&strace_runs[FILTERED], OPTIONS " -f --seccomp-bpf", "injected");
	return strace_run(&strace_runs[UNFILTERED],
			  OPTIONS SIGNALS(INJECTION_OPTION) RESTART_OPTION, "restarted");
}

/* The lines of text that begin with start. */
static void take_lines(struct lines *lines, const char *text, const char *start)
{
	char *line;

	lines_clear(lines);
	while ((line = strace_line(&text))) {
		line += strspn(line, "0123456789 ");	/* the id of the tracee */
		if (!strncmp(line, start, strlen(start)))
			lines_add(lines, line);
	}
}

/* What the tracee prints of a call. */
#define expect_results(run_, variant) do {				\
	const struct strace_run *results_run = &strace_runs[run_];	\
	struct lines *results_seen = &self->seen;			\
									\
	take_lines(results_seen, results_run->output, (variant)->call);	\
	expect_line(results_seen, "%s %s", (variant)->call, (variant)->results); \
	expect_no_more_lines(results_seen);				\
	expect_val("status of strace", STRACE_EXIT << 8, results_run->status); \
} while (0)

/* What is behind the = of the four calls in a trace. */
#define expect_trace(run_, variant) do {				\
	struct lines *trace_seen = &self->seen;				\
	const char *trace_result;					\
	int trace_i;							\
									\
	take_lines(trace_seen, strace_runs[run_].trace, (variant)->call); \
	for (trace_i = 0; trace_i < 4; trace_i++) {			\
		trace_result = strstr(lines_here(trace_seen), ") = ");	\
		if (!trace_result || strcmp(trace_result + 4, (variant)->line[trace_i])) \
			expect_fail("claim: call %d: expected \"%s\", seen \"%s\"", \
				    trace_i + 1, (variant)->line[trace_i], \
				    lines_here(trace_seen));		\
		trace_seen->next++;					\
	}								\
	expect_no_more_lines(trace_seen);				\
} while (0)

FIXTURE(injected) {
	struct lines seen;
};

FIXTURE_VARIANT(injected) {
	const char *call, *results;
	const char *line[4];
};

#define INJECTION_VARIANT(name, call, how, results, ...) \
	FIXTURE_VARIANT_ADD(injected, name) { call, results, { __VA_ARGS__ } };

FIXTURE_VARIANT_ADD(injected, nothing) { "getcpu", "0+ 0+ 0+ 0+, 0", { "0", "0", "0", "0" } };
INJECTIONS(INJECTION_VARIANT)

FIXTURE_SETUP(injected)
{
	require_filters_for(&strace_runs[FILTERED]);
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(UNFILTERED));
	setup_ok(run(FILTERED));
}

FIXTURE_TEARDOWN(injected)
{
}

/*
 * Contract: PT-021, PT-082
 * Promise: strace(1) "Tampering"
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(injected, is_what_the_tracee_sees)
{
	expect_results(UNFILTERED, variant);
	expect_results(FILTERED, variant);
}

/*
 * Contract: PT-081, PT-082
 * Promise: strace(1) "Tampering"
 * Code: kernel/ptrace.c:ptrace_get_syscall_info() [v7.3.4]
 */
TEST_F(injected, is_what_strace_prints)
{
	expect_trace(UNFILTERED, variant);
}

/*
 * Contract: PT-082, PT-083
 * Promise: strace(1) "--seccomp-bpf"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(injected, is_printed_alike_with_a_filter)
{
	expect_trace(FILTERED, variant);
}

FIXTURE(injected_signal) {
	struct lines seen;
};

FIXTURE_VARIANT(injected_signal) {
	const char *call, *results;
	const char *line[4];
};

#define SIGNAL_VARIANT(name, call, how, results, ...) \
	FIXTURE_VARIANT_ADD(injected_signal, name) { call, results, { __VA_ARGS__ } };
SIGNALS(SIGNAL_VARIANT)

FIXTURE_SETUP(injected_signal)
{
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(UNFILTERED));
}

FIXTURE_TEARDOWN(injected_signal)
{
}

/*
 * Contract: PT-082
 * Promise: strace(1) "Tampering"
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 */
TEST_F(injected_signal, is_handled_once)
{
	expect_results(UNFILTERED, variant);
	expect_trace(UNFILTERED, variant);
}

FIXTURE(signal_injected_into_a_read) {
	struct lines seen;
};

FIXTURE_SETUP(signal_injected_into_a_read)
{
	require(strace_available(), STRACE_NEEDS);
	setup_ok(run(UNFILTERED));
}

FIXTURE_TEARDOWN(signal_injected_into_a_read)
{
}

/*
 * strace writes no register here: what it shows is what the kernel does.
 *
 * Contract: PT-065, PT-066, PT-081, PT-082
 * Promise: signal(7) "Interruption of system calls and library functions by signal handlers"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(signal_injected_into_a_read, interrupts_it_before_it_is_restarted)
{
	struct lines *seen = &self->seen;
	const char *trace = strstr(strace_runs[UNFILTERED].trace, "read(");

	take_lines(seen, trace ? trace : "", "");
	expect_line(seen, "read(%d, ...", STRACE_FD);
	expect_claim(strstr(seen->text[0], ", 1) = ? ERESTARTSYS (To be restarted if SA_RESTART is"
			    " set)"), "the first read is interrupted");
	expect_line(seen, "--- SIGUSR1 {...");
	expect_line(seen, "write(%d, \"r\", 1) = 1", STRACE_FD2);
	/* It gives back the registers with which the call is made again. */
	expect_line(seen, "rt_sigreturn({mask=[]}) = %d",
		    ARCH_RESULT_IN_ARG0 ? STRACE_FD : __NR_read);
	expect_line(seen, "read(%d, \"r\", 1) = 1", STRACE_FD);
	take_lines(seen, strace_runs[UNFILTERED].output, "read");
	expect_line(seen, "read 1");
	expect_no_more_lines(seen);
}

TEST_HARNESS_MAIN
