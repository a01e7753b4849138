// SPDX-License-Identifier: GPL-2.0-only
/*
 * An asynchronous tag check fault that the kernel finds when it is entered by
 * an SVC: the signal comes first, then the call is made as if for the first
 * time.  An interrupt between store and SVC would leave the same frame and hide
 * the case, so each claim is about several rounds in a row.
 */
#include "mte.h"

#define ROUNDS	4
_Static_assert(ROUNDS <= PAGE_FRAMES, "one frame a round");

static char *memory;
static int file;	/* an empty memfd */

FIXTURE(async_fault_at_svc) {
	struct task task;
};

/* Never more than one signal a round: a fault that is reported for ever ends. */
static void on_signal(struct frame *frame, void *ucontext)
{
	struct page *page = task_page;

	(void)frame;
	(void)ucontext;
	if (page->nframes > ROUNDS)
		sys_call(__NR_exit_group, 1);
	page->word[page->nframes] = sys_call(__NR_lseek, file, 0, SEEK_CUR);
}

static void rounds(struct page *page)
{
	unsigned int i;

	for (i = 0; i < ROUNDS; i++)
		store_stub(&page->call[i].in, &page->call[i].out);
}

static void body(struct page *page)
{
	task_on_signal = on_signal;
	task_handle(SIGSEGV, 0);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	rounds(page);
}

FIXTURE_SETUP(async_fault_at_svc)
{
	setup_mte(memory);
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
	file = memfd_create("calls", MFD_CLOEXEC);
	setup_ok(file);
}

FIXTURE_TEARDOWN(async_fault_at_svc)
{
	task_end(&self->task);
}

/* Every round: a store through a pointer of this tag, then this call. */
static void fill(struct page *page, unsigned int tag, long nr, const __u64 args[6])
{
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		if (args)
			sysregs_fill(&page->call[i].in, nr, args);
		else
			sysregs_fill_pattern(&page->call[i].in, nr);
		page->call[i].in.r[9] = (__u64)mte_tagged(memory, tag);
	}
}

/*
 * Contract: MTE-003, MTE-004
 * Code: arch/arm64/include/asm/entry-common.h:arch_exit_to_user_mode_work() [v7.3.4]
 * Code: arch/arm64/kernel/entry.S:check_mte_async_tcf() [v7.3.4]
 */
