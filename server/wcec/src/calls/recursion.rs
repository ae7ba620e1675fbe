//! Methods that call themselves, directly or through each other.
//!
//! With at most d calls under way at once, of which each makes at most k further ones, a method runs at most
//! 1 + k + … + k^(d−1) times. Its cost is that number times what one run executes, with every value that grows on the
//! way replaced by the largest there is.

use super::producers::Passed;
use super::summarise::MethodTotal;
use super::{Call, Callee};
use crate::analysis::{self, Scratch};
use crate::expression::{Cost, Occurrence, Polynomial, Rational, Symbol, SymbolKind};
use crate::method::MethodInput;
use bytecode::{ClassFile, Code, Method};
use pricing::PatternId;
use std::sync::Arc;

/// One run of a method without those of its callees that lead back to it.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) total: MethodTotal,
    /// The calls that lead back to it.
    pub(crate) recursive: Vec<Passed>,
    /// What its symbols begin with: class, name, descriptor.
    pub(crate) prefix: String,
}

/// How a run of a method leads back to it.
#[derive(Debug, Default)]
pub(crate) struct Marked {
    /// How often at most; `None` where that depends on a symbol.
    calls: Option<f64>,
    /// What grows on the way.
    growing: Vec<Arc<Symbol>>,
}

/// The pattern that counts calls.
const MARK: PatternId = PatternId(0);

/// What one call back is worth.
const MEANS: [f64; 1] = [1.0];

/// Finds how often a run leads back to its method, and what grows on the way.
pub(crate) fn mark(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    body: &Body,
    is_alone: bool,
    scratch: &mut Scratch,
) -> Marked {
    let occurrences = body.total.cost.cost.occurrences();
    let symbols: Arc<[(Arc<Symbol>, Occurrence)]> = if is_alone {
        occurrences.into()
    } else {
        Arc::new([])
    };
    let calls: Vec<Call> = body
        .recursive
        .iter()
        .map(|passed| Call {
            passed: passed.clone(),
            callee: Callee::Itself {
                symbols: Arc::clone(&symbols),
                mark: MARK,
            },
            handed: Vec::new(),
        })
        .collect();
    let input = MethodInput {
        class,
        method,
        code,
        priced: &[],
        means: &MEANS,
        calls: &calls,
        declared: &[],
    };
    let found = analysis::analyse(&input, scratch);
    let growing = if is_alone {
        found.growing
    } else {
        // Whoever is called in between may pass anything on.
        let symbols = body.total.cost.cost.symbols().into_iter();
        symbols.filter(|symbol| symbol.place.is_some()).collect()
    };
    Marked {
        calls: found.cost.constant_mean(&MEANS),
        growing,
    }
}

/// The costs of methods that lead back to each other, all their runs counted.
pub(crate) fn unroll(
    bodies: Vec<(u32, Body)>,
    marked: &[Marked],
    means: &[f64],
) -> Vec<(u32, MethodTotal)> {
    let prefix = bodies
        .first()
        .map_or_else(String::new, |(_, body)| body.prefix.clone());
    let calls = marked.iter().try_fold(0.0_f64, |most, marked| {
        marked.calls.map(|calls| most.max(calls))
    });
    // Who shares a recursion with others names it after one of them.
    let owner = if bodies.len() > 1 {
        let method = prefix.split('(').next().unwrap_or_default();
        format!("{}.", method.rsplit('.').next().unwrap_or_default())
    } else {
        String::new()
    };
    let runs = runs(&prefix, &owner, calls);
    let one_run: Vec<Cost> = bodies
        .iter()
        .zip(marked)
        .map(|((_, body), marked)| {
            body.total.cost.cost.with_symbols(&|symbol| {
                let grows = marked
                    .growing
                    .iter()
                    .any(|growing| growing.key == symbol.key);
                grows.then(|| largest(symbol))
            })
        })
        .collect();
    let cost = Cost::max_of(one_run, means).times(&runs);
    let symbols = cost.symbols();
    let mut unpriced = super::summary::Unpriceds::default();
    for (_, body) in &bodies {
        unpriced.add_all(&body.total.unpriced);
    }
    bodies
        .into_iter()
        .map(|(number, body)| {
            let mut total = body.total;
            total.cost.cost = cost.clone();
            total.cost.symbols.clone_from(&symbols);
            total.unpriced = unpriced.clone();
            (number, total)
        })
        .collect()
}

/// How often the methods run in all.
fn runs(prefix: &str, owner: &str, calls: Option<f64>) -> Polynomial {
    let symbol = |name: &str, meaning: &str| {
        Polynomial::symbol(Arc::new(Symbol {
            key: format!("{prefix}:{name}"),
            name: format!("{owner}{name}"),
            kind: SymbolKind::Depth,
            line: None,
            meaning: meaning.to_owned(),
            place: None,
        }))
    };
    let of_depth = calls.filter(|calls| *calls <= 64.0).and_then(|calls| {
        let depth = symbol(
            "d",
            "how many calls of the recursion are under way at once, at most",
        );
        // A count of instructions on a path is a whole number.
        let calls = calls.round() as i64;
        if calls <= 1 {
            return Some(depth);
        }
        // 1 + k + … + k^(d−1) = (k^d − 1) / (k − 1)
        let share = Rational::new(1, calls - 1);
        let less = Polynomial::constant(-1).checked_scale(share)?;
        Polynomial::power(calls, depth)
            .checked_scale(share)?
            .checked_add(&less)
    });
    of_depth.unwrap_or_else(|| symbol("runs", "how often the recursion runs its methods, in all"))
}

/// The largest value that a symbol has in any call of a recursion.
fn largest(symbol: &Symbol) -> Arc<Symbol> {
    let kind = match symbol.kind {
        SymbolKind::Callback => SymbolKind::Callback,
        _ => SymbolKind::Argument,
    };
    Arc::new(Symbol {
        key: format!("{}.max", symbol.key),
        name: format!("{}.max", symbol.name),
        kind,
        line: symbol.line,
        meaning: format!("{}, the largest in the recursion", symbol.meaning),
        place: None,
    })
}
