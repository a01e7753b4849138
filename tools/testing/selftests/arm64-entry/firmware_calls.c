// SPDX-License-Identifier: GPL-2.0-only
/* HVC and SMC, the SVC's neighbours, are no way into the kernel. */
#include "expect.h"
#include "insn_stubs.h"

FIXTURE(user_space) {
	struct task task;
};

FIXTURE_VARIANT(user_space) {
	void (*stub)(void);
	char *insn;
};

FIXTURE_VARIANT_ADD(user_space, hvc) { hvc_stub, hvc_insn };
FIXTURE_VARIANT_ADD(user_space, smc) { smc_stub, smc_insn };

static void (*stub)(void);

/* Goes on behind the instruction. */
static void skip_insn(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	regs.u.pc += 4;
	frame_set(ucontext, &regs);
}

static void body(struct page *page)
{
	task_on_signal = skip_insn;
	task_handle(SIGILL, 0);
	stub();
	page->word[0] = sys_call(__NR_getppid);
}

FIXTURE_SETUP(user_space)
{
	stub = variant->stub;
	setup_ok(task_start(&self->task, body));
}

FIXTURE_TEARDOWN(user_space)
{
	task_end(&self->task);
}

/*
 * Contract: ENTRY-008
 * Code: arch/arm64/kernel/traps.c:do_el0_undef() force_signal_inject() [v7.3.4]
 * Code: arch/arm64/kernel/entry-common.c:el0t_64_sync_handler() [v7.3.4]
 */
TEST_F(user_space, gets_sigill_at_the_instruction)
{
	struct frame *frame = &self->task.page->frame[0];

	expect_finish(&self->task);
	expect_val("handler runs", 1, self->task.page->nframes);
	expect_val("signal", SIGILL, frame->signo);
	expect_val("si_code", ILL_ILLOPC, frame->code);
	expect_val("si_addr", (__u64)variant->insn, frame->addr);
	expect_val("frame pc", (__u64)variant->insn, frame->regs.u.pc);
	expect_val("x0 of the next call", getpid(), self->task.page->word[0]);
}

TEST_HARNESS_MAIN
