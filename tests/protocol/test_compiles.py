"""How often the server asks the compiler: the cost of an edit does not depend on the speed of the machine."""

import asyncio
import copy

import pytest
from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session
from test_extension import ask

ADDITION = line_of(SUMS, "f3 = f2 + f1")
TOTAL = line_of(SUMS, "long total")


@pytest.fixture
def without_actions(neovim):
    """A client that takes no code actions: for these, the server asks for types once a text has rested."""
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.code_action = None
    return capabilities


async def test_an_edit_is_one_compile_and_one_that_breaks_a_body_is_two(compiler, without_actions, sums):
    async with session(without_actions, environment=compiler.environment) as jouled:
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


async def test_a_burst_of_edits_is_few_compiles_and_delays_no_request(compiler, neovim, sums):
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
        # The first and the last edit, and one compilation for each pause on a busy machine.
        assert await compiler.at_rest() - before <= 4 + taken / 0.15


async def test_the_basis_of_numbers_changes_without_a_compile(compiler, without_actions, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "Sums.java").write_text(SUMS, "utf-8")
    other = SUMS.replace("class Sums", "class Others")
    (project / "Others.java").write_text(other, "utf-8")

    def configure(jouled, **settings):
        settings = {"jouled": {"hints": "all", **settings}}
        jouled.client.set_configuration(settings)
        params = types.DidChangeConfigurationParams(settings)
        jouled.client.workspace_did_change_configuration(params)

    async with session(without_actions, root=project, environment=compiler.environment) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")

        async def titles_by_method():
            found = await ask(jouled, "jouled/hotspots", limit=50)
            settled = found and not any(method["isProvisional"] for method in found)
            titles = {(method["uri"], method["name"]): method["title"] for method in found}
            return titles if settled and len(titles) == 4 else None

        ranked = await eventually(titles_by_method, lambda: "both files ranked")
        before = await compiler.at_rest()
        for settings, label in (
            ({"device": "device_1"}, r"^⚡ 43\.6 nJ$"),
            ({"device": "device_2"}, r"^⚡ (?!43\.6|40\.2)\d"),
            ({"device": "any", "hintsValue": "mean±sd"}, r"^⚡ 40\.2 nJ ± 14\.0 nJ$"),
            ({"mapping": "paper"}, r"^⚡ \d"),
            ({"calls": "none"}, r"^⚡ 40\.2 nJ$"),
            ({}, r"^⚡ 40\.2 nJ$"),
        ):
            configure(jouled, **settings)
            await jouled.expect_label(uri, ADDITION, label)
            if settings.get("device", "any") != "any":

                async def others():
                    found = await titles_by_method()
                    return True if found and found != ranked else None

                await eventually(others, lambda: f"another ranking with {settings}")

        async def as_before():
            return True if await titles_by_method() == ranked else None

        await eventually(as_before, lambda: "the first ranking again")
        assert await compiler.at_rest() == before


async def test_open_files_that_name_each_other_settle(compiler, neovim, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    files = []
    for own, other in (("Ping", "Pong"), ("Pong", "Ping")):
        path = project / f"{own}.java"
        # An escape for an ASCII character may hide anything from a reader of the text without javac, and anonymous classes
        # have no name.
        path.write_text(
            f'class {own} {{\n    String text = "\\u0041";\n    Object made() {{ return new Object() {{ }}; }}\n'
            f"    static int size(int n) {{ return n < 1 ? 0 : {other}.size(n - 1); }}\n}}\n",
            "utf-8",
        )
        files.append(path)
    async with session(neovim, root=project, environment=compiler.environment) as jouled:
        for uri in [jouled.open(path) for path in files]:
            await jouled.expect_lens(uri, 3, r"^⚡ [^…]*$")
        await asyncio.wait_for(compiler.at_rest(), 60)
