"""While users type, code is broken most of the time: correct code keeps fresh numbers, and broken code its last good ones."""

import pytest
from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session

SUM, TOTAL = line_of(SUMS, "long sum"), line_of(SUMS, "long total")
ADDITION = line_of(SUMS, "f3 = f2 + f1")
ZERO = line_of(SUMS, "long f3 = 0")
LOOP, LOOP_BODY = line_of(SUMS, "for ("), line_of(SUMS, "t += i")


async def lens(jouled, uri, line, expected):
    """Waits until the lens over a line begins as expected."""

    async def found():
        titles = await jouled.lenses(uri)
        return titles if titles.get(line, "").startswith(expected) else None

    return await eventually(found, lambda: f"a lens {expected!r} over line {line}")


async def stale(jouled, uri, line):
    """Waits until the lens over a line says that it is out of date."""

    async def found():
        return (await jouled.lenses(uri)).get(line, "").endswith(" …") or None

    await eventually(found, lambda: f"a marked lens over line {line}")


async def fresh(jouled, uri):
    await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
    await lens(jouled, uri, SUM, "⚡ ≈ 58 nJ · worst ")
    await lens(jouled, uri, TOTAL, "⚡ ≈ 67 nJ + 93 nJ·n")


async def test_a_broken_method_keeps_its_numbers_marked_and_the_others_stay_fresh(editor, sums):
    async with session(editor) as jouled:
        uri = jouled.open(sums)
        await fresh(jouled, uri)
        broken = jouled.replace_in(uri, SUMS, "t += i;", "t += nowhere;")
        await jouled.expect_label(uri, LOOP, "…")
        labels = await jouled.labels(uri)
        assert labels[ADDITION] == "⚡ 40.2 nJ"
        assert labels[LOOP] == "⚡ 69.3 nJ …"
        assert LOOP_BODY not in labels, "a line that changed has no number"
        titles = await lens(jouled, uri, TOTAL, "⚡ ≈ 67 nJ + 93 nJ·n …")
        assert titles[SUM].startswith("⚡ ≈ 58 nJ · worst ")
        assert "_… of the last version" in await jouled.hover(uri, LOOP, 10)
        assert "_… of the last version" not in await jouled.hover(uri, ADDITION, 10)
        jouled.replace_in(uri, broken, "nowhere", "i")
        await fresh(jouled, uri)


async def test_numbers_are_fresh_in_one_method_while_another_is_broken(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await fresh(jouled, uri)
        broken = jouled.replace_in(uri, SUMS, "t += i;", "t += ;")
        await lens(jouled, uri, TOTAL, "⚡ ≈ 67 nJ + 93 nJ·n …")
        # Lines are inserted above the broken method, and another method's numbers change.
        broken = jouled.replace_in(uri, broken, "f3 = f2 + f1;", "f3 = f2;")
        jouled.replace_in(uri, broken, "return f3;", "f3 = f3 + f1;\n        return f3;")
        await jouled.expect_label(uri, ADDITION + 1, r"^⚡ 40\.2 nJ$")
        labels = await jouled.labels(uri)
        assert labels[ADDITION] == "⚡ 17.8 nJ"
        assert labels[LOOP + 1] == "⚡ 69.3 nJ …"
        await lens(jouled, uri, TOTAL + 1, "⚡ ≈ 67 nJ + 93 nJ·n …")


async def test_two_methods_broken_one_after_the_other_each_keep_their_numbers(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await fresh(jouled, uri)
        text = jouled.replace_in(uri, SUMS, "long t = 0;", "long t = nowhere;")
        await lens(jouled, uri, TOTAL, "⚡ ≈ 67 nJ + 93 nJ·n …")
        # The numbers of the first method change while the second is broken.
        text = jouled.replace_in(uri, text, "long f3 = 0;", "long f3 = f1;")
        await jouled.expect_label(uri, ZERO, r"^⚡ 17\.8 nJ$")
        jouled.replace_in(uri, text, "f3 = f2 + f1;", "f3 = nowhere;")
        # The lens is marked after the edit, the hints after the result.
        await jouled.expect_label(uri, ZERO, r"^⚡ 17\.8 nJ …$")
        labels = await jouled.labels(uri)
        assert labels[LOOP] == "⚡ 69.3 nJ …"
        assert ADDITION not in labels


@pytest.mark.parametrize("old, new", [("static long total(int n) {", "static long total(int n)"), ("class Sums {", "clas Sums {")])
async def test_if_nothing_can_be_compiled_all_numbers_stay_marked(old, new, neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await fresh(jouled, uri)
        broken = jouled.replace_in(uri, SUMS, old, new)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ …$")
        await stale(jouled, uri, SUM)
        jouled.replace_in(uri, broken, new, old)
        await fresh(jouled, uri)


async def test_nothing_vanishes_or_moves_during_typing(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await fresh(jouled, uri)
        text = SUMS
        for letter in "long other = f2 * f1;":
            line = text.split("\n")[ADDITION]
            at = types.Position(ADDITION, len(line))
            text = text.replace(line, line + letter, 1)
            jouled.change(uri, types.TextDocumentContentChangePartial(types.Range(at, at), letter))
            labels = await jouled.labels(uri)
            assert labels[LOOP] == "⚡ 69.3 nJ"
            assert labels[ZERO].removeprefix("⚡ ").removesuffix(" …") == "17.5 nJ"
            titles = await jouled.lenses(uri)
            assert titles[TOTAL] == "⚡ ≈ 67 nJ + 93 nJ·n"
            assert titles[SUM].startswith("⚡ ")


async def test_the_lines_of_lenses_are_known_at_once(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        assert set(await jouled.lenses(uri)) == {SUM, TOTAL}
        await fresh(jouled, uri)
        more = "static void later() {\n        long zero = 0;\n    }\n\n    static long total("
        text = jouled.replace_in(uri, SUMS, "static long total(", more)
        titles = await jouled.lenses(uri)
        assert titles[line_of(text, "void later")] == "⚡ compiling …"
        await lens(jouled, uri, line_of(text, "void later"), "⚡ ≈ 18 nJ · worst")


async def test_no_problem_is_reported_that_the_java_server_reports_already(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums, SUMS.replace("t += i;", "t += nowhere;"))
        await lens(jouled, uri, TOTAL, "⚡ not priced: cannot find symbol")
        assert not jouled.client.diagnostics
