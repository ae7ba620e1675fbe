//! Which programs of a campaign are whole algorithms, as people write them.

use std::collections::BTreeMap;

use super::{algorithms, compiled, decisions};

/// The whole algorithm that each of these programs is a variant of, with another type or size. Programs that show single features,
/// and generated ones, have none.
pub fn algorithms_of<'p>(programs: impl IntoIterator<Item = &'p str>) -> BTreeMap<&'p str, String> {
    let names: Vec<String> = names().collect();
    let is_variant = |program: &str, name: &str| {
        let variant = program.strip_prefix(name);
        variant.is_some_and(|variant| variant.is_empty() || variant.starts_with('_'))
    };
    let of_program = |program: &'p str| {
        let known = names.iter().filter(|name| is_variant(program, name));
        let longest = known.max_by_key(|name| name.len())?;
        Some((program, longest.clone()))
    };
    programs.into_iter().filter_map(of_program).collect()
}

/// What the names of all variants of an algorithm begin with.
fn names() -> impl Iterator<Item = String> {
    let algorithms = algorithms::all().map(|(_, (name, ..), _)| format!("algorithm_{name}"));
    let decisions = decisions::names().map(|name| format!("decision_{name}"));
    algorithms
        .chain(decisions)
        .chain(compiled::algorithm_names())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::execution_mode::ExecutionMode;
    use crate::suite::{Extent, Suite};

    use super::*;

    #[test]
    fn variants_of_an_algorithm_are_recognised_and_other_programs_are_not() {
        let mut found: BTreeSet<String> = BTreeSet::new();
        for (mode, expected, others) in [
            (
                ExecutionMode::C2,
                [
                    ("quick_sort_int_64", "quick_sort"),
                    ("algorithm_square_root_float", "algorithm_square_root"),
                ],
                [
                    "kernel_1_000",
                    "composite_1_000",
                    "chain_sum_float_32",
                    "baseline",
                ],
            ),
            (
                ExecutionMode::Interpreter,
                [
                    ("algorithm_square_root_float", "algorithm_square_root"),
                    ("decision_branch_half_512", "decision_branch_half"),
                ],
                [
                    "kernel_1_000",
                    "composite_1_000",
                    "extra_goto_taken",
                    "baseline",
                ],
            ),
        ] {
            let suite = Suite::generate(1, mode, Extent::Full);
            let programs = || suite.sources.iter().map(|source| source.name.as_str());
            let of = algorithms_of(programs());
            for (program, algorithm) in expected {
                assert_eq!(of[program], algorithm);
            }
            for other in others {
                assert!(programs().any(|program| program == other), "{other}");
                assert!(!of.contains_key(other), "{other}");
            }
            found.extend(of.into_values());
        }
        assert_eq!(found, names().collect());
    }
}
