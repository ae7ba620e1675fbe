"""A project that contains programs and tries to have them run: none runs, whoever names it."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest
from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")
PRICED = r"^⚡ 40\.2 nJ$"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")


def program(path: Path, mark: Path, then: str = "exit 1") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch '{mark}'\n{then}\n")
    path.chmod(0o755)
    return path


class Project:
    """A folder with a JDK and other programs that leave a mark if they run."""

    def __init__(self, folder: Path):
        self.mark = folder / "was-run"
        self.outside = folder / "outside"
        self.outside.mkdir()
        self.root = folder / "project"
        self.root.mkdir()
        (self.root / "Sums.java").write_text(SUMS, "utf-8")
        self.jdk = self.make_jdk(self.root / "evil-jdk")

    def make_jdk(self, home: Path) -> Path:
        for name in ("java", "javac"):
            program(home / "bin" / name, self.mark)
        (home / "release").write_text('JAVA_VERSION="21.0.4"\nMODULES="java.base jdk.compiler"\n')
        return home

    def link(self, link: Path, target: Path) -> Path:
        link.symlink_to(target)
        return link

    def named(self, way: str) -> str:
        """A path that names the project's JDK, or one that the project can replace."""
        if way == "relative":
            return "evil-jdk"
        if way == "absolute":
            return str(self.jdk)
        if way == "with dots":
            return f"{self.outside}/../project/./evil-jdk"
        if way == "relative and out":
            self.make_jdk(self.outside / "jdk")
            return f"../{self.outside.name}/jdk"
        if way == "link into the project":
            return str(self.link(self.outside / "jdk", self.jdk))
        if way == "link out of the project":
            self.make_jdk(self.outside / "jdk")
            return str(self.link(self.root / "linked-jdk", self.outside / "jdk"))
        if way == "bin is a link":
            home = self.make_jdk(self.outside / "jdk")
            shutil.rmtree(home / "bin")
            self.link(home / "bin", self.jdk / "bin")
            return str(home)
        if way == "java is a link":
            home = self.make_jdk(self.outside / "jdk")
            (home / "bin/java").unlink()
            self.link(home / "bin/java", self.jdk / "bin/java")
            return str(home)
        if way == "another machine":
            return f"/{self.jdk}"
        raise AssertionError(way)


WAYS = [
    "relative",
    "absolute",
    "with dots",
    "relative and out",
    "link into the project",
    "link out of the project",
    "bin is a link",
    "java is a link",
    "another machine",
]


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


async def is_told(jouled, project, name):
    """The refusal is reported with the name, and the named program did not run."""
    message = await jouled.message("javaHome|given")
    assert Path(name).name in message
    assert "absolute" in message or "a project does not choose" in message or "another machine" in message
    assert not project.mark.exists()


async def is_refused(jouled, project, name):
    """The same, and nothing else runs in its place until the end."""
    await is_told(jouled, project, name)
    uri = jouled.open(project.root / "Sums.java")
    assert await jouled.hints(uri) == []
    assert not project.mark.exists()
    assert await jouled.end() == 0
    assert not project.mark.exists()


@pytest.mark.parametrize("way", WAYS)
async def test_a_jdk_in_initialization_options(way, neovim, project):
    name = project.named(way)
    async with session(neovim, root=project.root, settings={"javaHome": name}) as jouled:
        await is_refused(jouled, project, name)


async def test_a_jdk_in_initialization_options_of_each_editor(editor, project):
    async with session(editor, root=project.root, settings={"javaHome": str(project.jdk)}) as jouled:
        await is_refused(jouled, project, str(project.jdk))


async def test_a_jdk_in_pushed_settings(editor, project, tmp_path):
    async with session(editor, root=project.root) as jouled:
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
        for number, way in enumerate(WAYS):
            project.outside = tmp_path / f"outside-{number}"
            project.outside.mkdir()
            name = project.named(way)
            jouled.client.messages.clear()
            jouled.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams({"jouled": {"javaHome": name}})
            )
            await is_told(jouled, project, name)
        await is_refused(jouled, project, name)


