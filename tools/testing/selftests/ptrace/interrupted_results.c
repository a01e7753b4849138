// SPDX-License-Identifier: GPL-2.0-only
/*
 * No internal restart code reaches a program: calls that wait, interrupted in
 * every way that may end them or begin them again.  SIGUSR1 is pending when the
 * call begins, so that it never waits for time.
 */
#include <linux/futex.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include "expect.h"

/* Use of page->word[]. */
enum { W_FUTEX, W_SECONDS, W_NANOSECONDS, W_MASK, W_POLLFD, W_BUFFER, W_IGNORED };

FIXTURE(interrupted) {
	struct tracee t;
	struct page *page;
	int pipe[2], socket;
};

enum call { READ, ACCEPT4, PPOLL, PSELECT6, SIGSUSPEND, NANOSLEEP, CLOCK_NANOSLEEP, FUTEX,
	    FUTEX_TIMED };

FIXTURE_VARIANT(interrupted) {
	enum call call;
	long nr;
	int code;		/* what it returns inside the kernel */
};

#define CALL(name, ...) FIXTURE_VARIANT_ADD(interrupted, name) { __VA_ARGS__ }
CALL(read, READ, __NR_read, RESTARTSYS);
CALL(accept4, ACCEPT4, __NR_accept4, RESTARTSYS);
CALL(ppoll, PPOLL, __NR_ppoll, RESTARTNOHAND);
CALL(pselect6, PSELECT6, __NR_pselect6, RESTARTNOHAND);
CALL(rt_sigsuspend, SIGSUSPEND, __NR_rt_sigsuspend, RESTARTNOHAND);
CALL(nanosleep, NANOSLEEP, __NR_nanosleep, RESTART_RESTARTBLOCK);
CALL(clock_nanosleep, CLOCK_NANOSLEEP, __NR_clock_nanosleep, RESTART_RESTARTBLOCK);
CALL(futex, FUTEX, __NR_futex, RESTARTSYS);
CALL(futex_with_a_time, FUTEX_TIMED, __NR_futex, RESTART_RESTARTBLOCK);

static void body(struct page *page)
{
	if (page->word[W_IGNORED])
		task_dispose(SIGUSR1, SIG_IGN);
	else
		task_handle(SIGUSR1, 0);
	task_handle(SIGUSR2, 0);
	tracee_ready();
	body_calls(page);
}

static void fill_call(FIXTURE_DATA(interrupted) *self, enum call call, long nr)
{
	__u64 *word = self->page->word, time = (__u64)&word[W_SECONDS];
	__u64 args[][6] = {
		[READ] = { self->pipe[0], (__u64)&word[W_BUFFER], 1 },
		[ACCEPT4] = { self->socket },
		[PPOLL] = { (__u64)&word[W_POLLFD], 1, 0, 0, 8 },
		[PSELECT6] = { 0, 0, 0, 0, 0, 0 },
		[SIGSUSPEND] = { (__u64)&word[W_MASK], 8 },
		[NANOSLEEP] = { time, 0 },
		[CLOCK_NANOSLEEP] = { CLOCK_MONOTONIC, 0, time, 0 },
		[FUTEX] = { (__u64)&word[W_FUTEX], FUTEX_WAIT, 0, 0 },
		[FUTEX_TIMED] = { (__u64)&word[W_FUTEX], FUTEX_WAIT, 0, time },
	};

	word[W_SECONDS] = 1000000;
	*(struct pollfd *)&word[W_POLLFD] = (struct pollfd){ self->pipe[0], POLLIN, 0 };
	self->page->ncalls = 1;
	sysregs_fill(&self->page->call[0].in, nr, args[call]);
}

/* A socket that listens, at an address that the kernel makes up. */
static int listening_socket(void)
{
	const struct sockaddr_un any = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && (bind(fd, (const struct sockaddr *)&any, sizeof(any.sun_family)) ||
			listen(fd, 1)))
		return -1;
	return fd;
}

FIXTURE_SETUP(interrupted)
{
	ASSERT_EQ(0, pipe(self->pipe));
	self->socket = listening_socket();
	ASSERT_LE(0, self->socket);
	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	fill_call(self, variant->call, variant->nr);
}

FIXTURE_TEARDOWN(interrupted)
{
	tracee_end(&self->t);
	close(self->pipe[0]);
	close(self->pipe[1]);
	close(self->socket);
}

