// SPDX-License-Identifier: GPL-2.0-only
/*
 * The general registers of an AArch32 task, written by a 64-bit tracer: lengths
 * in words of 32 bits, and the states that are refused.
 */
#include <sys/uio.h>
#include "elf32.h"
#include "expect.h"

#define SIZE		sizeof(struct elf32_regs)
#define WORD		sizeof(__u32)
#define NEW(i)		(0x90b0b000U + 0x01010101U * (__u32)(i))
#define CPSR_NZCV	0xf0000000U

FIXTURE(aarch32_registers) {
	struct tracee t;
	struct elf32_regs own, seen;
};

FIXTURE_SETUP(aarch32_registers)
{
	static const __u32 insn[] = { A32_BKPT, A32_BKPT };
	int ret = elf32_start(&self->t, insn, ARRAY_SIZE(insn));

	require(ret != -ENOEXEC, "needs AArch32 at EL0 (CONFIG_COMPAT and a processor that has it)");
	setup_ok(ret);
	setup_ok(elf32_get_regs(&self->t, &self->own));
}

FIXTURE_TEARDOWN(aarch32_registers)
{
	tracee_end(&self->t);
}

static int write_regs(struct tracee *t, const void *base, size_t len, size_t *taken)
{
	struct iovec iov = { (void *)base, len };
	long ret = tracee_ptrace(t, PTRACE_SETREGSET, NT_PRSTATUS, &iov);

	*taken = iov.iov_len;
	return (int)ret;
}

/* Every register as it was, but the first n, which are NEW(). */
#define expect_a32_regs(n) do {						\
	char a32_name[8];						\
	int a32_i;							\
									\
	setup_ok(elf32_get_regs(&self->t, &self->seen));		\
	for (a32_i = 0; a32_i < A32_REGS; a32_i++) {			\
		snprintf(a32_name, sizeof(a32_name), "r%d", a32_i);	\
		expect_val(a32_name, a32_i < (n) ? NEW(a32_i) : self->own.r[a32_i], \
			   self->seen.r[a32_i]);			\
	}								\
} while (0)

/*
 * Contract: PT-071, ENTRY-075
 * Code: kernel/ptrace.c:ptrace_regset() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() compat_gpr_get() [v7.3.4]
 */
TEST_F(aarch32_registers, are_written_no_further_than_both_lengths_allow)
{
	static const size_t bad[] = { 1, 2, 3, 6, SIZE - 2, SIZE + 1 };
	struct elf32_regs regs[2] = { self->own };
	size_t taken;
	unsigned int i;

	for (i = 0; i < A32_SP; i++)
		regs[0].r[i] = NEW(i);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		expect_val("result", -EINVAL, write_regs(&self->t, regs, bad[i], &taken));
		expect_val("iov_len", bad[i], taken);
		expect_a32_regs(0);
	}
	expect_val("result of no word", 0, write_regs(&self->t, NULL, 0, &taken));
	expect_a32_regs(0);
	expect_val("result of one word", 0, write_regs(&self->t, regs, WORD, &taken));
	expect_val("iov_len", WORD, taken);
	expect_a32_regs(1);
	expect_val("result of 13 words", 0, write_regs(&self->t, regs, 13 * WORD, &taken));
	expect_a32_regs(13);
	expect_val("result of too many", 0, write_regs(&self->t, regs, 2 * SIZE, &taken));
	expect_val("iov_len", SIZE, taken);
	expect_a32_regs(13);
}

/*
 * Unlike with 64-bit tasks the words before the fault are written.
 *
 * Contract: PT-071
 * Promise: none; observed since v7.3.4
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() [v7.3.4]
 */
TEST_F(aarch32_registers, are_written_up_to_the_end_of_memory)
{
	__u32 *word = guard_alloc(WORD);
	size_t taken;

	ASSERT_NE(NULL, word);
	*word = NEW(0);
	expect_val("result", -EFAULT, write_regs(&self->t, word, 2 * WORD, &taken));
	expect_val("iov_len", 2 * WORD, taken);
	expect_a32_regs(1);
	guard_free(word, WORD);
}

/*
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() valid_compat_regs() [v7.3.4]
 */
TEST_F(aarch32_registers, with_another_mode_or_masked_interrupts_are_refused)
{
	struct elf32_regs regs = self->own;
	size_t taken;
	__u32 low;
	int i;

	for (i = 0; i < A32_SP; i++)
		regs.r[i] = NEW(i);
	/* Mode 0x10 is the user's; bits 6 to 8 mask interrupts; bit 5 is Thumb. */
	for (low = 0; low < 0x200; low++) {
		if ((low & ~0x20U) == 0x10)
			continue;
		regs.r[A32_CPSR] = (self->own.r[A32_CPSR] & ~0x1ffU) | low;
		if (write_regs(&self->t, &regs, SIZE, &taken) != -EINVAL)
			expect_fail("claim: cpsr 0x%x is refused", regs.r[A32_CPSR]);
		expect_a32_regs(0);
	}
}

/*
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() valid_compat_regs() [v7.3.4]
 */
TEST_F(aarch32_registers, with_other_conditions_reach_the_task)
{
	struct elf32_regs regs = self->own;

	regs.r[A32_CPSR] ^= CPSR_NZCV;
	regs.r[A32_PC] = ELF32_INSN(1);
	setup_ok(elf32_set_regs(&self->t, &regs));
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	setup_ok(elf32_get_regs(&self->t, &self->seen));
	expect_val("pc", ELF32_INSN(1), self->seen.r[A32_PC]);
	expect_val("cpsr", self->own.r[A32_CPSR] ^ CPSR_NZCV, self->seen.r[A32_CPSR]);
}

TEST_HARNESS_MAIN
