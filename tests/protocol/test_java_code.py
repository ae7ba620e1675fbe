"""All kinds of Java code, and the places where its files can be."""

from itertools import product

import pytest
from lsprotocol import types
from session import client_capabilities, eventually, line_of, session

ADDITION = "long z = x + y;"
COST = r"^⚡ 40\.2 nJ$"

# Each contains the addition of two long variables.
CODE = {
    "record": "record Sums(long x, long y) {\n    long sum() {\n        long z = x + y;\n        return z;\n    }\n}\n",
    "sealed types": "sealed interface Sums permits One, Two {}\nrecord One() implements Sums {}\nfinal class Two implements Sums {\n    long sum(long x, long y) {\n        long z = x + y;\n        return z;\n    }\n}\n",
    "switch expression": "class Sums {\n    long sum(int kind, long x, long y) {\n        return switch (kind) {\n            case 1 -> {\n                long z = x + y;\n                yield z;\n            }\n            default -> 0;\n        };\n    }\n}\n",
    "pattern": "class Sums {\n    long sum(Object o, long y) {\n        if (o instanceof Long x) {\n            long z = x + y;\n            return z;\n        }\n        return 0;\n    }\n}\n",
    "lambda": "class Sums {\n    java.util.function.LongBinaryOperator sum() {\n        return (x, y) -> {\n            long z = x + y;\n            return z;\n        };\n    }\n}\n",
    "inner class": "class Sums {\n    class Inner {\n        class Innermost {\n            long sum(long x, long y) {\n                long z = x + y;\n                return z;\n            }\n        }\n    }\n}\n",
    "anonymous class": "class Sums {\n    Object sum() {\n        return new Object() {\n            long sum(long x, long y) {\n                long z = x + y;\n                return z;\n            }\n        };\n    }\n}\n",
    "local class": "class Sums {\n    void sums() {\n        class Local {\n            long sum(long x, long y) {\n                long z = x + y;\n                return z;\n            }\n        }\n    }\n}\n",
    "initialiser": "class Sums {\n    long all;\n    {\n        long x = all, y = all;\n        long z = x + y;\n        all = z;\n    }\n}\n",
    "static initialiser": "class Sums {\n    static long all;\n    static {\n        long x = all, y = all;\n        long z = x + y;\n        all = z;\n    }\n}\n",
    "enum": "enum Sums {\n    ONE {\n        long sum(long x, long y) {\n            long z = x + y;\n            return z;\n        }\n    };\n    abstract long sum(long x, long y);\n}\n",
    "interface": "interface Sums {\n    default long sum(long x, long y) {\n        long z = x + y;\n        return z;\n    }\n}\n",
    "several classes": "class One {}\n\nclass Sums {}\n\nclass Three {\n    long sum(long x, long y) {\n        long z = x + y;\n        return z;\n    }\n}\n",
    "constructor": "class Sums {\n    Sums(long x, long y) {\n        long z = x + y;\n    }\n}\n",
}


def alone(tmp_path, name):
    """A path in a folder of its own."""
    folder = tmp_path / str(name)
    folder.mkdir()
    return folder / "Sums.java"


async def test_code_of_each_kind_has_its_energy(neovim, tmp_path):
    async with session(neovim) as jouled:
        for kind, text in CODE.items():
            uri = jouled.open(alone(tmp_path, kind), text)
            # Fields of a record, boxed values: more than just the addition.
            expected = r"^⚡ \d" if kind in ("record", "pattern") else COST
            await jouled.expect_label(uri, line_of(text, ADDITION), expected)
            if "initialiser" in kind:
                continue  # There is no explicit method for a lens.

            async def headed():
                lenses = await jouled.lenses(uri)
                done = lenses and not any("…" in title for title in lenses.values())
                return lenses if done else None

            for title in (await eventually(headed, lambda: f"lenses of {kind}")).values():
                assert title.startswith("⚡ ") and "not priced" not in title, kind


SUM = "class Sums {\n    static long sum(long x, long y) {\n        long z = x + y;\n        return z;\n    }\n}\n"


ENDS = ["\n", "\r\n", "\r"]
LINES = ["\t\tlong z = x + y;", "long z = x + y; // 漢字 😀👩‍👩‍👧", 'String s = "𝒳é"; long z = x + y;', "long z = x + y;\t \t"]


