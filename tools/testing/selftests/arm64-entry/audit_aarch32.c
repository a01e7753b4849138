// SPDX-License-Identifier: GPL-2.0-only
/* Audit records of system calls of an AArch32 task. */
#include <linux/personality.h>
#include "expect.h"
#include "aarch32_watched.h"

FIXTURE(aarch32_record) {
	struct watched w;
};

FIXTURE_SETUP(aarch32_record)
{
	require(kernel_is_ours(), "needs ENTRY_SYSTEM_WIDE=1");
	require(elf32_available(), AARCH32_NEEDS);
	require(audit_available(), AUDIT_NEEDS);
	setup_ok(audit_begin(&self->w.log));
}

FIXTURE_TEARDOWN_PARENT(aarch32_record)
{
	audit_restore();
}

/*
 * Contract: ENTRY-062
 * Code: arch/arm64/include/asm/syscall.h:syscall_get_arch() [v7.3.4]
 * Code: arch/arm64/include/asm/ptrace.h:regs_return_value() [v7.3.4]
 */
TEST_F(aarch32_record, has_the_arm_architecture_with_a_sign_extended_result)
{
	static const __u32 nr[] = { A32_NR_GETPPID, A32_NR_CLOSE };
	const int result[] = { getpid(), -EBADF };
	struct watched *w = &self->w;
	unsigned int i;

	setup_ok(aarch32_start(w));
	setup_ok(watched_audit(w));
	for (i = 0; i < ARRAY_SIZE(nr); i++)
		setup_ok(aarch32_call(w, nr[i]));
	setup_ok(watched_audit_lines(w));
	/* The personality: our ELF file does not say whether its stack is executable. */
	for (i = 0; i < ARRAY_SIZE(nr); i++)
		expect_line(&w->seen, "SYSCALL arch=%x syscall=%u per=%x success=%s exit=%d "
			    "a0=%x a1=%x a2=%x a3=%x",
			    AUDIT_ARCH_ARM, nr[i], READ_IMPLIES_EXEC, result[i] < 0 ? "no" : "yes", result[i],
			    A32_ARG(0), A32_ARG(1), A32_ARG(2), A32_ARG(3));
	expect_no_more_lines(&w->seen);
}

TEST_HARNESS_MAIN
