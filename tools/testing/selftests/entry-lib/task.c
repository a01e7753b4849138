// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "task.h"

struct page *task_page;
void (*task_on_signal)(struct frame *frame, void *ucontext);

static void task_child(struct page *page, task_body body, pid_t parent)
{
	task_page = page;
	sys_call(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL);
	if (sys_call(__NR_getppid) == parent) {
		body(page);
		sys_call(__NR_exit_group, TASK_DONE);
	}
	sys_call(__NR_exit_group, 1);
}

int task_start(struct task *task, task_body body)
{
	pid_t parent = getpid(), pid;

	if (!task->page)
		task->page = page_new();
	if (!task->page)
		return -ENOMEM;
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid)
		task_child(task->page, body, parent);
	task->pid = pid;
	return 0;
}

pid_t task_wait(pid_t pid, int *status, int options)
{
	pid_t ret;

	do {
		ret = waitpid(pid, status, options | __WALL);
	} while (ret < 0 && errno == EINTR);
	return ret < 0 ? -errno : ret;
}

int task_finish(struct task *task, int *status)
{
	pid_t ret = task_wait(task->pid, status, 0);

	if (ret > 0)
		task->pid = 0;
	return ret < 0 ? ret : 0;
}

int task_run(struct task *task, task_body body)
{
	int status, ret = task_start(task, body);

	if (!ret)
		ret = task_finish(task, &status);
	if (!ret && status != TASK_DONE << 8)
		ret = -EPROTO;
	return ret;
}

void task_end(struct task *task)
{
	int status;

	if (task->pid > 0) {
		kill(task->pid, SIGKILL);
		while (task_wait(task->pid, &status, 0) > 0 && WIFSTOPPED(status))
			continue;
	}
	task->pid = 0;
	page_free(task->page);
	task->page = NULL;
}

/* /proc/PID/name as a string: its length, or negative errno. */
static ssize_t proc_read(pid_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	len = read(fd, text, size - 1);
	close(fd);
	if (len <= 0)
		return -ESRCH;
	text[len] = 0;
	return len;
}

/* The state letter of /proc/PID/stat follows the name, which may hold ')'. */
static int task_state(pid_t pid)
{
	char text[512], *end;
	ssize_t len = proc_read(pid, "stat", text, sizeof(text));

	if (len < 0)
		return (int)len;
	end = strrchr(text, ')');
	return end && end[1] ? end[2] : -EINVAL;
}

int task_wait_blocked(pid_t pid, long nr)
{
	char text[256];
	ssize_t len;
	int state;

	for (;;) {
		state = task_state(pid);
		if (state < 0 || state == 'Z' || state == 'X')
			return -ESRCH;
		len = proc_read(pid, "syscall", text, sizeof(text));
		if (len < 0)
			return (int)len;
		if (state == 'S' && text[0] >= '0' && text[0] <= '9' &&
		    strtol(text, NULL, 10) == nr)
			return 0;
	}
}

void body_calls(struct page *page)
{
	unsigned int i;

	for (i = 0; i < page->ncalls; i++)
		sys_stub(&page->call[i].in, &page->call[i].out);
}

long task_thread(task_body fn, struct page *page)
{
	static char stack[16384] __attribute__((aligned(16)));

	return thread_stub(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
			   CLONE_SYSVSEM, stack + sizeof(stack), (void (*)(void *))fn, page);
}

/* Only stores: a handler may run at any instruction of a mute task. */
static void task_record(int sig, siginfo_t *si, void *ucontext)
{
	static struct frame spill;
	unsigned int n = task_page->nframes;
	struct frame *f = n < PAGE_FRAMES ? &task_page->frame[n] : &spill;

	f->signo = sig;
	f->code = si->si_code;
	f->err = si->si_errno;
	if (sig == SIGSYS) {
		f->syscall = si->si_syscall;
		f->arch = si->si_arch;
		f->addr = (__u64)si->si_call_addr;
	} else {
		f->addr = (__u64)si->si_addr;
	}
	frame_get(ucontext, &f->regs);
	task_page->nframes = n + 1;
	if (task_on_signal)
		task_on_signal(f, ucontext);
}

void task_write_result(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	*reg(&regs, REG_RESULT) = TASK_RESULT;
	frame_set(ucontext, &regs);
}

/* struct sigaction of the kernel, the same on the architectures we have. */
struct kernel_sigaction {
	void *handler;
	unsigned long flags;
	unsigned long restorer;
	__u64 mask;
};

int task_handle(int sig, unsigned long flags)
{
	struct kernel_sigaction sa = {
		.handler = task_record,
		.flags = flags | SA_SIGINFO | (ARCH_RESTORER ? TASK_OWN_RESTORER : 0),
	};

	if (sa.flags & TASK_OWN_RESTORER)
		sa.restorer = (unsigned long)sigreturn_stub;
	return sys_call(__NR_rt_sigaction, sig, &sa, NULL, 8);
}

int task_dispose(int sig, void (*handler)(int))
{
	struct kernel_sigaction sa = { .handler = handler };

	return sys_call(__NR_rt_sigaction, sig, &sa, NULL, 8);
}

int task_mask(int how, int sig)
{
	__u64 set = 1ULL << (sig - 1);

	return sys_call(__NR_rt_sigprocmask, how, &set, NULL, 8);
}
