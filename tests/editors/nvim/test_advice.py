"""Edits that save energy, in the menu of `vim.lsp.buf.code_action`."""

from __future__ import annotations

from neovim import observe

JAVA = """\
class Sums {
    static long sum(int[] values, long x, long y) {
        long sum = 0; // é
        for (int value : values) {
            sum += value + /* é 😀 */ x * y * x;
        }
        return sum;
    }
}
"""


def test_an_action_says_what_it_saves_and_is_applied(tmp_path):
    (tmp_path / ".git").mkdir()
    java = tmp_path / "Sums.java"
    java.write_text(JAVA, "utf-8")
    seen = observe("observe_advice.lua", java, tmp_path, {})
    (title,) = set(seen["titles"])
    assert title.startswith("Compute x * y * x before the loop: saves ")
    assert " per call (" in title
    expected = JAVA.replace("x * y * x", "product").replace(
        "        for (", "        final long product = x * y * x;\n        for ("
    )
    assert "\n".join(seen["lines"]) + "\n" == expected
    # The preview showed the new text beside the old one, as a diff that ended with its window.
    assert seen["previewed"] == title
    assert "\n".join(seen["preview"]) + "\n" == expected
    assert "\n".join(seen["kept"]) + "\n" == JAVA
    assert seen["is_diff"] and not seen["is_diff_after"]
