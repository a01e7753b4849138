#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Change a copy of a kernel tree by small anchored edits and semantic patches.

usage: edit.py PRISTINE TREE [CHANGE...]

TREE becomes PRISTINE plus the changes: hard links, except for what a change
replaces.  Called again, it replaces only the files whose content is different
now, so that a following make compiles only those.  A CHANGE is a folder with

  edits     one edit a line, see below
  *.cocci   semantic patches; the first line says "// FILE: N lines", where N is
            the number of lines that the patch takes away or adds in FILE
  new/      files that are added, at their place in the tree

An edit names its file, what to do, and how often it must be possible:

  FILE replace N TOKEN WITH       TOKEN stands in N places, each becomes WITH
  FILE delete N TOKEN             the N lines that contain TOKEN go
  FILE after N TOKEN LINE         LINE is put after the N lines with TOKEN
  FILE remove-function NAME       the one definition of NAME goes
  FILE remove-block NAME          "enum NAME {" or "struct NAME {" up to "};" goes

A change that does not match exactly as often as it says is an error, so that
nothing is silently left out of a kernel whose source has moved.
"""
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


class Mismatch(Exception):
    """A change that does not fit the source."""


class Source:
    """The files that changes touch, in their changed form."""

    def __init__(self, pristine):
        self.pristine = pristine
        self.changed = {}

    def read(self, name):
        if name in self.changed:
            return self.changed[name]
        try:
            with open(os.path.join(self.pristine, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            raise Mismatch("%s: no such file in this source" % name)

    def write(self, name, text):
        self.changed[name] = text


def lines_with(text, token, count, name):
    lines = text.split("\n")
    found = [i for i, line in enumerate(lines) if token in line]
    if len(found) != count:
        raise Mismatch("%s: '%s' is on %d lines, expected %d" % (name, token, len(found), count))
    return lines, found


def replace(text, name, count, token, new):
    if text.count(token) != int(count):
        raise Mismatch("%s: '%s' is there %d times, expected %s"
                       % (name, token, text.count(token), count))
    return text.replace(token, new)


def delete(text, name, count, token):
    lines, found = lines_with(text, token, int(count), name)
    return "\n".join(line for i, line in enumerate(lines) if i not in found)


def after(text, name, count, token, new):
    lines, found = lines_with(text, token, int(count), name)
    for i in reversed(found):
        lines[i + 1:i + 1] = new.split("\n")
    return "\n".join(lines)


def remove_between(text, name, start, end, what):
    found = list(start.finditer(text))
    if len(found) != 1:
        raise Mismatch("%s: %s is defined %d times, expected once" % (name, what, len(found)))
    close = text.index(end, found[0].end()) + len(end)
    return text[:found[0].start()] + text[close:].lstrip("\n")


def remove_function(text, name, function):
    # A definition begins in the first column and has its braces there too.
    start = re.compile(r"^[A-Za-z_][^;{}]*?\b%s\([^;{}]*\)\n\{" % re.escape(function), re.M)
    return remove_between(text, name, start, "\n}\n", function)


def remove_block(text, name, block):
    start = re.compile(r"^(?:enum|struct) %s \{" % re.escape(block), re.M)
    return remove_between(text, name, start, "\n};\n", block)


OPERATIONS = {"replace": replace, "delete": delete, "after": after,
              "remove-function": remove_function, "remove-block": remove_block}


def apply_edits(source, path):
    with open(path, encoding="utf-8") as edits:
        for number, line in enumerate(edits, 1):
            words = [word.replace("\\n", "\n").replace("\\t", "\t")
                     for word in shlex.split(line, comments=True)]
            if not words:
                continue
            try:
                name, operation, *rest = words
                source.write(name, OPERATIONS[operation](source.read(name), name, *rest))
            except Mismatch as problem:
                raise Mismatch("%s:%d: %s" % (path, number, problem))
            except (KeyError, TypeError, ValueError):
                raise Mismatch("%s:%d: cannot read this edit" % (path, number))


def apply_cocci(source, path):
    with open(path, encoding="utf-8") as patch:
        head = re.fullmatch(r"// (\S+): (\d+) lines?\n", patch.readline())
    if not head:
        raise Mismatch("%s: the first line is not '// FILE: N lines'" % path)
    name, expected = head.group(1), int(head.group(2))
    before = source.read(name)
    with tempfile.TemporaryDirectory() as folder:
        old, new = os.path.join(folder, "old.c"), os.path.join(folder, "new.c")
        with open(old, "w", encoding="utf-8") as file:
            file.write(before)
        done = subprocess.run(["spatch", "--very-quiet", "--no-includes", "--sp-file", path, old, "-o", new],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode or not os.path.exists(new):
            raise Mismatch("%s: spatch: %s" % (path, done.stdout.strip() or "nothing matched"))
        with open(new, encoding="utf-8") as file:
            text = file.read()
    count = sum(1 for line in difflib.ndiff(before.split("\n"), text.split("\n"))
                if line[0] in "+-")
    if count != expected:
        raise Mismatch("%s: changes %d lines of %s, expected %d" % (path, count, name, expected))
    source.write(name, text)


def apply_change(source, folder):
    edits = os.path.join(folder, "edits")
    if os.path.exists(edits):
        apply_edits(source, edits)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".cocci"):
            apply_cocci(source, os.path.join(folder, name))
    new = os.path.join(folder, "new")
    for directory, _, names in os.walk(new):
        for name in sorted(names):
            path = os.path.join(directory, name)
            with open(path, encoding="utf-8") as file:
                source.write(os.path.relpath(path, new), file.read())


def put(path, text):
    """Replace a file, never what its hard link shares with another tree."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def copy_tree(pristine, tree):
    shutil.rmtree(tree, ignore_errors=True)
    if subprocess.run(["cp", "-al", pristine, tree], stderr=subprocess.DEVNULL).returncode:
        shutil.rmtree(tree, ignore_errors=True)     # another file system
        subprocess.run(["cp", "-a", pristine, tree], check=True)


def make_tree(source, tree):
    """Bring tree to the changed source; .changed lists what is not as in pristine."""
    listing = os.path.join(tree, ".changed")
    try:
        with open(listing, encoding="utf-8") as file:
            pristine, *before = file.read().splitlines()
    except (FileNotFoundError, ValueError):
        pristine, before = "", []
    if pristine != source.pristine:
        copy_tree(source.pristine, tree)
        before = []
    with open(listing + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join([source.pristine] + sorted(set(source.changed) | set(before))) + "\n")
    os.replace(listing + ".new", listing)
    for name in set(before) - set(source.changed):
        try:
            put(os.path.join(tree, name), Source(source.pristine).read(name))
        except Mismatch:        # a file that a change had added
            if os.path.exists(os.path.join(tree, name)):
                os.remove(os.path.join(tree, name))
    for name, text in sorted(source.changed.items()):
        put(os.path.join(tree, name), text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    source = Source(sys.argv[1])
    try:
        for change in sys.argv[3:]:
            apply_change(source, change)
    except Mismatch as problem:
        sys.stderr.write("edit.py: %s\n" % problem)
        return 1
    make_tree(source, sys.argv[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
