/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A call that an instrument watches (audit, tracefs) and a tracer writes to, at
 * either stop before it and by either interface.  Included after expect.h.
 */
#ifndef PTRACE_WRITTEN_WATCHED_H
#define PTRACE_WRITTEN_WATCHED_H

#include "filter.h"
#include "watched.h"

#define WRITTEN_DATA	0x123

struct written_way {
	int request;
	enum stop_kind kind;
	int what;
	bool info;		/* by PTRACE_SET_SYSCALL_INFO, else by registers */
};

#define WRITTEN_WAY(fixture, name, ...)					\
	FIXTURE_VARIANT_ADD(fixture, name) { .way = { __VA_ARGS__ } }

/* For a fixture whose variant is { struct written_way way; }. */
#define WRITTEN_WAYS(fixture)						\
	WRITTEN_WAY(fixture, at_the_entry_stop,				\
		    PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid, false);	\
	WRITTEN_WAY(fixture, at_the_seccomp_stop,			\
		    PTRACE_CONT, STOP_SECCOMP, WRITTEN_DATA, false);	\
	WRITTEN_WAY(fixture, at_the_entry_stop_by_call_info,		\
		    PTRACE_SYSCALL, STOP_ENTRY, __NR_gettid, true);	\
	WRITTEN_WAY(fixture, at_the_seccomp_stop_by_call_info,		\
		    PTRACE_CONT, STOP_SECCOMP, WRITTEN_DATA, true)

static inline void written_way_body(struct page *page)
{
	filter_self(__NR_gettid, SECCOMP_RET_TRACE | WRITTEN_DATA);
	tracee_ready();
	body_calls(page);
}

/* gettid() and getppid(), both with pattern(100) ... pattern(105), not yet begun. */
static inline int written_way_start(struct watched *w)
{
	int ret = watched_calls_start(w, written_way_body, __NR_gettid, __NR_getppid);

	return ret ? ret : tracee_options(&w->t, TRACEE_OPTIONS | PTRACE_O_TRACESECCOMP);
}

/* clone() and getppid(), not yet begun; the first has an event stop. */
static inline int written_fork_start(struct watched *w)
{
	int ret = watched_calls_start(w, body_watched_calls, __NR_clone, __NR_getppid);
	__u64 args[6] = { SIGCHLD };

	if (ret)
		return ret;
	sysregs_fill(&w->t.task.page->call[0].in, __NR_clone, args);
	return tracee_options(&w->t, TRACEE_OPTIONS | PTRACE_O_TRACEFORK);
}

/* At that event stop: another number for a call that is under way. */
#define expect_fork_renumbered(w, nr) do {				\
	expect_stop(&(w)->t, PTRACE_CONT, STOP_EVENT, PTRACE_EVENT_FORK); \
	setup_ok(tracee_set_nr(&(w)->t, nr));				\
	expect_nr(&(w)->t, nr);						\
} while (0)

/* The caller's own number -1 is refused, and all registers are its own. */
#define expect_minus_one_refused(w) do {				\
	const struct page *mo_page = (w)->t.task.page;			\
									\
	expect_done(&(w)->t);						\
	expect_val(reg_text(REG_RESULT), -ENOSYS, mo_page->call[0].out.r[SYSREG_RESULT]); \
	expect_kept(&mo_page->call[0].in, &mo_page->call[0].out, false); \
} while (0)

/* Write the first n arguments, pattern(200) and on, and the number unless it is -1. */
static inline long write_arguments(struct tracee *t, bool by_info, int nr, int n)
{
	struct ptrace_syscall_info info;
	struct arch_regs regs;
	long ret = tracee_info(t, &info);
	int i;

	if (ret < 0)
		return ret;
	info.seccomp.reserved2 = 0;
	if (nr != -1)
		info.entry.nr = (__u64)nr;
	for (i = 0; i < n; i++)
		info.entry.args[i] = pattern(200 + i);
	if (by_info)
		return tracee_ptrace(t, PTRACE_SET_SYSCALL_INFO, sizeof(info), &info);
	ret = nr == -1 ? 0 : tracee_set_nr(t, nr);
	if (!ret)
		ret = tracee_get_regs(t, &regs);
	for (i = 0; i < n; i++)
		*reg(&regs, reg_arg(i)) = pattern(200 + i);
	return ret ? ret : tracee_set_regs(t, &regs);
}

#endif
