"""The costs of methods in the class path's jars are included in the numbers of their callers."""

import io
import os
import re
import shutil
import subprocess
import uuid
import zipfile
from pathlib import Path

import pytest
from lsprotocol import types
from session import eventually, line_of, session

SERIES = """package lib;

public class Series {
    public static long sum(int n) {
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += i;
        }
        return total;
    }
}
"""

APP = """package app;

import lib.Series;

class App {
    static long twice(int m) {
        return Series.sum(m) + Series.sum(m);
    }
}
"""
TWICE = line_of(APP, "long twice")

CALLS = {"JOULED_CALLS": "all"}

# The costs of the JDK are computed once for all sessions; the first computation takes minutes.
REQUEST_TIMEOUT_S = 600
# The first test waits until the whole JDK is priced.
pytestmark = pytest.mark.timeout(2 * REQUEST_TIMEOUT_S)


@pytest.fixture(scope="session", autouse=True)
def of_the_jdk():
    """The sessions below wait only for the jars."""
    subprocess.run([os.environ["JOULED_BIN"], "library"], check=True, timeout=REQUEST_TIMEOUT_S)


def jar_of(folder: Path, text: str) -> bytes:
    """A jar with one class that no session has seen before."""
    source = folder / "Series.java"
    source.write_text(text)
    home = os.environ.get("JAVA_HOME")
    javac = str(Path(home, "bin", "javac")) if home else shutil.which("javac")
    subprocess.run([javac, "--release", "17", "-d", str(folder), str(source)], check=True)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as entries:
        entries.write(folder / "lib" / "Series.class", "lib/Series.class")
        entries.writestr("META-INF/once", uuid.uuid4().hex)
    return archive.getvalue()


@pytest.fixture
def jars(tmp_path_factory):
    """A jar, and another one in which the method costs more."""
    dearer = SERIES.replace("total += i;", "total += (long) i * i * i / 7;")
    return [jar_of(tmp_path_factory.mktemp("library"), text) for text in (SERIES, dearer)]


def project(folder: Path, jar: bytes) -> tuple[Path, Path]:
    source = folder / "src" / "app" / "App.java"
    source.parent.mkdir(parents=True)
    source.write_text(APP)
    library = folder / "lib" / "series.jar"
    library.parent.mkdir()
    library.write_bytes(jar)
    return source, library


def joules(title: str) -> float:
    """The factor of m in a formula."""
    number, unit = re.search(r"([\d.]+) ([nµm])J·m$", title).groups()
    return float(number) * {"n": 1e-9, "µ": 1e-6, "m": 1e-3}[unit]


def progress_of(jouled, name: str) -> int:
    """How often the server reported that it prices a library."""
    reports = [report for each in jouled.client.progress_reports.values() for report in each]
    messages = [getattr(report, "message", None) or "" for report in reports]
    return len([message for message in messages if f"pricing the methods of {name}" in message])


async def test_a_call_into_a_jar_is_priced_from_the_jars_own_bytecode(neovim, tmp_path, jars):
    app, _ = project(tmp_path / "project", jars[0])
    async with session(neovim, root=tmp_path / "project", environment=CALLS) as jouled:
        uri = jouled.open(app)
        # The numbers do not wait for the jar.
        await jouled.expect_lens(uri, TWICE, r"^⚡ ")
        await jouled.expect_lens(uri, TWICE, r"·m$")
        hover = await jouled.hover(uri, TWICE, 17)
        assert "not priced" not in hover
        assert progress_of(jouled, "series.jar") == 1


async def test_a_replaced_jar_gives_different_numbers(neovim, tmp_path, jars):
    app, library = project(tmp_path / "project", jars[0])
    async with session(neovim, root=tmp_path / "project", environment=CALLS) as jouled:
        uri = jouled.open(app)
        before = await jouled.expect_lens(uri, TWICE, r"·m$")
        library.write_bytes(jars[1])
        event = types.FileEvent(library.as_uri(), types.FileChangeType.Changed)
        jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        after = await jouled.expect_lens(uri, TWICE, rf"^(?!{re.escape(before)}$).*·m$")
        assert joules(after) > joules(before)


async def test_a_damaged_jar_is_reported_and_does_not_affect_the_others(neovim, tmp_path, jars):
    app, library = project(tmp_path / "project", jars[0])
    (library.parent / "broken.jar").write_bytes(b"PK\x03\x04 and then nothing of a jar")
    async with session(neovim, root=tmp_path / "project", environment=CALLS) as jouled:
        uri = jouled.open(app)
        await jouled.expect_lens(uri, TWICE, r"·m$")

        async def told():
            messages = (message.message for message in jouled.client.log_messages)
            return next((message for message in messages if "broken.jar" in message), None)

        await eventually(told, lambda: f"broken.jar among {jouled.client.log_messages}")


async def test_a_jar_of_two_projects_is_priced_once(neovim, tmp_path):
    # Both have the same jar, and it is new.
    (tmp_path / "made").mkdir()
    fresh = jar_of(tmp_path / "made", SERIES)
    first, _ = project(tmp_path / "first", fresh)
    second, _ = project(tmp_path / "second", fresh)
    roots = (tmp_path / "second",)
    async with session(
        neovim, root=tmp_path / "first", more_roots=roots, environment=CALLS
    ) as jouled:
        uris = [jouled.open(first), jouled.open(second)]
        titles = [await jouled.expect_lens(uri, TWICE, r"·m$") for uri in uris]
        assert titles[0] == titles[1]
        assert progress_of(jouled, "series.jar") == 1
