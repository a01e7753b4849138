// SPDX-License-Identifier: GPL-2.0-only
/*
 * A 64-bit tracer writes to the call of an AArch32 task.  There argument 0 is in
 * two places, r0 and orig_r0, and both are registers that the tracer writes.
 */
#include <linux/audit.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
#include "elf32.h"
#include "expect.h"

/* Numbers of the AArch32 table; no header of the 64-bit ABI has them. */
#define A32_NR_CLOSE	6
#define A32_NR_GETPID	20
#define A32_NR_GETPPID	64
#define A32_NR_MMAP2	192
#define A32_NR_FCNTL64	221

#define R7		7
#define MAP_AT		0xb0000000U	/* bit 31 is set: an extension of the sign would show */
#define A32_ARG(i)	(0x80a0a000U + 0x01010101U * (__u32)(i))
#define NEW_ARG(i)	(0x90b0b000U + 0x01010101U * (__u32)(i))
#define SVC_INSN_END	ELF32_INSN(2)

FIXTURE(aarch32_call) {
	struct tracee t;
	struct elf32_regs in, seen;	/* as the call was made, as last read */
	struct ptrace_syscall_info info;
	int fd;			/* the task's too */
};

/* Let it make call nr with the arguments A32_ARG(0..5), up to its entry stop. */
static int call(struct tracee *t, struct elf32_regs *in, __u32 nr)
{
	long ret = elf32_get_regs(t, in);
	int i;

	for (i = 0; i < 6; i++)
		in->r[i] = A32_ARG(i);
	in->r[R7] = nr;
	in->r[A32_PC] = ELF32_INSN(1);
	if (ret >= 0)
		ret = elf32_set_regs(t, in);
	if (ret >= 0)
		ret = tracee_next(t, PTRACE_SYSCALL);
	if (ret >= 0)
		ret = elf32_get_regs(t, in);
	if (ret >= 0 && (t->stop.kind != STOP_ENTRY || t->stop.what != (int)nr))
		ret = -EPROTO;
	return ret < 0 ? (int)ret : 0;
}

FIXTURE_SETUP(aarch32_call)
{
	static const __u32 insn[] = { A32_BKPT, A32_SVC(0), A32_BKPT, A32_BKPT };
	int ret;

	self->fd = memfd_create("mapped", 0);
	ASSERT_LE(0, self->fd);
	ret = elf32_start(&self->t, insn, ARRAY_SIZE(insn));
	require(ret != -ENOEXEC, "needs AArch32 at EL0 (CONFIG_COMPAT and a processor that has it)");
	setup_ok(ret);
}

FIXTURE_TEARDOWN(aarch32_call)
{
	tracee_end(&self->t);
	close(self->fd);
}

#define expect_a32(name, index, expected) do {				\
	setup_ok(elf32_get_regs(&self->t, &self->seen));		\
	expect_val(name, (__u32)(expected), self->seen.r[index]);	\
} while (0)

/* The call to its end, at the breakpoint behind it: its result. */
#define expect_result(expected) do {					\
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);	\
	expect_a32("pc", A32_PC, SVC_INSN_END);				\
	expect_a32("r0", 0, expected);					\
} while (0)

static long set_a32(struct tracee *t, int index, __u32 value)
{
	struct elf32_regs regs;
	long ret = elf32_get_regs(t, &regs);

	regs.r[index] = value;
	return ret < 0 ? ret : elf32_set_regs(t, &regs);
}

static long set_info(struct tracee *t, struct ptrace_syscall_info *info)
{
	return tracee_ptrace(t, PTRACE_SET_SYSCALL_INFO, sizeof(*info), info);
}

/*
 * Contract: PT-015, ENTRY-073
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() syscall_set_nr() [v7.3.4]
 */
TEST_F(aarch32_call, written_by_call_info_is_read_back_by_every_interface)
{
	char name[16];
	int i;

	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = A32_NR_CLOSE;
	for (i = 0; i < 6; i++)
		self->info.entry.args[i] = NEW_ARG(i);
	setup_ok(set_info(&self->t, &self->info));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.arch", AUDIT_ARCH_ARM, self->info.arch);
	expect_val("info.entry.nr", A32_NR_CLOSE, self->info.entry.nr);
	expect_nr(&self->t, A32_NR_CLOSE);
	setup_ok(elf32_get_regs(&self->t, &self->seen));
	for (i = 0; i < 6; i++) {
		snprintf(name, sizeof(name), "args[%d]", i);
		expect_val(name, NEW_ARG(i), self->info.entry.args[i]);
		snprintf(name, sizeof(name), "r%d", i);
		expect_val(name, NEW_ARG(i), self->seen.r[i]);
	}
	expect_a32("orig_r0", A32_ORIG_R0, NEW_ARG(0));
	expect_a32("r7", R7, A32_NR_GETPPID);
	expect_result(-EBADF);
}

