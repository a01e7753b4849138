# SPDX-License-Identifier: GPL-2.0-only
"""Runs programs of the collection under one mutant after another, in as few guests as possible."""
import os
import re
import shlex
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("../vm", "../gate"):
    sys.path.insert(0, os.path.join(HERE, folder))

import guest  # noqa: E402
import ktap  # noqa: E402
from kernelfile import Kernel  # noqa: E402

MARK = 77           # ENTRY_MUTANT_MARK in new/kernel/entry_mutant.c
PROGRAM_LIMIT = 20  # seconds; a test that a mutant hangs is a hang, not a kill

# What the guest does: numbers and programs come from the script's own lines.  A
# mark makes the mutant visible to the program alone, never to this shell.
JOB = r"""
switch=/sys/module/entry_mutant/parameters/number
program() {
	echo "# selftests: ${1%%:*}: ${1#*:}"
	# The mark comes behind timeout, which must not see the mutant.
	(cd "${1%%:*}" && timeout -k 1 @LIMIT@ sh -c \
		'echo @MARK@ >/proc/self/oom_score_adj; exec "./$1"' sh "${1#*:}") >/tmp/said 2>&1
	status=$?
	# Tests that hang have process groups of their own and outlive the program.
	[ $status -lt 124 ] || stragglers
	sed 's/^/# /' /tmp/said
	case $status in
	0)	echo "ok 1 selftests: ${1%%:*}: ${1#*:}" ;;
	4)	echo "ok 1 selftests: ${1%%:*}: ${1#*:} # SKIP" ;;
	124)	echo "not ok 1 selftests: ${1%%:*}: ${1#*:} # TIMEOUT @LIMIT@ seconds" ;;
	*)	echo "not ok 1 selftests: ${1%%:*}: ${1#*:} # exit=$status" ;;
	esac
}
stragglers() {
	for process in /proc/[0-9]*; do
		if [ "$(cat $process/oom_score_adj 2>/dev/null)" = @MARK@ ]; then
			kill -9 ${process#/proc/} 2>/dev/null
		fi
	done
}
mutant() {
	echo "# mutant $1 begins"
	number=$1
	shift
	for name; do
		[ -w $switch ] && echo $number >$switch
		program $name
		[ -w $switch ] && echo 0 >$switch
	done
	echo "# mutant $number ends"
}
""".replace("@MARK@", str(MARK)).replace("@LIMIT@", str(PROGRAM_LIMIT))


class Outcome:
    """What the programs said under one mutant."""

    def __init__(self, programs, end="ended", seconds=0.0):
        self.programs = programs
        self.end = end          # ended, died (the guest), hung
        self.seconds = seconds

    def results(self):
        """{(program, test): status}"""
        return {(program.name, "" if leaf is program else leaf.name): leaf.status
                for program in self.programs for leaf in program.leaves()}


class Campaign:
    def __init__(self, kernel, install, userland, options, limit):
        self.kernel = Kernel(kernel)
        self.install = install
        self.userland = userland
        self.options = options
        self.limit = limit

    def run(self, plan):
        """Yield (number, Outcome) for each (number, programs) of the plan.

        A guest that dies or goes silent costs that mutant its remaining programs; the
        rest of the plan goes on in a new guest.
        """
        plan = list(plan)
        while plan:
            done = 0
            for number, outcome in self._one_guest(plan):
                done += 1
                yield number, outcome
            plan = plan[done:]

    def _one_guest(self, plan):
        job = JOB + "\n".join("mutant %d %s" % (number, " ".join(map(shlex.quote, programs)))
                              for number, programs in plan)
        root = guest.root_archive(self.userland, self.install, self.kernel, job,
                                  {"ENTRY_SYSTEM_WIDE": "1"})
        mte = guest.mte_setting(self.options["MTE"], self.options["CPU"],
                                guest.qemu_version(self.options["QEMU"]))
        machine = guest.Guest(self.options, mte, self.options["QEMU"],
                              guest.kernel_file(self.kernel), root)
        longest = 60 + sum(len(programs) for _, programs in plan) * (PROGRAM_LIMIT + 5)
        reader, current, begun = None, None, time.monotonic()
        given = dict(plan)
        finished = set()
        try:
            for source, line in machine.lines(longest, self.limit):
                if source == "console":
                    continue
                mark = re.match(r"# mutant (\d+) (begins|ends)$", line.rstrip("\r"))
                if mark and mark.group(2) == "begins":
                    current, begun = int(mark.group(1)), time.monotonic()
                    reader = ktap.Reader(given[current])
                elif mark:
                    reader.close()
                    finished.add(current)
                    yield current, Outcome(reader.programs, "ended", time.monotonic() - begun)
                    current = None
                elif reader and current is not None:
                    reader.feed(line)
        finally:
            machine.stop()
        if len(finished) == len(plan):
            return
        if current is None:     # it died between two, or before the first
            current = next(number for number, _ in plan if number not in finished)
            reader = ktap.Reader(given[current])
        reader.close()
        yield current, Outcome(reader.programs, "hung" if machine.timed_out else "died",
                               time.monotonic() - begun)
