"""Neovim, headless, without any of the user's configuration or state."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PLUGIN = HERE.parents[2] / "editors" / "nvim"
ENERGY = r"(?:\d\.\d{1,2}|\d\d\.\d|\d{1,4}) (?:[npµmk]?J)"

Observed = dict[str, Any]


def observe(script: str, java: Path, folder: Path, options: dict[str, Any]) -> Observed:
    """What a script of this folder observed when it opened a Java file with the plug-in."""
    seen = folder / "observed.json"
    environment = {
        **os.environ,
        "PLUGIN": str(PLUGIN),
        "JAVA_FILE": str(java),
        "OPTIONS": json.dumps(options),
        "OBSERVED": str(seen),
    }
    for kind in ("CONFIG", "DATA", "STATE"):
        environment[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    command = [os.environ["JOULED_NVIM"], "--headless", "-u", "NONE", "-l", str(HERE / script)]
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=280
    )
    assert seen.is_file(), run.stderr
    observed = json.loads(seen.read_text("utf-8"))
    assert "failure" not in observed, observed["failure"]
    return observed
