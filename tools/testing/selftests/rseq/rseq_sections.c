// SPDX-License-Identifier: GPL-2.0-only
/*
 * A critical section that an exception or interrupt ends.  A preemption between
 * the store to rseq_cs and the breakpoint aborts it too, without a signal: then
 * the body tries again.
 */
#include <sys/wait.h>
#include "area.h"


FIXTURE(section) {
	struct task task;
};

FIXTURE_VARIANT(section) {
	__u32 len;
};

FIXTURE_VARIANT_ADD(section, of_the_original_length) { .len = AREA_V1 };
FIXTURE_VARIANT_ADD(section, of_a_greater_length) { .len = AREA_V2 };

FIXTURE_SETUP(section)
{
	setup_area(MAP_SHARED, window_trap);
	area_len = variant->len;
}

FIXTURE_TEARDOWN(section)
{
	task_end(&self->task);
}

static void on_trap(struct frame *frame, void *ucontext)
{
	task_page->word[10] = *(volatile __u64 *)area_cs;
	area_skip_trap(frame, ucontext);
}

static void begin(struct page *page)
{
	page->word[0] = area_register(area_len);
	page->word[10] = ~0ULL;
	task_on_signal = on_trap;
	task_handle(SIGTRAP, 0);
}

/* Until the breakpoint was reached: the handler ran, or the task is dead. */
static void trap_in(struct page *page, const struct rseq_cs *cs)
{
	int i;

	for (i = 0; i < AREA_TRIES && !page->nframes; i++)
		page->word[1] = window_trap(area_cs, (__u64)cs);
}

static void body_trap(struct page *page)
{
	begin(page);
	trap_in(page, &section);
	page->word[2] = *(volatile __u64 *)area_cs;
}

/*
 * Contract: RSEQ-006
 * Promise: include/uapi/linux/rseq.h "struct rseq"
 * Code: kernel/rseq.c:__rseq_signal_deliver() rseq_handle_cs() [v7.3.4]
 * Code: include/linux/rseq_entry.h:rseq_update_user_cs() rseq_note_user_irq_entry() [v7.3.4]
 */
TEST_F(section, left_by_a_signal_is_aborted_before_the_handler)
{
	struct page *page;

	setup_ok(task_start(&self->task, body_trap));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("result of registering", 0, page->word[0]);
	expect_val("signals", 1, page->nframes);
	expect_val("si_signo", SIGTRAP, page->frame[0].signo);
	expect_val("pc of the frame", (__u64)window_trap_abort,
		   *reg(&page->frame[0].regs, REG_PC));
	expect_val("rseq_cs in the handler", 0, page->word[10]);
	expect_val("result of the section", WINDOW_ABORTED, page->word[1]);
}

/*
 * Contract: RSEQ-007
 * Code: kernel/rseq.c:__rseq_signal_deliver() [v7.3.4]
 * Code: include/linux/rseq_entry.h:rseq_update_user_cs() [v7.3.4]
 */
TEST_F(section, that_the_signal_is_outside_of_is_cleared)
{
	struct page *page;

	area_section(&section, window_call);
	setup_ok(task_start(&self->task, body_trap));
	expect_finish(&self->task);
	page = self->task.page;
	expect_val("signals", 1, page->nframes);
	expect_val("pc of the frame", WINDOW_TRAP_PC, *reg(&page->frame[0].regs, REG_PC));
	expect_val("rseq_cs in the handler", 0, page->word[10]);
	expect_val("result of the window", 0, page->word[1]);
}

/* The boundaries: the first byte is inside, the one behind the last is not. */
static void body_bounds(struct page *page)
{
	const __u64 pc = WINDOW_TRAP_PC;
	const struct { __u64 start, end; } at[] = {
		{ pc, pc + 1 }, { pc - 1, pc }, { pc + 1, pc + 2 },
	};
	unsigned int i, n;

	begin(page);
	for (i = 0; i < 3; i++) {
		section.start_ip = at[i].start;
		section.post_commit_offset = at[i].end - at[i].start;
		page->nframes = 0;
		for (n = 0; n < AREA_TRIES && !page->nframes; n++)
			page->word[1 + i] = window_trap(area_cs, (__u64)&section);
	}
}

/*
 * Contract: RSEQ-006, RSEQ-007
 * Code: include/linux/rseq_entry.h:rseq_update_user_cs() [v7.3.4]
 */
TEST_F(section, is_its_start_up_to_its_end)
{
	setup_ok(task_start(&self->task, body_bounds));
	expect_finish(&self->task);
	expect_val("pc at the start", WINDOW_ABORTED, self->task.page->word[1]);
	expect_val("pc at the end", 0, self->task.page->word[2]);
	expect_val("pc before the start", 0, self->task.page->word[3]);
}

