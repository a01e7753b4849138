/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Instructions of this folder's tests that must not be left to a compiler.
 */

#include "arch/arm64-asm.h"

	.text

/* void hvc_stub(void), void smc_stub(void): one instruction, at the label. */
func hvc_stub
label hvc_insn
	hvc	#0
	ret
endfunc hvc_stub

func smc_stub
label smc_insn
	smc	#0
	ret
endfunc smc_stub

/*
 * long sp_stub(long nr, __u64 sp, __u64 *sp_out)
 * Makes the call nr with this stack pointer and leaves in *sp_out the one the
 * call came back with.  Out: the result.  The real SP waits in x9.
 */
func sp_stub
	mov	x8, x0
	mov	x9, sp
	mov	sp, x1
	svc	#0
	mov	x10, sp
	mov	sp, x9
	str	x10, [x2]
	ret
endfunc sp_stub

/*
 * long fp_stub(long nr, struct fp_state *fp)
 * Loads V0..V31, FPSR and FPCR from *fp, makes the call nr, and stores them
 * back as the call left them.  Out: the result.  Changes V8..V15 and FPCR:
 * FPCR is put back to 0, the low halves of V8..V15 to what they were.
 */
	.macro	each_pair op
	\op	q0, q1, [x1, #0]
	\op	q2, q3, [x1, #32]
	\op	q4, q5, [x1, #64]
	\op	q6, q7, [x1, #96]
	\op	q8, q9, [x1, #128]
	\op	q10, q11, [x1, #160]
	\op	q12, q13, [x1, #192]
	\op	q14, q15, [x1, #224]
	\op	q16, q17, [x1, #256]
	\op	q18, q19, [x1, #288]
	\op	q20, q21, [x1, #320]
	\op	q22, q23, [x1, #352]
	\op	q24, q25, [x1, #384]
	\op	q26, q27, [x1, #416]
	\op	q28, q29, [x1, #448]
	\op	q30, q31, [x1, #480]
	.endm

func fp_stub
	stp	d8, d9, [sp, #-80]!
	stp	d10, d11, [sp, #16]
	stp	d12, d13, [sp, #32]
	stp	d14, d15, [sp, #48]
	str	x1, [sp, #64]
	each_pair ldp
	ldr	x2, [x1, #512]
	ldr	x3, [x1, #520]
	msr	fpsr, x2
	msr	fpcr, x3
	mov	x8, x0
	svc	#0
	ldr	x1, [sp, #64]
	each_pair stp
	mrs	x2, fpsr
	mrs	x3, fpcr
	str	x2, [x1, #512]
	str	x3, [x1, #520]
	msr	fpcr, xzr
	ldp	d10, d11, [sp, #16]
	ldp	d12, d13, [sp, #32]
	ldp	d14, d15, [sp, #48]
	ldp	d8, d9, [sp], #80
	ret
endfunc fp_stub

	.section .note.GNU-stack, "", %progbits
