// SPDX-License-Identifier: GPL-2.0-only
/* Tag check faults as a tracer sees them, between the other stops. */
#include <sys/uio.h>
#include "mte.h"

#define STEPS	64	/* more than from tracee_ready() to the access */

static char *memory;

FIXTURE(traced_async_fault) {
	struct tracee t;
	struct sysregs *in;
};

static void body(struct page *page)
{
	task_handle(SIGSEGV, 0);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	tracee_ready();
	store_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE_SETUP(traced_async_fault)
{
	setup_mte(memory);
	setup_ok(tracee_start(&self->t, body));
	self->in = &self->t.task.page->call[0].in;
	sysregs_fill_pattern(self->in, __NR_getppid);
	self->in->r[9] = (__u64)mte_tagged(memory, 5);
}

FIXTURE_TEARDOWN(traced_async_fault)
{
	tracee_end(&self->t);
}

#define expect_async_fault(t, request) do {				\
	expect_stop(t, request, STOP_SIGNAL, SIGSEGV);			\
	expect_val("si_code", SEGV_MTEAERR, (t)->stop.si.si_code);	\
	expect_val("si_addr", 0, (t)->stop.si.si_addr);			\
} while (0)

/* Resume without the signal of the stop. */
#define expect_stop_without_signal(t, request, kind, what) do {		\
	setup_ok(tracee_resume(t, request, 0));				\
	setup_ok(tracee_wait_stop(t));					\
	expect_at(t, kind, what);					\
} while (0)

/*
 * Contract: MTE-006
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/include/asm/entry-common.h:arch_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(traced_async_fault, is_seen_before_the_entry_stop)
{
	struct tracee *t = &self->t;
	struct arch_regs regs;
	char name[8];
	int i;

	expect_async_fault(t, PTRACE_SYSCALL);
	setup_ok(tracee_get_regs(t, &regs));
	expect_val("pc", (__u64)store_insn, regs.u.pc);
	for (i = 0; i < ARCH_SYSREGS; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		expect_val(name, self->in->r[i], regs.u.regs[i]);
	}
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_reg(t, REG_PC, (__u64)store_insn_end);
	expect_reg(t, REG_ARG0, self->in->r[0]);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(t, REG_RESULT, getpid());
	expect_done(t);
	expect_val("signals", 1, t->task.page->nframes);
}

/*
 * Contract: MTE-006
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(traced_async_fault, suppressed_by_the_tracer_leaves_the_call)
{
	struct tracee *t = &self->t;

	expect_async_fault(t, PTRACE_SYSCALL);
	expect_stop_without_signal(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(t, REG_RESULT, getpid());
	expect_done(t);
	expect_val("signals", 0, t->task.page->nframes);
	expect_val("x0", getpid(), t->task.page->call[0].out.r[0]);
}

/*
 * Contract: MTE-031
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() [v7.3.4]
 */
