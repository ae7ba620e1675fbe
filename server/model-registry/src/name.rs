//! Names of models, which are valid file names on every system.

/// The name that `calibrate this-machine` gives its model.
pub const THIS_MACHINE: &str = "this-machine";

const LONGEST: usize = 64;

/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Why a name is not valid for an added model; `None` if it is valid.
pub(crate) fn problem(name: &str) -> Option<&'static str> {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_port = |stem: &str| {
        let number = stem
            .strip_prefix("com")
            .or_else(|| stem.strip_prefix("lpt"));
        number.is_some_and(|number| {
            number.len() == 1 && number != "0" && number.parse::<u8>().is_ok()
        })
    };
    if name.is_empty() || name.len() > LONGEST {
        Some("a name has 1 to 64 characters")
    } else if !name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    {
        Some("a name has letters, digits, `-`, `_` and `.` only")
    } else if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        Some("a name begins with a letter or a digit")
    } else if name.ends_with('.') {
        Some("a name does not end with a dot")
    } else if DEVICES.contains(&&*stem) || is_port(&stem) {
        Some("Windows keeps this name for a device")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn a_name_is_that_of_one_file_on_every_system() {
        for name in [
            "this-machine",
            "a",
            "jdk25.c2",
            "Board_7",
            "console",
            "com",
            "com10",
        ] {
            assert_eq!(problem(name), None, "{name}");
        }
        let long = "a".repeat(65);
        for name in [
            "", ".", "..", ".hidden", "-flag", "a/b", "a\\b", "../up", "a b", "naïve", "a\0b",
            "nul", "NUL.txt", "com1", "lpt9.x", "a.", &long, "a:b",
        ] {
            assert!(problem(name).is_some(), "{name}");
        }
    }
}
