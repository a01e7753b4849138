// SPDX-License-Identifier: GPL-2.0-only
#include <linux/entry_mutant.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

unsigned int entry_mutant;
module_param_named(number, entry_mutant, uint, 0644);

/*
 * Tasks carry the mark in a value that fork and exec hand on and that nothing
 * on the way into and out of a system call looks at.  A number of 1000 and more
 * is for every task: it is what a mutant gets that a mark cannot confine.
 */
#define ENTRY_MUTANT_MARK 77

bool noinstr entry_mutant_here(void)
{
	return entry_mutant >= 1000 || current->signal->oom_score_adj == ENTRY_MUTANT_MARK;
}
