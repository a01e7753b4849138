/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Known kernel defects.  A test states the right behaviour and passes on it;
 * on exactly the documented wrong value it ends as XFAIL with the defect's
 * number, and on anything else it fails.  docs/defects.md has a page for each.
 */
#ifndef ENTRY_DEFECTS_H
#define ENTRY_DEFECTS_H

#define DEFECT_TABLE(X)							\
	X(K1,	"a result whose low word is -512..-516 is taken for a restart")	\
	X(K2,	"argument 0 of a skipped call is taken for a restart")	\
	X(K3,	"call not executed after an MTE async fault with SIGSEGV blocked") \
	X(K4,	"perf breakpoint on an SVC sends SIGTRAP")		\
	X(K5,	"syscall(-1) returns -513 after an MTE async fault")	\
	X(K6,	"SETSIGINFO then SETREGSET spoils the restart argument") \
	X(K7,	"GET of an inclusive dispatch range cannot be SET")	\
	X(K8,	"kernel warning at a group stop")			\
	X(K9,	"orphan of a stepping tracer dies of SIGTRAP")		\
	X(K10,	"dispatch configuration is left over after fork and exec") \
	X(K11,	"SINGLESTEP after a perf breakpoint stop is swallowed")	\
	X(K12,	"a first filter set by TSYNC in an entry stop is bypassed") \
	X(K13,	"hardware breakpoints are off after a stop behind a perf hit") \
	X(K14,	"a handled perf breakpoint is hit again by the return") \
	X(K15,	"AArch32 call runs without the r0 written at its entry stop") \
	X(K16,	"AArch32 call is judged without the r0 written at its entry stop") \
	X(K17,	"SIGTRAP of a step stays queued behind the SIGSYS of a filter")

enum defect {
#define DEFECT_ENUM(name, text) DEFECT_##name,
	DEFECT_TABLE(DEFECT_ENUM)
#undef DEFECT_ENUM
};

/* "K1 what is wrong": the constant reason of an XFAIL. */
static inline const char *defect_text(enum defect d)
{
	static const char *const text[] = {
#define DEFECT_TEXT(name, text) [DEFECT_##name] = #name " " text,
		DEFECT_TABLE(DEFECT_TEXT)
#undef DEFECT_TEXT
	};

	return text[d];
}

#endif
