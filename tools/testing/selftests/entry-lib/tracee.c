// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <linux/elf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include "tracee.h"

static struct tracee *tracee_list;	/* for tracee_print_history() */

static long tid_ptrace(pid_t tid, int request, unsigned long addr, const void *data)
{
	return sys_call(__NR_ptrace, request, tid, addr, data);
}

long tracee_ptrace(struct tracee *t, int request, unsigned long addr, const void *data)
{
	return tid_ptrace(t->tid, request, addr, data);
}

int arch_get_regs(pid_t tid, struct arch_regs *regs)
{
	struct iovec iov = { regs, sizeof(*regs) };

	return tid_ptrace(tid, PTRACE_GETREGSET, NT_PRSTATUS, &iov);
}

int arch_set_regs(pid_t tid, const struct arch_regs *regs)
{
	struct iovec iov = { (void *)regs, sizeof(*regs) };

	return tid_ptrace(tid, PTRACE_SETREGSET, NT_PRSTATUS, &iov);
}

int tracee_wait_stop(struct tracee *t)
{
	struct stop s = {};
	pid_t ret = task_wait(t->tid, &s.status, 0);

	if (ret < 0)
		return ret;
	s.tid = ret;
	stop_decode(&s);
	t->stop = s;
	t->history[t->nstops++ % TRACEE_HISTORY] = s;
	if (s.kind == STOP_EXITED || s.kind == STOP_KILLED) {
		if (t->task.pid == t->tid)
			t->task.pid = 0;
		t->tid = 0;
	}
	return 0;
}

int tracee_resume(struct tracee *t, int request, int sig)
{
	int ret = tracee_ptrace(t, request, 0, (void *)(long)sig);

	if (!ret)
		t->stop.kind = STOP_NONE;
	return ret;
}

int tracee_next(struct tracee *t, int request)
{
	int sig = t->stop.kind == STOP_SIGNAL ? t->stop.what : 0;
	int ret = tracee_resume(t, request, sig);

	return ret ? ret : tracee_wait_stop(t);
}

int tracee_options(struct tracee *t, unsigned long options)
{
	return tracee_ptrace(t, PTRACE_SETOPTIONS, 0, (void *)options);
}

void tracee_ready(void)
{
	mark_stub();
}

void body_watched_calls(struct page *page)
{
	tracee_ready();
	body_calls(page);
}

static task_body tracee_body;

static void body_traceme(struct page *page)
{
	if (sys_call(__NR_ptrace, PTRACE_TRACEME, 0, 0, 0))
		sys_call(__NR_exit_group, 1);
	sys_call(__NR_tgkill, sys_call(__NR_getpid), sys_call(__NR_gettid), SIGSTOP);
	tracee_body(page);
}

static void body_wait_attached(struct page *page)
{
	page_wait(&page->go, 0);
	tracee_body(page);
}

static void tracee_link(struct tracee *t)
{
	t->next = tracee_list;
	tracee_list = t;
}

int tracee_skip_breakpoint(struct tracee *t)
{
	struct arch_regs regs;
	int ret;

	if (t->stop.kind != STOP_TRAP || t->stop.what != ARCH_BREAK_CODE)
		return -EPROTO;
	ret = tracee_get_regs(t, &regs);
	if (ret || ARCH_BREAK_PC_IS_AFTER)
		return ret;
	*reg(&regs, REG_PC) += ARCH_BREAK_SIZE;
	t->stop.pc += ARCH_BREAK_SIZE;
	return tracee_set_regs(t, &regs);
}

int tracee_start(struct tracee *t, task_body body)
{
	int ret;

	tracee_body = body;
	ret = task_start(&t->task, body_traceme);
	if (ret)
		return ret;
	t->tid = t->task.pid;
	tracee_link(t);
	ret = tracee_wait_stop(t);
	if (ret)
		return ret;
	if (t->stop.kind != STOP_SIGNAL || t->stop.what != SIGSTOP)
		return -EPROTO;
	ret = tracee_options(t, TRACEE_OPTIONS);
	if (ret)
		return ret;
	t->stop.kind = STOP_NONE;	/* this SIGSTOP is not delivered */
	ret = tracee_next(t, PTRACE_CONT);
	return ret ? ret : tracee_skip_breakpoint(t);
}

