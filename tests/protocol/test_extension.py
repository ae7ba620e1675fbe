"""jouled's additions to the protocol, as docs/protocol.md describes them."""

import math

import pytest
from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session

SUM, TOTAL = line_of(SUMS, "long sum"), line_of(SUMS, "long total")
ADDITION = line_of(SUMS, "f3 = f2 + f1")


async def ask(jouled, method, **params):
    """Sends one of jouled's own requests and returns the answer as plain JSON."""
    return plain(await jouled.client.protocol.send_request_async(method, params))


def plain(value):
    if hasattr(value, "_asdict"):
        # The client renames members that are no names in Python: `class`, and the numbers of quantiles.
        if all(name.startswith("_") for name in value._fields):
            return [plain(field) for field in value]
        fields = value._asdict().items()
        return {"class" if name[0] == "_" else name: plain(field) for name, field in fields}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


async def test_the_methods_of_a_document(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        methods = await ask(jouled, "jouled/methods", textDocument={"uri": uri})
        assert [(m["name"], m["class"], m["headerLine"]) for m in methods] == [
            ("sum", "Sums", SUM),
            ("total", "Sums", TOTAL),
        ]
        assert methods[1]["title"] == "≈ 67 nJ + 93 nJ·n"
        assert methods[0]["range"]["start"]["line"] == SUM
        assert methods[0]["range"]["end"]["line"] == line_of(SUMS, "return f3;") + 1
        assert not methods[0]["isStale"]


async def test_the_heat_of_each_line_is_its_share_of_its_method(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        lines = await ask(jouled, "jouled/lines", textDocument={"uri": uri})
        by_line = {line["line"]: line for line in lines}
        addition, zero = by_line[ADDITION], by_line[line_of(SUMS, "f3 = 0")]
        assert addition["mean"] == pytest.approx(4.0226e-8, rel=1e-4)
        assert addition["label"] == "⚡ 40.2 nJ"
        assert addition["share"] + zero["share"] == pytest.approx(1)
        assert addition["share"] / zero["share"] == pytest.approx(addition["mean"] / zero["mean"])


async def test_lines_without_hints_have_their_heat(neovim, sums):
    async with session(neovim, settings={"hints": "none"}) as jouled:
        uri = jouled.open(sums)
        lines = []

        async def found():
            nonlocal lines
            lines = await ask(jouled, "jouled/lines", textDocument={"uri": uri})
            return lines or None

        await eventually(found, lambda: "lines")
        assert await jouled.hints(uri) == []
        [addition] = [line for line in lines if line["line"] == ADDITION]
        assert addition["label"] == "⚡ 40 nJ"


async def test_the_report_of_a_method(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        place = {"textDocument": {"uri": uri}, "position": {"line": ADDITION, "character": 0}}
        report = await ask(jouled, "jouled/methodReport", **place)
        assert (report["class"], report["name"], report["descriptor"]) == ("Sums", "sum", "(JJ)J")
        assert report["mean"] == pytest.approx(4.0226e-8 + 1.7541e-8, rel=1e-4)
        median, p95, p99, p999 = report["quantiles"]
        assert report["mean"] * 0.99 < median < p95 < p99 < p999
        energies, densities = zip(*report["curve"])
        assert list(energies) == sorted(energies)
        assert energies[0] >= 0, "no code gains energy"
        # The curve is a density: the area under it is 1, minus the parts cut off at the ends.
        steps = zip(report["curve"], report["curve"][1:])
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in steps)
        assert area == pytest.approx(0.999, abs=5e-3)
        assert math.isclose(sum(p["share"] for p in report["patterns"]), 1, rel_tol=1e-9)
        assert {p["operation"] for p in report["patterns"]} == {"addition", "variable declaration"}
        assert math.isclose(sum(c["share"] for c in report["categories"]), 1, rel_tol=1e-9)
        assert report["model"]["name"] == "raspberry-pi-5"
        assert report["symbols"] == []

        place["position"]["line"] = TOTAL + 2
        report = await ask(jouled, "jouled/methodReport", **place)
        assert report["mean"] is None and report["curve"] == []
        assert [(s["name"], s["value"]) for s in report["symbols"]] == [("n", None)]
        assert report["formula"] == "67.1 nJ + 93.3 nJ·n"

        place["position"]["line"] = 6
        assert await ask(jouled, "jouled/methodReport", **place) is None


async def test_methods_of_tests_come_after_all_others(neovim, tree):
    tests = tree / "src" / "test" / "java" / "shapes"
    tests.mkdir(parents=True)
    (tests / "LineTest.java").write_text(
        "package shapes;\n\nclass LineTest {\n    static int dear(int n) {\n        int s = 0;\n"
        "        for (int i = 0; i < 900; i++) s += i / 7;\n        return s;\n    }\n}\n"
    )
    async with session(neovim, root=tree) as jouled:

        async def all_methods():
            found = await ask(jouled, "jouled/hotspots", limit=10)
            return found if len(found) == 2 else None

        found = await eventually(all_methods, lambda: "methods of files that are not open")
        assert [method["purpose"] for method in found] == ["product", "tests"]
        assert found[0]["mean"] < found[1]["mean"]


async def test_the_most_expensive_methods_of_a_workspace(neovim, tree):
    (tree / "src" / "shapes" / "Loop.java").write_text(
        "package shapes;\n\nclass Loop {\n    static int dear(int n) {\n        int s = 0;\n"
        "        for (int i = 0; i < n; i++) s += i;\n        return s;\n    }\n}\n"
    )
    async with session(neovim, root=tree) as jouled:

        async def all_methods():
            found = await ask(jouled, "jouled/hotspots", limit=10)
            return found if len(found) == 2 else None

        found = await eventually(all_methods, lambda: "methods of files that are not open")
        means = [method["mean"] for method in found]
        assert means == sorted(means, reverse=True)
        assert (found[0]["class"], found[0]["name"]) == ("shapes/Loop", "dear")
        assert found[0]["parameters"] == "(int)"
        assert not found[0]["isOpen"]
        assert found[0]["uri"].endswith("/shapes/Loop.java")
        assert found[0]["range"]["start"]["line"] == 3
        assert len(await ask(jouled, "jouled/hotspots", limit=1)) == 1

        # An open file counts with its text in the editor.
        path = tree / "src" / "shapes" / "Line.java"
        jouled.open(path, path.read_text().replace("b.x - a.x", "b.x - a.x + b.x - a.x"))

        async def changed():
            now = await ask(jouled, "jouled/hotspots", limit=10)
            width = [method["mean"] for method in now if method["name"] == "width"]
            before = [method["mean"] for method in found if method["name"] == "width"]
            return width[0] > before[0] or None

        await eventually(changed, lambda: "the open file's number")


async def test_a_lambda_among_the_most_expensive_methods_has_a_name(neovim, tree):
    (tree / "src" / "shapes" / "Twice.java").write_text(
        "package shapes;\n\nclass Twice {\n    java.util.function.IntUnaryOperator twice = x -> x * 2;\n}\n"
    )
    async with session(neovim, root=tree) as jouled:

        async def the_lambda():
            found = await ask(jouled, "jouled/hotspots", limit=10)
            return next((one for one in found if one["class"] == "shapes/Twice" and one["parameters"] == "(int)"), None)

        found = await eventually(the_lambda, lambda: "the lambda")
        assert found["name"] == "lambda"


async def test_the_models(neovim):
    async with session(neovim) as jouled:
        models = await ask(jouled, "jouled/models")
        board, *others = [(m["name"], m["devices"], m["isDefault"]) for m in models]
        assert board == ("raspberry-pi-5", ["device_1", "device_2"], True)
        assert others and all(not is_default for _, _, is_default in others)
        compiled = next(m for m in models if m["name"] == "x86-64-vm-jdk25-c2")
        assert "c2 mode" in compiled["description"] and "no joule was measured by a meter" in compiled["description"]


@pytest.mark.parametrize("method", ["methods", "lines"])
async def test_a_document_that_is_not_open_has_nothing(method, neovim, sums):
    async with session(neovim) as jouled:
        assert await ask(jouled, f"jouled/{method}", textDocument={"uri": sums.as_uri()}) == []


class Statuses:
    """The statuses that a server sent its client."""

    def __init__(self, jouled):
        self.seen = []

        @jouled.client.feature("experimental/serverStatus")
        def status(params):
            self.seen.append(plain(params))

    async def reach(self, state):
        async def reached():
            return self.seen[-1] if self.seen and self.seen[-1]["state"] == state else None

        return await eventually(reached, lambda: f"{state} after {self.seen}")


async def test_the_status_follows_the_text(interested, sums):
    async with session(interested) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(sums)
        assert (await statuses.reach("fresh"))["quiescent"]
        broken = jouled.replace_in(uri, SUMS, "t += i;", "t += nowhere;")
        await statuses.reach("stale")
        assert "compiling" in [status["state"] for status in statuses.seen]
        text = jouled.replace_in(uri, broken, "class Sums", "import absent.Absent; class Sums")
        status = await statuses.reach("missingDependency")
        assert status["health"] == "warning"
        assert status["message"].startswith("the package absent is neither in the project")
        text = jouled.replace_in(uri, text, "import absent.Absent; ", "")
        jouled.replace_in(uri, text, "nowhere", "i")
        await statuses.reach("fresh")


async def test_a_missing_jdk_is_a_status_and_is_shown_over_methods(interested, sums, tmp_path):
    async with session(interested, settings={"javaHome": str(tmp_path / "none")}) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(sums)
        status = await statuses.reach("noJdk")
        assert status["health"] == "error" and "JAVA_HOME" in status["message"]
        assert (await jouled.lenses(uri))[SUM] == "⚡ not priced: no JDK"


async def test_lens_and_status_name_the_compiler_of_a_compiled_model(interested, sums):
    async with session(interested, settings={"model": "x86-64-vm-jdk25-c2"}) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(sums)
        assert (await statuses.reach("fresh"))["mode"] == "c2"
        lens = (await jouled.lenses(uri))[SUM]
        assert " · c2" in lens and len(lens) <= 60


async def test_clients_that_did_not_ask_for_the_status_do_not_get_it(neovim, sums):
    async with session(neovim) as jouled:
        statuses = Statuses(jouled)
        await jouled.expect_label(jouled.open(sums), ADDITION, r"40\.2 nJ")
        assert statuses.seen == []
