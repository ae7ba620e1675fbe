"""A project that tries to have its own programs run when Neovim opens it."""

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
    """A file of a project whose files name programs of its own."""
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
    """Neovim reads none of a project, but a plugin of its user may."""
    monkeypatch.setenv("EVIL", place.format(java.parent))
    observed = observe("observe_hostile.lua", java, java.parent, {})
    assert not marker.exists()
    assert all(observed["refused"]), observed["said"]