int tracee_start_attached(struct tracee *t, task_body body, int request,
			  unsigned long options)
{
	bool seize = request == PTRACE_SEIZE;
	int ret;

	tracee_body = body;
	ret = task_start(&t->task, body_wait_attached);
	if (ret)
		return ret;
	t->tid = t->task.pid;
	tracee_link(t);
	ret = tracee_ptrace(t, request, 0, seize ? (void *)options : NULL);
	if (!ret && !seize)
		ret = tracee_wait_stop(t);	/* the SIGSTOP of ATTACH */
	if (!ret && !seize)
		ret = tracee_options(t, options);
	if (!ret && !seize)
		ret = tracee_resume(t, PTRACE_CONT, 0);
	if (ret)
		return ret;
	page_wake(&t->task.page->go, 1);
	ret = tracee_wait_stop(t);
	return ret ? ret : tracee_skip_breakpoint(t);
}

int tracee_adopt(struct tracee *t, struct tracee *parent, pid_t tid)
{
	t->tid = tid;
	t->adopted = true;
	t->task.page = parent->task.page;
	tracee_link(t);
	return tracee_wait_stop(t);
}

int tracee_signal(struct tracee *t, int sig)
{
	if (t->stop.kind == STOP_NONE || !t->tid)
		return -EBUSY;
	return sys_call(__NR_tkill, t->tid, sig);
}

int tracee_get_regs(struct tracee *t, struct arch_regs *regs)
{
	return arch_get_regs(t->tid, regs);
}

int tracee_set_regs(struct tracee *t, const struct arch_regs *regs)
{
	return arch_set_regs(t->tid, regs);
}

__u64 tracee_get(struct tracee *t, enum reg_name name)
{
	struct arch_regs regs;

	/* No register holds this: a failed read cannot pass for a value. */
	return tracee_get_regs(t, &regs) ? 0xdeadc0dedeadc0deULL : *reg(&regs, name);
}

int tracee_set(struct tracee *t, enum reg_name name, __u64 value)
{
	struct arch_regs regs;
	int ret = tracee_get_regs(t, &regs);

	if (ret)
		return ret;
	*reg(&regs, name) = value;
	return tracee_set_regs(t, &regs);
}

int tracee_set_regs_unchanged(struct tracee *t)
{
	struct arch_regs regs;
	int ret = tracee_get_regs(t, &regs);

	return ret ? ret : tracee_set_regs(t, &regs);
}

int tracee_get_nr(struct tracee *t)
{
	int nr;

	return arch_get_nr(t->tid, &nr) ? -2 : nr;
}

int tracee_set_nr(struct tracee *t, int nr)
{
	return arch_set_nr(t->tid, nr);
}

long tracee_info(struct tracee *t, struct ptrace_syscall_info *info)
{
	memset(info, 0xff, sizeof(*info));
	return tracee_ptrace(t, PTRACE_GET_SYSCALL_INFO, sizeof(*info), info);
}

int tracee_detach(struct tracee *t, int sig)
{
	return tracee_resume(t, PTRACE_DETACH, sig);
}

void tracee_end(struct tracee *t)
{
	struct tracee **link = &tracee_list;
	int status;

	while (*link && *link != t)
		link = &(*link)->next;
	if (*link)
		*link = t->next;
	/*
	 * Its process ends with an adopted thread, but a leader is not reaped
	 * before its traced threads are.
	 */
	if (t->adopted) {
		if (t->tid > 0 && !sys_call(__NR_tkill, t->tid, SIGKILL))
			while (task_wait(t->tid, &status, 0) > 0 && WIFSTOPPED(status))
				continue;
		t->task = (struct task){};
	}
	/* SIGKILL does not end the stop of a task that is exiting already. */
	if (t->task.pid > 0 && t->tid > 0) {
		kill(t->task.pid, SIGKILL);
		tracee_ptrace(t, PTRACE_CONT, 0, NULL);
	}
	task_end(&t->task);
	t->tid = 0;
}

void tracee_print_history(const char *prefix)
{
	struct tracee *t;
	unsigned int i;

	for (t = tracee_list; t; t = t->next) {
		i = t->nstops > TRACEE_HISTORY ? t->nstops - TRACEE_HISTORY : 0;
		for (; i < t->nstops; i++) {
			struct stop *s = &t->history[i % TRACEE_HISTORY];

			fprintf(stderr, "%s stop %u of task %d: %s", prefix, i + 1, s->tid,
				stop_text(s));
			if (WIFSTOPPED(s->status))
				fprintf(stderr, ", pc %s, msg 0x%lx", value_text("pc", s->pc), s->msg);
			fputc('\n', stderr);
		}
	}
}
