"""While something is still being computed, no number claims to be complete."""

import asyncio

from session import line_of, session
from test_extension import Statuses, ask

# Several rounds with javac: first the types, then their members, then the types of the arguments.
NEEDS = """package app;

import gone.Thing;
import gone.Other;

class Needs {
    int call(Thing thing, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += thing.first(i).second(sum).third;
        }
        return sum;
    }

    Other other(Thing thing) {
        return Other.of(thing.first(1), Other.DEFAULT);
    }

    int own(int n) {
        return n * 3;
    }
}
"""


async def test_a_file_is_being_compiled_until_its_stand_ins_are_known(compiler, interested, tmp_path):
    root = tmp_path / "project"
    path = root / "src" / "app" / "Needs.java"
    path.parent.mkdir(parents=True)
    path.write_text(NEEDS)
    compiler.takes(0.4)
    environment = {**compiler.environment, "JOULED_CALLS": "project"}
    async with session(interested, root=root, environment=environment) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(path)

        def is_at_rest():
            return any(status["quiescent"] for status in statuses.seen)

        provisional, shown, told, at_lines = 0, set(), set(), set()
        while not is_at_rest():
            methods = await ask(jouled, "jouled/methods", textDocument={"uri": uri})
            lenses, labels = await jouled.lenses(uri), await jouled.labels(uri)
            if not is_at_rest():
                provisional += sum(method["isProvisional"] for method in methods)
                told |= {(one["headerLine"], one["title"]) for one in methods if not one["isProvisional"]}
                shown |= {item for item in lenses.items() if not item[1].endswith("…")}
                at_lines |= {item for item in labels.items() if not item[1].endswith("…")}
            await asyncio.sleep(0.02)
        assert provisional > 0
        assert await compiler.at_rest() > 4
        *before, last = statuses.seen
        assert all(status["state"] == "compiling" and status["message"] for status in before)
        assert last["state"] == "missingDependency"
        methods = await ask(jouled, "jouled/methods", textDocument={"uri": uri})
        assert methods and not any(method["isProvisional"] for method in methods)
        # Numbers without a mark are final: a method with incompatible types has no number.
        assert told <= {(one["headerLine"], one["title"]) for one in methods}, told
        assert shown <= set((await jouled.lenses(uri)).items()), shown
        assert at_lines <= set((await jouled.labels(uri)).items()), at_lines


CALLER = """package app;

import java.util.List;

class Caller {
    int own(int n) {
        return n * 3;
    }

    String join(List<String> parts, int n) {
        StringBuilder all = new StringBuilder();
        for (String part : parts) {
            all.append(part.trim()).append(own(n));
        }
        return all.toString();
    }
}
"""


async def test_a_hint_on_a_line_with_calls_is_marked_until_they_are_followed(compiler, interested, tmp_path):
    root = tmp_path / "project"
    path = root / "src" / "app" / "Caller.java"
    path.parent.mkdir(parents=True)
    path.write_text(CALLER)
    environment = {**compiler.environment, "JOULED_CALLS": "all"}
    async with session(interested, root=root, environment=environment) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(path)
        calling, own = line_of(CALLER, "all.append"), line_of(CALLER, "return n * 3")
        # Nobody has priced the JDK here, so that takes long.
        label = await jouled.expect_label(uri, calling, "⚡ .*J")
        if not any(status["quiescent"] for status in statuses.seen):
            assert label.endswith(" …"), label
            assert not (await jouled.labels(uri))[own].endswith("…")
    compiler.end_pricing()
