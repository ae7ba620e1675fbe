"""A project's .dir-locals.el chooses no program in Emacs."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

EMACS_FILES = Path(__file__).resolve().parents[3] / "editors" / "emacs"
RECORDER = Path(__file__).resolve().parent / "recorder.py"

DIR_LOCALS = """((nil . ((jouled-settings . (:javaHome "evil-jdk"))
         (jouled-server-command . ("./evil" "lsp"))
         (eglot-workspace-configuration . (:jouled (:javaHome "evil-jdk" :model "evil.json"))))))
"""


def program(path, text):
    path.write_text(text, "utf-8")
    path.chmod(0o755)


@pytest.fixture
def project(tmp_path):
    """A project that tries to run its own programs."""
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "Sums.java").write_text("class Sums {}\n", "utf-8")
    (folder / ".dir-locals.el").write_text(DIR_LOCALS, "utf-8")
    for name in ("evil", "jouled"):
        program(folder / name, f"#!/bin/sh\ntouch '{tmp_path}/marker'\n")
    (tmp_path / "bin").mkdir()
    command = f"#!/bin/sh\nexec '{sys.executable}' '{RECORDER}' \"$@\"\n"
    program(tmp_path / "bin" / "jouled", command)
    return folder


def emacs(project, *forms, path=None):
    """Evaluates forms in Emacs with a file of the project in the current buffer."""
    if not (found := shutil.which("emacs")):
        pytest.skip("Emacs is not installed")
    search = path or f"{project.parent / 'bin'}:{os.environ['PATH']}"
    environment = {
        **os.environ,
        "HOME": str(project.parent),
        "PATH": search,
        "RECORD": str(project.parent / "record"),
    }
    first = [
        "(package-initialize)",
        f'(find-file "{project / "Sums.java"}")',
        # As if the user accepted everything that the project asks for.
        "(setq enable-local-variables :all)",
    ]
    command = [found, "--batch", "-L", str(EMACS_FILES)]
    for form in (*first, *forms):
        command += ["--eval", form]
    run = subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=120
    )
    assert not (project.parent / "marker").exists(), run.stderr
    return run


def needs(project, library):
    if emacs(project, f"(unless (locate-library \"{library}\") (kill-emacs 3))").returncode:
        pytest.skip(f"{library} is not installed for Emacs")


@pytest.mark.parametrize("name", ["jouled-settings", "jouled-server-command"])
def test_the_variables_are_risky(project, name):
    form = (
        f"(unless (and (risky-local-variable-p '{name})"
        f" (not (safe-local-variable-p '{name} '(:javaHome \"evil\")))) (kill-emacs 3))"
    )
    run = emacs(project, "(require 'jouled)", form)
    assert run.returncode == 0, run.stderr


START = """(progn (require 'jouled-eglot) (jouled-eglot-setup)
  (setq-default jouled-settings '(:device "device_1")) (setq eglot-sync-connect 30)
  (find-alternate-file "Sums.java") (apply #'eglot (eglot--guess-contact))
  (let ((server (eglot-current-server)))
    (accept-process-output nil 1) (eglot-signal-didChangeConfiguration server)
    (accept-process-output nil 1) (eglot-shutdown server)))"""


def test_eglot_tells_the_server_nothing_of_the_project(project):
    needs(project, "eglot")
    run = emacs(project, START)
    record = project.parent / "record"
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and '"exit"' not in record.read_text("utf-8"):
        time.sleep(0.1)
    text = record.read_text("utf-8")
    assert "evil" not in text, run.stderr
    messages = [json.loads(line) for line in text.splitlines()]
    users = {"device": "device_1"}
    (initialize,) = [it for it in messages if it.get("method") == "initialize"]
    assert initialize["params"]["initializationOptions"] == users
    changes = [it for it in messages if it.get("method") == "workspace/didChangeConfiguration"]
    assert changes
    assert all(it["params"]["settings"] == {"jouled": users} for it in changes)
    (pulled,) = [it["result"] for it in messages if it.get("id") == 1 and "result" in it]
    assert pulled == [users]


def test_lsp_mode_tells_the_server_nothing_of_the_project(project):
    needs(project, "lsp-mode")
    form = """(let ((client (gethash 'jouled lsp-clients)))
      (setq-default jouled-settings '(:device "device_1"))
      (find-alternate-file "Sums.java")
      (princ (json-serialize (funcall (lsp--client-initialization-options client))))
      (princ (jouled-command)))"""
    run = emacs(project, "(require 'jouled-lsp-mode)", form)
    assert run.returncode == 0, run.stderr
    assert '{"device":"device_1"}' in run.stdout
    assert f"({project.parent}/bin/jouled lsp)" in run.stdout


def test_a_program_of_the_project_is_not_the_server(project):
    # The user's search path contains the current folder.
    run = emacs(project, "(require 'jouled)", "(jouled-command)", path=f".:{os.environ['PATH']}")
    assert run.returncode != 0
    assert "lies in the project" in run.stderr
