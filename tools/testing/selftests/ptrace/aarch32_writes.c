// SPDX-License-Identifier: GPL-2.0-only
/*
 * A 64-bit tracer writes to the call of an AArch32 task.  There argument 0 is in
 * two places, r0 and orig_r0, and both are registers that the tracer writes.
 */
#include <sys/mman.h>
#include "aarch32_call.h"

#define A32_NR_GETPID	20
#define A32_NR_FCNTL64	221

FIXTURE(aarch32_call) {
	struct tracee t;
	struct elf32_regs in, seen;	/* as the call was made, as last read */
	struct ptrace_syscall_info info;
	int fd;			/* the task's too */
};

FIXTURE_SETUP(aarch32_call)
{
	self->fd = memfd_create("mapped", 0);
	ASSERT_LE(0, self->fd);
	start_aarch32(&self->t);
}

FIXTURE_TEARDOWN(aarch32_call)
{
	tracee_end(&self->t);
	close(self->fd);
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
