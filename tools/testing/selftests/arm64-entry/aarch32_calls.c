// SPDX-License-Identifier: GPL-2.0-only
/* System calls of an AArch32 task, and its stops as a 64-bit tracer sees them. */
#include <linux/audit.h>
#include <sys/mman.h>
#include <unistd.h>
#include "elf32.h"
#include "expect.h"

/* Numbers of the AArch32 table; no header of the 64-bit ABI has them. */
#define A32_NR_CLOSE	6
#define A32_NR_GETPPID	64
#define A32_NR_MMAP2	192

#define R12_IN		12
#define MAP_AT		0xb0000000U	/* above 2G: bit 31 of the result is set */

FIXTURE(aarch32_svc) {
	struct tracee t;
	struct elf32_regs in, seen;
	struct ptrace_syscall_info info;
	int fd;
};

FIXTURE_VARIANT(aarch32_svc) {
	__u32 imm;
};

FIXTURE_VARIANT_ADD(aarch32_svc, plain) { 0 };
FIXTURE_VARIANT_ADD(aarch32_svc, with_an_immediate) { 0x901234 };

/* The program: a breakpoint to set registers at, the call, a breakpoint to read them at. */
#define SVC_INSN	ELF32_INSN(1)
#define SVC_INSN_END	ELF32_INSN(2)

FIXTURE_SETUP(aarch32_svc)
{
	const __u32 insn[] = { A32_BKPT, A32_SVC(variant->imm), A32_BKPT };
	int ret;

	self->fd = memfd_create("mapped", 0);	/* the program inherits it */
	ASSERT_LE(0, self->fd);
	ret = elf32_start(&self->t, insn, ARRAY_SIZE(insn));
	require(ret != -ENOEXEC, "needs AArch32 at EL0 (CONFIG_COMPAT and a processor that has it)");
	setup_ok(ret);
	setup_ok(elf32_get_regs(&self->t, &self->in));
}

FIXTURE_TEARDOWN(aarch32_svc)
{
	tracee_end(&self->t);
	close(self->fd);
}

/* Put the call into the registers of the tracee and pc on the SVC. */
static long load(struct tracee *t, struct elf32_regs *in, __u32 nr, const __u32 args[6])
{
	int i;

	for (i = 0; i < A32_SP; i++)
		in->r[i] = i < 6 ? args[i] : (__u32)pattern(i) | 0x80000000U;
	in->r[7] = nr;
	in->r[A32_LR] = 0xc0ffee10U;
	in->r[A32_PC] = SVC_INSN;
	return elf32_set_regs(t, in);
}

#define ARGS(...) ((const __u32 [6]){ __VA_ARGS__ })
#define ARGS_PATTERN ARGS(0x80a0a000, 0x81a1a101, 0x82a2a202, 0x83a3a303, 0x84a4a404, 0x85a5a505)

#define expect_a32(name, index, expected) do {				\
	setup_ok(elf32_get_regs(&self->t, &self->seen));		\
	expect_val(name, (__u32)(expected), self->seen.r[index]);	\
} while (0)

/*
 * Contract: ENTRY-073
 * Code: arch/arm64/kernel/syscall.c:do_el0_svc_compat() el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/entry-common.c:el0t_32_sync_handler() [v7.3.4]
 */
TEST_F(aarch32_svc, changes_nothing_but_r0)
{
	char name[8];
	int i;

	setup_ok(load(&self->t, &self->in, A32_NR_GETPPID, ARGS_PATTERN));
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	expect_a32("r0", 0, getpid());
	expect_a32("pc", A32_PC, SVC_INSN_END);
	for (i = 1; i <= A32_CPSR; i++) {
		if (i == A32_PC)
			continue;
		snprintf(name, sizeof(name), "r%d", i);
		expect_val(name, self->in.r[i], self->seen.r[i]);
	}
}

/*
 * Contract: ENTRY-073, ENTRY-076
 * Code: arch/arm64/kernel/syscall.c:do_el0_svc_compat() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() syscall_get_error() [v7.3.4]
 */
TEST_F(aarch32_svc, passes_six_arguments_with_a_result_above_2g)
{
	long word = 0x7061676532ULL;	/* at 64k in the file, a page of any size */
	long seen = -1;

	ASSERT_EQ((ssize_t)sizeof(word), pwrite(self->fd, &word, sizeof(word), 0x10000));
	setup_ok(load(&self->t, &self->in, A32_NR_MMAP2,
		      ARGS(MAP_AT, 0x1000, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
			   self->fd, 0x10)));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, A32_NR_MMAP2);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_MMAP2);
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.exit.rval", (__s64)(__s32)MAP_AT, self->info.exit.rval);
	expect_val("info.exit.is_error", 0, self->info.exit.is_error);
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	expect_a32("r0", 0, MAP_AT);
	setup_ok(tracee_ptrace(&self->t, PTRACE_PEEKDATA, MAP_AT, &seen));
	expect_val("mapped word", word, seen);
}

/*
 * Contract: ENTRY-074
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_entry() report_syscall_exit() [v7.3.4]
 */
TEST_F(aarch32_svc, stops_with_the_direction_in_r12)
{
	int exit;

	setup_ok(load(&self->t, &self->in, A32_NR_GETPPID, ARGS_PATTERN));
	for (exit = 0; exit <= 1; exit++) {
		expect_stop(&self->t, PTRACE_SYSCALL, exit ? STOP_EXIT : STOP_ENTRY,
			    A32_NR_GETPPID);
		expect_a32("r12", R12_IN, exit);
		expect_a32("r7", 7, A32_NR_GETPPID);
		/* What the tracer writes there is discarded. */
		self->seen.r[R12_IN] = 0x12121212;
		setup_ok(elf32_set_regs(&self->t, &self->seen));
	}
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	expect_a32("r12", R12_IN, self->in.r[R12_IN]);
}

