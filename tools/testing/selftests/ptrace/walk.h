/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tracee that runs step_stub() again and again, in step with the model: each
 * request is made to both, and every fact of the stop is compared.
 *
 * The call is getcpu(&word): it returns 0, and whether it was executed shows in
 * the word, which is poisoned before each turn.  A tracee that was detached
 * finishes its turn, makes a second call, and comes back by PTRACE_TRACEME:
 * that it reaches the next breakpoint proves that no trap came.
 */
#ifndef PTRACE_WALK_H
#define PTRACE_WALK_H

#include <unistd.h>
#include "expect.h"
#include "model.h"

#define WALK_POISON 0xa5a5a5a5a5a5a5a5ULL

/* Words of the page; those behind are free. */
enum { WALK_WORD, WALK_ALONE, WALK_WORDS };

struct walk {
	struct tracee t;
	struct model m;
	struct sysregs *in, *out;
	unsigned long options;	/* beside TRACEE_OPTIONS */
	__u64 *word;		/* of the page; word[WALK_WORD] is what the call writes to */
};

static inline void walk_body(struct page *page)
{
	tracee_ready();
	for (;;) {
		step_stub(&page->call[0].in, &page->call[0].out);
		if (!page->word[WALK_ALONE])
			continue;
		page->word[WALK_ALONE] = 0;
		sys_stub(&page->call[1].in, &page->call[1].out);
		if (sys_call(__NR_ptrace, PTRACE_TRACEME, 0, 0, 0))
			return;
	}
}

/* From the breakpoint of step_stub(): put both on an instruction before the call or on it. */
static inline int walk_turn_at(struct walk *w, char *insn)
{
	__u32 verdict = w->m.verdict;
	struct arch_regs regs;
	int ret;

	if (w->t.stop.kind != STOP_TRAP || w->t.stop.what != ARCH_BREAK_CODE)
		return -EPROTO;
	w->word[WALK_WORD] = WALK_POISON;
	memset(w->out, 0xff, sizeof(*w->out));
	w->m = (struct model){
		.nr = (int)w->in->r[SYSREG_NR], .held = -1, .pc = (__u64)insn,
		.result = w->in->r[SYSREG_RESULT], .arg0 = w->in->r[SYSREG_ARG(0)],
		.mark = w->in->r[SYSREG_MARK], .verdict = verdict,
		.tracee = w->t.tid | (__u64)getuid() << 32,
		.tracer = getpid() | (__u64)getuid() << 32,
	};
	w->t.stop.pc = (__u64)insn;
	ret = tracee_get_regs(&w->t, &regs);
	*reg(&regs, REG_PC) = (__u64)insn;
	return ret ? ret : tracee_set_regs(&w->t, &regs);
}

static inline int walk_turn(struct walk *w)
{
	return walk_turn_at(w, step_insn);
}

/* Start body, which ends in walk_body() or a loop like it, and run it to the call. */
static inline int walk_start(struct walk *w, task_body body)
{
	int ret = tracee_start(&w->t, body);
	struct page *page = w->t.task.page;

	if (ret)
		return ret;
	w->word = page->word;
	w->in = &page->call[0].in;
	w->out = &page->call[0].out;
	sysregs_fill(w->in, __NR_getcpu, (__u64 [6]){ (__u64)&w->word[WALK_WORD] });
	sysregs_fill_pattern(&page->call[1].in, __NR_getppid);
	ret = tracee_next(&w->t, PTRACE_CONT);
	return ret ? ret : walk_turn(w);
}

/* Write back the registers unchanged. */
static inline int walk_set_regs(struct walk *w)
{
	model_set_regs(&w->m);
	return tracee_set_regs_unchanged(&w->t);
}

/* Queue sig for the tracee. */
static inline int walk_signal(struct walk *w, int sig)
{
	w->m.signal = sig;
	return tracee_signal(&w->t, sig);
}

/* Let it run on alone up to where it is traced again; for both like PTRACE_CONT. */
static inline int walk_detach(struct walk *w)
{
	struct sysregs *out = &w->t.task.page->call[1].out;
	int ret;

	w->word[WALK_ALONE] = 1;
	out->r[SYSREG_RESULT] = WALK_POISON;
	w->m.alone = true;
	model_next(&w->m, PTRACE_CONT);
	ret = tracee_detach(&w->t, 0);
	if (!ret)
		ret = tracee_wait_stop(&w->t);
	if (ret || w->t.stop.kind != STOP_TRAP)
		return ret;
	if (w->word[WALK_ALONE] || out->r[SYSREG_RESULT] != (__u64)getpid())
		return -EPROTO;		/* the call made alone was not executed */
	return tracee_options(&w->t, TRACEE_OPTIONS | w->options);
}

