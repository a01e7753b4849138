# SPDX-License-Identifier: GPL-2.0-only
"""Tells an arm64 kernel image from everything else that KERNEL= can name."""
import hashlib
import os
import re
import shutil
import struct
import subprocess
import zlib

ARM64_MAGIC = b"ARM\x64"


class Unusable(Exception):
    """What is wrong with an input and what to do, in one line."""


class Kernel:
    """The file, its release if it tells it, and its configuration if it is at hand."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        data = _read(self.path)
        self.sha256 = hashlib.sha256(data).hexdigest()
        # Plain, so that QEMU need not know how the file is packed.
        self.image = _image(self.path, data)
        banner = re.search(rb"Linux version (\d\S+) \(", self.image)
        self.release = banner.group(1).decode() if banner else ""
        self.config = _config(self.path, self.release)


def _read(path):
    if os.path.isdir(path):
        raise Unusable("KERNEL=%s is a folder: name the file in it, "
                       "such as arch/arm64/boot/Image" % path)
    try:
        with open(path, "rb") as source:
            return source.read()
    except OSError as error:
        raise Unusable("KERNEL=%s: %s: name a kernel image (Image, Image.gz or vmlinuz)"
                       % (path, error.strerror))


def _image(path, data):
    """The plain Image in `data`, which may be compressed."""
    def refuse(what):
        raise Unusable("KERNEL=%s %s: name an arm64 Image, Image.gz or vmlinuz"
                       % (path, what))

    if not data:
        refuse("is empty")
    if data[:2] == b"\x1f\x8b":
        data = _gunzip(data, refuse)
    if data[:2] == b"MZ" and data[4:8] == b"zimg":
        start, size = struct.unpack_from("<II", data, 8)
        if start + size > len(data):
            refuse("is truncated")
        packed = data[start:start + size]
        kind = data[24:56].split(b"\0")[0].decode("ascii", "replace")
        if kind == "gzip":
            data = _gunzip(packed, refuse)
        elif kind == "zstd" and shutil.which("zstd"):
            data = subprocess.run(["zstd", "-dcq"], input=packed, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL).stdout
        else:
            refuse("is packed with %s (install the program, if it is zstd)" % kind)
    if data[:4] == b"\x7fELF":
        refuse("is an ELF file, not an image that boots")
    if data[0x202:0x206] == b"HdrS":
        refuse("is an x86 kernel")
    if data[56:60] != ARM64_MAGIC or len(data) < 64:
        refuse("is no arm64 kernel")
    if len(data) < _file_size(data):
        refuse("is truncated: %d of %d bytes" % (len(data), _file_size(data)))
    return data


def _gunzip(data, refuse):
    unpack = zlib.decompressobj(31)
    try:
        image = unpack.decompress(data)
    except zlib.error:
        refuse("is damaged: gzip cannot unpack it")
    if not unpack.eof:
        refuse("is truncated")
    return image


def _file_size(data):
    """The size the image should have, from the sections of its EFI header.

    image_size of the arm64 header is no help: it counts the zeroed data too.
    """
    header = struct.unpack_from("<I", data, 60)[0]
    if data[:2] != b"MZ" or data[header:header + 4] != b"PE\0\0":
        return 64 if data[:2] != b"MZ" else header + 4
    sections, optional = struct.unpack_from("<6xH12xH", data, header)
    table = header + 24 + optional
    if len(data) < table + 40 * sections:
        return table + 40 * sections
    ends = [sum(struct.unpack_from("<II", data, table + 40 * n + 16))
            for n in range(sections)]
    return max(ends, default=0)


def _config(path, release):
    """The path of the kernel's configuration, or None."""
    folder = os.path.dirname(path)
    places = [os.environ.get("KERNEL_CONFIG", ""), path + ".config",
              os.path.join(folder, "config-" + release),
              os.path.join(folder, "config"),
              os.path.join(folder, "..", "..", "..", ".config")]
    for place in places:
        if place and os.path.isfile(place):
            return place
    return None