@pytest.mark.parametrize("way", ["relative", "absolute"])
async def test_a_jdk_in_pulled_settings(way, neovim, project):
    async with session(neovim, root=project.root) as jouled:
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
        name = project.named(way)
        jouled.client.set_configuration({"jouled": {"javaHome": name}})
        jouled.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await is_refused(jouled, project, name)


async def test_a_jdk_in_the_projects_file(neovim, project):
    (project.root / "jouled.toml").write_text(f"javaHome = '{project.jdk}'\n")
    async with session(neovim, root=project.root) as jouled:
        await jouled.message("javaHome")
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
    assert not project.mark.exists()


async def test_a_jdk_in_a_flag(neovim, project):
    arguments = ("--java-home", str(project.jdk), "lsp")
    async with session(neovim, root=project.root, arguments=arguments) as jouled:
        await is_refused(jouled, project, str(project.jdk))


@pytest.mark.parametrize("way", ["absolute", "relative", "link into the project", "link out of the project"])
async def test_a_jdk_in_the_environment_is_ignored(way, neovim, project):
    environment = {"JAVA_HOME": project.named(way)}
    async with session(neovim, root=project.root, environment=environment) as jouled:
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
    assert not project.mark.exists()


@pytest.mark.parametrize("entry", ["absolute", ".", "", "evil-jdk/bin", "link"])
async def test_a_jdk_on_the_path_is_ignored(entry, neovim, project, monkeypatch):
    monkeypatch.chdir(project.root)
    for name in ("java", "javac"):
        program(project.root / name, project.mark)
    named = {"absolute": str(project.jdk / "bin"), "link": str(project.link(project.outside / "bin", project.jdk / "bin"))}
    environment = {"PATH": f"{named.get(entry, entry)}:{os.environ['PATH']}"}
    environment["JAVA_HOME"] = ""
    async with session(neovim, root=project.root, environment=environment) as jouled:
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
    assert not project.mark.exists()


async def test_the_current_directory_counts_without_an_opened_folder(neovim, project, monkeypatch):
    monkeypatch.chdir(project.root)
    async with session(neovim, settings={"javaHome": str(project.jdk)}) as jouled:
        await is_refused(jouled, project, str(project.jdk))


async def test_one_of_several_folders_and_a_later_one(neovim, project, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    mark = project.mark
    home = project.make_jdk(other / "jdk")
    async with session(neovim, root=project.root, more_roots=(other,)) as jouled:
        jouled.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"jouled": {"javaHome": str(home)}})
        )
        assert "a project does not choose" in await jouled.message("other/jdk")
    later = tmp_path / "later"
    later.mkdir()
    home = project.make_jdk(later / "jdk")
    async with session(neovim, root=project.root) as jouled:
        await jouled.expect_label(jouled.open(project.root / "Sums.java"), ADDITION, PRICED)
        folder = types.WorkspaceFolder(later.as_uri(), "later")
        jouled.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent([folder], []))
        )
        jouled.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"jouled": {"javaHome": str(home)}})
        )
        assert "a project does not choose" in await jouled.message("later/jdk")
        assert not mark.exists()


async def test_an_opened_folder_that_is_a_link(neovim, project, tmp_path):
    alias = project.link(tmp_path / "alias", project.root)
    async with session(neovim, root=alias, settings={"javaHome": str(project.jdk)}) as jouled:
        await is_refused(jouled, project, str(project.jdk))


@pytest.mark.parametrize("home", ["home", ""])
@pytest.mark.parametrize("way", ["JAVA_HOME", "PATH", "home"])
async def test_a_home_folder_in_the_repository_of_the_opened_folder(way, home, neovim, project):
    (project.root / ".git").mkdir()
    sub = project.root / "sub"
    sub.mkdir()
    source = sub / "Sums.java"
    source.write_text(SUMS, "utf-8")
    home = project.root / home
    home.mkdir(exist_ok=True)
    environment = {"HOME": str(home)}
    if way == "JAVA_HOME":
        environment["JAVA_HOME"] = str(project.jdk)
    elif way == "PATH":
        environment |= {"JAVA_HOME": "", "PATH": f"{project.jdk}/bin:{os.environ['PATH']}"}
    else:
        environment["JAVA_HOME"] = ""
        project.make_jdk(home / ".sdkman/candidates/java/99.0.0-tem")
        project.make_jdk(home / ".jdks/99")
    async with session(neovim, root=sub, environment=environment) as jouled:
        await jouled.expect_label(jouled.open(source), ADDITION, PRICED)
    assert not project.mark.exists()


