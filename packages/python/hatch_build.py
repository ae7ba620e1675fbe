"""Puts a ready-made binary into the wheel."""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BinaryHook(BuildHookInterface):
    """Takes the binary from `JOULED_BINARY` and the platform's tag from `JOULED_WHEEL_PLATFORM`."""

    def initialize(self, version, build_data):
        try:
            binary = Path(os.environ["JOULED_BINARY"])
            platform = os.environ["JOULED_WHEEL_PLATFORM"]
        except KeyError as missing:
            raise SystemExit(
                f"{missing} is not set: build the wheel with packages/assemble.py"
            ) from None
        build_data["pure_python"] = False
        # It works with any Python, because it contains no Python code.
        build_data["tag"] = f"py3-none-{platform}"
        build_data["shared_scripts"] = {str(binary): binary.name}
