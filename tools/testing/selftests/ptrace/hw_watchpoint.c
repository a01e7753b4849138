// SPDX-License-Identifier: GPL-2.0-only
/* Hardware watchpoints of a tracer, and accesses of the tracee's own. */
#include "hw_debug.h"
#include "expect.h"

#define WATCHED		1		/* the word, of page->word[] */
#define UNTOUCHED	0xa5
#define STORED(i)	(0x40 + (i))	/* by the body, in byte i */

/* Every byte of the watched word, in order, with the byte before and behind it. */
static void body_bytes(struct page *page)
{
	char *p = (char *)&page->word[WATCHED];
	int i;

	tracee_ready();
	for (i = -1; i <= 8; i++)
		store_byte(p + i, STORED(i));
}

FIXTURE(watched_bytes) {
	struct tracee t;
	__u8 *byte;
};

FIXTURE_VARIANT(watched_bytes) {
	unsigned int mask;
};

FIXTURE_VARIANT_ADD(watched_bytes, byte_0) { .mask = 0x01 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_1) { .mask = 0x02 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_2) { .mask = 0x04 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_3) { .mask = 0x08 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_4) { .mask = 0x10 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_5) { .mask = 0x20 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_6) { .mask = 0x40 };
FIXTURE_VARIANT_ADD(watched_bytes, byte_7) { .mask = 0x80 };
FIXTURE_VARIANT_ADD(watched_bytes, from_2_to_6) { .mask = 0x7c };
FIXTURE_VARIANT_ADD(watched_bytes, of_a_whole_word) { .mask = 0xff };

FIXTURE_SETUP(watched_bytes)
{
	setup_ok(tracee_start(&self->t, body_bytes));
	require(hw_slots(&self->t, NT_ARM_HW_WATCH) > 0, HW_WATCH_NEEDS);
	self->byte = (__u8 *)&self->t.task.page->word[WATCHED];
	memset(self->byte - 8, UNTOUCHED, 24);
}

FIXTURE_TEARDOWN(watched_bytes)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() get_distance_from_watchpoint() [v7.3.4]
 * Code: arch/arm64/kernel/hw_breakpoint.c:hw_breakpoint_arch_parse() arch_bp_generic_fields() [v7.3.4]
 */
