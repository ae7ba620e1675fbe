//! Reads the modules of a project from its build files, without running them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::eclipse::Eclipse;
use super::gradle::Gradle;
use super::maven::{Poms, local_repository};
use super::module::{Description, Module};
use super::options::DiscoverOptions;
use super::reader::Reader;
use super::repositories::Repositories;

/// The number of folders above a source root that are searched for build files.
const MAX_ABOVE: usize = 32;
/// The folder names of version control systems.
const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
const BUILD_FILES: [&str; 6] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    ".classpath",
];

/// Whether a change of a file with this name can change what a project is compiled against.
pub fn is_build_file(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    BUILD_FILES.contains(&name)
        || matches!(name, ".project" | "gradle.properties" | "maven.config")
        || name.ends_with(".gradle")
        || name.ends_with(".gradle.kts")
        || name.ends_with(".versions.toml")
}

/// The folders of each kind of build, nearest first.
type Owners = [Option<PathBuf>; 3];

/// Reads the build files of source roots.
pub(super) fn describe(roots: &BTreeSet<PathBuf>, options: &DiscoverOptions) -> Description {
    let mut reader = Reader::new(&options.limits);
    let mut owners: BTreeMap<Owners, Vec<PathBuf>> = BTreeMap::new();
    let mut tops = BTreeSet::new();
    let mut builds = None;
    for root in roots {
        let around = around(root);
        let has_build =
            |folder: &&PathBuf| BUILD_FILES.iter().any(|file| folder.join(file).is_file());
        let Some(highest) = around.iter().rfind(has_build) else {
            continue;
        };
        tops.insert(highest.clone());
        // Eclipse projects use those next to them.
        let eclipse = around
            .iter()
            .position(|folder| folder.join(".classpath").is_file());
        tops.extend(eclipse.and_then(|place| around.get(place + 1)).cloned());
        let builds = builds.get_or_insert_with(|| Builds::new(options, &mut reader));
        let nearest = |name: &str| {
            let mut files = around.iter().map(|folder| folder.join(name));
            files.find(|file| file.is_file())
        };
        let places = [
            nearest("pom.xml"),
            builds.gradle.project_of(&mut reader, root, &around),
            nearest(".classpath"),
        ];
        if places.iter().any(Option::is_some) {
            owners.entry(places).or_insert(around);
        }
    }
    let mut modules = Vec::new();
    if let Some(mut builds) = builds {
        // Modules use each other even if the parent POM that names them cannot be read.
        for (places, around) in &owners {
            if let Some(pom) = &places[0] {
                builds.maven.read_reactor(&mut reader, pom, around);
            }
        }
        for (places, around) in owners {
            modules.extend(builds.best(&places, &around, &mut reader));
        }
    }
    let (problems, missing, files) = reader.into_parts();
    Description {
        modules,
        tops,
        files,
        problems,
        missing,
    }
}

/// A folder and those above it, up to the root of the version control system.
fn around(folder: &Path) -> Vec<PathBuf> {
    let home = std::env::home_dir();
    let mut around = Vec::new();
    for folder in folder.ancestors().take(MAX_ABOVE) {
        if folder.parent().is_none() || home.as_deref() == Some(folder) {
            break;
        }
        around.push(folder.to_path_buf());
        if VERSION_CONTROL
            .iter()
            .any(|name| folder.join(name).exists())
        {
            break;
        }
    }
    around
}

/// The readers for all kinds of builds.
struct Builds {
    maven: Poms,
    gradle: Gradle,
    eclipse: Eclipse,
}

impl Builds {
    fn new(options: &DiscoverOptions, reader: &mut Reader<'_>) -> Self {
        let home = std::env::home_dir();
        let given = options.maven_repository.clone();
        let maven = given.or_else(|| local_repository(reader, home.as_deref()?));
        let gradle = options.gradle_home.clone().or_else(|| {
            let given = std::env::var_os("GRADLE_USER_HOME").map(PathBuf::from);
            given.or_else(|| Some(home.as_ref()?.join(".gradle")))
        });
        let cache = gradle
            .as_ref()
            .map(|home| home.join("caches/modules-2/files-2.1"));
        let repositories = Repositories {
            gradle: cache.filter(|cache| cache.is_dir()),
            maven,
        };
        Self {
            maven: Poms::new(repositories.clone()),
            gradle: Gradle::new(repositories.clone(), gradle),
            eclipse: Eclipse::new(repositories.maven),
        }
    }

    /// The module according to the build file that could be read best.
    fn best(
        &mut self,
        [pom, gradle, eclipse]: &Owners,
        around: &[PathBuf],
        reader: &mut Reader<'_>,
    ) -> Option<Module> {
        let mut found = Vec::new();
        let before = std::mem::take(&mut reader.problems);
        for (kind, place) in [pom, gradle, eclipse].into_iter().enumerate() {
            let Some(place) = place else {
                continue;
            };
            let module = match kind {
                0 => self.maven.module(reader, place),
                1 => self.gradle.module(reader, place, around),
                _ => self.eclipse.module(reader, place),
            };
            let problems = std::mem::take(&mut reader.problems);
            let Some(module) = module else {
                found.push((usize::MAX, Reverse(0), problems, None));
                continue;
            };
            let depth = module.folder.components().count();
            let is_whole = module.missing == 0;
            found.push((module.missing, Reverse(depth), problems, Some(module)));
            let others = [gradle, eclipse].into_iter().skip(kind).flatten();
            let has_deeper = others
                .filter_map(|place| place.parent())
                .any(|folder| folder.components().count() > depth);
            if is_whole && !has_deeper {
                break;
            }
        }
        let best = found
            .into_iter()
            .min_by_key(|(missing, depth, ..)| (*missing, *depth));
        reader.problems = before;
        let (_, _, problems, module) = best?;
        reader.problems.extend(problems);
        module
    }
}
