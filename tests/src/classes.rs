//! Java text compiled by the real javac, and jars with classes.

use jdk::{
    ArchiveCreation, BlockingJavac, CompileRequest, CompiledClass, Environment, Jdk, JdkOrigin,
    ServiceConfig, SourceUnit, compiler_digest, find_jdk,
};
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

/// The JDK of this machine.
///
/// # Panics
/// If there is none.
pub fn jdk() -> Jdk {
    find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK")
}

/// The JDK for tests that need what the compiler makes, whatever process it is in: if `cargo xtask test` runs them, they share
/// one JVM. Otherwise, it is that of [`jdk`].
///
/// # Panics
/// If there is none.
pub fn shared_jdk() -> Jdk {
    match std::env::var_os("JOULED_SHARED_JDK") {
        Some(home) => Jdk::at(Path::new(&home), JdkOrigin::JavaHome).expect("a JDK to share"),
        None => jdk(),
    }
}

/// A resident javac that stores its files below a test folder: `CARGO_TARGET_TMPDIR`.
pub fn javac_config(folder: &str) -> ServiceConfig {
    ServiceConfig {
        archive: ArchiveCreation::Never,
        // Tests share the machine with each other, and possibly with more.
        time_limit: Duration::from_mins(2),
        ..ServiceConfig::new(Path::new(folder).join("cache/jouled"))
    }
}

/// All classes of a text, compiled; `folder` is that of [`javac_config`]. Many tests share a text, and each is a process: the first
/// one leaves the classes for the others.
///
/// # Panics
/// If the text does not compile.
pub fn compile_classes(folder: &str, path: &str, text: &str) -> Vec<CompiledClass> {
    compile_classes_with(&shared_jdk(), folder, path, text)
}

/// The same with the javac of this JDK, in the shared process if that is of the same version.
///
/// # Panics
/// If the text does not compile.
pub fn compile_classes_with(jdk: &Jdk, folder: &str, path: &str, text: &str) -> Vec<CompiledClass> {
    compile_sources(jdk, folder, &[(path, text)])
}

/// The same for several files: their paths and texts. Which file a class comes from is not known.
///
/// # Panics
/// If the texts do not compile.
pub fn compile_sources(jdk: &Jdk, folder: &str, sources: &[(&str, &str)]) -> Vec<CompiledClass> {
    let shared = shared_jdk();
    let is_alike = (&shared.version, &shared.vendor) == (&jdk.version, &jdk.vendor);
    let jdk = if is_alike { &shared } else { jdk };
    let compiler = compiler_digest(jdk).expect("the JDK can be read");
    let mut key = blake3::Hasher::new();
    let parts = sources.iter().flat_map(|(path, text)| [*path, *text]);
    for part in std::iter::once(&*compiler).chain(parts) {
        key.update(&(part.len() as u64).to_le_bytes());
        key.update(part.as_bytes());
    }
    let kept = Path::new(folder).join("compiled-classes");
    let file = kept.join(key.finalize().to_hex().as_str());
    if let Ok(bytes) = std::fs::read(&file) {
        return classes_of(bytes);
    }
    let javac = BlockingJavac::start(jdk.clone(), javac_config(folder)).expect("javac starts");
    let request = CompileRequest {
        sources: (sources.iter())
            .map(|(path, text)| SourceUnit::new(*path, *text))
            .collect(),
        ..CompileRequest::default()
    };
    let response = javac.compile(request).expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    std::fs::create_dir_all(&kept).expect("a folder for classes");
    let mut new = tempfile::NamedTempFile::new_in(&kept).expect("a file for classes");
    new.write_all(&jar_of(&response.classes))
        .and_then(|()| new.flush())
        .expect("classes are written");
    new.persist(file).expect("classes are kept");
    response.classes
}

/// Puts the compiler's program and archive of [`javac_config`] into another cache folder, as if it had been used before with this
/// JDK. Making them anew takes some seconds of CPU time.
///
/// # Panics
/// If the files cannot be copied.
pub fn prepare_compiler_in(cache_dir: &Path, jdk: &Jdk, folder: &str) {
    let key = compiler_digest(jdk).expect("the JDK can be read");
    let made = Path::new(folder).join("cache/jouled");
    for part in [
        format!("javac-service/{key}"),
        format!("digests/javac-service-{key}"),
    ] {
        let copy = cache_dir.join(&part);
        std::fs::create_dir_all(&copy).expect("a folder in the cache");
        // Where there is nothing yet, what uses the other folder makes it.
        let files = std::fs::read_dir(made.join(&part)).into_iter().flatten();
        for file in files.flatten().filter(|file| file.path().is_file()) {
            std::fs::copy(file.path(), copy.join(file.file_name())).expect("a copy");
        }
    }
}

/// The classes in a jar of [`jar_of`], which one source file has.
fn classes_of(jar: Vec<u8>) -> Vec<CompiledClass> {
    let mut jar = zip::ZipArchive::new(std::io::Cursor::new(jar)).expect("a jar");
    let classes = (0..jar.len()).map(|place| {
        let mut entry = jar.by_index(place).expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("a class");
        let binary_name = entry.name().strip_suffix(".class").expect("a class");
        CompiledClass {
            binary_name: binary_name.to_owned(),
            bytes,
            source: Some(0),
        }
    });
    classes.collect()
}

/// A jar with these entries.
///
/// # Panics
/// If an entry has a name that no archive can have.
pub fn jar<'a>(entries: impl IntoIterator<Item = (String, &'a [u8])>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).expect("an entry");
        zip.write_all(bytes).expect("memory is written to");
    }
    zip.finish().expect("memory is written to").into_inner()
}

/// A jar with these classes.
pub fn jar_of(classes: &[CompiledClass]) -> Vec<u8> {
    jar(classes
        .iter()
        .map(|class| (format!("{}.class", class.binary_name), &*class.bytes)))
}
