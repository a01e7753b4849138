/* SPDX-License-Identifier: GPL-2.0-only */
/* insn_stubs.arm64.S, which says what each takes and leaves. */
#ifndef INSN_STUBS_H
#define INSN_STUBS_H

#include <stddef.h>
#include <linux/types.h>

struct fp_state {
	__u64 v[32][2];
	__u64 fpsr, fpcr;
};
_Static_assert(offsetof(struct fp_state, fpsr) == 512, "fp_stub");

void hvc_stub(void);
void smc_stub(void);
extern char hvc_insn[], smc_insn[];

long sp_stub(long nr, __u64 sp, __u64 *sp_out);
long fp_stub(long nr, struct fp_state *fp);

#endif
