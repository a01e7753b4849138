# SPDX-License-Identifier: GPL-2.0-only
"""The one reader of KTAP, for everything that looks at test results.

Reads what kselftest's runner prints (results of a program nested by "# "),
the indented form of the KTAP specification, and any mix of both with kernel
messages in between.  Line by line:

    reader = Reader()
    for line in stream:
        for kind, test in reader.feed(line):    # "start", "test", "program"
            ...
    reader.close()                              # what is missing is in now
    reader.programs                             # the tree of Test

A result ends what was nested deeper since the result before it: KTAP puts
children, and the lines that explain a result, before the result.
"""
import re
import signal

PASS, FAIL, SKIP, XFAIL, XPASS = "PASS", "FAIL", "SKIP", "XFAIL", "XPASS"
TIMEOUT, CRASH, MISSING = "TIMEOUT", "CRASH", "MISSING"
STATUSES = (PASS, FAIL, SKIP, XFAIL, XPASS, TIMEOUT, CRASH, MISSING)
NO_RESULT = "no result"
BAD = frozenset((FAIL, TIMEOUT, CRASH, MISSING))

_KERNEL = re.compile(r"^(?:<\d+>)?\[ *\d+\.\d+\](?:\[ *[TC]\d+\])? ?")
_PREFIX = re.compile(r"^((?:# )*)( *)(.*)$", re.S)
_VERSION = re.compile(r"^K?TAP version \d+$")
_PLAN = re.compile(r"^1\.\.(\d+)(?:\s*#\s*(?:SKIP\b)?\s*(.*))?$", re.I)
_RESULT = re.compile(r"^(ok|not ok) +(\d+)(?: +(?:- +)?|$)(.*)$")
_BAIL = re.compile(r"^Bail out!\s*(.*)$")
_DIRECTIVE = re.compile(r"^(SKIP|TODO|XFAIL|XPASS|TIMEOUT|ERROR|exit=(\d+))\b:?\s*(.*)$", re.I)
_START = re.compile(r"^selftests: (\S+): (\S+)$")


class Test:
    """A program ("collection:program") or one of its tests, with its subtests."""

    def __init__(self, name, status, reason="", number=None):
        self.name = name
        self.status = status
        self.reason = reason
        self.number = number
        self.lines = []
        self.subtests = []

    def leaves(self):
        """The results that count: the tests, and a program that failed by itself."""
        found = [leaf for test in self.subtests for leaf in test.leaves()]
        if not found or (self.status in BAD and
                         not any(t.status in BAD - {MISSING} for t in found)):
            found.append(self)
        return found

    def as_dict(self):
        known = {"name": self.name, "status": self.status, "reason": self.reason,
                 "lines": self.lines,
                 "subtests": [test.as_dict() for test in self.subtests]}
        return {key: value for key, value in known.items() if value}

    def settle(self, children, lines):
        """Take the nested results in, and correct a status that they contradict."""
        self.subtests = children
        self.lines = lines
        bad = [test for test in children if test.status in BAD]
        if self.status == PASS and bad:
            self.status = FAIL
            missing = sum(test.status == MISSING for test in bad)
            self.reason = ("reported ok with %d failed and %d missing tests"
                           % (len(bad) - missing, missing))
        elif (self.status == PASS and children
              and all(test.status == SKIP for test in children)):
            self.status = SKIP
            self.reason = "all tests skipped"


class _Level:
    """One depth of nesting: the results so far and what their plan still owes."""

    def __init__(self, key):
        self.key = key
        self.tests = []
        self.lines = []
        self.plan = None
        self.skip_all = None
        self.bail = None
        self.numbers = set()

    def settle_plan(self):
        """Turn results that were announced and did not come into MISSING."""
        if self.plan is not None:
            why = "Bail out! " + self.bail if self.bail is not None else NO_RESULT
            for number in sorted(set(range(1, self.plan + 1)) - self.numbers):
                self.tests.append(Test("#%d" % number, MISSING, why.strip(), number))
        self.plan = None
        self.numbers = set()


def _parse_result(verdict, number, text):
    """A Test from the parts of a result line."""
    name, mark, comment = text.partition("# ")
    if text.endswith(" #") or text == "#":
        name, mark, comment = text[:-1], "", ""
    name = name.strip()
    status = PASS if verdict == "ok" else FAIL
    reason = comment.strip()
    directive = _DIRECTIVE.match(reason) if mark else None
    if directive:
        word = directive.group(1).upper()
        reason = directive.group(3).strip()
        if word == "TODO":
            status = XPASS if verdict == "ok" else XFAIL
        elif word == "ERROR":
            status = FAIL
        elif word.startswith("EXIT="):
            status, reason = _exit_status(int(directive.group(2)))
        else:
            status = word
        if not name:
            # kselftest.h puts the directive first: "ok 2 # SKIP name".
            name, reason = reason, ""
    program = _START.match(name)
    if program:
        name = "%s:%s" % program.groups()
    return Test(name or "#%s" % number, status, reason,
                int(number))


def _exit_status(code):
    if code <= 128:
        return FAIL, "exit %d" % code
    try:
        return CRASH, "killed by %s" % signal.Signals(code - 128).name
    except ValueError:
        return CRASH, "exit %d" % code


