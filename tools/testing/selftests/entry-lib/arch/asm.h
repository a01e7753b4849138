/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Macros for assembly stubs of any architecture, by way of NAME-asm.h, which
 * defines LANDING, the instruction that an indirect call may land on.
 *
 * All labels are hidden, so that an address a test names is the instruction
 * itself and never a PLT or GOT entry.
 */

	.macro	func name
	.global	\name
	.hidden	\name
	.type	\name, %function
	.balign	16
\name:
	LANDING
	.endm

	.macro	endfunc name
	.size	\name, . - \name
	.endm

	.macro	label name
	.global	\name
	.hidden	\name
\name:
	.endm
