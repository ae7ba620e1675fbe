"""Settings of the editor and of the project, applied without a restart."""

import re

import pytest
from conftest import SUMS
from lsprotocol import types
from session import line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")


@pytest.fixture
def project(tmp_path):
    (tmp_path / "Sums.java").write_text(SUMS, "utf-8")
    return tmp_path


def write(project, text):
    (project / "jouled.toml").write_text(text, "utf-8")


def announce(jouled, path):
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def test_the_project_chooses_and_the_editor_overrides_it(neovim, project):
    write(project, 'device = "device_1"\nhintsValue = "p95"\n')
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"^⚡ p95 \d")
    async with session(neovim, root=project, settings={"hintsValue": "mean"}) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 43\.6 nJ$")


async def test_a_change_of_the_projects_file_is_applied(neovim, project):
    write(project, 'hintsValue = "mean±sd"\n')
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ ± 14\.0 nJ$")
        write(project, 'assume = { n = 100 }\ndevice = "device_1"\n')
        announce(jouled, project / "jouled.toml")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 43\.6 nJ$")
        lenses = await jouled.lenses(uri)
        assert "n = 100" in lenses[line_of(SUMS, "long total")]


async def test_an_error_in_it_is_reported_with_its_line_and_the_correct_name(neovim, project):
    write(project, '\nhintsMinimun = "20 nJ"\ndevice = "device_1"\n')
    async with session(neovim, root=project) as jouled:
        message = await jouled.message("hintsMinimun")
        assert "jouled.toml:2" in message and "hintsMinimum" in message
        await jouled.expect_label(jouled.open(project / "Sums.java"), ADDITION, r"43\.6 nJ")


async def test_only_some_lines_have_hints(neovim, sums):
    async with session(neovim, settings={"hintsMinimum": "20 nJ"}) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        assert line_of(SUMS, "long f3 = 0") not in await jouled.labels(uri)
    async with session(neovim, settings={"hints": "hot"}) as jouled:
        uri = jouled.open(sums)
        body = line_of(SUMS, "t += i;")
        await jouled.expect_label(uri, body, r"^⚡ [\d.]+ nJ · \d+%$")
        # No method with so little energy has a hot line.
        assert line_of(SUMS, "f2 + f1") not in await jouled.labels(uri)
    async with session(neovim, settings={"hintsMaxLength": 8}) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, "^⚡ 40.2 …$")


async def test_everything_can_be_switched_off_and_on_again(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        for enable in (False, True):
            settings = {"jouled": {"hints": "all", "enable": enable}}
            jouled.client.set_configuration(settings)
            jouled.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(settings)
            )
            if enable:
                await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
                assert await jouled.hover(uri, ADDITION, 10)
            else:
                assert await jouled.hints(uri) == []
                assert await jouled.lenses(uri) == {}
                assert await jouled.hover(uri, ADDITION, 10) is None


async def test_a_project_cannot_choose_the_program_that_runs(neovim, project):
    write(project, 'javaHome = "/tmp"\n')
    async with session(neovim, root=project) as jouled:
        await jouled.message("javaHome")
        await jouled.expect_label(jouled.open(project / "Sums.java"), ADDITION, r"40\.2 nJ")


async def test_an_empty_change_has_no_effect(neovim, sums):
    settings = {"device": "device_1"}
    async with session(neovim, settings=settings) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"43\.6 nJ")
        for empty in ({}, None):
            jouled.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(empty)
            )
        text = jouled.replace_in(uri, SUMS, "f3 = f2 + f1;", "f3 = f2 + f1; // edited")
        await jouled.expect_label(uri, line_of(text, "// edited"), r"^⚡ 43\.6 nJ$")
