"""What executors return for inputs, good and bad, and after the loss of an executor."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from conftest import jar, key

import jouled_spark

OPTIONS = ["--calls", "project"]


def frame(spark, paths):
    return spark.createDataFrame([(path,) for path in paths], "path string")


def as_dicts(rows):
    return {key(row): row.asDict(recursive=True) for row in rows}


def same(found, expected):
    """All columns of all rows equal those of `jouled report --each`."""
    assert found.keys() == expected.keys()
    for one, row in expected.items():
        other = dict(found[one])
        assert (other.pop("outcome"), other.pop("why")) == ("ok", None)
        assert other == row


def test_executors_find_what_jouled_finds(shipped, jars, expected):
    rows = jouled_spark.analyse(shipped, frame(shipped, jars), options=OPTIONS)
    same(as_dicts(rows.collect()), expected)


def test_contents_read_by_spark_give_the_same_rows_under_their_names(shipped, jars, expected):
    files = shipped.read.format("binaryFile").load(os.path.dirname(jars[0]))
    rows = jouled_spark.analyse(shipped, files, options=OPTIONS, partitions=3).collect()
    found = {}
    for row in rows:
        row = row.asDict(recursive=True)
        # Spark names files as file:/…
        for name in ("input", "jar"):
            assert row[name].startswith("file:/")
            row[name] = row[name].removeprefix("file:")
        found[key(row)] = row
    same(found, expected)


def test_bad_inputs_are_rows(shipped, jars, tmp_path):
    (tmp_path / "text.jar").write_text("no archive")
    (tmp_path / "empty.jar").write_bytes(b"")
    jar(tmp_path / "no-class.jar", tmp_path, [("notes.txt", "nothing")])
    (tmp_path / "classes").mkdir()
    jar(tmp_path / "broken.jar", tmp_path / "classes", [("p/A.class", b"\xca\xfe\xba\xbe broken")])
    names = ["text.jar", "empty.jar", "no-class.jar", "missing.jar", "broken.jar", "évil \n name'\".jar"]
    inputs = [str(tmp_path / name) for name in names] + ["s3://bucket/app.jar", "\0", "", None, "--help"]
    rows = jouled_spark.analyse(shipped, frame(shipped, [*inputs, jars[0]]), options=OPTIONS).collect()
    bad = [row for row in rows if row["input"] != jars[0]]
    assert len(rows) - len(bad) == 4
    assert sorted(row["input"] or "" for row in bad) == sorted(name or "" for name in inputs)
    for row in bad:
        assert row["outcome"] in ("failed", "partial"), row
        assert row["why"], row
        assert row["class"] is None and row["typical_j"] is None and row["events"] is None
    why = {row["input"]: row["why"] for row in bad}
    assert "binaryFile" in why["s3://bucket/app.jar"]
    assert "jouled-spark-" not in " ".join(why.values()), "no temporary file is named"


def test_contents_that_are_bad_or_null_are_rows(shipped, jars):
    content = Path(jars[0]).read_bytes()
    inputs = [
        ("good/a-1.0.jar", bytearray(content)),
        ("null.jar", None),
        ("text.jar", bytearray(b"text")),
        ("..", bytearray(content)),
        ("x" * 1000 + ".jar", bytearray(content)),
    ]
    inputs = shipped.createDataFrame(inputs, "path string, content binary")
    rows = jouled_spark.analyse(shipped, inputs, options=OPTIONS).collect()
    outcomes = {row["input"]: row["outcome"] for row in rows}
    assert outcomes == {
        "good/a-1.0.jar": "ok",
        "null.jar": "failed",
        "text.jar": "failed",
        "..": "ok",
        "x" * 1000 + ".jar": "ok",
    }
    good = next(row for row in rows if row["input"] == "good/a-1.0.jar")
    assert (good["artifact"], good["version"], good["jar"]) == ("a", "1.0", "good/a-1.0.jar")


def test_an_input_over_its_limits_is_a_row(shipped, jars):
    rows = jouled_spark.analyse(shipped, frame(shipped, jars[:1]), options=OPTIONS, memory_limit=1, retries=0).collect()
    assert [row["outcome"] for row in rows] == ["failed"]
    assert "memory" in rows[0]["why"]


def test_a_missing_binary_fails_the_job_and_says_what_to_do(shipped, jars):
    with pytest.raises(Exception, match="there is no such program on this executor"):
        jouled_spark.analyse(shipped, frame(shipped, jars), binary="/nowhere/jouled").collect()


def test_an_option_that_jouled_does_not_know_fails_the_job(shipped, jars):
    with pytest.raises(Exception, match="jouled exited with 2"):
        jouled_spark.analyse(shipped, frame(shipped, jars), options=["--no-such-option"]).collect()


def test_the_inputs_need_paths(shipped):
    with pytest.raises(ValueError, match="need a column `path`"):
        jouled_spark.analyse(shipped, shipped.range(3))
    with pytest.raises(TypeError, match="list of texts"):
        jouled_spark.analyse(shipped, shipped.range(3).selectExpr("string(id) path"), options="--calls none")


def test_no_inputs_give_no_rows(shipped):
    empty = shipped.createDataFrame([], "path string")
    assert jouled_spark.analyse(shipped, empty).collect() == []


def executors():
    """The Java processes of the executors that this process started, by their ids."""
    parents, commands = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            stat = Path("/proc", entry, "stat").read_text()
            parents[int(entry)] = int(stat.rpartition(")")[2].split()[1])
            commands[int(entry)] = Path("/proc", entry, "cmdline").read_bytes()
        except OSError:
            continue

    def is_ours(process):
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return [one for one, command in commands.items() if b"CoarseGrainedExecutorBackend" in command and is_ours(one)]


def test_the_loss_of_an_executor_changes_nothing(shipped, jars, expected):
    if not os.path.isdir("/proc/self"):
        pytest.skip("executors are found in /proc")
    before = executors()
    assert before, "there are executors in processes of their own"
    rows = jouled_spark.analyse(shipped, frame(shipped, jars), options=OPTIONS)
    context = shipped.sparkContext
    killed = []

    def kill():
        """Ends an executor after some tasks are done and before others are."""
        tracker = context.statusTracker()
        while not killed:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                if info and info.numTasks > 4 and 2 <= info.numCompletedTasks < info.numTasks - 2:
                    os.kill(before[0], signal.SIGKILL)
                    killed.append((info.numCompletedTasks, info.numTasks))
                    return
            time.sleep(0.02)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    collected = rows.collect()
    killer.join(timeout=5)
    assert killed, "the executor was killed while tasks ran"
    assert before[0] not in executors()
    found = as_dicts(collected)
    assert len(collected) == len(found), "no row came twice"
    same(found, expected)
