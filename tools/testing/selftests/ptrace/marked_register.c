// SPDX-License-Identifier: GPL-2.0-only
/*
 * The register that arm64 overwrites for the time of a syscall stop: x7 tells
 * the direction there, and nowhere else.  Architectures without such a mark
 * show and take the tracee's own register at every stop.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include "expect.h"
#include "filter.h"

#define MARK_WRITTEN(i)		pattern(200 + (i))
#define FILTER_DATA		0x5a

FIXTURE(marked_register) {
	struct tracee t;
	struct page *page;
	__u64 own;		/* what the tracee has in the register */
};

FIXTURE_SETUP(marked_register)
{
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->page = self->t.task.page;
	self->page->ncalls = 2;
	sysregs_fill_pattern(&self->page->call[0].in, __NR_getppid);
	sysregs_fill_pattern(&self->page->call[1].in, __NR_getppid);
	self->own = self->page->call[0].in.r[SYSREG_MARK];
}

FIXTURE_TEARDOWN(marked_register)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-003
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_entry() report_syscall_exit() [v7.3.4]
 */
TEST_F(marked_register, tells_entry_from_exit_at_every_syscall_stop)
{
	int i;

	for (i = 0; i < 2; i++) {
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
		expect_reg(&self->t, REG_MARK, ARCH_HAS_MARKED_REG ? 0 : self->own);
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
		expect_reg(&self->t, REG_MARK, ARCH_HAS_MARKED_REG ? 1 : self->own);
	}
	expect_done(&self->t);
}

/*
 * Contract: PT-003, PT-004
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_entry() report_syscall_exit() [v7.3.4]
 */
TEST_F(marked_register, comes_back_to_a_tracee_nobody_wrote_to)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_done(&self->t);
	expect_val(reg_text(REG_MARK), self->own, self->page->call[0].out.r[SYSREG_MARK]);
}

/*
 * The neighbours of the register are written with it: they must arrive, else
 * the whole write was lost and the claim about the one register is empty.
 *
 * Contract: PT-004
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_entry() [v7.3.4]
 */
TEST_F(marked_register, discards_a_write_at_the_entry_stop)
{
	struct sysregs *out = &self->page->call[0].out;
	struct arch_regs regs;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(tracee_get_regs(&self->t, &regs));
	*reg(&regs, REG_MARK) = MARK_WRITTEN(0);
	*reg(&regs, REG_ARG5) = MARK_WRITTEN(1);
	setup_ok(tracee_set_regs(&self->t, &regs));
	expect_reg(&self->t, REG_MARK, MARK_WRITTEN(0));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(&self->t, REG_MARK, ARCH_HAS_MARKED_REG ? 1 : MARK_WRITTEN(0));
	expect_done(&self->t);
	expect_val(reg_text(REG_MARK), ARCH_HAS_MARKED_REG ? self->own : MARK_WRITTEN(0),
		   out->r[SYSREG_MARK]);
	expect_val(reg_text(REG_ARG5), MARK_WRITTEN(1), out->r[SYSREG_ARG(5)]);
}

/*
 * Contract: PT-004
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_exit() [v7.3.4]
 */
TEST_F(marked_register, discards_a_write_at_the_exit_stop)
{
	struct sysregs *out = &self->page->call[0].out;
	struct arch_regs regs;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	setup_ok(tracee_get_regs(&self->t, &regs));
	*reg(&regs, REG_MARK) = MARK_WRITTEN(2);
	*reg(&regs, REG_ARG5) = MARK_WRITTEN(3);
	setup_ok(tracee_set_regs(&self->t, &regs));
	expect_done(&self->t);
	expect_val(reg_text(REG_MARK), ARCH_HAS_MARKED_REG ? self->own : MARK_WRITTEN(2),
		   out->r[SYSREG_MARK]);
	expect_val(reg_text(REG_ARG5), MARK_WRITTEN(3), out->r[SYSREG_ARG(5)]);
}

FIXTURE(marked_register_at) {
	struct tracee t;
	struct page *page;
	__u64 own;
};

/* Every other kind of stop in and behind a call that has an entry stop. */
FIXTURE_VARIANT(marked_register_at) {
	long nr;
	__u64 arg0;
	int request;			/* from the entry stop on */
	unsigned long options;
	int sig;			/* queued at the entry stop */
	enum stop_kind kind;
	int what;
};

FIXTURE_VARIANT_ADD(marked_register_at, a_seccomp_stop) {
	.nr = __NR_getpid, .request = PTRACE_CONT, .options = PTRACE_O_TRACESECCOMP,
	.kind = STOP_SECCOMP, .what = FILTER_DATA,
};

FIXTURE_VARIANT_ADD(marked_register_at, a_fork_event_stop) {
	.nr = __NR_clone, .arg0 = SIGCHLD, .request = PTRACE_CONT,
	.options = PTRACE_O_TRACEFORK, .kind = STOP_EVENT, .what = PTRACE_EVENT_FORK,
};

FIXTURE_VARIANT_ADD(marked_register_at, an_exit_event_stop) {
	.nr = __NR_exit, .request = PTRACE_CONT, .options = PTRACE_O_TRACEEXIT,
	.kind = STOP_EVENT, .what = PTRACE_EVENT_EXIT,
};

FIXTURE_VARIANT_ADD(marked_register_at, a_signal_stop) {
	.nr = __NR_getppid, .request = PTRACE_CONT, .sig = SIGUSR1,
	.kind = STOP_SIGNAL, .what = SIGUSR1,
};

FIXTURE_VARIANT_ADD(marked_register_at, the_stop_of_a_stepped_call) {
	.nr = __NR_getppid, .request = PTRACE_SINGLESTEP,
	.kind = STOP_TRAP, .what = ARCH_CALL_STEP_CODE,
};

static void body_filtered(struct page *page)
{
	filter_self(__NR_getpid, SECCOMP_RET_TRACE | FILTER_DATA);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(marked_register_at)
{
	__u64 args[6] = { variant->arg0 };

	require_filters();
	setup_ok(tracee_start(&self->t, body_filtered));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | variant->options));
	self->page = self->t.task.page;
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, variant->nr, args);
	self->own = self->page->call[0].in.r[SYSREG_MARK];
}

FIXTURE_TEARDOWN(marked_register_at)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-003, PT-005
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_exit() [v7.3.4]
 */
TEST_F(marked_register_at, is_the_tracees_own)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	expect_reg(&self->t, REG_MARK, ARCH_HAS_MARKED_REG ? 0 : self->own);
	if (variant->sig)
		setup_ok(tracee_signal(&self->t, variant->sig));
	expect_stop(&self->t, variant->request, variant->kind, variant->what);
	expect_reg(&self->t, REG_MARK, self->own);
}

FIXTURE(marked_register_of_a_step) {
	struct tracee t;
	__u64 own;
};

static void body_step(struct page *page)
{
	step_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE_SETUP(marked_register_of_a_step)
{
	struct page *page = page_new();

	ASSERT_NE(NULL, page);
	self->t.task.page = page;
	sysregs_fill_pattern(&page->call[0].in, __NR_getppid);
	self->own = page->call[0].in.r[SYSREG_MARK];
	setup_ok(tracee_start(&self->t, body_step));
}

FIXTURE_TEARDOWN(marked_register_of_a_step)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-005
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_exit() [v7.3.4]
 */
TEST_F(marked_register_of_a_step, is_the_tracees_own_behind_the_exit_stop)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(&self->t, REG_PC, (__u64)step_insn_end + ARCH_NOP_SIZE);
	expect_reg(&self->t, REG_MARK, self->own);
}

TEST_HARNESS_MAIN
