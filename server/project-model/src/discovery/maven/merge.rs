//! Merges the statements of several POMs.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::model::{Key, key};
use super::pom::{Dependency, PomFolders, Section};
use crate::discovery::reader::named_path;

/// Adds the statements of a parent or an enclosing POM. Existing ones win.
pub(super) fn merge(into: &mut Section, from: &Section) {
    for (name, value) in &from.properties {
        let entry = into.properties.entry(name.clone());
        entry.or_insert_with(|| value.clone());
    }
    let own: HashSet<_> = into.dependencies.iter().map(key).collect();
    let more = from.dependencies.iter();
    let more = more.filter(|dependency| !own.contains(&key(dependency)));
    into.dependencies.extend(more.cloned());
    into.managed.extend(from.managed.iter().cloned());
    let (build, more) = (&mut into.build, &from.build);
    for (own, other) in [
        (&mut build.directory, &more.directory),
        (&mut build.sources, &more.sources),
        (&mut build.test_sources, &more.test_sources),
        (&mut build.output, &more.output),
        (&mut build.test_output, &more.test_output),
        (&mut build.release, &more.release),
        (&mut build.source_level, &more.source_level),
        (&mut build.test_release, &more.test_release),
        (&mut build.test_source_level, &more.test_source_level),
    ] {
        if own.is_none() {
            own.clone_from(other);
        }
    }
    for (own, other) in [
        (&mut build.added_sources, &more.added_sources),
        (&mut build.added_test_sources, &more.added_test_sources),
    ] {
        let new = other.iter().filter(|path| !own.contains(path));
        let new: Vec<_> = new.cloned().collect();
        own.extend(new);
    }
}

pub(super) fn manage(dependency: &mut Dependency, managed: &HashMap<Key, Dependency>) {
    let Some(managed) = managed.get(&key(dependency)) else {
        return;
    };
    if dependency.version.is_empty() {
        dependency.version.clone_from(&managed.version);
    }
    if dependency.scope.is_empty() {
        dependency.scope.clone_from(&managed.scope);
    }
    if dependency.system_path.is_empty() {
        dependency.system_path.clone_from(&managed.system_path);
    }
    dependency.is_optional |= managed.is_optional;
    dependency
        .exclusions
        .extend(managed.exclusions.iter().cloned());
}

pub(super) fn interpolated(dependency: &Dependency, text: &dyn Fn(&str) -> String) -> Dependency {
    Dependency {
        group: text(&dependency.group),
        artifact: text(&dependency.artifact),
        version: text(&dependency.version),
        classifier: text(&dependency.classifier),
        kind: text(&dependency.kind),
        scope: text(&dependency.scope),
        system_path: text(&dependency.system_path),
        ..dependency.clone()
    }
}

/// The build with Maven's defaults; all paths are absolute.
pub(super) fn complete(
    merged: &Section,
    text: &dyn Fn(&str) -> String,
    folder: &Path,
) -> PomFolders {
    let build = &merged.build;
    let path = |given: Option<&String>, default: &str| {
        let path = given.map_or_else(|| default.to_owned(), |given| text(given));
        let path = named_path(folder, path);
        path.to_string_lossy().into_owned()
    };
    let directory = path(build.directory.as_ref(), "target");
    let paths = |given: &[String]| given.iter().map(|one| path(Some(one), "")).collect();
    let property = |name: &str| merged.properties.get(name).map(|value| text(value));
    let level = |given: Option<&String>| given.map(|given| text(given));
    PomFolders {
        sources: Some(path(build.sources.as_ref(), "src/main/java")),
        test_sources: Some(path(build.test_sources.as_ref(), "src/test/java")),
        output: Some(path(build.output.as_ref(), &format!("{directory}/classes"))),
        test_output: Some(path(
            build.test_output.as_ref(),
            &format!("{directory}/test-classes"),
        )),
        directory: Some(directory),
        added_sources: paths(&build.added_sources),
        added_test_sources: paths(&build.added_test_sources),
        release: level(build.release.as_ref()).or_else(|| property("maven.compiler.release")),
        source_level: level(build.source_level.as_ref())
            .or_else(|| property("maven.compiler.source"))
            .or_else(|| property("maven.compiler.target")),
        test_release: level(build.test_release.as_ref())
            .or_else(|| property("maven.compiler.testRelease")),
        test_source_level: level(build.test_source_level.as_ref())
            .or_else(|| property("maven.compiler.testSource")),
    }
}
