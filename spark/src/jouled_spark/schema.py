"""The columns of the result: those of ``jouled.rows/1``, and the outcome of a row's input."""

from __future__ import annotations

import pyarrow as pa

#: The columns of ``jouled.rows/1`` as Arrow names them; docs/rows.md describes each.
ROWS = pa.schema(
    [
        pa.field("input", pa.string(), nullable=False),
        pa.field("organisation", pa.string()),
        pa.field("artifact", pa.string()),
        pa.field("version", pa.string()),
        pa.field("jar", pa.string()),
        pa.field("entry", pa.string()),
        pa.field("class", pa.string(), nullable=False),
        pa.field("method", pa.string(), nullable=False),
        pa.field("descriptor", pa.string(), nullable=False),
        pa.field("file", pa.string()),
        pa.field("line", pa.int32()),
        pa.field("not_analysed", pa.string()),
        pa.field("typical_j", pa.float64()),
        pa.field("typical_low_j", pa.float64()),
        pa.field("typical_high_j", pa.float64()),
        pa.field("open", pa.string()),
        pa.field("worst_j", pa.float64()),
        pa.field("worst_q99_j", pa.float64()),
        pa.field("worst_has_symbols", pa.bool_(), nullable=False),
        pa.field("worst_is_incomplete", pa.bool_(), nullable=False),
        pa.field("seen", pa.float64()),
        pa.field("unpriced_calls", pa.float64()),
        pa.field("typical_factor", pa.float64()),
        pa.field(
            "events",
            pa.list_(
                pa.field(
                    "item",
                    pa.struct(
                        [
                            pa.field("event", pa.string(), nullable=False),
                            pa.field("typical", pa.float32(), nullable=False),
                            pa.field("worst", pa.float32(), nullable=False),
                        ]
                    ),
                    nullable=False,
                )
            ),
            nullable=False,
        ),
        pa.field("model", pa.string(), nullable=False),
        pa.field("model_digest", pa.string(), nullable=False),
        pa.field("path_model_digest", pa.string(), nullable=False),
        pa.field("device", pa.string(), nullable=False),
        pa.field("structure", pa.string(), nullable=False),
        pa.field("mapping", pa.string(), nullable=False),
        pa.field("tool", pa.string(), nullable=False),
    ],
    metadata={b"schema": b"jouled.rows/1"},
)

#: The outcome of an input: ``ok``, ``partial`` or ``failed``, and why it is not complete.
STATUS = [pa.field("outcome", pa.string()), pa.field("why", pa.string())]

#: All columns of the result. A failed input has one row, in which the columns of a method are null.
ALL = pa.schema([field.with_nullable(True) for field in ROWS] + STATUS)

#: The same for Spark.
SCHEMA = (
    "input string, organisation string, artifact string, version string, jar string, entry string, "
    "class string, method string, descriptor string, file string, line int, not_analysed string, "
    "typical_j double, typical_low_j double, typical_high_j double, open string, worst_j double, "
    "worst_q99_j double, worst_has_symbols boolean, worst_is_incomplete boolean, seen double, "
    "unpriced_calls double, typical_factor double, "
    "events array<struct<event: string, typical: float, worst: float>>, "
    "model string, model_digest string, path_model_digest string, device string, structure string, "
    "mapping string, tool string, outcome string, why string"
)


def with_status(rows: pa.RecordBatch, outcome: str, why: str | None) -> pa.RecordBatch:
    """Rows of one input with its outcome. Columns added by a later version are left out."""
    columns = [rows.column(field.name).cast(field.type) for field in ROWS]
    length = rows.num_rows
    columns.append(pa.array([outcome] * length, pa.string()))
    columns.append(pa.array([why] * length, pa.string()))
    return pa.RecordBatch.from_arrays(columns, schema=ALL)


def failed(name: str | None, why: str) -> pa.RecordBatch:
    """The one row of an input without methods."""
    known = {"input": name, "outcome": "failed", "why": why}
    return pa.RecordBatch.from_arrays(
        [pa.array([known.get(field.name)], field.type) for field in ALL], schema=ALL
    )
