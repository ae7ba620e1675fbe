"""Brings the binary to the executors and runs it there."""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import tarfile
from pathlib import Path

#: The folder into which Spark unpacks the archive.
FOLDER = "jouled"

#: The binary in the archive, and the output of `jouled library export`, if there is one.
PROGRAM = "bin/jouled"
LIBRARIES = "libraries.zip"


class BinaryError(RuntimeError):
    """The binary is missing, or does not run on this machine. The input is not at fault, so the job fails."""


def pack(archive: str | os.PathLike, binary: str | os.PathLike | None = None, libraries: str | os.PathLike | None = None) -> str:
    """Writes a .tar.gz with the binary for the executors' system, and returns its path.

    `libraries` is a file of ``jouled library export``: executors then take the costs of the JDK and of jars from it, where they
    have the same JDK, and do not compute them.
    """
    found = os.fspath(binary) if binary else os.environ.get("JOULED_BIN") or shutil.which("jouled")
    if not found or not os.path.isfile(found):
        raise BinaryError(f"{found or 'jouled'}: there is no such program; name the binary for the executors' system")
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(found, PROGRAM, filter=_plain)
        if libraries:
            tar.add(os.fspath(libraries), LIBRARIES, filter=_plain)
    return os.fspath(archive)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the user and the time, so that the same binary gives the same archive."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


def ship(spark, archive: str | os.PathLike) -> None:
    """Has Spark unpack an archive of :func:`pack` on every executor. ``spark.archives=FILE#jouled`` does the same."""
    named = f"{os.fspath(archive)}#{FOLDER}"
    if hasattr(spark, "addArtifacts"):
        try:
            spark.addArtifacts(named, archive=True)
            return
        except Exception as error:  # A local session refuses, with a message that differs between versions.
            if not hasattr(spark, "sparkContext"):
                raise BinaryError(f"{archive}: Spark did not take the archive: {error}") from error
    spark.sparkContext.addArchive(named)


def find(named: str | None = None) -> str:
    """The binary on this machine: the named one, $JOULED_BIN, the one in the archive, or the one on the PATH."""
    candidates = [named] if named else [os.environ.get("JOULED_BIN"), *_in_archives(), shutil.which("jouled")]
    for candidate in candidates:
        if candidate and os.path.isfile(candidate):
            return _runnable(candidate)
    if named:
        raise BinaryError(f"{named}: there is no such program on this executor; leave `binary` out to use the shipped one")
    raise BinaryError(
        "this executor has no jouled: call jouled_spark.ship(spark, archive) before analyse, set spark.archives, "
        "or install jouled on the executors"
    )


def _in_archives() -> list[str]:
    folders = [os.getcwd()]
    try:
        from pyspark import SparkFiles

        folders.append(SparkFiles.getRootDirectory())
    except Exception:  # Outside Spark, there is no such folder.
        pass
    return [os.path.join(folder, FOLDER, PROGRAM) for folder in folders if folder]


def _runnable(program: str) -> str:
    """Unpacking may have removed the executable permission."""
    if not os.access(program, os.X_OK):
        try:
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
        except OSError as error:
            raise BinaryError(f"{program}: this is no program that may be run: {error}") from error
    return program


def run(program: str, arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess:
    """Runs the binary and waits for its end."""
    try:
        return subprocess.run(
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", env=environment
        )
    except OSError as error:
        raise BinaryError(f"{program}: it does not run on this executor: {error}; pack a binary for its system") from error


def environment(program: str) -> dict[str, str]:
    """What the binary runs with: a cache folder of the executor, where the home folder cannot be written to, and the libraries
    of the archive in it."""
    values = dict(os.environ)
    home = Path(values.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache"))
    if not _may_write(home):
        values["XDG_CACHE_HOME"] = os.path.join(os.getcwd(), "jouled-cache")
        os.makedirs(values["XDG_CACHE_HOME"], mode=0o700, exist_ok=True)
    libraries = os.path.join(os.path.dirname(os.path.dirname(program)), LIBRARIES)
    mark = libraries + ".imported"
    if os.path.isfile(libraries) and not os.path.exists(mark):
        # Importing twice does no harm: existing entries stay.
        done = run(program, ["library", "import", libraries], values)
        if done.returncode != 0:
            raise BinaryError(f"{libraries}: {last_line(done.stderr)}")
        try:
            io.open(mark, "w").close()
        except OSError:
            pass
    return values


def _may_write(folder: Path) -> bool:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK)


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it gave no reason"


