"""A profile of a real run in headless Neovim, and the command that makes one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from neovim import Observed, observe

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "protocol"))

from profiles import write_profile  # noqa: E402

WORK = """\
class Work {
    static double heavy(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.sqrt(i) * 1.5;
        }
        return sum;
    }

    public static void main(String[] arguments) {
        System.out.println(heavy(300));
    }
}
"""
HEAVY, MAIN = ("Work", "heavy", "(I)D"), ("Work", "main", "([Ljava/lang/String;)V")
STACKS = [(100, [(*MAIN, 11), (*HEAVY, 5)])]


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> Observed:
    folder = tmp_path_factory.mktemp("profile")
    project = folder / "project"
    project.mkdir()
    (project / ".git").mkdir()
    java = project / "Work.java"
    java.write_text(WORK, "utf-8")
    write_profile(project / ".jouled" / "run-1.jouled", STACKS, {HEAVY: 2_500_000, MAIN: 1})
    following = project / "Work.java.next"
    write_profile(following, STACKS, {HEAVY: 5_000_000, MAIN: 1})
    os.utime(project / ".jouled" / "run-1.jouled", (1_700_000_000, 1_700_000_000))
    return observe("observe_profile.lua", java, folder, {})


def test_a_lens_says_what_was_measured(seen: Observed):
    assert seen["lens"].startswith("⚡ 40 µJ measured ±")
    assert seen["lens"].endswith(" · 2.5·10⁶ calls · 100% of the run")


def test_the_lines_in_the_run_have_hints_and_colours(seen: Observed):
    assert seen["hints"]["4"] == "⚡ 40 µJ measured · 100%"
    assert seen["hints"]["10"] == "⚡ 100 J measured · 100%"
    assert seen["colours"] == {"4": "JouledHeat10", "10": "JouledHeat10"}


def test_nothing_runs_before_the_user_agrees(seen: Observed):
    question = seen["asked"][0]
    assert "Run Work.main under jouled profile?" in question and "'java'" in question
    assert (seen["started_after_1"], seen["started_after_2"], seen["started_after_3"]) == (0, 1, 2)
    started = seen["started"][0]
    assert started["command"][:4] == [os.environ["JOULED_BIN"], "profile", "--", "java"]
    assert started["command"][-1].endswith("/project/Work.java")
    assert started["is_terminal"] is True and started["folder"].endswith("/project")


def test_a_running_jvm_is_shown_live(seen: Observed):
    command = seen["started"][1]["command"]
    assert command[1:6] == ["top", "4711", "--batch", "--every", "2s"]
    assert command[-1].endswith("/project/.jouled/live.jouled")
    assert "not `nonsense`" in seen["complaint"]


def test_the_next_profile_is_shown_once_it_exists(seen: Observed):
    assert seen["next_lens"].startswith("⚡ 20 µJ measured ±")
