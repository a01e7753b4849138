/* SPDX-License-Identifier: GPL-2.0-only */
/* The critical sections of window.h, x86-64. */

#include "arch/x86_64-asm.h"
#include "window.h"

	.macro	aborts name
	.long	WINDOW_SIG
label \name\()_abort
	mov	$WINDOW_ABORTED, %eax
	ret
endfunc \name
	.endm

	.text

func window_call
	mov	%rdi, %r10
	mov	%rsi, %r11
	mov	%rdx, %rax
	mov	%rcx, %rdi
	mov	%r8, %rsi
	mov	%r9, %rdx
	mov	%r11, (%r10)
label window_call_start
	nop
label window_call_insn
	syscall
label window_call_insn_end
	nop
label window_call_post
	ret
	aborts	window_call

func window_trap
	mov	%rsi, (%rdi)
label window_trap_start
	nop
label window_trap_insn
	int3
label window_trap_insn_end
	nop
label window_trap_post
	xor	%eax, %eax
	ret
	aborts	window_trap

func window_spin
	mov	%rsi, (%rdi)
label window_spin_start
	jmp	window_spin_start
label window_spin_post
	ud2
	aborts	window_spin

	.section .note.GNU-stack, "", @progbits
