"""Text in a project that tries to control the editor: it is shown everywhere and obeyed nowhere."""

import re
from typing import Any

import cattrs
from lsprotocol import types
from session import line_of, session
from test_extension import ask

# Characters that control a terminal, lines, or the direction of text.
EVIL = "\u001b[31m\u009b2J\u0007\u202e\u2066\u200b\U000e0041"
LINK = "[Fix it](command:workbench.action.terminal.sendSequence)"

# Java accepts invisible characters in names (JLS 3.8, Character.isIdentifierIgnorable), and javac drops them.
NAME = "n\u202e\u200c\u009b"

SOURCE = f"""package evil;

class Evil {{
    //@ energy <= 1 pJ when x\u202e{LINK};
    //@ energy <= 1 pJ;
    static int sum(int {NAME}) {{
        int t = 0;
        for (int i = 0; i < {NAME}; i++) {{ t += i; }}
        return t;
    }}

    //@ energy <= 1 pJ @ 0.5 when n <= 10; {EVIL}
    static int caller(int n) {{
        return sum(n) + 1;
    }}
}}
"""

TOML = (
    f'"un\\u001b[31m\\n{LINK}\\u202e" = 1\n'
    f'hints = "{LINK}"\n'
    f'hintsMinimum = "\\u001b]0;x\\u0007\\u009b\\n{LINK}\u202e"\n'
    f'model = "\\u001b{LINK}\\n::error::\u2066"\n'
    f'device = "{LINK}"\n'
)

POM = f"""<project><modelVersion>4.0.0</modelVersion><groupId>g\u202e\u2066</groupId>
<artifactId>{LINK}</artifactId><version>1</version>
<dependencies><dependency><groupId>g\u202e</groupId><artifactId>{LINK}\n::error::</artifactId>
<version>1</version></dependency></dependencies></project>"""

ACTS = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\U000e0000-\U000e007f]"
)


def texts(value: Any):
    """All texts of a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from texts(key)
            yield from texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from texts(part)
    elif hasattr(value, "__attrs_attrs__"):
        yield from texts(cattrs.unstructure(value))
    elif hasattr(value, "_asdict"):
        yield from texts(value._asdict())


class Sinks:
    """The texts that the server sent, by sink."""

    def __init__(self):
        self.acting: dict[str, list[str]] = {}

    def take(self, sink: str, value: Any, forbidden: str = ""):
        """Notes the texts in a message that control something, or that contain what this sink forbids."""
        for text in texts(value):
            if ACTS.search(text) or (forbidden and forbidden in text):
                self.acting.setdefault(sink, []).append(text)


async def test_no_text_of_a_project_controls_the_editor(neovim, tmp_path):
    root = tmp_path / f"evil \u202e{LINK.replace('/', '_')}"
    package = root / "src" / "evil"
    package.mkdir(parents=True)
    path = package / "Evil.java"
    path.write_text(SOURCE, "utf-8")
    (root / "jouled.toml").write_text(TOML, "utf-8")
    (root / "pom.xml").write_text(POM, "utf-8")
    (root / "build.gradle").write_text(
        f"dependencies {{ implementation 'a\u202e:{LINK}:1' }}\n", "utf-8"
    )
    # Whatever the file asks for, this model and device exist.
    flags = ("--model", "raspberry-pi-5", "--device", "any", "lsp")
    calls = {"JOULED_CALLS": "project"}
    async with session(neovim, root=root, environment=calls, arguments=flags) as jouled:
        uri = jouled.open(path)
        body = line_of(SOURCE, "t += i")
        await jouled.expect_label(uri, body, "⚡")
        await jouled.expect_lens(uri, line_of(SOURCE, "static int sum"), "⚡")
        await jouled.message("hintsMinimum")
        sinks = Sinks()
        sinks.take("hints", await jouled.hints(uri))
        sinks.take("lenses", await jouled.lenses(uri))
        for line, text in enumerate(SOURCE.split("\n")):
            hover = await jouled.hover(uri, line, max(0, len(text) - 1))
            sinks.take("hover", hover, "](command")
        document = types.TextDocumentIdentifier(uri)
        found = await jouled.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(document)
        )
        sinks.take("diagnostics", found)
        assert any("energy" in text for text in texts(found)), found
        caller = types.Position(line_of(SOURCE, "static int caller") + 1, 16)

        items = await jouled.client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(document, caller)
        )
        sinks.take("call hierarchy", items)
        for item in items or []:
            params = types.CallHierarchyOutgoingCallsParams(item)
            outgoing = await jouled.client.call_hierarchy_outgoing_calls_async(params)
            sinks.take("call hierarchy", outgoing)
        for line in (body, caller.line):
            report = await ask(
                jouled,
                "jouled/methodReport",
                textDocument={"uri": uri},
                position={"line": line, "character": 8},
            )
            sinks.take("report", report)
        sinks.take("methods", await ask(jouled, "jouled/methods", textDocument={"uri": uri}))
        sinks.take("hotspots", await ask(jouled, "jouled/hotspots", limit=10))
        shown = [message.message for message in jouled.client.messages]
        logged = [message.message for message in jouled.client.log_messages]
        assert shown and logged
        sinks.take("shown", shown, "](")
        sinks.take("shown", shown, "\n")
        sinks.take("logged", logged, "\n")
        assert not sinks.acting
