//! Classes for particular releases of Java, below `META-INF/versions` (JEP 238): as in the virtual machine, the newest that is
//! not too new is instead of the root's.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What lies below it is not a class of the root.
pub const META_INF: &str = "META-INF/";

/// Versions below this one are passed over by the virtual machine.
const FIRST: u32 = 9;

/// The archives that may hold classes.
const ARCHIVES: [&str; 5] = ["jar", "war", "ear", "zip", "jmod"];

/// How many names are listed of what is not examined.
const MAX_NAMES: usize = 3;

/// The classes that are in use.
#[derive(Debug)]
pub struct Chosen<T> {
    /// With the path of each below the root.
    pub classes: Vec<(T, String)>,
    /// The releases of classes that are too new.
    pub newer: BTreeSet<u32>,
}

/// Of class files with their paths those that a virtual machine of this release takes. Versions count where the manifest says so.
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
            // Of two entries of one path both are there, as they always were.
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

/// The release that a class is for, and its path below the root of that.
fn version_of(path: &str) -> Option<(u32, &str)> {
    let rest = path.strip_prefix("META-INF/versions/")?;
    let (version, class) = rest.split_once('/')?;
    let is_number = version.bytes().all(|digit| digit.is_ascii_digit());
    let version = version.parse().ok().filter(|_| is_number)?;
    (version >= FIRST && !class.starts_with(META_INF)).then_some((version, class))
}

/// True of a file that may hold classes itself.
pub fn is_archive(path: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| {
        let mut known = ARCHIVES.iter();
        known.any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// What decides which classes for particular releases are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// Somebody asked for it.
    Requested(u16),
    /// It is that of the JDK in use.
    OfJdk(u16),
    /// There is no JDK: none of these classes is used.
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

    /// What is to be said about classes for newer releases; `None` if there are none.
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

/// What is to be said about archives that nobody looks into; `None` if there are none.
pub fn unexamined<'n>(archives: impl Iterator<Item = &'n str>) -> Option<String> {
    let archives: Vec<String> = archives.map(str::to_owned).collect();
    let names = listed(&archives);
    (!archives.is_empty()).then(|| {
        format!(
            "archives inside it are not analysed: {names}; unpack them and name them separately"
        )
    })
}

/// The first of these names, and how many more there are.
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
