/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A tracee that runs step_stub() again and again, in step with the model: each
 * request is made to both, and everything the model knows is compared.
 *
 * The call is getcpu(&page->word[0]): it returns 0, and whether it was executed
 * shows in the word, which is poisoned before each turn.
 */
#ifndef PTRACE_WALK_H
#define PTRACE_WALK_H

#include "expect.h"
#include "model.h"

#define WALK_POISON 0xa5a5a5a5a5a5a5a5ULL

struct walk {
	struct tracee t;
	struct model m;
	struct sysregs *in;
	__u64 *word;		/* what the call writes to */
};

static inline void walk_body(struct page *page)
{
	tracee_ready();
	for (;;)
		step_stub(&page->call[0].in, &page->call[0].out);
}

/* From the breakpoint of step_stub(): put both on the call. */
static inline int walk_turn(struct walk *w)
{
	w->word[0] = WALK_POISON;
	w->m = (struct model){
		.nr = (int)w->in->r[SYSREG_NR], .pc = (__u64)step_insn,
		.result = w->in->r[SYSREG_ARG(0)],
	};
	return tracee_skip_breakpoint(&w->t);
}

/* Start body, which ends in walk_body() or a loop like it, and run it to the call. */
static inline int walk_start(struct walk *w, task_body body)
{
	__u64 args[6] = { 0 };
	int ret = tracee_start(&w->t, body);

	if (ret)
		return ret;
	w->word = w->t.task.page->word;
	args[0] = (__u64)w->word;
	w->in = &w->t.task.page->call[0].in;
	sysregs_fill(w->in, __NR_getcpu, args);
	ret = tracee_next(&w->t, PTRACE_CONT);
	return ret ? ret : walk_turn(w);
}

/* Write back the registers unchanged. */
static inline int walk_set_regs(struct walk *w)
{
	model_set_regs(&w->m);
	return tracee_set_regs_unchanged(&w->t);
}

/* Was the call executed? */
static inline bool walk_ran(const struct walk *w)
{
	return w->word[0] != WALK_POISON;
}

/* The stop at which both are. */
#define expect_model(w) do {						\
	struct model *model = &(w)->m;					\
									\
	expect_at(&(w)->t, model->kind, model->what);			\
	expect_val(reg_text(REG_PC), model->pc, (w)->t.stop.pc);	\
	expect_val("call executed", model->ran, walk_ran(w));		\
	if (model->what == ARCH_BREAK_CODE && model->kind == STOP_TRAP)	\
		break;	/* the registers are those of the next turn */	\
	expect_reg(&(w)->t, REG_RESULT, model->result);			\
	expect_val("step flag", ARCH_STEP_FLAG_IS_SHOWN && model->ss,	\
		   !!(tracee_get(&(w)->t, REG_FLAGS) & ARCH_STEP_FLAG)); \
} while (0)

/* Resume both by request and compare the stops. */
#define expect_walk(w, request) do {					\
	setup_ok(tracee_next(&(w)->t, request));			\
	model_next(&(w)->m, request);					\
	expect_model(w);						\
} while (0)

#endif
