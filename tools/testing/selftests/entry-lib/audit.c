// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libaudit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "audit.h"
#include "kernel.h"
#include "sys.h"

const char *audit_unavailable(void)
{
	struct audit_reply reply;
	int fd, auditd = -1;

	if (!kernel_is_ours())
		return "needs ENTRY_SYSTEM_WIDE=1";
	fd = audit_open();
	if (fd < 0)
		return "needs CONFIG_AUDITSYSCALL";
	if (audit_request_status(fd) > 0 &&
	    audit_get_reply(fd, &reply, GET_REPLY_BLOCKING, 0) > 0) {
		/* The first answer is the acknowledgement, then the status. */
		while (reply.type != AUDIT_GET &&
		       audit_get_reply(fd, &reply, GET_REPLY_BLOCKING, 0) > 0)
			continue;
		auditd = reply.type == AUDIT_GET ? (int)reply.status->pid : -1;
	}
	close(fd);
	if (auditd < 0)
		return "needs CAP_AUDIT_CONTROL";
	return auditd ? "needs a system without auditd" : NULL;
}

int audit_begin(struct audit_log *log)
{
	int ret;

	log->fd = audit_open();
	if (log->fd < 0) {
		log->fd = 0;
		return -errno;
	}
	log->enabled_before = audit_is_enabled(log->fd) > 0;
	ret = audit_set_pid(log->fd, getpid(), WAIT_YES);
	if (ret > 0)
		ret = audit_set_enabled(log->fd, 1);
	return ret > 0 ? 0 : -EPERM;
}

int audit_watch(struct audit_log *log, int nr)
{
	char arch[32];
	int ret;

	log->rule = calloc(1, sizeof(*log->rule));
	if (!log->rule)
		return -ENOMEM;
	log->rule_flags = AUDIT_FILTER_EXIT & AUDIT_FILTER_MASK;
	snprintf(arch, sizeof(arch), "arch=%u", ARCH_AUDIT);
	ret = audit_rule_syscall_data(log->rule, nr);
	if (!ret)
		ret = audit_rule_fieldpair_data(&log->rule, "arch=b64", log->rule_flags);
	if (!ret)
		ret = audit_add_rule_data(log->fd, log->rule, log->rule_flags,
					  AUDIT_ALWAYS) > 0 ? 0 : -EPERM;
	return ret < 0 ? -EINVAL : 0;
}

int audit_find(struct audit_log *log, int type, const char *text, char *line)
{
	static unsigned int marks;
	struct audit_reply reply;
	char mark[32];
	int ret, found = 0;

	snprintf(mark, sizeof(mark), "entry-mark-%u", ++marks);
	if (audit_log_user_message(log->fd, AUDIT_USER, mark, NULL, NULL, NULL, 1) <= 0)
		return -EIO;
	for (;;) {
		struct pollfd p = { .fd = log->fd, .events = POLLIN };

		if (poll(&p, 1, -1) < 0)
			return -errno;
		ret = audit_get_reply(log->fd, &reply, GET_REPLY_NONBLOCKING, 0);
		if (ret < 0 && ret != -EAGAIN)
			return ret;
		if (ret <= 0)
			continue;
		if (reply.type == AUDIT_USER && strstr(reply.message, mark))
			return found;
		if (!found && reply.type == type && reply.message &&
		    strstr(reply.message, text)) {
			snprintf(line, AUDIT_TEXT, "%.*s", reply.len, reply.message);
			found = 1;
		}
	}
}

bool audit_field(const char *line, const char *name, char *value, size_t size)
{
	char key[32];
	const char *p;

	snprintf(key, sizeof(key), " %s=", name);
	p = strstr(line, key);
	if (!p)
		return false;
	p += strlen(key);
	snprintf(value, size, "%.*s", (int)strcspn(p, " \n"), p);
	return true;
}

void audit_close_log(struct audit_log *log)
{
	if (log->fd <= 0)
		return;
	if (log->rule)
		audit_delete_rule_data(log->fd, log->rule, log->rule_flags, AUDIT_ALWAYS);
	free(log->rule);
	log->rule = NULL;
	audit_set_enabled(log->fd, log->enabled_before);
	audit_set_pid(log->fd, 0, WAIT_NO);
	audit_close(log->fd);
	log->fd = 0;
}
