#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""gate/ktap.py reads the logs as the kernel's kunit parser and python3-tap do.

Neither knows the runner's nesting by "# "; there they get each depth by itself.
The interpreter is Debian's own, the one that sees the package python3-tap.
"""
import contextlib
import importlib
import io
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gate"))

import ktap  # noqa: E402

LOGS = ("runner", "lowlevel", "deep", "noplan")
# What a result says by itself, before ktap.py looks at the subtests.
VERDICTS = {"PASS": "ok", "XFAIL": "ok", "XPASS": "ok", "SKIP": "skip", "FAIL": "not ok",
            "CRASH": "not ok", "TIMEOUT": "not ok"}


def log(name):
    with open(os.path.join(HERE, "logs", name + ".ktap")) as source:
        return source.read()


def documents(text):
    """The log's plain documents: its top, and the output of each program."""
    found = ["".join(line for line in text.splitlines(True) if line[0] != "#")]
    inner = ""
    for line in text.splitlines(True):
        if line.startswith(("ok", "not ok")):
            found.append(inner)
            inner = ""
        elif re.match("# (TAP version|ok|not ok|1\\.\\.|Bail out!)", line):
            inner += line[2:]
    return ["TAP version 13\n" + one.replace("TAP version 13\n", "") for one in found
            if re.search(r"^(not )?ok \d", one, re.M)]


def ours(text):
    """[(number, verdict)]; what is missing is no result."""
    return [(test.number, VERDICTS[test.status]) for test in ktap.read(text)
            if test.status != ktap.MISSING]


def kunit_parser():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    cache = os.environ.get("ENTRY_CACHE") or os.path.join(home, "arm64-entry")
    for tree in (os.environ.get("KSRC"), os.path.join(cache, "source")):
        folder = os.path.join(tree or "", "tools/testing/kunit")
        if tree and os.path.exists(os.path.join(folder, "kunit_parser.py")):
            sys.path.insert(0, folder)
            return importlib.import_module("kunit_parser")
    return None


class Kunit(unittest.TestCase):
    def setUp(self):
        self.parser = kunit_parser()
        if not self.parser:
            self.skipTest("no kunit_parser.py: set KSRC to a kernel tree")

    def verdicts(self, text):
        printer = importlib.import_module("kunit_printer")
        with contextlib.redirect_stdout(io.StringIO()):
            main = self.parser.parse_run_tests(text.splitlines(), printer.Printer(
                output=io.StringIO()))
        return self.tree(main.subtests)

    def tree(self, tests):
        status = self.parser.TestStatus
        words = {status.SUCCESS: "ok", status.FAILURE: "not ok", status.SKIPPED: "skip"}
        return [(words[test.status], self.tree(test.subtests)) for test in tests
                if test.status in words]

    def our_tree(self, tests):
        return [(VERDICTS[test.status], self.our_tree(test.subtests)) for test in tests]

    def test_indented(self):
        self.assertEqual(self.verdicts(log("indented")), self.our_tree(ktap.read(log("indented"))))

    def test_each_depth_of_the_runners_form(self):
        for name in LOGS:
            for text in documents(log(name)):
                with self.subTest(log=name, text=text):
                    self.assertEqual([verdict for verdict, _ in self.verdicts(text)],
                                     [verdict for _, verdict in ours(text)])


class PythonTap(unittest.TestCase):
    def setUp(self):
        try:
            self.parser = importlib.import_module("tap.parser").Parser()
        except ImportError:
            self.skipTest("no python3-tap: install the package python3-tap")

    def test_each_depth_of_the_runners_form(self):
        for name in LOGS:
            for text in documents(log(name)):
                # Without the version line, for which it would want a YAML reader.
                with self.subTest(log=name, text=text):
                    theirs = [(int(line.number), "skip" if line.skip else
                               "ok" if line.ok else "not ok")
                              for line in self.parser.parse_text(text.split("\n", 1)[1])
                              if line.category == "test"]
                    self.assertEqual(theirs, ours(text))


if __name__ == "__main__":
    unittest.main()
