"""How often the compiler is asked: what an edit costs does not depend on how fast the machine is."""

import asyncio

from conftest import SUMS
from session import eventually, line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")
TOTAL = line_of(SUMS, "long total")


async def test_an_edit_is_one_compile_and_one_that_breaks_a_body_is_two(compiler, neovim, sums):
    async with session(neovim, environment=compiler.environment) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        before = await compiler.at_rest()
        text = jouled.replace_in(uri, SUMS, "f2 + f1", "f2")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 17\.8 nJ$")
        assert await compiler.at_rest() == before + 1
        for broken in ("t += ;", "t += nowhere;", 't += "text";'):
            before = await compiler.at_rest()
            text = jouled.replace_in(uri, text, "t += i;", broken)

            async def stale():
                return True if "…" in (await jouled.lenses(uri)).get(TOTAL, "") else None

            await eventually(stale, lambda: "old numbers over the broken method")
            assert await compiler.at_rest() <= before + 2, broken
            text = jouled.replace_in(uri, text, broken, "t += i;")

            async def fresh():
                return None if "…" in (await jouled.lenses(uri)).get(TOTAL, "…") else True

            await eventually(fresh, lambda: "new numbers over the mended method")


async def test_a_burst_of_edits_is_few_compiles_and_holds_no_request_back(compiler, neovim, sums):
    async with session(neovim, environment=compiler.environment) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        before = await compiler.at_rest()
        clock = asyncio.get_running_loop().time
        start, text, answered = clock(), SUMS, 0
        for turn in range(100):
            text = jouled.replace_in(uri, text, "return f3;", f"return f3 + {turn};")
            answered += "40.2 nJ" in (await jouled.labels(uri)).get(ADDITION, "")
            text = jouled.replace_in(uri, text, f"return f3 + {turn};", "return f3;")
            await asyncio.sleep(0.01)
        taken = clock() - start
        assert answered == 100, "the numbers of lines that nobody touched are always there"
        jouled.replace_in(uri, text, "f2 + f1", "f2")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 17\.8 nJ$")
        # The first and the last edit, and one compile for each pause that a busy machine made.
        assert await compiler.at_rest() - before <= 4 + taken / 0.15
