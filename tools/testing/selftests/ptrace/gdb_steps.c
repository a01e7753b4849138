// SPDX-License-Identifier: GPL-2.0-only
/*
 * gdb as a client, by its server: what it shows of a call that it steps over or
 * catches.  The server writes all registers back before it lets the task go on;
 * gdb alone does not, and needs one more stepi behind a call (PT-046).
 */
#include <signal.h>
#include <sys/prctl.h>
#include "expect.h"
#include "gdb_remote.h"

#define CALLS 3

FIXTURE(gdb) {
	struct gdb g;
	struct task task;
	struct page *page;
	int fd[2];
};

static void body(struct page *page)
{
	sys_call(__NR_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	page_wait(&page->go, 0);
	body_calls(page);
}

/* getppid, getuid, getppid, of which none was made yet. */
FIXTURE_SETUP(gdb)
{
	int i;

	require(gdb_available(), GDB_NEEDS);
	client_on_one_processor();
	self->page = self->task.page = page_new();
	ASSERT_NE(NULL, self->page);
	ASSERT_EQ(0, pipe(self->fd));	/* inherited by the task */
	self->page->ncalls = CALLS;
	for (i = 0; i < CALLS; i++)
		sysregs_fill_pattern(&self->page->call[i].in, i == 1 ? __NR_getuid : __NR_getppid);
	setup_ok(task_start(&self->task, body));
	setup_ok(gdb_attach(&self->g, self->task.pid));
	page_wake(&self->page->go, 1);
}

FIXTURE_TEARDOWN(gdb)
{
	gdb_end(&self->g);
	task_end(&self->task);
	close(self->fd[0]);
	close(self->fd[1]);
}

/* Let it go on; gdb shows this stop (printf arguments), with pc here. */
#define expect_gdb(g, request, pc_, ...) do {				\
	char gdb_want[64];						\
									\
	snprintf(gdb_want, sizeof(gdb_want), __VA_ARGS__);		\
	setup_ok(gdb_ask(g, request));					\
	if (strcmp(gdb_stop(g), gdb_want))				\
		expect_fail("claim: gdb shows: expected \"%s\", seen \"%s\"", gdb_want, \
			    gdb_stop(g));				\
	expect_val("pc", pc_, gdb_reg(g, ARCH_GDB_PC));			\
} while (0)

#define expect_gdb_reg(g, i, expected) \
	expect_val("register " #i, expected, gdb_reg(g, ARCH_GDB_REG(i)))

/* Without gdb they end as they would have without it from the beginning. */
#define expect_calls_kept(self) do {					\
	int calls_i;							\
									\
	setup_ok(gdb_detach(&(self)->g, (self)->task.pid));		\
	expect_finish(&(self)->task);					\
	for (calls_i = 0; calls_i < CALLS; calls_i++)			\
		expect_kept(&(self)->page->call[calls_i].in,		\
			    &(self)->page->call[calls_i].out, false);	\
} while (0)

/*
 * Contract: PT-045, PT-046, PT-005
 * Promise: gdb(1) "step"
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() valid_user_regs() [v7.3.4]
 * Code: arch/arm64/kernel/debug-monitors.c:user_regs_reset_single_step() [v7.3.4]
 */
TEST_F(gdb, steps_from_a_call_to_each_instruction_behind_it)
{
	struct gdb *g = &self->g;

	setup_ok(gdb_tell(g, "Z0,%lx,%x", (long)sys_insn, ARCH_BREAK_SIZE));
	expect_gdb(g, "vCont;c", (__u64)sys_insn, "T05 swbreak:");
	setup_ok(gdb_tell(g, "z0,%lx,%x", (long)sys_insn, ARCH_BREAK_SIZE));
	expect_gdb(g, "vCont;s", (__u64)sys_insn_end, "T05");
	expect_gdb_reg(g, SYSREG_RESULT, getpid());
	expect_gdb_reg(g, SYSREG_MARK, self->page->call[0].in.r[SYSREG_MARK]);
	expect_gdb(g, "vCont;s", (__u64)sys_insn_end + ARCH_NOP_SIZE, "T05");
	expect_calls_kept(self);
}

