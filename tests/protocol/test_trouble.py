"""Error cases: a clear message, everything else is still priced, and nothing crashes."""

import pytest
from conftest import SUMS
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from session import HINT, eventually, line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")
LOOP_BODY = line_of(SUMS, "t += i")


async def still_serves(jouled, directory):
    """Asserts that a correct file is still priced."""
    path = directory / "still" / "Sums.java"
    path.parent.mkdir()
    path.write_text(SUMS, "utf-8")
    await jouled.expect_label(jouled.open(path), ADDITION, r"^⚡ 40\.2 nJ$")


async def test_a_document_that_was_never_opened(neovim, tmp_path):
    async with session(neovim) as jouled:
        uri = (tmp_path / "Unknown.java").as_uri()
        for ask in (jouled.hints, jouled.lenses):
            try:
                assert not await ask(uri)
            except JsonRpcException:
                pass
        await still_serves(jouled, tmp_path)


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "jdt://contents/rt.jar/A.class", "file:///"])
async def test_a_document_that_is_no_file(uri, neovim, tmp_path):
    async with session(neovim) as jouled:
        jouled.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "java", 1, SUMS))
        )
        await jouled.hints(uri)
        await still_serves(jouled, tmp_path)


async def test_an_empty_document(neovim, tmp_path):
    path = tmp_path / "Empty.java"
    path.write_text("")
    async with session(neovim) as jouled:
        uri = jouled.open(path)
        assert await jouled.hints(uri) == []
        assert await jouled.lenses(uri) == {}
        assert await jouled.hover(uri, 0, 0) is None
        jouled.replace_text(uri, SUMS.replace("Sums", "Empty"))
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        jouled.replace_text(uri, "")

        async def no_hints():
            return True if await jouled.hints(uri) == [] else None

        await eventually(no_hints, lambda: "no hints in an empty document")


@pytest.mark.parametrize("name", ["Sums.java", "new/folder/Sums.java", "Sums"])
async def test_a_document_that_was_never_saved(name, neovim, tmp_path):
    async with session(neovim) as jouled:
        uri = jouled.open(tmp_path / name, SUMS)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        assert jouled.client.messages == []


async def test_one_broken_method_leaves_the_others_priced(neovim, tmp_path):
    broken = SUMS.replace("t += i;", "t += nowhere;")
    path = tmp_path / "Sums.java"
    path.write_text(broken, "utf-8")
    async with session(neovim) as jouled:
        uri = jouled.open(path)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ")
        jouled.replace_in(uri, broken, "nowhere", "i")
        await jouled.expect_label(uri, LOOP_BODY, HINT.pattern)


async def test_unbalanced_braces_keep_the_last_numbers_marked(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        broken = jouled.replace_in(uri, SUMS, "static long total(int n) {", "static long total(int n)")
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        # The numbers are those of the last text that compiled, and are marked; a changed line has none.
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ …$")
        broken = jouled.replace_in(uri, broken, "f2 + f1", "f1 + f2 ")
        labels = await jouled.labels(uri)
        assert ADDITION not in labels
        assert labels[ADDITION - 1].endswith(" …")
        jouled.replace_in(uri, broken, "total(int n)", "total(int n) {")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")


async def test_text_that_is_no_java(neovim, tmp_path):
    path = tmp_path / "Noise.java"
    path.write_text("}}} \x00 ☃ class (((\n" * 50, "utf-8")
    async with session(neovim) as jouled:
        uri = jouled.open(path)
        await jouled.hints(uri)
        await still_serves(jouled, tmp_path)


async def test_positions_outside_of_the_document(neovim, sums, tmp_path):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        assert await jouled.hover(uri, 4_000_000, 4_000_000) is None
        far = types.Range(types.Position(9_000, 9_000), types.Position(9_001, 0))
        jouled.change(uri, types.TextDocumentContentChangePartial(far, "// end"))
        await jouled.hints(uri)
        await still_serves(jouled, tmp_path)


async def test_a_missing_jdk_is_reported_with_a_remedy(neovim, sums, tmp_path):
    nowhere = tmp_path / "no-jdk"
    async with session(neovim, settings={"javaHome": str(nowhere)}) as jouled:
        uri = jouled.open(sums)
        message = await jouled.message("JDK")
        assert str(nowhere) in message
        assert "JAVA_HOME" in message
        assert await jouled.hints(uri) == []
        assert await jouled.end() == 0


async def test_an_unreadable_model_is_reported_and_the_default_used(neovim, sums, tmp_path):
    model = tmp_path / "model.json"
    model.write_text("{")
    async with session(neovim, settings={"model": str(model)}) as jouled:
        uri = jouled.open(sums)
        await jouled.message(r"model\.json")
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")


async def test_settings_of_the_wrong_kind_are_reported(neovim, sums):
    async with session(neovim, settings={"lens": "perhaps", "device": 3}) as jouled:
        uri = jouled.open(sums)
        await jouled.message("lens|device")
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
