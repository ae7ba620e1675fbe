"""The plugin and the server in headless Neovim.

Neovim runs once with the default settings and once for each negative control; the checks below look at what a
user would have seen then. A control switches one feature off, and exactly the checks of that feature must fail:
so the checks are known to see what they look at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from neovim import ENERGY, Observed, observe

JAVA = """\
class Sums {
    static long sum(long f1, long f2) {
        long f3 = 0;
        f3 = f2 + f1;
        return f3;
    }

    static long total(int n) {
        long t = 0;
        for (int i = 0; i < n; i++) {
            t += i;
        }
        return t;
    }
}
"""


def run_neovim(folder: Path, options: dict[str, Any]) -> Observed:
    """What observe.lua observed with a loose file."""
    java = folder / "Sums.java"
    java.write_text(JAVA, "utf-8")
    observed = observe("observe.lua", java, folder, options)
    observed["saved"] = java.read_text("utf-8")
    return observed


@pytest.fixture(scope="module")
def default(tmp_path_factory) -> Observed:
    return run_neovim(tmp_path_factory.mktemp("default"), {})


@pytest.fixture(scope="module")
def without_hints(tmp_path_factory) -> Observed:
    return run_neovim(tmp_path_factory.mktemp("without-hints"), {"hints": False})


@pytest.fixture(scope="module")
def without_lenses(tmp_path_factory) -> Observed:
    return run_neovim(tmp_path_factory.mktemp("without-lenses"), {"lens": False})


def hint(seen: Observed, moment: str) -> str:
    return seen[moment].get(seen["addition"], "").strip()


def lens(seen: Observed, moment: str, method: str) -> str:
    lines = JAVA.split("\n")
    line = next(number for number, text in enumerate(lines, 1) if method in text)
    return seen[moment].get(str(line), "")


# Nyholm, Mostowski and Reichenbach 2025, Table 3: an addition of two long variables.
HINT_CHECKS: dict[str, Callable[[Observed], bool]] = {
    "a hint says what a line costs": lambda seen: hint(seen, "hints") == "⚡ 40.2 nJ",
    "the hint stands at the end of the line": lambda seen: seen.get("columns", {}).get(seen["addition"])
    == len(seen["edited_line"]),
    "hints are on in this buffer": lambda seen: seen["enabled"],
    "a hint follows an edit": lambda seen: re.fullmatch(rf"⚡ {ENERGY}", hint(seen, "hints_after_edit"))
    is not None
    and hint(seen, "hints_after_edit") != "⚡ 40.2 nJ",
}

LENS_CHECKS: dict[str, Callable[[Observed], bool]] = {
    "a lens heads a method": lambda seen: re.match(
        rf"⚡ ≈ {ENERGY} · worst {ENERGY}", lens(seen, "lenses", "long sum")
    )
    is not None,
    "a lens shows a formula": lambda seen: re.match(
        rf"⚡ ≈ {ENERGY} \+ {ENERGY}·n", lens(seen, "lenses", "long total")
    )
    is not None,
    "lenses are there after an edit": lambda seen: lens(seen, "lenses_after_edit", "long sum") != "",
}

OTHER_CHECKS: dict[str, Callable[[Observed], bool]] = {
    "the server is attached": lambda seen: seen["attached"],
    "a hover explains the number": lambda seen: all(
        word in (seen.get("hover") or "") for word in ("40.2 nJ", "p99.9")
    ),
    "no other buffer has hints": lambda seen: not seen["enabled_elsewhere"],
    "nothing was saved": lambda seen: seen["modified"] and seen["saved"] == JAVA,
    "hints can be switched off": lambda seen: seen["hints_after_off"] == {},
    "lenses can be switched off": lambda seen: seen["lenses_after_off"] == {},
    "the server ends": lambda seen: seen["stopped"],
    "no command is left behind": lambda seen: seen["command_removed"],
}

CHECKS = {**HINT_CHECKS, **LENS_CHECKS, **OTHER_CHECKS}


@pytest.mark.parametrize("check", CHECKS)
def test_neovim_shows(check: str, default: Observed):
    assert CHECKS[check](default), json.dumps(default, indent=1, ensure_ascii=False)


def test_hints_and_lenses_come_back(default: Observed):
    assert default["hints_after_on"] == default["hints_after_edit"]
    assert default["lenses_after_on"] == default["lenses_after_edit"]


def test_health_finds_everything(default: Observed):
    health = default["health"]
    assert "jouled " in health
    assert re.search(r"OK Neovim 0\.11", health), health
    assert "attached to 1 buffer" in health
    assert "ERROR" not in health


def failing(observed: Observed) -> set[str]:
    return {name for name, check in CHECKS.items() if not check(observed)}


def test_without_hints_exactly_the_checks_of_hints_fail(without_hints: Observed):
    assert failing(without_hints) == set(HINT_CHECKS)


def test_without_lenses_exactly_the_checks_of_lenses_fail(without_lenses: Observed):
    assert failing(without_lenses) == set(LENS_CHECKS)


def test_an_unknown_option_is_refused(tmp_path: Path):
    with pytest.raises(AssertionError, match="unknown option .*colour"):
        run_neovim(tmp_path, {"colour": "green"})