@pytest.mark.parametrize("editor", ["neovim@v0.11.0", "visual_studio_code"])
async def test_hints_are_at_the_end_of_their_line_whatever_it_contains(editor, tmp_path):
    async with session(client_capabilities(editor)) as jouled:
        for number, (line, end) in enumerate(product(LINES, ENDS)):
            lines = SUM.replace("        long z = x + y;", line).split("\n")
            at = lines.index(line)
            uri = jouled.open(alone(tmp_path, number), end.join(lines))
            await jouled.expect_label(uri, at, r"^⚡ \d")
            hint = next(hint for hint in await jouled.hints(uri) if hint.position.line == at)
            assert hint.position.character in (jouled.units(line), jouled.units(line.rstrip())), (line, end)
            lenses = await jouled.lenses(uri)
            assert 1 in lenses, (line, end, lenses)
            assert "addition" in (await jouled.hover(uri, at, jouled.units(line) - 1) or ""), (line, end)


async def test_a_module(neovim, tmp_path):
    (tmp_path / "src" / "p").mkdir(parents=True)
    module = tmp_path / "src" / "module-info.java"
    module.write_text("module sums {\n    requires java.sql;\n    exports p;\n}\n")
    path = tmp_path / "src" / "p" / "Sums.java"
    path.write_text("package p;\n\npublic " + SUM)
    async with session(neovim, root=tmp_path) as jouled:
        await jouled.expect_label(jouled.open(path), 4, COST)
        # Nothing in it costs energy, and nothing fails either.
        uri = jouled.open(module)
        assert await jouled.hints(uri) == [] and await jouled.lenses(uri) == {}
        assert jouled.client.messages == []


async def test_a_file_that_is_renamed_or_deleted_while_it_is_open(neovim, tree):
    package = tree / "src" / "shapes"
    path = package / "Sums.java"
    text = "package shapes;\n\n" + SUM
    path.write_text(text)
    async with session(neovim, root=tree) as jouled:
        uri = jouled.open(path)
        await jouled.expect_label(uri, 4, COST)
        # Renamed together with its class, as an editor does.
        renamed = package / "Totals.java"
        path.rename(renamed)
        jouled.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )
        new_text = text.replace("Sums", "Totals")
        other = jouled.open(renamed, new_text)
        events = [
            types.FileEvent(uri, types.FileChangeType.Deleted),
            types.FileEvent(other, types.FileChangeType.Created),
        ]
        jouled.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))
        await jouled.expect_label(other, 4, COST)
        assert await jouled.hints(uri) == []
        # A deleted file counts with its text in the editor.
        renamed.unlink()
        jouled.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(other, types.FileChangeType.Deleted)])
        )
        jouled.replace_in(other, new_text, "x + y", "x")
        await jouled.expect_label(other, 4, r"^⚡ 17\.8 nJ$")


async def test_the_same_class_in_two_folders_of_a_workspace(neovim, tmp_path):
    uses = "class Uses {\n    static long twice(long x) {\n        long z = Sums.sum(x);\n        return z;\n    }\n}\n"
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, body in ((one, "return x;"), (two, "long z = x + x; return z;")):
        folder.mkdir()
        (folder / "Sums.java").write_text(f"class Sums {{\n    static long sum(long x) {{\n        {body}\n    }}\n}}\n")
        (folder / "Uses.java").write_text(uses)
    async with session(neovim, root=one) as jouled:
        added = [types.WorkspaceFolder(two.as_uri(), "two")]
        jouled.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(added, []))
        )
        uris = [jouled.open(folder / "Sums.java") for folder in (one, two)]
        await jouled.expect_label(uris[1], 2, COST)
        assert (await jouled.labels(uris[0])).get(2) != "⚡ 40.2 nJ"
        for folder in (one, two):
            await jouled.expect_label(jouled.open(folder / "Uses.java"), 2, r"^⚡ \d")


async def test_an_unsaved_new_file_and_its_package_know_each_other(neovim, tree):
    package = tree / "src" / "shapes"
    new = "package shapes;\n\nclass Box {\n    static int size(Point a) {\n        int z = a.x * a.y;\n        return z;\n    }\n}\n"
    user = "package shapes;\n\nclass User {\n    static int use(Point a) {\n        int z = Box.size(a);\n        return z;\n    }\n}\n"
    async with session(neovim, root=tree) as jouled:
        uri = jouled.open(package / "Box.java", new)
        await jouled.expect_label(uri, 4, r"^⚡ \d")
        await jouled.expect_label(jouled.open(package / "User.java", user), 4, r"^⚡ \d")
