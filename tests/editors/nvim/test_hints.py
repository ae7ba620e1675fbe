"""Which hints and lenses the plug-in shows: depending on the cursor, and on commands that override settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from neovim import Observed, observe

JAVA = """\
class Sums {
    static long sum(long f1, long f2) {
        long f3 = 0;
        f3 = f2 + f1;
        return f3;
    }
}
"""
# The lines with an energy: the line of the class has its constructor's energy, and a return of a variable has none.
PRICED = [1, 3, 4]
HEADED = [2]


def run_neovim(folder: Path, options: dict[str, Any], settings: str = "") -> Observed:
    (folder / ".git").mkdir()
    (folder / "jouled.toml").write_text(settings, "utf-8")
    java = folder / "Sums.java"
    java.write_text(JAVA, "utf-8")
    # The lines are too small to be hot.
    if "hints" not in options and not settings:
        options = {"hints": "all", **options}
    return observe("observe_hints.lua", java, folder, options)


def test_the_hint_of_the_cursors_line_is_hidden(tmp_path):
    seen = run_neovim(tmp_path, {"hintsHideOnCursorLine": True})
    assert (seen["addition"], seen["zero"], seen["moved"]) == (4, 3, 5)
    assert seen["on_addition"]["hints"] == [1, 3]
    assert seen["on_zero"]["hints"] == [1, 4]
    assert seen["on_moved"]["hints"] == [2, 4]


def test_it_is_shown_if_the_setting_is_off(tmp_path):
    seen = run_neovim(tmp_path, {"hintsHideOnCursorLine": False})
    for moment in ("on_addition", "on_zero"):
        assert seen[moment]["hints"] == PRICED


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ({"hints": "none", "lens": False}, ""),
        ({"hints": False, "lens": False}, ""),
        ({}, 'hints = "none"\nlens = false\n'),
    ],
    ids=["by-neovim", "by-neovim-as-booleans", "by-the-project"],
)
def test_a_command_shows_what_settings_hide(options, settings, tmp_path):
    seen = run_neovim(tmp_path, options, settings)
    hidden, hints, lenses = [], PRICED, HEADED
    expected = {
        "at_first": (hidden, hidden),
        "after_hints": (hints, hidden),
        "after_lens": (hints, lenses),
        "after_all": (hidden, hidden),
        "after_all_again": (hints, lenses),
        "after_hints_off": (hidden, lenses),
        "after_hints_on": (hints, lenses),
    }
    for moment, (of_hints, of_lenses) in expected.items():
        drawn = seen[moment]
        assert (drawn["hints"], drawn["lenses"]) == (of_hints, of_lenses), moment
