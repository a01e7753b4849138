# SPDX-License-Identifier: GPL-2.0-only
"""Starts QEMU with a kernel and an installed collection, and reads what it says.

Nothing is kept in files: the root file system goes to QEMU in memory, console
and results come back through pipes.  So nothing is left behind, however the
run ends, and QEMU dies with its parent even if that is killed by SIGKILL.
"""
import ctypes
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time

import cpio
from kernelfile import Unusable

VM = os.path.dirname(os.path.abspath(__file__))
OLDEST_QEMU = 10
# Processors of QEMU 10 that have MTE; others refuse to start with mte=on.
MTE_CPUS = ("max", "neoverse-n2", "cortex-a710")
PR_SET_PDEATHSIG = 1


def qemu_version(qemu):
    """The version of the program as a string such as 10.0.2."""
    if not shutil.which(qemu):
        raise Unusable("%s is missing: run make setup, or install the package "
                       "qemu-system-arm (version %d or later)" % (qemu, OLDEST_QEMU))
    said = subprocess.run([qemu, "--version"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout
    found = re.search(r"version (\d+[.\d]*)", said)
    if not found:
        raise Unusable("%s --version does not tell a version: %s"
                       % (qemu, said.strip().split("\n")[0] or "no output"))
    return found.group(1)


def mte_setting(wanted, cpu, version):
    """Whether the machine gets mte=on."""
    if wanted == "off" or cpu.split(",")[0] not in MTE_CPUS:
        return False
    if int(version.split(".")[0]) < OLDEST_QEMU:
        raise Unusable("QEMU %s is too old: its MTE is broken; install version %d or later "
                       "(run make setup), or give MTE=off" % (version, OLDEST_QEMU))
    return True


def kernel_file(kernel):
    """An open file in memory with the unpacked kernel."""
    memory = os.fdopen(os.memfd_create("Image", 0), "wb")
    memory.write(kernel.image)
    memory.flush()
    return memory


def kselftest_job(programs):
    """Run these programs ("collection:program"), or all, by kselftest's own runner."""
    return "./run_kselftest.sh " + " ".join("-t " + shlex.quote(p) for p in programs)


def root_archive(userland, install, kernel, job, environment):
    """An open file in memory: the userland, then the tests and what to do with them (sh)."""
    lines = ["export %s=%s" % (name, shlex.quote(value))
             for name, value in sorted(environment.items())]
    lines += ["job() {", job, "}"]
    memory = os.fdopen(os.memfd_create("root.cpio", 0), "wb")
    with open(userland, "rb") as source:
        shutil.copyfileobj(source, memory)
    memory.write(b"\0" * (-memory.tell() % 4))
    archive = cpio.Archive(memory)
    for name, inside in (("init", "init"), ("prefix.awk", "usr/bin/perl")):
        with open(os.path.join(VM, name), "rb") as source:
            archive.file(inside, source.read(), 0o755)
    archive.file("entry-job", "\n".join(lines).encode() + b"\n")
    if kernel.config and kernel.release:
        with open(kernel.config, "rb") as source:
            archive.file("boot/config-" + kernel.release, source.read())
    modules = os.path.join(os.path.dirname(kernel.path), "modules")
    if os.path.isfile(os.path.join(modules, "virtio_console.ko")):
        archive.tree(modules, "modules")
    archive.tree(install, "kselftest")
    archive.close()
    memory.flush()
    return memory


def command(qemu, options, mte, kernel, root, console, results):
    """QEMU's command line; the last four are paths."""
    machine = "virt,gic-version=3" + (",mte=on" if mte else "")
    if options["VIRT"] == "on":
        machine += ",virtualization=on"
    return [qemu, "-M", machine, "-cpu", options["CPU"], "-smp", options["SMP"],
            "-m", options["MEM"], "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", kernel, "-initrd", root,
            "-chardev", "file,id=console,path=" + console, "-serial", "chardev:console",
            "-device", "virtio-serial-pci", "-chardev", "file,id=results,path=" + results,
            "-device", "virtserialport,chardev=results,name=ksft.results",
            "-append", ("console=ttyAMA0 earlycon panic=-1 " + options["APPEND"]).strip()]


class Guest:
    """A running QEMU; lines() yields what it says until it or the time ends."""

    def __init__(self, options, mte, qemu, kernel, root):
        """`kernel` and `root` are open files."""
        self.errors = os.memfd_create("qemu.stderr", 0)
        self.pipes = {}
        writers = []
        for name in ("console", "results"):
            reader, writer = os.pipe()
            self.pipes[name] = reader
            writers.append(writer)
        parent = os.getpid()
        libc = ctypes.CDLL(None)

        def die_with_parent():
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)

        shared = [kernel.fileno(), root.fileno()] + writers
        line = command(qemu, options, mte, *["/dev/fd/%d" % number for number in shared])
        self.process = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors,
            pass_fds=shared, preexec_fn=die_with_parent,
            start_new_session=True)
        self.timed_out = False
        for writer in writers:
            os.close(writer)

    def lines(self, seconds, silence=None):
        """Yield (source, line) and, when a source ends, its cut-off last line.

        The guest is ended after so many seconds, and if it says nothing for silence seconds.
        """
        deadline = time.monotonic() + seconds
        rest = {name: b"" for name in self.pipes}
        with selectors.DefaultSelector() as selector:
            for name, reader in self.pipes.items():
                selector.register(reader, selectors.EVENT_READ, name)
            while selector.get_map():
                left = deadline - time.monotonic()
                if left <= 0:
                    self.timed_out = True
                    self.stop()
                    deadline = float("inf")
                ready = selector.select(None if self.timed_out else
                                        left if silence is None else min(left, silence))
                if not ready and silence is not None and not self.timed_out:
                    deadline = 0
                # The console first: what the kernel said came before what the runner said.
                for key, _ in sorted(ready, key=lambda pair: pair[0].data):
                    data = os.read(key.fd, 65536)
                    *whole, rest[key.data] = (rest[key.data] + data).split(b"\n")
                    for line in whole:
                        yield key.data, line.decode("utf-8", "replace")
                    if not data:
                        selector.unregister(key.fd)
        for name, line in rest.items():
            if line:
                yield name + " end", line.decode("utf-8", "replace")
        self.process.wait()

    def complaint(self):
        """The first line that QEMU itself wrote."""
        os.lseek(self.errors, 0, os.SEEK_SET)
        said = os.read(self.errors, 4096).decode("utf-8", "replace").strip()
        return said.split("\n")[0]

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