/* The value of the marked register where gdb is shown a call. */
#define SHOWN_MARK(self, value) \
	(ARCH_HAS_MARKED_REG ? (value) : (self)->page->call[0].in.r[SYSREG_MARK])

/*
 * Contract: PT-001, PT-003, PT-004, PT-006
 * Promise: gdb(1) "catch syscall"
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_entry() report_syscall_exit() [v7.3.4]
 */
TEST_F(gdb, catches_each_call_of_one_number_twice)
{
	struct gdb *g = &self->g;
	int i;

	setup_ok(gdb_tell(g, "QCatchSyscalls:1;%x", __NR_getppid));
	for (i = 0; i < CALLS; i += 2) {
		expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_entry:%x", __NR_getppid);
		expect_gdb_reg(g, SYSREG_ARG(0), self->page->call[i].in.r[SYSREG_ARG(0)]);
		expect_gdb_reg(g, SYSREG_MARK, SHOWN_MARK(self, 0));
		expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_return:%x", __NR_getppid);
		expect_gdb_reg(g, SYSREG_RESULT, getpid());
		expect_gdb_reg(g, SYSREG_MARK, SHOWN_MARK(self, 1));
	}
	expect_calls_kept(self);
}

/*
 * Contract: PT-048, PT-005
 * Promise: gdb(1) "catch syscall"
 * Code: arch/arm64/kernel/ptrace.c:report_syscall_exit() [v7.3.4]
 */
TEST_F(gdb, steps_from_a_caught_entry_to_the_instruction_behind_the_call)
{
	struct gdb *g = &self->g;

	setup_ok(gdb_tell(g, "QCatchSyscalls:1;%x", __NR_getppid));
	expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_entry:%x", __NR_getppid);
	expect_gdb(g, "vCont;s", (__u64)sys_insn_end, "T05");
	expect_gdb_reg(g, SYSREG_RESULT, getpid());
	expect_gdb_reg(g, SYSREG_MARK, self->page->call[0].in.r[SYSREG_MARK]);
	expect_gdb(g, "vCont;s", (__u64)sys_insn_end + ARCH_NOP_SIZE, "T05");
	expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_entry:%x", __NR_getppid);
	expect_calls_kept(self);
}

/*
 * gdb writes another file descriptor at the entry; it drops the signal that
 * interrupts the call, which is then made again.
 *
 * Contract: PT-066, PT-067, PT-069
 * Promise: gdb(1) "catch syscall"
 * Code: arch/arm64/kernel/ptrace.c:update_syscall_orig_x0_after_ptrace() [v7.3.4]
 */
TEST_F(gdb, writes_the_argument_with_which_a_call_is_made_and_restarted)
{
	struct sysregs *in = &self->page->call[0].in;
	struct gdb *g = &self->g;

	in->r[SYSREG_NR] = __NR_read;
	in->r[SYSREG_ARG(1)] = (__u64)&self->page->word[0];
	in->r[SYSREG_ARG(2)] = 1;
	setup_ok(gdb_tell(g, "QCatchSyscalls:1;%x", __NR_read));
	expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_entry:%x", __NR_read);
	setup_ok(gdb_set_reg(g, ARCH_GDB_REG(SYSREG_ARG(0)), self->fd[0]));
	setup_ok(sys_call(__NR_tgkill, self->task.pid, self->task.pid, SIGWINCH));
	expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_return:%x", __NR_read);
	expect_gdb_reg(g, SYSREG_RESULT, -512);
	ASSERT_EQ(1, write(self->fd[1], "r", 1));
	setup_ok(gdb_ask(g, "vCont;c"));
	ASSERT_STREQ("T1c", gdb_stop(g));
	expect_gdb(g, "vCont;c", (__u64)sys_insn_end, "T05 syscall_entry:%x", __NR_read);
	expect_gdb_reg(g, SYSREG_ARG(0), self->fd[0]);
	in->r[SYSREG_ARG(0)] = self->fd[0];
	expect_calls_kept(self);
	expect_val("result", 1, self->page->call[0].out.r[SYSREG_RESULT]);
}

TEST_HARNESS_MAIN
