"""Projects that try to run their own JDK through whatever an editor tells the server about them.

Each client tells settings in its own ways: VS Code and Neovim with the initialization, pushed and pulled; Eglot of Emacs, which
takes them from a project's .dir-locals.el, pushed and pulled; Zed and Helix, which join them with those of a project, with the
initialization.
"""

import os
import re

import pytest
from conftest import SUMS
from lsprotocol import types
from session import client_capabilities, line_of, session

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the evil JDK is a shell script")

ADDITION = line_of(SUMS, "f3 = f2 + f1")

# Zed 0.2xx announces these capabilities, among others.
ZED = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(position_encodings=["utf-16"]),
    workspace=types.WorkspaceClientCapabilities(
        configuration=True,
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(True),
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(True),
    ),
)

CLIENTS = {
    "visual_studio_code": lambda: client_capabilities("visual_studio_code"),
    "neovim": lambda: client_capabilities("neovim@v0.11.0"),
    "emacs": lambda: client_capabilities("emacs"),
    "zed": lambda: ZED,
}


def evil_jdk(home, marker):
    """A folder that looks like a JDK and leaves a mark if any part of it runs."""
    (home / "bin").mkdir(parents=True)
    (home / "lib").mkdir()
    (home / "lib" / "modules").write_bytes(b"")
    (home / "release").write_text('JAVA_VERSION="21.0.4"\nIMPLEMENTOR="Evil"\n', "utf-8")
    for name in ("java", "javac", "jar", "jlink"):
        program = home / "bin" / name
        program.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{marker}'\nexit 1\n", "utf-8")
        program.chmod(0o755)
    return home


@pytest.fixture
def marker(tmp_path):
    return tmp_path / "marker"


@pytest.fixture
def project(tmp_path, marker):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "Sums.java").write_text(SUMS, "utf-8")
    evil_jdk(folder / "evil-jdk", marker)
    # A link outside the project that leads into it.
    (tmp_path / "link-to-evil-jdk").symlink_to(folder / "evil-jdk")
    return folder


PLACES = ["relative", "absolute", "linked"]


def evil_home(place, project) -> str:
    return {
        "relative": "evil-jdk",
        "absolute": str(project / "evil-jdk"),
        "linked": str(project.parent / "link-to-evil-jdk"),
    }[place]


async def is_refused(jouled, home, marker):
    """The server refuses it because of its name, without trying it."""
    await jouled.message(rf"(^|[^\w/-]){re.escape(home)}")
    assert not marker.exists(), marker.read_text("utf-8")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("client", CLIENTS)
async def test_no_settings_at_the_start_run_the_projects_jdk(client, place, project, marker):
    home = evil_home(place, project)
    async with session(CLIENTS[client](), root=project, settings={"javaHome": home}) as jouled:
        jouled.open(project / "Sums.java")
        await is_refused(jouled, home, marker)
        assert await jouled.end() == 0
    assert not marker.exists(), marker.read_text("utf-8")


@pytest.mark.parametrize("way", ["pushed", "pulled"])
@pytest.mark.parametrize("client", CLIENTS)
async def test_no_later_settings_run_the_projects_jdk(client, way, project, marker):
    async with session(CLIENTS[client](), root=project) as jouled:
        uri = jouled.open(project / "Sums.java")
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        for place in PLACES:
            home = evil_home(place, project)
            evil = {"javaHome": home}
            jouled.client.messages.clear()
            jouled.client.set_configuration({"jouled": evil})
            pushed = {"jouled": evil} if way == "pushed" else None
            jouled.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(pushed)
            )
            await is_refused(jouled, home, marker)
        assert await jouled.end() == 0
    assert not marker.exists(), marker.read_text("utf-8")
