"""Adds up rows."""

from __future__ import annotations

from collections.abc import Sequence


def rank(df, by: str | Sequence[str] = "input", *, weight: str | None = None):
    """Groups of rows with the sum of their typical energies, the highest first.

    ``rank(df)`` ranks services, ``rank(df, ["organisation", "artifact"])`` libraries, ``rank(df, ["class", "method"])`` hotspots across
    services. The columns: those of `by`, ``rank``, ``typical_j``, ``share`` of all of them, ``methods``, ``priced`` of them, ``seen`` (the
    share of executed events that have a price, each method with its energy as weight), ``hottest`` method and ``hottest_j``,
    ``failed`` inputs.

    A sum over methods is what it costs to call each of them once. With a column `weight`, such as calls per second from
    production, it is the sum of energy times weight: watts.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    columns = [by] if isinstance(by, str) else list(by)
    energy = f.col("typical_j") if weight is None else f.col("typical_j") * f.col(weight)
    name = f.concat_ws(".", f.regexp_replace("class", "/", "."), f.col("method"))
    status = f.col("outcome") if "outcome" in df.columns else f.lit("ok")
    rows = df.withColumn("_energy", energy).withColumn("_name", name).withColumn("_status", status)
    seen = f.when(f.col("seen").isNotNull(), f.col("_energy"))
    groups = rows.groupBy(*columns).agg(
        f.sum("_energy").alias("typical_j"),
        f.count("class").alias("methods"),
        f.count("_energy").alias("priced"),
        _ratio(f, f.sum(f.col("seen") * seen), f.sum(seen)).alias("seen"),
        f.max_by("_name", "_energy").alias("hottest"),
        f.max("_energy").alias("hottest_j"),
        f.sum(f.when(f.col("_status") == "failed", 1).otherwise(0)).alias("failed"),
    )
    # There are few groups compared with rows, so one task can sort them.
    every = Window.orderBy(f.desc_nulls_last("typical_j"), *columns)
    total = f.sum("typical_j").over(Window.partitionBy())
    return groups.select(
        f.row_number().over(every).alias("rank"),
        *columns,
        "typical_j",
        _ratio(f, f.col("typical_j"), total).alias("share"),
        "methods",
        "priced",
        "seen",
        "hottest",
        "hottest_j",
        "failed",
    ).orderBy("rank")


def _ratio(f, one, other):
    """Null instead of a division by 0."""
    return f.when(other != 0, one / other)
