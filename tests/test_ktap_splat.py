#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of gate/splat.py: what is a splat, whose it is, and which are known."""
import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gate"))

import ktap  # noqa: E402
import splat  # noqa: E402


def read(*lines):
    reader = splat.Reader()
    for number, line in enumerate(lines):
        reader.feed("[    1.%06d] %s" % (number, line))
    return reader


class Finding(unittest.TestCase):
    def test_each_kind(self):
        for line in (
                "WARNING: arch/arm64/kernel/ptrace.c:577 at f+0x1/0x2, CPU#0: x/1",
                "BUG: KASAN: slab-out-of-bounds in f+0x1/0x2", "kernel BUG at mm/slub.c:1!",
                "Unable to handle kernel NULL pointer dereference at virtual address 0",
                "Internal error: Oops: 0000000096000004 [#1] SMP",
                "Kernel panic - not syncing: Attempted to kill init!",
                "WARNING: possible circular locking dependency detected",
                "WARNING: suspicious RCU usage", "BUG: workqueue leaked atomic, lock or RCU",
                "INFO: task cat:123 blocked for more than 120 seconds.",
                "rcu: INFO: rcu_preempt detected stalls on CPUs/tasks: stall",
                "rcu: INFO: rcu_preempt self-detected stall on CPU",
                "watchdog: BUG: soft lockup - CPU#1 stuck for 26s!",
                "syscall 172 left IRQs disabled", "UBSAN: array-index-out-of-bounds in x.c:1",
                "BUG: sleeping function called from invalid context at x.c:1"):
            with self.subTest(line=line):
                self.assertEqual([found.title for found in read(line).splats], [line])

    def test_ordinary_lines_are_none(self):
        self.assertEqual(read(
            "Linux version 7.3.4", "Kernel command line: panic=-1 oops=panic",
            "arm64-entry: debug starts", "rcu: Hierarchical RCU implementation.",
            "cat[12]: unhandled exception: ESR 0x56000000", "reboot: Power down").splats, [])

    def test_user_space_on_the_console_is_none(self):
        reader = splat.Reader()
        reader.feed("WARNING: a program wrote this")
        self.assertEqual(reader.splats, [])

    def test_one_report_is_one_splat(self):
        reader = read("Unable to handle kernel paging request at virtual address 1",
                      "Internal error: Oops: 96000004 [#1] SMP", "Call trace:", " f+0x1/0x2",
                      "---[ end trace 0000000000000000 ]---", "WARNING: next",
                      "Kernel panic - not syncing: Oops: Fatal exception")
        self.assertEqual([len(found.lines) for found in reader.splats], [5, 2])
        self.assertTrue(reader.panic)


class Blaming(unittest.TestCase):
    lines = ("WARNING: at boot", "---[ end trace 0 ]---", "arm64-entry: stops starts",
             "WARNING: before the first test", "---[ end trace 0 ]---",
             "arm64-entry: stops group.attached.write",
             "------------[ cut here ]------------", "WARNING: x.c:1 at update_x0+0x1/0x2",
             "---[ end trace 0 ]---", "arm64-entry: stops group.plain.write",
             "BUG: other")

    def test_the_last_mark_before_it(self):
        self.assertEqual([(s.program, s.test) for s in read(*self.lines).splats], [
            (None, None), ("stops", None), ("stops", "group.attached.write"),
            ("stops", "group.plain.write")])

    def known(self, reason):
        log = ("# selftests: ptrace: stops\n# 1..2\n# ok 1 group.attached.write # %s\n"
               "# ok 2 group.plain.write\nok 1 selftests: ptrace: stops\n" % reason)
        splats = read(*self.lines).splats
        splat.excuse(splats, ktap.read(log), [("K8", re.compile("update_x0"))])
        return [found.known for found in splats]

    def test_known_needs_the_number_from_the_test(self):
        self.assertEqual(self.known("XFAIL K8 the kernel warns"), [None, None, "K8", None])
        self.assertEqual(self.known("XFAIL K1 another"), [None] * 4)
        self.assertEqual(self.known("SKIP K8 is no excuse"), [None] * 4)

    def test_the_list_is_readable(self):
        for number, _ in splat.load_known(os.path.join(HERE, "..", "vm", "known-splats")):
            self.assertRegex(number, r"^K\d+$")


if __name__ == "__main__":
    unittest.main()
