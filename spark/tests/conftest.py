"""A cluster with executors in separate processes, jars to analyse, and jouled's results without Spark."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src"))
# Executors import the package, too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE.parent / "src"), str(HERE), os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable

import pyspark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

SERVICE = """package shop;
public class Service{number} {{
    int[] values = new int[{number} + 1];
    public long sum(int[] a) {{ long s = 0; for (int x : a) {{ s += x * {number}L; }} return s; }}
    public int one(int a) {{ return a + {number}; }}
    public double ratio(double a) {{ return a / {number} + Math.abs(a); }}
}}
"""


SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="session")
def jouled():
    """The binary under test."""
    return os.environ["JOULED_BIN"]


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    """Two executors, each a Java process with its own Python process, as on a real cluster."""
    scratch = tmp_path_factory.mktemp("spark")
    # Workers store executors' files in the folder of Spark: a folder of links keeps the installed one clean.
    home = scratch / "home"
    home.mkdir()
    for entry in Path(pyspark.__file__).parent.iterdir():
        (home / entry.name).symlink_to(entry)
    os.environ["SPARK_HOME"] = str(home)
    session = (
        SparkSession.builder.master("local-cluster[2,1,768]")
        .appName("jouled-spark tests")
        # What runs for seconds is not worth optimising: this takes half of the processor's time.
        .config("spark.driver.extraJavaOptions", SHORT_RUN)
        .config("spark.executor.extraJavaOptions", SHORT_RUN)
        .config("spark.executor.memory", "768m")
        .config("spark.driver.memory", "1g")
        .config("spark.ui.enabled", "false")
        .config("spark.local.dir", str(scratch))
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.warehouse.dir", str(scratch / "warehouse"))
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def shipped(spark, jouled, tmp_path_factory):
    """The session after the binary went to the executors in an archive."""
    import jouled_spark

    # Executors find it only in the archive.
    archive = jouled_spark.pack(tmp_path_factory.mktemp("archive") / "jouled.tar.gz", jouled)
    jouled_spark.ship(spark, archive)
    return spark


def jar(path, classes, extra=(), only="*.class"):
    """A jar with the classes of a folder and other entries."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(Path(classes).rglob(only)):
            archive.write(file, file.relative_to(classes))
        for name, content in extra:
            archive.writestr(name, content)
    return str(path)


@pytest.fixture(scope="session")
def jars(tmp_path_factory):
    """Twelve services as jars."""
    folder = tmp_path_factory.mktemp("jars")
    source = tmp_path_factory.mktemp("source")
    numbers = range(1, 13)
    for number in numbers:
        (source / f"Service{number}.java").write_text(SERVICE.format(number=number))
    sources = sorted(source.iterdir())
    classes = tmp_path_factory.mktemp("classes")
    subprocess.run([shutil.which("javac"), "-g", "--release", "17", "-d", classes, *sources], check=True)
    return [
        jar(folder / f"service-{number}.0.jar", classes, only=f"Service{number}.class") for number in numbers
    ]


@pytest.fixture(scope="session")
def expected(jouled, jars, tmp_path_factory):
    """The rows that `jouled report --each` writes, by input, class, method and descriptor."""
    import pyarrow.parquet as pq

    out = tmp_path_factory.mktemp("each")
    subprocess.run(
        [jouled, "report", "--calls", "project", "--each", "--jobs", "2", "--out", out, *jars], check=True, timeout=600
    )
    rows = pq.read_table(out / "rows").to_pylist()
    assert len(rows) == 12 * 4
    return {key(row): row for row in rows}


def key(row):
    return tuple(row[name] for name in ("input", "class", "method", "descriptor"))