TEST_F(async_fault_at_svc, is_reported_once_without_an_address)
{
	struct page *page = self->task.page;
	unsigned int i;

	fill(page, 5, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", ROUNDS, page->nframes);
	for (i = 0; i < ROUNDS; i++) {
		expect_val("si_signo", SIGSEGV, page->frame[i].signo);
		expect_val("si_code", SEGV_MTEAERR, page->frame[i].code);
		expect_val("si_errno", 0, page->frame[i].err);
		expect_val("si_addr", 0, page->frame[i].addr);
		expect_val("x0", getpid(), page->call[i].out.r[0]);
	}
}

/*
 * Contract: MTE-003
 * Code: arch/arm64/include/asm/entry-common.h:arch_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(async_fault_at_svc, needs_a_store_through_the_wrong_tag)
{
	struct page *page = self->task.page;

	fill(page, 0, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", 0, page->nframes);
	expect_val("x0", getpid(), page->call[ROUNDS - 1].out.r[0]);
}

/*
 * Contract: MTE-004
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_at_svc, lets_the_call_run_only_after_the_handler)
{
	const __u64 args[6] = { (__u64)file, (__u64)"x", 1 };
	struct page *page = self->task.page;
	unsigned int i;

	fill(page, 5, __NR_write, args);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", ROUNDS, page->nframes);
	for (i = 0; i < ROUNDS; i++) {
		expect_val("bytes written when the handler runs", i, page->word[i + 1]);
		expect_val("x0", 1, page->call[i].out.r[0]);
	}
	expect_val("bytes written", ROUNDS, lseek(file, 0, SEEK_END));
}

/*
 * Contract: MTE-005
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_at_svc, shows_the_handler_the_registers_of_the_call)
{
	struct page *page = self->task.page;
	unsigned int i, n;
	char name[8];

	fill(page, 5, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", ROUNDS, page->nframes);
	for (i = 0; i < ROUNDS; i++) {
		expect_val("pc", (__u64)store_insn, page->frame[i].regs.u.pc);
		expect_val("sp", page->call[i].in.sp, page->frame[i].regs.u.sp);
		expect_val("nzcv", ARCH_FLAGS_PATTERN,
			   page->frame[i].regs.u.pstate & 0xf0000000);
		for (n = 0; n < ARCH_SYSREGS; n++) {
			snprintf(name, sizeof(name), "x%u", n);
			expect_val(name, page->call[i].in.r[n],
				   page->frame[i].regs.u.regs[n]);
		}
	}
}

/*
 * Contract: MTE-005
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_at_svc, leaves_every_other_register_unchanged)
{
	struct page *page = self->task.page;
	unsigned int i, n;
	char name[8];

	fill(page, 5, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	for (i = 0; i < ROUNDS; i++) {
		for (n = 1; n < ARCH_SYSREGS; n++) {
			snprintf(name, sizeof(name), "x%u", n);
			expect_val(name, page->call[i].in.r[n], page->call[i].out.r[n]);
		}
		expect_val("nzcv", ARCH_FLAGS_PATTERN, page->call[i].out.flags);
	}
}

/*
 * Contract: MTE-011
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() invoke_syscall() [v7.3.4]
 */
TEST_F(async_fault_at_svc, of_an_unknown_number_is_reported_before_enosys)
{
	struct page *page = self->task.page;
	unsigned int i;

	fill(page, 5, 5000, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", ROUNDS, page->nframes);
	for (i = 0; i < ROUNDS; i++) {
		expect_val("pc", (__u64)store_insn, page->frame[i].regs.u.pc);
		expect_val("x0", -ENOSYS, page->call[i].out.r[0]);
	}
}

/*
 * Contract: MTE-010
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(async_fault_at_svc, of_number_minus_one_is_reported_before_enosys)
{
	struct page *page = self->task.page;
	unsigned int i;

	fill(page, 5, -1, NULL);
	setup_ok(task_start(&self->task, body));
	expect_finish(&self->task);
	expect_val("signals", ROUNDS, page->nframes);
	for (i = 0; i < ROUNDS; i++) {
		expect_val("si_code", SEGV_MTEAERR, page->frame[i].code);
		expect_val_or_defect(K5, "x0", -ENOSYS, page->call[i].out.r[0], -513);
		expect_val("pc", (__u64)store_insn, page->frame[i].regs.u.pc);
		expect_val("x0 in the handler", page->call[i].in.r[0],
			   page->frame[i].regs.u.regs[0]);
	}
}

FIXTURE(async_fault_with_sigsegv) {
	struct task task;
};

FIXTURE_VARIANT(async_fault_with_sigsegv) {
	bool blocked;
};

FIXTURE_VARIANT_ADD(async_fault_with_sigsegv, blocked) { .blocked = true };
FIXTURE_VARIANT_ADD(async_fault_with_sigsegv, ignored) { .blocked = false };

static void body_blocked(struct page *page)
{
	task_mask(SIG_BLOCK, SIGSEGV);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	rounds(page);
	sys_call(__NR_rt_sigpending, &page->word[0], 8);
}

static void body_ignored(struct page *page)
{
	task_dispose(SIGSEGV, SIG_IGN);
	mte_enable(PR_MTE_TCF_ASYNC, memory);
	rounds(page);
}

FIXTURE_SETUP(async_fault_with_sigsegv)
{
	setup_mte(memory);
	self->task.page = page_new();
	ASSERT_NE(NULL, self->task.page);
}

FIXTURE_TEARDOWN(async_fault_with_sigsegv)
{
	task_end(&self->task);
}

/*
 * Contract: MTE-008, MTE-009
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: kernel/signal.c:send_sig_fault() [v7.3.4]
 */
TEST_F(async_fault_with_sigsegv, still_executes_the_call)
{
	struct page *page = self->task.page;
	unsigned int i;

	fill(page, 5, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, variant->blocked ? body_blocked : body_ignored));
	expect_finish(&self->task);
	if (variant->blocked)
		expect_val("pending signals", 1ULL << (SIGSEGV - 1), page->word[0]);
	for (i = 0; i < ROUNDS; i++)
		expect_val_or_defect(K3, "x0", getpid(), page->call[i].out.r[0], -513);
}

/*
 * Contract: MTE-008, MTE-009
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(async_fault_with_sigsegv, matters_only_where_there_is_a_fault)
{
	struct page *page = self->task.page;

	fill(page, 0, __NR_getppid, NULL);
	setup_ok(task_start(&self->task, variant->blocked ? body_blocked : body_ignored));
	expect_finish(&self->task);
	expect_val("pending signals", 0, page->word[0]);
	expect_val("x0", getpid(), page->call[ROUNDS - 1].out.r[0]);
}

TEST_HARNESS_MAIN
