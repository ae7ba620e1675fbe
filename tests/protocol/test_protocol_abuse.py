"""Clients that break the rules, are in a hurry, or vanish."""

import asyncio
import itertools
import json
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from conftest import SUMS
from lsprotocol import types
from session import REQUEST_TIMEOUT_S, eventually, line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")

NOT_INITIALIZED, METHOD_NOT_FOUND, CANCELLED = -32002, -32601, -32800
PARSE_ERROR, INVALID_REQUEST = -32700, -32600


class Wire:
    """A server, and the bytes to it and from it."""

    def __init__(self, process):
        self.process = process
        self._ids = itertools.count(1)

    def send_bytes(self, body: bytes, length: int | None = None):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % (len(body) if length is None else length))
        self.process.stdin.write(body)

    def send(self, **message):
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    async def receive(self):
        head = await asyncio.wait_for(self.process.stdout.readuntil(b"\r\n\r\n"), REQUEST_TIMEOUT_S)
        length = int(re.search(rb"Content-Length: (\d+)", head)[1])
        return json.loads(await asyncio.wait_for(self.process.stdout.readexactly(length), REQUEST_TIMEOUT_S))

    def request(self, method, params=None):
        number = next(self._ids)
        # A request without parameters omits them, as the specification of `shutdown` requires.
        self.send(id=number, method=method, **({} if params is None else {"params": params}))
        return number

    async def answer(self, number):
        """The answer to a request; earlier messages are skipped."""
        while True:
            message = await self.receive()
            if message.get("id") == number and "method" not in message:
                return message

    async def ask(self, method, params=None):
        return await self.answer(self.request(method, params))

    async def initialize(self):
        answer = await self.ask("initialize", {"capabilities": {}, "initializationOptions": {"hints": "all"}})
        self.send(method="initialized", params={})
        return answer

    def open(self, path: Path, text: str) -> str:
        document = {"uri": path.as_uri(), "languageId": "java", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": document})
        return path.as_uri()

    async def expect_hint(self, uri: str, expected: str):
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}}
        params = {"textDocument": {"uri": uri}, "range": whole}

        async def found():
            hints = (await self.ask("textDocument/inlayHint", params))["result"] or []
            return True if expected in [hint["label"] for hint in hints] else None

        await eventually(found, lambda: f"a hint {expected!r}")


