// arch/arm64/kernel/debug-monitors.c: 2 lines
// SPDX-License-Identifier: GPL-2.0-only
// A stepped call is reported through SYSCALL_EXIT_TRAP, which follows
// TIF_SINGLESTEP wherever that is set or cleared.
@@
identifier task;
@@
 user_enable_single_step(struct task_struct *task)
 {
 ...
+	set_task_syscall_work(task, SYSCALL_EXIT_TRAP);
 }

@@
identifier task;
@@
 user_disable_single_step(struct task_struct *task)
 {
 ...
+	clear_task_syscall_work(task, SYSCALL_EXIT_TRAP);
 }
