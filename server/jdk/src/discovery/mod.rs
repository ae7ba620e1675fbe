//! Finds JDKs of version 17 or newer by examining folders. No program is started.

mod environment;
mod found;
mod install;
mod jdk;
mod paths;
mod places;
mod release;
mod version;

use std::collections::HashSet;
use std::path::Path;

pub use environment::{Environment, Platform};
pub use found::{Discovery, NoJdk};
pub use install::installation_advice;
pub use jdk::{Jdk, JdkOrigin, Rejected};
pub use version::{JdkVersion, MINIMUM_FEATURE};

/// All JDKs of version [`MINIMUM_FEATURE`] or newer that can be found.
pub fn find_jdks(explicit: Option<&Path>, environment: &Environment) -> Discovery {
    let mut discovery = Discovery::default();
    let mut seen = HashSet::new();
    let candidates = places::candidates(explicit, environment, &mut discovery);
    for (path, place) in candidates {
        match Jdk::at(&path, place) {
            Ok(jdk) => {
                if seen.insert(jdk.home.clone()) {
                    discovery.jdks.push(jdk);
                }
            }
            Err(rejected) => {
                if seen.insert(rejected.path.clone()) {
                    discovery.rejected.push(rejected);
                }
            }
        }
    }
    discovery.jdks.sort_by(|a, b| {
        a.place.cmp(&b.place).then_with(|| {
            // The user decides the order on the PATH, which a stable sort keeps.
            if a.place == JdkOrigin::Usual {
                b.version.feature.cmp(&a.version.feature)
            } else {
                std::cmp::Ordering::Equal
            }
        })
    });
    discovery
}

/// The preferred JDK. If one is named explicitly, it is used or rejected, but never replaced by another one.
///
/// # Errors
///
/// [`NoJdk`] if the named folder is not a usable JDK, or none is found.
pub fn find_jdk(explicit: Option<&Path>, environment: &Environment) -> Result<Jdk, NoJdk> {
    let refuse = |discovery: Discovery| NoJdk {
        discovery,
        advice: installation_advice(environment),
    };
    if let Some(home) = explicit {
        return Jdk::at(home, JdkOrigin::Explicit).map_err(|rejected| {
            refuse(Discovery {
                rejected: vec![rejected],
                ..Discovery::default()
            })
        });
    }
    let mut discovery = find_jdks(None, environment);
    if discovery.jdks.is_empty() {
        return Err(refuse(discovery));
    }
    Ok(discovery.jdks.swap_remove(0))
}
