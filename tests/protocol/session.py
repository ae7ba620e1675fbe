"""A session with the language server, as an editor has it."""

from __future__ import annotations

import asyncio
import copy
import os
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

T = TypeVar("T")

# An energy with three significant digits, as in every text of jouled.
ENERGY = r"(?:\d\.\d{1,2}|\d\d\.\d|\d{1,4}) (?:[npµmk]?J)"
HINT = re.compile(rf"^⚡ {ENERGY}")

# How long to wait for the first numbers: the compiler may have to be built and started first.
REQUEST_TIMEOUT_S = 90

# Most tests are not about calls: their numbers are those of each method alone.
OWN = {"JOULED_CALLS": "none"}

# What the compiler says is tested, and not its process: `cargo xtask test` has one JVM for all sessions.
SHARED_JDK = os.environ.get("JOULED_SHARED_JDK")
SHARED_COMPILER = {"JAVA_HOME": SHARED_JDK} if SHARED_JDK else {}


def default_model(folder: Path) -> dict[str, str]:
    """A configuration that selects the default model, so that numbers do not depend on who runs the tests."""
    choice = folder / "jouled" / "model-in-use"
    choice.parent.mkdir(parents=True, exist_ok=True)
    choice.write_text("raspberry-pi-5\n", "utf-8")
    return {"XDG_CONFIG_HOME": str(folder)}

REFRESHES = [
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    types.WORKSPACE_INLINE_VALUE_REFRESH,
    types.WORKSPACE_DIAGNOSTIC_REFRESH,
    types.WORKSPACE_FOLDING_RANGE_REFRESH,
]


# Making the converter's functions takes longer than most sessions need them: all clients share them.
shared_converter = cache(default_converter)
_capabilities = cache(pytest_lsp.client_capabilities)


def client_capabilities(editor: str) -> types.ClientCapabilities:
    """The capabilities of an editor, for one test to change."""
    return copy.deepcopy(_capabilities(editor))