/*
 * Contract: PT-015, ENTRY-073
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_entry() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_arguments() [v7.3.4]
 */
TEST_F(aarch32_call, written_by_call_info_runs_with_its_six_arguments)
{
	const __u64 args[6] = { MAP_AT, 0x1000, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
				(__u64)self->fd, 0x10 };
	long word = 0x7061676532ULL, seen = -1;

	/* At 64k in the file, a page of any size. */
	ASSERT_EQ((ssize_t)sizeof(word), pwrite(self->fd, &word, sizeof(word), 0x10000));
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = A32_NR_MMAP2;
	memcpy(self->info.entry.args, args, sizeof(args));
	setup_ok(set_info(&self->t, &self->info));
	expect_result(MAP_AT);
	setup_ok(tracee_ptrace(&self->t, PTRACE_PEEKDATA, MAP_AT, &seen));
	expect_val("mapped word", word, seen);
}

/*
 * Contract: PT-016
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_nr() syscall_set_return_value() [v7.3.4]
 */
TEST_F(aarch32_call, written_by_call_info_as_minus_one_returns_enosys)
{
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_info(&self->t, &self->info));
	self->info.entry.nr = ~0ULL;
	self->info.entry.args[0] = NEW_ARG(0);
	setup_ok(set_info(&self->t, &self->info));
	expect_a32("r0", 0, -ENOSYS);
	expect_a32("orig_r0", A32_ORIG_R0, A32_ARG(0));
	expect_result(-ENOSYS);
}

/*
 * Contract: PT-017, ENTRY-076
 * Code: kernel/ptrace.c:ptrace_set_syscall_info_exit() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_set_return_value() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_return_value() [v7.3.4]
 */
TEST_F(aarch32_call, result_written_by_call_info_is_cut_to_32_bits)
{
	static const struct {
		__s64 rval, shown;
		__u8 is_error, shown_error;
	} to[] = {
		{ -77, -77, 1, 1 },
		{ 0x80000000LL, -0x80000000LL, 0, 0 },
		{ 0x123456789LL, 0x23456789LL, 0, 0 },
		{ 0x1ffffffb3LL, -77, 0, 1 },
	};
	unsigned int i;

	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_GETPPID);
	for (i = 0; i < ARRAY_SIZE(to); i++) {
		setup_ok(tracee_info(&self->t, &self->info));
		self->info.exit.rval = to[i].rval;
		self->info.exit.is_error = to[i].is_error;
		setup_ok(set_info(&self->t, &self->info));
		expect_a32("r0", 0, to[i].rval);
		expect_a32("orig_r0", A32_ORIG_R0, A32_ARG(0));
		setup_ok(tracee_info(&self->t, &self->info));
		expect_val("info.exit.rval", to[i].shown, self->info.exit.rval);
		expect_val("info.exit.is_error", to[i].shown_error, self->info.exit.is_error);
	}
	expect_result(-77);
}

/*
 * Contract: PT-020, PT-026
 * Code: arch/arm64/kernel/ptrace.c:system_call_set() system_call_get() compat_gpr_set() [v7.3.4]
 */
TEST_F(aarch32_call, is_the_one_of_the_number_set_whatever_r7_is)
{
	pid_t pid = self->t.tid;

	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(set_a32(&self->t, R7, A32_NR_CLOSE));
	expect_nr(&self->t, A32_NR_GETPPID);
	setup_ok(tracee_set_nr(&self->t, A32_NR_GETPID));
	expect_nr(&self->t, A32_NR_GETPID);
	expect_a32("r7", R7, A32_NR_CLOSE);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, A32_NR_GETPID);
	expect_result(pid);
	expect_a32("r7", R7, A32_NR_CLOSE);
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(set_a32(&self->t, R7, A32_NR_GETPID));
	expect_result(getpid());
}

/*
 * Contract: PT-021, PT-022
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(aarch32_call, skipped_by_number_minus_one_returns_what_r0_holds)
{
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_set_nr(&self->t, -1));
	expect_result(A32_ARG(0));
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(set_a32(&self->t, 0, NEW_ARG(0)));
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, -1);
	expect_result(NEW_ARG(0));
}

/*
 * Contract: PT-023, PT-024
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() [v7.3.4]
 */
