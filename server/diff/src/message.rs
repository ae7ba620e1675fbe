//! Messages of several lines, such as those of javac.

/// Such a message in one line.
pub(crate) fn in_one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    lines.join(" / ")
}