@pytest.mark.parametrize("tool", ["mvn", "gradle"])
@pytest.mark.parametrize("entry", ["absolute", ".", ""])
async def test_a_build_tool_of_the_project_is_not_run(tool, entry, neovim, project, monkeypatch):
    monkeypatch.chdir(project.root)
    build, wrapper = {"mvn": ("pom.xml", "mvnw"), "gradle": ("build.gradle", "gradlew")}[tool]
    (project.root / build).write_text("<project/>" if tool == "mvn" else "")
    for name in (tool, wrapper):
        program(project.root / name, project.mark)
    # Whatever else is on the PATH of this machine does not matter.
    java = Path(shutil.which("java")).parent
    first = str(project.root) if entry == "absolute" else entry
    path = project.outside / "bin"
    path.mkdir()
    for name in ("sh", "touch"):
        (path / name).symlink_to(shutil.which(name))
    environment = {"PATH": f"{first}:{path}", "JAVA_HOME": str(java.resolve().parent), "HOME": str(project.outside)}
    questions = []
    async with session(neovim, root=project.root, environment=environment) as jouled:

        @jouled.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def ask(params: types.ShowMessageRequestParams):
            questions.append(params.message)
            return params.actions[0]

        uri = jouled.open(project.root / "Sums.java")
        await jouled.expect_label(uri, ADDITION, PRICED)
        await jouled.client.workspace_execute_command_async(
            types.ExecuteCommandParams("jouled.askBuildTool", [uri])
        )
        message = await jouled.message(f"no {tool} can be run")
        assert wrapper in message and f"install {tool}" in message
        assert questions == []
    assert not project.mark.exists()


async def test_a_build_tool_fetched_by_a_wrapper_runs_after_consent(neovim, project):
    wanted = "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip\n"
    properties = project.root / "gradle/wrapper/gradle-wrapper.properties"
    properties.parent.mkdir(parents=True)
    properties.write_text(wanted)
    (project.root / "build.gradle").write_text("dependencies { implementation computed() }\n")
    program(project.root / "gradlew", project.mark)
    ran = project.outside / "gradle-was-run"
    program(project.outside / ".gradle/wrapper/dists/gradle-8.5-bin/abc/gradle-8.5/bin/gradle", ran)
    environment = {"HOME": str(project.outside), "GRADLE_USER_HOME": str(project.outside / ".gradle")}
    async with session(neovim, root=project.root, environment=environment) as jouled:

        @jouled.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        def ask(params: types.ShowMessageRequestParams):
            assert not ran.exists()
            return params.actions[0]

        uri = jouled.open(project.root / "Sums.java")
        await jouled.expect_label(uri, ADDITION, PRICED)
        await jouled.client.workspace_execute_command_async(
            types.ExecuteCommandParams("jouled.askBuildTool", [uri])
        )

        async def was_run():
            return ran.exists() or None

        await eventually(was_run, lambda: "the distribution that was fetched")
    assert not project.mark.exists()


async def test_nothing_runs_from_a_cache_that_others_can_write(neovim, sums, tmp_path):
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    cache = open_to_all / "cache"
    temporary = tmp_path / "temporary"
    temporary.mkdir(mode=0o700)
    environment = {"XDG_CACHE_HOME": str(cache), "TMPDIR": str(temporary)}
    async with session(neovim, environment=environment) as jouled:
        await jouled.expect_label(jouled.open(sums), ADDITION, PRICED)
        message = await jouled.message("not safe to run programs from")
        assert "open" in message and "writable by others" in message
        assert [path.name for path in temporary.glob("jouled-programs-*")]
        assert await jouled.end() == 0
    await asyncio.sleep(0.2)
    assert not list(temporary.glob("jouled-programs-*"))
    assert not list(cache.glob("**/service.jar"))
