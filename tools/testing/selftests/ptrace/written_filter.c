// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a seccomp filter finds in struct seccomp_data once the tracer has written
 * registers: filters deny the call when one word of it has a magic value.
 */
#include <stddef.h>
#include "expect.h"
#include "filter.h"

#define NR		__NR_getppid
#define NR_DENIED	__NR_getsid
#define ARG_WORDS	12			/* of six arguments, low word first */
#define PC_WORD(high)	(ARG_WORDS + (high))
#define WORDS		(ARG_WORDS + 2)
#define MAGIC(word)	(0xfeed0000U + (word))
#define ERRNO(word)	(100 + (word))
#define ERRNO_NUMBER	120
#define TRACE_DATA	0x5a
#define OTHER_HALF	0x5a5a5a5aU

/* The magic value of a word, in its half of a register. */
static __u64 magic(int word)
{
	__u64 other = OTHER_HALF;

	return word & 1 ? (__u64)MAGIC(word) << 32 | other : other << 32 | MAGIC(word);
}

static void body(struct page *page)
{
	struct filter f;
	int i;

	filter_self(NR, SECCOMP_RET_TRACE | TRACE_DATA);
	filter_self(NR_DENIED, SECCOMP_RET_ERRNO | ERRNO_NUMBER);
	for (i = 0; i < WORDS; i++) {
		__u32 offset = i < ARG_WORDS ? offsetof(struct seccomp_data, args) + 4 * i :
			       offsetof(struct seccomp_data, instruction_pointer) + 4 * (i & 1);

		filter_on_word(&f, NR, offset, MAGIC(i), SECCOMP_RET_ERRNO | ERRNO(i));
		if (filter_install(&f, 0))
			sys_call(__NR_exit_group, 1);
	}
	tracee_ready();
	for (;;)
		sys_stub(&page->call[0].in, &page->call[0].out);
}

FIXTURE(registers_written_before_a_filter) {
	struct tracee t;
	struct arch_regs own;
};

FIXTURE_VARIANT(registers_written_before_a_filter) {
	bool entry;		/* at the entry stop, else at the seccomp stop */
	bool info;		/* arguments by PTRACE_SET_SYSCALL_INFO */
};

#define VARIANT(name, ...) \
	FIXTURE_VARIANT_ADD(registers_written_before_a_filter, name) { __VA_ARGS__ }
VARIANT(at_the_entry_stop, true, false);
VARIANT(at_the_seccomp_stop, false, false);
VARIANT(at_the_entry_stop_by_call_info, true, true);
VARIANT(at_the_seccomp_stop_by_call_info, false, true);

FIXTURE_SETUP(registers_written_before_a_filter)
{
	require_filters();
	require(!variant->info || kernel_at_least(6, 16),
		"needs PTRACE_SET_SYSCALL_INFO of Linux 6.16");
	setup_ok(tracee_start(&self->t, body));
	setup_ok(tracee_options(&self->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP));
	sysregs_fill_pattern(&self->t.task.page->call[0].in, NR);
}

FIXTURE_TEARDOWN(registers_written_before_a_filter)
{
	tracee_end(&self->t);
}

/* The next call, up to where it is written to. */
static int next_call(struct tracee *t, bool entry, struct arch_regs *own)
{
	int ret = tracee_next(t, PTRACE_SYSCALL);

	if (!ret && !entry)
		ret = tracee_next(t, PTRACE_SYSCALL);
	if (!ret && t->stop.kind != (entry ? STOP_ENTRY : STOP_SECCOMP))
		ret = -EPROTO;
	return ret ? ret : tracee_get_regs(t, own);
}

static long write_argument(struct tracee *t, bool by_info, int i, __u64 value)
{
	struct ptrace_syscall_info info;
	long ret;

	if (!by_info)
		return tracee_set(t, reg_arg(i), value);
	ret = tracee_info(t, &info);
	if (ret < 0)
		return ret;
	info.seccomp.reserved2 = 0;
	info.entry.args[i] = value;
	return tracee_ptrace(t, PTRACE_SET_SYSCALL_INFO, sizeof(info), &info);
}

