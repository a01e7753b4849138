/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Macros for assembly stubs, here and in the folders of tests.  struct sysregs
 * is described in arm64.h, which asserts the offsets used here.
 */

#define SR_FLAGS	248
#define SR_SP		256
#define LANDING		hint #34	/* bti c */

#include "asm.h"

/*
 * void NAME_stub(struct sysregs *in, struct sysregs *out)
 * In: x0..x30 and NZCV are loaded from in; in->sp gets the stack pointer.
 * Out: x0..x30, NZCV and SP as the system call left them go to out.
 * Labels: NAME_insn the SVC, NAME_insn_end the next one; two NOPs follow, so
 * that a stepping tracer has two instructions without effect to stop at.
 * The pointer to out is kept on the stack: no register is relied on.
 * brk: a BRK at NAME_brk stands before the SVC.  before: so does this text, of
 * one or more instructions, at NAME_before; nothing stands between it and the SVC.
 */
	.macro	sys_stub name, imm, brk, before
func \name\()_stub
	stp	x29, x30, [sp, #-128]!
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
	str	x1, [sp, #96]
	mov	x2, sp
	str	x2, [x0, #SR_SP]
	ldr	x2, [x0, #SR_FLAGS]
	msr	nzcv, x2
	ldr	x1, [x0, #8]
	ldp	x2, x3, [x0, #16]
	ldp	x4, x5, [x0, #32]
	ldp	x6, x7, [x0, #48]
	ldp	x8, x9, [x0, #64]
	ldp	x10, x11, [x0, #80]
	ldp	x12, x13, [x0, #96]
	ldp	x14, x15, [x0, #112]
	ldp	x16, x17, [x0, #128]
	ldp	x18, x19, [x0, #144]
	ldp	x20, x21, [x0, #160]
	ldp	x22, x23, [x0, #176]
	ldp	x24, x25, [x0, #192]
	ldp	x26, x27, [x0, #208]
	ldp	x28, x29, [x0, #224]
	ldr	x30, [x0, #240]
	ldr	x0, [x0]
	.ifnb	\brk
label \name\()_brk
	brk	#0
	.endif
	.ifnb	\before
label \name\()_before
	\before
	.endif
label \name\()_insn
	svc	#\imm
label \name\()_insn_end
	nop
	nop
	str	x0, [sp, #104]
	ldr	x0, [sp, #96]
	str	x1, [x0, #8]
	stp	x2, x3, [x0, #16]
	stp	x4, x5, [x0, #32]
	stp	x6, x7, [x0, #48]
	stp	x8, x9, [x0, #64]
	stp	x10, x11, [x0, #80]
	stp	x12, x13, [x0, #96]
	stp	x14, x15, [x0, #112]
	stp	x16, x17, [x0, #128]
	stp	x18, x19, [x0, #144]
	stp	x20, x21, [x0, #160]
	stp	x22, x23, [x0, #176]
	stp	x24, x25, [x0, #192]
	stp	x26, x27, [x0, #208]
	stp	x28, x29, [x0, #224]
	str	x30, [x0, #240]
	ldr	x1, [sp, #104]
	str	x1, [x0]
	mrs	x1, nzcv
	str	x1, [x0, #SR_FLAGS]
	mov	x1, sp
	str	x1, [x0, #SR_SP]
	ldp	x19, x20, [sp, #16]
	ldp	x21, x22, [sp, #32]
	ldp	x23, x24, [sp, #48]
	ldp	x25, x26, [sp, #64]
	ldp	x27, x28, [sp, #80]
	ldp	x29, x30, [sp], #128
	ret
endfunc \name\()_stub
	.endm
