"""Edits that save energy, as code actions, and the predicted cost of a different text."""

import asyncio
import copy

import pytest
from lsprotocol import types
from session import eventually, line_of, session
from test_extension import ask

LOOP = """class Sums {
    static long sum(int[] values, long x, long y) {
        long sum = 0; // é 😀
        for (int value : values) {
            sum += value + /* é 😀 */ x * y * x;
        }
        return sum;
    }

    static long kept(int[] values, long x, long y) {
        long sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }
}
"""
SHARED = "x * y * x"
HOISTED = LOOP.replace(SHARED, "product").replace(
    "        for (int value", "        final long product = x * y * x;\n        for (int value", 1
)


@pytest.fixture
def sums_with_loop(tmp_path):
    folder = tmp_path / "loop"
    folder.mkdir()
    java = folder / "Sums.java"
    java.write_text(LOOP, "utf-8")
    return java


async def actions(jouled, uri, first, last=None, only=None):
    """The code actions for lines, counted from 0; `None` if the server has none."""
    last = first if last is None else last
    selected = types.Range(types.Position(first, 0), types.Position(last, 0))
    context = types.CodeActionContext(diagnostics=[], only=only)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), selected, context)
    return await jouled.client.text_document_code_action_async(params)


async def first_actions(jouled, uri, line):
    async def found():
        return await actions(jouled, uri, line) or None

    return await eventually(found, lambda: f"an action on line {line}")


def edits_of(action, uri):
    edit = action.edit
    if edit.document_changes is not None:
        (change,) = edit.document_changes
        assert change.text_document.uri == uri
        return change.text_document.version, change.edits
    (changed,) = edit.changes
    assert changed == uri
    return None, edit.changes[uri]


def applied(jouled, text, edits):
    """The text after the edits, the last applied first."""
    lines = text.split("\n")
    place = lambda edit: (edit.range.start.line, edit.range.start.character)
    for edit in sorted(edits, key=place, reverse=True):
        start, end = edit.range.start, edit.range.end
        assert start.line == end.line
        encoding = "utf-8" if jouled.encoding == "utf-8" else "utf-16-le"
        width = 1 if jouled.encoding == "utf-8" else 2
        line = lines[start.line].encode(encoding)
        before, after = line[: start.character * width], line[end.character * width :]
        lines[start.line] = before.decode(encoding) + edit.new_text + after.decode(encoding)
    return "\n".join(lines)


async def test_an_action_says_what_it_saves_and_has_the_edit(editor, sums_with_loop):
    async with session(editor, root=sums_with_loop.parent) as jouled:
        uri = jouled.open(sums_with_loop)
        line = line_of(LOOP, SHARED)
        (action,) = await first_actions(jouled, uri, line)
        assert action.kind == types.CodeActionKind.RefactorRewrite
        assert action.title.startswith("Compute x * y * x before the loop: saves ")
        assert " per call (" in action.title and "P > 0.99)" in action.title
        version, edits = edits_of(action, uri)
        assert version in (None, 1)
        assert applied(jouled, LOOP, edits) == HOISTED


async def test_other_lines_and_kinds_have_no_action(neovim, sums_with_loop):
    async with session(neovim, root=sums_with_loop.parent) as jouled:
        uri = jouled.open(sums_with_loop)
        line = line_of(LOOP, SHARED)
        await first_actions(jouled, uri, line)
        assert list(await actions(jouled, uri, line_of(LOOP, "sum += value;"))) == []
        assert not await actions(jouled, uri, line, only=["quickfix"])
        assert len(await actions(jouled, uri, line, only=["refactor"])) == 1
        assert len(await actions(jouled, uri, 0, 99)) == 1


async def test_edits_name_the_version_that_they_fit(neovim, sums_with_loop):
    capabilities = copy.deepcopy(neovim)
    capabilities.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
        document_changes=True
    )
    async with session(capabilities, root=sums_with_loop.parent) as jouled:
        uri = jouled.open(sums_with_loop)
        line = line_of(LOOP, SHARED)
        await first_actions(jouled, uri, line)
        moved = jouled.replace_in(uri, LOOP, "class Sums {", "class Sums { // more")
        (action,) = await first_actions(jouled, uri, line)
        version, edits = edits_of(action, uri)
        assert version == 2
        assert applied(jouled, moved, edits) == HOISTED.replace("Sums {", "Sums { // more")


async def test_code_that_does_not_compile_has_no_action(neovim, sums_with_loop):
    async with session(neovim, root=sums_with_loop.parent) as jouled:
        uri = jouled.open(sums_with_loop)
        line = line_of(LOOP, SHARED)
        await first_actions(jouled, uri, line)
        jouled.replace_in(uri, LOOP, "return sum;", "return sum")
        assert not await actions(jouled, uri, line)


