"""Fixtures of the protocol tests."""

import asyncio
import copy
import os
from pathlib import Path

import pytest
from lsprotocol import types
from session import client_capabilities, eventually, session
from watched_compiler import Compiler

SUMS = """\
class Sums {
    static long sum(long f1, long f2) {
        long f3 = 0;
        f3 = f2 + f1;
        return f3;
    }

    static long total(int n) {
        long t = 0;
        for (int i = 0; i < n; i++) {
            t += i;
        }
        return t;
    }
}
"""


@pytest.fixture(scope="session", autouse=True)
def server_is_given():
    """Without a server, there is nothing to test."""
    binary = os.environ.get("JOULED_BIN")
    if not binary or not Path(binary).is_file():
        pytest.exit("set JOULED_BIN to the program jouled, or run `cargo xtask test`", 2)


@pytest.fixture
def sums(tmp_path: Path) -> Path:
    """A loose Java file outside of any project."""
    path = tmp_path / "Sums.java"
    path.write_text(SUMS, "utf-8")
    return path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree without build files; one of its classes needs another."""
    package = tmp_path / "tree" / "src" / "shapes"
    package.mkdir(parents=True)
    (package / "Point.java").write_text(
        "package shapes;\n\npublic class Point {\n    public int x;\n    public int y;\n}\n", "utf-8"
    )
    (package / "Line.java").write_text(
        "package shapes;\n\n"
        "public class Line {\n"
        "    static int width(Point a, Point b) {\n"
        "        return b.x - a.x;\n"
        "    }\n"
        "}\n",
        "utf-8",
    )
    return tmp_path / "tree"


@pytest.fixture(scope="session")
def used_compiler(tmp_path_factory) -> Compiler:
    """A separate JDK, and a cache with what its first use and a rest leave there."""
    if os.name != "posix":
        pytest.skip("the compiler is watched by a shell script")
    folder = tmp_path_factory.mktemp("used")
    made = Compiler(folder, folder / "jdk")

    async def use():
        path = folder / "Sums.java"
        path.write_text(SUMS, "utf-8")
        capabilities = client_capabilities("neovim@v0.11.0")
        async with session(capabilities, environment=made.environment) as jouled:
            jouled.open(path)

            async def is_ready():
                return made.has_archive() or None

            await eventually(is_ready, lambda: "an archive")

    asyncio.run(use())
    return made


@pytest.fixture
def compiler(tmp_path: Path, used_compiler: Compiler) -> Compiler:
    """The same JDK, with a cache and a count for one test."""
    one = Compiler(tmp_path, used_compiler.home)
    one.begins_like(used_compiler)
    return one


@pytest.fixture
def neovim() -> types.ClientCapabilities:
    return client_capabilities("neovim@v0.11.0")


@pytest.fixture
def interested(neovim) -> types.ClientCapabilities:
    """The same for an editor that asks for the server's status."""
    capabilities = copy.deepcopy(neovim)
    capabilities.experimental = {"serverStatusNotification": True}
    return capabilities


EDITORS = ["neovim@v0.11.0", "visual_studio_code", "emacs"]


@pytest.fixture(params=EDITORS)
def editor(request) -> types.ClientCapabilities:
    """The capabilities of three editors, one after another."""
    return client_capabilities(request.param)
