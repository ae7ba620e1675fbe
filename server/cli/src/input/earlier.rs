//! The calls of one state of a project, from which those of another follow.

use super::Input;
use ide::report::ProblemReport;
use ide::{Program, ProgramClass};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wcec::calls::named_packages;

/// What was found out of one state.
pub(crate) struct Earlier {
    program: Arc<Program>,
    /// Its classes by name.
    classes: BTreeMap<String, Arc<[u8]>>,
    pub(super) of_libraries: Vec<ProblemReport>,
}

impl Earlier {
    /// `None` where no calls were followed, or two classes have the same name.
    pub(crate) fn of(input: &Input) -> Option<Self> {
        let program = Arc::clone(input.program.as_ref()?);
        let (_, compilation) = input.compiled.as_ref()?;
        let mut classes = BTreeMap::new();
        for class in compilation.files.iter().flat_map(|file| &file.classes) {
            let known = classes.insert(class.binary_name.clone(), Arc::clone(&class.bytes));
            if known.is_some() {
                return None;
            }
        }
        Some(Self {
            program,
            classes,
            of_libraries: input.of_libraries.clone(),
        })
    }

    /// The program of other classes; `None` where it has to be made from nothing: a class is gone or there twice, or something
    /// of the libraries is named that was not looked at.
    pub(super) fn with(&self, classes: &[ProgramClass], names: &[&str]) -> Option<Arc<Program>> {
        let unique: BTreeSet<&str> = names.iter().copied().collect();
        let is_gone = |name: &String| !unique.contains(name.as_str());
        let is_whole = unique.len() == names.len() && names.len() == classes.len();
        if !is_whole || self.classes.keys().any(is_gone) {
            return None;
        }
        let is_new = |(class, name): &(&ProgramClass, &&str)| {
            self.classes
                .get(**name)
                .is_none_or(|known| *known != class.bytes)
        };
        let new = classes.iter().zip(names).filter(is_new);
        let mut named = BTreeSet::new();
        for (class, _) in new {
            named.extend(named_packages(&class.bytes).ok()?);
        }
        for bytes in self.classes.values() {
            if named.is_empty() {
                break;
            }
            for package in named_packages(bytes).unwrap_or_default() {
                named.remove(&package);
            }
        }
        if !named.is_empty() {
            return None;
        }
        let program = self.program.with(classes.to_vec());
        Some(program.map_or_else(|| Arc::clone(&self.program), Arc::new))
    }
}
