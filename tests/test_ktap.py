#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of gate/ktap.py, on the logs in tests/logs."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gate"))

import ktap  # noqa: E402


def log(name):
    with open(os.path.join(HERE, "logs", name + ".ktap")) as source:
        return source.read()


def flat(tests):
    """[(name, status, reason)] of the tests without their subtests."""
    return [(test.name, test.status, test.reason) for test in tests]


class RunnerForm(unittest.TestCase):
    """What run_kselftest.sh prints: a program's output behind "# "."""

    def setUp(self):
        self.programs = {test.name: test for test in ktap.read(log("runner"))}

    def test_programs_are_named_by_collection(self):
        self.assertEqual(list(self.programs), [
            "arm64-entry:good", "ptrace:bad", "ptrace:slow", "sud:all_skip",
            "seccomp:crash", "mte:whole_skip"])

    def test_skip_and_xfail_keep_their_reasons(self):
        self.assertEqual(flat(self.programs["arm64-entry:good"].subtests), [
            ("global.works", "PASS", ""),
            ("mte.on.has", "SKIP", "CPU lacks FEAT_MTE2"),
            ("restart.low_word", "XFAIL",
             "K1 the result's low word is taken for a restart code"),
            ("restart.wide.full_word", "PASS", "")])

    def test_lines_before_a_result_explain_it(self):
        failed = self.programs["ptrace:bad"].subtests[0]
        self.assertIn("bad.c:33:works:x0 is 0x5, should be 0x6",
                      [line.strip("# ") for line in failed.lines])
        self.assertEqual(self.programs["ptrace:bad"].reason, "exit 1")

    def test_timeout_leaves_the_rest_missing(self):
        slow = self.programs["ptrace:slow"]
        self.assertEqual((slow.status, slow.reason), ("TIMEOUT", "3 seconds"))
        self.assertEqual(flat(slow.subtests), [("global.works", "PASS", ""),
                                               ("#2", "MISSING", "no result")])

    def test_a_signal_is_a_crash(self):
        crash = self.programs["seccomp:crash"]
        self.assertEqual((crash.status, crash.reason), ("CRASH", "killed by SIGSEGV"))
        self.assertIn("Segmentation fault", crash.lines)

    def test_a_program_with_nothing_but_skips_is_a_skip(self):
        self.assertEqual(self.programs["sud:all_skip"].status, "SKIP")

    def test_an_empty_plan_gives_the_reason_of_the_skip(self):
        skipped = self.programs["mte:whole_skip"]
        self.assertEqual((skipped.status, skipped.reason), ("SKIP", "CPU lacks FEAT_MTE2"))

    def test_counts(self):
        counts = ktap.count(self.programs.values())
        self.assertEqual({status: n for status, n in counts.items() if n}, {
            "PASS": 5, "FAIL": 1, "SKIP": 4, "XFAIL": 1, "TIMEOUT": 1, "CRASH": 1,
            "MISSING": 3})


