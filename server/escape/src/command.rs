//! Workflow commands of GitHub Actions, `::name property=value::data`.

use crate::plain;

/// The data of a workflow command, after its second `::`. The runner decodes `%25`, and no other escape that we produce,
/// because hidden characters were already written out.
pub fn command_data(text: &str) -> String {
    plain(text).replace('%', "%25")
}

/// The value of a property of a workflow command.
pub fn command_property(text: &str) -> String {
    command_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_property_or_a_command() {
        assert_eq!(
            command_data("a\r\n::error::%0A"),
            "a\\u{d}\\u{a}::error::%250A"
        );
        assert_eq!(command_property("a:b,c%d"), "a%3Ab%2Cc%25d");
    }
}
