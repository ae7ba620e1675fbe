//! Recognises paths of other machines.

/// Whether a path, judged only by its text, is on another machine, as in `//host/share` and `\\host\share`.
///
/// On some systems, asking another machine for a file reveals who the user is. If somebody other than the user may have written
/// such a path, it is rejected before the file system is accessed.
pub fn is_remote(path: &str) -> bool {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let path = path.trim_start();
    let scheme = path
        .get(..5)
        .filter(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let rest = path.as_bytes().get(scheme.map_or(0, str::len)..);
    let mut rest = rest.unwrap_or_default().iter();
    let is_doubled = rest
        .by_ref()
        .take(2)
        .filter(|byte| is_separator(byte))
        .count()
        == 2;
    // `file:///path` is on this machine.
    is_doubled && (scheme.is_none() || !rest.next().is_none_or(is_separator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_its_text() {
        for remote in [
            "//host/share",
            r"\\host\share",
            r"/\host/share",
            r"\/host\share",
            r"\\?\UNC\host\share",
            r"\\.\pipe\name",
            "///host/share",
            " //host/share",
            "file://host/share",
            "FILE:\\\\host\\share",
        ] {
            assert!(is_remote(remote), "{remote}");
        }
        for local in [
            "",
            "/",
            "/host/share",
            "lib//a.jar",
            r"C:\lib\a.jar",
            "file:///lib/a.jar",
            "file:/lib/a.jar",
            "file:",
            "libs",
            "ä//b",
        ] {
            assert!(!is_remote(local), "{local}");
        }
    }
}
