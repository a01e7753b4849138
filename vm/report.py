# SPDX-License-Identifier: GPL-2.0-only
"""Prints the course and the outcome of a run for people."""
import os
import re
import sys

import ktap

GREEN, RED, YELLOW, BOLD = "32", "31", "33", "1"
COLOURS = {ktap.PASS: GREEN, ktap.SKIP: YELLOW, ktap.XFAIL: YELLOW, ktap.XPASS: YELLOW}
WORDS = {ktap.PASS: "ok", ktap.SKIP: "skip"}
MOST_LINES = 40
# What the kselftest harness says around every test.
CHATTER = re.compile(r" +(RUN|OK|FAIL|SKIP|XFAIL) +\S+( \.\.\.)?$|Starting \d+ tests|"
                     r"(PASSED|FAILED): \d+ / \d+|Totals: pass|timeout set to |"
                     r"\d+ skipped test\(s\) detected")


class Printer:
    """Writes to standard output, in colour if that is a terminal that wants it."""

    def __init__(self):
        self.coloured = (sys.stdout.isatty() and not os.environ.get("NO_COLOR")
                         and os.environ.get("TERM") != "dumb")

    def paint(self, text, colour):
        return "\033[%sm%s\033[0m" % (colour, text) if self.coloured else text

    def line(self, text=""):
        print(text, flush=True)

    def title(self, text):
        self.line()
        self.line(self.paint(text, BOLD))

    def program(self, test, seconds):
        """The line of a program that has ended."""
        status = test.status
        word = self.paint("%-7s" % WORDS.get(status, status), COLOURS.get(status, RED))
        note = describe(ktap.count([test])) if test.subtests else test.reason
        if test.status in ktap.BAD and test in test.leaves() and test.subtests:
            note += "; " + test.reason
        took = "%5.1f s" % seconds if seconds is not None else "       "
        self.line("%s %-42s %s  %s" % (word, test.name, took, note))

    def outcome(self, programs, problems, splats):
        """The lists: failures, skips by reason, known defects."""
        self._failures(programs, problems)
        self._grouped("Skipped", programs, ktap.SKIP)
        self._grouped("Known defects (XFAIL)", programs, ktap.XFAIL)
        self._grouped("Passed though expected to fail", programs, ktap.XPASS)
        known = [splat for splat in splats if splat.known]
        if known:
            self.title("Kernel messages of known defects")
            for splat in known:
                self.line("  %s  %s %s: %s" % (splat.known, splat.program,
                                               splat.test or "", splat.title))

    def _failures(self, programs, problems):
        failed = [(program, leaf) for program in programs for leaf in program.leaves()
                  if leaf.status in ktap.BAD]
        if not failed and not problems:
            return
        self.title("Failed")
        absent = {}
        for program, leaf in failed:
            if leaf.status == ktap.MISSING and leaf.reason == ktap.NO_RESULT:
                absent.setdefault(program.name, []).append(leaf)
        for program, leaf in failed:
            if leaf.status == ktap.MISSING and leaf.reason == ktap.NO_RESULT:
                continue
            name = program.name if leaf is program else program.name + " " + leaf.name
            reason = ": " + leaf.reason if leaf.reason else ""
            self.line("  %s %s%s" % (self.paint(leaf.status, RED), name, reason))
            self._log(leaf.lines)
        for name, leaves in absent.items():
            self.line("  %s %s%s" % (self.paint(ktap.MISSING, RED), name, "" if leaves[0].name
                                     == name else " " + " ".join(t.name for t in leaves)))
        for title, lines in problems:
            self.line("  %s %s" % (self.paint("KERNEL", RED), title))
            self._log(lines)

    def _log(self, lines):
        lines = [line for line in lines if not CHATTER.match(line)]
        for line in lines[:MOST_LINES]:
            self.line("      " + line)
        if len(lines) > MOST_LINES:
            self.line("      (%d more lines in the log)" % (len(lines) - MOST_LINES))

    def _grouped(self, title, programs, status):
        groups = {}
        for program in programs:
            for leaf in program.leaves():
                if leaf.status == status:
                    name = program.name if leaf is program else program.name + " " + leaf.name
                    groups.setdefault(leaf.reason or "no reason given", []).append(name)
        if groups:
            self.title(title)
        for reason, names in sorted(groups.items(), key=by_number):
            self.line("  %3d  %s" % (len(names), reason))
            for name in names:
                self.line("         " + name)


def some(number, thing):
    return "%d %s%s" % (number, thing, "" if number == 1 else "s")


def by_number(group):
    """Sort K2 before K10."""
    word = group[0].split(" ")[0]
    return (int(word[1:]) if word[:1] == "K" and word[1:].isdigit() else 0, group[0])


def describe(counts):
    """ "3 passed, 1 failed": every status that occurs."""
    names = (("passed", [ktap.PASS]), ("failed", [ktap.FAIL, ktap.TIMEOUT, ktap.CRASH]),
             ("missing", [ktap.MISSING]), ("skipped", [ktap.SKIP]),
             ("xfail", [ktap.XFAIL]), ("xpass", [ktap.XPASS]))
    parts = [(sum(counts[s] for s in statuses), name) for name, statuses in names]
    return ", ".join("%d %s" % part for part in parts if part[0]) or "nothing ran"