async def test_a_client_without_literals_is_promised_nothing(neovim, sums_with_loop):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.code_action = None
    async with session(capabilities, root=sums_with_loop.parent) as jouled:
        assert jouled.capabilities.code_action_provider is None


# A file with an edit contains this.
WITH_EDIT = "final long product"


async def numbers(jouled, uri):
    async def found():
        return await jouled.hints(uri) or None

    return await eventually(found, lambda: "numbers")


async def test_the_first_question_finds_prices_that_a_rest_has_brought(
    compiler, neovim, sums_with_loop
):
    root = sums_with_loop.parent
    async with session(neovim, root=root, environment=compiler.environment) as jouled:
        uri = jouled.open(sums_with_loop)
        await numbers(jouled, uri)

        async def priced():
            await jouled.hints(uri)
            # Each question begins the rest anew.
            await asyncio.sleep(2)
            return compiler.compiles_of(WITH_EDIT) or None

        assert await eventually(priced, lambda: "an edit that was tried") == 1
        before = await compiler.at_rest()
        assert len(await actions(jouled, uri, line_of(LOOP, SHARED))) == 1
        assert compiler.compiles == before


async def test_nothing_is_priced_while_the_text_changes(compiler, neovim, sums_with_loop):
    root = sums_with_loop.parent
    async with session(neovim, root=root, environment=compiler.environment) as jouled:
        uri = jouled.open(sums_with_loop)
        text = LOOP
        for count in range(8):
            await numbers(jouled, uri)
            await asyncio.sleep(0.3)
            text = jouled.replace_in(uri, text, "class Sums {", f"class Sums {{ // {count}")
        assert compiler.compiles_of(WITH_EDIT) == 0


async def test_a_change_goes_before_prices_of_the_old_text(compiler, neovim, sums_with_loop):
    compiler.takes(1.5)
    root = sums_with_loop.parent
    async with session(neovim, root=root, environment=compiler.environment) as jouled:
        uri = jouled.open(sums_with_loop)
        await numbers(jouled, uri)
        await compiler.at_rest()
        text = jouled.replace_in(uri, LOOP, "class Sums {", "class Sums { // more")
        await asyncio.sleep(2)
        before = await compiler.at_rest()
        await numbers(jouled, uri)
        jouled.replace_in(uri, text, "class Sums {", "class Sums { // even")
        # While the new text is compiled, the old numbers are still there.
        await asyncio.sleep(2)
        assert compiler.compiles == before + 1


async def test_nothing_is_priced_for_a_client_without_actions(compiler, neovim, sums_with_loop):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.code_action = None
    root = sums_with_loop.parent
    async with session(capabilities, root=root, environment=compiler.environment) as jouled:
        uri = jouled.open(sums_with_loop)
        await numbers(jouled, uri)
        await asyncio.sleep(3)
        assert compiler.compiles_of(WITH_EDIT) == 0


async def what_if(jouled, uri, **change):
    async def found():
        document = {"uri": uri}
        answer = await ask(jouled, "jouled/whatIf", textDocument=document, **change)
        is_early = answer is None or "not complete yet" in (answer["problem"] or "")
        return None if is_early else answer

    return await eventually(found, lambda: "an answer")


async def test_a_different_text_is_priced_beside_the_open_one(neovim, sums_with_loop):
    async with session(neovim, root=sums_with_loop.parent) as jouled:
        uri = jouled.open(sums_with_loop)
        other = HOISTED
        answer = await what_if(jouled, uri, text=other)
        (method,) = answer["methods"]
        assert method["name"].startswith("Sums.sum(")
        assert method["after"]["mean"] < method["before"]["mean"]
        assert method["pLess"] > 0.99 and method["runsAlike"]
        assert 0 < method["saved"] < method["before"]["mean"]
        low, high = method["before"]["interval"]
        assert low < method["before"]["mean"] < high
        line = line_of(LOOP, SHARED)
        at = {"line": line, "character": jouled.units(LOOP.split("\n")[line].split(SHARED)[0])}
        end = {"line": line, "character": at["character"] + len(SHARED)}
        first = {"line": line_of(LOOP, "for (int value"), "character": 8}
        edits = [
            {"range": {"start": at, "end": end}, "newText": "product"},
            {
                "range": {"start": first, "end": first},
                "newText": "final long product = x * y * x;\n        ",
            },
        ]
        assert await what_if(jouled, uri, edits=edits) == answer
        assert (await what_if(jouled, uri, text=LOOP))["methods"] == []
        broken = await what_if(jouled, uri, text=LOOP.replace("long sum = 0", "long sum = nothing", 1))
        line = 1 + line_of(LOOP, "long sum = 0")
        assert f"does not compile: line {line}: cannot find symbol" in broken["problem"]
