/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of the audit subsystem, through libaudit.  System wide: a test that
 * uses this needs require(audit_available()), which also asks for
 * ENTRY_SYSTEM_WIDE=1, and gives back what it changed by audit_close().
 */
#ifndef ENTRY_AUDIT_H
#define ENTRY_AUDIT_H

#include <stdbool.h>
#include <sys/types.h>

#define AUDIT_TEXT 1024

struct audit_rule_data;

struct audit_log {
	int fd;				/* 0: not open */
	unsigned int enabled_before;
	struct audit_rule_data *rule;	/* NULL: none added */
	int rule_flags;
};

/* Why audit cannot be used here, a constant; NULL if it can. */
const char *audit_unavailable(void);

/*
 * Become the receiver of audit records and switch auditing on.  Tasks that are
 * forked from now on have an audit context.  Returns 0 or negative errno.
 */
int audit_begin(struct audit_log *log);

/* Record each exit of the system call nr of the native ABI, by anyone. */
int audit_watch(struct audit_log *log, int nr);

/*
 * The next record of this type that contains text, up to the end of what the
 * kernel has sent so far: 1 with the record in line, 0 if there is none,
 * negative errno.  The end is a marked record of our own, not a time.
 */
int audit_find(struct audit_log *log, int type, const char *text, char *line);

/* The field "name=" of a record as a copy in value: true if it is there. */
bool audit_field(const char *line, const char *name, char *value, size_t size);

/* Restore; may be called twice. */
void audit_close_log(struct audit_log *log);

#endif
