// SPDX-License-Identifier: GPL-2.0-only
/*
 * The debug check of a system call inside a critical section.  The body pins
 * itself and repeats a window that a preemption aborted before its call.
 */
#include <stdlib.h>
#include "area.h"

static int switch_before = -1;

FIXTURE(debugged_call) {
	struct tracee t;
};

FIXTURE_VARIANT(debugged_call) {
	__u32 len;
};

FIXTURE_VARIANT_ADD(debugged_call, in_version_1) { .len = AREA_V1 };
FIXTURE_VARIANT_ADD(debugged_call, in_version_2) { .len = AREA_V2 };

static int debug_switch(int on)
{
	int fd = open(AREA_DEBUG_SWITCH, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, on ? "1" : "0", 1) != 1)
		ret = -errno;
	close(fd);
	return ret;
}

/* The check is built in on the legacy side, switched on on the other. */
#define setup_debugged(len) do {					\
	bool generic = differs_side(DIFFERS_RSEQ_019) == SIDE_GENERIC;	\
									\
	require_differs(RSEQ_019);					\
	require(generic || kernel_config("DEBUG_RSEQ") == 1, "needs CONFIG_DEBUG_RSEQ"); \
	require(!generic || area_debug_switch() >= 0,			\
		"needs the rseq debug switch in debugfs");		\
	require(!generic || kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1"); \
	setup_area(MAP_SHARED, window_call);				\
	area_len = (len);						\
	if (generic) {							\
		switch_before = area_debug_switch();			\
		setup_ok(debug_switch(1));				\
	}								\
} while (0)

static void debugged_end(struct tracee *t)
{
	tracee_end(t);
	if (switch_before >= 0)
		debug_switch(switch_before);
}

FIXTURE_SETUP(debugged_call)
{
	setup_debugged(variant->len);
}

FIXTURE_TEARDOWN(debugged_call)
{
	debugged_end(&self->t);
}

static void body_inside(struct page *page)
{
	page->word[0] = area_register_pinned(area_len);
	tracee_ready();
	do {
		page->word[1] = window_call(area_cs, (__u64)&section, __NR_getppid, 0, 0, 0);
	} while (page->word[1] == WINDOW_ABORTED);
}

static void body_outside(struct page *page)
{
	page->word[0] = area_register_pinned(area_len);
	tracee_ready();
	*(volatile __u64 *)area_cs = (__u64)&section;
	page->word[1] = sys_call(__NR_getppid);
	page->word[2] = *(volatile __u64 *)area_cs;
}

#define expect_killed(t) do {						\
	expect_at(t, STOP_SIGNAL, SIGSEGV);				\
	expect_val("si_code", SI_KERNEL, (t)->stop.si.si_code);		\
	expect_stop(t, PTRACE_CONT, STOP_KILLED, SIGSEGV);		\
} while (0)

/*
 * Contract: RSEQ-019
 * Differs: RSEQ-019
 * Code: kernel/rseq.c:__rseq_debug_syscall_return() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 */
TEST_F(debugged_call, inside_a_section_ends_in_sigsegv)
{
	setup_ok(tracee_start(&self->t, body_inside));
	expect_val("result of registering", 0, self->t.task.page->word[0]);
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
	expect_reg(&self->t, REG_PC, (__u64)window_call_insn_end);
	expect_reg(&self->t, REG_RESULT, getpid());
	expect_killed(&self->t);
	differs_saw(RSEQ_019);
}

/*
 * Contract: RSEQ-020
 * Code: include/linux/rseq_entry.h:rseq_debug_update_user_cs() [v7.3.4]
 */
TEST_F(debugged_call, outside_the_section_clears_it)
{
	setup_ok(tracee_start(&self->t, body_outside));
	expect_done(&self->t);
	expect_val("result of the call", getpid(), self->t.task.page->word[1]);
	expect_val("rseq_cs", 0, self->t.task.page->word[2]);
}

