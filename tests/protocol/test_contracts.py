"""Energy contracts in an editor."""

import copy

from conftest import SUMS
from lsprotocol import types
from session import eventually, line_of, session

BROKEN = SUMS.replace("    static long total", "    //@ energy <= 1 nJ when n <= 9;\n    static long total")
CLAUSE = line_of(BROKEN, "//@ energy")
KEPT = BROKEN.replace("1 nJ", "1 mJ")


async def pulled(jouled, uri):
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    report = await jouled.client.text_document_diagnostic_async(params)
    return list(report.items)


async def expect_pulled(jouled, uri, count):
    async def found():
        items = await pulled(jouled, uri)
        return items if len(items) == count else None

    return await eventually(found, lambda: f"{count} diagnostics")


async def test_a_client_that_asks_gets_the_contracts_that_are_not_met(neovim, sums):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities(
        related_information=True
    )
    async with session(capabilities) as jouled:
        assert jouled.capabilities.diagnostic_provider.identifier == "jouled"
        uri = jouled.open(sums, BROKEN)
        (item,) = await expect_pulled(jouled, uri, 1)
        assert item.range.start == types.Position(CLAUSE, 8)
        assert item.source == "jouled" and item.code == "energy-contract"
        assert item.severity == types.DiagnosticSeverity.Warning
        assert item.message.startswith("violated: p99 ") and "raspberry-pi-5" in item.message
        lines = [related.location.range.start.line for related in item.related_information]
        assert line_of(BROKEN, "t += i") in lines
        hover = await jouled.hover(uri, CLAUSE, 10)
        assert "violated: p99" in hover
        # While the text does not compile, the verdict stays on its line.
        jouled.replace_text(uri, "\n" + BROKEN.replace("t += i;", "t += ;"))
        (item,) = await pulled(jouled, uri)
        jouled.replace_text(uri, KEPT)
        await expect_pulled(jouled, uri, 0)


async def test_any_other_client_is_sent_them(neovim, sums):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.diagnostic = None
    capabilities.text_document.publish_diagnostics = types.PublishDiagnosticsClientCapabilities()
    async with session(capabilities) as jouled:
        assert jouled.capabilities.diagnostic_provider is None
        uri = jouled.open(sums, BROKEN)

        async def sent(count):
            async def found():
                items = jouled.client.diagnostics.get(uri)
                return items if items is not None and len(items) == count else None

            return await eventually(found, lambda: f"{count} diagnostics")

        (item,) = await sent(1)
        # Without related information, the message names the lines.
        assert f"line {line_of(BROKEN, 't += i') + 1}: " in item.message
        jouled.replace_text(uri, KEPT)
        await sent(0)
