# SPDX-License-Identifier: GPL-2.0-only
"""The kernels that KERNEL= names without a path: built ones and Debian's.

  kind:KIND                one that kernel/build makes, built now if need be
  debian:SERIES[/FLAVOUR]  the newest stock kernel of a series, fetched once
"""
import os
import re
import subprocess
import sys

from kernelfile import Unusable

KERNEL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kernel")
MAKERS = {
    "kind": ("build", r"[a-z0-9][a-z0-9-]*", "a kind that kernel/build --list shows"),
    "debian": ("debian", r"[0-9.]+(/[a-z0-9]+)?", "a series and a flavour, such as 6.12 or 7.3/16k"),
}


def find(name):
    """The path of the image that `name` means, made or fetched if it is not there."""
    maker, colon, which = name.partition(":")
    if not colon or maker not in MAKERS or os.path.exists(name):
        return name
    script, form, wanted = MAKERS[maker]
    if not re.fullmatch(form, which):
        raise Unusable("KERNEL=%s: give %s" % (name, wanted))
    return os.path.join(_output([os.path.join(KERNEL, script), which]), "vmlinuz")


def _output(command):
    """What a program prints; it has told by itself why it failed."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          text=True) as process:
        try:
            said = process.communicate()[0].strip()
        except BaseException:
            # A build has processes of its own, which it ends when it is told to end.
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        sys.exit(2)
    return said
