//! Methods that call themselves, directly or through each other.
//!
//! If at most d calls are active at once, and each makes at most k further ones, a method runs at most 1 + k + … + k^(d−1)
//! times. Its cost is that number times the cost of one run, in which every value that grows during the recursion is replaced
//! by its largest.

use super::Prices;
use super::exported::SizedCost;
use super::method_total::MethodTotal;
use bytecode::{ClassFile, Code, Method};
use cost::{
    Assumption, AssumptionKind, Assumptions, Atom, Cost, Measure, Polynomial, Rational,
    Replacement, Substitution, Symbol, SymbolKind, Term, ValueRange,
};
use pricing::{PathSpread, PatternId};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;
use wcec::{
    Arguments, Call, CallOutcome, Callee, ChangingSymbol, Ends, Estimate, LinkedObjects,
    MethodInput, Note, NoteKind, OpenCalls, Recursion, Scratch, Unpriceds, Writes, simple_name,
};

/// One run of a method, without the callees that lead back to it.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) total: MethodTotal,
    /// The calls that lead back to it.
    pub(crate) recursive: Vec<Arguments>,
    /// What its calls may write, by instruction.
    pub(crate) writes: Vec<(u32, Writes)>,
    /// The outcomes of its calls, by instruction.
    pub(crate) outcomes: Vec<(u32, Arc<CallOutcome>)>,
    /// Whether calls that end with an exception may cost something else than calls that return.
    pub(crate) differs_by_end: bool,
    /// The prefix of its symbols: class, name, descriptor.
    pub(crate) prefix: String,
    /// The names of its locals.
    pub(crate) locals: Vec<String>,
}

/// What the methods of a group have in common.
#[derive(Debug, Default)]
pub(crate) struct SharedTotal {
    /// The ends of the calls for which it was computed.
    pub(crate) ends: Ends,
    /// What a call may write; `None` if that is known for each method.
    pub(crate) writes: Option<Writes>,
    /// What a call may call although subclasses of a library's users override it.
    pub(crate) open_calls: OpenCalls,
    /// The methods and lines where a recursion does not end.
    pub(crate) endless: Vec<(u32, u32)>,
    /// What they cost, if they lead back to each other.
    pub(crate) recursion: Option<RecursionCost>,
    /// Whether what is known about the recursion holds only for calls that return.
    pub(crate) is_of_returns: bool,
}

/// What each of the methods costs that lead back to each other, with all their runs.
#[derive(Debug)]
pub(crate) struct RecursionCost {
    cost: Cost,
    symbols: Vec<Arc<Symbol>>,
    unpriced: Unpriceds,
    assumptions: Assumptions,
}

impl SharedTotal {
    /// What a method of the group costs.
    pub(crate) fn total_of(&self, number: u32, body: Body) -> MethodTotal {
        let mut total = body.total;
        if let Some(writes) = &self.writes {
            total.writes.clone_from(writes);
        }
        total.open_calls.add_all(&self.open_calls);
        let endless = self.endless.iter().filter(|(of, _)| *of == number);
        let notes = endless.map(|(_, line)| Note {
            line: Some(*line),
            kind: NoteKind::EndlessRecursion,
        });
        total.cost.notes.extend(notes);
        if let Some(recursion) = &self.recursion {
            total.cost.cost.clone_from(&recursion.cost);
            total.cost.symbols.clone_from(&recursion.symbols);
            total.cost.assumptions.clone_from(&recursion.assumptions);
            total.unpriced.clone_from(&recursion.unpriced);
        }
        total
    }
}

/// How a run of a method leads back to it.
#[derive(Debug, Default)]
pub(crate) struct RecursiveCalls {
    /// The maximum number of calls that lead back; `None` if that depends on a symbol.
    calls: Option<f64>,
    /// The symbols that change from call to call.
    moving: Vec<ChangingSymbol>,
    /// What else is known about the recursion.
    known: Recursion,
    /// What that relies on.
    assumptions: Assumptions,
    /// Whether what is known about the recursion holds only for calls that return.
    pub(crate) is_of_returns: bool,
}

impl RecursiveCalls {
    /// True if the cost relies on what is known about the recursion, or about what it passes on.
    fn is_used(&self) -> bool {
        let is_bounded = |moving: &ChangingSymbol| !moving.rises || !moving.falls;
        self.known != Recursion::default() || self.moving.iter().any(is_bounded)
    }
}

/// The pattern that counts calls.
const MARK: PatternId = PatternId(0);

