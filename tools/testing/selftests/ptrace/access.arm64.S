/* SPDX-License-Identifier: GPL-2.0-only */
/* One access to memory each, at a label, for tests of watchpoints. */

#include "arch/arm64-asm.h"

	.text

/* void load_byte(const void *p), void store_byte(void *p, long value) */
func load_byte
label load_insn
	ldrb	w0, [x0]
	ret
endfunc load_byte

func store_byte
label store_insn
	strb	w1, [x0]
label store_insn_end
	ret
endfunc store_byte

/* void store_word(void *p, long value): eight bytes */
func store_word
label store_word_insn
	str	x1, [x0]
	ret
endfunc store_word

	.section .note.GNU-stack, "", %progbits
