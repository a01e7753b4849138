# SPDX-License-Identifier: GPL-2.0-only
"""The table of mutants, and how they get into a kernel.

A mutant in mutants/table/*.mutants is a block of lines, a keyword and its value:

  mutant 031                          its number, unique; 1000 and more: for every task
  kinds legacy generic                the kernels in which it can be
  where arch/arm64/kernel/ptrace.c:syscall_trace_enter
  row SEC-026                         the row of the contract that it breaks; "none" if equivalent
  sees what user space sees of it
  equivalent why nothing can be seen  only then
  hangs why it is here                only if the guest shall hang
  replace N TOKEN WITH                as in kernel/edit.py, within the function
  build                               cannot be switched: a kernel of its own

Every mutant is a copy of its function with the change, called at the head of the
original when the mutant is in force.  Each is made from the unchanged source, so
mutants never meet, and one kernel carries them all.
"""
import glob
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "kernel"))
import edit  # noqa: E402

Mismatch = edit.Mismatch


class Mutant:
    def __init__(self, number):
        self.number = number
        self.kinds, self.rows, self.changes = [], [], []
        self.where = self.sees = self.equivalent = self.hangs = ""
        self.build = False

    @property
    def name(self):
        return "M%03d" % self.number

    @property
    def file(self):
        return self.where.split(":")[0]

    @property
    def function(self):
        return self.where.split(":")[1]


def read_table():
    """Every mutant, by number."""
    table = {}
    for path in sorted(glob.glob(os.path.join(HERE, "table", "*.mutants"))):
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    read_line(table, line)
                except (ValueError, KeyError, IndexError) as problem:
                    raise Mismatch("%s:%d: cannot read this line (%s)" % (path, number, problem))
    return table


def inputs():
    """The files, besides the table, that decide what an instrumented kernel is."""
    found = [os.path.join(HERE, name) for name in ("mutants.py", "instrument", "edits")]
    for folder, _, names in sorted(os.walk(os.path.join(HERE, "new"))):
        found += [os.path.join(folder, name) for name in sorted(names)]
    return found


def read_line(table, line):
    keyword, _, value = line.strip().partition(" ")
    if not keyword or keyword.startswith("#"):
        return
    if keyword == "mutant":
        number = int(value)
        if number in table or number < 1:
            raise ValueError("number %s is not free" % value)
        table[number] = Mutant(number)
        return
    mutant = table[next(reversed(table))]
    if keyword == "replace":
        words = [word.replace("\\n", "\n").replace("\\t", "\t") for word in shlex.split(value)]
        mutant.changes.append((int(words[0]), words[1], words[2]))
    elif keyword == "build":
        mutant.build = True
    elif keyword in ("kinds", "row"):
        setattr(mutant, "kinds" if keyword == "kinds" else "rows",
                [] if value == "none" else value.split())
    elif keyword in ("where", "sees", "equivalent", "hangs"):
        setattr(mutant, keyword, value)
    else:
        raise ValueError("no keyword %s" % keyword)


def definition(text, mutant):
    """The text of the mutant's function; of several (one for each configuration) that which it fits."""
    start = re.compile(r"^[A-Za-z_][^;{}#]*?\b%s\([^;{}]*\)\n\{" % re.escape(mutant.function), re.M)
    found = [text[match.start():text.index("\n}\n", match.end()) + 3]
             for match in start.finditer(text)]
    if not found:
        raise Mismatch("%s: no %s in %s" % (mutant.name, mutant.function, mutant.file))
    fits = [one for one in found
            if all(one.count(token) == count for count, token, _ in mutant.changes)]
    return (fits or found)[0]


def parameters(head, function):
    """The names of a function's parameters, from its definition up to the brace."""
    inside = head[head.index(function + "(") + len(function) + 1:head.rindex(")")]
    names, depth, part = [], 0, ""
    for char in inside + ",":
        if char == "," and depth == 0:
            if part.strip() not in ("", "void"):
                callback = re.search(r"\(\s*\*\s*(\w+)\s*\)", part)
                names.append(callback.group(1) if callback else
                             re.search(r"(\w+)\s*(?:\[[^\]]*\])?\s*$", part).group(1))
            part = ""
        else:
            depth += {"(": 1, ")": -1}.get(char, 0)
            part += char
    return names


def mutate(text, mutant):
    """The changed text of the mutant's function."""
    for count, token, new in mutant.changes:
        if text.count(token) != count:
            raise Mismatch("%s: '%s' is in %s %d times, expected %d" % (
                mutant.name, token, mutant.function, text.count(token), count))
        text = text.replace(token, new)
    return text


def switched(text, original, mutants):
    """The text of a file whose function gets copies and the switch between them."""
    function = mutants[0].function
    head, body = original.split("\n{", 1)
    returns_nothing = re.search(r"\bvoid\s+(?:\w+\s+)*%s\($" % function,
                                head[:head.index(function + "(") + len(function) + 1])
    arguments = ", ".join(parameters(head, function))
    copies = switch = ""
    for mutant in mutants:
        copy = "%s__m%03d" % (function, mutant.number)
        changed = mutate(original, mutant)
        changed = re.sub(r"\b%s\(" % function, copy + "(", changed, count=1)
        changed = re.sub(r"\basmlinkage\s+", "", changed, count=1)
        if not re.match(r"[^{]*\bstatic\b[^{]*\{", changed):
            changed = "static " + changed
        copies += changed + "\n"
        call = "%s(%s);" % (copy, arguments)
        switch += "\tif (entry_mutant_on(%d)) {\n\t\t%s\n\t}\n" % (
            mutant.number, call + "\n\t\treturn;" if returns_nothing else "return " + call)
    # A copy may call the original, which comes behind it.
    return text.replace(original, head + ";\n\n" + copies + head + "\n{\n" + switch +
                        body.lstrip("\n"))


def instrument(source, mutants):
    """Put all mutants that can be switched into the source."""
    places = {}
    for mutant in mutants:
        places.setdefault(mutant.where, []).append(mutant)
    for where, here in sorted(places.items()):
        name = here[0].file
        text = source.read(name)
        source.write(name, switched(text, definition(text, here[0]), here))
    for name in sorted({mutant.file for mutant in mutants}):
        text = source.read(name)
        first = re.search(r"^#include ", text, re.M)
        source.write(name, text[:first.start()] + "#include <linux/entry_mutant.h>\n" +
                     text[first.start():])
    if mutants:
        edit.apply_change(source, HERE)


def build_one(source, mutant):
    """Change the source itself: the kernel of one mutant.

    A name that is no function of the file, such as that of a macro or an assembly
    symbol, only says what is meant: the change is looked for in the whole file.
    """
    text = source.read(mutant.file)
    try:
        original = definition(text, mutant)
    except Mismatch:
        original = text
    source.write(mutant.file, text.replace(original, mutate(original, mutant)))
