"""The configurations for editors are well-formed and start the server."""

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

EDITORS = Path(__file__).resolve().parents[3] / "editors"


def test_helix_starts_the_server_beside_the_java_server():
    languages = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text("utf-8"))
    server = languages["language-server"]["jouled"]
    assert [server["command"], *server["args"]] == ["jouled", "lsp"]
    (java,) = languages["language"]
    assert java["name"] == "java"
    # Hints come from the first server with that feature.
    assert java["language-servers"] == [
        {"name": "jdtls", "except-features": ["inlay-hints"]},
        "jouled",
    ]


def test_kate_starts_the_server():
    settings = json.loads((EDITORS / "kate" / "settings.json").read_text("utf-8"))
    assert settings["servers"]["java"]["command"] == ["jouled", "lsp"]


def test_zed_uses_one_name_for_the_server():
    settings = json.loads((EDITORS / "zed" / "settings.json").read_text("utf-8"))
    extension = tomllib.loads((EDITORS / "zed" / "extension.toml").read_text("utf-8"))
    crate = tomllib.loads((EDITORS / "zed" / "Cargo.toml").read_text("utf-8"))
    (name,) = extension["language_servers"]
    assert name in settings["lsp"]
    assert name in settings["languages"]["Java"]["language_servers"]
    assert extension["language_servers"][name]["languages"] == ["Java"]
    assert extension["version"] == crate["package"]["version"]
    assert (EDITORS / "zed" / crate["lib"]["path"]).is_file()


# Reads every form: a missing or extra parenthesis is an error.
READ_ALL = """(with-temp-buffer
  (insert-file-contents (getenv "FILE")) (goto-char (point-min)) (insert "(")
  (goto-char (point-max)) (insert ")") (goto-char (point-min)) (read (current-buffer))
  (skip-chars-forward " \\n") (unless (eobp) (error "More is closed than opened")))"""


@pytest.mark.parametrize("path", sorted((EDITORS / "emacs").glob("*.el")), ids=lambda path: path.name)
def test_the_elisp_is_well_formed(path):
    if not (emacs := shutil.which("emacs")):
        pytest.skip("Emacs is not installed")
    environment = {**os.environ, "FILE": str(path)}
    command = [emacs, "--batch", "-Q", "--eval", READ_ALL]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


def test_intellij_starts_the_server_for_java():
    template = json.loads((EDITORS / "intellij" / "template.json").read_text("utf-8"))
    assert template["programArgs"] == {"default": "jouled lsp", "windows": "jouled.exe lsp"}
    (by_language,) = template["languageMappings"]
    (by_name,) = template["fileTypeMappings"]
    assert by_language == {"language": "JAVA", "languageId": "java"}
    assert by_name["fileType"]["patterns"] == ["*.java"]
    assert by_name["languageId"] == "java"
