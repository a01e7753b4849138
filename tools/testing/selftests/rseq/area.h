/* SPDX-License-Identifier: GPL-2.0-only */
/* The rseq area of a task of our own, in place of that of the C library. */
#ifndef RSEQ_AREA_H
#define RSEQ_AREA_H

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <linux/prctl.h>
#include <sys/rseq.h>
#include <sys/utsname.h>
#include "expect.h"
#include "window.h"

#define AREA_TRIES	64	/* at a preemption between rseq_cs and the trigger */
#define AREA_V1		32	/* the original length and rules */
#define AREA_V2		64	/* any greater one: version 2, since Linux 7.3 */

/* Of the task; mapped by the test, that it can be read after the task's end. */
static struct rseq *area;
/* The rseq_cs of the area, and the section most tests put there. */
static __u64 *area_cs;
static struct rseq_cs section __attribute__((unused));
static __u32 area_len;

/* A zeroed page for the area: flags MAP_SHARED or MAP_PRIVATE. */
static inline struct rseq *area_map(int flags)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* rseq(2), raw. */
static inline long area_rseq(const void *p, __u32 len, int flags, __u32 sig)
{
	return sys_call(__NR_rseq, p, len, flags, sig);
}

/*
 * In a task: take back what the C library registered.  It does not say with
 * which length; a wrong one changes nothing.
 */
static inline void area_drop_libc(void)
{
	const char *p = (const char *)__builtin_thread_pointer() + __rseq_offset;
	__u32 len;

	for (len = AREA_V1; len <= 1024; len++)
		if (!area_rseq(p, len, RSEQ_FLAG_UNREGISTER, RSEQ_SIG))
			return;
}

/* In a task: register area with the signature of the windows, raw result. */
static inline long area_register(__u32 len)
{
	area_drop_libc();
	return area_rseq(area, len, 0, WINDOW_SIG);
}

/* In a task: stay on the processor it is on; its number, or negative errno. */
static inline long area_pin(void)
{
	unsigned int cpu = 0, i;
	long ret = 0;

	/* Again where that processor was taken away meanwhile. */
	for (i = 0; i < AREA_TRIES; i++) {
		__u64 mask[16] = {};

		sys_call(__NR_getcpu, &cpu, NULL, NULL);
		mask[cpu / 64 % 16] = 1ULL << cpu % 64;
		ret = sys_call(__NR_sched_setaffinity, 0, sizeof(mask), mask);
		if (!ret)
			return cpu;
	}
	return ret;
}

/* area_register() on a processor that the task stays on. */
static inline long area_register_pinned(__u32 len)
{
	long cpu = area_pin();

	return cpu < 0 ? cpu : area_register(len);
}

/* Fill *cs with the section of a window. */
#define area_section(cs, name) do {					\
	(cs)->version = 0;						\
	(cs)->flags = 0;						\
	(cs)->start_ip = (__u64)name##_start;				\
	(cs)->post_commit_offset = name##_post - name##_start;		\
	(cs)->abort_ip = (__u64)name##_abort;				\
} while (0)

/* For task_on_signal: go on behind a breakpoint that still is at pc. */
static inline void area_skip_trap(struct frame *frame, void *ucontext)
{
	struct arch_regs regs = frame->regs;

	if (*reg(&regs, REG_PC) != (__u64)window_trap_insn)
		return;
	*reg(&regs, REG_PC) = (__u64)window_trap_insn_end;
	frame_set(ucontext, &regs);
}

/* The pc a breakpoint at window_trap_insn leaves where nothing aborts. */
#define WINDOW_TRAP_PC	((__u64)(ARCH_BREAK_PC_IS_AFTER ? window_trap_insn_end : window_trap_insn))

/* A handler that leaves the rseq_cs it finds in word[10]. */
static inline void area_look(struct frame *frame, void *ucontext)
{
	(void)frame;
	(void)ucontext;
	task_page->word[10] = *(volatile __u64 *)area_cs;
}

/*
 * Body: register area_len bytes, result in word[0]; then a signal to itself by
 * a call in the section, until no preemption aborts that before, the result of
 * the window in word[1].  In version 2 a signal leaves rseq_cs: where the handler
 * finds none, it may be a preemption that took it, so then again too.
 */
static inline void area_body_signal(struct page *page)
{
	long pid = sys_call(__NR_getpid), tid = sys_call(__NR_gettid);
	int i;

	page->word[0] = area_register(area_len);
	page->word[10] = ~0ULL;
	task_on_signal = area_look;
	task_handle(SIGUSR1, 0);
	for (i = 0; i < AREA_TRIES; i++) {
		page->nframes = 0;
		page->word[1] = window_call(area_cs, (__u64)&section, __NR_tgkill, pid, tid,
					    SIGUSR1);
		if (page->nframes && (area_len == AREA_V1 || page->word[10]))
			break;
	}
}

/* Run it: where the handler found pc and rseq_cs, and what the window returned. */
#define expect_signalled_call(task, pc, cs, result) do {		\
	struct page *call_page;						\
									\
	setup_ok(task_start(task, area_body_signal));			\
	expect_finish(task);						\
	call_page = (task)->page;					\
	expect_val("result of registering", 0, call_page->word[0]);	\
	expect_val("signals", 1, call_page->nframes);			\
	expect_val("pc of the frame", pc, *reg(&call_page->frame[0].regs, REG_PC)); \
	expect_val("rseq_cs in the handler", cs, call_page->word[10]);	\
	expect_val("result of the section", result, call_page->word[1]); \
} while (0)

/* Whether the kernel is new enough to know version 2. */
static inline bool kernel_has_rseq_v2(void)
{
	unsigned int major = 0, minor = 0;
	struct utsname name;

	uname(&name);
	sscanf(name.release, "%u.%u", &major, &minor);
	return major > 7 || (major == 7 && minor >= 3);
}

#define AREA_DEBUG_SWITCH	"/sys/kernel/debug/rseq/debug"

/* The switch of the debug checks in debugfs: 1, 0, or -1 if there is none. */
static inline int area_debug_switch(void)
{
	int fd = open(AREA_DEBUG_SWITCH, O_RDONLY | O_CLOEXEC), on = -1;
	char text[2];

	if (fd < 0)
		return -1;
	if (read(fd, text, sizeof(text)) > 0)
		on = text[0] == '1';
	close(fd);
	return on;
}

/* Whether any debug check is on: then it kills for a call in a section. */
static inline bool area_is_debugged(void)
{
	return kernel_config("DEBUG_RSEQ") == 1 || area_debug_switch() == 1 ||
		(area_debug_switch() < 0 && kernel_config("RSEQ_DEBUG_DEFAULT_ENABLE") == 1);
}

/* In FIXTURE_SETUP: the area, and the section of a window. */
#define setup_area(map_flags, window) do {				\
	require(kernel_config("RSEQ") != 0, "needs CONFIG_RSEQ");	\
	area = area_map(map_flags);					\
	ASSERT_NE(NULL, area);						\
	area_cs = (__u64 *)&area->rseq_cs;				\
	area_section(&section, window);					\
} while (0)

#define require_rseq_v2() require(kernel_has_rseq_v2(), "needs rseq version 2, Linux 7.3 or later")
#define require_no_debug() require(!area_is_debugged(), "needs the rseq debug checks off")

#endif
