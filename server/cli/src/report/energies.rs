//! Only the typical energy of each method, for histories.

use super::view::{Context, MethodOrigin, ReportView};
use ide::report::ProblemReport;
use ide::{Detail, MethodAnalysis, Stats};
use std::collections::BTreeSet;
use std::io;
use trend::{MethodEnergy, StateEnergies, module_of};

/// Collects the energies of a state's methods.
pub(super) struct Energies<'r> {
    context: Context<'r>,
    state: &'r mut StateEnergies,
    /// The files with a method whose body is missing because of a compiler error.
    broken_files: &'r mut BTreeSet<String>,
}

impl<'r> Energies<'r> {
    pub(super) const fn new(
        context: Context<'r>,
        state: &'r mut StateEnergies,
        broken_files: &'r mut BTreeSet<String>,
    ) -> Self {
        Self {
            context,
            state,
            broken_files,
        }
    }
}

/// A method, and its file if a body is missing because of a compiler error.
type Rendered = (MethodEnergy, Option<String>);

impl ReportView for Energies<'_> {
    type Memory = ();
    type Part = Vec<Rendered>;

    fn detail(&self) -> Detail {
        Detail::Reach
    }

    fn render(
        &self,
        method: &MethodAnalysis,
        origin: MethodOrigin<'_>,
        (): &mut (),
        part: &mut Self::Part,
    ) {
        let typical = self.context.model.typical_at(method, origin.assumptions);
        let typical = typical.filter(|_| method.not_analysed.is_none());
        let energy = MethodEnergy {
            class: method.class.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            module: module_of(origin.file.unwrap_or_default()),
            typical_j: typical.map(|typical| typical.mean.0),
        };
        let is_broken = method.not_analysed == Some(ide::NotAnalysed::NotCompiled);
        let file = is_broken.then(|| origin.file.unwrap_or_default().to_owned());
        part.push((energy, file));
    }

    fn add(&mut self, part: &mut Self::Part) -> io::Result<()> {
        for (method, broken_file) in part.drain(..) {
            if let Some(file) = broken_file {
                self.broken_files.insert(file);
                let package = method
                    .class
                    .rsplit_once('/')
                    .map_or("", |(package, _)| package);
                self.state.broken_packages.insert(package.to_owned());
            }
            self.state.methods.push(method);
        }
        Ok(())
    }

    fn finish(self, _: &Stats, _: &[ProblemReport]) -> io::Result<()> {
        Ok(())
    }
}
