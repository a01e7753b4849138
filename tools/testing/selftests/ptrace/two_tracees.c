// SPDX-License-Identifier: GPL-2.0-only
/* Two threads of one process, both traced: each has its own stops. */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>
#include "expect.h"

#define CODE	0x2b

/* The leader makes call 0, the thread calls 1 and 2. */
static void thread(struct page *page)
{
	sys_stub(&page->call[1].in, &page->call[1].out);
	sys_stub(&page->call[2].in, &page->call[2].out);
}

static void body(struct page *page)
{
	tracee_ready();
	task_thread(thread, page);
	sys_stub(&page->call[0].in, &page->call[0].out);
	page_wait(&page->go, 0);
}

FIXTURE(threads) {
	struct tracee leader, thread;
	struct page *page;
	int fd[2];
};

/* Both are brought to the entry stops of their calls: a write, and a call of the variant. */
FIXTURE_VARIANT(threads) {
	long nr;		/* of the thread's first call */
	__u64 arg0;
};

FIXTURE_VARIANT_ADD(threads, of_which_one_calls_gettid) { __NR_gettid, 0 };
FIXTURE_VARIANT_ADD(threads, of_which_one_calls_exit) { __NR_exit, CODE };
FIXTURE_VARIANT_ADD(threads, of_which_one_calls_exit_group) { __NR_exit_group, CODE };

FIXTURE_SETUP(threads)
{
	struct tracee *l = &self->leader, *t = &self->thread;

	ASSERT_EQ(0, pipe2(self->fd, O_CLOEXEC | O_NONBLOCK));
	setup_ok(tracee_start(l, body));
	setup_ok(tracee_options(l, TRACEE_OPTIONS | PTRACE_O_TRACECLONE));
	self->page = l->task.page;
	sysregs_fill(&self->page->call[1].in, variant->nr, (__u64 [6]){ variant->arg0 });
	sysregs_fill_pattern(&self->page->call[2].in, __NR_getppid);
	sysregs_fill(&self->page->call[0].in, __NR_write, (__u64 [6]){
		(__u64)self->fd[1], (__u64)&self->page->word[0], 1 });

	expect_stop(l, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_CLONE);
	setup_ok(tracee_adopt(t, l, (pid_t)l->stop.msg));
	t->stop.kind = STOP_NONE;	/* its SIGSTOP is not delivered */
	expect_stop(l, PTRACE_SYSCALL, STOP_EXIT, __NR_clone);
	expect_stop(l, PTRACE_SYSCALL, STOP_ENTRY, __NR_write);
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, variant->nr);
}

FIXTURE_TEARDOWN(threads)
{
	tracee_end(&self->thread);
	tracee_end(&self->leader);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* The leader has not left its entry stop. */
#define expect_leader_held(self) do {					\
	struct ptrace_syscall_info held_info;				\
									\
	setup_ok(tracee_info(&(self)->leader, &held_info));		\
	expect_val("info.op of the leader", PTRACE_SYSCALL_INFO_ENTRY, held_info.op); \
	expect_val("info.entry.nr of the leader", __NR_write, held_info.entry.nr); \
	expect_val("args[0] of the leader", (self)->fd[1], held_info.entry.args[0]); \
	expect_reg(&(self)->leader, REG_MARK, ARCH_HAS_MARKED_REG ? 0 :	\
		   (self)->page->call[0].in.r[SYSREG_MARK]);		\
} while (0)

/* What a read of the pipe gives. */
static long read_pipe(int fd)
{
	char byte;

	return sys_call(__NR_read, fd, &byte, 1);
}

/*
 * Every end but the thread's own: then the leader goes on.
 *
 * Contract: PT-063, PT-088
 * Promise: ptrace(2) "The tracee"
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: kernel/signal.c:ptrace_stop() [v7.3.4]
 */
