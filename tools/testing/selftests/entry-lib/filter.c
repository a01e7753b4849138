// SPDX-License-Identifier: GPL-2.0-only
#include <linux/prctl.h>
#include <stddef.h>
#include "filter.h"

#define LOAD(offset)	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define RETURN(action)	BPF_STMT(BPF_RET | BPF_K, action)
/* Go on if the loaded word is value, else skip n instructions. */
#define UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)

void filter_on_nr(struct filter *f, __u32 nr, __u32 action)
{
	*f = (struct filter){ 4, {
		LOAD(offsetof(struct seccomp_data, nr)),
		UNLESS(nr, 1),
		RETURN(action),
		RETURN(SECCOMP_RET_ALLOW),
	} };
}

void filter_on_word(struct filter *f, __u32 nr, __u32 offset, __u32 value, __u32 action)
{
	*f = (struct filter){ 6, {
		LOAD(offsetof(struct seccomp_data, nr)),
		UNLESS(nr, 3),
		LOAD(offset),
		UNLESS(value, 1),
		RETURN(action),
		RETURN(SECCOMP_RET_ALLOW),
	} };
}

void filter_on_arg(struct filter *f, __u32 nr, int arg, bool high, __u32 value,
		   __u32 action)
{
	filter_on_word(f, nr, offsetof(struct seccomp_data, args) + arg * 8 + (high ? 4 : 0),
		       value, action);
}

long filter_install(const struct filter *f, unsigned int flags)
{
	struct sock_fprog prog = { f->len, (struct sock_filter *)f->insn };
	long ret = sys_call(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1);

	return ret ? ret : sys_call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
}

void filter_self(__u32 nr, __u32 action)
{
	struct filter f;

	filter_on_nr(&f, nr, action);
	if (filter_install(&f, 0))
		sys_call(__NR_exit_group, 1);
}