TEST_F(aarch32_call, of_minus_one_returns_what_is_written_over_its_preset)
{
	setup_ok(call(&self->t, &self->in, 0xffffffff));
	expect_a32("r0", 0, -ENOSYS);
	setup_ok(set_a32(&self->t, 0, NEW_ARG(0)));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.entry.nr", ~0ULL, self->info.entry.nr);
	expect_val("args[0]", A32_ARG(0), self->info.entry.args[0]);
	expect_result(NEW_ARG(0));
}

/*
 * Contract: PT-014, ENTRY-075
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(aarch32_call, runs_with_argument_0_written_in_both_its_places)
{
	setup_ok(call(&self->t, &self->in, A32_NR_CLOSE));
	setup_ok(set_a32(&self->t, 0, (__u32)self->fd));
	setup_ok(set_a32(&self->t, A32_ORIG_R0, (__u32)self->fd));
	expect_a32("r0", 0, self->fd);
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("args[0]", self->fd, self->info.entry.args[0]);
	expect_result(0);
	/* The twin: it is closed. */
	setup_ok(call(&self->t, &self->in, A32_NR_CLOSE));
	setup_ok(set_a32(&self->t, 0, (__u32)self->fd));
	setup_ok(set_a32(&self->t, A32_ORIG_R0, (__u32)self->fd));
	expect_result(-EBADF);
}

/*
 * Contract: PT-090
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(aarch32_call, shared_with_64_bit_runs_with_the_r0_written)
{
	setup_ok(call(&self->t, &self->in, A32_NR_CLOSE));
	setup_ok(set_a32(&self->t, 0, (__u32)self->fd));
	expect_a32("r0", 0, self->fd);
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	setup_ok(elf32_get_regs(&self->t, &self->seen));
	expect_val_or_defect(K15, "r0", 0, self->seen.r[0], (__u32)-EBADF);
}

/*
 * With a file that is open the command is looked at, which no fcntl() has.
 *
 * Contract: PT-090
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() update_syscall_orig_x0_after_ptrace() [v7.3.4]
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arguments() [v7.3.4]
 */
TEST_F(aarch32_call, of_aarch32_alone_is_described_by_the_r0_it_runs_with)
{
	setup_ok(call(&self->t, &self->in, A32_NR_FCNTL64));
	setup_ok(set_a32(&self->t, 0, (__u32)self->fd));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_result(-EINVAL);
	expect_val_or_defect(K16, "args[0]", self->fd, self->info.entry.args[0], A32_ARG(0));
}

/*
 * Contract: PT-028
 * Code: arch/arm64/kernel/ptrace.c:compat_gpr_set() [v7.3.4]
 * Code: arch/arm64/kernel/syscall.c:el0_svc_common() [v7.3.4]
 */
TEST_F(aarch32_call, with_its_pc_written_runs_then_resumes_there)
{
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(set_a32(&self->t, A32_PC, ELF32_INSN(3)));
	setup_ok(tracee_info(&self->t, &self->info));
	expect_val("info.instruction_pointer", ELF32_INSN(3), self->info.instruction_pointer);
	expect_stop(&self->t, PTRACE_CONT, STOP_TRAP, TRAP_BRKPT);
	expect_a32("pc", A32_PC, ELF32_INSN(3));
	expect_a32("r0", 0, getpid());
}

/*
 * Contract: PT-074
 * Code: arch/arm64/kernel/signal.c:arch_do_signal_or_restart() [v7.3.4]
 */
TEST_F(aarch32_call, skipped_with_a_restart_code_is_not_restarted)
{
	setup_ok(call(&self->t, &self->in, A32_NR_GETPPID));
	setup_ok(tracee_set_nr(&self->t, -1));
	setup_ok(set_a32(&self->t, 0, (__u32)RESTARTSYS));
	setup_ok(tracee_signal(&self->t, SIGUSR1));
	expect_stop(&self->t, PTRACE_CONT, STOP_SIGNAL, SIGUSR1);
	expect_a32("r0", 0, RESTARTSYS);
	expect_a32("pc", A32_PC, SVC_INSN_END);
	self->t.stop.kind = STOP_NONE;	/* the signal is not delivered */
	expect_result(RESTARTSYS);
}

TEST_HARNESS_MAIN
