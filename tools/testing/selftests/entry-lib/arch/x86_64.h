/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ENTRY_ARCH_X86_64_H
#define ENTRY_ARCH_X86_64_H

#include <sys/user.h>

/* rax rbx rcx rdx rsi rdi rbp r8..r15, then RFLAGS and RSP; see x86_64.S. */
#define ARCH_SYSREGS		15
struct sysregs {
	__u64 r[ARCH_SYSREGS];
	__u64 flags;
	__u64 sp;
};
_Static_assert(offsetof(struct sysregs, flags) == 120, "SR_FLAGS of x86_64.S");
_Static_assert(offsetof(struct sysregs, sp) == 128, "SR_SP of x86_64.S");

#define SYSREG_NR		0
#define SYSREG_RESULT		0
/* rdi rsi rdx r10 r8 r9 */
#define SYSREG_ARG(i)		((int []){ 5, 4, 3, 9, 7, 8 }[i])
#define SYSREG_MARK		14
#define ARCH_FLAGS_PATTERN	0x283ULL	/* IF, SF and CF set, ZF clear, bit 1 */

/* The registers of a stopped task, NT_PRSTATUS. */
struct arch_regs {
	struct user_regs_struct u;
};

#define ARCH_REG_TABLE(X)					\
	X(REG_RESULT,	u.rax,		"rax (result)")		\
	X(REG_ARG0,	u.rdi,		"rdi")			\
	X(REG_ARG1,	u.rsi,		"rsi")			\
	X(REG_ARG2,	u.rdx,		"rdx")			\
	X(REG_ARG3,	u.r10,		"r10")			\
	X(REG_ARG4,	u.r8,		"r8")			\
	X(REG_ARG5,	u.r9,		"r9")			\
	X(REG_NR,	u.orig_rax,	"orig_rax")		\
	X(REG_CALL,	u.rax,		"rax")			\
	X(REG_MARK,	u.r15,		"r15")			\
	X(REG_PC,	u.rip,		"rip")			\
	X(REG_SP,	u.rsp,		"rsp")			\
	X(REG_FLAGS,	u.eflags,	"eflags")

#define ARCH_AUDIT		0xc000003eU	/* AUDIT_ARCH_X86_64 */
#define ARCH_SYS_INSN_SIZE	2
#define ARCH_NOP_SIZE		1

/* Facts; arm64.h says what each means. */
#define ARCH_ENTRY_RESULT_IS_ENOSYS	1
#define ARCH_RESULT_IN_ARG0	0
#define ARCH_RESTART_BEFORE_SIGNAL_STOP	0
#define ARCH_KILLED_CALL_IS_FORGOTTEN	0
#define ARCH_HAS_MARKED_REG	0
#define ARCH_NR_HAS_OWN_REGSET	0
#define ARCH_CALL_STEP_CODE	1		/* TRAP_BRKPT */
#define ARCH_STEPS_TWICE_AFTER_CALL	0
#define ARCH_BREAK_CODE		0x80		/* SI_KERNEL */
#define ARCH_BREAK_SIZE		1
#define ARCH_BREAK_PC_IS_AFTER	1
#define ARCH_CALL_CLOBBERS(i)	((i) == 2 || (i) == 10)	/* rcx, r11 */
#define ARCH_VDSO_SIGRETURN_EXEMPT	0
#define ARCH_RESTORER		((unsigned long)sigreturn_stub)

#define ARCH_STEP_FLAG		(1ULL << 8)	/* TF */
#define ARCH_STEP_FLAG_IS_SHOWN	0

#define ARCH_FLAGS_REFUSED	0ULL
#define ARCH_FLAGS_TAKEN	0x54dd5ULL	/* AC RF NT OF DF TF SF ZF AF PF CF */
#define ARCH_FLAGS_CONDITION	0x8d5ULL	/* OF SF ZF AF PF CF */
#define ARCH_REGS_WRITE_IS_WHOLE	0

#define ARCH_GDB_REG(i)		((i) + ((i) > 6))	/* rsp is 7 */
#define ARCH_GDB_PC		16

#endif
