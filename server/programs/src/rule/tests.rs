#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;

/// A folder with a project, files outside it, and links between them.
struct Machine {
    _folder: TempDir,
    root: PathBuf,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let machine = Self {
            _folder: folder,
            root,
        };
        for file in ["project/bin/java", "outside/bin/java", "home/user/bin/java"] {
            let file = machine.path(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        for (link, target) in [
            ("outside/in", "project/bin"),
            ("project/out", "outside/bin"),
            ("outside/java-in", "project/bin/java"),
            ("project/java-out", "outside/bin/java"),
            ("outside/twice", "outside/through"),
            ("outside/through", "project/out"),
            ("alias", "project"),
            ("outside/other", "home/user"),
        ] {
            symlink(machine.path(target), machine.path(link)).unwrap();
        }
        symlink("loop", machine.path("outside/loop")).unwrap();
        symlink("../../project", machine.path("outside/bin/up")).unwrap();
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn rule(&self, folders: &[(&str, FolderOrigin)]) -> Rule {
        let folders = folders
            .iter()
            .map(|(folder, origin)| (self.path(folder), *origin));
        Rule::new(folders.collect(), &[self.path("home/user")])
    }

    fn is_taken(&self, rule: &Rule, path: &str) -> bool {
        rule.check(&self.path(path)).is_ok()
    }
}

#[test]
fn only_programs_outside_by_every_path_are_accepted() {
    let machine = Machine::new();
    for name in [
        "project",
        "alias",
        "./alias",
        "outside/../project",
        "outside/bin/up",
    ] {
        for origin in [
            FolderOrigin::Opened,
            FolderOrigin::Given,
            FolderOrigin::Found,
            FolderOrigin::Current,
        ] {
            let rule = machine.rule(&[(name, origin)]);
            for path in [
                "outside/bin/java",
                "outside/../outside/./bin/java",
                "project/../outside/bin/java",
                "outside/other/bin/java",
                "outside",
            ] {
                assert!(machine.is_taken(&rule, path), "{path} beside {name}");
            }
            for path in [
                "project/bin/java",
                "project",
                "alias/bin/java",
                "alias",
                "outside/../project/bin/java",
                "outside/in/java",
                "outside/java-in",
                "project/java-out",
                "project/out/java",
                "alias/java-out",
                "outside/twice/java",
                "outside/bin/up/java-out",
                "outside/in/../../outside/bin/java",
                "outside/in/../../outside/bin",
            ] {
                let reason = rule.check(&machine.path(path)).unwrap_err();
                assert!(
                    matches!(reason, RefusalReason::InProject { .. }),
                    "{path} with {name}: {reason:?}"
                );
            }
        }
    }
}

#[test]
fn relative_and_remote_paths_are_refused_without_access() {
    let rule = Rule::new(Vec::new(), &[]);
    for path in ["java", "./java", "../java", "bin/java", "", ".", "~/jdk"] {
        assert_eq!(
            rule.check(Path::new(path)),
            Err(RefusalReason::Relative),
            "{path}"
        );
    }
    for path in [
        "//host/share/jdk",
        r"\\host\share\jdk",
        r"\/host/share",
        r"/\host\share",
        r"\\?\UNC\host\share",
        r"\\.\pipe\jdk",
        "//usr/bin/java",
    ] {
        assert_eq!(
            rule.check(Path::new(path)),
            Err(RefusalReason::Network),
            "{path}"
        );
    }
}

#[test]
fn missing_files_and_broken_links_are_refused() {
    let machine = Machine::new();
    let rule = machine.rule(&[("project", FolderOrigin::Opened)]);
    for path in ["outside/none", "outside/loop", "outside/bin/java/below"] {
        let reason = rule.check(&machine.path(path)).unwrap_err();
        assert!(
            matches!(reason, RefusalReason::Unresolved { .. }),
            "{reason:?}"
        );
    }
    // The folder of a missing file decides.
    let reason = rule.check(&machine.path("project/none")).unwrap_err();
    assert!(
        matches!(reason, RefusalReason::InProject { .. }),
        "{reason:?}"
    );
}

#[test]
fn unnamed_folders_with_the_home_or_the_system_are_no_projects() {
    let machine = Machine::new();
    let java = "home/user/bin/java";
    for folder in ["", "home", "home/user"] {
        for origin in [FolderOrigin::Current, FolderOrigin::Found] {
            let rule = machine.rule(&[(folder, origin)]);
            assert!(machine.is_taken(&rule, java), "{folder} {origin:?}");
        }
        for origin in [FolderOrigin::Opened, FolderOrigin::Given] {
            let rule = machine.rule(&[(folder, origin)]);
            assert!(!machine.is_taken(&rule, java), "{folder} {origin:?}");
        }
    }
    let rule = machine.rule(&[("home/user/bin", FolderOrigin::Current)]);
    assert!(!machine.is_taken(&rule, java));
    assert!(machine.is_taken(&rule, "outside/bin/java"));
    // If the whole file system is open, nothing is outside.
    let rule = Rule::new(vec![(PathBuf::from("/"), FolderOrigin::Opened)], &[]);
    assert!(!machine.is_taken(&rule, "outside/bin/java"));
    assert!(not_projects().contains(&PathBuf::from("/usr/bin")));
}

#[test]
fn each_of_several_folders_counts() {
    let machine = Machine::new();
    let rule = machine.rule(&[
        ("project", FolderOrigin::Opened),
        ("home", FolderOrigin::Opened),
    ]);
    for (path, is_taken) in [
        ("outside/bin/java", true),
        ("outside/other/bin/java", false),
        ("home/user/bin/java", false),
        ("outside/java-in", false),
    ] {
        assert_eq!(machine.is_taken(&rule, path), is_taken, "{path}");
    }
    // A folder whose name begins the same is a different one.
    let rule = machine.rule(&[("out", FolderOrigin::Opened)]);
    assert!(machine.is_taken(&rule, "outside/bin/java"));
}

#[test]
fn a_refusal_says_who_named_the_program_and_why() {
    let machine = Machine::new();
    let path = machine.path("outside/java-in");
    let reason = machine
        .rule(&[("project", FolderOrigin::Opened)])
        .check(&path)
        .unwrap_err();
    let refused = Refused {
        path: path.clone(),
        named_by: "JAVA_HOME".to_owned(),
        reason,
    };
    let text = refused.to_string();
    let lies = machine.path("project/bin");
    for part in [&path, &lies] {
        assert!(text.contains(part.to_str().unwrap()), "{text}");
    }
    for part in ["JAVA_HOME", "the opened folder", "outside it"] {
        assert!(text.contains(part), "{text}");
    }
}

proptest! {
    /// An accepted program is outside, and stays the same file whatever the project does with its own files.
    #[test]
    fn a_project_cannot_influence_what_is_accepted(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "project", "outside", "bin", "java", "in", "out", "java-in", "java-out", "twice", "through", "alias",
                "up", "other", "home", "user", "..", ".", "loop",
            ]),
            1..8,
        ),
        named in prop::sample::select(vec!["project", "alias", "outside/bin/up"]),
    ) {
        let machine = Machine::new();
        let rule = machine.rule(&[(named, FolderOrigin::Opened)]);
        let path = machine.path(&parts.join("/"));
        let resolved = path.canonicalize();
        let project = machine.path("project");
        if rule.check(&path).is_ok() {
            let resolved = resolved.unwrap();
            prop_assert!(!resolved.starts_with(&project));
            fs::remove_dir_all(&project).unwrap();
            fs::create_dir(&project).unwrap();
            for name in ["bin", "out", "java-out", "outside"] {
                symlink(machine.path("home"), project.join(name)).unwrap();
            }
            prop_assert_eq!(path.canonicalize().unwrap(), resolved);
        } else if let Ok(resolved) = resolved {
            // Only paths that involve the project are refused.
            let is_concerned = resolved.starts_with(&project)
                || parts.iter().any(|part| matches!(*part, "project" | "alias" | "up" | "in" | "java-in" | "twice" | "through"));
            prop_assert!(is_concerned, "{} is refused for nothing", path.display());
        }
    }
}
