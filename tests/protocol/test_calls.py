"""The number over a method includes its callees, across files and during typing."""

import re

import pytest
from lsprotocol import types
from session import eventually, line_of, session
from test_extension import ask


def joules(title: str) -> float:
    """The factor of m in a formula."""
    number, unit = re.search(r"([\d.]+) ([nµm])J·m$", title).groups()
    return float(number) * {"n": 1e-9, "µ": 1e-6, "m": 1e-3}[unit]


CALLS = {"JOULED_CALLS": "project"}

SQUARES = """package sums;

class Squares {
    static long square(long x) {
        return x * x;
    }

    static long sum(int n) {
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += square(i);
        }
        return total;
    }
}
"""

USER = """package sums;

class User {
    static long twice(int m) {
        return Squares.sum(m) + Squares.sum(2 * m);
    }

    static int hash(String text) {
        return text.hashCode();
    }
}
"""


def project(tmp_path):
    package = tmp_path / "calls" / "src" / "sums"
    package.mkdir(parents=True)
    (package / "Squares.java").write_text(SQUARES, "utf-8")
    (package / "User.java").write_text(USER, "utf-8")
    return tmp_path / "calls", package / "Squares.java", package / "User.java"


async def test_a_lens_includes_callees_in_other_files(neovim, tmp_path):
    root, _, user = project(tmp_path)
    async with session(neovim, root=root, environment=CALLS) as jouled:
        uri = jouled.open(user)
        # 2·m and m iterations of the loop of Squares.sum.
        await jouled.expect_lens(uri, line_of(USER, "long twice"), r"·m$")
        hover = await jouled.hover(uri, line_of(USER, "long twice"), 17)
        assert "itself, without its callees" in hover


async def test_an_unknown_callee_is_mentioned(neovim, tmp_path):
    root, _, user = project(tmp_path)
    async with session(neovim, root=root, environment=CALLS) as jouled:
        uri = jouled.open(user)
        await jouled.expect_lens(uri, line_of(USER, "int hash"), r"\+ 1 unpriced call")
        hover = await jouled.hover(uri, line_of(USER, "int hash"), 16)
        assert "java.lang.String.hashCode" in hover


async def test_an_edit_of_a_callee_changes_its_callers(neovim, tmp_path):
    root, squares, user = project(tmp_path)
    async with session(neovim, root=root, environment=CALLS) as jouled:
        caller = jouled.open(user)
        callee = jouled.open(squares)
        line = line_of(USER, "long twice")
        await jouled.expect_lens(caller, line, r"·m$")
        before = (await jouled.lenses(caller))[line]
        jouled.replace_in(callee, SQUARES, "return x * x;", "return x * x * x;")
        after = await jouled.expect_lens(caller, line, rf"^(?!{re.escape(before)}$).*·m$")
        assert joules(after) > joules(before)


async def test_methods_of_closed_files_follow_the_settings(neovim, tmp_path):
    root, _, _ = project(tmp_path)

    async def followed(jouled):
        """The means by name, once the number of `twice` includes its callee."""

        async def all_methods():
            found = await ask(jouled, "jouled/hotspots", limit=10)
            found = {method["name"]: method["mean"] for method in found}
            return found if len(found) == 4 and found["twice"] > found["sum"] else None

        return await eventually(all_methods, lambda: "four methods with what they call")

    async def fresh(settings):
        (root / "jouled.toml").write_text(settings, "utf-8")
        async with session(neovim, root=root, environment=CALLS) as jouled:
            return await followed(jouled)

    settings = 'device = "device_1"\nassume = { n = 7, m = 3 }\n'
    expected = await fresh(settings)
    without = await fresh("")
    assert without != pytest.approx(expected, rel=1e-3)
    async with session(neovim, root=root, environment=CALLS) as jouled:
        assert await followed(jouled) == pytest.approx(without, rel=1e-12)
        (root / "jouled.toml").write_text(settings, "utf-8")
        event = types.FileEvent((root / "jouled.toml").as_uri(), types.FileChangeType.Changed)
        params = types.DidChangeWatchedFilesParams([event])
        jouled.client.workspace_did_change_watched_files(params)

        async def as_expected():
            found = await ask(jouled, "jouled/hotspots", limit=10)
            found = {method["name"]: method["mean"] for method in found}
            return found == pytest.approx(expected, rel=1e-12) or None

        await eventually(as_expected, lambda: f"the numbers of a fresh session, {expected}")
