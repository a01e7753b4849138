/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few instructions of a test that must not be left to a compiler, x86-64.
 * Functions and labels are those of arm64.S, which describes them.
 */

#define SR_FLAGS	120
#define SR_SP		128

	.macro	func name
	.global	\name
	.hidden	\name
	.type	\name, @function
	.balign	16
\name:
	endbr64
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

func sys_raw
	mov	%rdi, %rax
	mov	%rsi, %rdi
	mov	%rdx, %rsi
	mov	%rcx, %rdx
	mov	%r8, %r10
	mov	%r9, %r8
	mov	8(%rsp), %r9
	syscall
	ret
endfunc sys_raw

	.macro	sys_stub name, brk
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

	sys_stub sys
	sys_stub step, brk

func mark_stub
label mark_insn
	int3
	ret
endfunc mark_stub

func spin_stub
label spin_insn
	jmp	spin_insn
endfunc spin_stub

func thread_stub
	push	%r12
	push	%r13
	mov	%rdx, %r12
	mov	%rcx, %r13
	xor	%edx, %edx
	xor	%r10d, %r10d
	xor	%r8d, %r8d
	mov	$56, %eax		/* clone */
	syscall
	test	%rax, %rax
	jz	1f
	pop	%r13
	pop	%r12
	ret
1:	xor	%ebp, %ebp
	and	$-16, %rsp
	mov	%r13, %rdi
	call	*%r12
	xor	%edi, %edi
	mov	$60, %eax		/* exit */
	syscall
	ud2
endfunc thread_stub

func sigreturn_stub
	mov	$15, %eax		/* rt_sigreturn */
label sigreturn_insn
	syscall
	ud2
endfunc sigreturn_stub

	.section .note.GNU-stack, "", @progbits
