/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * System calls that a pending signal interrupts, one for each of the kernel's
 * internal restart codes: variants of a fixture with a struct watched w.
 * Included after expect.h and watched.h by the program of each instrument.
 */
#ifndef ARM64_ENTRY_INTERRUPTED_H
#define ARM64_ENTRY_INTERRUPTED_H

/* The first call would block for ever, or begin again; word[0] is a time. */
static void body_futex(struct page *page)
{
	tracee_ready();
	sys_call(__NR_futex, &page->go, 0, 0, NULL);
}

static void body_clone(struct page *page)
{
	(void)page;
	tracee_ready();
	sys_call(__NR_clone, SIGCHLD);
}

static void body_ppoll(struct page *page)
{
	(void)page;
	tracee_ready();
	sys_call(__NR_ppoll, NULL, 0, NULL, NULL, 0);
}

static void body_nanosleep(struct page *page)
{
	tracee_ready();
	sys_call(__NR_nanosleep, &page->word[0], NULL);
}

FIXTURE(interrupted_call) {
	struct watched w;
};

FIXTURE_VARIANT(interrupted_call) {
	task_body body;
	int nr, result;
};

FIXTURE_VARIANT_ADD(interrupted_call, futex) {
	.body = body_futex, .nr = __NR_futex, .result = -512,
};
FIXTURE_VARIANT_ADD(interrupted_call, clone) {
	.body = body_clone, .nr = __NR_clone, .result = -513,
};
FIXTURE_VARIANT_ADD(interrupted_call, ppoll) {
	.body = body_ppoll, .nr = __NR_ppoll, .result = -514,
};
FIXTURE_VARIANT_ADD(interrupted_call, nanosleep) {
	.body = body_nanosleep, .nr = __NR_nanosleep, .result = -516,
};

#endif