TEST_F(threads, leave_each_other_at_its_stop)
{
	struct tracee *l = &self->leader, *t = &self->thread;
	pid_t tid = t->tid;

	if (variant->nr == __NR_exit_group)
		setup_ok(tracee_set_nr(t, __NR_gettid));
	setup_ok(tracee_next(t, PTRACE_SYSCALL));
	expect_leader_held(self);
	if (variant->nr == __NR_exit) {
		expect_at(t, STOP_EXITED, CODE);
	} else {
		expect_at(t, STOP_EXIT, __NR_gettid);
		expect_reg(t, REG_RESULT, tid);
		expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
		expect_leader_held(self);
	}
	expect_val("read of the pipe", -EAGAIN, read_pipe(self->fd[0]));
	expect_stop(l, PTRACE_SYSCALL, STOP_EXIT, __NR_write);
	expect_reg(l, REG_RESULT, 1);
	expect_reg(l, REG_MARK, ARCH_HAS_MARKED_REG ? 1 : self->page->call[0].in.r[SYSREG_MARK]);
	if (variant->nr == __NR_exit)
		return;
	/* The leader stays at its exit stop, the thread runs to its end. */
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	expect_reg(t, REG_RESULT, getpid());
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_exit);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXITED, 0);
	page_wake(&self->page->go, 1);
	expect_done(l);
}

/*
 * Contract: PT-063, PT-088
 * Promise: ptrace(2) "Death under ptrace"
 * Code: kernel/signal.c:zap_other_threads() ptrace_stop() [v7.3.4]
 * Code: kernel/exit.c:do_group_exit() [v7.3.4]
 */
TEST_F(threads, end_together_by_exit_group_of_one)
{
	if (variant->nr == __NR_exit)
		setup_ok(tracee_set_nr(&self->thread, __NR_exit_group));
	if (variant->nr == __NR_gettid) {
		setup_ok(tracee_set_nr(&self->thread, __NR_exit_group));
		setup_ok(tracee_set(&self->thread, REG_ARG0, CODE));
	}
	expect_stop(&self->thread, PTRACE_SYSCALL, STOP_EXITED, CODE);
	setup_ok(tracee_wait_stop(&self->leader));
	expect_at(&self->leader, STOP_EXITED, CODE);
	expect_val("read of the pipe", -EAGAIN, read_pipe(self->fd[0]));
}

/*
 * Contract: PT-087, PT-088
 * Promise: ptrace(2) "Death under ptrace"
 * Code: kernel/signal.c:complete_signal() ptrace_stop() [v7.3.4]
 */
TEST_F(threads, end_together_by_sigkill_of_one)
{
	setup_ok(tracee_signal(&self->thread, SIGKILL));
	setup_ok(tracee_wait_stop(&self->thread));
	expect_at(&self->thread, STOP_KILLED, SIGKILL);
	setup_ok(tracee_wait_stop(&self->leader));
	expect_at(&self->leader, STOP_KILLED, SIGKILL);
	expect_val("read of the pipe", -EAGAIN, read_pipe(self->fd[0]));
	expect_val("result of the thread's call", 0, self->page->call[1].out.r[SYSREG_RESULT]);
}

/*
 * Contract: PT-088
 * Code: kernel/signal.c:do_send_specific() __send_signal_locked() [v7.3.4]
 */
TEST_F(threads, get_each_the_signal_that_is_for_it)
{
	struct tracee *l = &self->leader, *t = &self->thread;

	setup_ok(tracee_set_nr(t, __NR_gettid));
	setup_ok(tracee_signal(t, SIGUSR1));
	setup_ok(tracee_signal(l, SIGUSR2));
	expect_stop(l, PTRACE_SYSCALL, STOP_EXIT, __NR_write);
	expect_stop(l, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR2);
	l->stop.kind = STOP_NONE;	/* not delivered */
	expect_stop(l, PTRACE_SYSCALL, STOP_ENTRY, __NR_futex);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_gettid);
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	t->stop.kind = STOP_NONE;
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
}

TEST_HARNESS_MAIN
