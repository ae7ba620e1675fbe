"""A profile of a real run in the editor: lenses, hints, hovers, colours, hotspots, edits, and whose files are read."""

import asyncio
import os

import pytest
from lsprotocol import types
from profiles import write_profile
from session import eventually, line_of, session

WORK = """\
class Work {
    static double heavy(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.sqrt(i) * 1.5;
        }
        return sum;
    }

    static double light(int n) {
        double sum = 1;
        for (int i = 1; i < n; i++) {
            sum += 1.0 / i;
        }
        return sum;
    }

    static long rare(long a) {
        long b = a + 1;
        return b;
    }

    public static void main(String[] arguments) {
        double all = 0;
        for (int round = 0; round < 3000; round++) {
            all += heavy(300);
            all += light(30);
        }
        System.out.println(all);
    }
}
"""

HEAVY, LIGHT = ("Work", "heavy", "(I)D"), ("Work", "light", "(I)D")
RARE, MAIN = ("Work", "rare", "(J)J"), ("Work", "main", "([Ljava/lang/String;)V")
ROOT_LINE, DIVISION = line_of(WORK, "Math.sqrt"), line_of(WORK, "1.0 / i")
CALL_OF_HEAVY = line_of(WORK, "all += heavy")


# The beginning of a lens that shows nothing about a run.
PREDICTED = "^⚡ ≈ (?!.*(measured|modelled|samples))"


def at(method, line):
    return (*method, line + 1)


STACKS = [
    (80, [at(MAIN, CALL_OF_HEAVY), at(HEAVY, ROOT_LINE)]),
    (20, [at(MAIN, line_of(WORK, "all += light")), at(LIGHT, DIVISION)]),
]
CALLS = {HEAVY: 2_000_000, LIGHT: 3000, RARE: 12, MAIN: 1}


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    (root / "Work.java").write_text(WORK, "utf-8")
    return root


def profile_of(project, name="run-1", **more):
    path = project / ".jouled" / f"{name}.jouled"
    write_profile(path, STACKS, CALLS, **more)
    return path


def announce(jouled, path):
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def test_a_profile_of_the_project_is_shown_where_its_code_is(neovim, project):
    profile_of(project)
    async with session(neovim, root=project, settings={"hints": "hot"}) as jouled:
        uri = jouled.open(project / "Work.java")
        # 80 J of 100 J in 2,000,000 calls.
        lens = await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "measured")
        assert lens.startswith("⚡ 40 µJ measured ±"), lens
        assert lens.endswith(" · 2·10⁶ calls · 80% of the run"), lens
        lenses = await jouled.lenses(uri)
        assert lenses[line_of(WORK, "light(int")].startswith("⚡ 6.7 mJ measured ±")
        assert lenses[line_of(WORK, "void main")].endswith(" · 1 call · 100% of the run")
        # A line without samples does not cost 0.
        rare = lenses[line_of(WORK, "rare(long")]
        assert rare.startswith("⚡ ≈ ") and rare.endswith(" · 12 calls, no samples"), rare
        labels = await jouled.labels(uri)
        assert labels[ROOT_LINE] == "⚡ 40 µJ measured · 100%"
        assert labels[CALL_OF_HEAVY] == "⚡ 80 J measured · 80%"
        hover = await jouled.hover(uri, line_of(WORK, "heavy(int"), 20)
        for part in ("40 µJ measured a call", "predicted", "times predicted", "run-1.jouled", "2·10⁶"):
            assert part in hover, hover
        hover = await jouled.hover(uri, CALL_OF_HEAVY, 12)
        assert "80 J measured" in hover and "80% of the run" in hover
        params = {"textDocument": {"uri": uri}}
        lines = await jouled.client.protocol.send_request_async("jouled/lines", params)
        shares = {
            line["line"]: (round(line["share"], 2), round(line["run"]["joules"])) for line in lines
        }
        assert shares[ROOT_LINE] == shares[CALL_OF_HEAVY] == (0.8, 80)
        assert line_of(WORK, "long b = a") not in shares


async def test_hotspots_are_ranked_by_joules_of_the_run(neovim, project):
    profile_of(project)
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "measured")
        found = await jouled.client.protocol.send_request_async("jouled/hotspots", {})
        names = [spot["name"] for spot in found]
        assert names[:2] == ["heavy", "light"] and set(names) > {"rare", "main"}, names
        run, title = found[0]["run"], found[0]["title"]
        assert run["joules"] == pytest.approx(80, rel=0.01) and run["share"] == pytest.approx(0.8, rel=0.01)
        assert title.startswith("80 J by itself · ") and " · 40 µJ measured ±" in title, title


async def test_an_edited_method_shows_its_measurement_scaled_by_the_prediction(neovim, project):
    profile_of(project)
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        heavy = line_of(WORK, "heavy(int")
        await jouled.expect_lens(uri, heavy, "⚡ 40 µJ measured")
        edited = jouled.replace_in(uri, WORK, "Math.sqrt(i) * 1.5", "Math.sqrt(i) * 1.5 * i / 3.5 / n")
        lens = await jouled.expect_lens(uri, heavy, "before the edit")
        assert lens.startswith("⚡ ≈ ") and "= 40 µJ measured before the edit × " in lens
        assert 1.0 < float(lens.rsplit(" ", 1)[1]) < 20.0, lens
        assert "Measured before the edit" in await jouled.hover(uri, heavy, 20)
        # The other methods show the run, and so does the edited one once the edit is undone. Changes of comments and blank
        # lines are no edits.
        assert "⚡ 6.7 mJ measured ±" in (await jouled.lenses(uri))[line_of(WORK, "light(int")]
        jouled.replace_in(
            uri, edited, "Math.sqrt(i) * 1.5 * i / 3.5 / n", "Math.sqrt(i) /* root */ * 1.5"
        )
        await jouled.expect_lens(uri, heavy, "⚡ 40 µJ measured ±")


