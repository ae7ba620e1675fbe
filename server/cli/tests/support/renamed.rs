//! Class files with names that no compiler writes.

/// A class file with other texts in the constant pool (JVMS 4.4.7), of any length. Nothing else in a class file counts bytes.
/// file counts bytes.
pub(crate) fn renamed(class: &[u8], names: &[(&str, &str)]) -> Vec<u8> {
    let number = |at: usize| usize::from(u16::from_be_bytes([class[at], class[at + 1]]));
    let mut made = class[..10].to_vec();
    let (mut at, mut index) = (10, 1);
    while index < number(8) {
        let tag = class[at];
        let end = match tag {
            1 => at + 3 + number(at + 1),
            7 | 8 | 16 | 19 | 20 => at + 3,
            15 => at + 4,
            5 | 6 => at + 9,
            _ => at + 5,
        };
        if tag == 1 {
            let text = std::str::from_utf8(&class[at + 3..end]).expect("a text");
            let new = names
                .iter()
                .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
            made.push(1);
            made.extend(u16::try_from(new.len()).expect("short").to_be_bytes());
            made.extend(new.as_bytes());
        } else {
            made.extend(&class[at..end]);
        }
        at = end;
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    made.extend(&class[at..]);
    made
}
