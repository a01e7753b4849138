// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processor flags in a register write: those that would take the tracee out
 * of its mode, those without a meaning, and those that are its own.  Every write
 * here changes the six argument registers too, so that what is lost of it shows.
 */
#include "expect.h"
#include "write_stops.h"

FIXTURE(flags_written) {
	struct written w;
	struct arch_regs own;
};

FIXTURE_VARIANT(flags_written) {
	struct write_stop stop;
};

WRITE_STOP_VARIANTS(flags_written);

FIXTURE_SETUP(flags_written)
{
	require_write_stop(&variant->stop);
	setup_ok(write_stop_start(&self->w, &variant->stop));
	setup_ok(tracee_get_regs(&self->w.t, &self->own));
}

FIXTURE_TEARDOWN(flags_written)
{
	tracee_end(&self->w.t);
}

/* Write the flags over the tracee's own registers, with other arguments. */
static int write_flags(struct tracee *t, const struct arch_regs *own, __u64 flags,
		       struct arch_regs *written)
{
	int i;

	*written = *own;
	for (i = 0; i < 6; i++)
		*reg(written, reg_arg(i)) = pattern(200 + i);
	*reg(written, REG_FLAGS) = flags;
	return tracee_set_regs(t, written);
}

/* Refused with nothing changed, or taken but for the bits that are dropped. */
#define expect_flags(self, flags) do {					\
	__u64 fl_own = *reg(&(self)->own, REG_FLAGS), fl_new = flags;	\
	bool fl_refused = fl_new & ARCH_FLAGS_REFUSED;			\
	struct arch_regs fl_want, fl_seen;				\
	int fl_ret;							\
									\
	setup_ok(tracee_set_regs(&(self)->w.t, &(self)->own));		\
	fl_ret = write_flags(&(self)->w.t, &(self)->own, fl_new, &fl_want); \
	setup_ok(tracee_get_regs(&(self)->w.t, &fl_seen));		\
	*reg(&fl_want, REG_FLAGS) = (fl_own & ~ARCH_FLAGS_TAKEN) | (fl_new & ARCH_FLAGS_TAKEN); \
	if (fl_refused)							\
		fl_want = (self)->own;					\
	if (fl_ret != (fl_refused ? -EINVAL : 0) ||			\
	    memcmp(&fl_want, &fl_seen, sizeof(fl_want)))		\
		TH_LOG("flags written: 0x%llx", (unsigned long long)fl_new); \
	expect_val("result of the write", fl_refused ? -EINVAL : 0, fl_ret); \
	expect_regs(&fl_want, &fl_seen);				\
} while (0)

/*
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() valid_user_regs() valid_native_regs() [v7.3.4]
 */
TEST_F(flags_written, are_refused_dropped_or_taken_bit_by_bit)
{
	__u64 own = *reg(&self->own, REG_FLAGS);
	int bit;

	for (bit = 0; bit < 64; bit++)
		expect_flags(self, own ^ (1ULL << bit));
}

/*
 * The field of the mode and the interrupt masks: bits may be legal only alone.
 *
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() valid_native_regs() [v7.3.4]
 */
TEST_F(flags_written, leave_the_mode_in_every_combination)
{
	__u64 own = *reg(&self->own, REG_FLAGS) & ~0x3ffULL, low;

	for (low = 0; low < 0x400; low++)
		expect_flags(self, own | low);
}

/*
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(flags_written, leave_the_call_as_it_was_when_refused)
{
	__u64 result = write_stop_result(&self->w, &variant->stop), flags;
	struct ptrace_syscall_info info;
	struct arch_regs written;

	flags = *reg(&self->own, REG_FLAGS) | ARCH_FLAGS_REFUSED;
	expect_val("result of the write", ARCH_FLAGS_REFUSED ? -EINVAL : 0,
		   write_flags(&self->w.t, &self->own, flags, &written));
	if (!ARCH_FLAGS_REFUSED)	/* nothing is: put back what was written */
		setup_ok(tracee_set_regs(&self->w.t, &self->own));
	setup_ok(tracee_info(&self->w.t, &info));
	if (variant->stop.before)
		expect_val("args[0]", variant->stop.arg0, info.entry.args[0]);
	expect_done(&self->w.t);
	expect_val(reg_text(REG_RESULT), result, self->w.out->r[SYSREG_RESULT]);
	expect_kept(self->w.in, self->w.out, false);
}

/*
 * The twin: what comparisons set, all of it inverted, with the write whole.
 *
 * Contract: PT-070
 * Code: arch/arm64/kernel/ptrace.c:gpr_set() valid_native_regs() [v7.3.4]
 */
TEST_F(flags_written, of_conditions_reach_the_tracee)
{
	__u64 flags = *reg(&self->own, REG_FLAGS) ^ ARCH_FLAGS_CONDITION;
	struct arch_regs written;
	int i;

	setup_ok(write_flags(&self->w.t, &self->own, flags, &written));
	expect_reg(&self->w.t, REG_FLAGS, flags);
	expect_done(&self->w.t);
	expect_val("flags", self->w.in->flags ^ ARCH_FLAGS_CONDITION, self->w.out->flags);
	for (i = 1; i < 6; i++)
		expect_val(reg_text(reg_arg(i)), pattern(200 + i), self->w.out->r[SYSREG_ARG(i)]);
}

TEST_HARNESS_MAIN
