// arch/arm64/kernel/syscall.c: 17 lines
// SPDX-License-Identifier: GPL-2.0-only
// The work before and after a call comes from the generic code; what arm64 alone
// has stays around it: the preset for a user's -1, the second look at -1 (the
// generic code goes on with a -1 that a tracer set), the MTE early return.
@@
identifier flags;
@@
 el0_svc_common(...)
 {
 ...
-	if (!has_syscall_work(flags) && !IS_ENABLED(CONFIG_DEBUG_RSEQ)) { ... }
 ...
 }

@@
expression flags;
@@
-	has_syscall_work(flags)
+	unlikely(READ_ONCE(current_thread_info()->syscall_work) & SYSCALL_WORK_ENTER)

@@
expression regs;
@@
-	scno = syscall_trace_enter(regs);
+	scno = arm64_syscall_enter_work(regs, scno);

@@
expression regs;
@@
-	syscall_trace_exit(regs);
+	syscall_exit_to_user_mode_work(regs);
