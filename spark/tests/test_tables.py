"""The Parquet files of jouled, read by common tools; repricing; sums."""

import json
import subprocess
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from conftest import key

import jouled_spark
from jouled_spark.schema import ALL, ROWS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def table(jouled, jars, tmp_path_factory):
    """A folder of rows, as `jouled report --each` writes it."""
    out = tmp_path_factory.mktemp("table")
    command = [jouled, "report", "--calls", "project", "--each", "--out", out, *jars]
    subprocess.run(command, check=True, timeout=600)
    return out / "rows"


def test_pyarrow_reads_the_documented_columns(table):
    for file in table.glob("*.parquet"):
        schema = pq.read_schema(file)
        assert schema.metadata[b"schema"] == b"jouled.rows/1"
        assert schema.equals(ROWS), file
    documented = (ROOT / "docs" / "rows.md").read_text()
    for field in ROWS:
        assert f"`{field.name}`" in documented


def test_pyarrow_duckdb_and_spark_read_the_same(spark, table, expected):
    by_duckdb = duckdb.sql(f"SELECT * FROM '{table}/*.parquet'").arrow().read_all().to_pylist()
    assert {key(row): row for row in by_duckdb} == expected
    by_spark = spark.read.parquet(str(table)).collect()
    assert {key(row): row.asDict(recursive=True) for row in by_spark} == expected


def test_the_events_explain_the_changes_by_another_model(shipped, jouled, table, tmp_path):
    """DuckDB counts the returns in a call; each return costs the difference between the two models."""
    model = json.loads((ROOT / "model-data" / "raspberry-pi-5.json").read_text())
    more = 2 * next(feature["mean_j"] for feature in model["features"] if feature["name"] == DEARER)
    priced = jouled_spark.price(shipped.read.parquet(str(table)), dearer(ROOT, tmp_path))
    after = {key(row): row["typical_j"] for row in priced.collect()}
    before = duckdb.sql(
        f"""SELECT input, class, method, descriptor, typical_j, typical_factor,
        coalesce(list_sum([e.typical FOR e IN events IF e.event LIKE 'return|%']), 0) FROM '{table}/*.parquet'"""
    ).fetchall()
    assert len(before) == len(after)
    assert any(row[-1] >= 1 for row in before)
    for *one, typical, factor, returns in before:
        expected = typical + factor * returns * more
        assert after[tuple(one)] == pytest.approx(expected, rel=1e-3)


def test_duckdb_reads_what_spark_writes(shipped, table, expected, tmp_path):
    rows = shipped.read.parquet(str(table))
    rows.coalesce(1).write.option("compression", "zstd").parquet(str(tmp_path / "copy"))
    found = duckdb.sql(f"SELECT * FROM '{tmp_path}/copy/*.parquet'").arrow().read_all().to_pylist()
    assert {key(row): row for row in found} == expected


def test_prices_on_executors_are_those_of_reprice(shipped, jouled, table, jars, tmp_path):
    files = sorted(map(str, table.glob("*.parquet")))
    model = dearer(ROOT, tmp_path)
    subprocess.run([jouled, "reprice", *files, "--model", model, "--output", tmp_path / "priced.parquet"], check=True)
    expected = {key(row): row for row in pq.read_table(tmp_path / "priced.parquet").to_pylist()}
    inputs = shipped.createDataFrame([(path,) for path in [*jars, "/nowhere.jar"]], "path string")
    analysed = jouled_spark.analyse(shipped, inputs, options=["--calls", "project"])
    priced = [row.asDict(recursive=True) for row in jouled_spark.price(analysed, model).collect()]
    bad = [row for row in priced if row["outcome"] == "failed"]
    assert [row["input"] for row in bad] == ["/nowhere.jar"]
    good = {key(row): row for row in priced if row["outcome"] == "ok"}
    assert good.keys() == expected.keys()
    before = {key(row): row for row in pq.read_table(table).to_pylist()}
    for one, row in expected.items():
        found = {name: good[one][name] for name in row}
        assert found == row
        if row["typical_j"] is not None:
            assert row["typical_j"] >= before[one]["typical_j"]
            assert row["path_model_digest"] == before[one]["model_digest"] != row["model_digest"]
    # A table of files without the columns of this package is priced, too.
    of_files = jouled_spark.price(shipped.read.parquet(str(table)), model).collect()
    assert {key(row) for row in of_files} == expected.keys()


#: This price of the test's model differs from the built-in one.
DEARER = "operation:return"


def dearer(root, folder):
    """The built-in model with one tripled price."""
    model = json.loads((root / "model-data" / "raspberry-pi-5.json").read_text())
    for feature in model["features"]:
        if feature["name"] == DEARER:
            feature["mean_j"] *= 3
    path = folder / "dearer.json"
    path.write_text(json.dumps(model))
    return str(path)


def test_an_unrelated_table_is_refused(spark):
    with pytest.raises(ValueError, match="no rows of jouled.rows/1"):
        jouled_spark.price(spark.range(3), "model.json")


def test_ranks_are_sums_that_match_duckdb(shipped, table):
    rows = shipped.read.parquet(str(table))
    ranked = jouled_spark.rank(rows).collect()
    expected = duckdb.sql(
        f"SELECT input, sum(typical_j) s, count(*), count(typical_j), max(typical_j) FROM '{table}/*.parquet' "
        "GROUP BY 1 ORDER BY s DESC, input"
    ).fetchall()
    assert [row["input"] for row in ranked] == [row[0] for row in expected]
    assert [row["rank"] for row in ranked] == list(range(1, len(expected) + 1))
    for row, (_, total, methods, priced, hottest) in zip(ranked, expected):
        assert row["typical_j"] == pytest.approx(total, rel=1e-12)
        assert (row["methods"], row["priced"], row["failed"]) == (methods, priced, 0)
        assert row["hottest_j"] == hottest
        assert 0 < row["seen"] <= 1
    assert sum(row["share"] for row in ranked) == pytest.approx(1)


def test_hotspots_across_services_and_failed_inputs(shipped, jars):
    inputs = shipped.createDataFrame([(jars[0],), ("/nowhere.jar",)], "path string")
    rows = jouled_spark.analyse(shipped, inputs, options=["--calls", "project"])
    services = {row["input"]: row for row in jouled_spark.rank(rows).collect()}
    assert services["/nowhere.jar"]["failed"] == 1
    assert services["/nowhere.jar"]["typical_j"] is None
    assert services["/nowhere.jar"]["rank"] == 2
    from pyspark.sql import functions as f

    weighted = rows.withColumn("calls", f.when(f.col("method") == "one", 1000.0).otherwise(0.0))
    methods = jouled_spark.rank(weighted, ["class", "method"], weight="calls").collect()
    assert methods[0]["method"] == "one"
    assert methods[0]["hottest"] == "shop.Service1.one"


def test_the_columns_for_spark_are_those_for_arrow(spark):
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import _parse_datatype_string

    declared = _parse_datatype_string(jouled_spark.SCHEMA)
    of_arrow = from_arrow_schema(ALL)
    assert [(one.name, one.dataType.simpleString()) for one in declared] == [
        (one.name, one.dataType.simpleString()) for one in of_arrow
    ]
