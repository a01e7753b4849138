// SPDX-License-Identifier: GPL-2.0-only
/*
 * rt_sigreturn(2) at its two stops: at entry the handler's end, at exit the
 * state that the frame gives back, which belongs to no system call.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(return_from_a_handler) {
	struct tracee t;
	struct page *page;
	struct frame *frame;
	int fd[2];
};

FIXTURE_VARIANT(return_from_a_handler) {
	long nr;		/* of the call behind which the signal comes */
	bool restarts;
	bool is_error;		/* the restored result looks like an error */
	bool written;		/* by the handler, into its frame */
};

FIXTURE_VARIANT_ADD(return_from_a_handler, behind_a_call) { .nr = __NR_getppid };
FIXTURE_VARIANT_ADD(return_from_a_handler, behind_a_failed_call) {
	.nr = __NR_close, .is_error = true,
};
FIXTURE_VARIANT_ADD(return_from_a_handler, that_wrote_the_result) {
	.nr = __NR_getppid, .written = true,
};
FIXTURE_VARIANT_ADD(return_from_a_handler, to_a_restarted_call) {
	.nr = __NR_read, .restarts = true,
};

static void body(struct page *page)
{
	task_handle(SIGUSR1, SA_RESTART | TASK_OWN_RESTORER);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(return_from_a_handler)
{
	struct tracee *t = &self->t;

	task_on_signal = variant->written ? task_write_result : NULL;
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC));
	setup_ok(tracee_start(t, body));
	self->page = t->task.page;
	self->frame = &self->page->frame[0];
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, variant->nr, (__u64 [6]){
		variant->nr == __NR_close ? ~0ULL : (__u64)self->fd[0],
		(__u64)&self->page->word[0], 1 });
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	setup_ok(tracee_signal(t, SIGUSR1));
	expect_stop(t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	ASSERT_EQ(1, write(self->fd[1], "r", 1));
}

FIXTURE_TEARDOWN(return_from_a_handler)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/*
 * Contract: PT-065
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:setup_return() [v7.3.4]
 */
TEST_F(return_from_a_handler, is_a_call_of_the_restorer_at_its_entry_stop)
{
	struct ptrace_syscall_info info;

	expect_reg(&self->t, REG_PC, (__u64)sigreturn_insn + ARCH_SYS_INSN_SIZE);
	expect_nr(&self->t, __NR_rt_sigreturn);
	expect_reg(&self->t, REG_NR, __NR_rt_sigreturn);
	setup_ok(tracee_info(&self->t, &info));
	expect_val("info.entry.nr", __NR_rt_sigreturn, info.entry.nr);
	expect_val("info.instruction_pointer", (__u64)sigreturn_insn + ARCH_SYS_INSN_SIZE,
		   info.instruction_pointer);
	expect_val("info.stack_pointer", tracee_get(&self->t, REG_SP), info.stack_pointer);
	expect_claim(info.stack_pointer < self->page->call[0].in.sp, "the frame is on the stack");
}

/* The result that the frame gives back. */
static __u64 restored(const struct frame *frame, bool written)
{
	struct frame f = *frame;

	return written ? TASK_RESULT : *reg(&f.regs, REG_RESULT);
}

/*
 * Contract: PT-065
 * Code: arch/arm64/kernel/signal.c:rt_sigreturn() restore_sigframe() [v7.3.4]
 * Code: arch/arm64/include/asm/ptrace.h:forget_syscall() [v7.3.4]
 */
TEST_F(return_from_a_handler, has_the_restored_state_with_no_number_at_its_exit_stop)
{
	__u64 result = restored(self->frame, variant->written);
	struct sysregs *in = &self->page->call[0].in;
	struct ptrace_syscall_info info;
	struct tracee *t = &self->t;
	int i;

	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_nr(t, -1);
	expect_reg(t, REG_RESULT, result);
	expect_reg(t, REG_PC, (__u64)(variant->restarts ? sys_insn : sys_insn_end));
	expect_reg(t, REG_SP, in->sp);
	expect_reg(t, REG_FLAGS, *reg(&self->frame->regs, REG_FLAGS));
	for (i = ARCH_RESULT_IN_ARG0; i < 6; i++)
		expect_reg(t, reg_arg(i), in->r[SYSREG_ARG(i)]);
	expect_reg(t, REG_MARK, ARCH_HAS_MARKED_REG ? 1 : in->r[SYSREG_MARK]);
	setup_ok(tracee_info(t, &info));
	expect_val("info.op", PTRACE_SYSCALL_INFO_EXIT, info.op);
	expect_val("info.exit.rval", result, info.exit.rval);
	expect_val("info.exit.is_error", variant->is_error, info.exit.is_error);
	expect_val("info.instruction_pointer", tracee_get(t, REG_PC), info.instruction_pointer);
}

/*
 * Contract: PT-065
 * Code: arch/arm64/kernel/signal.c:restore_sigframe() [v7.3.4]
 */
TEST_F(return_from_a_handler, leaves_the_task_where_the_frame_says)
{
	__u64 result = restored(self->frame, variant->written);
	struct sysregs *out = &self->page->call[0].out;
	struct tracee *t = &self->t;

	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, -1);
	if (variant->restarts) {
		expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
		expect_reg(t, REG_ARG0, self->fd[0]);
		expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
		result = 1;
	}
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group);
	expect_val(reg_text(REG_RESULT), result, out->r[SYSREG_RESULT]);
	expect_kept(&self->page->call[0].in, out, false);
}

/*
 * Contract: PT-065
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() report_syscall_exit() [v7.3.4]
 */
TEST_F(return_from_a_handler, takes_what_the_tracer_writes_at_its_exit_stop)
{
	struct sysregs *out = &self->page->call[0].out;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	setup_ok(tracee_set(&self->t, REG_RESULT, pattern(7)));
	setup_ok(tracee_set(&self->t, REG_PC, (__u64)sys_insn_end));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group);
	expect_val(reg_text(REG_RESULT), pattern(7), out->r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