async def test_a_newer_profile_is_used_and_without_one_predictions_return(neovim, project):
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        heavy = line_of(WORK, "heavy(int")
        await jouled.expect_lens(uri, heavy, "^⚡ ≈ ")
        first = profile_of(project)
        announce(jouled, first)
        await jouled.expect_lens(uri, heavy, "⚡ 40 µJ measured")
        second = project / ".jouled" / "run-2.jouled"
        write_profile(second, STACKS, {**CALLS, HEAVY: 4_000_000}, is_modelled=True)
        os.utime(first, (1_700_000_000, 1_700_000_000))
        announce(jouled, second)
        await jouled.expect_lens(uri, heavy, "⚡ 20 µJ modelled ±")
        first.unlink()
        second.unlink()
        announce(jouled, second)
        await jouled.expect_lens(uri, heavy, PREDICTED)


async def test_without_counts_energies_are_those_of_the_run(neovim, project):
    write_profile(project / ".jouled" / "run.jouled", STACKS)
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        lens = await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "measured")
        assert lens.startswith("⚡ 80 J measured ±") and lens.endswith("in all · 80% of the run"), lens
        rare = (await jouled.lenses(uri))[line_of(WORK, "rare(long")]
        assert rare.endswith(" · no samples in the run"), rare


async def test_a_damaged_profile_is_reported_once(neovim, project):
    path = profile_of(project)
    path.write_bytes(path.read_bytes()[:5000])
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        message = await jouled.message("not a profile")
        assert "run-1.jouled" in message
        for length in (4000, 3000):
            path.write_bytes(path.read_bytes()[:length])
            announce(jouled, path)
        await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "^⚡ ≈ ")
        await asyncio.sleep(1)
        assert sum("not a profile" in it.message for it in jouled.client.messages) == 1
        profile_of(project)
        announce(jouled, path)
        await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "⚡ 40 µJ measured")


@pytest.mark.parametrize("is_trusted", [True, False], ids=["trusted", "not trusted"])
async def test_who_may_name_a_profile_elsewhere(neovim, project, tmp_path, is_trusted):
    elsewhere = tmp_path / "elsewhere.jouled"
    write_profile(elsewhere, STACKS, CALLS)
    (project / "jouled.toml").write_text(f'profile = "{elsewhere}"\n', "utf-8")
    settings = {"isWorkspaceTrusted": is_trusted}
    async with session(neovim, root=project, settings=settings) as jouled:
        uri = jouled.open(project / "Work.java")
        heavy = line_of(WORK, "heavy(int")
        if is_trusted:
            await jouled.expect_lens(uri, heavy, "⚡ 40 µJ measured")
            return
        assert "profile" in await jouled.message("not trusted")
        await jouled.expect_lens(uri, heavy, "^⚡ ≈ ")
        await asyncio.sleep(1)
        assert "measured" not in (await jouled.lenses(uri))[heavy]


async def test_a_link_out_of_the_project_is_not_followed(neovim, project, tmp_path):
    elsewhere = tmp_path / "elsewhere.jouled"
    write_profile(elsewhere, STACKS, CALLS)
    (project / ".jouled").mkdir()
    (project / ".jouled" / "run.jouled").symlink_to(elsewhere)
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "^⚡ ≈ ")
        await asyncio.sleep(1)
        assert "measured" not in (await jouled.lenses(uri))[line_of(WORK, "heavy(int")]


async def test_the_setting_overrides_the_folder_and_none_hides_profiles(neovim, project, tmp_path):
    profile_of(project)
    elsewhere = tmp_path / "elsewhere.jouled"
    write_profile(elsewhere, STACKS, {**CALLS, HEAVY: 4_000_000})
    heavy = line_of(WORK, "heavy(int")
    async with session(neovim, root=project, settings={"profile": str(elsewhere)}) as jouled:
        uri = jouled.open(project / "Work.java")
        await jouled.expect_lens(uri, heavy, "⚡ 20 µJ measured")
        changed = {"jouled": {"hints": "all", "profile": "none"}}
        jouled.client.set_configuration(changed)
        jouled.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(changed)
        )
        await jouled.expect_lens(uri, heavy, PREDICTED)


async def launches(jouled, uri):
    params = {"textDocument": {"uri": uri}}

    async def found():
        return await jouled.client.protocol.send_request_async("jouled/launches", params) or None

    return await eventually(found, lambda: "launches")


async def test_tests_and_main_are_listed_and_nothing_runs(neovim, project):
    async with session(neovim, root=project) as jouled:
        uri = jouled.open(project / "Work.java")
        [main] = await launches(jouled, uri)
        assert (main["kind"], main["name"], main["line"]) == ("main", "Work.main", line_of(WORK, "void main"))
        assert main["arguments"][:3] == ["profile", "--", "java"]
        assert main["arguments"][-1] == str(project / "Work.java")
        assert main["folder"] == str(project)


async def test_nothing_is_listed_in_an_untrusted_workspace(neovim, project):
    async with session(neovim, root=project, settings={"isWorkspaceTrusted": False}) as jouled:
        uri = jouled.open(project / "Work.java")
        await jouled.expect_lens(uri, line_of(WORK, "heavy(int"), "^⚡ ≈ ")
        params = {"textDocument": {"uri": uri}}
        assert await jouled.client.protocol.send_request_async("jouled/launches", params) == []
