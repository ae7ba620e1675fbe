"""Projects that try to have their own JDK run, through whatever an editor tells the server of them.

Each client tells settings in its own ways: VS Code and Neovim with the initialization, pushed and pulled; Eglot of Emacs, which
takes them from a project's .dir-locals.el, pushed and pulled; Zed and Helix, which join them with those of a project, with the
initialization.
"""

import os

import pytest
from conftest import SUMS
from lsprotocol import types
from pytest_lsp import client_capabilities
from session import line_of, session

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the evil JDK is a shell script")

ADDITION = line_of(SUMS, "f3 = f2 + f1")

# Zed 0.2xx announces this of what matters here.
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
    """A folder that looks like a JDK and leaves a mark when any of it is run."""
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
    # A link outside of the project that leads into it.
    (tmp_path / "link").symlink_to(folder / "evil-jdk")
    return folder


def homes(project):
    return {
        "relative": "evil-jdk",
        "dotted": "./evil-jdk/../evil-jdk",
        "absolute": str(project / "evil-jdk"),
        "linked": str(project.parent / "link"),
        "around": f"{project.parent}/other/../project/evil-jdk",
    }


async def numbers_without_a_mark(jouled, project, marker):
    """The project's JDK is not run, and the one that is found does the work."""
    uri = jouled.open(project / "Sums.java")
    await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
    assert not marker.exists(), marker.read_text("utf-8")


@pytest.mark.parametrize("place", ["relative", "dotted", "absolute", "linked", "around"])
@pytest.mark.parametrize("client", CLIENTS)
async def test_no_initialization_option_runs_the_projects_jdk(client, place, project, marker):
    settings = {"javaHome": homes(project)[place]}
    async with session(CLIENTS[client](), root=project, settings=settings) as jouled:
        await numbers_without_a_mark(jouled, project, marker)


@pytest.mark.parametrize("place", ["relative", "absolute", "linked"])
@pytest.mark.parametrize("way", ["pushed", "pulled"])
@pytest.mark.parametrize("client", CLIENTS)
async def test_no_later_setting_runs_the_projects_jdk(client, way, place, project, marker):
    async with session(CLIENTS[client](), root=project) as jouled:
        evil = {"jouled": {"javaHome": homes(project)[place], "hintsValue": "p95"}}
        jouled.client.set_configuration(evil)
        jouled.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(evil if way == "pushed" else None)
        )
        uri = jouled.open(project / "Sums.java")
        # The settings were taken up, and numbers are made.
        await jouled.expect_label(uri, ADDITION, r"^⚡ p95 \d")
        assert not marker.exists(), marker.read_text("utf-8")


async def test_no_folder_that_is_added_later_has_its_jdk_run(neovim, tmp_path, project, marker):
    other = tmp_path / "other"
    other.mkdir()
    home = evil_jdk(other / "jdk", marker)
    async with session(neovim, root=project, more_roots=(other,), settings={"javaHome": str(home)}) as jouled:
        await numbers_without_a_mark(jouled, project, marker)


@pytest.mark.parametrize("entry", ["absolute", ".", "evil-jdk/bin"])
async def test_no_search_path_runs_the_projects_programs(neovim, project, marker, entry, monkeypatch):
    evil = evil_jdk(project / "evil", marker) / "bin"
    for name in ("git", "mvn", "gradle", "java", "javac"):
        for folder in (project, evil):
            program = folder / name
            program.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{marker}'\nexit 1\n", "utf-8")
            program.chmod(0o755)
    monkeypatch.chdir(project)
    first = str(evil) if entry == "absolute" else entry
    environment = {"PATH": f"{first}:{os.environ['PATH']}", "JAVA_HOME": str(project / "evil-jdk")}
    async with session(neovim, root=project, environment=environment) as jouled:
        await numbers_without_a_mark(jouled, project, marker)


async def test_no_file_of_the_project_runs_its_jdk(neovim, project, marker):
    (project / "jouled.toml").write_text(f"javaHome = '{project / 'evil-jdk'}'\n", "utf-8")
    async with session(neovim, root=project) as jouled:
        await jouled.message("javaHome")
        await numbers_without_a_mark(jouled, project, marker)