def clean(line):
    """The line without its end, and without a kernel time stamp before KTAP."""
    line = line.rstrip("\r\n")
    stamp = _KERNEL.match(line)
    if stamp:
        rest = line[stamp.end():]
        body = _PREFIX.match(rest).group(3)
        if any(form.match(body) for form in (_VERSION, _PLAN, _RESULT, _BAIL)):
            return rest
    return line


class Reader:
    """Reads KTAP line by line; `expected` are program names that must have a result."""

    def __init__(self, expected=()):
        self.expected = list(expected)
        self.programs = []
        self.current = None
        self.stack = [_Level((0, 0))]
        self.events = []

    def feed(self, line):
        """Read one line; returns the events it caused as pairs (kind, Test)."""
        self.events = []
        line = clean(line)
        hashes, indent, body = _PREFIX.match(line).groups()
        key = (len(hashes) // 2, len(indent))
        body = body.rstrip()
        result = _RESULT.match(body)
        if key[0] > 1 and key > self.stack[-1].key:
            result = None       # a diagnostic: no version line opened this depth
        plan = _PLAN.match(body)
        bail = _BAIL.match(body)
        start = _START.match(body)
        if _KERNEL.match(line):
            self.stack[-1].lines.append(line)
        elif start and key == (1, 0):
            self._start("%s:%s" % start.groups())
        elif _VERSION.match(body):
            self._enter(key).settle_plan()
        elif plan:
            level = self._enter(key)
            level.settle_plan()
            level.plan = int(plan.group(1))
            if level.plan == 0:
                level.skip_all = (plan.group(2) or "").strip()
        elif result:
            self._result(key, _parse_result(*result.groups()))
        elif bail:
            self._enter(key).bail = bail.group(1)
        elif body:
            # The "# " that marks the line as a diagnostic of its level goes too.
            self.stack[-1].lines.append(indent + body)
        return self.events

    def close(self):
        """The input has ended: count what is missing."""
        self.events = []
        if self.current:
            self._unfinished()
        self._leave((0, 0))
        root = self.stack[0]
        if root.bail is not None and not self.programs and root.plan is None:
            self._add_program(Test("Bail out!", FAIL, root.bail))
        self._missing_programs(root)
        return self.events

    def _missing_programs(self, root):
        seen = {test.name for test in self.programs}
        why = "Bail out! " + root.bail if root.bail is not None else NO_RESULT
        absent = [name for name in self.expected if name not in seen]
        if not self.expected and root.plan is not None:
            absent = ["#%d" % number for number in
                      sorted(set(range(1, root.plan + 1)) - root.numbers)]
            # A program that started and did not end has one of the numbers.
            unfinished = sum(test.number is None for test in self.programs)
            absent = absent[unfinished:]
        for name in absent:
            self._add_program(Test(name, MISSING, why.strip()))

    def _enter(self, key):
        """The level `key`, with every deeper one closed."""
        carried, lines = self._leave(key)
        level = self.stack[-1]
        if level.key != key:
            level = _Level(key)
            self.stack.append(level)
        level.tests.extend(carried)
        level.lines.extend(lines)
        return level

    def _leave(self, key):
        """Close the levels deeper than `key`; returns their results and lines."""
        carried, lines = [], []
        while self.stack[-1].key > key:
            level = self.stack.pop()
            level.settle_plan()
            carried = level.tests + carried
            lines = level.lines + lines
            if level.skip_all and not self.stack[-1].skip_all:
                self.stack[-1].skip_all = level.skip_all
            if level.bail is not None and self.stack[-1].key > (0, 0):
                self.stack[-1].bail = level.bail
            elif level.bail is not None:
                lines = lines + ["Bail out! " + level.bail]
        return carried, lines

    def _start(self, name):
        if self.current:
            self._unfinished()
        root = self._enter((0, 0))
        root.tests, root.lines = [], []
        self.current = name
        self.events.append(("start", Test(name, MISSING)))

    def _unfinished(self):
        children, lines = self._leave((0, 0))
        test = Test(self.current, MISSING, "started and did not end")
        test.settle(children, lines)
        self._add_program(test)
        self.current = None

    def _result(self, key, test):
        children, lines = self._leave(key)
        level = self.stack[-1]
        if level.key != key:
            level = _Level(key)
            self.stack.append(level)
        test.settle(children, level.lines + lines)
        level.lines = []
        if test.status == SKIP and not test.reason and level.skip_all:
            test.reason = level.skip_all
        level.skip_all = None
        level.numbers.add(test.number)
        if level is self.stack[0]:
            if self.current and ":" not in test.name:
                test.name = self.current
            self.current = None
            self._add_program(test)
        else:
            level.tests.append(test)
            self.events.append(("test", test))

    def _add_program(self, test):
        self.programs.append(test)
        self.events.append(("program", test))


def read(text, expected=()):
    """The programs of a whole log; a last line that was cut off is no result."""
    reader = Reader(expected)
    lines = text.split("\n")
    for line in lines[:-1]:
        reader.feed(line)
    if lines[-1]:
        reader.stack[-1].lines.append(lines[-1])
    reader.close()
    return reader.programs


def count(programs):
    """How many results have each status."""
    counts = dict.fromkeys(STATUSES, 0)
    for program in programs:
        for leaf in program.leaves():
            counts[leaf.status] += 1
    return counts