/* The call goes on: ERRNO goes before TRACE, so a denied one has no seccomp stop. */
#define expect_verdict(self, name, err) do {				\
	int vd_err = err;						\
	struct arch_regs *vd_own = &(self)->own;			\
									\
	if (variant->entry && !vd_err)					\
		expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_SECCOMP, TRACE_DATA); \
	setup_ok(tracee_next(&(self)->t, PTRACE_SYSCALL));		\
	expect_val(name, vd_err ? -vd_err : getpid(), tracee_get(&(self)->t, REG_RESULT)); \
	expect_at(&(self)->t, STOP_EXIT, NR);				\
	setup_ok(tracee_set_regs(&(self)->t, vd_own));			\
} while (0)

/*
 * Contract: SEC-011, SEC-012, SEC-013, PT-014, PT-018
 * Code: kernel/seccomp.c:__seccomp_filter() populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 */
TEST_F(registers_written_before_a_filter, are_judged_by_each_half_of_each_argument)
{
	char name[48];
	int word;

	for (word = 0; word < ARG_WORDS; word++) {
		snprintf(name, sizeof(name), "result with the %s word of args[%d]",
			 word & 1 ? "high" : "low", word / 2);
		setup_ok(next_call(&self->t, variant->entry, &self->own));
		setup_ok(write_argument(&self->t, variant->info, word / 2, magic(word)));
		expect_verdict(self, name, ERRNO(word));
	}
	setup_ok(next_call(&self->t, variant->entry, &self->own));
	setup_ok(write_argument(&self->t, variant->info, 0, magic(0) ^ 0x100));
	expect_verdict(self, "result with a harmless word", 0);
}

/*
 * Contract: PT-028, SEC-017
 * Code: kernel/seccomp.c:populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() [v7.3.4]
 */
TEST_F(registers_written_before_a_filter, are_judged_by_the_pc_written)
{
	int high;

	for (high = 0; high < 2; high++) {
		setup_ok(next_call(&self->t, variant->entry, &self->own));
		setup_ok(tracee_set(&self->t, REG_PC, magic(PC_WORD(high))));
		expect_verdict(self, high ? "result with the high word of pc" :
			       "result with the low word of pc", ERRNO(PC_WORD(high)));
	}
}

/*
 * All that is neither argument nor pc gets values that are denied elsewhere.
 *
 * Contract: PT-026, SEC-013
 * Code: kernel/seccomp.c:populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() syscall_get_nr() [v7.3.4]
 */
TEST_F(registers_written_before_a_filter, are_not_judged_by_any_other_register)
{
	struct arch_regs regs;
	int i;

	setup_ok(next_call(&self->t, variant->entry, &self->own));
	regs = self->own;
	for (i = 0; i < ARCH_SYSREGS; i++)
		((__u64 *)&regs)[i] = magic(i % WORDS);
	for (i = 0; i < 6; i++)
		*reg(&regs, reg_arg(i)) = *reg(&self->own, reg_arg(i));
	if (ARCH_NR_HAS_OWN_REGSET)
		*reg(&regs, REG_NR) = NR_DENIED;
	*reg(&regs, REG_SP) = magic(0);
	*reg(&regs, REG_FLAGS) ^= ARCH_FLAGS_CONDITION;
	setup_ok(tracee_set_regs(&self->t, &regs));
	expect_verdict(self, "result of the call", 0);
}

/*
 * The twin of x8 that does not count: the number the kernel holds.
 *
 * Contract: PT-020, SEC-009
 * Code: kernel/seccomp.c:__seccomp_filter() populate_seccomp_data() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() [v7.3.4]
 */
TEST_F(registers_written_before_a_filter, are_judged_by_the_number_the_kernel_holds)
{
	setup_ok(next_call(&self->t, variant->entry, &self->own));
	setup_ok(tracee_set_nr(&self->t, NR_DENIED));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, NR_DENIED);
	expect_reg(&self->t, REG_RESULT, -ERRNO_NUMBER);
}

TEST_HARNESS_MAIN
