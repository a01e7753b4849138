// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the processor that a system call neither needs nor touches: a stack
 * pointer that points nowhere, and the floating-point registers.
 */
#include "expect.h"
#include "insn_stubs.h"

FIXTURE(stack_pointer) {
	struct task task;
};

FIXTURE_VARIANT(stack_pointer) {
	__u64 sp;
};

FIXTURE_VARIANT_ADD(stack_pointer, null) { 0 };
FIXTURE_VARIANT_ADD(stack_pointer, unmapped) { 0x1000 };
FIXTURE_VARIANT_ADD(stack_pointer, misaligned) { 0x1003 };
FIXTURE_VARIANT_ADD(stack_pointer, of_the_kernel) { 0xffff000000000010 };
FIXTURE_VARIANT_ADD(stack_pointer, all_ones) { ~0ULL };

/* Use of page->word[]. */
enum { W_SP_IN, W_SP_OUT, W_RESULT };

static void body_sp(struct page *page)
{
	task_handle(SIGSEGV, 0);
	task_handle(SIGBUS, 0);
	page->word[W_RESULT] = sp_stub(__NR_getppid, page->word[W_SP_IN], &page->word[W_SP_OUT]);
}

FIXTURE_SETUP(stack_pointer)
{
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
	self->task.page->word[W_SP_IN] = variant->sp;
	self->task.page->word[W_SP_OUT] = pattern(1);
	setup_ok(task_start(&self->task, body_sp));
}

FIXTURE_TEARDOWN(stack_pointer)
{
	task_end(&self->task);
}

/*
 * Contract: ENTRY-010, ENTRY-014
 * Code: arch/arm64/kernel/entry.S:kernel_entry() kernel_exit() [v7.3.4]
 */
TEST_F(stack_pointer, is_kept_without_being_used)
{
	__u64 *word = self->task.page->word;

	expect_finish(&self->task);
	expect_val("x0", getpid(), word[W_RESULT]);
	expect_val("sp", variant->sp, word[W_SP_OUT]);
	expect_val("handler runs", 0, self->task.page->nframes);
}

FIXTURE(floating_point_registers) {
	struct tracee t;
	struct fp_state in, *out;
};

FIXTURE_VARIANT(floating_point_registers) {
	long nr;
	int request;	/* how the tracer lets the call run */
};

FIXTURE_VARIANT_ADD(floating_point_registers, over_a_call) { __NR_getppid, PTRACE_CONT };
FIXTURE_VARIANT_ADD(floating_point_registers, over_a_yield) { __NR_sched_yield, PTRACE_CONT };
FIXTURE_VARIANT_ADD(floating_point_registers, over_an_unused_number) { 9999, PTRACE_CONT };
FIXTURE_VARIANT_ADD(floating_point_registers, over_stops) { __NR_getppid, PTRACE_SYSCALL };

enum { W_NR, W_X0 };

static struct fp_state *fp_state;	/* in page->call[], which this test does not use */

static void body_fp(struct page *page)
{
	tracee_ready();
	page->word[W_X0] = fp_stub(page->word[W_NR], fp_state);
	tracee_ready();
}

/* Rounding to plus infinity, flush to zero, default NaN; all that FPSR keeps. */
#define FPCR_PATTERN	0x03400000ULL
#define FPSR_PATTERN	0x0800009fULL

FIXTURE_SETUP(floating_point_registers)
{
	struct page *page = self->t.task.page = page_new();
	unsigned int i;

	ASSERT_NE(NULL, page);
	fp_state = self->out = (struct fp_state *)page->call;
	for (i = 0; i < 32; i++) {
		self->in.v[i][0] = pattern(2 * i);
		self->in.v[i][1] = pattern(2 * i + 1);
	}
	self->in.fpsr = FPSR_PATTERN;
	self->in.fpcr = FPCR_PATTERN;
	*fp_state = self->in;
	page->word[W_NR] = variant->nr;
	setup_ok(tracee_start(&self->t, body_fp));
}

FIXTURE_TEARDOWN(floating_point_registers)
{
	tracee_end(&self->t);
}

/*
 * Contract: ENTRY-015
 * Promise: none; Documentation/arch/arm64/sve.rst "System call behaviour" says so of the low 128 bits
 * Code: arch/arm64/kernel/entry-common.c:fpsimd_syscall_enter() fpsimd_syscall_exit() [v7.3.4]
 */
TEST_F(floating_point_registers, are_all_kept)
{
	long x0 = variant->nr == __NR_getppid ? getpid() : variant->nr == 9999 ? -ENOSYS : 0;
	char name[16];
	int i;

	if (variant->request == PTRACE_SYSCALL) {
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
		expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	}
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_val("x0", x0, self->t.task.page->word[W_X0]);
	for (i = 0; i < 64; i++) {
		snprintf(name, sizeof(name), "v%d.d[%d]", i / 2, i % 2);
		expect_val(name, self->in.v[i / 2][i % 2], self->out->v[i / 2][i % 2]);
	}
	expect_val("fpsr", self->in.fpsr, self->out->fpsr);
	expect_val("fpcr", self->in.fpcr, self->out->fpcr);
}

TEST_HARNESS_MAIN
