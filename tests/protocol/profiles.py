"""Profiles of runs with known numbers, as `jouled profile` writes them."""

import re
import sqlite3
import time
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "server" / "run-file" / "src" / "schema.rs"

# A run of ten seconds at ten watts: a sample stands for 10 ms, and so for 0.1 J. There are enough samples to know shares to
# a percent, because the prior of a run weighs as much as one sample.
SAMPLES_A_PERCENT = 10
SAMPLES = 100 * SAMPLES_A_PERCENT
SAMPLE_NANOS = 10_000_000
RUN_JOULES = 100.0


def tables() -> str:
    """The tables of a profile, as the program itself declares them."""
    text = TABLES.read_text("utf-8")
    return "".join(re.findall(r'TABLES: &str = "(.*?)";', text, re.DOTALL))


def version() -> int:
    """The version of these tables."""
    found = re.search(r"const SCHEMA: i64 = (\d+);", TABLES.read_text("utf-8"))
    assert found is not None
    return int(found[1])


def write_profile(
    path: Path,
    stacks: list[tuple[int, list[tuple[str, str, str, int]]]],
    calls: dict[tuple[str, str, str], int] | None = None,
    is_modelled: bool = False,
) -> None:
    """Writes a profile of one run on one thread.

    Each stack is how many percent of the samples met it, and its frames from the caller to the callee: class, name, descriptor, line.
    """
    path.parent.mkdir(exist_ok=True)
    made = path.with_suffix(".new")
    made.unlink(missing_ok=True)
    database = sqlite3.connect(made)
    database.executescript(tables())
    database.execute("PRAGMA application_id = 0x6a707266")
    database.execute(f"PRAGMA user_version = {version()}")
    database.execute("INSERT INTO profile VALUES ('java', 'test', 'a meter', ?)", (is_modelled,))
    wall = SAMPLES * SAMPLE_NANOS
    # The run ends after the test's files are written.
    started = time.time_ns() + 3_600_000_000_000
    database.execute("INSERT INTO run VALUES (0, ?, ?, 0, 0)", (started, wall))
    database.execute("INSERT INTO jvm VALUES (0, 0, 7, 25, 'cpu-time', 0)")
    database.execute("INSERT INTO thread VALUES (0, 0, 7, 8, 'main', 'java')")
    database.execute("INSERT INTO window VALUES (0, 0, 0, ?, ?)", (wall, RUN_JOULES))
    database.execute("INSERT INTO cpu VALUES (0, 0, 0, ?)", (wall,))
    methods: dict[tuple[str, str, str], int] = {}
    frames: dict[tuple[int, int], int] = {}
    known: dict[tuple[int | None, int], int] = {}

    def method_number(method: tuple[str, str, str]) -> int:
        if method not in methods:
            methods[method] = len(methods)
            database.execute("INSERT INTO method VALUES (?, ?, ?, ?)", (methods[method], *method))
        return methods[method]

    def stack_number(stack: list[tuple[str, str, str, int]]) -> int:
        caller = None
        for class_name, name, descriptor, line in stack:
            frame = (method_number((class_name, name, descriptor)), line)
            if frame not in frames:
                frames[frame] = len(frames)
                database.execute(
                    "INSERT INTO frame VALUES (?, ?, ?, 'compiled')", (frames[frame], *frame)
                )
            place = (caller, frames[frame])
            if place not in known:
                known[place] = len(known)
                database.execute("INSERT INTO stack VALUES (?, ?, ?)", (known[place], *place))
            caller = known[place]
        assert caller is not None
        return caller

    # Alternating, so that no batch of samples has only one stack.
    left = [(share * SAMPLES_A_PERCENT, stack_number(stack)) for share, stack in stacks]
    order = sorted(
        (turn / count, number) for count, number in left for turn in range(count)
    )
    for place, (_, stack) in enumerate(order):
        at = place * SAMPLE_NANOS
        database.execute("INSERT INTO sample VALUES (0, ?, 0, 0, ?, ?)", (at, stack, SAMPLE_NANOS))
    for method, count in (calls or {}).items():
        database.execute("INSERT INTO method_count VALUES (?, ?)", (method_number(method), count))
    database.commit()
    database.close()
    made.rename(path)