class OtherForms(unittest.TestCase):
    def test_directive_before_the_name(self):
        lowlevel, bails = ktap.read(log("lowlevel"))
        self.assertEqual(flat(lowlevel.subtests), [
            ("registered", "PASS", ""), ("no slice extension", "SKIP", ""),
            ("old area", "XFAIL", ""), ("cannot map", "FAIL", ""),
            ("new area", "XPASS", ""), ("abort handler", "FAIL", ""),
            ("with a dash", "PASS", "")])
        self.assertEqual(flat(bails.subtests), [
            ("registered", "PASS", "")] + [
            ("#%d" % n, "MISSING", "Bail out! no memory") for n in (2, 3, 4)])

    def test_indented(self):
        outer, single, todo = ktap.read(log("indented"))
        inner, beside = outer.subtests
        self.assertEqual(flat(inner.subtests), [("first", "PASS", ""),
                                                ("second", "FAIL", "")])
        self.assertIn("inner.c:12 expected 1, found 2",
                      [line.strip(" #") for line in inner.subtests[1].lines])
        self.assertEqual(flat([outer, inner, beside, single, todo]), [
            ("outer", "FAIL", ""), ("inner", "FAIL", ""),
            ("beside", "SKIP", "not built"), ("single", "PASS", ""),
            ("todo", "XPASS", "not written")])

    def test_four_levels(self):
        wrapper, = ktap.read(log("deep"))
        outer, good = wrapper.subtests
        middle, bad = outer.subtests
        self.assertEqual(flat(middle.subtests), [("innermost", "PASS", "")])
        self.assertEqual([t.status for t in (wrapper, outer, good, middle, bad)],
                         ["FAIL", "FAIL", "PASS", "PASS", "FAIL"])

    def test_kernel_lines_and_prose_are_no_results(self):
        noisy, quiet = ktap.read(log("noise"))
        self.assertEqual([t.name for t in noisy.subtests],
                         ["noisy.first", "noisy.second", "noisy.third"])
        self.assertEqual((noisy.status, quiet.status), ("PASS", "PASS"))

    def test_results_inside_the_kernel_log(self):
        stamped = "".join("[    1.%06d] %s\n" % (n, line) for n, line in
                          enumerate(log("indented").splitlines()))
        self.assertEqual(flat(ktap.read(stamped)), flat(ktap.read(log("indented"))))

    def test_truncated(self):
        whole, broken, rest = ktap.read(log("truncated"))
        self.assertEqual(flat([whole, broken, rest]), [
            ("ptrace:whole", "PASS", ""),
            ("ptrace:broken", "MISSING", "started and did not end"),
            ("#3", "MISSING", "no result")])
        self.assertEqual([t.status for t in broken.subtests],
                         ["PASS", "MISSING", "MISSING", "MISSING"])

    def test_expected_programs_are_missed_by_name(self):
        programs = ktap.read(log("truncated"), expected=[
            "ptrace:whole", "ptrace:broken", "sud:never"])
        self.assertEqual([t.name for t in programs],
                         ["ptrace:whole", "ptrace:broken", "sud:never"])

    def test_missing_plan(self):
        fine, short = ktap.read(log("noplan"))
        self.assertEqual(fine.status, "PASS")
        self.assertEqual((short.status, short.reason), (
            "FAIL", "reported ok with 0 failed and 1 missing tests"))

    def test_a_program_without_its_result_before_the_next(self):
        programs = ktap.read("1..2\n# selftests: a: one\n# ok 1 x\n"
                             "# selftests: a: two\nok 2 selftests: a: two\n")
        self.assertEqual(flat(programs), [
            ("a:one", "MISSING", "started and did not end"), ("a:two", "PASS", "")])

    def test_carriage_returns(self):
        crlf = log("runner").replace("\n", "\r\n")
        self.assertEqual(flat(ktap.read(crlf)), flat(ktap.read(log("runner"))))

    def test_no_ktap(self):
        self.assertEqual(ktap.read("hello\n# world\n\n"), [])

    def test_every_cut_of_a_log_is_read(self):
        """Whatever is cut off, nothing that failed or is missing turns green."""
        text = log("runner")
        names = [test.name for test in ktap.read(text)]
        for end in range(len(text)):
            programs = ktap.read(text[:end], expected=names)
            self.assertEqual(sorted(t.name for t in programs), sorted(names))
            whole = text[:end].rpartition("\n")[0]
            for program in programs:
                ended = "selftests: %s" % program.name.replace(":", ": ")
                if not any(line.startswith(("ok", "not ok")) and ended in line
                           for line in whole.split("\n")):
                    self.assertEqual(program.status, "MISSING")


class Streaming(unittest.TestCase):
    def test_events(self):
        reader = ktap.Reader()
        seen = []
        for line in log("runner").splitlines():
            seen += [(kind, test.name) for kind, test in reader.feed(line)]
        self.assertEqual(seen[:7], [
            ("start", "arm64-entry:good"), ("test", "global.works"),
            ("test", "mte.on.has"), ("test", "restart.low_word"),
            ("test", "restart.wide.full_word"), ("program", "arm64-entry:good"),
            ("start", "ptrace:bad")])
        self.assertIsNone(reader.current)


if __name__ == "__main__":
    unittest.main()
