//! JDKs are found on invented machines: a folder is the root, and a map is the environment.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use jdk::{
    Discovery, Environment, Jdk, JdkOrigin, Platform, find_jdk, find_jdks, installation_advice,
};
use tempfile::TempDir;

/// A machine in a folder.
struct Machine {
    folder: TempDir,
    environment: Environment,
}

impl Machine {
    fn new(platform: Platform) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let mut machine = Self {
            folder,
            environment: Environment {
                platform,
                root,
                variables: std::collections::BTreeMap::new(),
            },
        };
        let home = if platform == Platform::Windows {
            "USERPROFILE"
        } else {
            "HOME"
        };
        machine.set(home, machine.path("home/ada"));
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.environment.root.join(path)
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment
            .variables
            .insert(name.to_owned(), value.into());
    }

    fn set_path(&mut self, folders: &[&str]) {
        let folders: Vec<_> = folders.iter().map(|folder| self.path(folder)).collect();
        self.set("PATH", std::env::join_paths(folders).unwrap());
    }

    fn file(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn program(&self, path: &str) {
        self.file(&format!("{path}{}", std::env::consts::EXE_SUFFIX), "");
    }

    fn jdk(&self, home: &str, version: &str) -> PathBuf {
        self.java(
            home,
            version,
            "MODULES=\"java.base jdk.compiler\"\nIMPLEMENTOR=\"Ada\"\n",
        )
    }

    fn java(&self, home: &str, version: &str, more: &str) -> PathBuf {
        self.file(
            &format!("{home}/release"),
            &format!("JAVA_VERSION=\"{version}\"\n{more}"),
        );
        self.program(&format!("{home}/bin/java"));
        self.path(home)
    }

    fn find(&self) -> Discovery {
        find_jdks(None, &self.environment)
    }

    fn found(&self) -> Vec<(PathBuf, JdkOrigin)> {
        self.find()
            .jdks
            .into_iter()
            .map(|jdk| (jdk.home, jdk.place))
            .collect()
    }
}

#[test]
fn an_explicit_home_java_home_the_path_and_usual_places_come_in_this_order() {
    let mut machine = Machine::new(Platform::Unix);
    let usual_old = machine.jdk("usr/lib/jvm/java-17", "17.0.1");
    let usual_new = machine.jdk("usr/lib/jvm/java-21", "21.0.1");
    let on_path = machine.jdk("tools/jdk", "18");
    machine.program("tools/jdk/bin/javac");
    let java_home = machine.jdk("java home", "19");
    let explicit = machine.jdk("explicit", "17");
    machine.set_path(&["empty", "tools/jdk/bin"]);
    machine.set("JAVA_HOME", java_home.clone());
    let found: Vec<_> = find_jdks(Some(&explicit), &machine.environment)
        .jdks
        .into_iter()
        .map(|jdk| (jdk.home, jdk.place))
        .collect();
    assert_eq!(
        found,
        [
            (explicit.clone(), JdkOrigin::Explicit),
            (java_home.clone(), JdkOrigin::JavaHome),
            (on_path, JdkOrigin::SearchPath),
            (usual_new, JdkOrigin::Usual),
            (usual_old, JdkOrigin::Usual),
        ]
    );
    let jdk = find_jdk(None, &machine.environment).unwrap();
    assert_eq!(jdk.home, java_home);
    assert_eq!(
        (jdk.version.feature, jdk.vendor.as_deref()),
        (19, Some("Ada"))
    );
    assert_eq!(
        find_jdk(Some(&explicit), &machine.environment)
            .unwrap()
            .home,
        explicit
    );
}

#[test]
fn each_platform_and_version_manager_keeps_jdks_in_its_own_place() {
    for (platform, home) in [
        (Platform::Unix, "usr/lib/jvm/temurin-21"),
        (Platform::Unix, "usr/java/jdk-21"),
        (Platform::Unix, "opt/jdk-21"),
        (
            Platform::Unix,
            "home/linuxbrew/.linuxbrew/opt/openjdk/libexec",
        ),
        (
            Platform::Unix,
            "home/ada/.sdkman/candidates/java/21.0.1-tem",
        ),
        (Platform::Unix, "home/ada/.jdks/openjdk-21"),
        (Platform::Unix, "home/ada/.asdf/installs/java/openjdk-21"),
        (
            Platform::Unix,
            "home/ada/.local/share/mise/installs/java/21",
        ),
        (Platform::Unix, "home/ada/.jenv/versions/21"),
        (
            Platform::MacOs,
            "Library/Java/JavaVirtualMachines/temurin-21.jdk/Contents/Home",
        ),
        (
            Platform::MacOs,
            "home/ada/Library/Java/JavaVirtualMachines/x.jdk/Contents/Home",
        ),
        (
            Platform::MacOs,
            "opt/homebrew/opt/openjdk/libexec/openjdk.jdk/Contents/Home",
        ),
        (
            Platform::MacOs,
            "usr/local/opt/openjdk@21/libexec/openjdk.jdk/Contents/Home",
        ),
        (Platform::MacOs, "home/ada/.jdks/openjdk-21/Contents/Home"),
        (Platform::Windows, "Program Files/Eclipse Adoptium/jdk-21"),
        (Platform::Windows, "Program Files/Java/jdk-21"),
        (Platform::Windows, "home/ada/.jdks/openjdk-21"),
    ] {
        let mut machine = Machine::new(platform);
        let programs = machine.path("Program Files");
        machine.set("ProgramFiles", programs);
        let home = machine.jdk(home, "21");
        assert_eq!(machine.found(), [(home, JdkOrigin::Usual)], "{platform:?}");
    }
}

