"""The callers and callees in a project, with the energy of each call."""

import re

import pytest
from lsprotocol import types
from session import client_capabilities, eventually, line_of, session
from test_calls import CALLS, SQUARES, USER, project

EDITORS = ["neovim@v0.11.0", "visual_studio_code", "emacs"]
UNITS = {"nJ": 1e-9, "µJ": 1e-6, "mJ": 1e-3}

# The JDK is left out here, so calls into it are unpriced; `local` is overloaded.
CALLER = """package sums;

class Caller {
    static long local(long x) { return x; }
    static long local(int x) {
        return Squares.square(x) + Squares.square(x + 1) + local((long) x);
    }
    static int fact(int n) {
        return n <= 1 ? 1 : n * fact(n - 1);
    }
}
"""


def energies(detail: str) -> list[float]:
    found = re.findall(r"([\d.]+) (nJ|µJ|mJ)", detail)
    return [float(number) * UNITS[unit] for number, unit in found]


async def prepared(jouled, uri, text, part):
    """The item of the method on the line of `part`, once its calls are known."""
    params = types.CallHierarchyPrepareParams(
        types.TextDocumentIdentifier(uri), types.Position(line_of(text, part), 17)
    )

    async def item():
        items = await jouled.client.text_document_prepare_call_hierarchy_async(params)
        if not items:
            return None
        outgoing = await outgoing_of(jouled, items[0])
        return items[0] if outgoing is not None else None

    return await eventually(item, lambda: f"the call hierarchy of {part}")


async def outgoing_of(jouled, item):
    params = types.CallHierarchyOutgoingCallsParams(item)
    return await jouled.client.call_hierarchy_outgoing_calls_async(params)


async def incoming_of(jouled, item):
    params = types.CallHierarchyIncomingCallsParams(item)
    return await jouled.client.call_hierarchy_incoming_calls_async(params)


@pytest.mark.parametrize("editor", EDITORS)
async def test_calls_of_a_method_have_their_energy_and_places(editor, tmp_path):
    root, squares, _ = project(tmp_path)
    path = squares.with_name("Caller.java")
    path.write_text(CALLER, "utf-8")
    async with session(client_capabilities(editor), root=root, environment=CALLS) as jouled:
        assert jouled.capabilities.call_hierarchy_provider
        uri = jouled.open(path)

        async def whole():
            item = await prepared(jouled, uri, CALLER, "static long local(int")
            calls = await outgoing_of(jouled, item)
            # Until the other file is compiled, nothing is known about its method, and the answer must not be 0.
            squares = [call.to.detail for call in calls if call.to.name.startswith("square")]
            assert not any("⚡ 0 J" in detail for detail in squares)
            is_known = "unpriced" not in item.detail and "not followed" not in item.detail
            is_whole = is_known and all(energies(d) for d in squares)
            return (item, calls) if len(calls) == 2 and is_whole else None

        item, calls = await eventually(whole, lambda: "the calls into another file")
        assert item.name == "local(int)" and item.detail.startswith("jouled ⚡ ")
        assert item.kind == types.SymbolKind.Method
        assert item.range.start.line == 4 and item.range.end.line == 6
        by_name = {call.to.name: call for call in calls}
        square, local = by_name["square(long)"], by_name["local(long)"]
        assert square.to.uri == squares.as_uri() and local.to.uri == uri
        assert square.to.selection_range.start.line == line_of(SQUARES, "long square")
        ranges = [(r.start.line, r.start.character, r.end.character) for r in square.from_ranges]
        line = CALLER.splitlines()[5]
        first = line.index("square")
        second = line.index("square", first + 1)
        assert ranges == [(5, at, at + len("square")) for at in (first, second)]
        # Per call, in total, and as a share of the caller.
        each, both = energies(square.to.detail)
        assert "× 2 = " in square.to.detail and both == pytest.approx(2 * each, rel=0.01)
        share = float(re.search(r"· ([\d.]+)% of local\(int\)", square.to.detail)[1])
        total = energies(item.detail)[0]
        assert share == pytest.approx(100 * both / total, rel=0.02)
        # The answer can itself be queried, although its file is not open.
        callers = await incoming_of(jouled, square.to)
        assert {call.from_.name for call in callers} == {"local(int)", "sum(int)"}
        of_local = next(call for call in callers if call.from_.name == "local(int)")
        assert energies(of_local.from_.detail) == energies(square.to.detail)
        assert [r.start.line for r in of_local.from_ranges] == [5, 5]
        of_sum = next(call for call in callers if call.from_.name == "sum(int)")
        assert "with 10 for symbols without a value" in of_sum.from_.detail
        assert [r.start.line for r in of_sum.from_ranges] == [line_of(SQUARES, "square(i)")]
        assert len(await outgoing_of(jouled, square.to)) == 0


async def test_a_recursion_and_the_library_are_mentioned(neovim, tmp_path):
    root, squares, user = project(tmp_path)
    path = squares.with_name("Caller.java")
    path.write_text(CALLER, "utf-8")
    async with session(neovim, root=root, environment=CALLS) as jouled:
        uri = jouled.open(path)
        item = await prepared(jouled, uri, CALLER, "static int fact")
        (itself,) = await outgoing_of(jouled, item)
        assert itself.to.name == "fact(int)" and "recursion" in itself.to.detail
        # A method of the library has no source position.
        item = await prepared(jouled, jouled.open(user), USER, "static int hash")
        assert len(await outgoing_of(jouled, item)) == 0


async def test_if_calls_are_not_followed_there_is_no_hierarchy(neovim, tmp_path):
    root, squares, _ = project(tmp_path)
    async with session(neovim, root=root, environment={"JOULED_CALLS": "none"}) as jouled:
        uri = jouled.open(squares)
        await jouled.expect_lens(uri, line_of(SQUARES, "long square"), r"nJ")
        params = types.CallHierarchyPrepareParams(
            types.TextDocumentIdentifier(uri), types.Position(line_of(SQUARES, "long square"), 17)
        )
        (item,) = await jouled.client.text_document_prepare_call_hierarchy_async(params)
        assert await outgoing_of(jouled, item) is None
        assert await incoming_of(jouled, item) is None
