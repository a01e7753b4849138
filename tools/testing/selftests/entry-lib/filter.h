/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Seccomp filters as raw words, for tests about words and for the mute side.
 * Programs that use libseccomp, as a person would, build there and install
 * what it exports.
 */
#ifndef ENTRY_FILTER_H
#define ENTRY_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include "sys.h"

#define FILTER_MAX 16

struct filter {
	unsigned short len;
	struct sock_filter insn[FILTER_MAX];
};

/* if (nr == number) return action; otherwise allow. action: SECCOMP_RET_* | data */
void filter_on_nr(struct filter *f, __u32 nr, __u32 action);

/* The same, but only if the word at offset of struct seccomp_data equals value. */
void filter_on_word(struct filter *f, __u32 nr, __u32 offset, __u32 value, __u32 action);

/* The same, but only if the low or high word of argument arg equals value. */
void filter_on_arg(struct filter *f, __u32 nr, int arg, bool high, __u32 value,
		   __u32 action);

/*
 * no_new_privs and seccomp(SECCOMP_SET_MODE_FILTER, flags): raw calls only, for
 * a mute body.  Returns what seccomp(2) returned.
 */
long filter_install(const struct filter *f, unsigned int flags);

/* In a body: install filter_on_nr(nr, action); the task exits with 1 if it cannot. */
void filter_self(__u32 nr, __u32 action);

#endif
