// SPDX-License-Identifier: GPL-2.0-only
/*
 * SECCOMP_RET_TRAP: what the SIGSYS handler is told, the registers it finds, and
 * how the program goes on after it.
 */
#include "expect.h"
#include "filter.h"

static struct filter body_filter;
static unsigned long body_flags;	/* SA_* of the handler */

static void body(struct page *page)
{
	task_handle(SIGSYS, body_flags);
	page->word[0] = (__u64)filter_install(&body_filter, 0);
	body_calls(page);
}

FIXTURE(trapped_call) {
	struct task task;
	struct sysregs *in, *out;
	struct frame *frame;
};

FIXTURE_VARIANT(trapped_call) {
	int nr;
	__u16 data;
};

FIXTURE_VARIANT_ADD(trapped_call, with_filter_data) { .nr = __NR_getppid, .data = 0x1234 };
FIXTURE_VARIANT_ADD(trapped_call, with_all_bits_of_data) { .nr = __NR_getppid, .data = 0xffff };
FIXTURE_VARIANT_ADD(trapped_call, out_of_the_table) { .nr = 0x7654321, .data = 1 };

FIXTURE_SETUP(trapped_call)
{
	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->in = &self->task.page->call[0].in;
	self->out = &self->task.page->call[0].out;
	self->frame = &self->task.page->frame[0];
	self->task.page->ncalls = 1;
	sysregs_fill_pattern(self->in, variant->nr);
	filter_on_nr(&body_filter, variant->nr, SECCOMP_RET_TRAP | variant->data);
}

FIXTURE_TEARDOWN(trapped_call)
{
	task_end(&self->task);
}

/*
 * Contract: SEC-003
 * Promise: seccomp(2) "SECCOMP_RET_TRAP"
 * Code: kernel/signal.c:force_sig_seccomp() [v7.3.4]
 */
TEST_F(trapped_call, tells_the_handler_number_with_address)
{
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_val("signals", 1, self->task.page->nframes);
	expect_sigsys(self->frame, SIGSYS_SECCOMP, variant->data, variant->nr);
}

/*
 * Contract: SEC-004
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_rollback() [v7.3.4]
 */
TEST_F(trapped_call, shows_the_handler_the_registers_of_the_caller)
{
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_caller_regs(self->in, &self->frame->regs);
}

/*
 * Contract: SEC-004
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:setup_return() restore_sigframe() [v7.3.4]
 */
TEST_F(trapped_call, leaves_every_register_after_the_handler)
{
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_kept(self->in, self->out, true);
}

/*
 * Contract: SEC-004
 * Promise: seccomp(2) "SECCOMP_RET_TRAP"
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 */
TEST_F(trapped_call, returns_what_the_handler_writes)
{
	task_on_signal = task_write_result;
	expect_run(&self->task, body);
	expect_val("signals", 1, self->task.page->nframes);
	expect_val("result", TASK_RESULT, self->out->r[SYSREG_RESULT]);
	expect_kept(self->in, self->out, false);
}

FIXTURE(trapped_call_with_first_argument) {
	struct task task;
	struct sysregs *in, *out;
	struct frame *frame;
};

/* Codes of include/linux/errno.h that no program ever sees as a result. */
FIXTURE_VARIANT(trapped_call_with_first_argument) {
	__s64 arg0;
	unsigned long flags;
};

FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_511) { .arg0 = -511 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_512) { .arg0 = -512 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_513) { .arg0 = -513 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_514) { .arg0 = -514 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_515) { .arg0 = -515 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_516) { .arg0 = -516 };
FIXTURE_VARIANT_ADD(trapped_call_with_first_argument, minus_512_with_sa_restart) {
	.arg0 = -512, .flags = SA_RESTART,
};

FIXTURE_SETUP(trapped_call_with_first_argument)
{
	require_filters();
	self->task.page = page_new();
	setup_ok(self->task.page ? 0 : -ENOMEM);
	self->in = &self->task.page->call[0].in;
	self->out = &self->task.page->call[0].out;
	self->frame = &self->task.page->frame[0];
	self->task.page->ncalls = 1;
	sysregs_fill_pattern(self->in, __NR_getppid);
	self->in->r[SYSREG_ARG(0)] = (__u64)variant->arg0;
	filter_on_nr(&body_filter, __NR_getppid, SECCOMP_RET_TRAP);
	body_flags = variant->flags;
}

FIXTURE_TEARDOWN(trapped_call_with_first_argument)
{
	task_end(&self->task);
}

/* A second signal means that the call was made again: end what may be endless. */
static void go_on_behind_the_call(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	if (task_page->nframes < 2)
		return;
	*reg(&regs, REG_PC) = (__u64)sys_insn_end;
	frame_set(ucontext, &regs);
}

/*
 * Contract: SEC-005
 * Code: kernel/seccomp.c:__seccomp_filter() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(trapped_call_with_first_argument, sends_one_signal_with_that_argument)
{
	task_on_signal = go_on_behind_the_call;
	expect_run(&self->task, body);
	expect_val("seccomp(2)", 0, self->task.page->word[0]);
	expect_claim(self->task.page->nframes > 0, "the handler runs");
	expect_val_or_defect(K2, reg_text(REG_PC), sys_insn_end,
			     *reg(&self->frame->regs, REG_PC), sys_insn);
	expect_val_or_defect(K2, reg_text(REG_ARG0), variant->arg0,
			     *reg(&self->frame->regs, REG_ARG0), -EINTR);
	expect_val("signals", 1, self->task.page->nframes);
	expect_kept(self->in, self->out, true);
}

TEST_HARNESS_MAIN
