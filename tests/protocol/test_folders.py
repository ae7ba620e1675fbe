"""Workspaces of several folders: the jouled.toml of each applies to its own files."""

import pytest
from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session

ADDITION, TOTAL = line_of(SUMS, "f3 = f2 + f1"), line_of(SUMS, "long total")
# Nyholm, Mostowski and Reichenbach 2025, Table 3: both devices, and the first of them.
ANY, FIRST = r"^⚡ 40\.2 nJ$", r"^⚡ 43\.6 nJ$"


def folder(parent, name, settings=None):
    """A folder with a file that has the same text as in every other folder."""
    made = parent / name
    made.mkdir()
    (made / "Sums.java").write_text(SUMS, "utf-8")
    if settings is not None:
        write(made, settings)
    return made


def write(made, settings):
    (made / "jouled.toml").write_text(settings, "utf-8")


def announce(jouled, made):
    event = types.FileEvent((made / "jouled.toml").as_uri(), types.FileChangeType.Changed)
    jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


def change_folders(jouled, added=(), removed=()):
    def named(paths):
        return [types.WorkspaceFolder(path.as_uri(), path.name) for path in paths]

    event = types.WorkspaceFoldersChangeEvent(added=named(added), removed=named(removed))
    jouled.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(event)
    )


async def expect_lens(jouled, uri, part):
    lenses = {}

    async def found():
        nonlocal lenses
        lenses = await jouled.lenses(uri)
        return True if part in lenses.get(TOTAL, "") else None

    await eventually(found, lambda: f"{part!r} in a lens of {lenses}")


@pytest.fixture
def folders(tmp_path):
    one = folder(tmp_path, "one", 'device = "device_1"\nassume = { n = 100 }\n')
    other = folder(tmp_path, "other", 'hintsMinimum = "20 nJ"\nassume = { n = 7 }\n')
    return one, other


async def test_each_folders_own_file_applies_to_its_files(neovim, folders):
    one, other = folders
    async with session(neovim, root=one, more_roots=(other,)) as jouled:
        in_one, in_other = (jouled.open(each / "Sums.java") for each in folders)
        await jouled.expect_label(in_one, ADDITION, FIRST)
        await jouled.expect_label(in_other, ADDITION, ANY)
        cheap = line_of(SUMS, "f3 = 0")
        assert cheap in await jouled.labels(in_one)
        assert cheap not in await jouled.labels(in_other)
        await expect_lens(jouled, in_one, "n = 100")
        await expect_lens(jouled, in_other, "n = 7")


async def test_a_change_of_one_file_applies_only_to_its_folder(neovim, folders):
    one, other = folders
    async with session(neovim, root=one, more_roots=(other,)) as jouled:
        in_one, in_other = (jouled.open(each / "Sums.java") for each in folders)
        await jouled.expect_label(in_one, ADDITION, FIRST)
        await jouled.expect_label(in_other, ADDITION, ANY)
        write(other, 'hintsValue = "mean±sd"\nlens = false\n')
        announce(jouled, other)
        await jouled.expect_label(in_other, ADDITION, r"^⚡ 40\.2 nJ ± 14\.0 nJ$")
        assert await jouled.lenses(in_other) == {}
        assert (await jouled.labels(in_one))[ADDITION] == "⚡ 43.6 nJ"
        await expect_lens(jouled, in_one, "n = 100")


async def test_the_editor_overrides_the_file_of_each(neovim, folders):
    one, other = folders
    settings = {"device": "device_1"}
    async with session(neovim, root=one, more_roots=(other,), settings=settings) as jouled:
        for each in folders:
            await jouled.expect_label(jouled.open(each / "Sums.java"), ADDITION, FIRST)


async def test_an_added_folder_has_its_own_settings_until_it_is_removed(neovim, tmp_path):
    plain = folder(tmp_path, "plain")
    late = folder(tmp_path, "late", 'device = "device_1"\nassume = { n = 100 }\n')
    async with session(neovim, root=plain) as jouled:
        in_plain, in_late = (jouled.open(each / "Sums.java") for each in (plain, late))
        # A single file does not belong to the folder yet.
        await jouled.expect_label(in_late, ADDITION, ANY)
        change_folders(jouled, added=[late])
        await jouled.expect_label(in_late, ADDITION, FIRST)
        await expect_lens(jouled, in_late, "n = 100")
        await jouled.expect_label(in_plain, ADDITION, ANY)
        change_folders(jouled, removed=[late])
        await jouled.expect_label(in_late, ADDITION, ANY)


async def test_one_folder_can_be_switched_off_and_on(neovim, folders):
    one, other = folders
    write(other, "enable = false\n")
    async with session(neovim, root=one, more_roots=(other,)) as jouled:
        in_one, in_other = (jouled.open(each / "Sums.java") for each in folders)
        await jouled.expect_label(in_one, ADDITION, FIRST)
        assert await jouled.hints(in_other) == []
        write(other, "enable = true\n")
        announce(jouled, other)
        await jouled.expect_label(in_other, ADDITION, ANY)


async def test_an_error_in_one_file_is_reported_with_its_folder(neovim, folders):
    one, other = folders
    write(other, 'devise = "device_1"\n')
    async with session(neovim, root=one, more_roots=(other,)) as jouled:
        message = await jouled.message("devise")
        assert str(other) in message and "device" in message
