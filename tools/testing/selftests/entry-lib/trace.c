// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "trace.h"

#define TRACEFS "/sys/kernel/tracing"

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
	if (!access(TRACEFS "/instances", W_OK))
		return 1;
	if (mount("none", TRACEFS, "tracefs", 0, NULL))
		return 0;
	return !access(TRACEFS "/instances", W_OK);
}

int trace_open(struct trace *t, pid_t pid, const char *const events[])
{
	char text[128];
	int ret, i;

	snprintf(t->dir, sizeof(t->dir), TRACEFS "/instances/arm64-entry-%d", pid);
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

/* "  prog-123   [000] d..2. 12.345678: sys_enter: NR 172 (...)" */
static int trace_parse(char *line, struct trace_event *ev)
{
	char *cpu = strstr(line, " ["), *dash, *name, *colon;

	line[strcspn(line, "\n")] = 0;
	if (line[0] == '#' || !cpu)
		return 0;
	*cpu = 0;
	dash = strrchr(line, '-');
	name = strstr(cpu + 1, ": ");
	if (!dash || !name)
		return 0;
	name += 2;
	colon = strchr(name, ':');
	if (!colon)
		return 0;
	*colon = 0;
	ev->pid = atoi(dash + 1);
	snprintf(ev->name, sizeof(ev->name), "%s", name);
	snprintf(ev->text, sizeof(ev->text), "%s", colon[1] == ' ' ? colon + 2 : colon + 1);
	return 1;
}

int trace_read(struct trace *t, struct trace_event *ev, int max)
{
	char path[256], line[512];
	int n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/trace", t->dir);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	while (n < max && fgets(line, sizeof(line), f))
		n += trace_parse(line, &ev[n]);
	fclose(f);
	return n;
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
