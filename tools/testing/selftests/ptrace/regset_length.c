// SPDX-License-Identifier: GPL-2.0-only
/*
 * Length and memory of PTRACE_GETREGSET and PTRACE_SETREGSET, with the general
 * registers at an entry stop.  Buffers end where memory does: a byte too far is
 * an error.
 */
#include <stdint.h>
#include <sys/uio.h>
#include "expect.h"

#define WORD	sizeof(__u64)
#define SIZE	sizeof(struct arch_regs)
#define WORDS	(SIZE / WORD)

/* To the entry stop of a call, with all registers of it in *own. */
static int start_at_entry(struct tracee *t, struct arch_regs *own)
{
	int ret = tracee_start(t, body_watched_calls);

	if (ret)
		return ret;
	t->task.page->ncalls = 1;
	sysregs_fill_pattern(&t->task.page->call[0].in, __NR_getppid);
	ret = tracee_next(t, PTRACE_SYSCALL);
	return ret ? ret : tracee_get_regs(t, own);
}

/* The registers of the stopped tracee. */
#define expect_regs_of(t, want) do {					\
	struct arch_regs of_seen;					\
									\
	setup_ok(tracee_get_regs(t, &of_seen));				\
	expect_regs(want, &of_seen);					\
} while (0)

#define expect_iov(iov, base, len) do {					\
	expect_val("iov_base", base, (iov)->iov_base);			\
	expect_val("iov_len", len, (iov)->iov_len);			\
} while (0)

FIXTURE(register_set) {
	struct tracee t;
	struct arch_regs own;
	void *room;
	struct iovec iov;
};

FIXTURE_VARIANT(register_set) {
	size_t len, taken;
};

#define LENGTH(name, ...) FIXTURE_VARIANT_ADD(register_set, name) { __VA_ARGS__ }
LENGTH(of_no_byte, 0, 0);
LENGTH(of_one_word, WORD, WORD);
LENGTH(of_two_words, 2 * WORD, 2 * WORD);
LENGTH(of_all_but_one_word, SIZE - WORD, SIZE - WORD);
LENGTH(of_all, SIZE, SIZE);
LENGTH(of_one_word_too_many, SIZE + WORD, SIZE);
LENGTH(of_far_too_many, SIZE_MAX - 7, SIZE);

FIXTURE_SETUP(register_set)
{
	setup_ok(start_at_entry(&self->t, &self->own));
	expect_at(&self->t, STOP_ENTRY, __NR_getppid);
	self->room = guard_alloc(variant->taken);
	ASSERT_NE(NULL, self->room);
	self->iov = (struct iovec){ self->room, variant->len };
}

FIXTURE_TEARDOWN(register_set)
{
	tracee_end(&self->t);
	guard_free(self->room, variant->taken);
}

/*
 * Contract: PT-071
 * Promise: ptrace(2) "PTRACE_GETREGSET"
 * Code: kernel/ptrace.c:ptrace_regset() ptrace_request() [v7.3.4]
 * Code: kernel/regset.c:copy_regset_to_user() [v7.3.4]
 */
TEST_F(register_set, is_read_no_further_than_both_lengths_allow)
{
	size_t i;

	expect_val("result", 0,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, self->room, variant->taken);
	for (i = 0; i < variant->taken / WORD; i++)
		expect_val("a word read", ((__u64 *)&self->own)[i], ((__u64 *)self->room)[i]);
}

/*
 * Contract: PT-071
 * Promise: ptrace(2) "PTRACE_SETREGSET"
 * Code: kernel/ptrace.c:ptrace_regset() ptrace_request() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(register_set, is_written_no_further_than_both_lengths_allow)
{
	struct arch_regs want = self->own, changed = self->own;

	regs_change(&changed);
	memcpy(self->room, &changed, variant->taken);
	memcpy(&want, &changed, variant->taken);
	expect_val("result", 0,
		   tracee_ptrace(&self->t, PTRACE_SETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, self->room, variant->taken);
	expect_regs_of(&self->t, &want);
}

FIXTURE(register_set_of_a_bad_length) {
	struct tracee t;
	struct arch_regs own, room;
	struct iovec iov;
};

FIXTURE_VARIANT(register_set_of_a_bad_length) {
	size_t len;
};

#define BAD_LENGTH(name, length)					\
	FIXTURE_VARIANT_ADD(register_set_of_a_bad_length, name) { .len = length }
BAD_LENGTH(one_byte, 1);
BAD_LENGTH(half_a_word, WORD / 2);
BAD_LENGTH(a_word_less_a_byte, WORD - 1);
BAD_LENGTH(a_word_with_a_byte, WORD + 1);
BAD_LENGTH(half_a_word_short, SIZE - WORD / 2);
BAD_LENGTH(half_a_word_too_long, SIZE + WORD / 2);
BAD_LENGTH(the_largest_number, SIZE_MAX);

FIXTURE_SETUP(register_set_of_a_bad_length)
{
	setup_ok(start_at_entry(&self->t, &self->own));
	self->iov = (struct iovec){ &self->room, variant->len };
}

FIXTURE_TEARDOWN(register_set_of_a_bad_length)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-071
 * Code: kernel/ptrace.c:ptrace_regset() [v7.3.4]
 */
