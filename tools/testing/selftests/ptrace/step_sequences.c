// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every sequence of three requests from the call on, each with and without a
 * write of the unchanged registers before it: 1000 ways through one call.
 */
#include "walk.h"

static const int requests[] = {
	PTRACE_CONT, PTRACE_SYSCALL, PTRACE_SYSEMU, PTRACE_SINGLESTEP, PTRACE_SYSEMU_SINGLESTEP,
};
static const char *const request_text[] = {
	"CONT", "SYSCALL", "SYSEMU", "SINGLESTEP", "SYSEMU_SINGLESTEP",
};

#define WAYS (2 * (int)ARRAY_SIZE(requests))	/* of one step: request, write or not */
#define DEPTH 3

FIXTURE(request_sequence) {
	struct walk w;
};

/* Index of the first request. */
FIXTURE_VARIANT(request_sequence) {
	int first;
};

FIXTURE_VARIANT_ADD(request_sequence, from_cont) { .first = 0 };
FIXTURE_VARIANT_ADD(request_sequence, from_syscall) { .first = 1 };
FIXTURE_VARIANT_ADD(request_sequence, from_sysemu) { .first = 2 };
FIXTURE_VARIANT_ADD(request_sequence, from_singlestep) { .first = 3 };
FIXTURE_VARIANT_ADD(request_sequence, from_sysemu_singlestep) { .first = 4 };

FIXTURE_SETUP(request_sequence)
{
	__u64 cpus[16] = { 0 };
	long len = sys_call(__NR_sched_getaffinity, 0, sizeof(cpus), cpus);
	int i;

	require_differs(PT_038);
	/* Both on one processor: else each stop costs a tick (wait_task_inactive()). */
	setup_ok(len);
	for (i = 0; !cpus[i]; i++)
		continue;
	cpus[i] &= -cpus[i];
	memset(&cpus[i + 1], 0, sizeof(cpus) - (i + 1) * sizeof(cpus[0]));
	setup_ok(sys_call(__NR_sched_setaffinity, 0, sizeof(cpus), cpus));
	setup_ok(walk_start(&self->w, walk_body));
}

FIXTURE_TEARDOWN(request_sequence)
{
	tracee_end(&self->w.t);
}

/* "SYSCALL SETREGSET+SYSEMU ..." of the first n ways. */
static const char *sequence_text(const int way[], int n)
{
	static char text[128];
	int i, len = 0;

	for (i = 0; i < n; i++)
		len += snprintf(text + len, sizeof(text) - len, " %s%s", way[i] & 1 ? "SETREGSET+" : "",
				request_text[way[i] / 2]);
	return text;
}

/* Does the stop differ from the model in anything? */
static bool differs(struct walk *w)
{
	struct model *m = &w->m;
	struct arch_regs regs;

	if (w->t.stop.kind != m->kind || w->t.stop.what != m->what || w->t.stop.pc != m->pc ||
	    walk_ran(w) != m->ran || tracee_get_regs(&w->t, &regs))
		return true;
	if (m->kind == STOP_TRAP && m->what == ARCH_BREAK_CODE)
		return false;	/* the registers are those of the next turn */
	return *reg(&regs, REG_RESULT) != m->result ||
	       !!(*reg(&regs, REG_FLAGS) & ARCH_STEP_FLAG) != (ARCH_STEP_FLAG_IS_SHOWN && m->ss);
}

/*
 * Contract: PT-032, PT-033, PT-034, PT-035, PT-036, PT-037, PT-038, PT-039, PT-040
 * Contract: PT-044, PT-045, PT-046, PT-048, PT-049, PT-076
 * Code: kernel/ptrace.c:ptrace_resume() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:syscall_trace_enter() syscall_trace_exit() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() valid_user_regs() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:do_el0_softstep() [v7.3.4]
 */
TEST_F(request_sequence, stops_at_each_step_where_the_model_says)
{
	int way[DEPTH], first = 2 * variant->first, n, i;
	struct walk *w = &self->w;

	for (n = 0; n < 2 * WAYS * WAYS; n++) {
		way[0] = first + n % 2;
		way[1] = n / 2 % WAYS;
		way[2] = n / 2 / WAYS;
		for (i = 0; i < DEPTH; i++) {
			if (way[i] & 1)
				setup_ok(walk_set_regs(w));
			setup_ok(tracee_next(&w->t, requests[way[i] / 2]));
			model_next(&w->m, requests[way[i] / 2]);
			if (differs(w)) {
				TH_LOG("after%s:", sequence_text(way, i + 1));
				expect_model(w);
			}
			/* At the next breakpoint the rest of the sequence starts a turn. */
			if (w->m.kind == STOP_TRAP && w->m.what == ARCH_BREAK_CODE)
				setup_ok(walk_turn(w));
		}
		if (w->m.kind) {
			expect_walk(w, PTRACE_CONT);
			setup_ok(walk_turn(w));
		}
	}
}

TEST_HARNESS_MAIN
