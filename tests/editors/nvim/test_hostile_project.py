"""A project that tries to have its own programs run when Neovim opens it."""

import os

import pytest
from neovim import observe
from test_plugin import JAVA


@pytest.mark.skipif(os.name != "posix", reason="the evil JDK is a shell script")
@pytest.mark.parametrize("home", [None, "evil-jdk", "{}/evil-jdk"], ids=["file", "relative", "absolute"])
def test_neither_its_files_nor_settings_run_its_programs(tmp_path, home):
    """Without a home it is the project's files that name one; with it the user's settings do, as a plugin may join them."""
    project, marker = tmp_path / "project", tmp_path / "marker"
    (project / ".git").mkdir(parents=True)
    for name in ("bin/java", "bin/javac", "jouled"):
        program = project / "evil-jdk" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\ntouch '{marker}'\nexit 1\n", "utf-8")
        program.chmod(0o755)
    (project / "evil-jdk" / "release").write_text('JAVA_VERSION="21.0.4"\n', "utf-8")
    (project / "jouled.toml").write_text("javaHome = 'evil-jdk'\n", "utf-8")
    for name in (".nvim.lua", ".nvimrc", ".exrc"):
        text = f"vim.fn.writefile({{}}, '{marker}')" if name.endswith("lua") else f":call writefile([], '{marker}')"
        (project / name).write_text(text + "\n", "utf-8")
    java = project / "Sums.java"
    java.write_text(JAVA, "utf-8")
    options = {"javaHome": home.format(project)} if home else {}
    observed = observe("observe.lua", java, project, options)
    assert not marker.exists()
    assert "⚡" in str(observed)
