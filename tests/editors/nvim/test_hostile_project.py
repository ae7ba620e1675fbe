"""A project that tries to run its own programs when Neovim opens it."""

import os
import shutil

import pytest
from neovim import observe
from test_plugin import JAVA


pytestmark = pytest.mark.skipif(os.name != "posix", reason="the evil JDK is a shell script")


@pytest.fixture
def marker(tmp_path):
    return tmp_path / "marker"


@pytest.fixture
def java(tmp_path, marker):
    """A file in a project whose other files name the project's own programs."""
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    for name in ("bin/java", "bin/javac"):
        program = project / "evil-jdk" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\ntouch '{marker}'\nexit 1\n", "utf-8")
        program.chmod(0o755)
    (project / "evil-jdk" / "release").write_text('JAVA_VERSION="21.0.4"\n', "utf-8")
    shutil.copytree(project / "evil-jdk", project / "evil-jdk-pushed")
    (project / "jouled.toml").write_text("javaHome = 'evil-jdk'\n", "utf-8")
    (project / ".nvim.lua").write_text(f"vim.fn.writefile({{}}, '{marker}')\n", "utf-8")
    for name in (".nvimrc", ".exrc"):
        (project / name).write_text(f":call writefile([], '{marker}')\n", "utf-8")
    file = project / "Sums.java"
    file.write_text(JAVA, "utf-8")
    return file


def test_no_file_of_the_project_runs_its_programs(java, marker):
    observed = observe("observe.lua", java, java.parent, {})
    assert not marker.exists()
    assert "⚡" in str(observed)


@pytest.mark.parametrize("place", ["evil-jdk", "{}/evil-jdk"], ids=["relative", "absolute"])
def test_no_settings_run_its_programs(java, marker, place, monkeypatch):
    """Neovim reads no settings of a project, but a plug-in of its user may."""
    monkeypatch.setenv("EVIL", place.format(java.parent))
    observed = observe("observe_hostile.lua", java, java.parent, {})
    assert not marker.exists()
    assert all(observed["refused"]), observed["said"]


def put_program(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize("folder", ["project", "elsewhere"])
@pytest.mark.parametrize("place", ["absolute", "relative", "link-in", "link-out"])
def test_no_server_of_the_project_runs(java, marker, tmp_path, place, folder, monkeypatch):
    """The search path leads into the project in various ways; Neovim runs inside or outside of it."""
    project = java.parent
    evil = project / "bin" / "jouled"
    put_program(evil, f"touch '{marker}'")
    entry = str(evil.parent)
    if place == "relative":
        entry = os.path.relpath(evil.parent, project if folder == "project" else tmp_path / folder)
    elif place == "link-in":
        entry = str(tmp_path / "links")
        os.mkdir(entry)
        os.symlink(evil, tmp_path / "links" / "jouled")
    elif place == "link-out":
        evil.rename(tmp_path / "chosen")
        evil.symlink_to(tmp_path / "chosen")
    (tmp_path / folder).mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", os.pathsep.join([entry, "/usr/bin", "/bin"]))
    observed = observe("observe_program.lua", java, tmp_path / folder, {})
    assert not marker.exists()
    assert observed["clients"] == 0
    said = "\n".join(observed["said"])
    assert "jouled" in said and "setup({ cmd =" in said, said
    if place != "relative":
        assert "is not run" in said, said


def test_the_next_program_on_the_search_path_starts(java, marker, tmp_path, monkeypatch):
    """The negative control: a program outside the project runs."""
    put_program(java.parent / "bin" / "jouled", f"touch '{marker}'")
    proof = tmp_path / "proof"
    put_program(tmp_path / "tools" / "jouled", f"echo \"$*\" | tee -a '{proof}'")
    entries = [java.parent / "bin", tmp_path / "tools", "/usr/bin", "/bin"]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, entries)))
    observed = observe("observe_program.lua", java, java.parent, {})
    assert not marker.exists()
    assert "lsp" in proof.read_text("utf-8").split("\n")
    assert f"at {tmp_path / 'tools' / 'jouled'}" in observed["health"], observed["health"]


def test_health_runs_no_jdk_of_the_project(java, marker, tmp_path, monkeypatch):
    monkeypatch.setenv("JAVA_HOME", str(java.parent / "evil-jdk"))
    monkeypatch.setenv("PATH", os.pathsep.join([str(java.parent / "evil-jdk" / "bin"), "/usr/bin", "/bin"]))
    observed = observe("observe_program.lua", java, java.parent, {})
    assert not marker.exists()
    assert "JDK 21.0.4" in observed["health"], observed["health"]
