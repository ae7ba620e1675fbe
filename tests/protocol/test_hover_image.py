"""The picture of the density in a hover."""

import base64
import copy
import re
from xml.etree import ElementTree

import pytest
from conftest import SUMS
from session import line_of, session

ADDITION = line_of(SUMS, "f3 = f2 + f1")
METHOD = line_of(SUMS, "long sum")
IMAGE = re.compile(r"!\[([^\]]*)\]\(data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)\)")
SVG = "{http://www.w3.org/2000/svg}"


def announcing(capabilities, **experimental):
    capabilities = copy.deepcopy(capabilities)
    capabilities.experimental = experimental
    return capabilities


def across(mark):
    """The distance of a mark's vertical line from the left."""
    return float(re.match(r"M([\d.]+),", mark.get("d"))[1])


@pytest.mark.parametrize("line", [ADDITION, METHOD])
async def test_a_client_that_shows_images_gets_the_density(line, neovim, sums):
    async with session(announcing(neovim, hoverImages=True)) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        hover = await jouled.hover(uri, line, 10)
    [(alternative, encoded)] = IMAGE.findall(hover)
    picture = ElementTree.fromstring(base64.b64decode(encoded, validate=True))
    assert picture.tag == f"{SVG}svg"
    assert (picture.get("width"), picture.get("height")) == ("300", "104")

    # The table below the picture says the same.
    rows = [row.split("|")[1:-1] for row in re.findall(r"^\|.*\|$", hover, re.M)]
    head = rows[0]
    figures = next((row for row in rows if row[0].strip() == "worst"), rows[2])
    told = dict(zip((cell.strip() for cell in head), (cell.strip() for cell in figures)))
    labels = [text.text for text in picture.iter(f"{SVG}text")]
    for name in ("mean", "p99"):
        assert f"{name} {told[name]}" in labels
        assert f"{name} {told[name]}" in alternative

    # 99% of the area is left of the mark p99; the curve leaves out 0.05% of it.
    drawn = picture.find(f"{SVG}polyline").get("points").split()
    points = [tuple(map(float, point.split(","))) for point in drawn]
    base = float(re.search(r",([\d.]+)H", picture.findall(f"{SVG}path")[0].get("d"))[1])
    marks = picture.findall(f"{SVG}path")[1:]
    mean, p99 = map(across, marks)
    strips = [
        ((x1 + x2) / 2, (x2 - x1) * (2 * base - y1 - y2) / 2)
        for (x1, y1), (x2, y2) in zip(points, points[1:])
    ]
    area = sum(strip for _, strip in strips)
    assert sum(strip for x, strip in strips if x < p99) / area == pytest.approx(0.99, abs=0.005)
    assert sum(x * strip for x, strip in strips) / area == pytest.approx(mean, abs=2)
    assert [mark.get("stroke-dasharray") is None for mark in marks] == [True, False]


async def test_a_hover_without_an_energy_has_no_picture(neovim, sums):
    async with session(announcing(neovim, hoverImages=True)) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        # The energy of this method is a formula until n has a value.
        assert "data:" not in await jouled.hover(uri, line_of(SUMS, "long total"), 10)


@pytest.mark.parametrize("experimental", [{}, {"hoverImages": False}, {"hoverImages": "yes"}])
async def test_any_other_client_gets_text(experimental, neovim, sums):
    async with session(announcing(neovim, **experimental)) as jouled:
        uri = jouled.open(sums)
        await jouled.expect_label(uri, ADDITION, r"40\.2 nJ")
        for line in (ADDITION, METHOD):
            hover = await jouled.hover(uri, line, 10)
            assert "data:" not in hover and "p99" in hover
