//! The folder of a user's configuration.

use std::path::PathBuf;

use crate::{Environment, Platform};

/// The folder for settings of programs, with `jouled` appended; `None` if there is no home folder.
pub fn default_config_dir(environment: &Environment) -> Option<PathBuf> {
    let home = || environment.user_home();
    let chosen = environment
        .path_variable("XDG_CONFIG_HOME")
        .filter(|path| path.is_absolute());
    let folder = match environment.platform {
        Platform::Unix => chosen.or_else(|| Some(home()?.join(".config"))),
        Platform::MacOs => {
            chosen.or_else(|| Some(home()?.join("Library").join("Application Support")))
        }
        Platform::Windows => environment
            .path_variable("APPDATA")
            .or_else(|| Some(home()?.join("AppData").join("Roaming"))),
    }?;
    Some(folder.join("jouled"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn folder(platform: Platform, variables: &[(&str, &str)]) -> Option<PathBuf> {
        let variables: BTreeMap<_, _> = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect();
        default_config_dir(&Environment {
            platform,
            root: PathBuf::from("/"),
            variables,
        })
    }

    #[test]
    fn each_system_has_its_place_and_a_relative_one_is_none() {
        let home = ("HOME", "/home/ann");
        let path = |path: &str| Some(PathBuf::from(path));
        assert_eq!(
            folder(Platform::Unix, &[home]),
            path("/home/ann/.config/jouled")
        );
        let chosen = [home, ("XDG_CONFIG_HOME", "/etc/ann")];
        assert_eq!(folder(Platform::Unix, &chosen), path("/etc/ann/jouled"));
        let relative = [home, ("XDG_CONFIG_HOME", "etc")];
        assert_eq!(
            folder(Platform::Unix, &relative),
            path("/home/ann/.config/jouled")
        );
        assert_eq!(
            folder(Platform::MacOs, &[home]),
            path("/home/ann/Library/Application Support/jouled")
        );
        assert_eq!(
            folder(Platform::Windows, &[("APPDATA", "/c/ann/Roaming")]),
            path("/c/ann/Roaming/jouled")
        );
        assert_eq!(folder(Platform::Unix, &[]), None);
    }
}
