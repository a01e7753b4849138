/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tests say.  Included once per program, since kselftest_harness.h is.
 *
 * claim:  the kernel did not do what the contract says.
 * broken: the test could not be set up; says nothing about the kernel.
 *
 * Every failure prints the register or field by name, expected and seen in
 * hex, the last stops, and the command that runs just this test again.
 */
#ifndef ENTRY_EXPECT_H
#define ENTRY_EXPECT_H

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include "kselftest_harness.h"
#include "defects.h"
#include "differs.h"
#include "kernel.h"
#include "tracee.h"

static inline void expect_explain(struct __test_metadata *_metadata)
{
	const struct __fixture_variant_metadata *v;
	const char *variant = "";

	for (v = _metadata->fixture->variant; v; v = v->next)
		if (v->data == _metadata->variant)
			variant = v->name;
	tracee_print_history("#  ");
	fprintf(stderr, "#   rerun: ./%s -r %s%s%s.%s\n", program_invocation_short_name,
		_metadata->fixture->name, *variant ? "." : "", variant, _metadata->name);
}

/* End the test as failed, with the explanation, at the caller's line. */
#define expect_fail(fmt, ...) do {					\
	TH_LOG(fmt, ##__VA_ARGS__);					\
	expect_explain(_metadata);					\
	_metadata->exit_code = KSFT_FAIL;				\
	__bail(1, _metadata);						\
} while (0)

/* Set-up that must succeed: an expression with 0 (or more) for success. */
#define setup_ok(expr) do {						\
	long setup_ret = (long)(expr);					\
									\
	if (setup_ret < 0)						\
		expect_fail("broken: %s: %s", #expr,			\
			    strerrorname_np((int)-setup_ret));		\
} while (0)

/* In FIXTURE_SETUP: skip unless cond, with a constant reason. */
#define require(cond, reason) do {					\
	if (!(cond))							\
		SKIP(return, reason);					\
} while (0)

#define require_differs(row)						\
	require(differs_side(DIFFERS_##row) != SIDE_UNKNOWN, "kernel kind unknown")

/* A value, in hex, by the name a reader knows it under. */
#define expect_val(name, expected, seen) do {				\
	__u64 val_expected = (__u64)(expected), val_seen = (__u64)(seen); \
									\
	if (val_expected != val_seen)					\
		expect_fail("claim: %s: expected 0x%llx, seen 0x%llx", name, \
			    (unsigned long long)val_expected,		\
			    (unsigned long long)val_seen);		\
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
		expect_fail("broken: %s: %s", #request, strerrorname_np(-stop_ret)); \
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

/* The system call number the kernel holds for the stopped tracee. */
#define expect_nr(t, expected)						\
	expect_val("syscall number", (__u32)(expected), (__u32)tracee_get_nr(t))

/* Let it run: it must reach the last line of its body. */
#define expect_done(t)	expect_stop(t, PTRACE_CONT, STOP_EXITED, TASK_DONE)

/* A task that nobody traces must reach the last line of its body. */
#define expect_finish(task) do {					\
	int fin_status;							\
									\
	setup_ok(task_finish(task, &fin_status));			\
	expect_val("wait status", TASK_DONE << 8, fin_status);		\
} while (0)

/* Report the side on which a row of differs.h was seen to hold. */
#define differs_saw(row)						\
	TH_LOG("differs %s saw %s", differs_name(DIFFERS_##row),	\
	       differs_side(DIFFERS_##row) == SIDE_GENERIC ? "generic" : "legacy")

static void __attribute__((constructor)) expect_mark(void)
{
	kernel_mark_start(program_invocation_short_name);
}

#endif
