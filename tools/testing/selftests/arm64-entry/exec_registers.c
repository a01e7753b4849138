// SPDX-License-Identifier: GPL-2.0-only
/* What execve(2) does to the registers: nothing if it fails, everything if not. */
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>
#include "expect.h"

FIXTURE(execve_call) {
	struct tracee t;
	struct page *page;
	struct sysregs *in;
};

static char own_program[] = "/proc/self/exe";
static char no_program[] = "/proc/self/no-such-file";
static char *argv[] = { own_program, NULL };
static char *envp[] = { NULL };

FIXTURE_SETUP(execve_call)
{
	self->page = self->t.task.page = page_new();
	ASSERT_NE(NULL, self->page);
	self->page->ncalls = 1;
	self->in = &self->page->call[0].in;
	setup_ok(tracee_start(&self->t, body_watched_calls));
}

FIXTURE_TEARDOWN(execve_call)
{
	tracee_end(&self->t);
}

static void fill(struct sysregs *in, const char *path)
{
	sysregs_fill(in, __NR_execve, (__u64 [6]){
		(__u64)path, (__u64)argv, (__u64)envp, pattern(103), pattern(104), pattern(105) });
}

/* AT_ENTRY of the stopped tracee: where its program begins; 0 if unknown. */
static __u64 entry_point(pid_t pid)
{
	Elf64_auxv_t aux;
	char path[64];
	__u64 entry = 0;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/auxv", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	while (read(fd, &aux, sizeof(aux)) == sizeof(aux) && aux.a_type != AT_NULL)
		if (aux.a_type == AT_ENTRY)
			entry = aux.a_un.a_val;
	close(fd);
	return entry;
}

/*
 * Contract: ENTRY-068, ENTRY-045
 * Code: arch/arm64/include/asm/processor.h:start_thread_common() start_thread() [v7.3.4]
 * Code: fs/exec.c:begin_new_exec() [v7.3.4]
 */
TEST_F(execve_call, starts_the_program_with_cleared_registers)
{
	__u64 entry, argc = ~0ULL;
	struct arch_regs regs;
	char name[8];
	int i;

	fill(self->in, own_program);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	/* The number stays, for what is reported at the exit. */
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_reg(&self->t, REG_RESULT, 0);
	expect_reg(&self->t, REG_NR, 0);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_TRAP, SI_USER);
	setup_ok(tracee_get_regs(&self->t, &regs));
	for (i = 0; i < 31; i++) {
		snprintf(name, sizeof(name), "x%d", i);
		expect_val(name, 0, regs.u.regs[i]);
	}
	/* SSBS is the mitigation's, not exec's. */
	expect_val("pstate", PSR_MODE_EL0t, regs.u.pstate & ~(__u64)PSR_SSBS_BIT);
	expect_val("sp modulo 16", 0, regs.u.sp % 16);
	setup_ok(tracee_ptrace(&self->t, PTRACE_PEEKDATA, regs.u.sp, &argc));
	expect_val("word at sp (argc)", 1, argc);
	entry = entry_point(self->t.tid);
	setup_ok(entry ? 0 : -ENODATA);
	expect_val("pc", entry, regs.u.pc);
}

/*
 * Contract: ENTRY-068
 * Code: fs/exec.c:do_execveat_common() [v7.3.4]
 */
TEST_F(execve_call, leaves_the_registers_when_it_fails)
{
	struct sysregs *out = &self->page->call[0].out;

	fill(self->in, no_program);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_ENTRY, __NR_execve);
	expect_stop(&self->t, PTRACE_SYSCALL, STOP_EXIT, __NR_execve);
	expect_reg(&self->t, REG_RESULT, -ENOENT);
	expect_done(&self->t);
	expect_val("x0", -ENOENT, out->r[0]);
	expect_kept(self->in, out, false);
}

TEST_HARNESS_MAIN
