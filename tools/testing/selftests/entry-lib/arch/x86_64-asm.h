/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Macros for assembly stubs, here and in the folders of tests.  struct sysregs
 * is described in x86_64.h, which asserts the offsets used here.
 */

#define SR_FLAGS	120
#define SR_SP		128
#define LANDING		endbr64

#include "asm.h"

	.macro	sys_stub name, brk, before
func \name\()_stub
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	push	%rsi
	mov	%rsp, SR_SP(%rdi)
	pushq	SR_FLAGS(%rdi)
	popfq
	mov	(%rdi), %rax
	mov	8(%rdi), %rbx
	mov	16(%rdi), %rcx
	mov	24(%rdi), %rdx
	mov	32(%rdi), %rsi
	mov	48(%rdi), %rbp
	mov	56(%rdi), %r8
	mov	64(%rdi), %r9
	mov	72(%rdi), %r10
	mov	80(%rdi), %r11
	mov	88(%rdi), %r12
	mov	96(%rdi), %r13
	mov	104(%rdi), %r14
	mov	112(%rdi), %r15
	mov	40(%rdi), %rdi
	.ifnb	\brk
label \name\()_brk
	int3
	.endif
	.ifnb	\before
label \name\()_before
	\before
	.endif
label \name\()_insn
	syscall
label \name\()_insn_end
	nop
	nop
	push	%rax
	pushfq
	mov	16(%rsp), %rax
	mov	%rbx, 8(%rax)
	mov	%rcx, 16(%rax)
	mov	%rdx, 24(%rax)
	mov	%rsi, 32(%rax)
	mov	%rdi, 40(%rax)
	mov	%rbp, 48(%rax)
	mov	%r8, 56(%rax)
	mov	%r9, 64(%rax)
	mov	%r10, 72(%rax)
	mov	%r11, 80(%rax)
	mov	%r12, 88(%rax)
	mov	%r13, 96(%rax)
	mov	%r14, 104(%rax)
	mov	%r15, 112(%rax)
	popq	SR_FLAGS(%rax)
	popq	(%rax)
	mov	%rsp, SR_SP(%rax)
	pop	%rsi
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret
endfunc \name\()_stub
	.endm
