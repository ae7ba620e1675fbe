"""Ranks the services in a folder of jars by energy, and plots the result.

    python services.py --jars FOLDER --binary PATH/TO/jouled --out FOLDER [--master local[2]]

Each cell (# %%) can be run by itself in a notebook.
"""

# %% What to analyse
import argparse
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--jars", required=True, help="a folder with jars, as Spark names it")
parser.add_argument("--binary", help="jouled for the executors' system; by default the one on the PATH")
parser.add_argument("--out", required=True, type=Path, help="a folder for the table and the plot")
parser.add_argument("--master", help="the cluster, such as local[2]; by default that of spark-submit")
parser.add_argument("--calls", default="project", choices=["all", "project", "none"], help="which calls are followed")
arguments = parser.parse_args()

# %% A session, and the binary for its executors
from pyspark.sql import SparkSession  # noqa: E402

import jouled_spark  # noqa: E402

builder = SparkSession.builder.appName("energy of services")
if arguments.master:
    builder = builder.master(arguments.master)
spark = builder.getOrCreate()
arguments.out.mkdir(parents=True, exist_ok=True)
jouled_spark.ship(spark, jouled_spark.pack(arguments.out / "jouled.tar.gz", arguments.binary))

# %% The analysis: a row for each method, kept as a table
jars = spark.read.format("binaryFile").option("pathGlobFilter", "*.jar").load(arguments.jars)
rows = jouled_spark.analyse(spark, jars, options=["--calls", arguments.calls])
table = str(arguments.out / "rows")
rows.write.mode("overwrite").option("compression", "zstd").parquet(table)
rows = spark.read.parquet(table)

# %% What could not be analysed
rows.filter("outcome <> 'ok'").select("input", "outcome", "why").distinct().show(truncate=100)

# %% Services, and hotspots across them
services = jouled_spark.rank(rows)
services.show(20, truncate=80)
jouled_spark.rank(rows, ["class", "method", "descriptor"]).show(20, truncate=80)

# %% A plot of the most expensive services
import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

top = [row for row in services.limit(20).collect() if row["typical_j"] is not None]
figure, axes = plt.subplots(figsize=(9, 0.4 * len(top) + 1.5), layout="constrained")
axes.barh([row["input"].rsplit("/", 1)[-1] for row in top], [row["typical_j"] * 1e3 for row in top])
axes.invert_yaxis()
axes.set_xlabel("typical energy of one call of each method (mJ)")
axes.set_title("Services by energy")
figure.savefig(arguments.out / "services.svg")
print(f"{arguments.out / 'services.svg'}: {len(top)} services")
spark.stop()
