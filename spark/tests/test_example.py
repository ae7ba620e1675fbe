"""Runs the example as a whole script in its own session."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq

EXAMPLE = Path(__file__).parents[1] / "examples" / "services.py"


def test_the_example_writes_a_table_and_a_plot(jouled, jars, tmp_path):
    command = [sys.executable, EXAMPLE, "--master", "local[2]", "--binary", jouled, "--out", tmp_path / "out"]
    done = subprocess.run(
        [*command, "--jars", os.path.dirname(jars[0])], cwd=tmp_path, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "services.svg: 12 services" in done.stdout
    assert pq.read_table(tmp_path / "out" / "rows").num_rows == 12 * 4
    picture = ElementTree.parse(tmp_path / "out" / "services.svg")
    assert picture.getroot().tag.endswith("svg")
