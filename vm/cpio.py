#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the cpio archives ("newc") that the kernel unpacks as its root.

All files belong to root and have a fixed time, so that equal contents make
equal archives and no privilege is needed to make them.

As a program: vm/cpio.py < TAR > CPIO keeps of a tar archive what the guest
needs (the names and patterns given as arguments).
"""
import fnmatch
import os
import stat
import sys
import tarfile


class Archive:
    """A cpio archive written member by member; folders come by themselves."""

    def __init__(self, out):
        self.out = out
        self.inode = 0
        self.known = {""}

    def _member(self, name, mode, data=b"", rdev=(0, 0)):
        self.inode += 1
        encoded = os.fsencode(name) + b"\0"
        # ino mode uid gid nlink mtime size devmajor devminor rdev*2 namesize check
        fields = (self.inode, mode, 0, 0, 1, 0, len(data), 0, 0, rdev[0],
                  rdev[1], len(encoded), 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + encoded
        self.out.write(head + b"\0" * (-len(head) % 4))
        self.out.write(data)
        self.out.write(b"\0" * (-len(data) % 4))

    def folder(self, name):
        name = name.strip("/")
        if name in self.known:
            return
        self.folder(os.path.dirname(name))
        self.known.add(name)
        self._member(name, stat.S_IFDIR | 0o755)

    def _new(self, name):
        name = name.strip("/")
        self.folder(os.path.dirname(name))
        self.known.add(name)
        return name

    def file(self, name, data, mode=0o644):
        self._member(self._new(name), stat.S_IFREG | mode, data)

    def link(self, name, target):
        self._member(self._new(name), stat.S_IFLNK | 0o777, os.fsencode(target))

    def device(self, name, major, minor):
        self._member(self._new(name), stat.S_IFCHR | 0o600, rdev=(major, minor))

    def tree(self, source, name):
        """Add the folder `source` of the host as `name`."""
        self.folder(name)
        for here, folders, files in os.walk(source):
            folders.sort()
            where = os.path.normpath(
                os.path.join(name, os.path.relpath(here, source)))
            self.folder(where)
            for entry in sorted(files + folders):
                path = os.path.join(here, entry)
                mode = os.lstat(path).st_mode
                inside = os.path.join(where, entry)
                if stat.S_ISLNK(mode):
                    self.link(inside, os.readlink(path))
                elif stat.S_ISREG(mode):
                    with open(path, "rb") as data:
                        self.file(inside, data.read(), mode & 0o777)

    def close(self):
        self._member("TRAILER!!!", 0)


def from_tar(source, out, patterns):
    """Copy files and links whose name matches a pattern; returns the unmatched."""
    archive = Archive(out)
    unmatched = set(patterns)
    with tarfile.open(fileobj=source, mode="r|") as tar:
        for member in tar:
            name = os.path.normpath(member.name).lstrip("/")
            hits = {p for p in patterns if fnmatch.fnmatchcase(name, p)}
            if not hits:
                continue
            unmatched -= hits
            if member.issym():
                archive.link(name, member.linkname)
            elif member.isfile():
                archive.file(name, tar.extractfile(member).read(), member.mode)
    return archive, unmatched


def main():
    archive, unmatched = from_tar(sys.stdin.buffer, sys.stdout.buffer,
                                  [a for a in sys.argv[1:] if ":" not in a])
    # NAME:TARGET is a link, NAME: is an empty folder.
    for name, target in (a.split(":", 1) for a in sys.argv[1:] if ":" in a):
        if target:
            archive.link(name, target)
        else:
            archive.folder(name)
    archive.device("dev/console", 5, 1)
    archive.close()
    if unmatched:
        sys.exit("vm/cpio.py: not in the packages: %s" % " ".join(sorted(unmatched)))


if __name__ == "__main__":
    main()
