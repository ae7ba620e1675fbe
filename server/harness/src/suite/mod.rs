//! The programs of a campaign as Java text.
//!
//! Each is a separate class with a method `static void run(int n)` that executes its statements n times in a loop. The loop has
//! several copies of the statements with other variables, so the loop itself is a small part of the measurement, and both short
//! and long forms of loads and stores occur. The counter and the limit of the loop have the same slots in every program. What
//! differs from the empty loop is what is measured.
//!
//! Compilers have other programs ([`compiled`]).

mod algorithm;
mod algorithms;
mod compiled;
mod composites;
mod decision;
mod decisions;
mod extent;
mod extras;
mod kernels;
mod objects_and_recursion;
mod paper;
mod patterns;
mod sequences;
mod source;
mod tables;
mod user_program;
mod whole_algorithms;

use campaign::ProgramKind;

use crate::execution_mode::ExecutionMode;
pub use extent::Extent;
pub use paper::{FIBONACCI, MATRIX};
use source::Snippet;
pub use source::{BASELINE, HELD_OUT_STEP, Source};
pub use user_program::UserProgram;
pub use whole_algorithms::algorithms_of;

/// All programs of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The programs. The first one is the baseline.
    pub sources: Vec<Source>,
    /// Users' programs that the sources call.
    pub given: Vec<UserProgram>,
    /// How they are executed.
    pub mode: ExecutionMode,
}

impl Suite {
    /// The programs of a campaign. Only the kernels and composite methods depend on the seed. Compilers get programs from which
    /// they cannot remove anything, and no single statements.
    pub fn generate(seed: u64, mode: ExecutionMode, extent: Extent) -> Self {
        if mode.is_compiled() {
            return Self {
                sources: compiled::sources(seed, extent),
                given: Vec::new(),
                mode,
            };
        }
        let mut sources = vec![Snippet::new(BASELINE, ProgramKind::Baseline).source()];
        sources.extend(patterns::sources());
        sources.extend(extras::sources());
        sources.extend(
            sequences::sources()
                .into_iter()
                .step_by(extent.sequence_step()),
        );
        sources.extend(algorithms::sources());
        sources.extend(decisions::sources());
        sources.extend((0..extent.kernels()).map(|number| Source {
            held_out: number % HELD_OUT_STEP == 0,
            ..kernels::source(seed, number)
        }));
        sources.extend((0..extent.composites()).map(|number| Source {
            held_out: number % HELD_OUT_STEP == 0,
            ..composites::source(seed, number)
        }));
        Self {
            sources,
            given: Vec::new(),
            mode,
        }
    }

    /// The programs for comparing predictions: the paper's programs, this many composite methods of a seed, and users' programs.
    pub fn validation(
        seed: u64,
        mode: ExecutionMode,
        composites: u32,
        given: Vec<UserProgram>,
    ) -> Self {
        let mut sources = if mode.is_compiled() {
            compiled::validation(seed, composites)
        } else {
            let mut sources = vec![Snippet::new(BASELINE, ProgramKind::Baseline).source()];
            sources.extend(paper::sources());
            sources.extend((0..composites).map(|number| composites::source(seed, number)));
            sources
        };
        sources.extend(given.iter().map(UserProgram::source));
        Self {
            sources,
            given,
            mode,
        }
    }

    /// Keeps the empty loop and the programs whose names contain a text.
    pub fn retain(&mut self, text: &str) {
        self.sources
            .retain(|source| source.kind == ProgramKind::Baseline || source.name.contains(text));
    }

    /// The classes that the programs use.
    pub const fn common(&self) -> (&'static str, &'static str) {
        match self.mode {
            ExecutionMode::Interpreter => (
                "measured/C.java",
                include_str!("../../java/measured/C.java"),
            ),
            ExecutionMode::C1 | ExecutionMode::C2 => (
                "measured/Sink.java",
                include_str!("../../java/measured/Sink.java"),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::source::rename;
    use super::*;

    #[test]
    fn names_are_exchanged_as_whole_words_and_not_as_members() {
        let names = [("x", "x1".to_owned()), ("y", "y1".to_owned())];
        assert_eq!(rename("x = xy + y + o.x;", &names), "x1 = xy + y1 + o.x;");
    }

    #[test]
    fn a_suite_depends_on_its_seed_and_on_nothing_else() {
        let suite = Suite::generate(1, ExecutionMode::Interpreter, Extent::Full);
        assert_eq!(
            suite,
            Suite::generate(1, ExecutionMode::Interpreter, Extent::Full)
        );
        let other = Suite::generate(2, ExecutionMode::Interpreter, Extent::Full);
        let differing = suite
            .sources
            .iter()
            .zip(&other.sources)
            .filter(|(a, b)| a != b);
        let made_up = Extent::Full.composites() + Extent::Full.kernels();
        assert_eq!(differing.count(), made_up as usize);
    }

    #[test]
    fn every_program_has_a_name_and_a_class_of_its_own() {
        let suite = Suite::generate(1, ExecutionMode::Interpreter, Extent::Full);
        let classes: BTreeSet<&str> = suite
            .sources
            .iter()
            .map(|source| source.class.as_str())
            .collect();
        assert_eq!(classes.len(), suite.sources.len());
        let count = |kind| {
            suite
                .sources
                .iter()
                .filter(|source| source.kind == kind)
                .count()
        };
        assert_eq!(count(ProgramKind::Baseline), 1);
        assert_eq!(count(ProgramKind::Pattern), 174);
        assert!(
            count(ProgramKind::Extra) >= 60,
            "{}",
            count(ProgramKind::Extra)
        );
        assert!(
            count(ProgramKind::Sequence) >= 200,
            "{}",
            count(ProgramKind::Sequence)
        );
        let held_out_algorithms = suite
            .sources
            .iter()
            .filter(|source| {
                let name = &source.name;
                source.held_out && (name.starts_with("algorithm_") || name.starts_with("decision_"))
            })
            .count();
        assert!(held_out_algorithms >= 20, "{held_out_algorithms}");
        let held_out = suite
            .sources
            .iter()
            .filter(|source| source.held_out)
            .count();
        let made_up = Extent::Full.composites().div_ceil(HELD_OUT_STEP)
            + Extent::Full.kernels().div_ceil(HELD_OUT_STEP);
        assert_eq!(held_out, made_up as usize + held_out_algorithms);
    }
}