/* The call finds sig pending and gives up with its internal code. */
#define expect_interrupted(self, sig) do {				\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr); \
	setup_ok(tracee_signal(&(self)->t, sig));			\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_EXIT, variant->nr); \
	expect_reg(&(self)->t, REG_RESULT, variant->code);		\
	expect_stop(&(self)->t, PTRACE_SYSCALL, STOP_SIGNAL, sig);	\
} while (0)

/* The program gets EINTR, from one run of its handler. */
#define expect_ended(self, sig) do {					\
	struct page *end_page = (self)->page;				\
									\
	expect_done(&(self)->t);					\
	expect_val("handler runs", 1, end_page->nframes);		\
	expect_val("signal of the handler", sig, end_page->frame[0].signo); \
	expect_val("result in the frame", -EINTR,			\
		   *reg(&end_page->frame[0].regs, REG_RESULT));		\
	expect_val(reg_text(REG_RESULT), -EINTR, end_page->call[0].out.r[SYSREG_RESULT]); \
	expect_kept(&end_page->call[0].in, &end_page->call[0].out, false); \
} while (0)

/* Begun again, it is ended by a signal with a handler: the first that the program notices. */
#define expect_begun_again(self) do {					\
	long again = variant->code == RESTART_RESTARTBLOCK ? __NR_restart_syscall : variant->nr; \
									\
	expect_at(&(self)->t, STOP_ENTRY, again);			\
	/* What the call was begun with in that register is not kept. */ \
	(self)->page->call[0].in.r[SYSREG_NR] = (__u64)again;		\
	setup_ok(tracee_signal(&(self)->t, SIGUSR2));			\
	expect_stop(&(self)->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR2);	\
	expect_ended(self, SIGUSR2);					\
} while (0)

/*
 * Contract: ENTRY-024, ENTRY-025, ENTRY-026
 * Promise: signal(7) "Interruption of system calls and library functions by signal handlers"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(interrupted, by_a_handler_without_sa_restart_returns_eintr)
{
	setup_ok(tracee_start(&self->t, body));
	expect_interrupted(self, SIGUSR1);
	expect_ended(self, SIGUSR1);
}

/*
 * By moving pc the tracer has cancelled the restart; where that was decided
 * before the stop, there is no result to be written any more.
 *
 * Contract: PT-089
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(interrupted, resumes_where_the_tracer_put_pc_behind_the_handler)
{
	__u64 arg0 = self->page->call[0].in.r[SYSREG_ARG(0)];
	struct frame *frame = &self->page->frame[0];

	setup_ok(tracee_start(&self->t, body));
	expect_interrupted(self, SIGUSR1);
	setup_ok(tracee_set(&self->t, REG_PC, (__u64)mark_insn));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	expect_val("handler runs", 1, self->page->nframes);
	expect_val("pc of the frame", (__u64)mark_insn, *reg(&frame->regs, REG_PC));
	expect_val("result in the frame", ARCH_RESTART_BEFORE_SIGNAL_STOP ? arg0 : (__u64)-EINTR,
		   *reg(&frame->regs, REG_RESULT));
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, ARCH_BREAK_CODE);
	expect_reg(&self->t, REG_PC, (__u64)mark_insn +
		   (ARCH_BREAK_PC_IS_AFTER ? ARCH_BREAK_SIZE : 0));
}

/*
 * Contract: ENTRY-025, ENTRY-026, PT-066
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(interrupted, by_an_ignored_signal_begins_again)
{
	self->page->word[W_IGNORED] = 1;
	setup_ok(tracee_start(&self->t, body));
	expect_interrupted(self, SIGUSR1);
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_begun_again(self);
}

/*
 * Contract: PT-066
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(interrupted, by_a_signal_the_tracer_drops_begins_again)
{
	setup_ok(tracee_start(&self->t, body));
	expect_interrupted(self, SIGUSR1);
	setup_ok(tracee_resume(&self->t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(&self->t));
	expect_begun_again(self);
}

/*
 * Contract: ENTRY-025, ENTRY-026
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(interrupted, by_stop_then_continue_begins_again)
{
	setup_ok(tracee_start(&self->t, body));
	expect_interrupted(self, SIGSTOP);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_GROUP, SIGSTOP);
	setup_ok(tracee_signal(&self->t, SIGCONT));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGCONT);
	setup_ok(tracee_next(&self->t, PTRACE_SYSCALL));
	expect_begun_again(self);
}

TEST_HARNESS_MAIN
