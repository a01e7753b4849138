/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gdb's side of a gdbserver that is attached to a task: it does to the task
 * what gdb would, and says what gdb would show.  Functions return 0 or negative
 * errno; -EPROTO: not the answer that is asked for, which is in g->answer.
 */
#ifndef PTRACE_GDB_REMOTE_H
#define PTRACE_GDB_REMOTE_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/socket.h>
#include "client.h"
#include "task.h"

#define GDB_NEEDS	"gdbserver is not installed"

#define GDB_ANSWER	40000	/* all registers, with the vectors of SVE, in hex */

struct gdb {
	struct task server;
	int fd;				/* the connection, from 1 on: 0 is none */
	FILE *in;			/* the same, to be read */
	char answer[GDB_ANSWER];	/* the last one */
};

static inline bool gdb_available(void)
{
	return client_path("gdbserver");
}

static int gdb_server_fd;
static const char *gdb_server_argv[6];

/* The connection is the server's input and output. */
static inline void gdb_server_body(struct page *page)
{
	(void)page;
	sys_call(__NR_dup3, sys_call(__NR_openat, AT_FDCWD, "/dev/null", O_WRONLY), 2, 0);
	sys_call(__NR_dup3, gdb_server_fd, 0, 0);
	sys_call(__NR_dup3, gdb_server_fd, 1, 0);
	sys_call(__NR_execve, gdb_server_argv[0], gdb_server_argv, environ);
}

/* $TEXT#SUM, where c*N in TEXT stands for c, N - 28 times. */
static inline int gdb_receive(struct gdb *g)
{
	size_t len = 0;
	int c, times;

	do {
		c = getc(g->in);
	} while (c != EOF && c != '$');
	for (c = getc(g->in); c != EOF && c != '#'; c = getc(g->in)) {
		times = 1;
		if (c == '*') {
			times = getc(g->in) - 29;
			c = len ? g->answer[len - 1] : '*';
		}
		for (; times > 0 && len < sizeof(g->answer) - 1; times--)
			g->answer[len++] = (char)c;
	}
	g->answer[len] = 0;
	return c == EOF || getc(g->in) == EOF || getc(g->in) == EOF ? -EPIPE : 0;
}

/* Send a packet and take its answer. */
__attribute__((format(printf, 2, 3)))
static inline int gdb_ask(struct gdb *g, const char *format, ...)
{
	static char packet[GDB_ANSWER + 8];
	unsigned char sum = 0;
	va_list args;
	int i, len;

	packet[0] = '$';
	va_start(args, format);
	len = 1 + vsnprintf(packet + 1, GDB_ANSWER, format, args);
	va_end(args);
	for (i = 1; i < len; i++)
		sum += (unsigned char)packet[i];
	len += sprintf(packet + len, "#%02x", sum);
	return write(g->fd, packet, (size_t)len) == len ? gdb_receive(g) : -EPIPE;
}

/* The same for what has no other answer than OK. */
#define gdb_tell(g, ...) \
	(gdb_ask(g, __VA_ARGS__) || strcmp((g)->answer, "OK") ? -EPROTO : 0)

/* Attach a gdbserver to the running task pid, which stops. */
static inline int gdb_attach(struct gdb *g, pid_t pid)
{
	static char pid_text[16];
	int fd[2], ret;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return -errno;
	snprintf(pid_text, sizeof(pid_text), "%d", pid);
	gdb_server_fd = fd[1];
	memcpy(gdb_server_argv, ((const char *[]){ client_path("gdbserver"), "--once", "--attach",
						   "-", pid_text, NULL }), sizeof(gdb_server_argv));
	ret = task_start(&g->server, gdb_server_body);
	close(fd[1]);
	g->fd = fd[0];
	g->in = fdopen(dup(g->fd), "r");
	if (!g->in)
		return -ENOMEM;
	if (!ret)
		ret = gdb_tell(g, "QStartNoAckMode");
	if (!ret)	/* that is, which reasons of a stop it shall name */
		ret = gdb_ask(g, "qSupported:swbreak+;hwbreak+");
	return ret ? ret : gdb_ask(g, "?");
}

/* Let the task run on alone. */
static inline int gdb_detach(struct gdb *g, pid_t pid)
{
	return gdb_tell(g, "D;%x", pid);
}

static inline void gdb_end(struct gdb *g)
{
	task_end(&g->server);
	if (g->fd)
		close(g->fd);
	if (g->in)
		fclose(g->in);
}

/* The last stop as "T05 REASON", without the registers and ids that come with it. */
static inline const char *gdb_stop(struct gdb *g)
{
	static char text[64];
	const char *part = g->answer + 3;
	int len;

	snprintf(text, sizeof(text), "%.3s", g->answer);
	for (; g->answer[0] == 'T' && *part; part += len + (part[len] == ';')) {
		len = (int)strcspn(part, ";");
		if (part[strspn(part, "0123456789abcdef")] != ':' &&
		    strncmp(part, "thread:", 7) && strncmp(part, "core:", 5))
			snprintf(text + strlen(text), sizeof(text) - strlen(text), " %.*s", len,
				 part);
	}
	return text;
}

/* Where register number, as gdb counts, stands in the answer to "g": digits in the order of bytes. */
static inline char *gdb_reg_digits(struct gdb *g, int number)
{
	return g->answer + number * 16;
}

static inline __u64 gdb_reg(struct gdb *g, int number)
{
	char digits[17];

	if (gdb_ask(g, "g"))
		return 0xbad0bad0bad0bad0ULL;
	snprintf(digits, sizeof(digits), "%.16s", gdb_reg_digits(g, number));
	return __builtin_bswap64(strtoull(digits, NULL, 16));
}

static inline int gdb_set_reg(struct gdb *g, int number, __u64 value)
{
	char digits[17];
	int ret = gdb_ask(g, "g");

	snprintf(digits, sizeof(digits), "%016llx", (unsigned long long)__builtin_bswap64(value));
	memcpy(gdb_reg_digits(g, number), digits, 16);
	return ret ? ret : gdb_tell(g, "G%s", g->answer);
}

#endif
