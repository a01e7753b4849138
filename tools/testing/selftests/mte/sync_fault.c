// SPDX-License-Identifier: GPL-2.0-only
/* Synchronous tag check faults, and PSTATE.TCO, which switches them off. */
#include "mte.h"

#define TAG	5
#define FILL	0x5a	/* no access stores this */

static char *memory;
static unsigned long handler_flags;
static void (*access_byte)(void *p);

FIXTURE(sync_fault) {
	struct task task;
};

FIXTURE_VARIANT(sync_fault) {
	void (*access)(void *p);
	const char *insn;
	unsigned long flags;
};

FIXTURE_VARIANT_ADD(sync_fault, of_a_store) {
	.access = access_store, .insn = access_store_insn,
};

FIXTURE_VARIANT_ADD(sync_fault, of_a_load) {
	.access = access_load, .insn = access_load_insn,
};

FIXTURE_VARIANT_ADD(sync_fault, of_a_store_with_tagbits_exposed) {
	.access = access_store, .insn = access_store_insn, .flags = SA_EXPOSE_TAGBITS,
};

FIXTURE_VARIANT_ADD(sync_fault, of_a_load_with_tagbits_exposed) {
	.access = access_load, .insn = access_load_insn, .flags = SA_EXPOSE_TAGBITS,
};

FIXTURE_SETUP(sync_fault)
{
	setup_mte(memory);
	handler_flags = variant->flags;
	access_byte = variant->access;
}

FIXTURE_TEARDOWN(sync_fault)
{
	task_end(&self->task);
}

static void begin(void)
{
	task_on_signal = mte_skip_access;
	task_handle(SIGSEGV, handler_flags);
	mte_enable(PR_MTE_TCF_SYNC, memory);
}

/* A top nibble that no address has: what becomes of it is part of the claim. */
static void body_wrong_tag(struct page *page)
{
	begin();
	memory[0] = FILL;
	access_byte((void *)((__u64)mte_tagged(memory, TAG) | 0xfULL << 60));
	page->word[0] = memory[0];
}

static void body_right_tag(struct page *page)
{
	void *p = mte_tagged(memory, TAG);

	begin();
	memory[0] = FILL;
	tag_set(p);
	access_byte(p);
	page->word[0] = (__u64)tag_get(memory);
}

/*
 * Contract: MTE-001, MTE-002
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Tag Check Faults"
 * Code: arch/arm64/mm/fault.c:do_tag_check_fault() [v7.3.4]
 * Code: kernel/signal.c:hide_si_addr_tag_bits() [v7.3.4]
 */
TEST_F(sync_fault, is_reported_at_the_access_with_its_address)
{
	struct page *page;
	__u64 addr = (__u64)memory;

	/* Without FEAT_MTE_TAGGED_FAR the architecture does not say what 63:60 hold. */
	if (variant->flags & SA_EXPOSE_TAGBITS)
		addr |= MTE_TAG(TAG) | (getauxval(AT_HWCAP3) & HWCAP3_MTE_FAR ? 0xfULL << 60 : 0);
	setup_ok(task_start(&self->task, body_wrong_tag));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("signals", 1, page->nframes);
	expect_val("si_signo", SIGSEGV, page->frame[0].signo);
	expect_val("si_code", SEGV_MTESERR, page->frame[0].code);
	expect_val("si_errno", 0, page->frame[0].err);
	expect_val("si_addr", addr, page->frame[0].addr);
	expect_val("pc", (__u64)variant->insn, page->frame[0].regs.u.pc);
	expect_val("memory", FILL, page->word[0]);
}

/*
 * Contract: MTE-001
 * Code: arch/arm64/mm/fault.c:do_tag_check_fault() [v7.3.4]
 */
TEST_F(sync_fault, is_absent_where_the_tags_match)
{
	setup_ok(task_start(&self->task, body_right_tag));
	expect_finish(&self->task);
	expect_val("signals", 0, self->task.page->nframes);
	expect_val("pointer with the tag of the memory", (__u64)mte_tagged(memory, TAG),
		   self->task.page->word[0]);
}

FIXTURE(tag_check_override) {
	struct task task;
};

FIXTURE_SETUP(tag_check_override)
{
	setup_mte(memory);
	handler_flags = 0;
}

FIXTURE_TEARDOWN(tag_check_override)
{
	task_end(&self->task);
}

static void body_override(struct page *page)
{
	begin();
	page->word[0] = tco_get();
	tco_set(MTE_TCO);
	access_store(mte_tagged(memory, TAG));
	access_load(mte_tagged(memory, TAG));
	page->word[1] = page->nframes;
	tco_set(0);
	access_store(mte_tagged(memory, TAG));
	page->word[2] = page->nframes;
}

/*
 * Contract: MTE-021
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Initial process state"
 * Code: arch/arm64/kernel/mte.c:mte_update_sctlr_user() [v7.3.4]
 */
TEST_F(tag_check_override, allows_every_access)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_override));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("initial TCO", 0, page->word[0]);
	expect_val("signals with TCO", 0, page->word[1]);
	expect_val("signals without TCO", 1, page->word[2]);
}

static void body_call(struct page *page)
{
	begin();
	tco_set(MTE_TCO);
	sys_call(__NR_getppid);
	page->word[0] = tco_get();
	tco_set(0);
	sys_call(__NR_getppid);
	page->word[1] = tco_get();
}

/*
 * Contract: MTE-021
 * Code: arch/arm64/include/asm/mte.h:mte_disable_tco_entry() [v7.3.4]
 * Code: arch/arm64/kernel/entry.S:kernel_exit() [v7.3.4]
 */
TEST_F(tag_check_override, is_kept_over_a_system_call)
{
	setup_ok(task_start(&self->task, body_call));
	expect_finish(&self->task);
	expect_val("TCO after a call with it", MTE_TCO, self->task.page->word[0]);
	expect_val("TCO after a call without it", 0, self->task.page->word[1]);
}

static void on_usr1(struct frame *frame, void *ucontext)
{
	(void)frame;
	(void)ucontext;
	task_page->word[0] = tco_get();
}

static void body_handler(struct page *page)
{
	begin();
	task_on_signal = on_usr1;
	task_handle(SIGUSR1, 0);
	page->word[0] = ~0ULL;
	tco_set(MTE_TCO);
	sys_call(__NR_tgkill, sys_call(__NR_getpid), sys_call(__NR_gettid), SIGUSR1);
	page->word[1] = tco_get();
}

/*
 * Contract: MTE-021
 * Promise: Documentation/arch/arm64/memory-tagging-extension.rst "Tag Check Faults"
 * Code: arch/arm64/kernel/signal.c:setup_return() restore_sigframe() [v7.3.4]
 */
TEST_F(tag_check_override, is_clear_in_a_handler_until_it_returns)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_handler));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("signals", 1, page->nframes);
	expect_val("TCO of the frame", MTE_TCO, page->frame[0].regs.u.pstate & MTE_TCO);
	expect_val("TCO in the handler", 0, page->word[0]);
	expect_val("TCO after the handler", MTE_TCO, page->word[1]);
}

TEST_HARNESS_MAIN
