// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_SET_SYSCALL_INFO: what it changes at each kind of syscall stop, and
 * what it refuses.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"
#include "filter.h"

#define FILTER_DATA	0x5a
#define FILTER_ERRNO	77
#define FILTER_ARG	0x5a5a
#define COPIED		pattern(210)

static long set_info(struct tracee *t, const struct ptrace_syscall_info *info)
{
	return tracee_ptrace(t, PTRACE_SET_SYSCALL_INFO, sizeof(*info), info);
}

FIXTURE(set_info) {
	struct tracee t;
	struct page *page;
	struct ptrace_syscall_info info;
};

/* The same must hold at both stops that come before the call. */
FIXTURE_VARIANT(set_info) {
	int request;
	enum stop_kind kind;
	int what;
};

FIXTURE_VARIANT_ADD(set_info, at_an_entry_stop) {
	.request = PTRACE_SYSCALL, .kind = STOP_ENTRY, .what = __NR_getppid,
};

FIXTURE_VARIANT_ADD(set_info, at_a_seccomp_stop) {
	.request = PTRACE_CONT, .kind = STOP_SECCOMP, .what = FILTER_DATA,
};

static void body(struct page *page)
{
	struct filter trace, refuse;

	filter_on_nr(&trace, __NR_getppid, SECCOMP_RET_TRACE | FILTER_DATA);
	filter_on_arg(&refuse, __NR_getsid, 0, false, FILTER_ARG,
		      SECCOMP_RET_ERRNO | FILTER_ERRNO);
	if (filter_install(&trace, 0) || filter_install(&refuse, 0))
		sys_call(__NR_exit_group, 1);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(set_info)
{
	require(kernel_at_least(6, 16), "needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	require_filters();
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	expect_stop(&self->t, variant->request, variant->kind, variant->what);
	expect_claim(tracee_info(&self->t, &self->info) >= 80, "the stop has arguments");
	self->info.seccomp.reserved2 = 0;
}

FIXTURE_TEARDOWN(set_info)
{
	tracee_end(&self->t);
}

/* A call whose result depends on all six: copy one word inside the tracee. */
static void set_copy_call(FIXTURE_DATA(set_info) *self)
{
	__u64 *word = self->page->word;
	__u64 args[6] = { (__u64)self->t.tid, (__u64)&word[0], 1, (__u64)&word[2], 1, 0 };

	word[0] = (__u64)&word[4];	/* the local and the remote iovec */
	word[1] = sizeof(*word);
	word[2] = (__u64)&word[5];
	word[3] = sizeof(*word);
	word[5] = COPIED;
	self->info.entry.nr = __NR_process_vm_readv;
	memcpy(self->info.entry.args, args, sizeof(args));
}

/*
 * Contract: PT-015, PT-018
 * Promise: ptrace(2) "PTRACE_SET_SYSCALL_INFO"
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() ptrace_set_syscall_info_seccomp() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() syscall_set_nr() [v7.3.4]
 */
TEST_F(set_info, is_read_back_by_every_interface)
{
	struct ptrace_syscall_info seen;
	char name[16];
	int i;

	self->info.entry.nr = __NR_getsid;
	for (i = 0; i < 6; i++)
		self->info.entry.args[i] = pattern(200 + i);
	setup_ok(set_info(&self->t, &self->info));
	setup_ok(tracee_info(&self->t, &seen));
	expect_val("info.op", self->info.op, seen.op);
	expect_val("info.entry.nr", __NR_getsid, seen.entry.nr);
	expect_nr(&self->t, __NR_getsid);
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, pattern(200 + i), seen.entry.args[i]);
		expect_reg(&self->t, reg_arg(i), pattern(200 + i));
	}
}

/*
 * Contract: PT-015, PT-018
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() [v7.3.4]
 */
TEST_F(set_info, decides_which_call_runs_with_which_arguments)
{
	set_copy_call(self);
	setup_ok(set_info(&self->t, &self->info));
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), sizeof(__u64), self->page->call[0].out.r[SYSREG_RESULT]);
	expect_val("copied word", COPIED, self->page->word[4]);
}

/*
 * Contract: PT-015, PT-018
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() [v7.3.4]
 */
