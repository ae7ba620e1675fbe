"""A change in one file changes the numbers of the files that use it."""

import pytest
from lsprotocol import types
from session import eventually, line_of, session

LIMITS = "package shapes;\n\nclass Limits {\n    static final int MOST = 10;\n}\n"
COUNT = (
    "package shapes;\n\nclass Count {\n    static long sum() {\n        long s = 0;\n"
    "        for (int i = 0; i < Limits.MOST; i++) {\n            s += i;\n        }\n"
    "        return s;\n    }\n}\n"
)
SUM = line_of(COUNT, "long sum()")


PROJECT = "project"

# For tests in which a folder's files use only each other.
in_a_project = pytest.mark.parametrize("files", [PROJECT], indirect=True)


@pytest.fixture(params=[PROJECT, "files without a project"])
def files(request, tmp_path):
    folder = tmp_path / "src" / "shapes"
    folder.mkdir(parents=True)
    limits, count = folder / "Limits.java", folder / "Count.java"
    limits.write_text(LIMITS)
    count.write_text(COUNT)
    return limits, count, tmp_path if request.param == PROJECT else None


async def title(jouled, uri, is_expected, line=SUM):
    shown = ""

    async def found():
        nonlocal shown
        shown = (await jouled.lenses(uri)).get(line, "")
        return shown if is_expected(shown) else None

    return await eventually(found, lambda: f"another lens than {shown!r}")


def is_number(shown):
    return "≈" in shown and "…" not in shown


async def test_a_constant_of_another_unsaved_buffer_is_compiled_in(neovim, files):
    limits, count, root = files
    async with session(neovim, root=root) as jouled:
        uri = jouled.open(count)
        ten = await title(jouled, uri, is_number)
        other = jouled.open(limits)
        text = jouled.replace_in(other, LIMITS, "MOST = 10", "MOST = 1000")
        thousand = await title(jouled, uri, lambda shown: is_number(shown) and shown != ten)
        jouled.replace_in(other, text, "MOST = 1000", "MOST = 10")
        await title(jouled, uri, lambda shown: shown == ten)
        assert thousand.startswith("⚡ ≈ 110 µJ")


async def test_a_signature_of_another_buffer_that_changes_breaks_and_mends(neovim, files):
    limits, count, root = files
    async with session(neovim, root=root) as jouled:
        uri = jouled.open(count)
        ten = await title(jouled, uri, is_number)
        other = jouled.open(limits)
        text = jouled.replace_in(other, LIMITS, "MOST", "LEAST")
        await title(jouled, uri, lambda shown: shown.endswith(" …"))
        jouled.replace_in(other, text, "LEAST", "MOST")
        await title(jouled, uri, lambda shown: shown == ten)


async def test_a_change_of_a_body_in_another_buffer_has_no_effect(neovim, files):
    limits, count, root = files
    async with session(neovim, root=root) as jouled:
        uri = jouled.open(count)
        ten = await title(jouled, uri, is_number)
        other = jouled.open(limits, LIMITS.replace("}", "    static int f(int x) { int y = x + 1; return y; }\n}"))
        await title(jouled, other, is_number, line=4)
        assert await title(jouled, uri, lambda shown: bool(shown)) == ten


@in_a_project
async def test_unsaved_text_is_forgotten_with_its_buffer(neovim, files):
    limits, count, root = files
    async with session(neovim, root=root) as jouled:
        uri = jouled.open(count)
        ten = await title(jouled, uri, is_number)
        other = jouled.open(limits, LIMITS.replace("10", "1000"))
        await title(jouled, uri, lambda shown: is_number(shown) and shown != ten)
        jouled.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(other))
        )
        await title(jouled, uri, lambda shown: shown == ten)


@in_a_project
async def test_a_file_that_changes_outside_of_the_editor(neovim, files):
    limits, count, root = files
    async with session(neovim, root=root) as jouled:
        uri = jouled.open(count)
        ten = await title(jouled, uri, is_number)

        def changed(path, kind):
            event = types.FileEvent(path.as_uri(), kind)
            jouled.client.workspace_did_change_watched_files(
                types.DidChangeWatchedFilesParams([event])
            )

        limits.write_text(LIMITS.replace("10", "1000"))
        changed(limits, types.FileChangeType.Changed)
        await title(jouled, uri, lambda shown: is_number(shown) and shown != ten)
        limits.unlink()
        changed(limits, types.FileChangeType.Deleted)
        # The class is unknown now: its constant is a symbol.
        await title(jouled, uri, lambda shown: "·" in shown)
        limits.write_text(LIMITS)
        changed(limits, types.FileChangeType.Created)
        await title(jouled, uri, lambda shown: shown == ten)
