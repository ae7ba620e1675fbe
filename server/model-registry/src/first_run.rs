//! A hint that users see once: there is a command that measures this machine.

use std::fs;
use std::path::Path;

use posterior::Posterior;

use crate::registry::Registry;

/// An empty folder that records that the hint was given.
const SAID: &str = "this-machine-was-mentioned";

/// The hint about `calibrate this-machine`, the first time that somebody uses the default model without having chosen one.
/// `cache` is the folder that remembers this. `None` after that, if nothing can remember it, and in pipelines, which start with
/// an empty cache each time.
pub fn take_first_run_hint(cache: &Path) -> Option<String> {
    if std::env::var_os("CI").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    hint(&Registry::of_this_user(), cache)
}

fn hint(registry: &Registry, cache: &Path) -> Option<String> {
    if !registry.is_fresh() {
        return None;
    }
    // If two processes start at the same time, only one gives the hint.
    fs::create_dir(cache.join(SAID)).ok()?;
    let model = Posterior::default_model();
    Some(format!(
        "these numbers are those of a {}; `calibrate this-machine` measures this machine, and jouled then uses \
         that model",
        model.hardware().machine
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_once_and_not_to_those_who_have_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let registry = Registry::at(folder.path().join("config"));
        let nowhere = folder.path().join("nowhere");
        assert_eq!(hint(&registry, &nowhere), None, "nothing can remember it");
        let said = hint(&registry, folder.path()).unwrap();
        assert!(said.contains("calibrate this-machine"), "{said}");
        assert_eq!(hint(&registry, folder.path()), None);

        let other = tempfile::tempdir().unwrap();
        registry.choose("raspberry-pi-5").unwrap();
        assert_eq!(hint(&registry, other.path()), None, "a choice is a choice");
    }
}
