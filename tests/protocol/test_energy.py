"""The numbers that an editor gets, and when."""

import re

from conftest import SUMS
from lsprotocol import types
from session import ENERGY, HINT, eventually, label, line_of, session

# Nyholm, Mostowski and Reichenbach 2025, Table 3: an addition of two long variables has a mean of 40.2 nJ on
# the mixture of both boards, and 43.6 nJ on the first.
ADDITION = line_of(SUMS, "f3 = f2 + f1")


async def test_a_hint_is_at_the_end_of_each_line_that_costs_energy(editor, sums):
    async with session(editor) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        lines = SUMS.split("\n")
        costly = ("long f3 =", "f3 = f2", "long t =", "for (", "t += i")
        costs = {line_of(SUMS, part) for part in costly}
        # Returning a value is part of the pattern of the call.
        free = {line_of(SUMS, part) for part in ("return f3", "return t;", "    }")}
        hints = await jouled.hints(uri)
        shown = [hint.position.line for hint in hints]
        assert len(shown) == len(set(shown)), "one hint a line"
        assert costs <= set(shown)
        assert not free & set(shown)
        for hint in hints:
            assert HINT.match(label(hint)), label(hint)
            assert hint.position.character == len(lines[hint.position.line])


async def test_only_the_requested_range_is_answered(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        asked = types.Range(types.Position(ADDITION, 0), types.Position(ADDITION + 1, 0))
        hints = await jouled.client.text_document_inlay_hint_async(
            types.InlayHintParams(types.TextDocumentIdentifier(uri), asked)
        )
        assert [hint.position.line for hint in hints] == [ADDITION]


async def test_a_device_is_chosen_by_the_settings(neovim, sums):
    async with session(neovim, settings={"device": "device_1"}) as jouled:
        await jouled.expect_label(jouled.open(sums), ADDITION, r"^⚡ 43\.6 nJ$")


async def test_a_hover_explains_the_number(editor, sums):
    async with session(editor) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        hover = await jouled.hover(uri, ADDITION, 10)
        assert hover is not None
        assert "40.2 nJ" in hover
        for word in ("mean", "sd", "median", "p95", "p99", "p99.9"):
            assert re.search(rf"\b{re.escape(word)}\b", hover, re.IGNORECASE), f"{word} in {hover}"
        for word in ("addition", "long", "Raspberry Pi 5", "measured"):
            assert word.lower() in hover.lower(), f"{word} in {hover}"


async def test_a_line_without_energy_has_no_hover(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        assert await jouled.hover(uri, line_of(SUMS, "    }"), 5) is None


async def test_a_lens_heads_each_method(editor, sums):
    async with session(editor) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        lenses = await jouled.lenses(uri)
        constant = lenses[line_of(SUMS, "long sum")]
        assert re.match(rf"^⚡ ≈ {ENERGY} · worst {ENERGY}", constant), constant
        symbolic = lenses[line_of(SUMS, "long total")]
        assert re.match(rf"^⚡ ≈ {ENERGY} \+ {ENERGY}·n", symbolic), symbolic


async def test_a_symbol_with_an_assumed_value_gives_a_number(neovim, sums):
    async with session(neovim, settings={"assume": {"n": 100}}) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        title = (await jouled.lenses(uri))[line_of(SUMS, "long total")]
        assert re.match(rf"^⚡ ≈ {ENERGY} · n = 100 · worst {ENERGY}", title), title


LISTS = """import java.util.List;

class Lists {
    static int total(List<String> items) {
        int n = 0;
        for (String item : items) {
            n += 3;
        }
        return n;
    }
}
"""


async def test_a_lens_depends_on_the_size_of_a_list_that_a_loop_iterates_over(editor, tmp_path):
    file = tmp_path / "Lists.java"
    file.write_text(LISTS, "utf-8")
    line = line_of(LISTS, "int total")
    formula = rf"^⚡ ≈ {ENERGY} \+ {ENERGY}·items\.size\(\)"
    async with session(editor) as jouled:
        lens = await jouled.expect_lens(jouled.open(file), line, formula)
        assert len(lens) <= 60, lens
    async with session(editor, settings={"assume": {"items.size()": 50}}) as jouled:
        number = rf"^⚡ ≈ {ENERGY} · items\.size\(\) = 50"
        await jouled.expect_lens(jouled.open(file), line, number)


async def test_numbers_follow_an_unsaved_edit(editor, sums):
    async with session(editor) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        text = jouled.replace_in(uri, SUMS, "f3 = f2 + f1", "f3 = f2")

        async def another_number():
            shown = (await jouled.labels(uri)).get(ADDITION)
            return shown if shown and "40.2 nJ" not in shown else None

        await eventually(another_number, lambda: "another number after the edit")
        jouled.replace_in(uri, text, "f3 = f2", "f3 = f1 + f2")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        assert sums.read_text("utf-8") == SUMS


async def test_numbers_move_with_their_lines(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        start = types.Position(0, 0)
        jouled.change(
            uri,
            types.TextDocumentContentChangePartial(types.Range(start, start), "// one\n// two\n"),
        )
        assert "40.2 nJ" in (await jouled.labels(uri)).get(ADDITION + 2, "")
        await jouled.expect_label(uri, ADDITION + 2, r"^⚡ 40\.2 nJ$")


async def test_edits_in_quick_succession_end_in_the_number_of_the_last(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        text = SUMS
        for _ in range(50):
            text = jouled.replace_in(uri, text, "f3 = f2 + f1", "f3 = f2")
            text = jouled.replace_in(uri, text, "f3 = f2", "f3 = f2 + f1")
        text = jouled.replace_in(uri, text, "f3 = f2 + f1", "f3 = f1")

        async def settled():
            shown = (await jouled.labels(uri)).get(ADDITION)
            return shown if shown and "40.2 nJ" not in shown else None

        await eventually(settled, lambda: "the number of the last edit")


async def test_hints_and_lenses_are_switched_off_by_the_settings(neovim, sums):
    async with session(neovim, settings={"hints": False, "lens": False}) as jouled:
        uri = jouled.open(sums)

        async def priced():
            return await jouled.hover(uri, ADDITION, 10)

        await eventually(priced, lambda: "a hover")
        assert await jouled.hints(uri) == []
        assert await jouled.lenses(uri) == {}


async def test_changed_settings_are_applied(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        settings = {"jouled": {"hints": "all", "device": "device_1"}}
        jouled.client.set_configuration(settings)
        jouled.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings)
        )
        await jouled.expect_label(uri, ADDITION, r"^⚡ 43\.6 nJ$")


async def test_a_class_of_the_same_source_tree_is_found(neovim, tree):
    path = tree / "src" / "shapes" / "Line.java"
    async with session(neovim, root=tree) as jouled:
        uri = jouled.open(path)
        await jouled.expect_label(uri, line_of(path.read_text(), "b.x - a.x"), HINT.pattern)