/*
 * Contract: RSEQ-026
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: kernel/rseq.c:__rseq_debug_syscall_return() [v7.3.4]
 */
TEST_F(debugged_call, that_is_emulated_ends_in_sigsegv)
{
	setup_ok(tracee_start(&self->t, body_inside));
	expect_stop(&self->t, PTRACE_SYSEMU, STOP_ENTRY, __NR_getppid);
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
	expect_killed(&self->t);
}

/* The thread's own pending signals: SigPnd of /proc/TID/status. */
static __u64 pending(pid_t tid)
{
	char path[64], line[128];
	__u64 mask = ~0ULL;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", tid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "SigPnd:", 7))
			mask = strtoull(line + 7, NULL, 16);
	if (f)
		fclose(f);
	return mask;
}

static void run_to_exit_stop(struct __test_metadata *_metadata, struct tracee *t)
{
	expect_stop(t, PTRACE_SYSCALL, STOP_ENTRY, __NR_getppid);
	expect_stop(t, PTRACE_SYSCALL, STOP_EXIT, __NR_getppid);
}

/*
 * Contract: RSEQ-021
 * Differs: RSEQ-021
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(debugged_call, is_judged_before_the_exit_stop_if_generic)
{
	bool generic = differs_side(DIFFERS_RSEQ_021) == SIDE_GENERIC;

	setup_ok(tracee_start(&self->t, body_inside));
	run_to_exit_stop(_metadata, &self->t);
	expect_val("SigPnd", generic ? 1ULL << (SIGSEGV - 1) : 0, pending(self->t.tid));
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
	expect_killed(&self->t);
	differs_saw(RSEQ_021);
}

/*
 * Contract: RSEQ-022
 * Differs: RSEQ-022
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(debugged_call, moved_out_at_the_exit_stop_survives_if_legacy)
{
	setup_ok(tracee_start(&self->t, body_inside));
	run_to_exit_stop(_metadata, &self->t);
	setup_ok(tracee_set(&self->t, REG_PC, (__u64)window_call_post));
	if (differs_side(DIFFERS_RSEQ_022) == SIDE_GENERIC) {
		expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
		expect_killed(&self->t);
	} else {
		expect_done(&self->t);
		expect_val("rseq_cs", 0, area->rseq_cs);
		expect_val("result of the call", getpid(), self->t.task.page->word[1]);
	}
	differs_saw(RSEQ_022);
}

/* Version 2: the stop itself would make version 1 look at the section. */
FIXTURE(debugged_plain_call) {
	struct tracee t;
};

FIXTURE_SETUP(debugged_plain_call)
{
	setup_debugged(AREA_V2);
}

FIXTURE_TEARDOWN(debugged_plain_call)
{
	debugged_end(&self->t);
}

static void body_plain(struct page *page)
{
	page->word[0] = area_register_pinned(area_len);
	tracee_ready();
	page->word[1] = sys_call(__NR_getppid);
}

/*
 * Contract: RSEQ-023
 * Differs: RSEQ-023
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_exit() [v7.3.4]
 * Code: include/linux/entry-common.h:syscall_exit_to_user_mode_work() [v7.3.4]
 */
TEST_F(debugged_plain_call, moved_in_at_the_exit_stop_survives_if_generic)
{
	setup_ok(tracee_start(&self->t, body_plain));
	run_to_exit_stop(_metadata, &self->t);
	/* The rest of the window returns as the call's own stub would. */
	*area_cs = (__u64)&section;
	setup_ok(tracee_set(&self->t, REG_PC, (__u64)window_call_insn_end));
	if (differs_side(DIFFERS_RSEQ_023) == SIDE_LEGACY) {
		expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGSEGV);
		expect_killed(&self->t);
	} else {
		expect_done(&self->t);
		expect_val("result of the call", getpid(), self->t.task.page->word[1]);
	}
	differs_saw(RSEQ_023);
}

TEST_HARNESS_MAIN
