/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Everything in which the generic entry code differs from today's arm64 code.
 * What is not in this table must hold unchanged on every kernel: the whole ABI
 * difference of the conversion is this list.  A row is deleted when arm64 has
 * converted, not edited into an if.
 *
 * patch: the patch of the series from which on the generic value holds.
 */
#ifndef ENTRY_DIFFERS_H
#define ENTRY_DIFFERS_H

#include "kernel.h"

/*	row		patch	legacy | generic */
#define DIFFERS_TABLE(X)						\
	X(ENTRY, 049,	5,	"sys_enter is emitted when tracing begins inside a seccomp wait", \
				"the work flags were read before: no sys_enter") \
	X(PT, 038,	10,	"SYSEMU_SINGLESTEP over a call: SI_USER stop, then TRAP_TRACE", \
				"TRAP_TRACE only")			\
	X(PT, 039,	10,	"entry stop, then SYSEMU_SINGLESTEP: SI_USER stop at svc+4", \
				"first stop one instruction later")	\
	X(PT, 076,	10,	"PT-038 with SETREGSET at the entry stop: SI_USER stop at svc+4", \
				"first stop one instruction later")	\
	X(RSEQ, 019,	11,	"syscall check only with CONFIG_DEBUG_RSEQ=y",	\
				"syscall check by the rseq_debug static key") \
	X(RSEQ, 021,	7,	"SIGSEGV not yet pending at the exit stop", \
				"SIGSEGV already pending at the exit stop") \
	X(RSEQ, 022,	7,	"pc moved out of the section at the exit stop: survives", \
				"killed")				\
	X(RSEQ, 023,	7,	"pc moved into a section at the exit stop: killed", \
				"survives the system call check")	\
	X(RSEQ, 024,	7,	"signal_generate after sys_exit",	\
				"signal_generate before sys_exit")	\
	X(RSEQ, 028,	11,	"debugfs rseq/debug does not check system calls", \
				"it does")

enum differs_row {
#define DIFFERS_ENUM(part, row, patch, legacy, generic) DIFFERS_##part##_##row,
	DIFFERS_TABLE(DIFFERS_ENUM)
#undef DIFFERS_ENUM
};

enum differs_side { SIDE_UNKNOWN = -1, SIDE_LEGACY, SIDE_GENERIC };

/* The side this kernel is on by kernel_entry_step(), never by a probe. */
static inline enum differs_side differs_side(enum differs_row row)
{
	static const int patch[] = {
#define DIFFERS_PATCH(part, row, patch, legacy, generic) [DIFFERS_##part##_##row] = patch,
		DIFFERS_TABLE(DIFFERS_PATCH)
#undef DIFFERS_PATCH
	};
	int step = kernel_entry_step();

	if (step < 0)
		return SIDE_UNKNOWN;
	return step >= patch[row] ? SIDE_GENERIC : SIDE_LEGACY;
}

/* The row as the contract spells it. */
static inline const char *differs_name(enum differs_row row)
{
	static const char *const name[] = {
#define DIFFERS_NAME(part, row, patch, legacy, generic) [DIFFERS_##part##_##row] = #part "-" #row,
		DIFFERS_TABLE(DIFFERS_NAME)
#undef DIFFERS_NAME
	};

	return name[row];
}

#endif
