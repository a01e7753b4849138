/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few instructions of a test that must not be left to a compiler, x86-64.
 * Functions and labels are those of arm64.S, which describes them.
 */

#include "x86_64-asm.h"

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

	sys_stub sys
	sys_stub step, brk, nop

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
