"""The plug-in's commands, heat map and status, in headless Neovim in a workspace of two files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from neovim import ENERGY, Observed, observe

SUMS = """\
package sums;

class Sums {
    static long sum(long f1, long f2) {
        long f3 = 0;
        f3 = f2 + f1;
        return f3;
    }
}
"""

LOOPS = """\
package sums;

class Loops {
    static long total(int n) {
        long t = 0;
        for (int i = 0; i < n; i++) {
            t += i;
        }
        return t;
    }

    static class Inner {
        static long one(long a) {
            long b = a;
            return b;
        }
    }
}
"""

ZERO, ADDITION = "5", "6"


# An addition of 40.2 nJ and a declaration of 17.5 nJ: 70% and 30% of the method. The line of the class has a hint for the
# implicit constructor, and no colour.
COLOURS = {ZERO: "JouledHeat3", ADDITION: "JouledHeat7"}


def run_neovim(folder: Path, options: dict[str, Any]) -> Observed:
    project = folder / "project"
    package = project / "src" / "sums"
    package.mkdir(parents=True)
    (project / ".git").mkdir()
    (package / "Loops.java").write_text(LOOPS, "utf-8")
    (package / "Sums.java").write_text(SUMS, "utf-8")
    return observe("observe_commands.lua", package / "Sums.java", folder, options)


@pytest.fixture(scope="module")
def coloured(tmp_path_factory) -> Observed:
    return run_neovim(tmp_path_factory.mktemp("coloured"), {"heatMap": True})


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Observed:
    return run_neovim(tmp_path_factory.mktemp("plain"), {})


def groups(heat: dict[str, Any]) -> dict[str, str]:
    return {line: colour["group"] for line, colour in heat.items()}


def test_the_heat_map_colours_lines_by_their_share(coloured: Observed):
    assert groups(coloured["heat"]) == COLOURS


def test_a_background_is_a_faint_colour_of_the_scale_over_the_editors_own(coloured: Observed):
    # Neovim's dark background is #14161b; text on these colours stays readable.
    for line in (ZERO, ADDITION):
        colour = coloured["heat"][line]
        red, green, blue = colour["background"].to_bytes(3, "big")
        assert 0x14 < red < 0x60 and 0x16 < green < 0x60 and 0x1B < blue < 0x60
    zero, addition = (coloured["heat"][line]["background"] for line in (ZERO, ADDITION))
    assert addition.to_bytes(3, "big")[0] > zero.to_bytes(3, "big")[0]


def test_the_heat_map_moves_with_the_text(coloured: Observed):
    moved = {str(int(line) + 1): group for line, group in COLOURS.items()}
    assert groups(coloured["heat_moved"]) == moved


def test_the_heat_map_follows_the_numbers(coloured: Observed):
    line = coloured["changed_line"]
    assert line == "6"
    assert coloured["heat_after_edit"][line]["group"] != "JouledHeat3"
    assert coloured["heat_after_undo"] == coloured["heat"]


def test_without_its_setting_there_is_no_heat_map(plain: Observed):
    assert plain["heat"] == {}
    assert plain["shown"] == {"hints": True, "lens": True, "heat": False}


def test_the_heat_map_can_be_switched_on_without_its_setting(plain: Observed):
    assert plain["after_heat_toggle"] == {"hints": True, "lens": True, "heat": True}
    assert groups(plain["heat_after_undo"]) == COLOURS


def test_all_can_be_hidden_and_shown_again(coloured: Observed, plain: Observed):
    assert coloured["shown"] == {"hints": True, "lens": True, "heat": True}
    for seen in (coloured, plain):
        assert seen["after_toggle"] == {"hints": False, "lens": False, "heat": False}
        assert seen["after_second_toggle"] == seen["shown"]
    assert coloured["after_heat_toggle"] == {"hints": True, "lens": True, "heat": False}


def test_an_unknown_word_is_reported_with_the_known_ones(plain: Observed):
    assert plain["complaint"] == "jouled: expected heat, hints, lens, not `colours`"


def test_the_quickfix_list_has_the_most_expensive_methods_of_the_workspace(plain: Observed):
    assert plain["quickfix_title"] == "jouled: the most expensive methods"
    found = [(item["file"], item["line"]) for item in plain["quickfix"]]
    assert found == [("Loops.java", 4), ("Sums.java", 4), ("Loops.java", 13)], plain["quickfix"]
    texts = [item["text"] for item in plain["quickfix"]]
    assert re.fullmatch(rf"⚡ ≈ {ENERGY} \+ {ENERGY}·n · Loops\.total\([a-z, ]*\)", texts[0])
    assert re.fullmatch(rf"⚡ ≈ {ENERGY} · worst {ENERGY} · Sums\.sum\([a-z, ]*\)", texts[1])
    assert texts[2].endswith(" · Loops$Inner.one(long)")


def test_the_quickfix_list_has_at_most_the_requested_number(plain: Observed):
    assert plain["quickfix_limited"] == 2


def test_models_and_devices_can_be_chosen(plain: Observed):
    words = [re.match(r"([* ]) (\S+) · (all devices|\S+)", text).groups() for text in plain["choices"]]
    board, others = words[:3], words[3:]
    assert board == [
        ("*", "raspberry-pi-5", "all devices"),
        (" ", "raspberry-pi-5", "device_1"),
        (" ", "raspberry-pi-5", "device_2"),
    ]
    assert (" ", "x86-64-vm-jdk25-c2", "all devices") in others
    assert [text[0] for text in plain["choices_then"]] == [" ", "*", " ", *(" " for _ in others)]


def test_numbers_are_those_of_the_chosen_device(plain: Observed):
    assert re.match(rf"⚡ ≈ {ENERGY} · worst {ENERGY}", plain["title_of_device_1"])
    assert plain["title_of_device_1"] != plain["title"]


def test_a_device_of_the_settings_has_the_same_numbers(plain: Observed, tmp_path):
    chosen = run_neovim(tmp_path, {"device": "device_1"})
    assert chosen["title"] == plain["title_of_device_1"]


def test_the_status_line_shows_the_servers_state(plain: Observed):
    assert plain["status_without_server"] == ""
    assert plain["is_fresh"], plain["states"]
    assert plain["is_stale"], plain["states"]
    assert plain["status_at_the_end"] == ""
    assert plain["states"].index("compiling") < plain["states"].index("fresh"), plain["states"]


def test_health_shows_the_servers_state(plain: Observed):
    assert "the server says: stale" in plain["health"], plain["health"]


def test_nothing_is_left_behind(coloured: Observed):
    assert coloured["commands_removed"]
    assert coloured["heat_at_the_end"] == {}, json.dumps(coloured, ensure_ascii=False)