#[test]
fn folders_of_version_managers_may_be_moved_by_their_variables() {
    for (variable, home) in [
        ("SDKMAN_DIR", "moved/candidates/java/21"),
        ("ASDF_DATA_DIR", "moved/installs/java/21"),
        ("MISE_DATA_DIR", "moved/installs/java/21"),
        ("XDG_DATA_HOME", "moved/mise/installs/java/21"),
        ("JENV_ROOT", "moved/versions/21"),
    ] {
        let mut machine = Machine::new(Platform::Unix);
        let home = machine.jdk(home, "21");
        assert!(machine.found().is_empty());
        machine.set(variable, machine.path("moved"));
        assert_eq!(machine.found(), [(home, JdkOrigin::Usual)], "{variable}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_a_jdk_is_listed_once() {
    use std::os::unix::fs::symlink;

    let mut machine = Machine::new(Platform::Unix);
    let home = machine.jdk("usr/lib/jvm/java-17-openjdk", "17.0.15");
    machine.program("usr/lib/jvm/java-17-openjdk/bin/javac");
    symlink("java-17-openjdk", machine.path("usr/lib/jvm/default")).unwrap();
    for folder in ["usr/bin", "etc/alternatives"] {
        fs::create_dir_all(machine.path(folder)).unwrap();
    }
    symlink(
        home.join("bin/javac"),
        machine.path("etc/alternatives/javac"),
    )
    .unwrap();
    symlink(
        machine.path("etc/alternatives/javac"),
        machine.path("usr/bin/javac"),
    )
    .unwrap();
    machine.set_path(&["usr/bin"]);
    assert_eq!(machine.found(), [(home, JdkOrigin::SearchPath)]);
}

#[test]
fn a_shim_on_the_path_is_named_and_its_jdks_are_found_where_the_manager_keeps_them() {
    let mut machine = Machine::new(Platform::Unix);
    machine.program("home/ada/.jenv/shims/javac");
    machine.set_path(&["home/ada/.jenv/shims"]);
    let home = machine.jdk("home/ada/.jenv/versions/21", "21");
    assert_eq!(machine.found(), [(home, JdkOrigin::Usual)]);
    let rejected = &machine.find().rejected[0];
    assert!(
        rejected
            .path
            .starts_with(machine.path("home/ada/.jenv/shims"))
    );
    assert!(rejected.reason.contains("launcher"), "{rejected}");
}

#[test]
fn a_relative_folder_of_the_path_is_not_trusted() {
    let mut machine = Machine::new(Platform::Unix);
    machine.set("PATH", "bin:.:");
    assert_eq!(machine.find().rejected, []);
}

#[test]
fn what_is_no_usable_jdk_is_refused_with_its_reason() {
    let machine = Machine::new(Platform::Unix);
    for (home, reason) in [
        (machine.java("old", "1.8.0_392", ""), "it is Java 1.8.0_392"),
        (machine.jdk("eleven", "11.0.2"), "17 or newer"),
        (
            machine.java("jre", "21", "MODULES=\"java.base\"\n"),
            "no compiler",
        ),
        (machine.java("no-list", "21", ""), "no compiler"),
        (machine.java("odd", "soon", ""), "states no JAVA_VERSION"),
        (
            machine
                .file("no-java/release", "JAVA_VERSION=\"21\"")
                .parent()
                .unwrap()
                .to_path_buf(),
            "no bin/java",
        ),
        (
            machine
                .file("empty/readme", "")
                .parent()
                .unwrap()
                .to_path_buf(),
            "release",
        ),
        (machine.path("nowhere"), "nowhere"),
    ] {
        let rejected = Jdk::at(&home, JdkOrigin::JavaHome).unwrap_err();
        assert!(rejected.to_string().contains(reason), "{rejected}");
    }
    let home = machine.java("old-list", "17", "");
    machine.program("old-list/bin/javac");
    assert!(Jdk::at(&home, JdkOrigin::Explicit).is_ok());
}

#[test]
fn an_explicit_home_is_refused_and_not_replaced_by_another_jdk() {
    let machine = Machine::new(Platform::Unix);
    machine.jdk("usr/lib/jvm/java-21", "21");
    let old = machine.jdk("eleven", "11");
    let error = find_jdk(Some(&old), &machine.environment)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("eleven") && error.contains("it is Java 11"),
        "{error}"
    );
}

#[test]
fn without_a_jdk_the_error_says_what_was_looked_at_and_what_to_type() {
    let mut machine = Machine::new(Platform::Unix);
    machine.set("JAVA_HOME", machine.path("gone"));
    machine.program("usr/bin/apt-get");
    machine.set_path(&["usr/bin"]);
    let error = find_jdk(None, &machine.environment)
        .unwrap_err()
        .to_string();
    for part in [
        "17 or newer",
        "gone (JAVA_HOME)",
        "usr/lib/jvm",
        ".sdkman",
        "sudo apt-get install",
        "JAVA_HOME to its folder",
    ] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[test]
fn the_advice_is_that_of_the_package_manager_there_is() {
    for (program, typed) in [
        ("apt-get", "sudo apt-get install"),
        ("dnf", "sudo dnf install"),
        ("pacman", "sudo pacman -S"),
        ("apk", "sudo apk add"),
        ("brew", "  brew install"),
        ("winget", "  winget install"),
    ] {
        let mut machine = Machine::new(Platform::Unix);
        machine.program(&format!("bin/{program}"));
        machine.set_path(&["bin"]);
        assert!(
            installation_advice(&machine.environment).contains(typed),
            "{typed}"
        );
    }
    let advice = installation_advice(&Machine::new(Platform::Unix).environment);
    assert!(
        advice.starts_with("Install a JDK") && advice.contains("adoptium.net"),
        "{advice}"
    );
}

#[test]
fn a_release_file_that_is_no_text_is_refused() {
    let machine = Machine::new(Platform::Unix);
    let home = machine.jdk("odd", "21");
    fs::write(home.join("release"), [0xff, 0xfe, 0, b'=', 0x80, b'\n']).unwrap();
    assert!(Jdk::at(&home, JdkOrigin::Explicit).is_err());
    assert!(machine.folder.path().exists());
}

#[test]
fn the_jdks_of_this_machine_say_the_version_that_java_says() {
    for jdk in support::each_jdk("the_jdks_of_this_machine_say_the_version_that_java_says") {
        let output = jdk.java_command().arg("--version").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&jdk.version.full), "{jdk}: {said}");
        assert!(jdk.modules_file().is_file());
        assert!(Path::new(&jdk.java()).is_absolute());
    }
}

