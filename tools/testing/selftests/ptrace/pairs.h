/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every pair of requests from a given stop on, each with and without a write
 * of the unchanged registers before it, followed to the next breakpoint.  All
 * pairs of one start share one tracee.
 */
#ifndef PTRACE_PAIRS_H
#define PTRACE_PAIRS_H

#include <stdlib.h>
#include "walk.h"

static const struct {
	int request;
	const char *text;
} pair_request[] = {
	{ PTRACE_CONT, "CONT" },
	{ PTRACE_SYSCALL, "SYSCALL" },
	{ PTRACE_SYSEMU, "SYSEMU" },
	{ PTRACE_SINGLESTEP, "SINGLESTEP" },
	{ PTRACE_SYSEMU_SINGLESTEP, "SYSEMU_SINGLESTEP" },
	{ PTRACE_DETACH, "DETACH" },
};

#define PAIR_DETACH	10			/* the first way of the last request */
#define PAIR_WAYS	12			/* a request, with or without a write */
#define PAIRS		(PAIR_WAYS * PAIR_WAYS)

/* How a start is reached from the breakpoint. */
struct start {
	int requests[3];
	int signal;		/* pending from the first on, or 0 */
	bool before;		/* from the instruction before the call */
};

/* What was done in this pair, and what came of it, for the message of a failure. */
struct pair_log {
	char text[2048];
	size_t len;
	bool turned;		/* the second request was made in another turn */
};

static inline void pair_note(struct pair_log *log, const struct walk *w, const char *request,
			     bool write)
{
	struct stop want = { .kind = w->m.kind, .what = w->m.what };

	log->len += snprintf(log->text + log->len, sizeof(log->text) - log->len,
			     "#   %s%s: expected %s, pc 0x%llx; seen %s, pc 0x%llx\n",
			     write ? "SETREGSET, " : "", request,
			     stop_text(&want), (unsigned long long)w->m.pc,
			     stop_text(&w->t.stop), (unsigned long long)w->t.stop.pc);
}

static inline const char *request_text(int request)
{
	unsigned int i = 0;

	while (pair_request[i].request != request)
		i++;
	return pair_request[i].text;
}

/* Bring both from the breakpoint to the start: NULL, or what went wrong. */
static inline const char *pair_start(struct walk *w, const struct start *start,
				     struct pair_log *log)
{
	unsigned int i;

	if (walk_turn_at(w, start->before ? step_before : step_insn))
		return "broken: not at the breakpoint";
	if (start->signal && walk_signal(w, start->signal))
		return "broken: the signal cannot be sent";
	for (i = 0; i < ARRAY_SIZE(start->requests) && start->requests[i]; i++) {
		if (walk_next(w, start->requests[i]))
			return "broken: cannot be resumed to the start";
		pair_note(log, w, request_text(start->requests[i]), false);
	}
	return i ? walk_differs(w) : NULL;
}

/* One request of a pair: NULL, or what went wrong. */
static inline const char *pair_step(struct walk *w, int way, struct pair_log *log)
{
	int request = pair_request[way / 2].request;

	if (request == PTRACE_DETACH && w->m.call_step)
		request = PTRACE_CONT;	/* alone it would be killed by that signal */
	if (way % 2 && walk_set_regs(w))
		return "broken: SETREGSET";
	if (walk_next(w, request))
		return "the request is refused, or detached the tracee executed no call";
	pair_note(log, w, pair_request[way / 2].text, way % 2);
	return walk_differs(w);
}

static inline bool pair_at_breakpoint(const struct walk *w)
{
	return w->m.kind == STOP_TRAP && w->m.what == ARCH_BREAK_CODE;
}

/* Pair n of PAIRS from start: NULL, or what went wrong. */
static inline const char *pair_run(struct walk *w, const struct start *start, int n,
				   struct pair_log *log)
{
	const char *wrong = pair_start(w, start, log);

	if (!wrong)
		wrong = pair_step(w, n / PAIR_WAYS, log);
	if (wrong || n / PAIR_WAYS >= PAIR_DETACH)
		return wrong;
	log->turned = pair_at_breakpoint(w);
	if (log->turned && walk_turn(w))
		return "broken: not at the breakpoint";
	wrong = pair_step(w, n % PAIR_WAYS, log);
	while (!wrong && !pair_at_breakpoint(w))
		wrong = pair_step(w, 0, log);
	return wrong;
}

/* The next pair that differs: another turn begins with a write, and DETACH ends a pair. */
static inline int pair_next(int n, const struct pair_log *log)
{
	if (n / PAIR_WAYS >= PAIR_DETACH)
		return (n / PAIR_WAYS + 1) * PAIR_WAYS;
	return log->turned ? n + 2 : n + 1;
}

/* The number of the one pair to run, from the environment, or -1 for all. */
static inline int pair_only(void)
{
	const char *only = getenv("ENTRY_PAIR");

	return only ? atoi(only) : -1;
}

/* All pairs from start. */
#define expect_pairs(w, start) do {					\
	int pair_n = pair_only() < 0 ? 0 : pair_only();			\
	int pair_end = pair_only() < 0 ? PAIRS : pair_n + 1;		\
									\
	while (pair_n < pair_end) {					\
		struct pair_log pair_log = { .len = 0 };		\
		const char *pair_wrong = pair_run(w, start, pair_n, &pair_log); \
									\
		if (pair_wrong) {					\
			fprintf(stderr, "%s#   this pair alone: ENTRY_PAIR=%d ./%s -r %s\n", \
				pair_log.text, pair_n, program_invocation_short_name, \
				expect_test_name(_metadata));		\
			expect_fail("%s%s", strncmp(pair_wrong, "broken", 6) ? "claim: " : "", \
				    pair_wrong);			\
		}							\
		pair_n = pair_next(pair_n, &pair_log);			\
	}								\
} while (0)

/*
 * In FIXTURE_SETUP: keep the test and its tasks on one processor.  Else each
 * stop costs a tick (kernel/sched/core.c:wait_task_inactive()).
 */
static inline int pair_one_processor(void)
{
	__u64 cpus[16] = { 0 };
	long len = sys_call(__NR_sched_getaffinity, 0, sizeof(cpus), cpus);
	int i;

	if (len < 0)
		return (int)len;
	for (i = 0; !cpus[i]; i++)
		continue;
	cpus[i] &= -cpus[i];
	memset(&cpus[i + 1], 0, sizeof(cpus) - (i + 1) * sizeof(cpus[0]));
	return sys_call(__NR_sched_setaffinity, 0, sizeof(cpus), cpus);
}

#endif
