// SPDX-License-Identifier: GPL-2.0-only
/*
 * A successful 64-bit result is a result, whatever its low word looks like,
 * also when a signal is pending as the call returns.
 */
#include <sys/mman.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(result_with_signal_pending) {
	struct tracee t;
	struct page *page;
	int fd;
};

/*
 * The result of lseek(fd, offset, SEEK_CUR) from 0: the offset itself, twice
 * the offset if the call ran twice.
 */
FIXTURE_VARIANT(result_with_signal_pending) {
	__u64 offset;
	unsigned long flags;	/* of the handler */
	__u64 wrong;		/* what defect K1 makes of it; 0: unharmed */
};

#define TWICE(offset)	(2 * (offset))
#define EINTR_RESULT	((__u64)-EINTR)
#define RESULT(name, ...) FIXTURE_VARIANT_ADD(result_with_signal_pending, name) { __VA_ARGS__ }
RESULT(low_word_minus_512, 0x1fffffe00, 0, EINTR_RESULT);
RESULT(low_word_minus_512_with_sa_restart, 0x1fffffe00, SA_RESTART, TWICE(0x1fffffe00));
RESULT(low_word_minus_513, 0x1fffffdff, 0, TWICE(0x1fffffdff));
RESULT(low_word_minus_513_with_sa_restart, 0x1fffffdff, SA_RESTART, TWICE(0x1fffffdff));
RESULT(low_word_minus_514, 0x1fffffdfe, 0, EINTR_RESULT);
RESULT(low_word_minus_514_with_sa_restart, 0x1fffffdfe, SA_RESTART, EINTR_RESULT);
RESULT(low_word_minus_516, 0x1fffffdfc, 0, EINTR_RESULT);
RESULT(low_word_minus_516_with_sa_restart, 0x1fffffdfc, SA_RESTART, EINTR_RESULT);
RESULT(low_word_minus_511, 0x1fffffe01, 0, 0);
RESULT(low_word_minus_515, 0x1fffffdfd, 0, 0);
RESULT(low_word_minus_517_with_sa_restart, 0x1fffffdfb, SA_RESTART, 0);
RESULT(high_word_minus_512, 0x7ffffe0000000001, SA_RESTART, 0);

static void body(struct page *page)
{
	task_handle(SIGUSR1, page->word[0]);
	tracee_ready();
	body_calls(page);
}

FIXTURE_SETUP(result_with_signal_pending)
{
	self->fd = memfd_create("offsets", MFD_CLOEXEC);
	ASSERT_LE(0, self->fd);
	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	self->page->word[0] = variant->flags;
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, __NR_lseek,
		     (__u64 [6]){ self->fd, variant->offset, SEEK_CUR });
	setup_ok(tracee_start(&self->t, body));
}

FIXTURE_TEARDOWN(result_with_signal_pending)
{
	tracee_end(&self->t);
	close(self->fd);
}

/*
 * Contract: ENTRY-036
 * Promise: lseek(2) "RETURN VALUE"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(result_with_signal_pending, is_returned_as_it_is)
{
	struct frame *frame = &self->page->frame[0];
	__u64 *out = self->page->call[0].out.r;

	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_lseek);
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_lseek);
	expect_reg(&self->t, REG_RESULT, variant->offset);
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	expect_done(&self->t);
	expect_val("handler runs", 1, self->page->nframes);
	if (variant->wrong)
		expect_val_or_defect(K1, "x0", variant->offset, out[0], variant->wrong);
	expect_val("x0", variant->offset, out[0]);
	expect_val("frame x0", variant->offset, frame->regs.u.regs[0]);
	expect_val("frame pc", (__u64)sys_insn_end, frame->regs.u.pc);
}

TEST_HARNESS_MAIN
