/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of the audit subsystem, through libaudit.  System wide: the fixture
 * asks require(kernel_is_ours(), ...) and require(audit_available(), ...), and
 * calls audit_restore() in FIXTURE_TEARDOWN_PARENT, which runs even when the
 * test was killed.
 *
 * One thing cannot be given back: once auditing was on, every task forked until
 * the next boot has an audit context, and with it slower system calls.
 */
#ifndef ENTRY_AUDIT_H
#define ENTRY_AUDIT_H

#include <linux/audit.h>
#include <stdbool.h>
#include <sys/types.h>
#include "lines.h"

struct audit_log {
	int control;		/* socket for requests */
	int records;		/* socket to which the kernel sends records */
	char key[24];		/* of our rules; carries what to restore */
};

#define AUDIT_NEEDS "needs CONFIG_AUDITSYSCALL, CAP_AUDIT_CONTROL and no auditd"

/* Whether auditing can be used here without disturbing anyone. */
bool audit_available(void);

/*
 * Become the receiver of audit records and switch auditing on.  Tasks that are
 * forked from now on have an audit context.  Returns 0 or negative errno.
 */
int audit_begin(struct audit_log *log);

/*
 * Record every system call of tasks whose field (AUDIT_PID, AUDIT_PPID) has
 * this value; if field2 is not 0, of them only the calls that match it as well
 * (AUDIT_EXIT, AUDIT_SUCCESS).  Returns 0 or negative errno.
 */
int audit_watch(struct audit_log *log, int field, __u32 value, int field2, __u32 value2);

/*
 * All records of task pid so far, without what differs from run to run:
 *   "SYSCALL arch= syscall= [success= exit=] a0= a1= a2= a3="
 *   "SECCOMP sig= arch= syscall= compat= ip= code="	"ABEND sig= res="
 * Waits for the kernel to have sent all: the end is a marked record of our own.
 * Call it once per log.  Returns 0 or negative errno.
 */
int audit_read(struct audit_log *log, pid_t pid, struct lines *lines);

/*
 * Remove our rules, of whatever process, and give back what audit_begin()
 * changed; a dead receiver is unregistered.  Returns the number of rules
 * removed, 0 where there is nothing to repair, or negative errno.
 */
int audit_restore(void);

#endif
