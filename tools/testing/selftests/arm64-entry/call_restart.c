// SPDX-License-Identifier: GPL-2.0-only
/*
 * A system call that a signal interrupts: what the handler, the tracer and the
 * task itself see of the decision to restart it.  The signal is queued at the
 * entry stop, so that the call finds it pending and never waits.
 */
#include <linux/futex.h>
#include <linux/sched.h>
#include <poll.h>
#include <unistd.h>
#include "expect.h"

enum call { READ, CLONE, PPOLL, FUTEX, GETPPID };

/* code: what the interrupted call returns inside the kernel. */
static const struct {
	long nr;
	int code;
	long restart_nr;	/* the number it is restarted with */
} calls[] = {
	[READ] = { __NR_read, -512, __NR_read },		/* ERESTARTSYS */
	[CLONE] = { __NR_clone, -513, __NR_clone },		/* ERESTARTNOINTR */
	[PPOLL] = { __NR_ppoll, -514, __NR_ppoll },		/* ERESTARTNOHAND */
	[FUTEX] = { __NR_futex, -516, __NR_restart_syscall },	/* ERESTART_RESTARTBLOCK */
	[GETPPID] = { __NR_getppid, 0, 0 },			/* not interruptible */
};

/* Use of page->word[]. */
enum { W_FUTEX, W_TIMEOUT, W_TIMEOUT_NS, W_POLLFD, W_BUFFER, W_CHILD, W_HANDLE, W_FLAGS };

#define NO_HANDLER	1UL	/* in place of SA_ flags */

struct interrupted {
	struct tracee t;
	struct page *page;
	struct sysregs *in;
	struct frame *frame;
	int pipe[2];
	enum call call;
};

static void body(struct page *page)
{
	struct sysregs out;

	if (page->word[W_FLAGS] == NO_HANDLER)
		task_dispose(SIGUSR1, SIG_IGN);
	else
		task_handle(SIGUSR1, page->word[W_FLAGS]);
	tracee_ready();
	sys_stub(&page->call[0].in, &out);
	if (!out.r[0]) {	/* the child of clone */
		page->word[W_CHILD] = sys_call(__NR_getpid);
		sys_call(__NR_exit_group, 0);
	}
	page->call[0].out = out;
}

static int interrupted_start(struct interrupted *i, enum call call, unsigned long flags)
{
	__u64 *word;
	int ret;

	i->call = call;
	if (pipe(i->pipe))
		return -errno;
	i->page = i->t.task.page = page_new();
	if (!i->page)
		return -ENOMEM;
	word = i->page->word;
	word[W_FLAGS] = flags;
	word[W_TIMEOUT] = 3600;
	*(struct pollfd *)&word[W_POLLFD] = (struct pollfd){ i->pipe[0], POLLIN, 0 };
	i->in = &i->page->call[0].in;
	i->frame = &i->page->frame[0];
	ret = tracee_start(&i->t, body);
	if (ret)
		return ret;

	const __u64 args[][6] = {
		[READ] = { i->pipe[0], (__u64)&word[W_BUFFER], 1 },
		[CLONE] = { CLONE_VFORK },
		[PPOLL] = { (__u64)&word[W_POLLFD], 1, 0, 0, 8 },
		[FUTEX] = { (__u64)&word[W_FUTEX], FUTEX_WAIT, 0, (__u64)&word[W_TIMEOUT] },
		[GETPPID] = { pattern(100) },
	};

	sysregs_fill(i->in, calls[call].nr, args[call]);
	return 0;
}

static void interrupted_end(struct interrupted *i)
{
	tracee_end(&i->t);
	close(i->pipe[0]);
	close(i->pipe[1]);
}

/* What each call waits for: from now on it ends by itself when it is run. */
static int interrupted_complete(struct interrupted *i)
{
	i->page->word[W_FUTEX] = 1;
	return write(i->pipe[1], "x", 1) == 1 ? 0 : -EIO;
}

/* The result of the call once it is complete. */
static __u64 interrupted_result(const struct interrupted *i)
{
	switch (i->call) {
	case CLONE:
		return i->page->word[W_CHILD];
	case FUTEX:
		return (__u64)-EAGAIN;
	default:
		return 1;
	}
}