class Session:
    """One server process and its client."""

    def __init__(self, client: LanguageClient, answer: types.InitializeResult, refreshes: Counter):
        self.client = client
        self.server_info = answer.server_info
        self.capabilities = answer.capabilities
        self.refreshes = refreshes
        self._versions: dict[str, int] = {}

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self.client._server is not None
        return self.client._server

    @property
    def encoding(self) -> str:
        """The position encoding of the session: UTF-16 unless another one was agreed on."""
        encoding = self.capabilities.position_encoding
        return types.PositionEncodingKind(encoding or "utf-16").value

    def units(self, text: str) -> int:
        """The length of a text in the units of the session's position encoding."""
        if self.encoding == "utf-8":
            return len(text.encode())
        return len(text.encode("utf-16-le")) // 2

    def open(self, path: Path, text: str | None = None) -> str:
        """Opens a file, with a different text than on disk if one is given, and returns its URI."""
        uri = path.as_uri()
        self._versions[uri] = 1
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(
                    uri, "java", 1, path.read_text("utf-8") if text is None else text
                )
            )
        )
        return uri

    def change(self, uri: str, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Sends changes of a document as its next version."""
        self._versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri), list(changes)
            )
        )

    def replace_text(self, uri: str, text: str) -> None:
        """Replaces the whole text of a document."""
        self.change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def replace_in(self, uri: str, text: str, old: str, new: str) -> str:
        """Replaces a part of a document's text by an incremental change; returns the new text."""
        before, after = text.split(old, 1)
        lines = before.split("\n")
        start = types.Position(len(lines) - 1, self.units(lines[-1]))
        assert "\n" not in old
        end = types.Position(start.line, start.character + self.units(old))
        self.change(
            uri, types.TextDocumentContentChangePartial(types.Range(start, end), new)
        )
        return before + new + after

    async def hints(self, uri: str) -> list[types.InlayHint]:
        """The inlay hints of a whole document."""
        whole = types.Range(types.Position(0, 0), types.Position(100_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
        return list(await self.client.text_document_inlay_hint_async(params) or [])

    async def labels(self, uri: str) -> dict[int, str]:
        """The text of the hint of each line, by line number from 0."""
        return {hint.position.line: label(hint) for hint in await self.hints(uri)}

    async def lenses(self, uri: str) -> dict[int, str]:
        """The text of the code lens of each line, by line number from 0."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        titles = {}
        for lens in await self.client.text_document_code_lens_async(params) or []:
            if lens.command is None:
                lens = await self.client.code_lens_resolve_async(lens)
            assert lens.command is not None
            titles[lens.range.start.line] = lens.command.title
        return titles

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        """The text of a hover."""
        params = types.HoverParams(
            types.TextDocumentIdentifier(uri), types.Position(line, character)
        )
        hover = await self.client.text_document_hover_async(params)
        if hover is None:
            return None
        assert isinstance(hover.contents, types.MarkupContent)
        return hover.contents.value

    async def expect_label(self, uri: str, line: int, expected: str) -> str:
        """Waits until the hint of a line matches a regular expression, and returns it."""
        labels: dict[int, str] = {}

        async def found() -> str | None:
            nonlocal labels
            labels = await self.labels(uri)
            text = labels.get(line, "")
            return text if re.search(expected, text) else None

        return await eventually(found, lambda: f"hint {expected!r} on line {line} of {labels}")

    async def expect_lens(self, uri: str, line: int, expected: str) -> str:
        """Waits until the lens of a line matches a regular expression, and returns it."""
        lenses: dict[int, str] = {}

        async def found() -> str | None:
            nonlocal lenses
            lenses = await self.lenses(uri)
            text = lenses.get(line, "")
            return text if re.search(expected, text) else None

        return await eventually(found, lambda: f"lens {expected!r} on line {line} of {lenses}")

    async def message(self, expected: str) -> str:
        """Waits until the server shows a message that matches a regular expression."""

        async def found() -> str | None:
            for message in self.client.messages:
                if re.search(expected, message.message):
                    return message.message
            return None

        return await eventually(
            found, lambda: f"message {expected!r} among {self.client.messages}"
        )

    async def end(self) -> int:
        """Ends the session properly and returns the server's exit code."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        return await asyncio.wait_for(self.process.wait(), 30)


def label(hint: types.InlayHint) -> str:
    """The text of an inlay hint."""
    if isinstance(hint.label, str):
        return hint.label
    return "".join(part.value for part in hint.label)


def line_of(text: str, part: str) -> int:
    """The number, from 0, of the first line that contains the given part."""
    for number, line in enumerate(text.split("\n")):
        if part in line:
            return number
    raise AssertionError(f"{part!r} is not in the text")



async def eventually(
    found: Callable[[], Awaitable[T | None]], expected: Callable[[], str]
) -> T:
    """Asks repeatedly until there is an answer."""
    deadline = asyncio.get_running_loop().time() + REQUEST_TIMEOUT_S
    while True:
        if (result := await found()) is not None:
            return result
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError(f"expected {expected()}")
        await asyncio.sleep(0.05)


@asynccontextmanager
async def session(
    capabilities: types.ClientCapabilities,
    root: Path | None = None,
    settings: dict[str, Any] | None = None,
    environment: dict[str, str] | None = None,
    arguments: tuple[str, ...] = ("lsp",),
    more_roots: tuple[Path, ...] = (),
):
    """Starts a server and initializes it; at the end the process is gone, whatever happened."""
    client = LanguageClient(converter_factory=shared_converter)
    register_lsp_features(client)
    # Most tests examine lines that are too small to be hot.
    settings = {"hints": "all", **(settings or {})}
    client.set_configuration({"jouled": settings})
    refreshes: Counter[str] = Counter()
    for method in REFRESHES:
        if method == types.WORKSPACE_DIAGNOSTIC_REFRESH:
            continue

        def count(_params: None, method: str = method) -> None:
            refreshes[method] += 1

        client.feature(method)(count)
    registrations: list[types.Registration] = []

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        registrations.extend(params.registrations)

    binary = os.environ["JOULED_BIN"]
    configuration = tempfile.TemporaryDirectory(prefix="configuration-")
    ours = {**os.environ, **OWN, **SHARED_COMPILER, **default_model(Path(configuration.name))}
    await client.start_io(binary, *arguments, env={**ours, **(environment or {})})
    try:
        answer = await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=root.as_uri() if root else None,
                workspace_folders=(
                    [types.WorkspaceFolder(each.as_uri(), each.name) for each in (root, *more_roots)]
                    if root
                    else None
                ),
                initialization_options=settings,
            )
        )
        yield Session(client, answer, refreshes)
        if client._server.returncode is None:
            await asyncio.wait_for(client.shutdown_session(), 30)
    finally:
        if client._server.returncode is None:
            client._server.kill()
        await client.stop()
