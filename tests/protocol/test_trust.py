"""Workspaces that the user does not trust, and paths on other machines."""

import asyncio

import pytest
from conftest import SUMS
from lsprotocol import types
from session import line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")


@pytest.fixture
def project(tmp_path):
    """A project whose file names a device of the default model, and a model and a class path that do not exist."""
    (tmp_path / "Sums.java").write_text(SUMS, "utf-8")
    (tmp_path / "jouled.toml").write_text(
        'device = "device_1"\nmodel = "of-the-project.json"\nclassPath = ["of-the-project"]\n', "utf-8"
    )
    (tmp_path / "of-the-project").mkdir()
    (tmp_path / "of-the-project" / "Absent.class").write_bytes(b"")
    return tmp_path


def said(jouled, part):
    return [it.message for it in jouled.client.messages if part in it.message]


async def test_files_that_an_untrusted_project_names_are_not_opened(neovim, project):
    settings = {"isWorkspaceTrusted": False}
    async with session(neovim, root=project, settings=settings) as jouled:
        uri = jouled.open(project / "Sums.java")
        # Settings that name no file still apply.
        await jouled.expect_label(uri, ADDITION, r"43\.6 nJ")
        message = await jouled.message("not trusted")
        for part in ("jouled.toml", "model", "classPath"):
            assert part in message
        assert not said(jouled, "of-the-project.json")
        assert not said(jouled, "isWorkspaceTrusted")
        # Once, however often the file is read.
        event = types.FileEvent((project / "jouled.toml").as_uri(), types.FileChangeType.Changed)
        for device in ("device_2", "device_1"):
            text = (project / "jouled.toml").read_text("utf-8")
            (project / "jouled.toml").write_text(text.replace("device_1", device), "utf-8")
            jouled.client.workspace_did_change_watched_files(
                types.DidChangeWatchedFilesParams([event])
            )
            await asyncio.sleep(0.3)
        assert len(said(jouled, "not trusted")) == 1


async def test_no_settings_say_that_a_workspace_is_trusted(neovim, project):
    settings = {"isWorkspaceTrusted": False}
    async with session(neovim, root=project, settings=settings) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.message("not trusted")
        pushed = {"jouled": {"hints": "all", "isWorkspaceTrusted": True, "hintsValue": "p95"}}
        jouled.client.set_configuration(pushed)
        jouled.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(pushed))
        await jouled.expect_label(uri, ADDITION, r"^⚡ p95 \d")
        assert not said(jouled, "of-the-project.json")


async def test_trust_can_be_granted_while_the_server_runs(neovim, project):
    settings = {"isWorkspaceTrusted": False}
    async with session(neovim, root=project, settings=settings) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"43\.6 nJ")
        assert not said(jouled, "of-the-project.json")
        jouled.client.protocol.notify("jouled/didChangeTrust", {"isTrusted": True})
        await jouled.message("of-the-project.json")


@pytest.mark.parametrize("settings", [{}, {"isWorkspaceTrusted": True}], ids=["untold", "trusted"])
async def test_a_trusted_project_chooses_its_model(neovim, project, settings):
    async with session(neovim, root=project, settings=settings) as jouled:
        jouled.open(project / "Sums.java")
        await jouled.message("of-the-project.json")
        assert not said(jouled, "not trusted")


async def test_the_build_tool_of_an_untrusted_project_is_not_run(neovim, project):
    (project / "pom.xml").write_text(
        "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>"
        "<artifactId>a</artifactId><version>1</version></project>",
        "utf-8",
    )
    async with session(neovim, root=project, settings={"isWorkspaceTrusted": False}) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"43\.6 nJ")
        params = types.ExecuteCommandParams("jouled.askBuildTool", [uri])
        await jouled.client.workspace_execute_command_async(params)
        await jouled.message("build tool is not run")


@pytest.mark.parametrize("value", [False, "yes", 1, None, {}], ids=str)
async def test_anything_except_true_means_no(neovim, project, value):
    async with session(neovim, root=project, settings={"isWorkspaceTrusted": value}) as jouled:
        jouled.open(project / "Sums.java")
        await jouled.message("not trusted")


@pytest.mark.parametrize("way", ["at the start", "pushed", "pulled"])
async def test_no_setting_makes_the_server_open_a_file_on_another_machine(neovim, sums, way):
    remote = {"hints": "all", "model": "//host/m.json", "classPath": [r"\\host\a.jar"]}
    async with session(neovim, settings=remote if way == "at the start" else None) as jouled:
        uri = jouled.open(sums)
        if way != "at the start":
            jouled.client.set_configuration({"jouled": remote})
            settings = {"jouled": remote} if way == "pushed" else None
            jouled.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(settings)
            )
        for name in ("model", "classPath"):
            await jouled.message(rf"jouled\.{name} is on another machine")
        # The default model is in use.
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
