"""Runs a local Spark job again and again.

Arguments: how often, or 0; if it is 0, the CPU time to use in seconds; the file prefix.
"""

import os
import sys
from pathlib import Path

from pyspark.sql import SparkSession, functions


def cpu_nanos(process: int) -> int:
    """The CPU time of a process, from the 14th and the 15th field of its `stat` (man 5 proc)."""
    text = Path(f"/proc/{process}/stat").read_text()
    fields = text.rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def job(session: SparkSession, turn: int) -> None:
    """Groups, joins and sorts numbers and words."""
    orders = session.range(400_000).select(
        (functions.col("id") * 7919 % 5003).alias("customer"),
        functions.concat(functions.lit("article-"), functions.col("id") % (97 + turn % 3)).alias("article"),
        (functions.col("id") % 1000 / 10).alias("price"),
    )
    customers = session.range(5003).select(
        functions.col("id").alias("customer"),
        functions.upper(functions.concat(functions.lit("city-"), functions.col("id") % 211)).alias("city"),
    )
    sums = orders.join(customers, "customer").groupBy("city", "article").agg(functions.sum("price").alias("sum"))
    best = sums.where(functions.length("article") > 8).orderBy(functions.desc("sum"), "city").limit(20)
    assert len(best.collect()) == 20


def main() -> None:
    units, seconds, prefix = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    jvm = session.sparkContext._gateway.proc.pid
    start = cpu_nanos(jvm)
    limit = start + seconds * 1_000_000_000
    done = 0
    while cpu_nanos(jvm) < limit if units == 0 else done < units:
        job(session, done)
        done += 1
    Path(f"{prefix}-{jvm}").write_text(f"{start} {cpu_nanos(jvm) - start} {done}")
    session.stop()


if __name__ == "__main__":
    main()
