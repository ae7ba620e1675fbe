//! The distribution of a build tool that a project's wrapper downloaded earlier, when its user ran it.

use std::fs;
use std::path::{Path, PathBuf};

use programs::AllowedProgram;

use super::kind::BuildToolKind;

/// The maximum size of a wrapper's properties, in bytes.
const MAX_BYTES: u64 = 64 << 10;

/// The build tool of the version that a project wants, if it is in the user's own folders.
pub(super) fn of_wrapper(kind: BuildToolKind, folder: &Path) -> Option<AllowedProgram> {
    let home = std::env::home_dir();
    let user_folder = |variable: &str, name: &str| {
        let given = std::env::var_os(variable).filter(|value| !value.is_empty());
        given
            .map(PathBuf::from)
            .or_else(|| Some(home.as_ref()?.join(name)))
    };
    let (properties, user) = match kind {
        BuildToolKind::Maven => (
            ".mvn/wrapper/maven-wrapper.properties",
            user_folder("MAVEN_USER_HOME", ".m2"),
        ),
        BuildToolKind::Gradle => (
            "gradle/wrapper/gradle-wrapper.properties",
            user_folder("GRADLE_USER_HOME", ".gradle"),
        ),
    };
    let user = user.filter(|user| programs::is_local(user))?;
    let name = distribution(&text(&folder.join(properties))?)?;
    let program = match (kind, cfg!(windows)) {
        (BuildToolKind::Maven, false) => "bin/mvn",
        (BuildToolKind::Maven, true) => "bin/mvn.cmd",
        (BuildToolKind::Gradle, false) => "bin/gradle",
        (BuildToolKind::Gradle, true) => "bin/gradle.bat",
    };
    let distributions = user.join("wrapper/dists");
    // Newer wrappers of Maven leave out the end of the name.
    let names = [name.as_str(), name.strip_suffix("-bin").unwrap_or(&name)];
    let unpacked = names
        .iter()
        .flat_map(|name| folders(&distributions.join(name)))
        .flat_map(|unpacked| {
            let inside = folders(&unpacked);
            std::iter::once(unpacked).chain(inside)
        });
    unpacked
        .map(|folder| folder.join(program))
        .filter(|program| program.is_file())
        .find_map(|program| AllowedProgram::at(program, "the build tool's own folder").ok())
}

fn text(file: &Path) -> Option<String> {
    files::read_text(file, MAX_BYTES).ok()
}

/// The name of the file in `distributionUrl`, without its extension.
fn distribution(properties: &str) -> Option<String> {
    let url = properties
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(key, _)| key.trim() == "distributionUrl")
        .map(|(_, url)| url.trim())
        .next_back()?;
    let file = url.rsplit('/').next()?;
    let name = [".zip", ".tar.gz"]
        .iter()
        .find_map(|ending| file.strip_suffix(ending))?;
    let is_plain = name
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.' | '_' | '+'));
    (is_plain && !name.starts_with('.') && !name.is_empty()).then(|| name.to_owned())
}

/// The folders in a folder, in a stable order.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

#[cfg(test)]
mod tests {
    use super::distribution;

    #[test]
    fn the_name_is_that_of_the_file_and_nothing_else() {
        for (properties, name) in [
            (
                "# by gradle\ndistributionBase=GRADLE_USER_HOME\n\
                 distributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip\n",
                Some("gradle-8.5-bin"),
            ),
            (
                "distributionUrl = https://a/b/apache-maven-3.9.6-bin.tar.gz",
                Some("apache-maven-3.9.6-bin"),
            ),
            ("distributionUrl=https://a/..zip", None),
            ("distributionUrl=https://a/.zip", None),
            ("distributionUrl=https://a/a\\..\\b.zip", None),
            ("distributionUrl=", None),
            ("", None),
        ] {
            assert_eq!(distribution(properties).as_deref(), name, "{properties}");
        }
    }
}
