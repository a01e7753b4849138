/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LINUX_ENTRY_MUTANT_H
#define _LINUX_ENTRY_MUTANT_H

#include <linux/types.h>

/*
 * Which small wrong change of the kernel is in force, 0 for none, and whether
 * the current task is one that shall see it.
 */
extern unsigned int entry_mutant;
bool entry_mutant_here(void);

#define entry_mutant_on(number) \
	(unlikely(*(volatile unsigned int *)&entry_mutant == (number)) && entry_mutant_here())

#endif
