// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <libaudit.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "audit.h"

/*
 * The key of our rules ends in the state of auditing before.  It stands in the
 * kernel before anything else is changed and goes last, so that whoever comes
 * after a kill finds in it what to restore.
 */
#define KEY "arm64-entry-was-"

/* A rule with a key as its only text. */
union rule {
	struct audit_rule_data data;
	char room[sizeof(struct audit_rule_data) + AUDIT_MAX_KEY_LEN];
};

static int request_status(int fd, struct audit_status *status)
{
	struct audit_reply reply;
	int ret;

	if (audit_request_status(fd) <= 0)
		return -EPERM;
	do {
		ret = audit_get_reply(fd, &reply, GET_REPLY_BLOCKING, 0);
		if (ret <= 0)
			return ret < 0 ? ret : -EIO;
	} while (reply.type != AUDIT_GET);
	*status = *reply.status;
	return 0;
}

bool audit_available(void)
{
	struct audit_status status = { .pid = 1 };
	int fd = audit_open();
	bool ret;

	if (fd < 0)
		return false;
	ret = !request_status(fd, &status);
	close(fd);
	/* A receiver that is dead is what a killed test left behind; 2: rules locked */
	if (ret && status.pid && kill((pid_t)status.pid, 0) && errno == ESRCH)
		return status.enabled != 2;
	return ret && !status.pid && status.enabled != 2;
}

int audit_begin(struct audit_log *log)
{
	struct audit_status status;
	int ret = audit_restore();

	if (ret < 0)
		return ret;
	log->control = audit_open();
	log->records = audit_open();
	if (log->control < 0 || log->records < 0)
		return -errno;
	ret = request_status(log->control, &status);
	if (ret)
		return ret;
	snprintf(log->key, sizeof(log->key), KEY "%u", status.enabled);
	/* Process 0 makes no system calls: this rule only keeps the key. */
	ret = audit_watch(log, AUDIT_PID, 0, 0, 0);
	/* The socket that registers is the one that receives. */
	if (!ret && audit_set_pid(log->records, (__u32)getpid(), WAIT_NO) <= 0)
		ret = -EPERM;
	if (!ret && audit_set_enabled(log->control, 1) <= 0)
		ret = -EPERM;
	if (ret)
		audit_restore();
	return ret;
}

static void rule_field(struct audit_rule_data *rule, int field, __u32 value)
{
	__u32 i = rule->field_count++;

	rule->fields[i] = (__u32)field;
	rule->values[i] = value;
	rule->fieldflags[i] = AUDIT_EQUAL;
}

int audit_watch(struct audit_log *log, int field, __u32 value, int field2, __u32 value2)
{
	union rule rule = {};
	int ret;

	memset(rule.data.mask, 0xff, sizeof(rule.data.mask));
	rule_field(&rule.data, field, value);
	if (field2)
		rule_field(&rule.data, field2, value2);
	rule.data.buflen = (__u32)strlen(log->key);
	rule_field(&rule.data, AUDIT_FILTERKEY, rule.data.buflen);
	memcpy(rule.data.buf, log->key, rule.data.buflen);
	ret = audit_add_rule_data(log->control, &rule.data, AUDIT_FILTER_EXIT, AUDIT_ALWAYS);
	return ret > 0 ? 0 : ret ? ret : -EIO;
}

/* The first of our rules into *rule, 0 if there is none, negative errno. */
static int find_rule(int fd, union rule *rule)
{
	struct audit_reply reply;
	int ret, found = 0;

	if (audit_request_rules_list_data(fd) <= 0)
		return -EPERM;
	for (;;) {
		struct audit_rule_data *r;
		size_t size;

		ret = audit_get_reply(fd, &reply, GET_REPLY_BLOCKING, 0);
		if (ret <= 0)
			return ret < 0 ? ret : -EIO;
		if (reply.type == NLMSG_DONE)
			return found;
		if (reply.type != AUDIT_LIST_RULES || found)
			continue;
		r = reply.ruledata;
		size = sizeof(*r) + r->buflen;
		if (size <= sizeof(*rule) && r->buflen > strlen(KEY) &&
		    r->fields[r->field_count - 1] == AUDIT_FILTERKEY &&
		    !memcmp(r->buf, KEY, strlen(KEY))) {
			memset(rule, 0, sizeof(*rule));
			memcpy(rule, r, size);
			found = 1;
		}
	}
}

int audit_restore(void)
{
	struct audit_status status;
	int fd = audit_open(), ret, n = 0;
	union rule rule;

	if (fd < 0)
		return errno == EPROTONOSUPPORT ? 0 : -errno;
	ret = request_status(fd, &status);
	if (!ret && status.pid && (kill((pid_t)status.pid, 0) && errno == ESRCH))
		audit_set_pid(fd, 0, WAIT_NO);
	while (!ret && (ret = find_rule(fd, &rule)) > 0) {
		ret = 0;
		audit_set_enabled(fd, (__u32)(rule.data.buf[strlen(KEY)] - '0'));
		if (audit_delete_rule_data(fd, &rule.data, (int)rule.data.flags,
					   (int)rule.data.action) <= 0)
			ret = -EIO;
		n++;
	}
	close(fd);
	return ret < 0 ? ret : n;
}

/* "audit(TIME:SERIAL): fields": only those that the next run has again. */
static void add_record(struct lines *lines, int type, const char *text)
{
	const char *from = strstr(text, type == AUDIT_SYSCALL ? " arch=" : " sig=");
	const char *to = type == AUDIT_SYSCALL && from ? strstr(from, " items=") : NULL;
	char line[LINE_TEXT];

	if (!from)
		from = text;
	snprintf(line, sizeof(line), "%s%.*s",
		 type == AUDIT_SYSCALL ? "SYSCALL" : type == AUDIT_SECCOMP ? "SECCOMP" : "ABEND",
		 to ? (int)(to - from) : (int)strcspn(from, "\n"), from);
	lines_add(lines, line);
}

int audit_read(struct audit_log *log, pid_t pid, struct lines *lines)
{
	static const char mark[] = "arm64-entry-end-of-records";
	struct audit_reply reply;
	char who[24];
	int ret;

	lines_clear(lines);
	snprintf(who, sizeof(who), " pid=%d ", pid);
	if (audit_log_user_message(log->control, AUDIT_USER, mark, "", "", "", 1) <= 0)
		return -EIO;
	for (;;) {
		struct pollfd p = { .fd = log->records, .events = POLLIN };

		if (poll(&p, 1, -1) < 0)
			return -errno;
		memset(&reply, 0, sizeof(reply));
		ret = audit_get_reply(log->records, &reply, GET_REPLY_NONBLOCKING, 0);
		if (ret < 0 && ret != -EAGAIN)
			return ret;
		if (ret <= 0)
			continue;
		if (reply.type == AUDIT_USER && strstr(reply.message, mark))
			return 0;
		if ((reply.type == AUDIT_SYSCALL || reply.type == AUDIT_SECCOMP ||
		     reply.type == AUDIT_ANOM_ABEND) && strstr(reply.message, who))
			add_record(lines, reply.type, reply.message);
	}
}