/* Up to the delivery of sig, with the proof that it interrupted the call. */
#define expect_interrupted(i, sig) do {					\
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_ENTRY, calls[(i)->call].nr); \
	setup_ok(tracee_signal(&(i)->t, sig));				\
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_EXIT, calls[(i)->call].nr); \
	expect_reg(&(i)->t, REG_RESULT,					\
		   calls[(i)->call].code ? calls[(i)->call].code : getpid()); \
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_SIGNAL, sig);		\
} while (0)

FIXTURE(handled_signal_in) { struct interrupted i; };
FIXTURE_VARIANT(handled_signal_in) {
	enum call call;
	unsigned long flags;
	bool restarts;
};

#define HANDLED(name, ...) FIXTURE_VARIANT_ADD(handled_signal_in, name) { __VA_ARGS__ }
HANDLED(read_with_sa_restart, READ, SA_RESTART, true);
HANDLED(read_without_sa_restart, READ, 0, false);
HANDLED(clone_with_sa_restart, CLONE, SA_RESTART, true);
HANDLED(clone_without_sa_restart, CLONE, 0, true);
HANDLED(ppoll_with_sa_restart, PPOLL, SA_RESTART, false);
HANDLED(ppoll_without_sa_restart, PPOLL, 0, false);
HANDLED(futex_with_sa_restart, FUTEX, SA_RESTART, false);
HANDLED(futex_without_sa_restart, FUTEX, 0, false);

FIXTURE_SETUP(handled_signal_in)
{
	setup_ok(interrupted_start(&self->i, variant->call, variant->flags));
}

FIXTURE_TEARDOWN(handled_signal_in)
{
	interrupted_end(&self->i);
}

/*
 * Contract: ENTRY-023, ENTRY-024, ENTRY-025, ENTRY-026, ENTRY-027
 * Promise: signal(7) "Interruption of system calls and library functions by signal handlers"
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() handle_signal() [v7.3.4]
 */
TEST_F(handled_signal_in, resumes_as_its_handler_frame_says)
{
	struct interrupted *i = &self->i;
	char name[16];
	int r;

	expect_interrupted(i, SIGUSR1);
	setup_ok(interrupted_complete(i));
	expect_done(&i->t);
	expect_val("handler runs", 1, i->page->nframes);
	expect_val("frame signal", SIGUSR1, i->frame->signo);
	expect_val("frame pc", (__u64)(variant->restarts ? sys_insn : sys_insn_end),
		   i->frame->regs.u.pc);
	expect_val("frame x0", variant->restarts ? i->in->r[0] : (__u64)-EINTR,
		   i->frame->regs.u.regs[0]);
	for (r = 1; r < ARCH_SYSREGS; r++) {
		snprintf(name, sizeof(name), "frame x%d", r);
		expect_val(name, i->in->r[r], i->frame->regs.u.regs[r]);
	}
	expect_val("x0", variant->restarts ? interrupted_result(i) : (__u64)-EINTR,
		   i->page->call[0].out.r[0]);
}

FIXTURE(signal_stop_after) { struct interrupted i; };
FIXTURE_VARIANT(signal_stop_after) { enum call call; };
FIXTURE_VARIANT_ADD(signal_stop_after, read) { READ };
FIXTURE_VARIANT_ADD(signal_stop_after, clone) { CLONE };
FIXTURE_VARIANT_ADD(signal_stop_after, ppoll) { PPOLL };
FIXTURE_VARIANT_ADD(signal_stop_after, futex) { FUTEX };
FIXTURE_VARIANT_ADD(signal_stop_after, a_completed_call) { GETPPID };

FIXTURE_SETUP(signal_stop_after)
{
	setup_ok(interrupted_start(&self->i, variant->call, 0));
}

FIXTURE_TEARDOWN(signal_stop_after)
{
	interrupted_end(&self->i);
}

/*
 * Contract: ENTRY-028
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 * Code: arch/arm64/include/asm/ptrace.h:forget_syscall() [v7.3.4]
 */
