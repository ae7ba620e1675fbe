"""The server sends a client only requests that the client supports."""

import copy

import pytest
from conftest import SUMS
from lsprotocol import types
from session import REFRESHES, client_capabilities, eventually, line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")

# The capabilities of each editor in `workspace`.
REFRESHED = {
    "neovim@v0.11.0": {types.WORKSPACE_INLAY_HINT_REFRESH},
    "visual_studio_code": {types.WORKSPACE_CODE_LENS_REFRESH},
    "emacs": set(),
}


@pytest.mark.parametrize("editor", REFRESHED)
async def test_refreshes_go_to_clients_that_announce_them(editor, sums):
    async with session(client_capabilities(editor)) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")

        async def refreshed():
            return True if set(jouled.refreshes) >= REFRESHED[editor] else None

        await eventually(refreshed, lambda: f"refreshes {REFRESHED[editor]} of {jouled.refreshes}")
        await jouled.end()
        assert set(jouled.refreshes) == REFRESHED[editor]
        assert jouled.client.diagnostic_refresh_count == 0


def test_no_kind_of_refresh_is_forgotten():
    known = {
        value
        for name, value in vars(types).items()
        if name.startswith("WORKSPACE_") and name.endswith("_REFRESH")
    }
    # jouled has no generated text documents.
    assert known - {"workspace/textDocumentContent/refresh"} == set(REFRESHES)


async def test_every_new_result_is_announced(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")

        async def refreshed_after(count):
            async def check():
                return True if sum(jouled.refreshes.values()) > count else None

            await eventually(check, lambda: f"more than {count} refreshes")

        await refreshed_after(0)
        before = sum(jouled.refreshes.values())
        jouled.replace_in(uri, SUMS, "f2 + f1", "f2")
        await refreshed_after(before)


async def test_progress_is_shown_to_clients_that_announce_it(neovim, tree):
    async with session(neovim, root=tree) as jouled:
        path = tree / "src" / "shapes" / "Line.java"
        uri = jouled.open(path)
        await jouled.expect_label(uri, line_of(path.read_text(), "b.x - a.x"), "J")

        async def ended():
            reports = list(jouled.client.progress_reports.values())
            done = reports and all(
                report and isinstance(report[-1], types.WorkDoneProgressEnd) for report in reports
            )
            return reports if done else None

        for reports in await eventually(ended, lambda: f"{jouled.client.progress_reports}"):
            assert isinstance(reports[0], types.WorkDoneProgressBegin)
            assert reports[0].title


async def test_progress_is_not_shown_to_other_clients(neovim, tree):
    silent = copy.deepcopy(neovim)
    silent.window.work_done_progress = None
    async with session(silent, root=tree) as jouled:
        path = tree / "src" / "shapes" / "Line.java"
        uri = jouled.open(path)
        await jouled.expect_label(uri, line_of(path.read_text(), "b.x - a.x"), "J")
        assert jouled.client.progress_reports == {}


async def test_a_client_without_any_capability_is_served(sums):
    async with session(types.ClientCapabilities()) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        await jouled.end()
        assert not jouled.refreshes
        assert jouled.client.progress_reports == {}


UTF_8 = types.PositionEncodingKind.Utf8
UTF_16 = types.PositionEncodingKind.Utf16
UTF_32 = types.PositionEncodingKind.Utf32


@pytest.mark.parametrize(
    ("offered", "expected"),
    [
        ([UTF_8, UTF_16, UTF_32], "utf-8"),
        ([UTF_32, UTF_8, UTF_16], "utf-8"),
        ([UTF_16], "utf-16"),
        ([UTF_32, UTF_16], "utf-16"),
        (None, "utf-16"),
    ],
)
async def test_positions_count_in_the_agreed_units(offered, expected, neovim, tmp_path):
    capabilities = copy.deepcopy(neovim)
    capabilities.general.position_encodings = offered
    text = SUMS.replace("f3 = f2 + f1;", 'String s = "é😀"; f3 = f2; // 😀')
    line = line_of(text, "😀")
    path = tmp_path / "Sums.java"
    path.write_text(text, "utf-8")
    async with session(capabilities) as jouled:
        assert jouled.encoding == expected
        uri = jouled.open(path)
        await jouled.expect_label(uri, line, "J")
        hint = next(hint for hint in await jouled.hints(uri) if hint.position.line == line)
        assert hint.position.character == jouled.units(text.split("\n")[line])

        # A change after the emoji is applied correctly only if the server counts the same units.
        text = jouled.replace_in(uri, text, "f3 = f2;", "f3 = f2 + f1;")
        changed = await jouled.expect_label(uri, line, "J")

        async def like_a_fresh_document():
            nonlocal changed
            changed = (await jouled.labels(uri)).get(line)
            return True if changed == fresh else None

        other = tmp_path / "other" / "Sums.java"
        other.parent.mkdir()
        other.write_text(text, "utf-8")
        fresh = await jouled.expect_label(jouled.open(other), line, "J")
        await eventually(like_a_fresh_document, lambda: f"{fresh}, not {changed}")
