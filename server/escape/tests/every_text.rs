//! All sinks with any text, and with the fuzzer's seeds and findings.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod invariants;

use proptest::prelude::*;

/// Pieces that have a meaning in some sink.
const PIECES: [&str; 40] = [
    "\u{1b}[31m",
    "\u{9b}2J",
    "\u{7}",
    "\u{8}",
    "\r",
    "\n",
    "\t",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\u{e0041}",
    "\u{fe0f}",
    "\u{ffff}",
    "::",
    ":",
    "error::",
    "##[",
    "##",
    "[a]",
    "](",
    "command:b)",
    "`",
    "```",
    "*_~|",
    "<img src=x>",
    "&amp;",
    "\"'",
    "=1+1",
    "-",
    "@a",
    "%0A",
    "http://a",
    "www.b",
    "$(zap)",
    "\\u202e",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => proptest::sample::select(&PIECES[..]).prop_map(String::from),
        1 => "[ -~]{0,4}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_part_of_a_text_has_a_meaning_in_any_sink(text in text()) {
        invariants::check(&text);
    }
}

#[test]
fn each_piece_alone_and_each_two() {
    for one in PIECES {
        invariants::check(one);
        for other in PIECES {
            invariants::check(&[one, other].concat());
        }
    }
}

#[test]
fn the_corpus_satisfies_the_invariants() -> std::io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/sinks");
    let mut inputs = 0;
    for entry in std::fs::read_dir(corpus)? {
        let bytes = std::fs::read(entry?.path())?;
        invariants::check(&String::from_utf8_lossy(&bytes));
        inputs += 1;
    }
    assert!(inputs >= 4, "the corpus has only {inputs} inputs");
    Ok(())
}
