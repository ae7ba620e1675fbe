//! The service's program and archive in the cache folder.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jdk::{
    ArchiveCreation, Environment, JavacError, JavacService, Jdk, Platform, ServiceConfig,
    default_cache_dir, prepare_archive, remove_private_folder, take_notices,
};
use crate::support::{assert_alive, config, each_jdk, prepare_in};
use tempfile::TempDir;

fn service_folder(cache: &Path) -> PathBuf {
    let mut folders = fs::read_dir(cache.join("javac-service")).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    assert!(folders.next().is_none(), "one folder for one JDK");
    folder
}

/// The files in the folder of a service, without the mark of its use.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "last-used")
        .collect();
    names.sort();
    names
}

fn archive_name(jdk: &Jdk) -> &'static str {
    if jdk.version.feature >= 25 {
        "service.aot"
    } else {
        "service.jsa"
    }
}

fn in_cache(cache: &Path, archive: ArchiveCreation) -> ServiceConfig {
    ServiceConfig {
        cache_dir: cache.to_path_buf(),
        archive,
        ..config()
    }
}

/// A cache folder with the service's program, and without its archive.
fn with_the_jar_alone(jdk: &Jdk) -> TempDir {
    let cache = tempfile::tempdir().unwrap();
    prepare_in(cache.path(), jdk);
    // Where no test used the shared folder before, there is none.
    let _ = fs::remove_file(service_folder(cache.path()).join(archive_name(jdk)));
    cache
}

/// The archive takes most of the time, so what needs one shares it.
#[tokio::test]
async fn jar_and_archive_are_made_once_and_used_and_made_anew_where_damaged() {
    for jdk in each_jdk("jar_and_archive_are_made_once_and_used_and_made_anew_where_damaged") {
        let cache = tempfile::tempdir().unwrap();
        several_that_start_at_once_share_them(&jdk, cache.path()).await;
        assert!(prepare_archive(&jdk, cache.path()).await.unwrap());
        what_is_there_is_used(&jdk, cache.path()).await;
        what_starts_too_late_leaves_them(&jdk, cache.path()).await;
        what_is_damaged_is_made_anew(&jdk, cache.path()).await;
    }
}

async fn several_that_start_at_once_share_them(jdk: &Jdk, cache: &Path) {
    let starts: Vec<_> = (0..2)
        .map(|_| {
            let config = in_cache(cache, ArchiveCreation::BeforeStart);
            tokio::spawn(JavacService::start(jdk.clone(), config))
        })
        .collect();
    for start in starts {
        assert_alive(&start.await.unwrap().unwrap()).await;
    }
    let mut expected = [archive_name(jdk), "service.jar"];
    expected.sort_unstable();
    assert_eq!(names(&service_folder(cache)), expected, "{jdk}");
}

async fn what_is_there_is_used(jdk: &Jdk, cache: &Path) {
    let folder = service_folder(cache);
    let archive = archive_name(jdk);
    let times = || {
        ["service.jar", archive]
            .map(|name| folder.join(name).metadata().unwrap().modified().unwrap())
    };
    let made = times();
    let config = in_cache(cache, ArchiveCreation::BeforeStart);
    let service = JavacService::start(jdk.clone(), config).await.unwrap();
    assert_alive(&service).await;
    assert_eq!(times(), made, "nothing is made twice");
    #[cfg(target_os = "linux")]
    {
        let maps =
            fs::read_to_string(format!("/proc/{}/maps", service.process_id().unwrap())).unwrap();
        assert!(maps.contains(archive), "the archive is mapped on {jdk}");
    }
}

/// A busy machine, on which everything would only take longer without them.
async fn what_starts_too_late_leaves_them(jdk: &Jdk, cache: &Path) {
    let made = names(&service_folder(cache));
    let config = ServiceConfig {
        start_limit: Duration::from_nanos(1),
        ..in_cache(cache, ArchiveCreation::Never)
    };
    assert!(JavacService::start(jdk.clone(), config).await.is_err());
    assert_eq!(names(&service_folder(cache)), made, "{jdk}");
}

async fn what_is_damaged_is_made_anew(jdk: &Jdk, cache: &Path) {
    let config = in_cache(cache, ArchiveCreation::Never);
    let folder = service_folder(cache);
    let damages = [Vec::new(), vec![0xff; 1 << 20]];
    for (name, damage) in names(&folder).iter().zip(damages) {
        fs::write(folder.join(name), damage).unwrap();
        let service = JavacService::start(jdk.clone(), config.clone())
            .await
            .unwrap();
        assert_alive(&service).await;
    }
}

