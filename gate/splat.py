# SPDX-License-Identifier: GPL-2.0-only
"""Finds what a kernel says about its own faults, and whose doing it was.

The programs of the collection write "arm64-entry: PROGRAM starts" and
"arm64-entry: PROGRAM FIXTURE.TEST" to the kernel log; a splat belongs to the
last such line before it.
"""
import re

_STAMP = re.compile(r"^\[ *\d+\.\d+\](?:\[ *[TC]\d+\])? ?")
_MARK = re.compile(r"^arm64-entry: (\S+) (\S+)$")
_FIRST = re.compile("|".join((
    r"WARNING: ", r"BUG: ", r"kernel BUG at ", r"Oops\b", r"Internal error: ",
    r"Unable to handle kernel ", r"Kernel panic - not syncing", r"UBSAN: ",
    r"INFO: task .* blocked for more than", r"INFO: possible recursive",
    r"INFO: trying to register non-static key", r"INFO: inconsistent lock",
    r"possible circular locking", r"suspicious RCU usage", r"inconsistent lock state",
    r"rcu: INFO: .* stall", r"watchdog: BUG", r"left (IRQs|interrupts) disabled",
    r"Unexpected kernel", r"Bad mode in ", r"Unhandled .*el[123]",
    r"Call [Tt]race:", r"bad unlock balance", r"sleeping function called",
    r"DEBUG_LOCKS_WARN_ON",
)))
_CUT = "------------[ cut here ]------------"
_LAST = re.compile(r"---\[ end (trace|Kernel panic)|</?TASK> end")
MOST_LINES = 80


class Splat:
    """One report of the kernel, with the program and the test that ran."""

    def __init__(self, program, test):
        self.program = program
        self.test = test
        self.title = ""
        self.lines = []
        self.panic = False
        self.known = None

    def as_dict(self):
        return {"program": self.program, "test": self.test, "title": self.title,
                "known": self.known, "lines": self.lines}


class Reader:
    """Reads a console log line by line and collects the splats."""

    def __init__(self):
        self.splats = []
        self.program = None
        self.test = None
        self.open = None
        self.panic = False

    def feed(self, line, running=None):
        """Read a line; `running` is the program to blame if it is not the one that
        marked itself last."""
        line = line.rstrip("\r\n")
        stamp = _STAMP.match(line)
        if not stamp:
            return
        text = line[stamp.end():]
        mark = _MARK.match(text)
        if mark:
            self.program = mark.group(1)
            self.test = None if mark.group(2) == "starts" else mark.group(2)
            self.open = None
            return
        first = _FIRST.search(text)
        if text == _CUT or (first and not self.open):
            self.open = Splat(running or self.program, None if running else self.test)
            self.splats.append(self.open)
        if not self.open:
            return
        if first:
            self.open.title = self.open.title or text.strip()
            if "Kernel panic" in text:
                self.open.panic = self.panic = True
        if len(self.open.lines) < MOST_LINES:
            self.open.lines.append(line)
        if _LAST.search(text):
            self.open = None


def load_known(path):
    """The listed defects: pairs (number, pattern) of the file's lines."""
    known = []
    with open(path) as source:
        for line in source:
            line = line.split("#")[0].strip()
            if line:
                number, pattern = line.split(None, 1)
                known.append((number, re.compile(pattern)))
    return known


def excuse(splats, programs, known):
    """Mark the splats of tests that reported a listed defect as its doing."""
    reported = {}
    for program in programs:
        for leaf in program.leaves():
            number = leaf.reason.split(" ")[0].rstrip(":,") if leaf.status == "XFAIL" else ""
            reported[(program.name.split(":")[-1], leaf.name)] = number
    for splat in splats:
        number = reported.get(((splat.program or "").split(":")[-1], splat.test))
        for listed, pattern in known:
            if listed == number and any(pattern.search(line) for line in splat.lines):
                splat.known = number
