//! Reduces a program that violates its bound.

use anyhow::Result;

use crate::generate::Generated;
use crate::judge::Fault;
use crate::judges::Judge;
use crate::suite::Bench;
use crate::summary::SoundnessSummary;

/// At most this many smaller programs are tried at a time, the smallest first.
const TRIED: usize = 60;

/// Removes statements until no smaller program is found that still executes more than its bound.
///
/// # Errors
/// If programs cannot be executed or judged.
pub fn shrink(bench: &Bench, program: &Generated, judge: Judge, fault: Fault) -> Result<Generated> {
    let mut smallest = program.clone();
    loop {
        let mut candidates = smallest.smaller();
        candidates.sort_by_key(Generated::size);
        candidates.truncate(TRIED);
        let subjects: Vec<_> = (candidates.iter().enumerate())
            .map(|(at, candidate)| candidate.subject(&format!("P{at}")))
            .collect();
        let executed = bench.execute_compiling(subjects)?;
        let verdicts = bench.judge_by(judge, &executed, fault)?;
        let mut summary = SoundnessSummary::default();
        summary.add(&executed, &verdicts);
        // The classes are numbered like the candidates, but some candidates do not compile.
        let still = summary.violations.iter().find_map(|violation| {
            let number = violation.call.method.class.strip_prefix('P')?;
            candidates.get(number.parse::<usize>().ok()?)
        });
        match still {
            Some(smaller) => smallest = smaller.clone(),
            None => return Ok(smallest),
        }
    }
}