/// One call back counts as 1.
const MEANS: [f64; 1] = [1.0];

/// How many terms the costs of a group's methods may have together. Each method has a copy of the group's cost. A larger cost gets
/// the size that callers see before it is copied.
const MAX_COPIED_TERMS: usize = 4096;

/// Finds how often a run leads back to its method, and what grows from call to call.
pub(crate) fn mark(
    class: &ClassFile<'_>,
    method: &Method,
    code: &Code,
    body: &Body,
    is_alone: bool,
    scratch: &mut Scratch,
) -> RecursiveCalls {
    let symbols: Arc<[Arc<Symbol>]> = if is_alone {
        body.total.cost.cost.symbols().into()
    } else {
        Arc::new([])
    };
    let parts: Arc<[Polynomial]> = if is_alone {
        parts_of(&body.total.cost.cost)
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
                parts: Arc::clone(&parts),
                mark: MARK,
            },
            handed: Vec::new(),
            hidden: Vec::new(),
            estimates: Vec::new(),
        })
        .collect();
    // A call that leads back writes what the method writes.
    let of_call = |(at, known): &(u32, Writes)| {
        let leads_back = body.recursive.iter().any(|call| call.instruction == *at);
        let written = if leads_back {
            body.total.writes.clone().with_constructed()
        } else {
            known.clone()
        };
        (*at, written)
    };
    let writes: Vec<(u32, Writes)> = body.writes.iter().map(of_call).collect();
    let input = MethodInput {
        class,
        method,
        code,
        priced: &[],
        means: &MEANS,
        spread: None,
        calls: &calls,
        writes: &writes,
        outcomes: &body.outcomes,
        declared: &[],
    };
    // Any path leads back at most that often, so the values of this call do not matter.
    let values = scratch.values.take();
    let found = wcec::analyse(&input, scratch);
    scratch.values = values;
    let moving = if is_alone {
        found.moving
    } else {
        // The methods in between may pass anything on.
        let symbols = body.total.cost.cost.symbols().into_iter();
        let symbols = symbols.filter(|symbol| symbol.place.is_some());
        let anyhow = symbols.map(|symbol| ChangingSymbol {
            symbol,
            rises: true,
            falls: true,
        });
        anyhow.collect()
    };
    let calls = found.cost.constant_mean(&MEANS);
    let objects = found.objects.filter(|_| is_alone);
    let mut known = if is_alone {
        found.recursion
    } else {
        Recursion::default()
    };
    let runs = objects.and_then(|objects| runs_along(&objects, calls?, body));
    known.runs = runs.or(known.runs);
    RecursiveCalls {
        calls,
        moving,
        known,
        assumptions: found.assumptions,
        is_of_returns: found.is_of_returns,
    }
}

/// The distinct numbers that a cost consists of.
fn parts_of(cost: &Cost) -> Arc<[Polynomial]> {
    let mut parts: Vec<Polynomial> = Vec::new();
    for term in cost.terms() {
        for (atom, _) in term.factor.powers() {
            parts.extend(atom.numbers());
        }
    }
    parts.sort();
    parts.dedup();
    parts.into()
}

/// The number of runs of a method that calls itself for linked objects. Each run makes so many calls; a call without an object
/// makes none, because it has no links to follow.
fn runs_along(objects: &LinkedObjects, calls: f64, body: &Body) -> Option<Polynomial> {
    // Objects that an unknown callee may add are not counted.
    let written = body.total.writes.names()?;
    let is_written = |link: &String| written.iter().any(|name| **name == **link);
    let is_tree = calls <= 1.0 || objects.is_each_link_once;
    if !is_tree || calls > 64.0 || objects.links.iter().any(is_written) {
        return None;
    }
    let calls = Rational::from_integer(calls.round() as i64);
    let further = objects.most.checked_scale(calls)?;
    further.checked_add(&Polynomial::constant(1))
}

