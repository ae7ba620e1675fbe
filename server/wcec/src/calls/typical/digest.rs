//! A digest of how often the blocks of a method run, by which two states of it can be compared.

use super::row::Visits;
use crate::method::MethodCost;
use bytecode::{ClassFile, Code, Method};
use frequency::Certainty;
use std::hash::Hasher;

/// A number that is the same for methods whose blocks run equally often for the same reasons, whatever is executed in them.
/// `None` for a method with more edges than can be followed. `cost` is its own worst case, which tells of its loops.
pub fn digest_of_frequencies(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    cost: &MethodCost,
) -> Option<u64> {
    let visits = Visits::of(class, method, code, cost)?;
    let mut digest = rustc_hash::FxHasher::default();
    let frequencies = &visits.frequencies;
    for (count, certainty) in frequencies.visits.iter().zip(&frequencies.certainty) {
        digest.write_u64(count.to_bits());
        digest.write_u8(match certainty {
            Certainty::Certain => 0,
            Certainty::Branches => 1,
            Certainty::Loops => 2,
        });
    }
    Some(digest.finish())
}
