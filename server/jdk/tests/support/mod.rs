//! Shared by the tests of this crate: the JDKs of this machine, and services that use them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jdk::{
    ArchiveCreation, CompileRequest, CompileResponse, Environment, JavacService, Jdk,
    ServiceConfig, SourceUnit, find_jdks,
};

/// The feature version that the tests need besides the oldest one.
const NEWER_FEATURE: u16 = 25;

/// One JDK of each feature version found. If the newer one is missing, prints the name of the skipped test, in words that
/// `cargo xtask test` repeats in its summary.
pub(crate) fn each_jdk(test: &str) -> Vec<Jdk> {
    let mut by_feature = BTreeMap::new();
    for jdk in find_jdks(None, &Environment::of_this_process()).jdks {
        by_feature.entry(jdk.version.feature).or_insert(jdk);
    }
    assert!(
        !by_feature.is_empty(),
        "the tests need a JDK of version 17 or newer"
    );
    if by_feature.keys().all(|feature| *feature < NEWER_FEATURE) {
        tests::skip(test, &format!("no JDK {NEWER_FEATURE} found"));
    }
    by_feature.into_values().collect()
}

/// The folder for jars and archives, kept between runs.
pub(crate) fn cache_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled")
}

/// Makes the service of a JDK ready in another cache folder.
pub(crate) fn prepare_in(cache: &Path, jdk: &Jdk) {
    tests::prepare_compiler_in(cache, jdk, env!("CARGO_TARGET_TMPDIR"));
}

pub(crate) fn config() -> ServiceConfig {
    ServiceConfig {
        archive: ArchiveCreation::Never,
        ..ServiceConfig::new(cache_dir())
    }
}

pub(crate) async fn start(jdk: &Jdk) -> JavacService {
    JavacService::start(jdk.clone(), config()).await.unwrap()
}

pub(crate) fn request<const N: usize>(sources: [(&str, &str); N]) -> CompileRequest {
    CompileRequest {
        sources: sources
            .into_iter()
            .map(|(path, text)| SourceUnit::new(path, text))
            .collect(),
        ..CompileRequest::default()
    }
}

/// The response to a request that must succeed.
pub(crate) async fn compiled(service: &JavacService, request: CompileRequest) -> CompileResponse {
    let response = service.compile(request).await.unwrap();
    assert!(response.success, "{:#?}", response.diagnostics);
    response
}

/// Asserts that a service accepts requests.
pub(crate) async fn assert_alive(service: &JavacService) {
    let response = compiled(service, request([("Alive.java", "class Alive {}")])).await;
    assert_eq!(response.classes.len(), 1);
}

/// A unit that takes javac practically forever: the body of each implicit lambda is attributed once for each of the three
/// overloads, so each level triples the work.
pub(crate) fn endless_source() -> String {
    let depth = 40;
    let mut expression = "1".to_owned();
    for level in 0..depth {
        expression = format!("f((x{level}) -> {{ return {expression}; }})");
    }
    format!(
        "import java.util.function.*;
        class Endless {{
            static <A> A f(Function<Integer, A> function) {{ return null; }}
            static int f(IntUnaryOperator function) {{ return 0; }}
            static long f(IntToLongFunction function) {{ return 0; }}
            Object o = {expression};
        }}"
    )
}
