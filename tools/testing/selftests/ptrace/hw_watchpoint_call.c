// SPDX-License-Identifier: GPL-2.0-only
/*
 * A watchpoint on memory that a system call reads or writes: the kernel steps
 * over its own access without a word.  That the watchpoint is in force, before
 * and behind the call, shows in a store of the tracee's own.
 */
#include <fcntl.h>
#include <unistd.h>
#include "hw_debug.h"
#include "walk.h"

#define GIVEN	pattern(240)	/* what the pipe holds */

/* Where the call's arguments name them: the watched word, an end of the pipe. */
enum { THE_WORD = 1, PIPE_READ, PIPE_WRITE };

FIXTURE(watched_memory) {
	struct tracee t;
	__u64 *word;
	int fd[2];
};

FIXTURE_VARIANT(watched_memory) {
	long nr, result;
	int arg[3];
	__u64 len;
};

FIXTURE_VARIANT_ADD(watched_memory, stored_to_by_getcpu) {
	.nr = __NR_getcpu, .arg = { THE_WORD },
};

FIXTURE_VARIANT_ADD(watched_memory, filled_by_read) {
	.nr = __NR_read, .arg = { PIPE_READ, THE_WORD }, .len = 8, .result = 8,
};

FIXTURE_VARIANT_ADD(watched_memory, taken_by_write) {
	.nr = __NR_write, .arg = { PIPE_WRITE, THE_WORD }, .len = 8, .result = 8,
};

static void body_call_between_stores(struct page *page)
{
	tracee_ready();
	store_byte(&page->word[0], 0);
	body_calls(page);
	store_byte(&page->word[0], 0);
}

FIXTURE_SETUP(watched_memory)
{
	__u64 args[6] = {}, value;
	struct page *page = page_new();
	int i;

	ASSERT_NE(NULL, page);
	self->t.task.page = page;
	self->word = &page->word[0];
	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC | O_NONBLOCK));
	value = GIVEN;
	ASSERT_EQ(8, write(self->fd[1], &value, sizeof(value)));
	for (i = 0; i < 3; i++)
		args[i] = variant->arg[i] == THE_WORD ? (__u64)self->word :
			  variant->arg[i] ? (__u64)self->fd[variant->arg[i] - PIPE_READ] : 0;
	args[2] = variant->len;
	page->ncalls = 1;
	sysregs_fill(&page->call[0].in, variant->nr, args);
	setup_ok(tracee_start(&self->t, body_call_between_stores));
	require(hw_slots(&self->t, NT_ARM_HW_WATCH) > 0, HW_WATCH_NEEDS);
	setup_ok(hw_watch(&self->t, 0, self->word, 0xff, HW_LOAD | HW_STORE));
	expect_hit(&self->t, PTRACE_CONT, self->word, store_insn);
	setup_ok(hw_skip_insn(&self->t));
	*self->word = WALK_POISON;
}

FIXTURE_TEARDOWN(watched_memory)
{
	tracee_end(&self->t);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* What the call did: its result, and where the eight bytes went. */
#define expect_call_done(self, variant) do {				\
	struct sysregs *out = &(self)->t.task.page->call[0].out;	\
	__u64 got = 0;							\
									\
	expect_val(reg_text(REG_RESULT), (variant)->result, out->r[SYSREG_RESULT]); \
	if ((variant)->nr == __NR_read)					\
		expect_val("word", GIVEN, *(self)->word);		\
	if ((variant)->nr == __NR_getcpu)				\
		expect_claim((__u32)*(self)->word != (__u32)WALK_POISON, "the word is written"); \
	if ((variant)->nr == __NR_write) {				\
		expect_val("first read", 8, read((self)->fd[0], &got, sizeof(got))); \
		expect_val("second read", 8, read((self)->fd[0], &got, sizeof(got))); \
		expect_val("bytes written", WALK_POISON, got);		\
	}								\
} while (0)

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() watchpoint_report() [v7.3.4]
 * Code: arch/arm64/kernel/hw_breakpoint.c:try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(watched_memory, makes_no_stop_until_the_tracees_own_store)
{
	expect_hit(&self->t, PTRACE_CONT, self->word, store_insn);
	expect_call_done(self, variant);
	setup_ok(hw_remove(&self->t, NT_ARM_HW_WATCH, 0));
	expect_done(&self->t);
}

/*
 * Contract: PT-056
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() watchpoint_report() [v7.3.4]
 */
TEST_F(watched_memory, adds_no_stop_to_those_of_the_call)
{
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr);
	expect_reg(&self->t, REG_RESULT, variant->result);
	expect_hit(&self->t, PTRACE_SYSCALL, self->word, store_insn);
	expect_call_done(self, variant);
}

/*
 * Contract: PT-056, PT-048
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 */
TEST_F(watched_memory, leaves_a_step_over_the_call_as_it_is)
{
	int i;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
	expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, ARCH_CALL_STEP_CODE);
	expect_reg(&self->t, REG_PC, (__u64)sys_insn_end);
	expect_reg(&self->t, REG_RESULT, variant->result);
	for (i = 1; i <= 2; i++) {
		expect_stop(&self->t, PTRACE_SINGLESTEP, STOP_TRAP, TRAP_TRACE);
		expect_reg(&self->t, REG_PC, (__u64)sys_insn_end + i * ARCH_NOP_SIZE);
	}
	expect_hit(&self->t, PTRACE_CONT, self->word, store_insn);
	expect_call_done(self, variant);
}

FIXTURE(watched_result_of_a_call) {
	struct walk w;
};

FIXTURE_VARIANT(watched_result_of_a_call) {
	int request;
};

FIXTURE_VARIANT_ADD(watched_result_of_a_call, under_singlestep) { .request = PTRACE_SINGLESTEP };
FIXTURE_VARIANT_ADD(watched_result_of_a_call, under_sysemu) { .request = PTRACE_SYSEMU };

static void body_walk(struct page *page)
{
	tracee_ready();
	for (;;) {
		step_stub(&page->call[0].in, &page->call[0].out);
		store_byte(&page->word[0], 0);
	}
}

FIXTURE_SETUP(watched_result_of_a_call)
{
	setup_ok(walk_start(&self->w, body_walk));
	require(hw_slots(&self->w.t, NT_ARM_HW_WATCH) > 0, HW_WATCH_NEEDS);
	setup_ok(hw_watch(&self->w.t, 0, self->w.word, 0xff, HW_LOAD | HW_STORE));
}

FIXTURE_TEARDOWN(watched_result_of_a_call)
{
	tracee_end(&self->w.t);
}

/*
 * Contract: PT-056, PT-046, PT-033
 * Code: arch/arm64/kernel/hw_breakpoint.c:do_watchpoint() try_step_suspended_breakpoints() [v7.3.4]
 */
TEST_F(watched_result_of_a_call, is_seen_only_at_the_next_store)
{
	struct walk *w = &self->w;

	expect_walk(w, variant->request);
	if (variant->request == PTRACE_SINGLESTEP) {
		expect_walk(w, PTRACE_SINGLESTEP);
		expect_walk(w, PTRACE_SINGLESTEP);
	}
	expect_hit(&w->t, variant->request == PTRACE_SINGLESTEP ? PTRACE_CONT : variant->request,
		   w->word, store_insn);
	expect_val("call executed", variant->request == PTRACE_SINGLESTEP, walk_ran(w));
}

TEST_HARNESS_MAIN
