"""What Spark costs beside `jouled report --each`, on the same jars and with as many processes.

    python overhead.py --jars FOLDER --binary PATH/TO/jouled [--executors 2] [--calls all]

It starts executors in processes of their own, runs an empty job on each, and then analyses the jars twice: with Spark and with
`jouled report --each`. It prints the CPU time and the wall time of both as JSON. The CPU time of Spark counts all its
processes; that of its start is separate.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
sys.path.insert(0, str(SOURCE))
os.environ["PYTHONPATH"] = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """The CPU time of this session's processes and of those that they have waited for."""
    session, total = os.getsid(0), 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        # The name of the program may contain spaces and brackets.
        cells = text.rpartition(")")[2].split()
        if int(cells[3]) == session:
            total += sum(int(cell) for cell in cells[11:15])
    return total / TICKS


class Watch:
    """CPU and wall time of what is done inside."""

    def __enter__(self):
        self.cpu, self.wall = -cpu_seconds(), -time.monotonic()
        return self

    def __exit__(self, *_):
        self.cpu += cpu_seconds()
        self.wall += time.monotonic()

    def seconds(self) -> dict:
        return {"cpu_seconds": round(self.cpu, 1), "wall_seconds": round(self.wall, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jars", required=True, type=Path)
    parser.add_argument("--binary", required=True, type=Path)
    parser.add_argument("--executors", type=int, default=2)
    parser.add_argument("--calls", default="all")
    options = parser.parse_args()
    # Processes of an earlier session are not counted.
    if os.getsid(0) != os.getpid():
        os.setsid()
    jars = sorted(str(path.absolute()) for path in options.jars.glob("*.jar"))
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(options, jars, Path(folder)), indent=2))


def measure(options, jars: list, folder: Path) -> dict:
    import pyspark
    from pyspark.sql import SparkSession

    import jouled_spark

    home = folder / "home"
    home.mkdir()
    for entry in Path(pyspark.__file__).parent.iterdir():
        (home / entry.name).symlink_to(entry)
    os.environ["SPARK_HOME"] = str(home)
    # What libraries cost is computed before.
    each = [options.binary, "report", "--calls", options.calls, "--each", "--jobs", str(options.executors), "--out"]
    subprocess.run([*each, folder / "first", *jars], capture_output=True, check=False)
    with Watch() as start:
        spark = (
            SparkSession.builder.master(f"local-cluster[{options.executors},1,1024]")
            .config("spark.executor.memory", "1g")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", str(folder))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("ERROR")
        jouled_spark.ship(spark, jouled_spark.pack(folder / "jouled.tar.gz", options.binary))
        # Executors start their Python process, and unpack the archive.
        spark.range(0, 64, 1, 8 * options.executors).mapInArrow(lambda batches: batches, "id long").count()
    with Watch() as with_spark:
        inputs = spark.createDataFrame([(jar,) for jar in jars], "path string")
        rows = jouled_spark.analyse(spark, inputs, options=["--calls", options.calls])
        rows.write.option("compression", "zstd").parquet(str(folder / "rows"))
    failed = spark.read.parquet(str(folder / "rows")).filter("outcome = 'failed'").count()
    count = spark.read.parquet(str(folder / "rows")).count() - failed
    spark.stop()
    with Watch() as without:
        subprocess.run([*each, folder / "each", *jars], capture_output=True, check=False)
    states = [json.loads(path.read_text()) for path in (folder / "each" / "status").iterdir()]
    return {
        "jars": len(jars),
        "rows_of_spark": count,
        "rows_of_each": sum(state["rows"] for state in states),
        "start_of_spark": start.seconds(),
        "spark": with_spark.seconds(),
        "each": without.seconds(),
        "cpu_overhead": round(with_spark.cpu / without.cpu - 1, 3),
        "wall_overhead": round(with_spark.wall / without.wall - 1, 3),
    }


if __name__ == "__main__":
    main()