#[cfg(unix)]
#[test]
fn a_jdk_that_a_project_has_a_say_in_is_refused_or_passed_over_by_name() {
    use std::os::unix::fs::symlink;

    let mut machine = Machine::new(Platform::Unix);
    let sound = machine.jdk("usr/lib/jvm/java-21", "21");
    let evil = machine.jdk("project/jdk", "21");
    machine.program("project/jdk/bin/javac");
    let linked = machine.jdk("tools/linked", "21");
    fs::remove_dir_all(linked.join("bin")).unwrap();
    symlink(evil.join("bin"), linked.join("bin")).unwrap();
    let library = machine.jdk("tools/library", "21");
    fs::create_dir_all(evil.join("lib")).unwrap();
    symlink(evil.join("lib"), library.join("lib")).unwrap();
    symlink(&sound, machine.path("project/out")).unwrap();
    machine.set_path(&["project/jdk/bin"]);
    machine.set("JAVA_HOME", evil.clone());
    assert_eq!(machine.found()[0], (evil.clone(), JdkOrigin::JavaHome));
    programs::projects::set_opened(&[machine.path("project")]);
    assert_eq!(machine.found(), [(sound.clone(), JdkOrigin::Usual)]);
    let rejected = machine.find().rejected;
    assert_eq!(rejected.len(), 3, "{rejected:?}");
    for place in ["(JAVA_HOME)", "javac (PATH)", "java (PATH)"] {
        let told = rejected.iter().map(ToString::to_string);
        let told: Vec<String> = told.filter(|text| text.contains(place)).collect();
        assert_eq!(told.len(), 1, "{place} in {rejected:?}");
        assert!(told[0].contains("project/jdk"), "{told:?}");
        assert!(told[0].contains("does not choose what runs"), "{told:?}");
    }
    for home in [&evil, &linked, &library, &machine.path("project/out")] {
        let error = find_jdk(Some(home), &machine.environment).unwrap_err();
        assert!(error.to_string().contains("does not choose"), "{error}");
    }
    for (home, why) in [
        ("jdk", "not absolute"),
        ("../jdk", "not absolute"),
        ("//host/share/jdk", "another machine"),
        (r"\\host\share\jdk", "another machine"),
    ] {
        let error = find_jdk(Some(Path::new(home)), &machine.environment).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
    // A project that is opened after the search still counts when the JDK is started.
    programs::projects::set_opened(&[]);
    let jdk = find_jdk(Some(&sound), &machine.environment).unwrap();
    programs::projects::set_opened(&[machine.path("usr")]);
    let error = jdk.java_command().output().unwrap_err();
    assert!(error.to_string().contains("the opened folder"), "{error}");
}
