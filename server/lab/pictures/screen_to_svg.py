"""Makes an SVG picture of a terminal's screen, read with its escape sequences from the standard input."""

import argparse
import io
import re
import sys

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

# Of Neovim's colour scheme habamax, so that both pictures have one background.
BACKGROUND = (28, 28, 28)
FOREGROUND = (188, 188, 188)
# The named colours, as Neovim's default colour scheme has them.
NORMAL = [
    (7, 8, 13),
    (255, 192, 185),
    (179, 246, 192),
    (252, 224, 148),
    (166, 219, 255),
    (255, 202, 255),
    (140, 248, 247),
    (238, 241, 248),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", required=True)
    parser.add_argument("--columns", type=int, required=True)
    parser.add_argument("file")
    arguments = parser.parse_args()

    console = Console(
        record=True,
        width=arguments.columns,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    for line in sys.stdin.read().rstrip("\n ").split("\n"):
        console.print(Text.from_ansi(line), no_wrap=True, overflow="crop", crop=True)

    # The template loads a web font, which a picture in a README may not do.
    template = re.sub(r"@font-face \{.*?\}\s*(?=\.|@)", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    template = template.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    console.save_svg(
        arguments.file,
        title=arguments.title,
        theme=TerminalTheme(BACKGROUND, FOREGROUND, NORMAL, NORMAL),
        code_format=template,
        unique_id="screen",
    )


if __name__ == "__main__":
    main()
