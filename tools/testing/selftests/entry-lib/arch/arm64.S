/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few instructions of a test that must not be left to a compiler, arm64.
 *
 * All labels are hidden, so that an address a test names is the instruction
 * itself and never a PLT or GOT entry.  struct sysregs is described in arm64.h,
 * which asserts the offsets used here.
 */

#define SR_FLAGS	248
#define SR_SP		256

	.macro	func name
	.global	\name
	.hidden	\name
	.type	\name, %function
	.balign	16
\name:
	hint	#34			/* bti c */
	.endm

	.macro	endfunc name
	.size	\name, . - \name
	.endm

	.macro	label name
	.global	\name
	.hidden	\name
\name:
	.endm

	.text

/*
 * long sys_raw(long nr, long a0, long a1, long a2, long a3, long a4, long a5)
 * Out: the raw result (negative errno on failure).  Nothing else is touched:
 * the call of a tracee that must stay mute.
 */
func sys_raw
	mov	x8, x0
	mov	x0, x1
	mov	x1, x2
	mov	x2, x3
	mov	x3, x4
	mov	x4, x5
	mov	x5, x6
	svc	#0
	ret
endfunc sys_raw

/*
 * void NAME_stub(struct sysregs *in, struct sysregs *out)
 * In: x0..x30 and NZCV are loaded from in; in->sp gets the stack pointer.
 * Out: x0..x30, NZCV and SP as the system call left them go to out.
 * Labels: NAME_insn the SVC, NAME_insn_end the next one; two NOPs follow, so
 * that a stepping tracer has two instructions without effect to stop at.
 * The pointer to out is kept on the stack: no register is relied on.
 * With a second argument a BRK at NAME_brk stands before the SVC.
 */
	.macro	sys_stub name, imm, brk
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

	sys_stub sys, 0			/* the plain call */
	sys_stub step, 0, brk		/* the same behind a breakpoint */
	sys_stub imm, 0x1234		/* an SVC with an immediate */

/* void mark_stub(void): one breakpoint, at the label mark_insn. */
func mark_stub
label mark_insn
	brk	#0
	ret
endfunc mark_stub

/* void spin_stub(void): branches to itself at spin_insn, never returns. */
func spin_stub
label spin_insn
	b	spin_insn
endfunc spin_stub

/*
 * long thread_stub(unsigned long flags, void *stack, void (*fn)(void *), void *arg)
 * clone(2) with a new stack; the child calls fn(arg), then exit(0).
 * Out: the thread id in the parent, negative errno on failure.
 */
func thread_stub
	mov	x9, x2
	mov	x10, x3
	mov	x2, #0
	mov	x3, #0
	mov	x4, #0
	mov	x8, #220		/* clone */
	svc	#0
	cbz	x0, 1f
	ret
1:	mov	x29, #0
	mov	x30, #0
	mov	x0, x10
	blr	x9
	mov	x0, #0
	mov	x8, #93			/* exit */
	svc	#0
	b	.
endfunc thread_stub

/* rt_sigreturn(2) from the program's own text, for SA_RESTORER. */
func sigreturn_stub
	mov	x8, #139		/* rt_sigreturn */
label sigreturn_insn
	svc	#0
	b	.
endfunc sigreturn_stub

	.section .note.GNU-stack, "", %progbits
