//! A cache folder into which somebody else has put a program, or could put one.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use jdk::{
    ArchiveCreation, JavaProgram, JavacService, Jdk, ServiceConfig, prepare_archive,
    remove_private_folder, take_notices,
};
use crate::support::{assert_alive, cache_dir, config, each_jdk, prepare_in};
use tempfile::TempDir;

/// A program that leaves a file where it was run.
const PLANTED: JavaProgram = JavaProgram {
    folder: "planted",
    jar: "service.jar",
    main_class: "p.Planted",
    sources: &[(
        "Planted.java",
        "package p; class Planted { public static void main(String[] a) throws Exception { \
         new java.io.File(\"was-run\").createNewFile(); } }",
    )],
    manifest: &[],
    release: None,
};

/// The messages for the user.
fn told() -> Option<String> {
    take_notices().pop()
}

struct Cache {
    folder: TempDir,
    jdk: Jdk,
}

impl Cache {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            jdk: each_jdk("hostile_cache").remove(0),
        }
    }

    /// One that was used before.
    fn of_a_user() -> Self {
        let cache = Self::new();
        prepare_in(&cache.path("user/cache"), &cache.jdk);
        cache
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn chmod(&self, path: &str, mode: u32) {
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    fn config(&self) -> ServiceConfig {
        ServiceConfig {
            cache_dir: self.path("user/cache"),
            archive: ArchiveCreation::Never,
            ..config()
        }
    }

    async fn compiles(&self) {
        let service = JavacService::start(self.jdk.clone(), self.config())
            .await
            .unwrap();
        assert_alive(&service).await;
    }

    /// The folder of the service in the cache, after one use.
    async fn used(&self) -> PathBuf {
        self.compiles().await;
        assert_eq!(told(), None);
        let folders = fs::read_dir(self.path("user/cache/javac-service")).unwrap();
        folders.map(|entry| entry.unwrap().path()).next().unwrap()
    }

    fn planted_jar(&self) -> Vec<u8> {
        let jdk = self.jdk.clone();
        // This blocks, which async code must not do.
        let made = std::thread::spawn(move || PLANTED.prepare_blocking(&jdk, &cache_dir()).unwrap());
        let jar = made.join().unwrap();
        fs::read(jar).unwrap()
    }

    fn assert_nothing_planted_ran(&self) {
        let walk = |folder: &Path| {
            let mut open = vec![folder.to_path_buf()];
            while let Some(folder) = open.pop() {
                for entry in fs::read_dir(folder).into_iter().flatten() {
                    let path = entry.unwrap().path();
                    assert!(!path.ends_with("was-run"), "{}", path.display());
                    if path.is_dir() && !path.is_symlink() {
                        open.push(path);
                    }
                }
            }
        };
        walk(self.folder.path());
    }
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn a_jar_or_an_archive_in_the_place_of_ours_is_not_run() {
    let cache = Cache::of_a_user();
    assert!(
        prepare_archive(&cache.jdk, &cache.path("user/cache"))
            .await
            .unwrap()
    );
    let folder = cache.used().await;
    let jar = folder.join("service.jar");
    let ours = fs::read(&jar).unwrap();
    fs::write(&jar, cache.planted_jar()).unwrap();
    let archive = if cache.jdk.version.feature >= 25 {
        "service.aot"
    } else {
        "service.jsa"
    };
    fs::write(folder.join(archive), "planted").unwrap();
    cache.compiles().await;
    assert_eq!(fs::read(&jar).unwrap(), ours);
    assert!(!folder.join(archive).exists());
    cache.assert_nothing_planted_ran();
    // A link is not a file that jouled created either.
    fs::rename(&jar, cache.path("moved")).unwrap();
    symlink(cache.path("moved"), &jar).unwrap();
    cache.compiles().await;
    assert!(jar.symlink_metadata().unwrap().is_file());
}

#[tokio::test]
async fn folders_that_others_could_write_are_repaired_and_what_is_in_them_is_made_anew() {
    let cache = Cache::of_a_user();
    let folder = cache.used().await;
    let key = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let ours = fs::read(folder.join("service.jar")).unwrap();
    let planted = cache.planted_jar();
    let digest = fs::read_dir(cache.path(&format!("user/cache/digests/javac-service-{key}")))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    for (open, bits) in [
        ("user/cache".to_owned(), 0o777),
        ("user/cache/javac-service".to_owned(), 0o775),
        (format!("user/cache/javac-service/{key}"), 0o1777),
        (format!("user/cache/digests/javac-service-{key}"), 0o702),
    ] {
        cache.chmod(&open, bits);
        // Somebody who could write there has added a jar and its digest.
        fs::write(folder.join("service.jar"), &planted).unwrap();
        let evil = blake3::hash(&planted).to_hex().to_string();
        fs::write(digest.with_file_name(evil), "").unwrap();
        cache.compiles().await;
        assert_eq!(mode(&cache.path(&open)), 0o700, "{open}");
        assert_eq!(
            fs::read(folder.join("service.jar")).unwrap(),
            ours,
            "{open}"
        );
        assert_eq!(told(), None);
    }
    cache.assert_nothing_planted_ran();
}

#[tokio::test]
async fn below_a_folder_that_others_can_write_nothing_is_run_and_the_user_is_told_once() {
    let cache = Cache::of_a_user();
    let folder = cache.used().await;
    let planted = cache.planted_jar();
    fs::write(folder.join("service.jar"), &planted).unwrap();
    cache.chmod("user", 0o777);
    cache.compiles().await;
    let notice = told().unwrap();
    for part in [
        "user/cache",
        "is writable by others",
        "chmod go-w",
        "jouled-programs-",
    ] {
        assert!(notice.contains(part), "{notice}");
    }
    cache.compiles().await;
    assert_eq!(told(), None, "told once");
    // A folder outside of the cache is not changed.
    assert_eq!(mode(&cache.path("user")), 0o777);
    assert_eq!(fs::read(folder.join("service.jar")).unwrap(), planted);
    cache.assert_nothing_planted_ran();
    let built = notice
        .split_whitespace()
        .find(|word| word.contains("jouled-programs-"));
    let built = PathBuf::from(built.unwrap().trim_end_matches(','));
    assert!(built.join("javac-service").is_dir());
    assert_eq!(mode(&built), 0o700);
    remove_private_folder();
    assert!(!built.exists());
}

#[tokio::test]
async fn a_sticky_folder_above_does_no_harm() {
    let cache = Cache::new();
    fs::create_dir(cache.path("user")).unwrap();
    cache.chmod("user", 0o1777);
    cache.used().await;
}

#[tokio::test]
async fn a_link_in_the_place_of_a_folder_is_not_followed() {
    for link in [
        "user/cache",
        "user/cache/javac-service",
        "user/cache/digests",
    ] {
        let cache = Cache::new();
        fs::create_dir_all(cache.path(link).parent().unwrap()).unwrap();
        fs::create_dir(cache.path("theirs")).unwrap();
        symlink(cache.path("theirs"), cache.path(link)).unwrap();
        cache.compiles().await;
        let notice = told().unwrap();
        assert!(notice.contains("is a link"), "{notice}");
        remove_private_folder();
        assert!(fs::read_dir(cache.path("theirs")).unwrap().next().is_none());
    }
}

#[tokio::test]
async fn a_folder_of_somebody_else_is_left_alone() {
    let cache = Cache::of_a_user();
    let folder = cache.used().await;
    if std::os::unix::fs::chown(&folder, Some(12345), None).is_err() {
        tests::not_allowed(
            "a_folder_of_somebody_else_is_left_alone",
            "only root can give a folder away",
        );
        return;
    }
    fs::write(folder.join("service.jar"), cache.planted_jar()).unwrap();
    cache.compiles().await;
    assert!(told().unwrap().contains("belongs to somebody else"));
    for above in ["user", "user/cache"] {
        remove_private_folder();
        std::os::unix::fs::chown(cache.path(above), Some(12345), None).unwrap();
        cache.compiles().await;
        assert!(told().is_some(), "{above}");
        std::os::unix::fs::chown(cache.path(above), Some(0), None).unwrap();
    }
    cache.assert_nothing_planted_ran();
}

#[tokio::test]
async fn a_cache_in_the_project_is_not_run_from() {
    let cache = Cache::of_a_user();
    let folder = cache.used().await;
    fs::write(folder.join("service.jar"), cache.planted_jar()).unwrap();
    programs::projects::set_opened(&[cache.path("user")]);
    cache.compiles().await;
    let notice = told().unwrap();
    assert!(notice.contains("the opened folder"), "{notice}");
    cache.assert_nothing_planted_ran();
}
