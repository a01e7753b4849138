/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few instructions of a test that must not be left to a compiler, arm64.
 */

#include "arm64-asm.h"

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

	sys_stub sys, 0			/* the plain call */
	sys_stub step, 0, brk, nop	/* the same behind a breakpoint and a NOP */
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
