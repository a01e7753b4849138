// SPDX-License-Identifier: GPL-2.0-only
/*
 * PTRACE_PEEKSIGINFO at the stops of a call: what waits in the queue of the
 * thread and in that of its process, read without being taken out.
 */
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include "expect.h"

#define QUEUED	3
#define ABSENT	99		/* an offset behind the end */

/* In the order of sending; they are delivered by number. */
static const int sent[QUEUED] = { 3, 1, 2 };
static const int delivered[QUEUED] = { 1, 2, 0 };

FIXTURE(queue) {
	struct tracee t;
	siginfo_t si[QUEUED + 1];
};

FIXTURE_VARIANT(queue) {
	__u32 flags;
};

FIXTURE_VARIANT_ADD(queue, of_the_thread) { .flags = 0 };
FIXTURE_VARIANT_ADD(queue, of_the_process) { .flags = PTRACE_PEEKSIGINFO_SHARED };

/* Signal i of a queue, and what goes with it; base keeps the two queues apart. */
static int signo(int base, int i)
{
	return SIGRTMIN + base + sent[i];
}

static __u64 value(int base, int i)
{
	return pattern((unsigned int)(base + i));
}

static int send(struct tracee *t, bool shared, int base)
{
	int i, ret = 0;

	for (i = 0; i < QUEUED && !ret; i++) {
		siginfo_t si = { .si_signo = signo(base, i), .si_code = SI_QUEUE };

		si.si_pid = getpid();
		si.si_value.sival_ptr = (void *)value(base, i);
		if (shared)
			ret = sys_call(__NR_rt_sigqueueinfo, t->tid, si.si_signo, &si);
		else
			ret = sys_call(__NR_rt_tgsigqueueinfo, t->tid, t->tid, si.si_signo, &si);
	}
	return ret;
}

/* The numbers of the queue's signals, apart from those of the other one. */
static int base_of(__u32 flags)
{
	return flags ? 10 : 0;
}

FIXTURE_SETUP(queue)
{
	int i;

	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 2;
	for (i = 0; i < 2; i++)
		sysregs_fill_pattern(&self->t.task.page->call[i].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	setup_ok(send(&self->t, false, base_of(0)));
	setup_ok(send(&self->t, true, base_of(PTRACE_PEEKSIGINFO_SHARED)));
	memset(self->si, 0xa5, sizeof(self->si));
}

FIXTURE_TEARDOWN(queue)
{
	tracee_end(&self->t);
}

static long peek(struct tracee *t, __u32 flags, __u64 off, __s32 nr, siginfo_t *si)
{
	struct ptrace_peeksiginfo_args args = { .off = off, .flags = flags, .nr = nr };

	return tracee_ptrace(t, PTRACE_PEEKSIGINFO, (unsigned long)&args, si);
}

/* Signal i of this queue, as it was sent. */
#define expect_queued(si_, base, i) do {				\
	siginfo_t *queued_si = (si_);					\
									\
	expect_val("si_signo", signo(base, i), queued_si->si_signo);	\
	expect_val("si_code", SI_QUEUE, queued_si->si_code);		\
	expect_val("si_pid", getpid(), queued_si->si_pid);		\
	expect_val("si_value", value(base, i), (__u64)queued_si->si_value.sival_ptr); \
} while (0)

/* The whole queue, and that the entry behind it was left alone. */
#define expect_whole_queue(self, flags) do {				\
	siginfo_t whole_poison;						\
	int whole_i;							\
									\
	memset(&whole_poison, 0xa5, sizeof(whole_poison));		\
	expect_val("entries", QUEUED, peek(&(self)->t, flags, 0, QUEUED + 1, (self)->si)); \
	for (whole_i = 0; whole_i < QUEUED; whole_i++)			\
		expect_queued(&(self)->si[whole_i], base_of(flags), whole_i); \
	expect_claim(!memcmp(&(self)->si[QUEUED], &whole_poison, sizeof(whole_poison)), \
		     "nothing is written behind the last entry");	\
} while (0)

/*
 * Contract: PT-072
 * Promise: ptrace(2) "PTRACE_PEEKSIGINFO"
 * Code: kernel/ptrace.c:ptrace_peek_siginfo() [v7.3.4]
 */
TEST_F(queue, is_read_in_the_order_of_sending_at_both_stops_of_a_call)
{
	expect_whole_queue(self, variant->flags);
	expect_whole_queue(self, variant->flags);	/* nothing was taken out */
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	memset(self->si, 0xa5, sizeof(self->si));
	expect_whole_queue(self, variant->flags);
}

/*
 * Contract: PT-072
 * Promise: ptrace(2) "PTRACE_PEEKSIGINFO"
 * Code: kernel/ptrace.c:ptrace_peek_siginfo() [v7.3.4]
 */
