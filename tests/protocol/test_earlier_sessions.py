"""Results of an earlier session are available before the compiler is, and are never wrong."""

import asyncio

import pytest
from session import HINT, eventually, session

WIDTH = 4


async def lines(jouled, path):
    """The hints of a file, once there are any."""
    uri = jouled.open(path)

    async def found():
        return await jouled.labels(uri) or None

    return uri, await eventually(found, lambda: "hints")


async def after_a_session(compiler, neovim, tree):
    """The hints of an open file; the session ends once everything is cached for the next one."""
    async with session(neovim, root=tree, environment=compiler.environment) as jouled:
        uri, labels = await lines(jouled, tree / "src" / "shapes" / "Line.java")

        async def kept():
            folder = compiler.cache / "classes"
            # Two Java files, and the results for all of them.
            return True if folder.is_dir() and len(list(folder.iterdir())) >= 3 else None

        await eventually(kept, lambda: "classes for the next session")
        await compiler.at_rest()
        labels = await jouled.labels(uri)
        assert HINT.match(labels[WIDTH])
        return labels


async def test_numbers_are_available_before_the_compiler(compiler, neovim, tree):
    expected = await after_a_session(compiler, neovim, tree)
    compiler.hangs()
    async with session(neovim, root=tree, environment=compiler.environment) as jouled:
        uri, labels = await lines(jouled, tree / "src" / "shapes" / "Line.java")
        assert labels == expected
        titles = await jouled.lenses(uri)
        assert any("J · worst" in title for title in titles.values()), titles


@pytest.mark.parametrize(
    ("old", "new", "is_the_same"),
    [("}", "    void other() {}\n}", False), ("public int y", "public int z", False), ("y;", "y; // body", True)],
)
async def test_after_a_change_elsewhere_numbers_are_marked_until_they_are_confirmed(
    old, new, is_the_same, compiler, neovim, tree
):
    expected = await after_a_session(compiler, neovim, tree)
    point = tree / "src" / "shapes" / "Point.java"
    point.write_text(point.read_text().replace(old, new))
    compiler.hangs()
    async with session(neovim, root=tree, environment=compiler.environment) as jouled:
        _, labels = await lines(jouled, tree / "src" / "shapes" / "Line.java")
        marked = {line: f"{label} …" for line, label in expected.items()}
        assert labels == (expected if is_the_same else marked)
    compiler.works()
    async with session(neovim, root=tree, environment=compiler.environment) as jouled:
        uri, _ = await lines(jouled, tree / "src" / "shapes" / "Line.java")
        await jouled.expect_label(uri, WIDTH, r"^⚡ [^…]*$")
        assert await jouled.labels(uri) == expected


async def test_wrong_numbers_are_replaced(compiler, neovim, tree):
    expected = await after_a_session(compiler, neovim, tree)
    point = tree / "src" / "shapes" / "Point.java"
    point.write_text(point.read_text().replace("int x", "long x"))
    line = tree / "src" / "shapes" / "Line.java"
    line.write_text(line.read_text().replace("return b.x - a.x", "return (int) (b.x - a.x)"))
    changed = await after_a_session(compiler, neovim, tree)
    assert changed != expected


async def test_two_servers_at_once(compiler, neovim, tree):
    both = await asyncio.gather(*(after_a_session(compiler, neovim, tree) for _ in range(2)))
    assert both[0] == both[1]


async def test_files_with_missing_dependencies_are_available_too(compiler, neovim, tree):
    line = tree / "src" / "shapes" / "Line.java"
    line.write_text(line.read_text().replace("package shapes;", "package shapes; import gone.Thing;"))
    line.write_text(line.read_text().replace("return b.x - a.x;", "return b.x - a.x + Thing.size();"))
    expected = await after_a_session(compiler, neovim, tree)
    compiler.hangs()
    async with session(neovim, root=tree, environment=compiler.environment) as jouled:
        uri, labels = await lines(jouled, line)
        assert labels == expected
        titles = await jouled.lenses(uri)
        assert any("J · calls not followed" in title for title in titles.values()), titles
