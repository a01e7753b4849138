/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tests say.  Included once per program, since kselftest_harness.h is.
 *
 * claim:  the kernel did not do what the contract says.
 * broken: the test could not be set up; says nothing about the kernel.
 *
 * Every failure prints the register or field by name, expected and seen in
 * hex (and what they mean), the last stops, and the command that runs just this
 * test again.
 */
#ifndef ENTRY_EXPECT_H
#define ENTRY_EXPECT_H

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/time.h>
#include "kselftest_harness.h"
#include "defects.h"
#include "differs.h"
#include "kernel.h"
#include "lines.h"
#include "tracee.h"

/* "fixture.variant.test", in one buffer. */
static inline const char *expect_test_name(const struct __test_metadata *_metadata)
{
	struct __fixture_variant_metadata *v;
	const char *variant = "";
	static char name[160];

	for (v = _metadata->fixture->variant; v; v = v->next)
		if (v->data == _metadata->variant)
			variant = v->name;
	snprintf(name, sizeof(name), "%s%s%s.%s", _metadata->fixture->name,
		 *variant ? "." : "", variant, _metadata->name);
	return name;
}

static inline void expect_explain(struct __test_metadata *_metadata)
{
	tracee_print_history("#  ");
	fprintf(stderr, "#   rerun: ./%s -r %s\n", program_invocation_short_name,
		expect_test_name(_metadata));
}

static struct __test_metadata *expect_running;

static inline void expect_hangs(int sig)
{
	(void)sig;
	fprintf(stderr, "# %s: it still waits\n", expect_running->name);
	expect_explain(expect_running);
}

/* The harness kills a test that hangs without a word: shortly before, say where it is. */
static inline void expect_watch(struct __test_metadata *_metadata)
{
	const struct itimerval patience = { .it_value.tv_sec = _metadata->timeout - 3 };
	const struct sigaction action = { .sa_handler = expect_hangs, .sa_flags = SA_RESTART };

	if (expect_running)
		return;
	expect_running = _metadata;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &patience, NULL);
}

/* Never called: in a system header's TH_LOG() the compiler does not check formats. */
static inline void __attribute__((format(printf, 1, 2))) expect_format(const char *fmt, ...)
{
	(void)fmt;
}

/* End the test as failed, with the explanation, at the caller's line. */
#define expect_fail(fmt, ...) do {					\
	if (0)								\
		expect_format(fmt, ##__VA_ARGS__);			\
	TH_LOG(fmt, ##__VA_ARGS__);					\
	expect_explain(_metadata);					\
	_metadata->exit_code = KSFT_FAIL;				\
	__bail(1, _metadata);						\
} while (0)

/* Set-up that must succeed: an expression with 0 (or more) for success. */
#define setup_ok(expr) do {						\
	long setup_ret;							\
									\
	expect_watch(_metadata);					\
	setup_ret = (long)(expr);					\
	if (setup_ret < 0)						\
		expect_fail("broken: %s: %s", #expr,			\
			    error_text(-setup_ret));			\
} while (0)

/* In FIXTURE_SETUP: skip unless cond, with a constant reason. */
#define require(cond, reason) do {					\
	if (!(cond))							\
		SKIP(return, reason);					\
} while (0)

#define require_filters() \
	require(kernel_config("SECCOMP_FILTER") != 0, "needs CONFIG_SECCOMP_FILTER")

#define require_differs(row)						\
	require(differs_side(DIFFERS_##row) != SIDE_UNKNOWN, "kernel kind unknown")

/* A value, in hex, by the name a reader knows it under. */
#define expect_val(name, expected, seen) do {				\
	__u64 val_expected = (__u64)(expected), val_seen = (__u64)(seen); \
									\
	if (val_expected != val_seen)					\
		expect_fail("claim: %s: expected %s, seen %s", name,	\
			    value_text(name, val_expected), value_text(name, val_seen)); \
} while (0)

/* A condition, with the claim in words. */
#define expect_claim(cond, text) do {					\
	if (!(cond))							\
		expect_fail("claim: %s", text);				\
} while (0)

/*
 * The right value, or exactly the wrong one of a known defect: then the test
 * ends here as XFAIL, unless something failed before.
 */
#define expect_val_or_defect(defect, name, right, seen, wrong) do {	\
	__u64 def_seen = (__u64)(seen);					\
									\
	if (def_seen == (__u64)(wrong) && def_seen != (__u64)(right))	\
		expect_defect(defect);					\
	expect_val(name, right, def_seen);				\
} while (0)

