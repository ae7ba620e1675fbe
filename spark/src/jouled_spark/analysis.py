"""Analyses inputs on the executors."""

from __future__ import annotations

import json
import os
import tempfile
import urllib.parse
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import binary
from .schema import ALL, SCHEMA, failed, with_status

#: The number of rows that go to Spark at once: some megabytes.
BATCH = 2048

#: With more tasks than this, the driver loses more time than the tasks save.
MOST_TASKS = 10_000

#: Common file systems have no longer file names.
LONGEST_NAME = 200


def analyse(
    spark,
    inputs_df,
    *,
    binary: str | None = None,
    options: Sequence[str] = (),
    time_limit: int = 600,
    memory_limit: int = 900,
    retries: int = 1,
    partitions: int | None = None,
):
    """A row for each method of each input, with the columns of ``jouled.rows/1``, ``outcome`` and ``why``.

    `inputs_df` has a column ``path``. With a column ``content``, as ``spark.read.format("binaryFile")`` gives, the executors take
    the content from there and ``path`` only names it. Otherwise ``path`` is a file that every executor can read.

    An input that cannot be analysed has one row: ``outcome`` is ``failed``, ``why`` has the reason, and the columns of a method are
    null. No bad input fails the job. A missing binary does.

    :param binary: the path of jouled on the executors; by default the one of :func:`jouled_spark.ship`, or the one on their PATH
    :param options: options of ``jouled report``, such as ``["--calls", "project"]``
    :param time_limit: seconds for an input
    :param memory_limit: MiB for an input
    :param retries: how often a failed input is tried again, such as one that ran out of time on a busy machine
    :param partitions: how many tasks there are; by default one for each input, so that Spark spreads large and small ones
    """
    columns = set(inputs_df.columns)
    if "path" not in columns:
        raise ValueError(f"the inputs need a column `path`; they have {sorted(columns)}")
    if isinstance(options, str):
        raise TypeError("`options` is a list of texts, such as ['--calls', 'project']")
    wanted = inputs_df.select(*[name for name in ("path", "content") if name in columns])
    tasks = partitions if partitions is not None else min(max(wanted.count(), 1), MOST_TASKS)
    settings = _Settings(binary, tuple(options), time_limit, memory_limit, retries)
    return wanted.repartition(tasks).mapInArrow(settings, SCHEMA)


class _Settings:
    """The function of a task. It is a class, so that Spark sends only its values, and not the surrounding scope."""

    def __init__(self, program, options, time_limit, memory_limit, retries):
        self.program = program
        self.options = options
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.retries = retries

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        program = binary.find(self.program)
        environment = binary.environment(program)
        for batch in batches:
            paths = batch.column("path").cast(pa.string())
            contents = batch.column("content") if "content" in batch.schema.names else None
            for index in range(batch.num_rows):
                path = paths[index].as_py()
                content = contents[index] if contents is not None else None
                yield from self.one(program, environment, path, content)

    def one(self, program, environment, path, content) -> Iterator[pa.RecordBatch]:
        if path is None:
            yield failed(None, "the input has no path")
            return
        with tempfile.TemporaryDirectory(prefix="jouled-spark-") as folder:
            try:
                file = _file(folder, path, content)
            except (OSError, ValueError) as error:
                yield failed(path, str(error))
                return
            out = os.path.join(folder, "out")
            states = self.run(program, environment, file, out)
            if not states:
                yield failed(path, "jouled left no status; the executor may have no room for temporary files")
            for state in states:
                yield from _rows(out, state, file, path)

    def run(self, program, environment, file, out) -> list[dict]:
        arguments = ["report", *self.options, "--each", "--out", out, "--jobs", "1"]
        arguments += ["--time-limit", str(self.time_limit), "--memory-limit", str(self.memory_limit), "--", file]
        states: list[dict] = []
        # Failed inputs are tried again; the folder records which ones are done.
        for _ in range(1 + max(self.retries, 0)):
            done = binary.run(program, arguments, environment)
            if done.returncode not in (0, 1, 4) or not os.path.isdir(os.path.join(out, "status")):
                # The output says nothing about the input: jouled itself refused, for example because of an unknown option.
                raise binary.BinaryError(f"jouled exited with {done.returncode}: {binary.last_line(done.stderr)}")
            states = _states(os.path.join(out, "status"))
            if all(state["outcome"] != "failed" for state in states):
                break
        return states


def _file(folder: str, path: str, content) -> str:
    """The path at which jouled reads an input."""
    if content is None:
        scheme = urllib.parse.urlsplit(path).scheme
        if scheme == "file":
            return urllib.parse.unquote(urllib.parse.urlsplit(path).path)
        if scheme in ("", "jrt") or len(scheme) == 1:
            if "\0" in path:
                raise ValueError("the path has a zero byte, so it names no file")
            return path
        raise ValueError(
            f"an executor cannot open {scheme}: itself; read the inputs with spark.read.format('binaryFile'), "
            "which adds the column `content`"
        )
    if not content.is_valid:
        raise ValueError("the content is null; Spark did not read the file")
    # jouled derives the kind of archive, its artifact and its version from the name.
    name = os.path.basename(path.rstrip("/").replace("\\", "/")).replace("\0", "")[-LONGEST_NAME:]
    while len(name.encode("utf-8", "replace")) > LONGEST_NAME:
        name = name[1:]
    file = os.path.join(folder, "input", name if name not in ("", ".", "..") else "input.jar")
    os.mkdir(os.path.dirname(file))
    with open(file, "wb") as out:
        out.write(memoryview(content.as_buffer()))
    return file


def _states(folder: str) -> list[dict]:
    """The outcome of each input. The table status.csv is meant for spreadsheets, so some of its names have a prefix."""
    states = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                states.append(json.load(file))
    return sorted(states, key=lambda state: state["input"])


def _rows(out: str, state: dict, file: str, path: str) -> Iterator[pa.RecordBatch]:
    """The rows of one input, with the input's name from the user instead of its temporary file."""
    name = state["input"].replace(file, path, 1)
    why = state["why"].replace(file, path) or None
    if state["outcome"] == "failed" or not state["file"]:
        yield failed(name, why or "jouled gave no reason")
        return
    table = pq.ParquetFile(os.path.join(out, "rows", state["file"]))
    if table.metadata.num_rows == 0:
        # Without a row, nobody would see that the input was analysed.
        yield failed(name, why or "it has no method").set_column(
            ALL.get_field_index("outcome"), ALL.field("outcome"), pa.array([state["outcome"]], pa.string())
        )
    for rows in table.iter_batches(batch_size=BATCH):
        for column in ("input", "jar"):
            index = rows.schema.get_field_index(column)
            text = rows.column(index).cast(pa.string())
            named = pc.replace_substring(text, file, path, max_replacements=1)
            rows = rows.set_column(index, rows.schema.field(index), named)
        yield with_status(rows, state["outcome"], why)
