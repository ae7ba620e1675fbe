//! Parses the answers of build tools.

use std::path::{Path, PathBuf};

use super::BuildToolClassPaths;

pub(super) const GRADLE_TASK: &str = "jouledClassPath";
/// Marks the lines of [`GRADLE_SCRIPT`] among those of other scripts.
const MARK: &str = "jouled-class-path\t";

/// Prints the class paths of each project's source sets.
pub(super) const GRADLE_SCRIPT: &str = r#"allprojects { project ->
    project.tasks.register("jouledClassPath") {
        doLast {
            def sets = project.extensions.findByName("sourceSets")
            sets?.each { set ->
                try {
                    set.compileClasspath.files.each { file ->
                        println "jouled-class-path\t${project.projectDir}\t${file}"
                    }
                } catch (Exception problem) {
                    System.err.println "${project.path} ${set.name}: ${problem.message}"
                }
            }
        }
    }
}
"#;

/// Parses the output of `dependency:build-classpath`: a heading, and the paths on the next line. Not all versions say which
/// module they belong to, so all modules get all paths.
pub(super) fn maven(output: &str, folder: &Path) -> BuildToolClassPaths {
    let mut paths = BuildToolClassPaths::default();
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        if !line.trim_end().ends_with("Dependencies classpath:") {
            continue;
        }
        for entry in lines
            .next()
            .map(std::env::split_paths)
            .into_iter()
            .flatten()
        {
            paths.add(folder, entry);
        }
    }
    paths
}

pub(super) fn gradle(output: &str) -> BuildToolClassPaths {
    let mut paths = BuildToolClassPaths::default();
    for line in output.lines().filter_map(|line| line.strip_prefix(MARK)) {
        if let Some((folder, entry)) = line.split_once('\t') {
            paths.add(Path::new(folder), PathBuf::from(entry));
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_follow_mavens_heading() {
        let output = "[INFO] --- dependency:3.6.0:build-classpath (default-cli) @ a ---\n\
            [INFO] Dependencies classpath:\n/r/a.jar:/r/b.jar\n[INFO] \n\
            [INFO] Dependencies classpath:\n/r/b.jar:/r/c.jar\n[INFO] BUILD SUCCESS\n";
        let paths = maven(output, Path::new("/p"));
        let expected = ["/r/a.jar", "/r/b.jar", "/r/c.jar"].map(PathBuf::from);
        assert_eq!(paths.modules[Path::new("/p")], expected);
        assert!(maven("[ERROR] no\nDependencies classpath:", Path::new("/p")).is_empty());
    }

    #[test]
    fn gradle_tells_the_project_of_each_path() {
        let output = "hello\njouled-class-path\t/p/a\t/r/a b.jar\njouled-class-path\t/p/b\t/r/c.jar\n\
            jouled-class-path\t/p/b\t/r/c.jar\njouled-class-path\t/p/b\trelative\n";
        let paths = gradle(output);
        assert_eq!(
            paths.modules[Path::new("/p/a")],
            [PathBuf::from("/r/a b.jar")]
        );
        assert_eq!(
            paths.modules[Path::new("/p/b")],
            [PathBuf::from("/r/c.jar")]
        );
    }
}