@asynccontextmanager
async def wire():
    process = await asyncio.create_subprocess_exec(
        os.environ["JOULED_BIN"],
        "lsp",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 24,
    )
    try:
        yield Wire(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def goes_on(server: Wire, sums: Path):
    """Asserts that the session still works until its end."""
    await server.expect_hint(server.open(sums, SUMS), "⚡ 40.2 nJ")
    assert (await server.ask("shutdown"))["result"] is None
    server.send(method="exit")
    assert await asyncio.wait_for(server.process.wait(), REQUEST_TIMEOUT_S) == 0


async def test_requests_before_initialize_are_refused_and_the_session_continues(sums):
    async with wire() as server:
        for method in ("textDocument/hover", "textDocument/codeLens", "jouled/models"):
            assert (await server.ask(method, {}))["error"]["code"] == NOT_INITIALIZED, method
        # Notifications have no answer; a document opened too early is not open.
        uri = server.open(sums, SUMS)
        assert "result" in await server.initialize()
        answer = await server.ask("jouled/methods", {"textDocument": {"uri": uri}})
        assert answer["result"] == []
        await goes_on(server, sums)


async def is_told(server: Wire, code: int):
    """Asserts that the next error belongs to no particular request, and that a request after it is answered."""
    while "error" not in (message := await server.receive()):
        pass
    assert message["id"] is None and message["error"]["code"] == code
    assert (await server.ask("jouled/unheardOf", {}))["error"]["code"] == METHOD_NOT_FOUND


BODIES = {
    b"{": PARSE_ERROR,
    b"not json": PARSE_ERROR,
    b"\xff\xfe": PARSE_ERROR,
    b"": PARSE_ERROR,
    b'"text"': INVALID_REQUEST,
    b"[]": INVALID_REQUEST,
    b"{}": INVALID_REQUEST,
}


async def test_a_body_that_is_no_message_gets_an_error_and_the_session_continues(sums):
    async with wire() as server:
        await server.initialize()
        for body, code in BODIES.items():
            for _ in range(2):
                server.send_bytes(body)
                await is_told(server, code)
        await goes_on(server, sums)


async def test_an_invalid_request_is_answered_under_its_number():
    async with wire() as server:
        await server.initialize()
        server.send_bytes(b'{"id": 77, "method": "shutdown"}')
        answer = await server.answer(77)
        # It was no shutdown, because the protocol version was missing.
        assert answer.get("error", {}).get("code") == INVALID_REQUEST


async def test_after_a_wrong_length_the_session_continues(sums):
    async with wire() as server:
        await server.initialize()
        body = json.dumps({"jsonrpc": "2.0", "method": "$/nothing", "params": {}}).encode()
        for difference in (-20, -1, 1, 20):
            server.send_bytes(body, len(body) + difference)
            server.send(method="$/nothing", params={})
            await is_told(server, PARSE_ERROR)
        await goes_on(server, sums)


HEADERS = [
    b"Content-Type: application/vscode-jsonrpc; charset=utf-8",
    b"Content-Length: -5",
    b"Content-Length: many",
    b"Content-Length: 123456789012",
    b"Content-Length: 99999999999999999999999999",
    b"\xff\xff: 5",
    b"x" * 100_000,
]


async def test_after_a_header_without_a_length_the_session_continues(sums):
    async with wire() as server:
        await server.initialize()
        for header in HEADERS:
            server.process.stdin.write(header + b"\r\n\r\n" + b'{"jsonrpc": "2.0", "method": "$/nothing"}')
            server.send(method="$/nothing", params={})
            await is_told(server, PARSE_ERROR)
        await goes_on(server, sums)


async def test_unknown_methods(sums):
    async with wire() as server:
        await server.initialize()
        for method in ("textDocument/unheardOf", "jouled/unheardOf", "$/unheardOf"):
            assert (await server.ask(method, {}))["error"]["code"] == METHOD_NOT_FOUND, method
            server.send(method=method, params={})
        # Notifications of this kind may be ignored.
        server.send(method="$/unheardOf", params={})
        await goes_on(server, sums)


@pytest.mark.parametrize("params", [{}, []])
async def test_a_shutdown_with_empty_parameters(params, sums):
    async with wire() as server:
        await server.initialize()
        await server.expect_hint(server.open(sums, SUMS), "⚡ 40.2 nJ")
        assert (await server.ask("shutdown", params))["result"] is None
        server.send(method="exit", params=params)
        assert await asyncio.wait_for(server.process.wait(), REQUEST_TIMEOUT_S) == 0


async def test_every_cancelled_request_is_answered_once(sums):
    async with wire() as server:
        await server.initialize()
        uri = server.open(sums, SUMS)
        place = {"textDocument": {"uri": uri}, "position": {"line": ADDITION, "character": 10}}
        numbers = []
        for method in ["textDocument/hover", "textDocument/codeLens", "jouled/methodReport"] * 10:
            numbers.append(server.request(method, place))
            server.send(method="$/cancelRequest", params={"id": numbers[-1]})
        server.send(method="$/cancelRequest", params={"id": 4711})
        server.send(method="$/cancelRequest", params={"id": "no such"})
        answered = []
        while len(answered) < len(numbers):
            message = await server.receive()
            if "method" not in message:
                answered.append(message["id"])
                assert "result" in message or message["error"]["code"] == CANCELLED
        assert sorted(answered) == numbers
        await goes_on(server, sums)


REQUESTS = ["inlayHint", "codeLens", "hover"]


async def test_files_that_are_closed_or_unknown_have_nothing(sums):
    async with wire() as server:
        await server.initialize()
        for request_of in REQUESTS:
            uri = server.open(sums, SUMS)
            await server.expect_hint(uri, "⚡ 40.2 nJ")
            start, end = ({"line": line, "character": 0} for line in (0, 100))
            params = {
                "textDocument": {"uri": uri},
                "position": {"line": ADDITION, "character": 10},
                "range": {"start": start, "end": end},
            }
            assert (await server.ask(f"textDocument/{request_of}", params))["result"]
            for _ in range(2):
                server.send(method="textDocument/didClose", params={"textDocument": {"uri": uri}})
                assert not (await server.ask(f"textDocument/{request_of}", params))["result"]
            params["textDocument"]["uri"] = "file:///no/such/File.java"
            assert not (await server.ask(f"textDocument/{request_of}", params))["result"]
            change = {"textDocument": params["textDocument"] | {"version": 2}, "contentChanges": [{"text": SUMS}]}
            server.send(method="textDocument/didChange", params=change)
            assert not (await server.ask(f"textDocument/{request_of}", params))["result"]
        await goes_on(server, sums)


@pytest.mark.parametrize("versions", [[7, 900], [0, -5], [1, 1], [2147483647, 3]])
async def test_versions_with_gaps_or_going_backwards(versions, neovim, sums):
    """Changes apply in the order in which they arrive."""
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        for version, text in zip(versions, [SUMS.replace("f2 + f1", "f2"), SUMS.replace("f2 + f1", "f1 + f2 + f1")]):
            change = types.TextDocumentContentChangeWholeDocument(text)
            jouled.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(version, uri), [change]
                )
            )
        await jouled.expect_label(uri, ADDITION, r"^⚡ 62\.7 nJ$|^⚡ (?!40\.2|17\.8|≈)")


