//! A project that contains programs: a JDK, git, Maven, Gradle. None of them runs, whatever names it.
#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::git::git;
use crate::support::{Run, jouled_with};
use tempfile::TempDir;

const SOURCE: &str = "class Good { int f(int a) { return a + 1; } }";

struct Project {
    folder: TempDir,
}

impl Project {
    /// A checkout with a subfolder of sources, and programs that leave a mark when they run.
    fn new() -> Self {
        let project = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        project.write("checkout/sub/Good.java", SOURCE);
        for program in ["git", "java", "javac", "mvn", "gradle", "mvnw", "gradlew"] {
            for folder in ["checkout", "checkout/bin"] {
                project.program(&format!("{folder}/{program}"), "was-run", "exit 1");
            }
        }
        for home in ["checkout/jdk", "outside/linked"] {
            project.write(
                &format!("{home}/release"),
                "JAVA_VERSION=\"21.0.4\"\nMODULES=\"java.base jdk.compiler\"\n",
            );
        }
        project.program("checkout/jdk/bin/java", "was-run", "exit 1");
        symlink(
            project.path("checkout/jdk/bin"),
            project.path("outside/linked/bin"),
        )
        .expect("a link");
        fs::create_dir(project.path("elsewhere")).expect("a folder");
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder
            .path()
            .canonicalize()
            .expect("a folder")
            .join(path)
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// A script that leaves a mark.
    fn program(&self, path: &str, mark: &str, then: &str) {
        let text = format!("#!/bin/sh\ntouch '{}'\n{then}\n", self.path(mark).display());
        let path = self.write(path, &text);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
    }

    fn is_marked(&self, mark: &str) -> bool {
        self.path(mark).exists()
    }

    fn run(&self, folder: &str, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Run {
        let run = jouled_with(arguments, |command| {
            command
                .current_dir(self.path(folder))
                .env_remove("JAVA_HOME");
            change(command);
        });
        assert!(!self.is_marked("was-run"), "{arguments:?}: {}", run.stderr);
        run
    }
}

/// A `PATH` that starts with a folder.
fn path_with(first: impl AsRef<Path>) -> OsString {
    let mut path = first.as_ref().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    path
}

fn assert_priced(run: &Run) {
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Good.f"), "{}", run.stdout);
}

#[test]
fn a_jdk_of_the_environment_in_the_project_is_passed_over() {
    let project = Project::new();
    fs::create_dir(project.path("checkout/.git")).expect("a folder");
    let source = project.path("checkout/sub/Good.java");
    let source = source.to_str().expect("UTF-8");
    for home in ["checkout/jdk", "outside/linked"] {
        let home = project.path(home);
        // From the checkout, from a folder in it, and from elsewhere, where only the given path shows the project.
        for (folder, given) in [
            ("checkout", "sub"),
            ("checkout/sub", "."),
            ("elsewhere", source),
        ] {
            let run = project.run(folder, &["report", given], |command| {
                command
                    .env("JAVA_HOME", &home)
                    .env("PATH", path_with(home.join("bin")));
            });
            assert_priced(&run);
        }
    }
    let run = project.run("checkout", &["report", "sub"], |command| {
        command.env("JAVA_HOME", "jdk");
    });
    assert_priced(&run);
}

/// A repository that contains the home folder would not count as a project if no part of it had been named.
#[test]
fn a_home_folder_in_the_repository_makes_its_programs_no_others() {
    let project = Project::new();
    let checkout = project.path("checkout");
    git(&checkout, &["init", "-q", "-b", "main"]);
    git(&checkout, &["add", "sub"]);
    git(&checkout, &["commit", "-q", "-m", "one"]);
    let sub = project.path("checkout/sub");
    let sub = sub.to_str().expect("UTF-8");
    let jdk = project.path("checkout/jdk");
    for home in ["checkout/home", "checkout"] {
        fs::create_dir_all(project.path(home)).expect("a folder");
        for first in ["checkout/bin", "checkout/jdk/bin"] {
            let change = |command: &mut Command| {
                command
                    .env("HOME", project.path(home))
                    .env("JAVA_HOME", &jdk)
                    .env("PATH", path_with(project.path(first)));
            };
            assert_priced(&project.run("elsewhere", &["report", sub], change));
            assert_priced(&project.run("checkout/sub", &["report", "."], change));
            for (folder, arguments) in [
                ("checkout/sub", &["diff", "HEAD"][..]),
                ("elsewhere", &["diff", "HEAD", "--repository", sub]),
            ] {
                let run = project.run(folder, arguments, change);
                assert_eq!(run.code, 0, "{}", run.stderr);
            }
        }
    }
}

#[test]
fn a_jdk_that_a_flag_names_is_refused_with_the_reason() {
    let project = Project::new();
    for (home, why) in [
        (PathBuf::from("jdk"), "its path is not absolute"),
        (
            PathBuf::from("../outside/linked"),
            "its path is not absolute",
        ),
        (project.path("checkout/jdk"), "the given folder"),
        (
            project.path("elsewhere/../checkout/jdk"),
            "the given folder",
        ),
        (
            project.path("outside/linked"),
            "a project does not choose what runs",
        ),
        (PathBuf::from("//host/share/jdk"), "another machine"),
    ] {
        let name = home.to_str().expect("UTF-8");
        let run = project.run("checkout", &["--java-home", name, "report", "sub"], |_| ());
        assert_eq!(run.code, 1, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(name), "{name}: {}", run.stderr);
    }
}

#[test]
fn entries_of_the_path_that_a_project_has_a_say_in_are_passed_over() {
    let project = Project::new();
    symlink(project.path("checkout/bin"), project.path("bin-link")).expect("a link");
    for first in [
        PathBuf::from("."),
        PathBuf::from(""),
        PathBuf::from("bin"),
        project.path("checkout"),
        project.path("checkout/bin"),
        project.path("bin-link"),
    ] {
        let run = project.run("checkout", &["report", "sub"], |command| {
            command.env("PATH", path_with(&first));
        });
        assert_priced(&run);
    }
}

#[test]
fn git_of_the_project_is_not_run() {
    let project = Project::new();
    let checkout = project.path("checkout");
    git(&checkout, &["init", "-q", "-b", "main"]);
    git(&checkout, &["add", "sub"]);
    git(&checkout, &["commit", "-q", "-m", "one"]);
    symlink(project.path("checkout/bin"), project.path("bin-link")).expect("a link");
    for first in [
        PathBuf::from("."),
        PathBuf::from(""),
        PathBuf::from("../bin"),
        project.path("checkout/bin"),
        project.path("bin-link"),
    ] {
        for folder in ["checkout", "checkout/sub"] {
            let run = project.run(folder, &["diff", "HEAD"], |command| {
                command.env("PATH", path_with(&first));
            });
            assert_eq!(run.code, 0, "{}", run.stderr);
        }
    }
    // From elsewhere, the given repository shows it.
    let repository = project.path("checkout/sub");
    let named = repository.to_str().expect("UTF-8");
    let run = project.run(
        "elsewhere",
        &["diff", "HEAD", "--repository", named],
        |command| {
            command.env("PATH", path_with(project.path("checkout/bin")));
        },
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Without another git, there is none.
    let run = project.run("checkout", &["diff", "HEAD"], |command| {
        command.env("PATH", project.path("checkout/bin"));
    });
    assert_eq!(run.code, 1, "{}", run.stderr);
    for part in [
        "git cannot be started",
        "checkout/bin/git",
        "does not choose what runs",
        "install it",
    ] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

/// The output of both build tools.
const PRINTS: &str = "echo '[INFO] Dependencies classpath:'; echo /lib/a.jar; printf 'jouled-class-path\\t/p\\t/lib/a.jar\\n'";

#[test]
fn build_tools_are_those_of_the_user_and_never_wrappers() {
    for (build, tool, wrapper, version, fetched) in [
        (
            "pom.xml",
            "mvn",
            "mvnw",
            ".mvn/wrapper/maven-wrapper.properties",
            "home/.m2/wrapper/dists/x-1.0/hash/bin/mvn",
        ),
        (
            "build.gradle",
            "gradle",
            "gradlew",
            "gradle/wrapper/gradle-wrapper.properties",
            "home/.gradle/wrapper/dists/x-1.0-bin/hash/x-1.0/bin/gradle",
        ),
    ] {
        let project = Project::new();
        project.write(&format!("checkout/{build}"), "<project/>");
        let ask = |first: PathBuf| {
            project.run(
                "checkout",
                &["class-path", "--run-build-tool", "."],
                |command| {
                    let path = [first, PathBuf::from("/usr/bin"), PathBuf::from("/bin")];
                    let path = std::env::join_paths(path).expect("a PATH");
                    command
                        .env("PATH", path)
                        .env("HOME", project.path("home"))
                        .env_remove("GRADLE_USER_HOME")
                        .env("XDG_CACHE_HOME", project.path("cache"));
                },
            )
        };
        if !Path::new("/usr/bin").join(tool).exists() {
            for first in [
                project.path("checkout/bin"),
                PathBuf::from("."),
                PathBuf::new(),
            ] {
                let run = ask(first);
                assert_eq!(run.code, 1, "{}", run.stderr);
                for part in [
                    &format!("no {tool} can be run"),
                    wrapper,
                    "does not run it",
                    "classPath",
                ] {
                    assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
                }
            }
        }
        // From the PATH.
        project.program(&format!("tools/{tool}"), "tool-was-run", PRINTS);
        let run = ask(project.path("tools"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(project.is_marked("tool-was-run"));
        // A program with this name would be in the way of the wrapper's folder.
        fs::remove_file(project.path("checkout/gradle")).expect("removed");
        // The distribution that a wrapper downloaded comes first, if it is outside of the project.
        project.write(
            &format!("checkout/{version}"),
            "distributionUrl=https\\://example.org/x-1.0-bin.zip\n",
        );
        project.program(fetched, "fetched-was-run", PRINTS);
        let run = ask(project.path("tools"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(project.is_marked("fetched-was-run"));
        let dists = project.path(fetched);
        fs::remove_file(&dists).expect("removed");
        symlink(project.path("checkout").join(wrapper), &dists).expect("a link");
        assert_eq!(ask(project.path("tools")).code, 0);
    }
}

#[test]
fn the_root_and_the_home_folder_are_no_projects_where_nobody_gave_them() {
    let project = Project::new();
    let jdk = crate::support::jdk().home;
    let home = jdk.to_str().expect("UTF-8");
    let source = project.path("checkout/sub/Good.java");
    let source = source.to_str().expect("UTF-8");
    let run = jouled_with(&["--java-home", home, "report", source], |command| {
        command.current_dir("/");
    });
    assert_priced(&run);
    // As the home folder, in which people keep JDKs.
    symlink(&jdk, project.path("elsewhere/jdk")).expect("a link");
    let own = project.path("elsewhere/jdk");
    let own = own.to_str().expect("UTF-8");
    let report = |is_home: bool, given: &str| {
        jouled_with(&["--java-home", own, "report", given], |command| {
            command.current_dir(project.path("elsewhere"));
            if is_home {
                command.env("HOME", project.path("elsewhere"));
            }
        })
    };
    assert_priced(&report(true, source));
    assert_eq!(report(false, source).code, 1);
    project.write("elsewhere/Good.java", SOURCE);
    let run = report(true, ".");
    assert!(run.stderr.contains("the given folder"), "{}", run.stderr);
}
