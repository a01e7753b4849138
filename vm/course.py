# SPDX-License-Identifier: GPL-2.0-only
"""Follows what a guest says and finds the verdict on its kernel."""
import os
import time

import errata
import ktap
import splat

KNOWN_SPLATS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known-splats")


class Course:
    """One run of a guest: what it said so far, and the verdict."""

    def __init__(self, programs, printer, log, foreseen=()):
        self.results = ktap.Reader(programs)
        self.console = splat.Reader()
        self.foreseen = foreseen
        self.printer = printer
        self.log = log
        self.begun = time.monotonic()
        self.started = None
        self.times = {}
        self.reached_init = False
        self.ended = False
        self.problems = []
        self.guest = {}
        self.finished = set()
        self.told = []
        self.known = splat.load_known(KNOWN_SPLATS)

    def seconds(self):
        return time.monotonic() - self.begun

    def line(self, source, line):
        whole = not source.endswith(" end")
        source = source.split(" ")[0]
        line = line.rstrip("\r")
        self.log.write(source, line)
        if source == "console":
            marked = self.console.program in self.finished or not self.console.program
            self.console.feed(line, self.results.current if marked else None)
            if "guest: init" in line:
                self.reached_init = True
        elif line.startswith("# guest: "):
            self.note(line[len("# guest: "):])
        elif whole:
            for kind, test in self.results.feed(line):
                self.event(kind, test)

    def note(self, text):
        key, _, value = text.partition(": ")
        if value:
            self.guest[key] = value
        if key == "kernel":
            self.printer.line("booted   %.1f s, %s" % (self.seconds(), value))
        self.reached_init = True
        self.ended = self.ended or text.startswith("runner ended")

    def event(self, kind, test):
        if kind == "start":
            self.started = time.monotonic()
        elif kind == "program":
            seconds = None
            if self.started:
                seconds = self.times[test.name] = time.monotonic() - self.started
            self.started = None
            self.finished.add(test.name.split(":")[-1])
            errata.apply(self.foreseen, test)
            self.blame(test)
            self.printer.program(test, seconds)

    def blame(self, test):
        """A program during which the kernel complained has failed."""
        splat.excuse(self.console.splats, [test], self.known)
        for found in self.console.splats:
            if (found.program or "").split(":")[-1] != test.name.split(":")[-1]:
                continue
            found.program = test.name
            if found.known or found in self.told:
                continue
            self.told.append(found)
            if test.status in ktap.BAD:
                self.problem(found)
            else:
                test.status = ktap.FAIL
                test.reason = "kernel message%s: %s" % (
                    " during " + found.test if found.test else "", found.title)
                test.lines = found.lines

    def problem(self, found):
        where = " ".join(filter(None, (found.program or "at boot", found.test)))
        self.problems.append(("%s: %s" % (where, found.title), found.lines))

    def killed(self, test, why, status, panic, last):
        """A program that the guest did not survive, or that the time limit ended."""
        during = self.console.test
        test.status = status
        if panic:
            why, last, during = panic.title, panic.lines, panic.test
            panic.program = test.name
            self.told.append(panic)
        test.reason = why + (" during " + during if during else "")
        test.lines += last

    def close(self, machine, seconds):
        """Everything has been read: find what went wrong besides the tests."""
        running = self.results.current
        events = self.results.close()
        programs = self.results.programs
        last = tail(os.path.join(self.log.folder, "console.log"))
        panics = [found for found in self.console.splats if found.panic]
        limit = "the run's time limit of %d s" % seconds
        if not self.reached_init:
            programs.clear()
            self.problems.append(("the kernel did not reach init" + (
                " within %d s" % seconds if machine.timed_out else ""),
                [] if panics else last))
        elif not running and not self.ended:
            self.problems.append((
                "%s, while no program ran" % (limit if machine.timed_out else "the guest ended"),
                last))
        for test in programs:
            if running and test.name == running and test.status == ktap.MISSING:
                self.killed(test, limit if machine.timed_out else "the guest ended",
                            ktap.TIMEOUT if machine.timed_out else ktap.CRASH,
                            panics[0] if panics else None, last)
        for kind, test in events:
            if kind == "program" and test.name == running and self.reached_init:
                self.event(kind, test)
        for test in programs:
            self.blame(test)
        for found in self.console.splats:
            if not found.known and found not in self.told:
                self.problem(found)


def tail(path, lines=12):
    """The last lines of the console, without the boot if it went well."""
    with open(path, errors="replace") as source:
        text = source.read().rpartition("guest: init\n")[2].strip()
    return text.split("\n")[-lines:] if text else ["(nothing on the console)"]
