/* SPDX-License-Identifier: GPL-2.0-only */
/* Facts about the running kernel, never taken from the behaviour under test. */
#ifndef ENTRY_KERNEL_H
#define ENTRY_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The running kernel's configuration: 1 if CONFIG_name is y or m, 0 if it is
 * not set, -1 if the configuration cannot be read.  From /proc/config.gz,
 * /boot/config-RELEASE or /lib/modules/RELEASE/config, in this order.
 */
int kernel_config(const char *name);

/* 1 if /proc/kallsyms names the symbol, 0 if not, -1 if it is not readable. */
int kernel_symbol(const char *name);

/* Whether the release is major.minor or newer: for what came in a known release. */
bool kernel_at_least(int major, int minor);

/* Which patches of the arm64 generic entry series the kernel has. */
#define ENTRY_STEP_LEGACY	3
#define ENTRY_STEP_GENERIC	13

/*
 * The last patch of the series the kernel has, 0 to 13, or -1 if unknown: from
 * ENTRY_STEP= or ENTRY_KIND= (legacy, generic) in the environment, else from
 * the configuration, else from a symbol of kernel/entry/.  Sources that
 * contradict each other are printed to stderr, the first one wins.
 */
int kernel_entry_step(void);

/* Whether Syscall User Dispatch is built in: 1, 0, or -1 if unknown. */
int kernel_has_sud(void);

/*
 * Mark in the kernel log who is at work: what is "starts" or the name of a test.
 * Root only, else silent.
 */
void kernel_mark(const char *program, const char *what);

/* A position in the kernel log: returns a file descriptor or negative errno. */
int kernel_log_open(void);

/*
 * Read on from there to the present end: 1 if a line contains text (the line
 * is left in line), 0 if none does, negative errno.
 */
int kernel_log_find(int fd, const char *text, char *line, size_t size);

/* Tests that change the whole system run only where ENTRY_SYSTEM_WIDE=1. */
bool kernel_is_ours(void);

#endif
