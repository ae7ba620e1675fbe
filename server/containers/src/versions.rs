//! Classes for particular Java releases, below `META-INF/versions` (JEP 238). As in a JVM, the newest version that is not too new
//! replaces the class at the root.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Files below it are not classes of the root.
pub const META_INF: &str = "META-INF/";

/// A JVM ignores versions below this one.
const FIRST: u32 = 9;

/// File extensions of archives that may contain classes.
const ARCHIVES: [&str; 5] = ["jar", "war", "ear", "zip", "jmod"];

/// The maximum number of names listed of what is not analysed.
const MAX_NAMES: usize = 3;

/// The classes that are in use.
#[derive(Debug)]
pub struct Chosen<T> {
    /// The classes, with their paths below the root.
    pub classes: Vec<(T, String)>,
    /// Releases of classes that are too new.
    pub newer: BTreeSet<u32>,
}

/// Chooses the class files that a JVM of this release would load. Versions count only if the manifest says so.
pub fn chosen<T>(
    entries: impl IntoIterator<Item = (T, String)>,
    is_multi_release: bool,
    release: Option<u16>,
) -> Chosen<T> {
    let mut chosen = Chosen {
        classes: Vec::new(),
        newer: BTreeSet::new(),
    };
    let mut versions: HashMap<String, (u32, usize)> = HashMap::new();
    for (entry, path) in entries {
        let (version, class) = match version_of(&path) {
            Some(versioned) if is_multi_release => versioned,
            None if !path.starts_with(META_INF) => (0, &path[..]),
            _ => continue,
        };
        if version > release.map_or(0, u32::from) {
            chosen.newer.insert(version);
            continue;
        }
        let class = class.to_owned();
        match versions.get_mut(&class) {
            Some((known, _)) if *known > version => {}
            // If two entries have the same path, both stay.
            Some((known, place)) if *known < version => {
                *known = version;
                chosen.classes[*place] = (entry, class);
            }
            _ => {
                versions.insert(class.clone(), (version, chosen.classes.len()));
                chosen.classes.push((entry, class));
            }
        }
    }
    chosen
}

/// The release of a class, and its path below that release's root.
fn version_of(path: &str) -> Option<(u32, &str)> {
    let rest = path.strip_prefix("META-INF/versions/")?;
    let (version, class) = rest.split_once('/')?;
    let is_number = version.bytes().all(|digit| digit.is_ascii_digit());
    let version = version.parse().ok().filter(|_| is_number)?;
    (version >= FIRST && !class.starts_with(META_INF)).then_some((version, class))
}

/// Whether a file may contain classes.
pub fn is_archive(path: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| {
        let mut known = ARCHIVES.iter();
        known.any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The release that decides which versions of classes are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// The user chose it.
    Requested(u16),
    /// It is the release of the JDK in use.
    OfJdk(u16),
    /// There is no JDK, so none of these versions is used.
    Unknown,
}

impl Release {
    /// The release as a number.
    pub const fn feature(self) -> Option<u16> {
        match self {
            Self::Requested(release) | Self::OfJdk(release) => Some(release),
            Self::Unknown => None,
        }
    }

    /// The message about classes for newer releases; `None` if there are none.
    pub fn message(self, newer: &BTreeSet<u32>) -> Option<String> {
        let releases: Vec<String> = newer.iter().map(u32::to_string).collect();
        let used = match self {
            Self::Requested(release) => format!("the release is set to {release}"),
            Self::OfJdk(release) => format!("the JDK in use is {release}"),
            Self::Unknown => String::from("no JDK was found"),
        };
        let releases = listed(&releases);
        (!newer.is_empty()).then(|| format!("its classes for Java {releases} are not used: {used}"))
    }
}

/// The message about archives that are not analysed; `None` if there are none.
pub fn unexamined<'n>(archives: impl Iterator<Item = &'n str>) -> Option<String> {
    let archives: Vec<String> = archives.map(str::to_owned).collect();
    let names = listed(&archives);
    (!archives.is_empty()).then(|| {
        format!(
            "archives inside it are not analysed: {names}; unpack them and name them separately"
        )
    })
}

/// The first names, and the number of the others.
pub(crate) fn listed<N: AsRef<str>>(names: &[N]) -> String {
    let named = names.iter().take(MAX_NAMES).map(AsRef::as_ref);
    let first = named.collect::<Vec<&str>>().join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        rest => format!("{first} and {rest} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{chosen, version_of};

    #[test]
    fn the_newest_class_that_is_not_too_new_is_taken() {
        let paths = [
            "META-INF/versions/9/p/A.class",
            "p/A.class",
            "META-INF/versions/17/p/A.class",
            "META-INF/versions/11/p/A.class",
            "META-INF/versions/21/p/A.class",
            "p/B.class",
            "META-INF/versions/11/p/C.class",
            "META-INF/p/D.class",
        ];
        let of = |is_multi_release, release| {
            let entries = paths.iter().map(|path| (*path, (*path).to_owned()));
            let chosen = chosen(entries, is_multi_release, release);
            let classes = chosen.classes.into_iter();
            let newer: Vec<u32> = chosen.newer.into_iter().collect();
            (classes.map(|(entry, _)| entry).collect::<Vec<_>>(), newer)
        };
        let eleven = "META-INF/versions/11/p/C.class";
        assert_eq!(
            of(true, Some(17)),
            (vec![paths[2], paths[5], eleven], vec![21])
        );
        assert_eq!(of(true, Some(8)).0, [paths[1], paths[5]]);
        assert_eq!(
            of(true, None),
            (vec![paths[1], paths[5]], vec![9, 11, 17, 21])
        );
        assert_eq!(of(false, Some(17)), (vec![paths[1], paths[5]], vec![]));
    }

    #[test]
    fn what_names_no_release_is_no_version() {
        for path in [
            "8/A.class",
            "+9/A.class",
            "x/A.class",
            "9",
            "/A.class",
            "9/META-INF/A.class",
            "99999999999/A.class",
        ] {
            assert_eq!(
                version_of(&format!("META-INF/versions/{path}")),
                None,
                "{path}"
            );
        }
        let found = version_of("META-INF/versions/9/p/A.class");
        assert_eq!(found, Some((9, "p/A.class")));
    }
}
