/* SPDX-License-Identifier: GPL-2.0-only */
/* The critical sections of window.h, arm64. */

#include "arch/arm64-asm.h"
#include "window.h"

	.macro	aborts name
	.inst	WINDOW_SIG
label \name\()_abort
	mov	x0, #WINDOW_ABORTED
	ret
endfunc \name
	.endm

	.text

func window_call
	mov	x9, x0
	mov	x10, x1
	mov	x8, x2
	mov	x0, x3
	mov	x1, x4
	mov	x2, x5
	str	x10, [x9]
label window_call_start
	nop
label window_call_insn
	svc	#0
label window_call_insn_end
	nop
label window_call_post
	ret
	aborts	window_call

func window_trap
	str	x1, [x0]
label window_trap_start
	nop
label window_trap_insn
	brk	#0
label window_trap_insn_end
	nop
label window_trap_post
	mov	x0, #0
	ret
	aborts	window_trap

func window_spin
	str	x1, [x0]
label window_spin_start
	b	window_spin_start
label window_spin_post
	b	.
	aborts	window_spin

	.section .note.GNU-stack, "", %progbits
