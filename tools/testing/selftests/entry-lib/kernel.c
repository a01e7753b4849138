// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "kernel.h"

static FILE *config_open(bool *is_pipe)
{
	struct utsname u;
	char path[256];
	FILE *f;

	*is_pipe = !access("/proc/config.gz", R_OK);
	if (*is_pipe)
		return popen("zcat /proc/config.gz", "r");
	if (uname(&u))
		return NULL;
	snprintf(path, sizeof(path), "/boot/config-%s", u.release);
	f = fopen(path, "re");
	if (f)
		return f;
	snprintf(path, sizeof(path), "/lib/modules/%s/config", u.release);
	return fopen(path, "re");
}

/*
 * The configuration, read once for all tests of a program: each test is a
 * process of its own, so what the first of them reads is shared with the rest.
 */
static struct config_text {
	int state;	/* 0: not read yet, 1: read, -1: none to be had */
	char text[1 << 20];
} *config;

__attribute__((constructor)) static void config_share(void)
{
	void *shared = mmap(NULL, sizeof(*config), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	config = shared == MAP_FAILED ? NULL : shared;
}

static int config_read(void)
{
	bool is_pipe;
	FILE *f = config_open(&is_pipe);

	if (!f)
		return -1;
	/* Every line has a line's end before it, too. */
	config->text[0] = '\n';
	config->text[1 + fread(config->text + 1, 1, sizeof(config->text) - 2, f)] = '\0';
	if (is_pipe)
		pclose(f);
	else
		fclose(f);
	return config->text[1] ? 1 : -1;
}

int kernel_config(const char *name)
{
	const char *value;
	char want[128];
	int len;

	if (!config)
		return -1;
	if (!config->state)
		config->state = config_read();
	if (config->state < 0)
		return -1;
	len = snprintf(want, sizeof(want), "\nCONFIG_%s=", name);
	value = strstr(config->text, want);
	return value && (value[len] == 'y' || value[len] == 'm');
}

bool kernel_at_least(int major, int minor)
{
	int has_major, has_minor;
	struct utsname u;

	if (uname(&u) || sscanf(u.release, "%d.%d", &has_major, &has_minor) != 2)
		return false;
	return has_major > major || (has_major == major && has_minor >= minor);
}

int kernel_symbol(const char *name)
{
	char line[512], symbol[256];
	FILE *f = fopen("/proc/kallsyms", "re");
	int ret = -1;

	if (!f)
		return -1;
	while (ret != 1 && fgets(line, sizeof(line), f)) {
		ret = 0;
		if (strstr(line, name) && sscanf(line, "%*s %*s %255s", symbol) == 1 &&
		    !strcmp(symbol, name))
			ret = 1;
	}
	fclose(f);
	return ret;
}

static int step_from_environment(void)
{
	const char *step = getenv("ENTRY_STEP"), *kind = getenv("ENTRY_KIND");
	char *end;
	long n;

	if (step && *step) {
		n = strtol(step, &end, 10);
		if (!*end && n >= 0 && n <= ENTRY_STEP_GENERIC)
			return (int)n;
		fprintf(stderr, "# ENTRY_STEP=%s is not a number from 0 to %d\n", step,
			ENTRY_STEP_GENERIC);
	}
	if (kind && !strcmp(kind, "legacy"))
		return ENTRY_STEP_LEGACY;
	if (kind && !strcmp(kind, "generic"))
		return ENTRY_STEP_GENERIC;
	return -1;
}

static int step_from(int is_generic)
{
	if (is_generic < 0)
		return -1;
	return is_generic ? ENTRY_STEP_GENERIC : ENTRY_STEP_LEGACY;
}

int kernel_entry_step(void)
{
	static int step = -2;
	const char *const name[] = { "environment", "configuration", "symbols" };
	int said[3], i;

	if (step != -2)
		return step;
	said[0] = step_from_environment();
	said[1] = step_from(kernel_config("GENERIC_ENTRY"));
	/* Seconds to read under emulation, and newer than generic entry: only if need be. */
	said[2] = said[1] >= 0 ? -1 : step_from(kernel_symbol("syscall_enter_audit"));
	step = -1;
	for (i = 2; i >= 0; i--)
		if (said[i] >= 0)
			step = said[i];
	/* A step between the two is still the legacy code to the other sources. */
	for (i = 1; i < 3; i++)
		if (said[i] >= 0 && (said[i] == ENTRY_STEP_GENERIC) != (step > 10))
			fprintf(stderr, "# kernel kind: step %d, but the %s says %d\n", step,
				name[i], said[i]);
	return step;
}

/* Kernels before the option had it with GENERIC_ENTRY: there a symbol tells. */
int kernel_has_sud(void)
{
	static int has = -2;
	int built;

	if (has != -2)
		return has;
	has = kernel_config("SYSCALL_USER_DISPATCH");
	if (has < 0 || (!has && kernel_config("GENERIC_ENTRY"))) {
		built = kernel_symbol("set_syscall_user_dispatch");
		has = built < 0 ? has : built;
	}
	return has;
}

void kernel_mark(const char *program, const char *what)
{
	FILE *log = fopen("/dev/kmsg", "we");

	if (!log)
		return;
	fprintf(log, "arm64-entry: %s %s\n", program, what);
	fclose(log);	/* one write(2) of the whole line, which is one record */
}

int kernel_log_open(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (lseek(fd, 0, SEEK_END) < 0) {
		close(fd);
		return -EIO;
	}
	return fd;
}

int kernel_log_find(int fd, const char *text, char *line, size_t size)
{
	ssize_t len;

	for (;;) {
		len = read(fd, line, size - 1);
		if (len < 0 && errno == EAGAIN)
			return 0;
		if (len < 0 && errno == EPIPE)	/* lines were overwritten */
			continue;
		if (len < 0)
			return -errno;
		line[len] = 0;
		if (strstr(line, text))
			return 1;
	}
}

bool kernel_is_ours(void)
{
	const char *env = getenv("ENTRY_SYSTEM_WIDE");

	return env && !strcmp(env, "1");
}