TEST_F(signal_stop_after, shows_the_restart_with_the_number_forgotten)
{
	bool restarts = variant->call != GETPPID;
	struct interrupted *i = &self->i;

	expect_interrupted(i, SIGUSR1);
	expect_nr(&i->t, -1);
	expect_reg(&i->t, REG_PC, (__u64)(restarts ? sys_insn : sys_insn_end));
	expect_reg(&i->t, REG_ARG0, restarts ? i->in->r[0] : (__u64)getpid());
	expect_reg(&i->t, REG_NR, calls[variant->call].nr);
}

FIXTURE(unhandled_signal_in) { struct interrupted i; };
FIXTURE_VARIANT(unhandled_signal_in) { enum call call; };
FIXTURE_VARIANT_ADD(unhandled_signal_in, read) { READ };
FIXTURE_VARIANT_ADD(unhandled_signal_in, clone) { CLONE };
FIXTURE_VARIANT_ADD(unhandled_signal_in, ppoll) { PPOLL };
FIXTURE_VARIANT_ADD(unhandled_signal_in, futex) { FUTEX };

FIXTURE_SETUP(unhandled_signal_in)
{
	setup_ok(interrupted_start(&self->i, variant->call, NO_HANDLER));
}

FIXTURE_TEARDOWN(unhandled_signal_in)
{
	interrupted_end(&self->i);
}

/* The call must run again, to its end, and then nothing but the end of the body. */
#define expect_restarted(i) do {					\
	long restart_nr = calls[(i)->call].restart_nr;			\
									\
	setup_ok(interrupted_complete(i));				\
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_ENTRY, restart_nr);	\
	expect_reg(&(i)->t, REG_NR, restart_nr);			\
	expect_reg(&(i)->t, REG_ARG0, (i)->in->r[0]);			\
	expect_reg(&(i)->t, REG_PC, (__u64)sys_insn_end);		\
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_EXIT, restart_nr);	\
	expect_reg(&(i)->t, REG_RESULT, interrupted_result(i));		\
	expect_stop(&(i)->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group); \
	expect_val("x0", interrupted_result(i), (i)->page->call[0].out.r[0]); \
	expect_val("handler runs", 0, (i)->page->nframes);		\
} while (0)

/*
 * Contract: ENTRY-025, ENTRY-026, ENTRY-027
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(unhandled_signal_in, restarts_the_call_when_it_is_ignored)
{
	expect_interrupted(&self->i, SIGUSR1);
	expect_restarted(&self->i);
}

/*
 * Contract: ENTRY-025, ENTRY-026, ENTRY-027
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(unhandled_signal_in, restarts_the_call_after_stop_then_continue)
{
	struct interrupted *i = &self->i;

	expect_interrupted(i, SIGSTOP);
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_GROUP, SIGSTOP);
	setup_ok(tracee_signal(&i->t, SIGCONT));
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_SIGNAL, SIGCONT);
	expect_restarted(i);
}

/*
 * Contract: ENTRY-029
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(signal_stop_after, lets_the_tracer_move_pc_instead_of_the_eintr_result)
{
	__u64 x0 = variant->call == GETPPID ? (__u64)getpid() : self->i.in->r[0];
	struct interrupted *i = &self->i;

	expect_interrupted(i, SIGUSR1);
	setup_ok(tracee_set(&i->t, REG_PC, (__u64)sys_insn_end));
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_rt_sigreturn);
	expect_val("frame pc", (__u64)sys_insn_end, i->frame->regs.u.pc);
	expect_val("frame x0", x0, i->frame->regs.u.regs[0]);
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group);
	expect_val("x0", x0, i->page->call[0].out.r[0]);
}

/*
 * Contract: ENTRY-029
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() setup_restart_syscall() [v7.3.4]
 */
TEST_F(unhandled_signal_in, is_not_restarted_when_the_tracer_moves_pc)
{
	struct interrupted *i = &self->i;

	expect_interrupted(i, SIGUSR1);
	setup_ok(tracee_set(&i->t, REG_PC, (__u64)sys_insn_end));
	expect_stop(&i->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit_group);
	expect_val("x0", i->in->r[0], i->page->call[0].out.r[0]);
	expect_val("x8", calls[variant->call].nr, i->page->call[0].out.r[8]);
}

TEST_HARNESS_MAIN