TEST_F(traced_async_fault, is_seen_before_the_emulated_call)
{
	struct tracee *t = &self->t;

	expect_async_fault(t, PTRACE_SYSEMU);
	expect_reg(t, REG_PC, (__u64)store_insn);
	expect_stop_without_signal(t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	expect_reg(t, REG_PC, (__u64)store_insn_end);
	setup_ok(tracee_set(t, REG_RESULT, pattern(40)));
	expect_done(t);
	expect_val("x0", pattern(40), t->task.page->call[0].out.r[0]);
}

FIXTURE(traced_access) {
	struct tracee t;
};

FIXTURE_SETUP(traced_access)
{
	setup_mte(memory);
}

FIXTURE_TEARDOWN(traced_access)
{
	tracee_end(&self->t);
}

static void body_break(struct page *page)
{
	(void)page;
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	tracee_ready();
	store_break(mte_tagged(memory, 5));
}

/*
 * Contract: MTE-034
 * Code: kernel/entry/common.c:__exit_to_user_mode_loop() [v7.3.4]
 * Code: arch/arm64/kernel/entry.S:check_mte_async_tcf() [v7.3.4]
 */
TEST_F(traced_access, before_a_breakpoint_is_reported_once_after_its_stop)
{
	struct tracee *t = &self->t;

	setup_ok(tracee_start(t, body_break));
	expect_stop(t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_reg(t, REG_PC, (__u64)store_break_insn);
	setup_ok(tracee_skip_breakpoint(t));
	expect_async_fault(t, PTRACE_CONT);
	expect_reg(t, REG_PC, (__u64)store_break_insn + ARCH_BREAK_SIZE);
	expect_stop_without_signal(t, PTRACE_CONT, STOP_EXITED, TASK_DONE);
}

static void body_sync(struct page *page)
{
	(void)page;
	mte_enable(PR_MTE_TCF_SYNC, memory);
	tracee_ready();
	access_store(mte_tagged(memory, 5));
}

/*
 * Contract: MTE-029
 * Code: arch/arm64/mm/fault.c:do_tag_check_fault() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_softstep() [v7.3.4]
 */
TEST_F(traced_access, of_the_wrong_tag_is_not_stepped_over)
{
	struct tracee *t = &self->t;
	int i;

	setup_ok(tracee_start(t, body_sync));
	for (i = 0; i < STEPS && t->stop.pc != (__u64)access_store_insn; i++)
		expect_stop(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_val("pc", (__u64)access_store_insn, t->stop.pc);
	expect_stop(t, PTRACE_SINGLESTEP, STOP_SIGNAL, SIGSEGV);
	expect_val("si_code", SEGV_MTESERR, t->stop.si.si_code);
	expect_val("pc", (__u64)access_store_insn, t->stop.pc);
	setup_ok(tracee_set(t, REG_PC, (__u64)access_store_insn + 4));
	expect_stop_without_signal(t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_done(t);
}

static void body_no_mode(struct page *page)
{
	page->word[0] = sys_call(__NR_prctl, PR_SET_TAGGED_ADDR_CTRL,
				 PR_TAGGED_ADDR_ENABLE, 0, 0, 0);
	*(volatile char *)memory = 0;
	access_store(mte_tagged(memory, 5));
	tracee_ready();
	access_store(mte_tagged(memory, 5));
	page->word[1] = sys_call(__NR_prctl, PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
}

static long mode_regset(struct tracee *t, int request, __u64 *mode)
{
	struct iovec iov = { mode, sizeof(*mode) };

	return tracee_ptrace(t, request, NT_ARM_TAGGED_ADDR_CTRL, &iov);
}

/*
 * Contract: MTE-027
 * Code: arch/arm64/kernel/ptrace.c:tagged_addr_ctrl_set() tagged_addr_ctrl_get() [v7.3.4]
 * Code: arch/arm64/kernel/mte.c:set_mte_ctrl() mte_thread_switch() [v7.3.4]
 */
TEST_F(traced_access, is_checked_in_the_mode_the_tracer_wrote)
{
	__u64 mode = MTE_CTRL(PR_MTE_TCF_SYNC), bad = mode | 1ULL << 40, seen = ~0ULL;
	struct tracee *t = &self->t;

	setup_ok(tracee_start(t, body_no_mode));
	setup_ok(mode_regset(t, PTRACE_GETREGSET, &seen));
	expect_val("mode before", PR_TAGGED_ADDR_ENABLE, seen);
	setup_ok(mode_regset(t, PTRACE_SETREGSET, &mode));
	expect_val("writing an unknown bit", -EINVAL, mode_regset(t, PTRACE_SETREGSET, &bad));
	setup_ok(mode_regset(t, PTRACE_GETREGSET, &seen));
	expect_val("mode after", mode, seen);
	expect_stop(t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
	expect_val("si_code", SEGV_MTESERR, t->stop.si.si_code);
	setup_ok(tracee_set(t, REG_PC, (__u64)access_store_insn + 4));
	expect_stop_without_signal(t, PTRACE_CONT, STOP_EXITED, TASK_DONE);
	expect_val("mode of the tracee", mode, t->task.page->word[1]);
}

TEST_HARNESS_MAIN
