//! The file `release` in the folder of every JDK: lines of `KEY="value"`.

use std::collections::HashMap;

use super::version::JdkVersion;

/// The parsed file.
#[derive(Debug)]
pub(super) struct Release {
    values: HashMap<String, String>,
}

impl Release {
    pub(super) fn parse(text: &str) -> Self {
        let values = text
            .lines()
            .filter_map(|line| line.split_once('='))
            .map(|(key, value)| {
                (
                    key.trim().to_owned(),
                    value.trim().trim_matches('"').to_owned(),
                )
            })
            .collect();
        Self { values }
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.values
            .get(key)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    pub(super) fn version(&self) -> Option<JdkVersion> {
        let stated = self.value("JAVA_VERSION")?;
        let feature = feature_of(stated)?;
        // JAVA_RUNTIME_VERSION also has the build number, but some vendors' files do not contain it.
        let full = self
            .value("JAVA_RUNTIME_VERSION")
            .filter(|runtime| feature_of(runtime) == Some(feature))
            .unwrap_or(stated);
        Some(JdkVersion {
            feature,
            full: full.to_owned(),
        })
    }

    pub(super) fn vendor(&self) -> Option<&str> {
        self.value("IMPLEMENTOR")
    }

    /// Whether the image has a module; `None` if the file does not list modules.
    pub(super) fn has_module(&self, module: &str) -> Option<bool> {
        let modules = self.value("MODULES")?;
        Some(modules.split_whitespace().any(|name| name == module))
    }
}

/// The feature version: 17 for `17.0.15`, 8 for `1.8.0_392`, 26 for `26-ea`.
fn feature_of(version: &str) -> Option<u16> {
    let mut numbers = version
        .split(|character: char| !character.is_ascii_digit())
        .map(str::parse::<u16>);
    match numbers.next()? {
        Ok(1) => numbers.next()?.ok(),
        Ok(feature) => Some(feature),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feature_versions_of_every_scheme() {
        assert_eq!(feature_of("17.0.15"), Some(17));
        assert_eq!(feature_of("25"), Some(25));
        assert_eq!(feature_of("26-ea"), Some(26));
        assert_eq!(feature_of("1.8.0_392"), Some(8));
        assert_eq!(feature_of("1"), None);
        assert_eq!(feature_of("soon"), None);
        assert_eq!(feature_of("99999999"), None);
        assert_eq!(feature_of(""), None);
    }

    #[test]
    fn the_full_version_has_the_build_where_it_is_stated() {
        let release =
            Release::parse("JAVA_VERSION=\"21.0.1\"\r\nJAVA_RUNTIME_VERSION=\"21.0.1+12-LTS\"\r\n");
        let version = release.version().unwrap();
        assert_eq!(
            (version.feature, version.full.as_str()),
            (21, "21.0.1+12-LTS")
        );
        let release = Release::parse("JAVA_VERSION=\"21.0.1\"\nnonsense\n=\n");
        assert_eq!(release.version().unwrap().full, "21.0.1");
        assert_eq!(release.vendor(), None);
        assert_eq!(release.has_module("jdk.compiler"), None);
    }

    #[test]
    fn a_module_is_a_whole_word_of_the_list() {
        let release = Release::parse("MODULES=\"java.base jdk.compiler.extra\"");
        assert_eq!(release.has_module("java.base"), Some(true));
        assert_eq!(release.has_module("jdk.compiler"), Some(false));
    }
}
