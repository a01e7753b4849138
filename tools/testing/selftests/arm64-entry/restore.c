// SPDX-License-Identifier: GPL-2.0-only
/*
 * Repairs what tests that were killed left behind in this system: rules and
 * state of the audit subsystem, tracefs instances.  Run it when no test runs.
 * Exit status: 0 all is well now, 1 something could not be repaired.
 */
#include <stdio.h>
#include <string.h>
#include "audit.h"
#include "trace.h"

static int report(const char *what, int ret)
{
	if (ret < 0)
		fprintf(stderr, "restore: %s: %s: run it as root\n", what, strerror(-ret));
	else if (ret > 0)
		printf("restore: removed %d %s\n", ret, what);
	return ret < 0;
}

int main(void)
{
	int ret = report("audit rules", audit_restore());

	return report("tracefs instances", trace_restore()) | ret;
}