TEST_F(register_set_of_a_bad_length, is_not_read)
{
	unsigned int i;

	memset(&self->room, 0xff, SIZE);
	expect_val("result", -EINVAL,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, &self->room, variant->len);
	for (i = 0; i < WORDS; i++)
		expect_val("a word of the buffer", ~0ULL, ((__u64 *)&self->room)[i]);
}

/*
 * Contract: PT-071
 * Code: kernel/ptrace.c:ptrace_regset() [v7.3.4]
 */
TEST_F(register_set_of_a_bad_length, is_not_written)
{
	self->room = self->own;
	regs_change(&self->room);
	expect_val("result", -EINVAL,
		   tracee_ptrace(&self->t, PTRACE_SETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, &self->room, variant->len);
	expect_regs_of(&self->t, &self->own);
}

FIXTURE(register_set_in_bad_memory) {
	struct tracee t;
	struct arch_regs own;
	__u64 *word;			/* one of the two words is there */
	struct iovec iov;
};

FIXTURE_VARIANT(register_set_in_bad_memory) {
	unsigned long base;		/* if not behind the word, or at it */
	bool cut;
};

#define KERNEL_ADDRESS	(1UL << 63)

FIXTURE_VARIANT_ADD(register_set_in_bad_memory, at_null) { .base = 0 };
FIXTURE_VARIANT_ADD(register_set_in_bad_memory, at_a_kernel_address) { .base = KERNEL_ADDRESS };
FIXTURE_VARIANT_ADD(register_set_in_bad_memory, that_ends_too_early) { .cut = true };

FIXTURE_SETUP(register_set_in_bad_memory)
{
	setup_ok(start_at_entry(&self->t, &self->own));
	self->word = guard_alloc(WORD);
	ASSERT_NE(NULL, self->word);
	self->word[0] = pattern(200);
	self->iov = (struct iovec){ (void *)variant->base, 2 * WORD };
	if (variant->cut)
		self->iov.iov_base = self->word;
}

FIXTURE_TEARDOWN(register_set_in_bad_memory)
{
	tracee_end(&self->t);
	guard_free(self->word, WORD);
}

/*
 * Contract: PT-071
 * Code: kernel/regset.c:copy_regset_to_user() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_request() [v7.3.4]
 */
TEST_F(register_set_in_bad_memory, is_not_read)
{
	struct iovec before = self->iov;

	expect_val("result", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, before.iov_base, 2 * WORD);
}

/*
 * Contract: PT-071
 * Code: include/linux/regset.h:copy_regset_from_user() user_regset_copyin() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(register_set_in_bad_memory, is_not_written)
{
	struct iovec before = self->iov;
	struct arch_regs want = self->own;

	if (variant->cut && !ARCH_REGS_WRITE_IS_WHOLE)
		*(__u64 *)&want = pattern(200);
	expect_val("result", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_SETREGSET, NT_PRSTATUS, &self->iov));
	expect_iov(&self->iov, before.iov_base, 2 * WORD);
	expect_regs_of(&self->t, &want);
}

/*
 * Contract: PT-071
 * Code: kernel/ptrace.c:ptrace_request() find_regset() [v7.3.4]
 */
TEST_F(register_set_in_bad_memory, is_found_after_its_description)
{
	struct arch_regs room;
	struct iovec iov = { &room, SIZE };

	expect_val("result of a vector that ends too early", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, NT_PRSTATUS, self->word));
	expect_val("result of no vector", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_SETREGSET, NT_PRSTATUS, NULL));
	expect_val("result of an unknown set", -EINVAL,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, 0x7fff0000, &iov));
	expect_val("result of a known set", 0,
		   tracee_ptrace(&self->t, PTRACE_GETREGSET, NT_PRSTATUS, &iov));
	expect_regs_of(&self->t, &self->own);
}

TEST_HARNESS_MAIN
