"""The pages of `jouled portfolio`, compared with DuckDB's results for the same rows."""

import json
import random
import re
import subprocess

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jouled_spark.schema import ROWS

FLOOR = 1e-3
SERVICES = 30


def made_up(seed):
    """Rows of services that share libraries; some numbers are unknown."""
    chance = random.Random(seed)
    rows = []
    for service in range(SERVICES):
        name = f"team-{service % 4}/service-{service}.war"
        libraries = chance.sample(range(8), chance.randrange(4))
        for library in [None, *libraries]:
            version = None if library is None else f"1.{chance.randrange(3)}"
            for number in range(chance.randrange(1, 60)):
                typical = None if chance.random() < 0.1 else 10 ** chance.uniform(-9, 0)
                rows.append(
                    {
                        "input": name,
                        "organisation": None if library is None else f"org.{library}",
                        "artifact": f"service-{service}" if library is None else f"library-{library}",
                        "version": version,
                        "jar": name if library is None else f"{name}!/WEB-INF/lib/library-{library}-{version}.jar",
                        "entry": f"p/C{number % 5}.class",
                        "class": f"p{library}/C{number % 5}",
                        "method": f"m{number}",
                        "descriptor": "()V",
                        "file": "C.java",
                        "line": number,
                        "not_analysed": "native" if typical is None and number % 2 else None,
                        "typical_j": typical,
                        "typical_low_j": typical and typical / 2,
                        "typical_high_j": typical and typical * 2,
                        "open": None,
                        "worst_j": None,
                        "worst_q99_j": None,
                        "worst_has_symbols": False,
                        "worst_is_incomplete": False,
                        "seen": None if typical is None else chance.random(),
                        "unpriced_calls": None if typical is None else float(chance.randrange(2)),
                        "typical_factor": None,
                        "events": [],
                        "model": "made up",
                        "model_digest": "d",
                        "path_model_digest": "d",
                        "device": "any",
                        "structure": "additive",
                        "mapping": "stack/2",
                        "tool": "0",
                    }
                )
    chance.shuffle(rows)
    return rows


class Page:
    """The data of a page, as its script reads it."""

    def __init__(self, file):
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', file.read_text())
        self.data = json.loads(found[1])

    def rows(self, name):
        return [[self.cell(cell) for cell in row] for row in self.data["tables"][name]["rows"]]

    def cell(self, cell):
        if not isinstance(cell, list):
            return cell
        kind, *rest = cell
        return len(rest[0]) if kind == "s" else rest if kind == "i" else self.data["texts"][rest[0]]


@pytest.fixture(scope="module", params=[1, 2])
def site(request, jouled, tmp_path_factory):
    """Two files of rows with their site, and the rows in DuckDB."""
    folder = tmp_path_factory.mktemp("portfolio")
    rows = made_up(request.param)
    (folder / "rows").mkdir()
    # As jouled writes it, and as Spark does: without the schema's name, and compressed by snappy.
    for part, metadata in enumerate([{b"schema": b"jouled.rows/1"}, None]):
        table = pa.Table.from_pylist(rows[part::2], schema=ROWS.with_metadata(metadata))
        compression = "snappy" if metadata is None else "zstd"
        pq.write_table(table, folder / "rows" / f"{part}.parquet", compression=compression)
    out = folder / "site"
    command = [jouled, "portfolio", folder / "rows", "--out", out, "--methods", "100000"]
    subprocess.run(command, check=True, timeout=600)
    database = duckdb.connect()
    database.sql(f"CREATE TABLE r AS SELECT *, contains(jar, '!/') AS inside FROM '{folder}/rows/*.parquet'")
    return out, database


def near(values):
    return [pytest.approx(value, rel=1e-5) if isinstance(value, float) else value for value in values]


def test_services(site):
    out, database = site
    expected = database.sql(
        f"""SELECT regexp_extract(input, '[^/]*$'),
        count(*) FILTER (NOT inside AND typical_j >= {FLOOR}), count(typical_j) FILTER (NOT inside),
        quantile_disc(typical_j, 0.95) FILTER (NOT inside), max(typical_j) FILTER (NOT inside),
        CASE WHEN count(typical_j) FILTER (inside) > 0 THEN count(*) FILTER (inside AND typical_j >= {FLOOR}) END,
        count(DISTINCT jar) FILTER (inside), avg(seen) FILTER (NOT inside),
        count(*) FILTER (NOT inside AND typical_j IS NULL AND not_analysed IS NULL),
        count(*) FILTER (NOT inside AND unpriced_calls > 0)
        FROM r GROUP BY input ORDER BY 2 DESC, 4 DESC NULLS LAST"""
    ).fetchall()
    found = Page(out / "index.html").rows("services")
    assert len(found) == SERVICES
    known = [row for row in expected if row[2] > 0]
    for row, wanted in zip(found, known, strict=False):
        assert row[:-1] == near(wanted)


def test_libraries(site):
    out, database = site
    expected = database.sql(
        f"""SELECT artifact, count(DISTINCT input),
        count(DISTINCT (class, method, descriptor)) FILTER (typical_j >= {FLOOR}), max(typical_j)
        FROM r WHERE inside GROUP BY artifact ORDER BY 3 DESC, 2 DESC, 1"""
    ).fetchall()
    found = Page(out / "libraries.html").rows("libraries")
    assert [[row[0], row[2], row[3], row[5]] for row in found] == [near(row) for row in expected]
    assert [row[6] for row in found] == [min(row[1], 5) + (row[1] > 5) for row in expected]


def test_methods_across_services(site):
    out, database = site
    expected = database.sql(
        """SELECT method || '()', max(typical_j) AS most, count(DISTINCT input)
        FROM r GROUP BY inside, CASE WHEN inside THEN artifact ELSE input END, class, method, descriptor
        ORDER BY most DESC NULLS LAST"""
    ).fetchall()
    found = [[row[0], row[1], row[6]] for row in Page(out / "hotspots.html").rows("methods")]
    known = [row for row in expected if row[1] is not None]
    assert len(found) == len(expected)
    assert found[: len(known)] == [near(row) for row in known]
    assert all(row[1] is None for row in found[len(known) :])


def test_methods_of_each_service(site):
    out, database = site
    for file in (out / "services").iterdir():
        page = Page(file)
        name = re.search("<title>(.*?)</title>", file.read_text())[1]
        where = f"FROM r WHERE input LIKE '%/{name}' AND NOT inside"
        expected = database.sql(f"SELECT typical_j, seen {where} ORDER BY 1 DESC NULLS LAST").fetchall()
        found = [[row[1], row[4]] for row in page.rows("own")]
        known = [near(row) for row in expected if row[0] is not None]
        assert found[: len(known)] == known
        assert found[len(known) :] == [[None, None]] * (len(expected) - len(known))