/* Resume both by request; a signal of a signal stop is dropped. */
static inline int walk_next(struct walk *w, int request)
{
	if (request == PTRACE_DETACH)
		return walk_detach(w);
	w->t.stop.kind = STOP_NONE;
	model_next(&w->m, request);
	return tracee_next(&w->t, request);
}

/* Was the call executed? */
static inline bool walk_ran(const struct walk *w)
{
	return w->word[WALK_WORD] != WALK_POISON;
}

/* What the tracee found in its result register; FACT_NONE if another register changed. */
static inline __u64 walk_returned(const struct walk *w)
{
	int i;

	for (i = 0; i < ARCH_SYSREGS; i++)
		if (i != SYSREG_RESULT && !ARCH_CALL_CLOBBERS(i) && w->in->r[i] != w->out->r[i])
			return FACT_NONE;
	if (w->in->flags != w->out->flags || w->in->sp != w->out->sp)
		return FACT_NONE;
	return w->out->r[SYSREG_RESULT];
}

static inline int walk_facts(struct walk *w, __u64 fact[FACTS])
{
	struct ptrace_syscall_info info;
	const struct stop *s = &w->t.stop;
	struct arch_regs regs;
	long ret = tracee_get_regs(&w->t, &regs);

	if (!ret)
		ret = tracee_info(&w->t, &info);
	if (ret < 0)
		return (int)ret;
	fact[FACT_STATUS] = s->status;
	fact[FACT_CODE] = s->si.si_code;
	fact[FACT_ORIGIN] = (__u64)s->si.si_addr;
	fact[FACT_PC] = *reg(&regs, REG_PC);
	fact[FACT_RESULT] = *reg(&regs, REG_RESULT);
	fact[FACT_ARG0] = *reg(&regs, REG_ARG0);
	fact[FACT_MARK] = *reg(&regs, REG_MARK);
	fact[FACT_FLAG] = !!(*reg(&regs, REG_FLAGS) & ARCH_STEP_FLAG);
	fact[FACT_NR] = (__u64)(__s64)tracee_get_nr(&w->t);
	fact[FACT_MSG] = s->msg;
	fact[FACT_OP] = info.op;
	fact[FACT_IP] = info.instruction_pointer;
	fact[FACT_INFO_0] = info.entry.nr;		/* or exit.rval */
	fact[FACT_INFO_1] = info.op == PTRACE_SYSCALL_INFO_EXIT ? info.exit.is_error :
								  info.entry.args[0];
	fact[FACT_INFO_2] = info.op == PTRACE_SYSCALL_INFO_SECCOMP ? info.seccomp.ret_data :
								     FACT_NONE;
	fact[FACT_RAN] = walk_ran(w);
	fact[FACT_RETURNED] = walk_returned(w);
	return 0;
}

/* NULL if the stop is that of the model, else the facts that are not. */
static inline const char *walk_differs(struct walk *w)
{
	struct stop want = { .kind = w->m.kind, .what = w->m.what };
	__u64 expected[FACTS], seen[FACTS];
	static char text[1024];
	size_t len = 0;
	int i;

	if (w->t.stop.kind != want.kind || w->t.stop.what != want.what) {
		snprintf(text, sizeof(text), "stop: expected %s, seen %s", stop_text(&want),
			 stop_text(&w->t.stop));
		return text;
	}
	model_facts(&w->m, expected);
	if (walk_facts(w, seen))
		return "the stop cannot be looked at";
	for (i = 0; i < FACTS && len < sizeof(text); i++)
		if (expected[i] != seen[i])
			len += snprintf(text + len, sizeof(text) - len,
					"%s%s: expected %s, seen %s", len ? "; " : "",
					fact_text(i), value_text(fact_text(i), expected[i]),
					value_text(fact_text(i), seen[i]));
	return len ? text : NULL;
}

/* The stop at which both are. */
#define expect_model(w) do {						\
	const char *model_text = walk_differs(w);			\
									\
	if (model_text)							\
		expect_fail("claim: %s", model_text);			\
} while (0)

/* Resume both by request and compare the stops. */
#define expect_walk(w, request) do {					\
	setup_ok(walk_next(w, request));				\
	expect_model(w);						\
} while (0)

/* From the instruction before the call to that behind it: a stop at each, none left out. */
#define expect_five_steps(w) do {					\
	int steps;							\
									\
	setup_ok(walk_turn_at(w, step_before));				\
	for (steps = 0; steps < 5; steps++)				\
		expect_walk(w, PTRACE_SINGLESTEP);			\
	expect_at(&(w)->t, STOP_TRAP, TRAP_TRACE);			\
	expect_walk(w, PTRACE_CONT);					\
} while (0)

#endif
