/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Accesses to tagged memory at known addresses, and system calls right behind
 * one: no instruction between them at which an interrupt could be taken.
 */

#include "arch/arm64-asm.h"

	.arch armv8.5-a+memtag
	.text

/*
 * void NAME_stub(struct sysregs *in, struct sysregs *out)
 * As sys_stub(); at NAME_before bytes are stored where in->r[9] points.
 */
	sys_stub store, 0, , "strb w9, [x9]"
	sys_stub store3, 0, , "strb w9, [x9]; strb w9, [x9, #16]; strb w9, [x9, #32]"

/* void access_store(void *p), void access_load(void *p): one byte. */
func access_store
label access_store_insn
	strb	wzr, [x0]
	ret
endfunc access_store

func access_load
label access_load_insn
	ldrb	w0, [x0]
	ret
endfunc access_load

/* void store_break(void *p): a breakpoint, at store_break_insn, behind a store. */
func store_break
	strb	wzr, [x0]
label store_break_insn
	brk	#0
	ret
endfunc store_break

/* void tag_set(void *p): the tag of p becomes that of the 16 bytes it points to. */
func tag_set
	stg	x0, [x0]
	ret
endfunc tag_set

/* void *tag_get(void *p): p with the tag of the 16 bytes it points to. */
func tag_get
	ldg	x0, [x0]
	ret
endfunc tag_get

/* void tco_set(__u64 pstate), __u64 tco_get(void): PSTATE.TCO, bit 25. */
func tco_set
	msr	tco, x0
	ret
endfunc tco_set

func tco_get
	mrs	x0, tco
	ret
endfunc tco_get

	.section .note.GNU-stack, "", %progbits
