"""Prices rows with another model, without the code."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import binary as program
from .schema import ALL, ROWS, SCHEMA, STATUS


def price(df, model: str | os.PathLike, *, binary: str | None = None):
    """The same rows, priced by another model: ``jouled reprice`` on every executor.

    The worst paths stay those that the first model chose; ``path_model_digest`` names it. Rows of failed inputs stay as they
    are. The models must have the same structure and mapping, or the job fails.

    :param df: rows of :func:`jouled_spark.analyse`, or of Parquet files of ``jouled report --each``
    :param model: a model file on this machine, or the name of a built-in model
    :param binary: the path of jouled on the executors
    """
    content = None
    named = os.fspath(model)
    if os.path.isfile(named):
        with open(named, "rb") as file:
            content = file.read()
    missing = [field.name for field in ROWS if field.name not in df.columns]
    if missing:
        raise ValueError(f"these are no rows of jouled.rows/1: the columns {missing} are missing")
    if "outcome" not in df.columns:
        from pyspark.sql import functions as f

        df = df.withColumn("outcome", f.lit("ok")).withColumn("why", f.lit(None).cast("string"))
    columns = [field.name for field in ALL]
    return df.select(*columns).mapInArrow(_Pricing(named, content, binary), SCHEMA)


class _Pricing:
    """The function of a task."""

    def __init__(self, model, content, named):
        self.model = model
        self.content = content
        self.program = named

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        found = program.find(self.program)
        environment = program.environment(found)
        with tempfile.TemporaryDirectory(prefix="jouled-spark-") as folder:
            model = self.model
            if self.content is not None:
                model = os.path.join(folder, "model.json")
                with open(model, "wb") as file:
                    file.write(self.content)
            for batch in batches:
                table = pa.Table.from_batches([batch]).cast(ALL)
                is_method = pc.is_valid(table.column("class"))
                methods, others = table.filter(is_method), table.filter(pc.invert(is_method))
                if methods.num_rows:
                    methods = self.priced(found, environment, folder, model, methods)
                for part in (methods, others):
                    yield from part.combine_chunks().to_batches()

    def priced(self, found, environment, folder, model, methods: pa.Table) -> pa.Table:
        before, after = os.path.join(folder, "before.parquet"), os.path.join(folder, "after.parquet")
        pq.write_table(methods.select([field.name for field in ROWS]).cast(ROWS), before, compression="zstd")
        done = program.run(found, ["reprice", before, "--model", model, "--output", after], environment)
        if done.returncode != 0:
            said = program.last_line(done.stderr).replace(before, "the rows").replace(model, self.model)
            raise ValueError(f"jouled reprice exited with {done.returncode}: {said}")
        priced = pq.read_table(after)
        columns = [priced.column(field.name).cast(field.type) for field in ROWS]
        columns += [methods.column(field.name) for field in STATUS]
        return pa.Table.from_arrays(columns, schema=ALL)
