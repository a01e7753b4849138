// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kernel.h"
#include "trace.h"

#define TRACEFS		"/sys/kernel/tracing"
#define INSTANCES	TRACEFS "/instances"
#define PREFIX		"arm64-entry-"

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

static int trace_write(struct trace *t, const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", t->dir, file);
	return write_file(path, text);
}

int trace_available(void)
{
	if (access(INSTANCES, W_OK) &&
	    (!kernel_is_ours() || mount("none", TRACEFS, "tracefs", 0, NULL)))
		return 0;
	return !access(INSTANCES, W_OK) &&
	       !access(TRACEFS "/events/raw_syscalls/sys_enter", F_OK);
}

int trace_open(struct trace *t, pid_t pid, const char *const events[])
{
	char text[128];
	int ret, i;

	snprintf(t->dir, sizeof(t->dir), INSTANCES "/" PREFIX "%d", pid);
	if (mkdir(t->dir, 0700)) {
		ret = -errno;
		t->dir[0] = 0;
		return ret;
	}
	snprintf(text, sizeof(text), "%d", pid);
	ret = trace_write(t, "set_event_pid", text);
	if (!ret)
		ret = trace_write(t, "options/event-fork", "1");
	for (i = 0; !ret && events[i]; i++) {
		snprintf(text, sizeof(text), "events/%s/enable", events[i]);
		ret = trace_write(t, text, "1");
	}
	return ret ? ret : trace_write(t, "tracing_on", "1");
}

/*
 * "  prog-123   [000] d..2. 12.345678: sys_enter: NR 172 (...)"; the events of
 * the system "syscalls" have no name: "sys_getppid()", "sys_getppid -> 0x1".
 */
static int trace_parse(char *line, struct trace_event *ev)
{
	char *cpu = strstr(line, " ["), *dash, *text, *colon;

	line[strcspn(line, "\n")] = 0;
	if (line[0] == '#' || !cpu)
		return 0;
	*cpu = 0;
	dash = strrchr(line, '-');
	text = strstr(cpu + 1, ": ");
	if (!dash || !text)
		return 0;
	text += 2;
	colon = strstr(text, ": ");
	ev->pid = atoi(dash + 1);
	ev->name[0] = 0;
	if (colon && strcspn(text, " (") > (size_t)(colon - text)) {
		snprintf(ev->name, sizeof(ev->name), "%.*s", (int)(colon - text), text);
		text = colon + 2;
	}
	snprintf(ev->text, sizeof(ev->text), "%s", text);
	return 1;
}

static FILE *trace_file(struct trace *t)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/trace", t->dir);
	return fopen(path, "re");
}

int trace_read(struct trace *t, struct trace_event *ev, int max)
{
	FILE *f = trace_file(t);
	char line[512];
	int n = 0;

	if (!f)
		return -errno;
	while (n < max && fgets(line, sizeof(line), f))
		n += trace_parse(line, &ev[n]);
	fclose(f);
	return n;
}

int trace_lines(struct trace *t, pid_t pid, struct lines *lines)
{
	FILE *f = trace_file(t);
	char line[512], text[LINE_TEXT];
	struct trace_event ev;

	if (!f)
		return -errno;
	lines_clear(lines);
	while (fgets(line, sizeof(line), f)) {
		if (!trace_parse(line, &ev) || ev.pid != pid)
			continue;
		snprintf(text, sizeof(text), "%s%s%s", ev.name, ev.name[0] ? ": " : "", ev.text);
		lines_add(lines, text);
	}
	fclose(f);
	return 0;
}

void trace_close(struct trace *t)
{
	if (!t->dir[0])
		return;
	trace_write(t, "tracing_on", "0");
	trace_write(t, "events/enable", "0");
	rmdir(t->dir);
	t->dir[0] = 0;
}

int trace_restore(void)
{
	DIR *dir = opendir(INSTANCES);
	struct dirent *entry;
	struct trace t;
	int n = 0;

	if (!dir)
		return errno == ENOENT ? 0 : -errno;
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)))
			continue;
		snprintf(t.dir, sizeof(t.dir), INSTANCES "/%.80s", entry->d_name);
		trace_close(&t);
		n++;
	}
	closedir(dir);
	return n;
}
