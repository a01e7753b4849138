// SPDX-License-Identifier: GPL-2.0-only
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "page.h"

static size_t page_round(size_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (len + page - 1) & ~(page - 1);
}

struct page *page_new(void)
{
	void *p = mmap(NULL, page_round(sizeof(struct page)), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void page_free(struct page *page)
{
	if (page)
		munmap(page, page_round(sizeof(*page)));
}

void page_wait(__u32 *futex, __u32 value)
{
	while (__atomic_load_n(futex, __ATOMIC_ACQUIRE) == value)
		sys_call(__NR_futex, futex, FUTEX_WAIT, value, NULL);
}

void page_wake(__u32 *futex, __u32 value)
{
	__atomic_store_n(futex, value, __ATOMIC_RELEASE);
	sys_call(__NR_futex, futex, FUTEX_WAKE, 0x7fffffff);
}

void *guard_alloc(size_t len)
{
	size_t size = page_round(len), page = page_round(1);
	char *p = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (mprotect(p + size, page, PROT_NONE)) {
		munmap(p, size + page);
		return NULL;
	}
	memset(p, 0xff, size);
	return p + size - len;
}

void guard_free(void *p, size_t len)
{
	size_t size = page_round(len);

	if (p)
		munmap((char *)p + len - size, size + page_round(1));
}

void sysregs_fill(struct sysregs *in, long nr, const __u64 args[6])
{
	int i;

	for (i = 0; i < ARCH_SYSREGS; i++)
		in->r[i] = pattern(i);
	for (i = 0; i < 6; i++)
		in->r[SYSREG_ARG(i)] = args[i];
	in->r[SYSREG_NR] = (__u64)nr;
	in->flags = ARCH_FLAGS_PATTERN;
}

void sysregs_fill_pattern(struct sysregs *in, long nr)
{
	__u64 args[6];
	int i;

	for (i = 0; i < 6; i++)
		args[i] = pattern(100 + i);
	sysregs_fill(in, nr, args);
}