async def test_many_requests_at_once_are_all_answered(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        jouled.replace_in(uri, SUMS, "t += i;", "t += i + i;")
        asked = [jouled.hover(uri, ADDITION, 10) for _ in range(20)]
        asked += [jouled.lenses(uri) for _ in range(20)] + [jouled.hints(uri) for _ in range(20)]
        answers = await asyncio.wait_for(asyncio.gather(*asked), REQUEST_TIMEOUT_S)
        assert all("40.2 nJ" in hover for hover in answers[:20])
        assert all(answers[20:])


async def test_a_burst_of_edits_ends_with_the_newest_numbers(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"^⚡ 40\.2 nJ$")
        text = SUMS
        for turn in range(100):
            text = jouled.replace_in(uri, text, "f2 + f1", "f2" if turn % 3 else "f2 +")
            text = jouled.replace_in(uri, text, "f3 = f2 +;" if "f3 = f2 +;" in text else "f3 = f2;", "f3 = f2 + f1;")
            await asyncio.sleep(0.01)
        assert text == SUMS
        jouled.replace_in(uri, text, "f2 + f1", "f2")
        await jouled.expect_label(uri, ADDITION, r"^⚡ 17\.8 nJ$")
        await asyncio.sleep(1)
        assert (await jouled.labels(uri))[ADDITION] == "⚡ 17.8 nJ", "an older result came last"


CLIENT = """
import json, subprocess, sys, time
binary, uri, text = sys.argv[1:]
server = subprocess.Popen([binary, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    server.stdin.flush()
send(id=1, method="initialize", params={"capabilities": {}})
length = int(server.stdout.readline().split(b":")[1])
server.stdout.readline(), server.stdout.read(length)
send(method="initialized", params={})
document = {"uri": uri, "languageId": "java", "version": 1, "text": text}
send(method="textDocument/didOpen", params={"textDocument": document})
print(server.pid, flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    # Its parent may never read its exit status.
    return state != "Z"


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc")
async def test_a_client_that_is_killed_leaves_no_process(sums):
    client = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLIENT, os.environ["JOULED_BIN"], sums.as_uri(), SUMS,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    pids = []
    try:
        server = int(await asyncio.wait_for(client.stdout.readline(), REQUEST_TIMEOUT_S))
        pids.append(server)

        async def compiler():
            return children(server) or None

        pids += await eventually(compiler, lambda: "a compiler")
        assert all(map(is_running, pids))
        client.send_signal(signal.SIGKILL)
        await client.wait()

        async def gone():
            return None if any(map(is_running, pids)) else True

        await eventually(gone, lambda: f"the end of {[pid for pid in pids if is_running(pid)]}")
    finally:
        for pid in pids:
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)