/// The cost of methods that lead back to each other, with all their runs.
pub(crate) fn unroll(
    bodies: &[(u32, Body)],
    marked: &[RecursiveCalls],
    (means, spread): (&[f64], Option<PathSpread<'_>>),
    prices: &Prices,
) -> RecursionCost {
    let prefix = bodies
        .first()
        .map_or_else(String::new, |(_, body)| body.prefix.clone());
    let calls = marked.iter().try_fold(0.0_f64, |most, marked| {
        marked.calls.map(|calls| most.max(calls))
    });
    // If several methods share the recursion, its symbols are named after one of them.
    let owner = if bodies.len() > 1 {
        let method = prefix.split('(').next().unwrap_or_default();
        format!("{}.", method.rsplit('.').next().unwrap_or_default())
    } else {
        String::new()
    };
    let depth = (marked.iter()).find_map(|marked| marked.known.depth.clone());
    let known = (marked.iter()).find_map(|marked| marked.known.runs.clone());
    let runs = known.unwrap_or_else(|| {
        runs(&prefix, &owner, calls, depth.as_ref(), &|name| {
            is_taken(bodies, name)
        })
    });
    let mut estimated: Vec<Arc<Estimate>> = Vec::new();
    let mut divided = Cost::zero();
    let one_run: Vec<Cost> = bodies
        .iter()
        .zip(marked)
        .map(|((_, body), marked)| {
            let all_calls = AllCalls {
                moving: &marked.moving,
                kept: &marked.known.kept,
                prefix: &prefix,
                prices,
                estimated: RefCell::default(),
            };
            // If a part of the cost cannot be substituted, one symbol replaces all of it.
            let in_all = |cost: &Cost| {
                let in_all = cost.substitute(&all_calls);
                in_all.unwrap_or_else(|| of_one_symbol(cost, &prefix))
            };
            let mut cost = Cow::Borrowed(&body.total.cost.cost);
            if let Some((shared, rest)) = divide(&cost, &marked.known)
                && let Some(shared) = shared.substitute(&all_calls)
            {
                divided = shared;
                cost = Cow::Owned(rest);
            }
            let cost = in_all(&cost);
            estimated.extend(all_calls.estimated.into_inner());
            cost
        })
        .collect();
    let mut one_run = Cost::max_of(one_run, means, spread);
    let mut unpriced = Unpriceds::default();
    let mut assumptions = Assumptions::default();
    for (_, body) in bodies {
        unpriced.add_all(&body.total.unpriced);
        assumptions.add_all(&body.total.cost.assumptions);
    }
    for marked in marked.iter().filter(|marked| marked.is_used()) {
        assumptions.add_all(&marked.assumptions);
    }
    let method = prefix.split('(').next().unwrap_or_default();
    let method: Arc<str> = Arc::from(simple_name(method));
    for estimate in estimated {
        assumptions.add(Assumption {
            method: Arc::clone(&method),
            file: None,
            line: None,
            kind: AssumptionKind::Estimated {
                condition: estimate.condition.clone(),
            },
            is_of_library: false,
        });
    }
    if one_run.terms().len().saturating_mul(bodies.len()) > MAX_COPIED_TERMS {
        let sized = SizedCost::of(&one_run, means, prices, (&method, None));
        one_run = sized.unpack(&mut assumptions, &mut unpriced);
    }
    let mut cost = one_run.times(&runs);
    if let Some(depth) = depth.filter(|_| !divided.terms().is_empty()) {
        cost.add(divided.times(&depth));
    }
    RecursionCost {
        symbols: cost.symbols(),
        cost,
        unpriced,
        assumptions,
    }
}

/// The part of a run's cost that all calls at the same depth have together at most once, and the rest. The calls of a run divide
/// a number among them, so the sum of its powers, and of their products with other numbers, is no larger at any depth.
fn divide(cost: &Cost, known: &Recursion) -> Option<(Cost, Cost)> {
    known.depth.as_ref().filter(|_| !known.divided.is_empty())?;
    let is_divided = |atom: &Atom| {
        let is_number = match atom {
            Atom::Symbol(_) => true,
            Atom::Ceiling(ceiling) => ceiling.divisor() == 1,
            _ => false,
        };
        is_number && matches!(&*atom.numbers(), [only] if known.divided.contains(only))
    };
    let is_shared = |term: &Term| {
        let mut atoms = term.factor.powers().iter();
        atoms.any(|(atom, _)| is_divided(atom))
    };
    // What is subtracted in each run counts only together with what it is subtracted from.
    let mut counts = cost.terms().iter().flat_map(|term| term.tally.iter());
    if counts.any(|(_, count)| count < 0.0) {
        return None;
    }
    let (shared, rest): (Vec<Term>, Vec<Term>) = cost.terms().iter().cloned().partition(is_shared);
    (!shared.is_empty()).then(|| (shared.into_iter().collect(), rest.into_iter().collect()))
}

/// Whether a name means something else in one of the methods.
fn is_taken(bodies: &[(u32, Body)], name: &str) -> bool {
    bodies.iter().any(|(_, body)| {
        let mut symbols = body.total.cost.symbols.iter();
        body.locals.iter().any(|local| local == name) || symbols.any(|symbol| symbol.name == name)
    })
}

/// The number of runs of all methods together.
fn runs(
    prefix: &str,
    owner: &str,
    calls: Option<f64>,
    depth: Option<&Polynomial>,
    is_taken: &dyn Fn(&str) -> bool,
) -> Polynomial {
    let symbol = |names: [&str; 3], meaning: &str| {
        let name = names.into_iter().find(|name| !is_taken(name));
        let name = name.unwrap_or("recursion");
        Polynomial::symbol(Arc::new(Symbol {
            key: format!("{prefix}:{name}"),
            name: format!("{owner}{name}"),
            kind: SymbolKind::Depth,
            line: None,
            meaning: meaning.to_owned(),
            place: None,
            test: None,
        }))
    };
    let of_depth = calls.filter(|calls| *calls <= 64.0).and_then(|calls| {
        let depth = depth.cloned().unwrap_or_else(|| {
            symbol(
                ["d", "depth", "recursionDepth"],
                "how many calls deep the recursion is, at most",
            )
        });
        // A count of instructions on a path is a whole number.
        let calls = calls.round() as i64;
        if calls <= 1 {
            return Some(depth);
        }
        // 1 + k + … + k^(d−1) = (k^d − 1) / (k − 1)
        let share = Rational::new(1, calls - 1);
        let less = Polynomial::constant(-1).checked_scale(share)?;
        Polynomial::power(calls, depth.as_signed()?)
            .checked_scale(share)?
            .checked_add(&less)
    });
    of_depth.unwrap_or_else(|| {
        let meaning = "how many calls the recursion makes in all";
        symbol(["runs", "recursionRuns", "runsOfRecursion"], meaning)
    })
}

/// The symbols of any call of a recursion, in terms of the values of the first call.
struct AllCalls<'m> {
    moving: &'m [ChangingSymbol],
    /// The numbers that no call makes larger.
    kept: &'m [Polynomial],
    prefix: &'m str,
    prices: &'m Prices,
    /// The estimates that replace energies of calls.
    estimated: RefCell<Vec<Arc<Estimate>>>,
}

