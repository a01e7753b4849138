#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
# Stands where the runner looks for perl in the guest.  Without perl the runner prefixes a program's output with
# sed, which keeps the lines back until the program ends: a kernel that dies would take them along.
BEGIN { ARGC = 1 }
{ print "# " $0; fflush() }
