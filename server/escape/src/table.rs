//! Cells of CSV (RFC 4180).

use crate::plain;

/// Characters that begin a formula in a spreadsheet, including their full-width forms.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A cell with text. An apostrophe before it keeps a spreadsheet from reading it as a formula. Numbers are written
/// unchanged.
pub fn csv(text: &str) -> String {
    let text = plain(text);
    let text = if text.trim_start().starts_with(FORMULA) {
        format!("'{text}")
    } else {
        text
    };
    if text.contains([',', '"', ' ', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_text_and_one_cell() {
        assert_eq!(csv("p.A.f(int)"), "p.A.f(int)");
        assert_eq!(csv("a\"b,c"), "\"a\"\"b,c\"");
        for formula in ["=1+1", "+1", "-1", "@a", "＝1"] {
            assert_eq!(csv(formula), format!("'{formula}"));
        }
        assert_eq!(csv(" =1"), "\"' =1\"");
        assert_eq!(csv("\t=1"), "\\u{9}=1");
        assert_eq!(csv("\r=1"), "\\u{d}=1");
    }
}
