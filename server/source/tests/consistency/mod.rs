//! Properties of every text and every edit, shared with the fuzz target `java_text`.

use source::{ColumnEncoding, LineIndex, SourceFile};

const PIECES: [&str; 16] = [
    "",
    " ",
    "\n",
    "\r",
    "{",
    "}",
    "(",
    ")",
    "/*",
    "*/",
    "\"",
    "\\u0041",
    "super();",
    "new A() { }",
    "() -> 1",
    "class B { void f() { } }",
];

/// Parses the text of an input and applies its edits.
///
/// The input is the text. After a byte 0xFF come edits of three bytes each: start, length, and the inserted piece.
pub(crate) fn check(input: &[u8]) {
    let mut parts = input.splitn(2, |&byte| byte == 0xFF);
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let mut file = SourceFile::parse(text.as_ref());
    agrees_with_text(&file);
    for edit in parts.next().unwrap_or_default().chunks_exact(3).take(16) {
        let start = usize::from(edit[0]) * (file.text().len() + 1) / 256;
        let piece = PIECES[usize::from(edit[2]) % PIECES.len()];
        let lines = file.line_index().line_count();
        let line_edit = file.edit(start..start + usize::from(edit[1]), piece);
        let after = file.line_index().line_count();
        assert_eq!(lines - line_edit.removed + line_edit.inserted, after);
        for line in 1..=lines {
            assert!(
                line_edit
                    .shift(line)
                    .is_none_or(|line| (1..=after).contains(&line))
            );
        }
        agrees_with_text(&file);
    }
    let parsed = SourceFile::parse(file.text());
    // Error recovery of the parser may depend on the tree that it reuses.
    if parsed.is_clean() && file.is_clean() {
        assert_eq!(file.classes(), parsed.classes());
        assert_eq!(file.methods(), parsed.methods());
    }
}

fn agrees_with_text(file: &SourceFile) {
    let text = file.text();
    let index = file.line_index();
    let lines = 1..=index.line_count();
    for class in file.classes() {
        assert!(text.get(class.range.clone()).is_some());
        assert!(text.get(class.body.clone()).is_some());
        assert!(text.get(class.name_range.clone()).is_some());
        assert!(lines.contains(class.lines.start()) && lines.contains(class.lines.end()));
    }
    for method in file.methods() {
        assert!(text.get(method.range.clone()).is_some());
        assert!(text.get(method.header.clone()).is_some());
        assert!(method.range.contains(&method.header.start) || method.range.is_empty());
        assert!(
            method
                .body
                .as_ref()
                .is_none_or(|body| text.get(body.clone()).is_some())
        );
        assert!(method.lines.contains(&method.header_line));
        assert!(lines.contains(method.lines.start()) && lines.contains(method.lines.end()));
        for unit in [
            ColumnEncoding::Utf8,
            ColumnEncoding::Utf16,
            ColumnEncoding::Utf32,
        ] {
            let position = index.position(method.header.start, unit);
            assert_eq!(index.offset(position, unit), method.header.start);
        }
        file.outline()
            .method_of(&method.class, &method.name, "(I[[LA$B;J)V", Some(1));
    }
    for reduced in file
        .without(&[text.len() / 2])
        .into_iter()
        .chain([file.without_bodies()])
    {
        let lines = LineIndex::new(reduced.text).line_count();
        assert_eq!(lines, index.line_count());
    }
    for problem in file.problems() {
        assert!(text.get(problem.range).is_some() && lines.contains(&problem.line));
    }
}