static void body_spin(struct page *page)
{
	long pid;

	page->word[3] = (__u64)area_pin();
	if ((long)page->word[3] < 0)
		return;
	/* A rival for the processor, without a share in the area. */
	pid = sys_call(__NR_clone, SIGCHLD);
	if (!pid) {
		sys_call(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL);
		spin_stub();
	}
	page->word[0] = area_register(area_len);
	/* Without a registration nothing ends it. */
	if (!page->word[0])
		page->word[1] = window_spin(area_cs, (__u64)&section);
	page->word[2] = *(volatile __u64 *)area_cs;
	sys_call(__NR_kill, pid, SIGKILL);
	sys_call(__NR_wait4, pid, NULL, __WALL, NULL);
}

/*
 * Contract: RSEQ-005
 * Promise: include/uapi/linux/rseq.h "struct rseq"
 * Code: include/linux/rseq.h:rseq_sched_switch_event() [v7.3.4]
 * Code: include/linux/rseq_entry.h:rseq_update_usr() rseq_update_user_cs() [v7.3.4]
 */
TEST_F(section, left_by_a_preemption_is_aborted)
{
	area_section(&section, window_spin);
	setup_ok(task_start(&self->task, body_spin));
	expect_finish(&self->task);
	setup_ok(self->task.page->word[3]);
	expect_val("result of registering", 0, self->task.page->word[0]);
	expect_val("result of the section", WINDOW_ABORTED, self->task.page->word[1]);
	expect_val("rseq_cs", 0, self->task.page->word[2]);
}

FIXTURE(bad_section) {
	struct task task;
};

FIXTURE_VARIANT(bad_section) {
	__u32 len;
	enum { BAD_NOTHING, BAD_SIGNATURE, BAD_ABORT_IP, BAD_POINTER, BAD_AREA } what;
};

#define BAD(name, what_)						\
	FIXTURE_VARIANT_ADD(bad_section, name) { .len = AREA_V1, .what = what_ }; \
	FIXTURE_VARIANT_ADD(bad_section, name##_in_a_greater_area) { .len = AREA_V2, .what = what_ }

BAD(with_nothing_bad, BAD_NOTHING);
BAD(with_another_signature, BAD_SIGNATURE);
BAD(with_abort_ip_in_the_kernel, BAD_ABORT_IP);
BAD(at_a_kernel_address, BAD_POINTER);
BAD(with_the_area_unmapped, BAD_AREA);

static int bad_what;

FIXTURE_SETUP(bad_section)
{
	setup_area(MAP_SHARED, window_trap);
	area_len = variant->len;
	bad_what = variant->what;
	if (bad_what == BAD_ABORT_IP)
		section.abort_ip = 1ULL << 63 | section.abort_ip;
}

FIXTURE_TEARDOWN(bad_section)
{
	task_end(&self->task);
}

static void body_bad(struct page *page)
{
	static __u64 elsewhere;
	const __u32 sig = bad_what == BAD_SIGNATURE ? WINDOW_SIG + 1 : WINDOW_SIG;

	area_drop_libc();
	task_on_signal = area_skip_trap;
	task_handle(SIGTRAP, 0);
	page->word[0] = area_rseq(area, area_len, 0, sig);
	page->word[1] = 1;
	if (bad_what == BAD_AREA) {
		/* The breakpoint still comes; the area is no longer there to be read. */
		sys_call(__NR_munmap, area, 4096);
		area_cs = &elsewhere;
	}
	if (bad_what == BAD_POINTER)
		trap_in(page, (void *)(1UL << 63));
	else
		trap_in(page, &section);
	page->word[1] = 2;
}

/*
 * Contract: RSEQ-008, RSEQ-009, RSEQ-010
 * Code: include/linux/rseq_entry.h:rseq_update_user_cs() [v7.3.4]
 * Code: kernel/rseq.c:__rseq_signal_deliver() rseq_handle_cs() [v7.3.4]
 */
TEST_F(bad_section, kills_by_sigsegv_alone)
{
	int status;

	setup_ok(task_start(&self->task, body_bad));
	setup_ok(task_finish(&self->task, &status));
	expect_val("result of registering", 0, self->task.page->word[0]);
	if (variant->what == BAD_NOTHING) {
		expect_val("wait status", TASK_DONE << 8, status);
		expect_val("result of the section", 2, self->task.page->word[1]);
		return;
	}
	expect_val("wait status", SIGSEGV, status & ~WCOREFLAG);
	expect_val("progress", 1, self->task.page->word[1]);
}

TEST_HARNESS_MAIN
