# SPDX-License-Identifier: GPL-2.0-only
"""What kernels are known to do otherwise, by version or for want of an option.

errata.tsv has a row for each, and ENTRY_ERRATA may name another such table: a
failure that a row names is what that kernel is known for and becomes XFAIL; a
test that passes in spite of a row becomes XPASS, since then the row is wrong.
The tests themselves know no versions.
"""
import os
import re

import ktap

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "errata.tsv")
_BANNER = re.compile(rb"Linux version \d[^\n\0]+\n")
# What a failure says of a number, as in "0x5a (pattern(1))": not in the rows.
_MEANING = re.compile(r"(\b0x[0-9a-f]+) \((?:[^()]|\(\d+\))*\)")
_STABLE = re.compile(r"#\d* .*\bDebian (\d+\.\d+\.\d+)")


class Row:
    """A row of the table; `number` is its line, for messages."""

    def __init__(self, number, line):
        fields = line.split("\t")
        if len(fields) != 5 or not all(fields):
            raise ValueError("errata.tsv:%d: five fields with one tab between them" % number)
        kernels, self.program, test, seen, self.reason = fields
        self.options = [text[1:] for text in kernels.split() if text[0] == "!"]
        self.ranges = [_range(text) for text in kernels.split() if text[0] != "!"]
        self.test = re.compile(test)
        self.seen = re.compile(seen)

    def holds_for(self, version, options=()):
        return not set(self.options) & set(options) and any(
            first <= version[:len(first)] and version[:len(last)] <= last
            for first, last in self.ranges)

    def explains(self, test):
        """Whether the failure has the form that the row gives."""
        return any(self.seen.search(_MEANING.sub(r"\1", line)) for line in test.lines + [test.reason])


def _numbers(text):
    return tuple(int(part) for part in text.split(".")) if text else ()


def _range(text):
    """ "6.13-7.1" as two tuples, either of which may be empty: all 7.1.x are within."""
    if not re.fullmatch(r"(\d+(\.\d+)*)?-(\d+(\.\d+)*)?", text):
        raise ValueError("errata.tsv: '%s' is no range of kernels such as 6.13-7.1" % text)
    first, _, last = text.partition("-")
    return _numbers(first), _numbers(last)


def version(kernel):
    """The version of a kernelfile.Kernel as numbers; Debian 12's release does not tell all."""
    banner = _BANNER.search(kernel.image)
    stable = _STABLE.search(banner.group().decode("latin-1")) if banner else None
    found = re.match(r"\d+\.\d+(\.\d+)?", stable.group(1) if stable else kernel.release)
    return _numbers(found.group()) if found else ()


def _options(kernel):
    if not kernel.config:
        return []
    with open(kernel.config, encoding="utf-8", errors="replace") as config:
        return re.findall(r"^(CONFIG_\w+)=[ym]$", config.read(), re.M)


def read(path):
    """The rows of a table."""
    with open(path, encoding="utf-8") as table:
        return [Row(number, line.rstrip("\n")) for number, line in enumerate(table, 1)
                if line.strip() and not line.startswith("#")]


def load(kernel):
    """The rows for a kernelfile.Kernel; none for one that does not tell its version."""
    numbers, options = version(kernel), _options(kernel)
    tables = filter(None, (TABLE, os.environ.get("ENTRY_ERRATA")))
    return [row for path in tables for row in read(path)
            if numbers and row.holds_for(numbers, options)]


def apply(rows, program):
    """Mark the results of a program that the rows foresee."""
    rows = [row for row in rows if row.program == program.name]
    excused = False
    for test in program.leaves() if rows else []:
        row = next((row for row in rows if row.test.fullmatch(test.name)), None)
        if row and test.status == ktap.PASS:
            test.status, test.reason = ktap.XPASS, row.reason
        elif row and test.status in (ktap.FAIL, ktap.MISSING) and row.explains(test):
            test.status, test.reason = ktap.XFAIL, row.reason
            excused = True
    if (excused and program.status == ktap.FAIL and program.reason in ("", "exit 1")
            and not any(test.status in ktap.BAD for test in program.subtests)):
        program.status, program.reason = ktap.PASS, ""