TEST_F(set_info, is_what_the_filter_judges)
{
	self->info.entry.nr = __NR_getsid;
	self->info.entry.args[0] = FILTER_ARG;
	setup_ok(set_info(&self->t, &self->info));
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), -FILTER_ERRNO,
		   self->page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-015, PT-018
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(set_info, runs_when_the_filter_allows_the_new_argument)
{
	self->info.entry.nr = __NR_getsid;
	self->info.entry.args[0] = 0;
	setup_ok(set_info(&self->t, &self->info));
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), getsid(0), self->page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-016
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_nr() [v7.3.4]
 */
TEST_F(set_info, of_number_minus_one_skips_the_call_with_enosys)
{
	const struct sysregs *out = &self->page->call[0].out;
	int i;

	self->info.entry.nr = ~0ULL;
	for (i = 0; i < 6; i++)
		self->info.entry.args[i] = pattern(200 + i);
	setup_ok(set_info(&self->t, &self->info));
	expect_nr(&self->t, -1);
	expect_reg(&self->t, REG_RESULT, -ENOSYS);
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), -ENOSYS, out->r[SYSREG_RESULT]);
	for (i = 1; i < 6; i++)
		expect_val(reg_text(reg_arg(i)), pattern(100 + i), out->r[SYSREG_ARG(i)]);
}

/* The request as it is, but with the op of every stop that this one is not. */
#define expect_other_ops_refused(t, info_) do {				\
	__u8 other_op, other_own = (info_)->op;				\
									\
	for (other_op = 0; other_op <= PTRACE_SYSCALL_INFO_SECCOMP; other_op++) { \
		(info_)->op = other_op;					\
		if (other_op != other_own)				\
			expect_val("result", -EINVAL, set_info(t, info_)); \
	}								\
} while (0)

/*
 * Contract: PT-019
 * Code: kernel/ptrace.c:ptrace_set_syscall_info() ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(set_info, is_refused_with_the_op_of_another_stop)
{
	self->info.entry.nr = __NR_getsid;
	expect_other_ops_refused(&self->t, &self->info);
	expect_nr(&self->t, __NR_getppid);
	if (variant->kind == STOP_ENTRY)
		expect_stop(&self->t, PTRACE_CONT, STOP_SECCOMP, FILTER_DATA);
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), getpid(), self->page->call[0].out.r[SYSREG_RESULT]);
}

FIXTURE(set_exit_info) {
	struct tracee t;
	struct ptrace_syscall_info info;
};

FIXTURE_VARIANT(set_exit_info) {
	__s64 rval;
	__u8 is_error;
};

FIXTURE_VARIANT_ADD(set_exit_info, to_a_result) {
	.rval = 0x5a5a00001234LL, .is_error = 0,
};

FIXTURE_VARIANT_ADD(set_exit_info, to_an_error) { .rval = -77, .is_error = 1 };

static void body_unfiltered(struct page *page)
{
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(set_exit_info)
{
	require(kernel_at_least(6, 16), "needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	setup_ok(tracee_start(&self->t, body_unfiltered));
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	memset(&self->info, 0, sizeof(self->info));
	setup_ok(tracee_ptrace(&self->t, PTRACE_GET_SYSCALL_INFO, sizeof(self->info),
			       &self->info));
}

FIXTURE_TEARDOWN(set_exit_info)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-017
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(set_exit_info, is_what_the_tracee_gets)
{
	struct ptrace_syscall_info seen;

	expect_val("info.exit.rval", getpid(), self->info.exit.rval);
	self->info.exit.rval = variant->rval;
	self->info.exit.is_error = variant->is_error;
	setup_ok(set_info(&self->t, &self->info));
	setup_ok(tracee_info(&self->t, &seen));
	expect_val("info.exit.rval", variant->rval, seen.exit.rval);
	expect_val("info.exit.is_error", variant->is_error, seen.exit.is_error);
	expect_reg(&self->t, REG_RESULT, variant->rval);
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), variant->rval,
		   self->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-019
 * Code: kernel/ptrace.c:ptrace_set_syscall_info() ptrace_get_syscall_info_op() [v7.3.4]
 */
TEST_F(set_exit_info, is_refused_with_the_op_of_another_stop)
{
	self->info.exit.rval = variant->rval;
	expect_other_ops_refused(&self->t, &self->info);
	expect_reg(&self->t, REG_RESULT, getpid());
	expect_done(&self->t);
	expect_val(reg_text(REG_RESULT), getpid(),
		   self->t.task.page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