/* End the test as XFAIL with the number of a known defect. */
#define expect_defect(defect) do {					\
	if (_metadata->exit_code == KSFT_PASS) {			\
		snprintf(_metadata->results->reason,			\
			 sizeof(_metadata->results->reason), "%s",	\
			 defect_text(DEFECT_##defect));			\
		TH_LOG("known defect %s", defect_text(DEFECT_##defect)); \
		_metadata->exit_code = KSFT_XFAIL;			\
	}								\
	return;								\
} while (0)

/* Resume by request; the next stop must be of this kind with this what. */
#define expect_stop(t, request, kind_, what_) do {			\
	int stop_ret = tracee_next(t, request);				\
									\
	if (stop_ret)							\
		expect_fail("broken: %s: %s", #request, error_text(-stop_ret)); \
	expect_at(t, kind_, what_);					\
} while (0)

/* The stop at which the tracee is. */
#define expect_at(t, kind_, what_) do {					\
	struct stop stop_want = { .kind = kind_, .what = what_ };	\
									\
	if ((t)->stop.kind != stop_want.kind || (t)->stop.what != stop_want.what) \
		expect_fail("claim: stop: expected %s, seen %s",	\
			    stop_text(&stop_want), stop_text(&(t)->stop)); \
} while (0)

/* A register of the stopped tracee. */
#define expect_reg(t, name, expected)					\
	expect_val(reg_text(name), expected, tracee_get(t, name))

/* A whole set of registers as it was, or as it was made to be expected. */
#define expect_regs(expected, seen) do {				\
	struct arch_regs *regs_want = (expected), *regs_seen = (seen);	\
	char regs_name[32];						\
	size_t regs_i;							\
									\
	for (regs_i = 0; regs_i < REG_COUNT; regs_i++)			\
		expect_val(reg_text((enum reg_name)regs_i),		\
			   *reg(regs_want, (enum reg_name)regs_i),	\
			   *reg(regs_seen, (enum reg_name)regs_i));	\
	for (regs_i = 0; regs_i < sizeof(*regs_want) / sizeof(__u64); regs_i++) { \
		snprintf(regs_name, sizeof(regs_name), "word %zu of the registers", regs_i); \
		expect_val(regs_name, ((__u64 *)regs_want)[regs_i],	\
			   ((__u64 *)regs_seen)[regs_i]);		\
	}								\
} while (0)

/* The system call number the kernel holds for the stopped tracee. */
#define expect_nr(t, expected)						\
	expect_val("syscall number", (__u32)(expected), (__u32)tracee_get_nr(t))

/*
 * What a call of a stub left in the registers: all as they were, but those that
 * the architecture gives up and, unless the call was rolled back, the result.
 */
#define expect_kept(in, out, rolled_back) do {				\
	char kept_name[32];						\
	int kept_i;							\
									\
	for (kept_i = 0; kept_i < ARCH_SYSREGS; kept_i++) {		\
		if (ARCH_CALL_CLOBBERS(kept_i) ||			\
		    (kept_i == SYSREG_RESULT && !(rolled_back)))	\
			continue;					\
		snprintf(kept_name, sizeof(kept_name), "register %d of sysregs", kept_i); \
		expect_val(kept_name, (in)->r[kept_i], (out)->r[kept_i]); \
	}								\
	expect_val("flags", (in)->flags, (out)->flags);			\
	expect_val("stack pointer", (in)->sp, (out)->sp);		\
} while (0)

/* A SIGSYS of this cause for the call nr that sys_stub() made. */
#define expect_sigsys(frame, cause, data, nr) do {			\
	expect_val("signal", SIGSYS, (frame)->signo);			\
	expect_val("si_code", cause, (frame)->code);			\
	expect_val("si_errno", data, (frame)->err);			\
	expect_val("si_syscall", (int)(nr), (frame)->syscall);		\
	expect_val("si_arch", ARCH_AUDIT, (frame)->arch);		\
	expect_val("si_call_addr", sys_insn_end, (frame)->addr);	\
} while (0)

/* A frame shows the registers with which the call of sys_stub(in, ...) was made. */
#define expect_caller_regs(in, regs) do {				\
	int caller_i;							\
									\
	for (caller_i = 0; caller_i < 6; caller_i++)			\
		expect_val(reg_text(reg_arg(caller_i)), (in)->r[SYSREG_ARG(caller_i)], \
			   *reg(regs, reg_arg(caller_i)));		\
	expect_val(reg_text(REG_NR), (in)->r[SYSREG_NR], *reg(regs, REG_NR)); \
	expect_val(reg_text(REG_MARK), (in)->r[SYSREG_MARK], *reg(regs, REG_MARK)); \
	expect_val(reg_text(REG_PC), sys_insn_end, *reg(regs, REG_PC));	\
	expect_val(reg_text(REG_SP), (in)->sp, *reg(regs, REG_SP));	\
} while (0)

/* Let it run: it must reach the last line of its body. */
#define expect_done(t)	expect_stop(t, PTRACE_CONT, STOP_EXITED, TASK_DONE)

/* A task that nobody traces must reach the last line of its body. */
#define expect_finish(task) do {					\
	int fin_status;							\
									\
	setup_ok(task_finish(task, &fin_status));			\
	expect_val("wait status", TASK_DONE << 8, fin_status);		\
} while (0)

/* Start it and let it run to its end. */
#define expect_run(task, body) do {					\
	setup_ok(task_start(task, body));				\
	expect_finish(task);						\
} while (0)

/*
 * The next line of what an instrument recorded: printf arguments for the whole
 * text, or for its beginning followed by "...".
 */
#define expect_line(lines_, ...) do {					\
	char line_want[LINE_TEXT];					\
									\
	snprintf(line_want, sizeof(line_want), __VA_ARGS__);		\
	if (!lines_match(lines_, line_want)) {				\
		lines_print(lines_);					\
		expect_fail("claim: record %d: expected \"%s\", seen \"%s\", differs at \"%s\"", \
			    (lines_)->next + 1, line_want, lines_here(lines_), \
			    lines_differ(lines_, line_want));		\
	}								\
	(lines_)->next++;						\
} while (0)

#define expect_no_more_lines(lines_)	expect_line(lines_, "(no more)")

/* Report the side on which a row of differs.h was seen to hold. */
#define differs_saw(row)						\
	fprintf(stderr, "# differs %s saw %s\n", differs_name(DIFFERS_##row), \
		differs_side(DIFFERS_##row) == SIDE_GENERIC ? "generic" : "legacy")

static void __attribute__((constructor)) expect_mark(void)
{
	kernel_mark(program_invocation_short_name, "starts");
}

/* In FIXTURE_SETUP, where kernel messages must be told apart test by test. */
#define expect_mark_test()						\
	kernel_mark(program_invocation_short_name, expect_test_name(_metadata))

#endif
