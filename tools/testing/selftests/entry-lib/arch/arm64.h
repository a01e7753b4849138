/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ENTRY_ARCH_ARM64_H
#define ENTRY_ARCH_ARM64_H

#include <asm/ptrace.h>

/* General registers by their numbers, then NZCV and SP; see arm64.S. */
#define ARCH_SYSREGS		31
struct sysregs {
	__u64 r[ARCH_SYSREGS];
	__u64 flags;
	__u64 sp;
};
_Static_assert(offsetof(struct sysregs, flags) == 248, "SR_FLAGS of arm64.S");
_Static_assert(offsetof(struct sysregs, sp) == 256, "SR_SP of arm64.S");

#define SYSREG_NR		8
#define SYSREG_RESULT		0
#define SYSREG_ARG(i)		(i)
#define SYSREG_MARK		7
#define ARCH_FLAGS_PATTERN	0xa0000000ULL	/* N and C set, Z and V clear */

/* The registers of a stopped task, NT_PRSTATUS. */
struct arch_regs {
	struct user_pt_regs u;
};

/* Where each named register stands in struct arch_regs. */
#define ARCH_REG_TABLE(X)					\
	X(REG_RESULT,	u.regs[0],	"x0 (result)")		\
	X(REG_ARG0,	u.regs[0],	"x0")			\
	X(REG_ARG1,	u.regs[1],	"x1")			\
	X(REG_ARG2,	u.regs[2],	"x2")			\
	X(REG_ARG3,	u.regs[3],	"x3")			\
	X(REG_ARG4,	u.regs[4],	"x4")			\
	X(REG_ARG5,	u.regs[5],	"x5")			\
	X(REG_NR,	u.regs[8],	"x8")			\
	X(REG_CALL,	u.regs[8],	"x8")			\
	X(REG_MARK,	u.regs[7],	"x7")			\
	X(REG_PC,	u.pc,		"pc")			\
	X(REG_SP,	u.sp,		"sp")			\
	X(REG_FLAGS,	u.pstate,	"pstate")

#define ARCH_AUDIT		0xc00000b7U	/* AUDIT_ARCH_AARCH64 */
#define ARCH_SYS_INSN_SIZE	4
#define ARCH_NOP_SIZE		4

/*
 * Facts: where architectures differ by contract.  Each is asserted on every
 * architecture, never compiled out.
 */
/* At an entry stop the result register still holds argument 0. */
#define ARCH_ENTRY_RESULT_IS_ENOSYS	0
/* The result register is also argument 0. */
#define ARCH_RESULT_IN_ARG0	1
/*
 * At a signal stop that follows an interrupted call, pc and argument 0 are
 * already set back for the restart, and the call is forgotten (number -1).
 */
#define ARCH_RESTART_BEFORE_SIGNAL_STOP	1
/* A call whose task is killed at its entry stop is forgotten (number -1). */
#define ARCH_KILLED_CALL_IS_FORGOTTEN	1
/* x7 reads 0 at an entry stop, 1 at an exit stop. */
#define ARCH_HAS_MARKED_REG	1
/* The register that names the call is apart from the number the kernel uses. */
#define ARCH_NR_HAS_OWN_REGSET	1
/* si_code of the stop after a stepped system call (SI_USER, no sender). */
#define ARCH_CALL_STEP_CODE	0
/* A single step over a system call stops twice behind it (PT-046). */
#define ARCH_STEPS_TWICE_AFTER_CALL	1
/* si_code of a breakpoint, and whether pc is left behind it. */
#define ARCH_BREAK_CODE		1		/* TRAP_BRKPT */
#define ARCH_BREAK_SIZE		4
#define ARCH_BREAK_PC_IS_AFTER	0
/* Registers that a system call changes although it need not. */
#define ARCH_CALL_CLOBBERS(i)	0
/* rt_sigreturn from the vDSO is exempt from Syscall User Dispatch. */
#define ARCH_VDSO_SIGRETURN_EXEMPT	1
#define ARCH_RESTORER		0UL		/* the vDSO has one */

/* The single-step bit of the flags; whether NT_PRSTATUS shows that a tracer steps. */
#define ARCH_STEP_FLAG		(1ULL << 21)	/* PSTATE.SS */
#define ARCH_STEP_FLAG_IS_SHOWN	1

/*
 * The flags as a tracer may write them: one bit of REFUSED (mode, DAIF) fails
 * the whole write, those of TAKEN (NZCV, TCO, DIT, SSBS, BTYPE) are stored, and
 * the rest is dropped without a word.  CONDITION: what comparisons set.
 */
#define ARCH_FLAGS_REFUSED	0x3dfULL
#define ARCH_FLAGS_TAKEN	0xf3001c00ULL
#define ARCH_FLAGS_CONDITION	0xf0000000ULL
/* A register write of which a part cannot be read changes nothing. */
#define ARCH_REGS_WRITE_IS_WHOLE	1

/* The numbers that gdb gives to register i of sysregs and to pc. */
#define ARCH_GDB_REG(i)		(i)
#define ARCH_GDB_PC		32

void imm_stub(struct sysregs *in, struct sysregs *out);
extern char imm_insn[], imm_insn_end[];

#endif