TEST_F(queue, is_read_from_an_offset_for_a_number_of_entries)
{
	int base = base_of(variant->flags), off, nr, i;

	for (off = 0; off <= QUEUED; off++) {
		for (nr = 0; nr <= QUEUED; nr++) {
			int left = QUEUED - off < nr ? QUEUED - off : nr;

			memset(self->si, 0xa5, sizeof(self->si));
			expect_val("entries", left,
				   peek(&self->t, variant->flags, (__u64)off, nr, self->si));
			for (i = 0; i < left; i++)
				expect_queued(&self->si[i], base, off + i);
			expect_val("entry behind", (int)0xa5a5a5a5, self->si[left].si_signo);
		}
	}
	expect_val("entries", 0, peek(&self->t, variant->flags, ABSENT, 1, self->si));
	expect_val("entries", 0, peek(&self->t, variant->flags, ~0ULL, 1, self->si));
}

/*
 * Contract: PT-072
 * Code: kernel/ptrace.c:ptrace_peek_siginfo() [v7.3.4]
 */
TEST_F(queue, refuses_what_it_does_not_know)
{
	const size_t size = sizeof(siginfo_t);
	siginfo_t *one = guard_alloc(size);
	void *none = (char *)one + size;
	long seen;

	expect_val("unknown flag", -EINVAL, peek(&self->t, 2 | variant->flags, 0, 1, self->si));
	expect_val("number -1", -EINVAL, peek(&self->t, variant->flags, 0, -1, self->si));
	expect_val("bad arguments", -EFAULT,
		   tracee_ptrace(&self->t, PTRACE_PEEKSIGINFO, (unsigned long)none, self->si));
	expect_val("bad buffer", -EFAULT, peek(&self->t, variant->flags, 0, 1, none));
	/* A buffer for one entry: what fits is given. */
	seen = one ? peek(&self->t, variant->flags, 1, 2, one) : -ENOMEM;
	expect_val("entries that fit", 1, seen);
	expect_queued(one, base_of(variant->flags), 1);
	guard_free(one, size);
}

/*
 * At its stop a signal is out of the queue.  The thread's go first, each queue
 * in the order of the numbers.
 *
 * Contract: PT-072
 * Code: kernel/ptrace.c:ptrace_peek_siginfo() [v7.3.4]
 * Code: kernel/signal.c:dequeue_signal() collect_signal() [v7.3.4]
 */
TEST_F(queue, is_without_the_signal_at_its_own_stop)
{
	__u32 flags[2] = { 0, PTRACE_PEEKSIGINFO_SHARED };
	struct tracee *t = &self->t;
	int q, i;

	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
	for (q = 0; q < 2; q++) {
		int base = base_of(flags[q]);

		for (i = 0; i < QUEUED; i++) {
			setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
			setup_ok(tracee_wait_stop(t));
			expect_at(t, STOP_SIGNAL, signo(base, delivered[i]));
			expect_queued(&t->stop.si, base, delivered[i]);
			expect_val("entries left", QUEUED - 1 - i,
				   peek(t, flags[q], 0, QUEUED, self->si));
			if (i == 0)		/* of 3, 1, 2 the first and the last are left */
				expect_queued(&self->si[0], base, 0);
			if (i == 0)
				expect_queued(&self->si[1], base, 2);
		}
	}
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, 0));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_ENTRY, __NR_getppid);
	expect_val("entries left", 0, peek(t, 0, 0, QUEUED, self->si));
	expect_val("entries left", 0, peek(t, PTRACE_PEEKSIGINFO_SHARED, 0, QUEUED, self->si));
}

FIXTURE(signal_given_at_entry) {
	struct tracee t;
	siginfo_t si;
};

FIXTURE_SETUP(signal_given_at_entry)
{
	setup_ok(tracee_start(&self->t, body_watched_calls));
	self->t.task.page->ncalls = 1;
	sysregs_fill_pattern(&self->t.task.page->call[0].in, __NR_getppid);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	memset(&self->si, 0xa5, sizeof(self->si));
}

FIXTURE_TEARDOWN(signal_given_at_entry)
{
	tracee_end(&self->t);
}

/*
 * Contract: PT-072, PT-059
 * Code: kernel/ptrace.c:ptrace_peek_siginfo() [v7.3.4]
 * Code: include/linux/ptrace.h:ptrace_report_syscall() [v7.3.4]
 */
TEST_F(signal_given_at_entry, waits_in_the_queue_of_the_thread_at_the_exit_stop)
{
	struct tracee *t = &self->t;

	expect_val("entries at entry", 0, peek(t, 0, 0, 1, &self->si));
	setup_ok(tracee_resume(t, PTRACE_SYSCALL, SIGUSR1));
	setup_ok(tracee_wait_stop(t));
	expect_at(t, STOP_EXIT, __NR_getppid);
	expect_val("entries", 1, peek(t, 0, 0, 1, &self->si));
	expect_val("si_signo", SIGUSR1, self->si.si_signo);
	expect_val("si_code", SI_KERNEL, self->si.si_code);
	expect_val("entries of the process", 0, peek(t, PTRACE_PEEKSIGINFO_SHARED, 0, 1, &self->si));
	expect_stop(t, PTRACE_SYSCALL, STOP_SIGNAL, SIGUSR1);
	expect_val("entries at its stop", 0, peek(t, 0, 0, 1, &self->si));
}

TEST_HARNESS_MAIN