TEST_F(watched_bytes, hit_alone_before_each_is_stored)
{
	__u8 *byte = self->byte;
	int i;

	setup_ok(hw_watch(&self->t, 0, byte, variant->mask, HW_STORE));
	for (i = 0; i < 8; i++) {
		if (!(variant->mask >> i & 1))
			continue;
		expect_hit(&self->t, PTRACE_CONT, byte + i, store_insn);
		expect_val("byte at the stop", UNTOUCHED, byte[i]);
		setup_ok(hw_skip_insn(&self->t));
	}
	expect_done(&self->t);
	for (i = -1; i <= 8; i++)
		expect_val("byte at the end", i >= 0 && variant->mask >> i & 1 ?
			   UNTOUCHED : STORED(i), byte[i]);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:arch_bp_generic_fields() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:ptrace_hbp_set_ctrl() ptrace_hbp_fill_attr_ctrl() [v7.3.4]
 */
TEST_F(watched_bytes, with_a_gap_are_refused)
{
	unsigned int gap = variant->mask == 0xff ? 0xfd : variant->mask | 0x81;

	setup_ok(hw_watch(&self->t, 0, self->byte, variant->mask, HW_STORE));
	expect_val("watching with a gap", -EINVAL,
		   hw_watch(&self->t, 0, self->byte, gap, HW_STORE));
}

FIXTURE(watchpoint) {
	struct tracee t;
	__u64 *word;
};

FIXTURE_VARIANT(watchpoint) {
	int type;
};

FIXTURE_VARIANT_ADD(watchpoint, for_loads) { .type = HW_LOAD };
FIXTURE_VARIANT_ADD(watchpoint, for_stores) { .type = HW_STORE };
FIXTURE_VARIANT_ADD(watchpoint, for_both) { .type = HW_LOAD | HW_STORE };

static void body_accesses(struct page *page)
{
	tracee_ready();
	load_byte(&page->word[WATCHED]);
	store_byte(&page->word[WATCHED], STORED(0));
	store_word(&page->word[WATCHED - 1], pattern(0));
	store_word(&page->word[WATCHED + 1], pattern(2));
	store_word(&page->word[WATCHED], pattern(1));
}

FIXTURE_SETUP(watchpoint)
{
	setup_ok(tracee_start(&self->t, body_accesses));
	require(hw_slots(&self->t, NT_ARM_HW_WATCH) > 0, HW_WATCH_NEEDS);
	self->word = self->t.task.page->word;
}

FIXTURE_TEARDOWN(watchpoint)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:ptrace_hbptriggered() ptrace_hbp_fill_attr_ctrl() [v7.3.4]
 */
TEST_F(watchpoint, hits_for_what_it_is_set_for)
{
	__u64 *word = &self->word[WATCHED];
	struct tracee *t = &self->t;

	setup_ok(hw_watch(t, 0, word, 1, variant->type));
	if (variant->type & HW_LOAD) {
		expect_hit(t, PTRACE_CONT, word, load_insn);
		setup_ok(hw_skip_insn(t));
	}
	if (variant->type & HW_STORE) {
		expect_hit(t, PTRACE_CONT, word, store_insn);
		setup_ok(hw_skip_insn(t));
		expect_hit(t, PTRACE_CONT, word, store_word_insn);
		setup_ok(hw_skip_insn(t));
	}
	expect_done(t);
	expect_val("watched word", variant->type & HW_STORE ? 0 : pattern(1), *word);
}

/*
 * The processor may report any address of the access that lies in the block of
 * the watchpoint: only that it is of the watched word is claimed.
 *
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() get_distance_from_watchpoint() [v7.3.4]
 */
TEST_F(watchpoint, hits_for_a_wider_access_that_holds_its_byte)
{
	__u64 *word = &self->word[WATCHED], addr;
	struct tracee *t = &self->t;

	setup_ok(hw_watch(t, 0, word, 0x20, variant->type));
	if (variant->type & HW_STORE) {
		expect_stop(t, PTRACE_CONT, STOP_TRAP, TRAP_HWBKPT);
		expect_reg(t, REG_PC, (__u64)store_word_insn);
		addr = (__u64)t->stop.si.si_addr;
		expect_claim(addr >= (__u64)word && addr < (__u64)(word + 1),
			     "si_addr is in the watched word");
		expect_val("neighbour before", pattern(0), word[-1]);
		expect_val("neighbour behind", pattern(2), word[1]);
		setup_ok(hw_skip_insn(t));
	}
	expect_done(t);
}

FIXTURE(watchpoint_hit) {
	struct tracee t;
	__u64 *word;
};

FIXTURE_VARIANT(watchpoint_hit) {
	int request;
};

FIXTURE_VARIANT_ADD(watchpoint_hit, under_cont) { .request = PTRACE_CONT };
FIXTURE_VARIANT_ADD(watchpoint_hit, under_syscall) { .request = PTRACE_SYSCALL };
FIXTURE_VARIANT_ADD(watchpoint_hit, under_singlestep) { .request = PTRACE_SINGLESTEP };

static void body_slots(struct page *page)
{
	int i;

	tracee_ready();
	for (i = 0; i < 16; i++)
		store_byte(&page->word[i], STORED(i));
}

FIXTURE_SETUP(watchpoint_hit)
{
	setup_ok(tracee_start(&self->t, body_slots));
	require(hw_slots(&self->t, NT_ARM_HW_WATCH) > 0, HW_WATCH_NEEDS);
	self->word = self->t.task.page->word;
	setup_ok(hw_watch(&self->t, 0, self->word, 1, HW_STORE));
	expect_hit(&self->t, PTRACE_CONT, self->word, store_insn);
}

FIXTURE_TEARDOWN(watchpoint_hit)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() watchpoint_report() [v7.3.4]
 */
TEST_F(watchpoint_hit, comes_again_until_it_is_removed)
{
	int i;

	for (i = 0; i < 2; i++)
		expect_hit(&self->t, variant->request, self->word, store_insn);
	setup_ok(hw_remove(&self->t, NT_ARM_HW_WATCH, 0));
	expect_val("byte at the stop", 0, self->word[0]);
	expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
	expect_reg(&self->t, REG_PC, (__u64)store_insn_end);
	expect_val("byte behind it", STORED(0), self->word[0]);
	expect_done(&self->t);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/ptrace.c:hw_break_get() hw_break_set() [v7.3.4]
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() [v7.3.4]
 */
TEST_F(watchpoint_hit, is_told_by_its_address_in_every_slot)
{
	int i, n = hw_slots(&self->t, NT_ARM_HW_WATCH);

	for (i = 1; i < n; i++)
		setup_ok(hw_watch(&self->t, i, &self->word[i], 1, HW_STORE));
	for (i = 0; i < n; i++) {
		expect_hit(&self->t, variant->request == PTRACE_SINGLESTEP ? PTRACE_CONT :
			   variant->request, &self->word[i], store_insn);
		setup_ok(hw_skip_insn(&self->t));
	}
	expect_done(&self->t);
	for (i = 0; i < 16; i++)
		expect_val("word", i < n ? 0 : STORED(i), self->word[i]);
}

TEST_HARNESS_MAIN
