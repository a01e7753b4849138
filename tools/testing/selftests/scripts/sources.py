# SPDX-License-Identifier: GPL-2.0-only
"""Tests and their tags, read from the C sources of the collection.

The comment directly above a test carries
 * Contract: PT-003, PT-004
 * Code: arch/arm64/kernel/ptrace.c:ptrace_save_reg() report_syscall_entry() [v7.3.4]
 * Differs: PT-038
each tag on as many lines as needed.
"""
import os
import re
from collections import namedtuple

SELFTESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOP = os.path.normpath(os.path.join(SELFTESTS, "../../.."))

# functions: list of (file, function, kernel version or None); body: number of lines between the braces
Test = namedtuple("Test", "folder program name path line rows functions differs body bad_code")

TEST_RE = re.compile(r"^TEST(_SIGNAL|_F|_F_SIGNAL|_F_TIMEOUT)?\s*\(\s*(\w+)\s*(?:,\s*(\w+))?", re.M)
TAG_RE = re.compile(r"^\s*(?:/\*|\*)?\s*(Contract|Code|Differs):\s*(.*?)\s*(?:\*/)?\s*$")
# What follows in docs/contract.md names rows but has none.
CORRECTIONS = "\n## Corrections"
ROW_RE = re.compile(r"\b[A-Z]+-\d+\b")
CODE_RE = re.compile(r"([\w./-]+\.[chS]):\s*((?:\w+\(\)[\s,]*)+)")


def folders():
    """Names of the target folders, that is of those with a Makefile and tests."""
    return sorted(name for name in os.listdir(SELFTESTS)
                  if os.path.isfile(os.path.join(SELFTESTS, name, "Makefile")))


def tests_of(folder):
    directory = os.path.join(SELFTESTS, folder)
    for name in sorted(os.listdir(directory)):
        if name.endswith(".c"):
            yield from tests_in(folder, os.path.join(directory, name))


def tests_in(folder, path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    lines = text.split("\n")
    for match in TEST_RE.finditer(text):
        kind, first, second = match.groups()
        fixture, test = (first, second) if kind and kind.startswith("_F") else ("global", first)
        number = text.count("\n", 0, match.start())
        rows, functions, differs, bad = tags(comment_above(lines, number))
        yield Test(folder, os.path.basename(path)[:-2], "%s.%s" % (fixture, test), path, number + 1,
                   rows, functions, differs, body_length(lines, number), bad)


def comment_above(lines, number):
    end = number - 1
    while end >= 0 and not lines[end].strip():
        end -= 1
    if end < 0 or not lines[end].rstrip().endswith("*/"):
        return []
    start = end
    while start > 0 and "/*" not in lines[start]:
        start -= 1
    return lines[start:end + 1]


def tags(comment):
    rows, functions, differs, bad = [], [], [], []
    for line in comment:
        match = TAG_RE.match(line)
        if not match:
            continue
        tag, value = match.groups()
        if tag == "Code":
            found = code(value)
            functions += found
            if not found:
                bad.append(value)
        else:
            (rows if tag == "Contract" else differs).extend(ROW_RE.findall(value))
    return rows, functions, differs, bad


def code(value):
    version = re.search(r"\[v([\w.-]+)\]", value)
    return [(path, function, version and version.group(1))
            for path, names in CODE_RE.findall(value)
            for function in re.findall(r"(\w+)\(\)", names)]


def body_length(lines, number):
    start = number
    while start < len(lines) and lines[start].rstrip() != "{":
        start += 1
    end = start
    while end < len(lines) and lines[end].rstrip() != "}":
        end += 1
    return end - start - 1


def contract_rows():
    """Row names of docs/contract.md in its order; None where there is no such file (in a kernel tree)."""
    try:
        with open(os.path.join(TOP, "docs/contract.md"), encoding="utf-8") as contract:
            text = contract.read().split(CORRECTIONS)[0]
            return re.findall(r"^\|\s*([A-Z]+-\d+)\s*\|", text, re.M)
    except FileNotFoundError:
        return None
