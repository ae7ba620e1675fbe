"""What an editor shows beside a hint."""

import copy

from conftest import SUMS
from lsprotocol import types
from session import line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")


async def hint_of(jouled, uri):
    await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
    hints = await jouled.hints(uri)
    return next(hint for hint in hints if hint.position.line == ADDITION)


async def test_a_client_that_resolves_gets_the_whole_hover_when_it_asks(neovim, sums):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.inlay_hint.resolve_support = types.ClientInlayHintResolveOptions(
        ["tooltip"]
    )
    async with session(capabilities) as jouled:
        assert jouled.capabilities.inlay_hint_provider.resolve_provider
        uri = jouled.open(sums)
        hint = await hint_of(jouled, uri)
        assert hint.tooltip is None
        resolved = await jouled.client.inlay_hint_resolve_async(hint)
        assert resolved.tooltip.value == await jouled.hover(uri, ADDITION, 10)


async def test_any_other_client_gets_the_basis_of_the_number_at_once(neovim, sums):
    capabilities = copy.deepcopy(neovim)
    capabilities.text_document.inlay_hint.resolve_support = None
    async with session(capabilities) as jouled:
        assert jouled.capabilities.inlay_hint_provider is True
        hint = await hint_of(jouled, jouled.open(sums))
        assert "raspberry-pi-5" in hint.tooltip and "interpreter" in hint.tooltip
