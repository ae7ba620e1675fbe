"""A compiler that is watched, and that can be made to fail."""

import asyncio
import os
import shutil
import signal
import stat
import struct
import sys
from pathlib import Path

# The input of the compiler is also written to a file for each process, except during training.
JAVA = """\
#!/bin/sh
case "$*" in
*ArchiveClassesAtExit*|*AOTCacheOutput*|*jdk.compiler*) exec '{java}' "$@" ;;
esac
tee '{requests}'/$$ | '{java}' "$@"
"""

# Delays each request.
SLOW = """\
import struct, sys, time
read, write = sys.stdin.buffer, sys.stdout.buffer
while length := read.read(4):
    request = read.read(struct.unpack(">I", length)[0])
    time.sleep({seconds})
    write.write(length + request)
    write.flush()
"""


class Compiler:
    """A JDK that counts how often it was asked to compile something."""

    def __init__(self, folder: Path, home: Path):
        java = Path(shutil.which("java", path=os.environ.get("JAVA_HOME", "") + "/bin:" + os.environ["PATH"]))
        real = java.resolve().parent.parent
        self.home = home
        self._requests = folder / "requests"
        self._requests.mkdir()
        if not home.exists():
            (home / "bin").mkdir(parents=True)
            for entry in real.iterdir():
                if entry.name != "bin":
                    (home / entry.name).symlink_to(entry)
            for program in (real / "bin").iterdir():
                if program.name != "java":
                    (home / "bin" / program.name).symlink_to(program)
        self._real = real / "bin" / "java"
        self.works()
        self.cache = folder / "cache" / "jouled"
        self.environment = {"JAVA_HOME": str(self.home), "XDG_CACHE_HOME": str(folder / "cache")}

    def works(self):
        """From now on, it compiles."""
        self._write(JAVA.format(java=self._real, requests=self._requests))

    def takes(self, seconds: float):
        """From now on, it takes this much longer for each request."""
        slow = self._requests.parent / "slow.py"
        slow.write_text(SLOW.format(seconds=seconds))
        watched = JAVA.format(java=self._real, requests=self._requests)
        self._write(watched.replace(" | ", f" | '{sys.executable}' -u '{slow}' | "))

    def hangs(self):
        """From now on, it starts but never answers."""
        self._write("#!/bin/sh\nexec sleep 600\n")

    def _write(self, script: str):
        java = self.home / "bin" / "java"
        java.write_text(script)
        java.chmod(java.stat().st_mode | stat.S_IXUSR)

    @property
    def compiles(self) -> int:
        """The requests so far."""
        return sum(1 for _ in self._all())

    def compiles_of(self, text: str) -> int:
        """The requests so far with this text in a source file."""
        return sum(text.encode() in request for request in self._all())

    def _all(self):
        """The requests, each preceded by its length."""
        for file in self._requests.iterdir():
            data = file.read_bytes()
            while len(data) >= 4:
                (length,) = struct.unpack(">I", data[:4])
                yield data[4 : 4 + length]
                data = data[4 + length :]

    def has_archive(self) -> bool:
        """Whether its processes start quickly."""
        return any(self.cache.glob("javac-service/*/service.[ja][so][at]"))

    def begins_like(self, other: "Compiler"):
        """Takes the program and the archive of another one with the same home: making them takes seconds."""
        for part in ("javac-service", "digests"):
            shutil.copytree(other.cache / part, self.cache / part)

    def end_pricing(self):
        """Ends processes with this cache that outlive their server: what they compute is for later servers."""
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"XDG_CACHE_HOME={self.cache.parent}".encode() in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:
                pass

    async def at_rest(self) -> int:
        """The requests, once no more arrive."""
        before = -1
        while before != (before := self.compiles):
            await asyncio.sleep(1)
        return before