impl Substitution for AllCalls<'_> {
    fn stand(&self, symbol: &Symbol) -> Replacement {
        let Some(moving) = self.moving.iter().find(|moving| *moving.symbol == *symbol) else {
            return Replacement::Same;
        };
        if let (true, Some((_, Measure::Energy(method)))) = (moving.rises, &symbol.place)
            && let Some(estimate) = self.prices.of_unknown_receiver(method)
        {
            self.estimated.borrow_mut().push(Arc::clone(estimate));
            return Replacement::Executed(Cost::from(estimate.tally.clone()));
        }
        let own = || Polynomial::symbol(Arc::clone(&moving.symbol));
        Replacement::Number(ValueRange {
            upper: Some(if moving.rises {
                Polynomial::symbol(largest(symbol))
            } else {
                own()
            }),
            lower: (!moving.falls).then(own),
        })
    }

    fn keeps(&self, part: &Atom) -> bool {
        !self.kept.is_empty() && part.numbers().iter().all(|of| self.kept.contains(of))
    }

    fn largest(&self, part: &Atom) -> Option<Polynomial> {
        let name = format!("{}.max", part.text());
        Some(Polynomial::symbol(Arc::new(Symbol {
            key: format!("{}:{name}", self.prefix),
            meaning: format!("{}, at its largest in the recursion", part.text()),
            name,
            kind: SymbolKind::Argument,
            line: part.symbol_of().and_then(|symbol| symbol.line),
            place: None,
            test: part.symbol_of().and_then(|symbol| symbol.compared_with()),
        })))
    }
}

/// Everything that one run may execute, multiplied by one symbol. Leaves out calls whose target is chosen at run time.
fn of_one_symbol(cost: &Cost, prefix: &str) -> Cost {
    let times = Polynomial::symbol(Arc::new(Symbol {
        key: format!("{prefix}:run.max"),
        name: String::from("run.max"),
        kind: SymbolKind::Argument,
        line: None,
        meaning: String::from("how often, at most, one call executes any part of its code"),
        place: None,
        test: None,
    }));
    let (counts, _) = cost.clone().split_energies();
    counts.without_factors().times(&times)
}

/// The largest value of a symbol in any call of a recursion.
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
        meaning: format!("{}, at its largest in the recursion", symbol.meaning),
        place: None,
        test: symbol.compared_with(),
    })
}