#[tokio::test]
async fn an_archive_made_in_the_background_disturbs_no_request() {
    let jdk = each_jdk("an_archive_made_in_the_background_disturbs_no_request").remove(0);
    let cache = with_the_jar_alone(&jdk);
    let config = in_cache(cache.path(), ArchiveCreation::InBackground);
    let service = JavacService::start(jdk.clone(), config).await.unwrap();
    let folder = service_folder(cache.path());
    for _ in 0..600 {
        assert_alive(&service).await;
        if names(&folder)
            .iter()
            .any(|name| name.starts_with("service.") && name != "service.jar")
        {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_alive(&service).await;
    assert_eq!(names(&folder).len(), 2, "{:?}", names(&folder));
}

#[tokio::test]
async fn without_an_archive_the_service_works_and_does_not_try_again() {
    let jdk = each_jdk("without_an_archive_the_service_works_and_does_not_try_again").remove(0);
    let cache = with_the_jar_alone(&jdk);
    let start = |archive| JavacService::start(jdk.clone(), in_cache(cache.path(), archive));
    assert_alive(&start(ArchiveCreation::Never).await.unwrap()).await;
    let folder = service_folder(cache.path());
    assert_eq!(names(&folder), ["service.jar"]);
    // A folder in place of the archive's file makes its creation fail.
    let archive = archive_name(&jdk);
    fs::create_dir(folder.join(archive)).unwrap();
    assert_alive(&start(ArchiveCreation::BeforeStart).await.unwrap()).await;
    let reason = folder.join("archive-failed.txt");
    assert!(fs::read_to_string(&reason).unwrap().contains(archive));
    let written = reason.metadata().unwrap().modified().unwrap();
    assert!(!prepare_archive(&jdk, cache.path()).await.unwrap());
    assert_eq!(reason.metadata().unwrap().modified().unwrap(), written);
}

#[tokio::test]
async fn a_cache_that_cannot_be_written_is_done_without_and_a_jdk_that_is_gone_is_a_clear_error() {
    for mut jdk in each_jdk(
        "a_cache_that_cannot_be_written_is_done_without_and_a_jdk_that_is_gone_is_a_clear_error",
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let service = JavacService::start(jdk.clone(), ServiceConfig::new(&file))
            .await
            .unwrap();
        drop(service);
        let notice = take_notices().pop().unwrap();
        assert!(notice.contains("cannot be used"), "{notice}");
        assert!(notice.contains(&*file.to_string_lossy()), "{notice}");
        remove_private_folder();

        fs::copy(jdk.home.join("release"), folder.path().join("release")).unwrap();
        jdk.home = folder.path().to_path_buf();
        let error = JavacService::start(jdk, ServiceConfig::new(folder.path().join("cache")))
            .await
            .unwrap_err();
        assert!(matches!(error, JavacError::Spawn { .. }), "{error}");
    }
}

#[tokio::test]
async fn what_has_not_been_used_for_long_is_removed_when_something_new_is_built() {
    let jdk = each_jdk("what_has_not_been_used_for_long_is_removed_when_something_new_is_built")
        .remove(0);
    let cache = tempfile::tempdir().unwrap();
    let folder_used_days_ago = |name: &str, days: u64| {
        let folder = cache.path().join("javac-service").join(name);
        fs::create_dir_all(&folder).unwrap();
        let mark = fs::File::create(folder.join("last-used")).unwrap();
        let age = std::time::Duration::from_hours(24 * days);
        mark.set_modified(std::time::SystemTime::now() - age)
            .unwrap();
        folder
    };
    let old = folder_used_days_ago("old", 61);
    let recent = folder_used_days_ago("recent", 59);
    let config = in_cache(cache.path(), ArchiveCreation::Never);
    JavacService::start(jdk, config).await.unwrap();
    assert!(!old.exists() && recent.exists());
}

#[test]
fn the_cache_folder_follows_the_platform() {
    let environment = |platform, variables: &[(&str, &str)]| Environment {
        platform,
        root: PathBuf::from("/"),
        variables: variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect(),
    };
    let home = ("HOME", "/home/ada");
    for (platform, variables, expected) in [
        (Platform::Unix, vec![home], Some("/home/ada/.cache/jouled")),
        (
            Platform::Unix,
            vec![home, ("XDG_CACHE_HOME", "/var/c")],
            Some("/var/c/jouled"),
        ),
        // The XDG Base Directory Specification says that a relative path must be ignored.
        (
            Platform::Unix,
            vec![home, ("XDG_CACHE_HOME", "c")],
            Some("/home/ada/.cache/jouled"),
        ),
        (
            Platform::MacOs,
            vec![home],
            Some("/home/ada/Library/Caches/jouled"),
        ),
        (
            Platform::Windows,
            vec![("LOCALAPPDATA", "/l")],
            Some("/l/jouled"),
        ),
        (Platform::Unix, vec![], None),
    ] {
        let found = default_cache_dir(&environment(platform, &variables));
        assert_eq!(
            found,
            expected.map(PathBuf::from),
            "{platform:?} {variables:?}"
        );
    }
}
