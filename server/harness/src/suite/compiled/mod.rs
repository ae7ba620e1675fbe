//! Programs for compilers.
//!
//! A single statement means nothing here: a compiler computes it once, or never. So these are whole loops, methods and
//! algorithms, in a frame from which nothing can be removed ([`frame`]). No two programs share code that changes: each has its
//! own copies of the classes that it uses.

mod arithmetic;
mod branches;
mod calls;
mod existing;
mod family;
mod frame;
mod library;
mod memory;
mod objects;
mod programs;
mod sorting;
mod vectors;

use super::extent::Extent;
use super::source::{HELD_OUT_STEP, Source};
use family::Family;
use frame::Frame;

/// Families that show the cost of single features. None of them is held out.
const FAMILIES: [&[Family]; 7] = [
    arithmetic::FAMILIES,
    branches::FAMILIES,
    calls::FAMILIES,
    library::FAMILIES,
    memory::FAMILIES,
    objects::FAMILIES,
    vectors::FAMILIES,
];

/// Whole algorithms. Some of them are held out.
const ALGORITHMS: [&[Family]; 2] = [sorting::FAMILIES, programs::FAMILIES];

/// The programs of a campaign, the empty loop first.
pub(super) fn sources(seed: u64, extent: Extent) -> Vec<Source> {
    let mut sources = vec![Frame::baseline()];
    for family in FAMILIES.iter().copied().flatten() {
        sources.extend(family.sources(false, extent));
    }
    for (family, number) in ALGORITHMS.iter().copied().flatten().zip(0..) {
        sources.extend(family.sources(number % HELD_OUT_STEP == 0, extent));
    }
    sources.extend(existing::algorithms(extent));
    sources.extend(existing::kernels(seed, extent));
    sources.extend(existing::composites(seed, extent));
    sources
}

/// The names of the whole algorithms, as those of their programs begin.
pub(super) fn algorithm_names() -> impl Iterator<Item = String> {
    let families = ALGORITHMS.iter().copied().flatten();
    families.map(|family| family.name.to_owned())
}

/// The programs for comparing predictions: the paper's programs and this many composite methods of a seed, the empty loop first.
pub(super) fn validation(seed: u64, composites: u32) -> Vec<Source> {
    let mut sources = vec![Frame::baseline()];
    sources.extend(existing::paper());
    sources.extend((0..composites).map(|number| existing::composite(seed, number, false)));
    sources
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use campaign::ProgramKind;

    use super::*;

    #[test]
    fn every_program_has_a_name_of_its_own_and_the_empty_loop_is_the_first() {
        for extent in [Extent::Quick, Extent::Full] {
            let sources = sources(1, extent);
            assert_eq!(sources[0].kind, ProgramKind::Baseline);
            let names: BTreeSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
            assert_eq!(names.len(), sources.len());
            let held_out = sources.iter().filter(|source| source.held_out).count();
            assert!(
                8 * held_out > sources.len(),
                "{held_out} of {}",
                sources.len()
            );
        }
    }

    #[test]
    fn a_quick_campaign_is_a_part_of_a_full_one() {
        let full = sources(1, Extent::Full);
        for source in sources(1, Extent::Quick) {
            assert!(full.contains(&source), "{}", source.name);
        }
    }

    #[test]
    fn a_family_is_held_out_as_a_whole() {
        let full = sources(1, Extent::Full);
        for family in ALGORITHMS.iter().copied().flatten() {
            let of_family: BTreeSet<bool> = full
                .iter()
                .filter(|source| source.name.starts_with(&format!("{}_", family.name)))
                .map(|source| source.held_out)
                .collect();
            assert_eq!(of_family.len(), 1, "{}", family.name);
        }
    }

    #[test]
    fn every_iteration_reads_what_no_compiler_knows_and_no_field_is_a_constant() {
        for source in sources(1, Extent::Full) {
            assert!(
                source.text.contains("int zero = Sink.zero;"),
                "{}",
                source.name
            );
            assert!(
                !source.text.contains("static final int[]"),
                "{}",
                source.name
            );
        }
    }
}
