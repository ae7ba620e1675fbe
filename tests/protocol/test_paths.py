"""A method's worst path and its cheapest one in hovers and reports, and the share of each line."""

import re

import pytest
from session import line_of, session
from test_extension import ask

PRICES = """package prices;

class Prices {
    interface Price {
        long of(long x);
    }

    static final class Cheap implements Price {
        public long of(long x) {
            return x;
        }
    }

    static final class Dear implements Price {
        public long of(long x) {
            return x * x * x * x;
        }
    }

    static long all(Price price, int n, boolean twice) {
        long sum = 0;
        if (twice) {
            sum = sum * 2 + 1;
        }
        for (int i = 0; i < n; i++) {
            sum += price.of(i);
        }
        return sum;
    }

    static long straight(long a, long b) {
        long c = a * b;
        return c;
    }
}
"""

ALL, STRAIGHT = line_of(PRICES, "long all"), line_of(PRICES, "long straight")
LOOP, CALL = line_of(PRICES, "for (int i"), line_of(PRICES, "sum += price")
PROJECT = {"JOULED_CALLS": "project"}


@pytest.fixture
def prices(tmp_path):
    package = tmp_path / "paths" / "src" / "prices"
    package.mkdir(parents=True)
    (package / "Prices.java").write_text(PRICES, "utf-8")
    return package / "Prices.java"


def opened(neovim, prices, **settings):
    root = prices.parent.parent.parent
    return session(neovim, root=root, environment=PROJECT, settings=settings)


async def test_the_hover_of_a_method_describes_its_worst_path(neovim, prices):
    async with opened(neovim, prices, assume={"n": 4}) as jouled:
        uri = jouled.open(prices)
        await jouled.expect_lens(uri, ALL, r"· n = 4( · worst [^…]*)?$")
        hover = await jouled.hover(uri, ALL, 16)
    decisions = [line[2:] for line in hover.splitlines() if line.startswith("- line ")]
    test = line_of(PRICES, "if (twice)") + 1
    assert decisions == [
        f"line {test}: condition true, on to line {test + 1}",
        f"line {LOOP + 1}: loop, n = 4 times",
        f"line {CALL + 1}: Dear.of, more expensive than Cheap.of",
    ]
    rows = [row.split("|")[1].strip() for row in re.findall(r"^\|.*\|$", hover, re.M)[:5]]
    assert rows[2:] == ["typical", "worst", "at least"]


async def test_the_cheapest_path_of_straight_line_code_is_the_whole_code(neovim, prices):
    async with opened(neovim, prices) as jouled:
        uri = jouled.open(prices)
        await jouled.expect_lens(uri, STRAIGHT, r"worst")
        hover = await jouled.hover(uri, STRAIGHT, 16)
    rows = dict(re.findall(r"^\| (worst|at least) +\| ([\d.]+ nJ)", hover, re.M))
    worst, least = rows["worst"], rows["at least"]
    assert worst == least
    assert "worst path" not in hover.lower()


async def test_the_lines_of_a_method_add_up_to_its_typical_energy(neovim, prices):
    async with opened(neovim, prices) as jouled:
        uri = jouled.open(prices)
        await jouled.expect_lens(uri, ALL, r"≈.*[^…]$")
        lines = await ask(jouled, "jouled/lines", textDocument={"uri": uri})
        place = {"textDocument": {"uri": uri}, "position": {"line": ALL, "character": 0}}
        report = await ask(jouled, "jouled/methodReport", **place)
        hover = await jouled.hover(uri, CALL, 16)
    of_method = [line for line in lines if ALL <= line["line"] <= ALL + 8]
    assert sum(line["share"] for line in of_method) == pytest.approx(1)
    [call] = [line for line in of_method if line["line"] == CALL]
    assert call["share"] > 0.5 and call["total"] > call["mean"]
    assert "A typical call of `all` runs it " in hover
    assert report["mean"] is None and report["cheapest"] > 0
    texts = [decision["text"] for decision in report["path"]]
    assert texts[-1] == "Dear.of, more expensive than Cheap.of"


async def test_hints_show_the_share_of_a_line_if_the_setting_is_on(neovim, prices):
    async with opened(neovim, prices, hintsShare=True, assume={"n": 100}) as jouled:
        uri = jouled.open(prices)
        await jouled.expect_label(uri, CALL, r"⚡ [\d.]+ [nµ]J · \d\d%$")
