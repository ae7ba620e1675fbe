"""The energy of Java code over a whole organisation: jouled on Apache Spark.

- :func:`analyse` runs jouled on the executors and returns a row for each method.
- :func:`price` prices such rows with another model, without the code.
- :func:`rank` sums rows up: services, artifacts or classes, the most expensive first.
- :func:`pack` and :func:`ship` bring the binary to the executors.
"""

from .analysis import analyse
from .binary import BinaryError, pack, ship
from .pricing import price
from .ranking import rank
from .schema import SCHEMA

__all__ = ["SCHEMA", "BinaryError", "analyse", "pack", "price", "rank", "ship"]