/*
 * Contract: ENTRY-075
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_get() compat_get_user_reg() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:task_user_regset_view() [v7.3.4]
 */
TEST_F(aarch32_svc, shows_18_words_with_orig_r0_as_the_last)
{
	__u32 r0 = ARGS_PATTERN[0];

	setup_ok(load(&self->t, &self->in, A32_NR_GETPPID, ARGS_PATTERN));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, A32_NR_GETPPID);
	expect_val("regset length", 72, elf32_get_regs(&self->t, &self->seen));
	expect_val("r0", r0, self->seen.r[0]);
	expect_val("orig_r0", r0, self->seen.r[A32_ORIG_R0]);
	expect_val("sp", self->in.r[A32_SP], self->seen.r[A32_SP]);
	expect_val("lr", self->in.r[A32_LR], self->seen.r[A32_LR]);
	expect_val("pc", SVC_INSN_END, self->seen.r[A32_PC]);
	expect_val("cpsr", self->in.r[A32_CPSR], self->seen.r[A32_CPSR]);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_GETPPID);
	expect_a32("r0", 0, getpid());
	expect_a32("orig_r0", A32_ORIG_R0, r0);
}

/*
 * Contract: ENTRY-073, ENTRY-076
 * Code: kernel/ptrace.c:ptrace_get_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arch() syscall_get_arguments() [v7.3.4]
 */
TEST_F(aarch32_svc, is_described_as_arm_with_zero_extended_arguments)
{
	char name[16];
	int i;

	setup_ok(load(&self->t, &self->in, A32_NR_GETPPID, ARGS_PATTERN));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, A32_NR_GETPPID);
	expect_val("info length", 80, tracee_info(&self->t, &self->info));
	expect_val("info.arch", AUDIT_ARCH_ARM, self->info.arch);
	expect_val("info.instruction_pointer", SVC_INSN_END, self->info.instruction_pointer);
	expect_val("info.stack_pointer", self->in.r[A32_SP], self->info.stack_pointer);
	expect_val("info.entry.nr", A32_NR_GETPPID, self->info.entry.nr);
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, self->in.r[i], self->info.entry.args[i]);
	}
}

/*
 * Contract: ENTRY-076
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() syscall_get_error() [v7.3.4]
 */
TEST_F(aarch32_svc, is_described_with_a_sign_extended_error)
{
	setup_ok(load(&self->t, &self->in, A32_NR_CLOSE, ARGS(0xffffffff)));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, A32_NR_CLOSE);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_CLOSE);
	expect_val("info length", 33, tracee_info(&self->t, &self->info));
	expect_val("info.arch", AUDIT_ARCH_ARM, self->info.arch);
	expect_val("info.exit.rval", -EBADF, self->info.exit.rval);
	expect_val("info.exit.is_error", 1, self->info.exit.is_error);
	expect_a32("r0", 0, -EBADF);
}

/*
 * Contract: ENTRY-077
 * Code: arch/arm64/kernel/sys_compat.c:compat_arm_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:do_ni_syscall() [v7.3.4]
 */
TEST_F(aarch32_svc, refuses_unknown_numbers_below_0xf0800_with_enosys)
{
	static const __u32 numbers[] = { 9999, 0xf0000, 0xf0001, 0xf0003, 0xf07ff, 0xfffffffe };
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(numbers); n++) {
		setup_ok(load(&self->t, &self->in, numbers[n], ARGS_PATTERN));
		expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
		expect_a32("r0", 0, -ENOSYS);
		expect_a32("pc", A32_PC, SVC_INSN_END);
		expect_a32("r7", 7, numbers[n]);
	}
}

/*
 * Contract: ENTRY-077
 * Code: arch/arm64/kernel/sys_compat.c:compat_arm_syscall() [v7.3.4]
 * Code: arch/arm64/kernel/traps.c:arm64_notify_die() [v7.3.4]
 */
TEST_F(aarch32_svc, sends_sigill_for_numbers_from_0xf0800_on)
{
	static const __u32 numbers[] = { 0xf0800, 0xf0801, 0x7fffffff };
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(numbers); n++) {
		setup_ok(load(&self->t, &self->in, numbers[n], ARGS_PATTERN));
		expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGILL);
		expect_val("si_code", ILL_ILLTRP, self->t.stop.si.si_code);
		expect_val("si_addr", SVC_INSN, (__u64)self->t.stop.si.si_addr);
		expect_a32("r0", 0, 0);
		expect_a32("pc", A32_PC, SVC_INSN_END);
		self->t.stop.kind = STOP_NONE;	/* the signal is not delivered */
	}
}

/*
 * Contract: ENTRY-079
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 */
TEST_F(aarch32_svc, with_number_minus_one_holds_enosys_at_its_entry_stop)
{
	setup_ok(load(&self->t, &self->in, 0xffffffff, ARGS_PATTERN));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, -1);
	expect_a32("r0", 0, -ENOSYS);
	expect_a32("orig_r0", A32_ORIG_R0, self->in.r[0]);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	expect_a32("r0", 0, -ENOSYS);
}

TEST_HARNESS_MAIN
