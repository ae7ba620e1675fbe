"""Beginning and end of a session."""

import asyncio
import os
import re

from conftest import SUMS
from lsprotocol import types
from session import REQUEST_TIMEOUT_S, eventually, line_of, session


async def test_the_server_names_itself_and_its_capabilities(editor):
    async with session(editor) as jouled:
        assert jouled.server_info.name == "jouled"
        assert jouled.server_info.version
        assert jouled.capabilities.inlay_hint_provider
        assert jouled.capabilities.hover_provider
        assert jouled.capabilities.code_lens_provider
        sync = jouled.capabilities.text_document_sync
        kind = sync.change if isinstance(sync, types.TextDocumentSyncOptions) else sync
        assert kind == types.TextDocumentSyncKind.Incremental


async def test_the_argument_stdio_is_accepted(neovim, sums):
    async with session(neovim, arguments=("lsp", "--stdio")) as jouled:
        await jouled.expect_label(jouled.open(sums), 3, r"^⚡ 40\.2 nJ$")


async def test_shutdown_and_exit_end_the_process_with_0(editor, sums):
    async with session(editor) as jouled:
        jouled.open(sums)
        assert await jouled.end() == 0


async def test_exit_without_shutdown_ends_the_process_with_1(neovim, sums):
    async with session(neovim) as jouled:
        jouled.open(sums)
        jouled.client.exit(None)
        assert await asyncio.wait_for(jouled.process.wait(), REQUEST_TIMEOUT_S) == 1


async def test_the_process_ends_when_the_editor_is_gone(neovim, sums):
    async with session(neovim) as jouled:
        await jouled.expect_label(jouled.open(sums), 3, r"40\.2 nJ")
        jouled.process.stdin.close()
        await asyncio.wait_for(jouled.process.wait(), REQUEST_TIMEOUT_S)


async def test_nothing_but_messages_is_written_to_the_standard_output(tmp_path):
    """A stray print would break the protocol, so this reads the output byte by byte."""
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    ending = b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}', b'{"jsonrpc":"2.0","method":"exit"}'
    process = await asyncio.create_subprocess_exec(
        os.environ["JOULED_BIN"],
        "lsp",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=tmp_path,
    )

    def framed(text: bytes) -> bytes:
        return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)

    output = b""
    for text in (body, *ending):
        process.stdin.write(framed(text))
        if b'"id"' in text:
            head = await asyncio.wait_for(process.stdout.readuntil(b"\r\n\r\n"), REQUEST_TIMEOUT_S)
            length = int(re.search(rb"Content-Length: (\d+)", head)[1])
            output += head + await asyncio.wait_for(process.stdout.readexactly(length), REQUEST_TIMEOUT_S)
    rest, _ = await asyncio.wait_for(process.communicate(), REQUEST_TIMEOUT_S)
    output += rest
    while output:
        header, _, rest = output.partition(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in header.split(b"\r\n"))
        length = int(fields[b"Content-Length"])
        assert rest[:1] == b"{"
        output = rest[length:]
    assert process.returncode == 0


async def test_a_closed_document_is_forgotten_and_can_be_opened_again(neovim, sums):
    async with session(neovim) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, 3, r"40\.2 nJ")
        jouled.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )
        text = SUMS.replace("f2 + f1", "f2")
        jouled.open(sums, text)

        async def another_number():
            label = (await jouled.labels(uri)).get(line_of(text, "f3 = f2;"))
            return label if label and "40.2 nJ" not in label else None

        await eventually(another_number, lambda: "the number of the text that is open now")
