//! A callee's cost in terms of its caller's symbols.

use super::argument::{Frame, is_known};
use super::{Bounds, LoopView};
use crate::call::{Call, CallbackImplementation, Callee};
use crate::estimate::{Estimate, Estimated, with_estimates};
use crate::method::{ChangingSymbol, Note, NoteKind};
use crate::passed_on::PassedOn;
use crate::summary::Summary;
use crate::symbol_table::Origin;
use cost::{
    AssumptionKind, Atom, Cost, LoopTest, Measure, Place, Polynomial, Replacement, Root,
    Substitution, Symbol, SymbolKind, ValueRange,
};
use num_traits::{One, Signed};
use pricing::Tally;
use std::cell::RefCell;
use std::sync::Arc;

/// True for the energy of a call on an object that is passed itself or held by something passed. Only for such an object
/// may a caller know the class.
fn is_passed(energy: Option<&Polynomial>) -> bool {
    let symbols = energy.map(Polynomial::symbols).unwrap_or_default();
    symbols.iter().any(|symbol| match &symbol.place {
        Some((place, _)) => place.path.len() <= 1 && !matches!(place.root, Root::Static(_)),
        None => false,
    })
}

impl Bounds<'_> {
    /// What a call executes in the worst case.
    pub(crate) fn cost_of_call(&mut self, view: &LoopView<'_>, call: &Call) -> Cost {
        self.header = call.passed.instruction;
        self.line = self.input.code.line_of(call.passed.instruction);
        self.changes.clear();
        match &call.callee {
            Callee::Targets(targets) => {
                (self.passed_on).retain(|passed| passed.call != call.passed.instruction);
                let costs = targets.iter();
                let costs: Vec<Cost> = costs
                    .map(|target| self.cost_of_target(view, call, target))
                    .collect();
                Cost::max_of(costs, self.input.means, self.input.spread)
            }
            Callee::ChosenElsewhere {
                method,
                energy,
                estimate,
            } => {
                let known = (call.handed.iter())
                    .find(|handed| handed.root == Root::Receiver && handed.method == *method);
                if let Some(known) = known {
                    let frame = Frame::of_handed(known, call);
                    let cost = self.in_our_terms(view, (call, frame), &known.implementation, &[]);
                    if let Some(cost) = cost {
                        return cost;
                    }
                }
                let told = self.told_energy(call, method);
                // A caller that knows the class of the argument does not know the functions that are passed here.
                let hands_in =
                    (call.handed.iter()).any(|handed| matches!(handed.root, Root::Argument(_)));
                if let Some(estimate) = estimate
                    && (hands_in || !is_passed(told.as_ref()))
                    && let Some(cost) = self.with_functions(view, call, estimate)
                {
                    return cost;
                }
                let of_one_call = told.or_else(|| self.untold_energy(call, method));
                let Some(of_one_call) = of_one_call else {
                    self.note_unknown(call.display());
                    return Cost::zero();
                };
                Cost::from(Tally::from_iter([(*energy, 1.0)])).times(&of_one_call)
            }
            Callee::Itself { symbols, mark, .. } => {
                self.find_moving(view, Frame::of(&call.passed), symbols);
                Cost::from(Tally::from_iter([(*mark, 1.0)]))
            }
        }
    }

    /// An estimate plus the functions that are passed, as often as they run; `None` if the caller's symbols cannot express
    /// one of them.
    fn with_functions(
        &mut self,
        view: &LoopView<'_>,
        call: &Call,
        estimate: &Estimate,
    ) -> Option<Cost> {
        let mut cost = self.estimated(estimate);
        let runs = Polynomial::constant(i64::from(estimate.runs.unwrap_or_default()));
        for handed in &call.handed {
            if matches!(handed.root, Root::Argument(_)) {
                let frame = Frame::of_handed(handed, call);
                let function =
                    self.in_our_terms(view, (call, frame), &handed.implementation, &[])?;
                cost.add(function.times(&runs));
            }
        }
        Some(cost)
    }

    /// Finds the symbols whose value a recursive call may change, and in which direction.
    fn find_moving(&mut self, view: &LoopView<'_>, frame: Frame<'_>, symbols: &[Arc<Symbol>]) {
        for symbol in symbols {
            let Some((place, measure)) = &symbol.place else {
                continue;
            };
            let passed = match &place.root {
                // A static field is the same in every call.
                Root::Static(_) => self.found_at(frame, place, measure),
                _ => self.handed_over(view, frame, place, measure, false),
            };
            let own = Polynomial::symbol(Arc::clone(symbol)).checked_scale((-1).into());
            let change = |end: Option<&Polynomial>| {
                end.zip(own.as_ref())
                    .and_then(|(end, own)| end.checked_add(own))
                    .and_then(|change| change.as_constant())
            };
            let moving = ChangingSymbol {
                symbol: Arc::clone(symbol),
                rises: change(passed.upper.as_ref()).is_none_or(|change| change.is_positive()),
                falls: change(passed.lower.as_ref()).is_none_or(|change| change.is_negative()),
            };
            match self.moving.iter_mut().find(|known| known.symbol == *symbol) {
                Some(known) => {
                    known.rises |= moving.rises;
                    known.falls |= moving.falls;
                }
                None => self.moving.push(moving),
            }
        }
    }

    fn cost_of_target(&mut self, view: &LoopView<'_>, call: &Call, target: &Summary) -> Cost {
        let frame = Frame::of(&call.passed);
        let found = self.passed_to(view, (call, frame), target, &call.handed);
        let Some((cost, passed)) = found else {
            return self.as_often_as_one_symbol(call, target);
        };
        if matches!(&call.callee, Callee::Targets(targets) if targets.len() == 1) {
            self.passed_on.extend(passed);
        }
        cost
    }

    /// Notes that the number lacks a part of what a call executes.
    fn note_unknown(&mut self, callee: String) {
        let note = Note {
            line: self.line,
            kind: NoteKind::CalleeUnknown { callee },
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Everything that a callee may execute, as often as one symbol says: what the caller's symbols cannot express is not
    /// left out. Only the energy of a method chosen at run time is no count.
    fn as_often_as_one_symbol(&mut self, call: &Call, target: &Summary) -> Cost {
        let callee = target.short_name();
        let cost = self.with_estimates(&target.cost, &call.estimates);
        let (known, unknown) = cost.split_energies();
        if unknown {
            self.note_unknown(target.display());
        }
        let line = self.line;
        let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
        let times = self.untold(
            call.passed.instruction,
            &format!("{callee}.times"),
            (SymbolKind::Argument, None),
            &format!(
                "how often, at most, the call of {callee}{place} executes any part of its code"
            ),
        );
        let times = times.unwrap_or_else(|| Polynomial::constant(1));
        known.without_factors().times(&times)
    }

    /// A cost in which estimates replace the energies that have one.
    fn with_estimates(&mut self, cost: &Cost, estimates: &[Estimated]) -> Cost {
        let estimate = |_: &Symbol, method: &Arc<str>| {
            let (_, estimate) = estimates.iter().find(|(known, _)| known == method)?;
            Some(Arc::clone(estimate))
        };
        let Some((estimated, used)) = with_estimates(cost, &estimate) else {
            return cost.clone();
        };
        for estimate in used {
            self.estimated(&estimate);
        }
        estimated
    }

    /// A symbol for a value that a call depends on and that the code does not show, or its assumed value if there are too
    /// many. `None` for an energy in that case.
    fn untold(
        &mut self,
        at: u32,
        name: &str,
        (kind, test): (SymbolKind, Option<LoopTest>),
        meaning: &str,
    ) -> Option<Polynomial> {
        let origin = Origin::Instruction(at);
        let line = self.line;
        if !self.symbols.is_full() {
            let told = || meaning.to_owned();
            let symbol = (self.symbols).intern_with(name, origin, (kind, test), line, None, told);
            return Some(Polynomial::symbol(symbol));
        }
        if kind == SymbolKind::Callback {
            return None;
        }
        let at_most = test.unwrap_or(LoopTest::Other).most();
        self.assume(AssumptionKind::Count {
            symbol: name.to_owned(),
            says: format!("{meaning} is at most {at_most}"),
            at_most,
        });
        Some(Polynomial::constant(i64::from(at_most)))
    }

    /// The cost of a callee, its symbols replaced by what is passed for them.
    fn in_our_terms(
        &mut self,
        view: &LoopView<'_>,
        (call, frame): (&Call, Frame<'_>),
        target: &Summary,
        handed: &[CallbackImplementation],
    ) -> Option<Cost> {
        let found = self.passed_to(view, (call, frame), target, handed);
        found.map(|(cost, _)| cost)
    }

    /// The same, and what is passed, if there is anything and all of it are values of the method's beginning.
    fn passed_to(
        &mut self,
        view: &LoopView<'_>,
        (call, frame): (&Call, Frame<'_>),
        target: &Summary,
        handed: &[CallbackImplementation],
    ) -> Option<(Cost, Option<PassedOn>)> {
        let symbols = target.cost.symbols();
        if symbols.is_empty() {
            return Some((target.cost.clone(), None));
        }
        let mut stands: Vec<(Arc<Symbol>, Replacement)> = Vec::with_capacity(symbols.len());
        let mut guessed = Vec::new();
        let assumed = self.assumed;
        for symbol in symbols {
            let (stand, is_guessed) = self.stand(view, (call, frame), target, handed, &symbol)?;
            guessed.extend(is_guessed.then(|| Arc::clone(&symbol)));
            stands.push((symbol, stand));
        }
        let is_passed_on = guessed.is_empty()
            && self.assumed == assumed
            && stands.iter().all(|(_, stand)| is_of_entry(stand));
        let substitution = ArgumentSubstitution {
            stands,
            guessed,
            bounds: RefCell::new(self),
            at: frame.at,
            target,
        };
        let cost = target.cost.substitute(&substitution)?;
        let stands = substitution.stands;
        let passed = is_passed_on.then(|| PassedOn::new(frame.at, stands));
        Some((cost, passed))
    }

    /// What replaces a symbol of a callee, and whether that is a new symbol because nothing shows the value.
    fn stand(
        &mut self,
        view: &LoopView<'_>,
        (call, frame): (&Call, Frame<'_>),
        target: &Summary,
        handed: &[CallbackImplementation],
        symbol: &Arc<Symbol>,
    ) -> Option<(Replacement, bool)> {
        let Some((place, measure)) = &symbol.place else {
            return Some((Replacement::Same, false));
        };
        if let (Measure::Energy(method), true) = (measure, place.path.is_empty())
            && let Some(known) =
                (handed.iter()).find(|handed| handed.root == place.root && handed.method == *method)
        {
            let inner = Frame::of_handed(known, call);
            let cost = self.in_our_terms(view, (call, inner), &known.implementation, &[])?;
            return Some((Replacement::Executed(cost), false));
        }
        let rises = rises_with(&target.cost, symbol, self.input.means);
        let stored = self.stored_deep(view, frame, place, measure, &target.class);
        let is_hidden =
            |(class, hidden): &(Arc<str>, Place)| *class == target.class && *hidden == *place;
        let mut between = if call.hidden.iter().any(is_hidden) {
            ValueRange::default()
        } else if !stored.is_partial() {
            stored
        } else if let Some(bytes) = self.bytes_by_characters(view, frame, place, measure) {
            bytes
        } else {
            self.handed_over(view, frame, place, measure, rises)
        };
        if let (false, Measure::Energy(method)) = (is_passed(between.upper.as_ref()), measure)
            && let Some((_, estimate)) = (call.estimates.iter()).find(|(known, _)| known == method)
        {
            return Some((Replacement::Executed(self.estimated(estimate)), false));
        }
        if !is_known(&between) {
            let limit = self.limit_of(view, frame, target, symbol);
            let limit = limit.or_else(|| self.built_deep(view, frame, place, measure));
            between.upper = limit.or(between.upper);
        }
        let is_guessed = between.upper.is_none();
        if is_guessed {
            between.upper = Some(self.not_told(frame.at, target, &symbol.name, symbol)?);
        }
        Some((Replacement::Number(between), is_guessed))
    }

    /// The bytes of a text that code outside of the JDK passes, if it knows the number of characters: one or two for each.
    /// Only the JDK sees the array.
    fn bytes_by_characters(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> Option<ValueRange> {
        if *measure != Measure::TextBytes || self.input.class.name.starts_with("java/") {
            return None;
        }
        let characters = self.handed_over(view, frame, place, &Measure::TextLength, true);
        let upper = characters
            .upper
            .as_ref()
            .filter(|_| is_known(&characters))?;
        // The bytes of a literal are known.
        upper.as_constant().is_none().then_some(())?;
        Some(ValueRange {
            upper: Some(upper.checked_scale(2.into())?),
            lower: characters.lower,
        })
    }

    /// The limit up to which the value passed for a symbol counts.
    fn limit_of(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        symbol: &Symbol,
    ) -> Option<Polynomial> {
        let limits = (target.limits.iter()).filter(|limit| *limit.symbol == *symbol);
        for limit in limits {
            let Some((place, measure)) = &limit.at_most.place else {
                continue;
            };
            let between = self.handed_over(view, frame, place, measure, true);
            if is_known(&between) {
                return between.upper;
            }
        }
        None
    }

    /// A symbol for what the code does not show about a callee's symbol, or about an expression of its symbols.
    fn not_told(
        &mut self,
        at: u32,
        target: &Summary,
        text: &str,
        of: &Symbol,
    ) -> Option<Polynomial> {
        let callee = target.short_name();
        let kind = match of.kind {
            SymbolKind::Callback => SymbolKind::Callback,
            _ => SymbolKind::Argument,
        };
        let described = if of.name == text { &of.meaning } else { text };
        let place = (self.line).map_or_else(String::new, |line| format!(" at line {line}"));
        self.untold(
            at,
            &format!("{callee}.{text}"),
            (kind, of.compared_with()),
            &format!(
                "{described} of the call of {}{place}, at its largest",
                target.name_with_class()
            ),
        )
    }

    /// The energy of a call of a method that is chosen elsewhere.
    fn told_energy(&mut self, call: &Call, method: &Arc<str>) -> Option<Polynomial> {
        let measure = Measure::Energy(Arc::clone(method));
        let frame = Frame::of(&call.passed);
        let receiver = Place {
            root: Root::Receiver,
            path: Vec::new(),
        };
        let (symbol, _) = self.at_place(frame, &receiver, &measure)?;
        Some(Polynomial::symbol(symbol))
    }

    /// A symbol for an energy that is unknown.
    fn untold_energy(&mut self, call: &Call, method: &Arc<str>) -> Option<Polynomial> {
        let name = method.split('(').next().unwrap_or_default();
        let place = (self.line).map_or_else(String::new, |line| format!(" at line {line}"));
        self.untold(
            call.passed.instruction,
            name,
            (SymbolKind::Callback, None),
            &format!("the energy in joules of one call of {name}{place}"),
        )
    }

    /// What a method is assumed to execute if it is unknown which one runs.
    fn estimated(&mut self, estimate: &Estimate) -> Cost {
        self.assume(AssumptionKind::Estimated {
            condition: estimate.condition.clone(),
        });
        Cost::from(estimate.tally.clone())
    }
}

/// What a call passes for the symbols of a callee's cost.
struct ArgumentSubstitution<'p, 'b, 'a> {
    stands: Vec<(Arc<Symbol>, Replacement)>,
    /// The callee's symbols whose largest values are unknown.
    guessed: Vec<Arc<Symbol>>,
    bounds: RefCell<&'b mut Bounds<'a>>,
    at: u32,
    target: &'p Summary,
}

impl Substitution for ArgumentSubstitution<'_, '_, '_> {
    fn stand(&self, symbol: &Symbol) -> Replacement {
        let known = self.stands.iter().find(|(known, _)| **known == *symbol);
        known.map_or(Replacement::Same, |(_, stand)| stand.clone())
    }

    fn is_guessed(&self, symbol: &Symbol) -> bool {
        self.guessed.iter().any(|guessed| **guessed == *symbol)
    }

    fn largest(&self, part: &Atom) -> Option<Polynomial> {
        let of = part.symbol_of();
        let mut bounds = self.bounds.try_borrow_mut().ok()?;
        bounds.not_told(self.at, self.target, part.text(), of.as_deref()?)
    }
}

/// Whether a value is exactly one of the method's beginning, or a constant.
fn is_of_entry(stand: &Replacement) -> bool {
    let Replacement::Number(between) = stand else {
        return false;
    };
    between.exact().is_some_and(|value| match value.terms() {
        [] => true,
        [(factor, coefficient)] => match factor.powers() {
            [] => !coefficient.is_negative(),
            [(Atom::Symbol(symbol), 1)] => coefficient.is_one() && symbol.place.is_some(),
            _ => false,
        },
        _ => false,
    })
}

/// True if a larger value of a symbol clearly never lowers the cost.
fn rises_with(cost: &Cost, symbol: &Arc<Symbol>, means: &[f64]) -> bool {
    let rises = cost.terms().iter().all(|term| {
        let mut atoms = term.factor.powers().iter();
        atoms.all(|(atom, _)| {
            matches!(atom, Atom::Symbol(_))
                || (atom.numbers().iter()).all(|number| is_in_sums(number, symbol))
        })
    });
    rises && !cost.has_negative(means)
}

/// True if a number contains a symbol at most as a summand that makes it larger.
fn is_in_sums(number: &Polynomial, symbol: &Arc<Symbol>) -> bool {
    number.terms().iter().all(|(factor, coefficient)| {
        !factor.symbols().contains(symbol)
            || coefficient.is_positive() && matches!(factor.powers(), [(Atom::Symbol(_), 1)])
    })
}
