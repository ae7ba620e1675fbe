//! A callee's cost in terms of its caller's symbols.

use super::linear::Linear;
use super::value::Reference;
use super::{Bounds, ELEMENT, LoopView, NUMBER_ELEMENTS, Side, to_polynomial};
use crate::call::{Call, CallbackImplementation, Callee};
use crate::estimate::{Estimate, Estimated, with_estimates};
use crate::method::{ChangingSymbol, Note, NoteKind};
use crate::producers::Arguments;
use crate::summary::Summary;
use crate::symbol_table::Origin;
use bytecode::{Constant, DataType, Op};
use cost::{
    AssumptionKind, Atom, Cost, LoopTest, Measure, Place, Polynomial, Replacement, Root,
    Substitution, Symbol, SymbolKind, ValueRange,
};
use num_traits::Signed;
use pricing::Tally;
use std::cell::RefCell;
use std::sync::Arc;

/// True where the largest value is one that is known when the method begins.
fn is_told(between: &ValueRange) -> bool {
    let symbols = between.upper.as_ref().map(Polynomial::symbols);
    symbols.is_some_and(|symbols| symbols.iter().all(|symbol| symbol.is_known_at_entry()))
}

/// True for the energy of a call of an object that is passed itself, or that something passed holds. Only of such a one a caller
/// may know the class.
fn is_passed(energy: Option<&Polynomial>) -> bool {
    let symbols = energy.map(Polynomial::symbols).unwrap_or_default();
    symbols.iter().any(|symbol| match &symbol.place {
        Some((place, _)) => place.path.len() <= 1 && !matches!(place.root, Root::Static(_)),
        None => false,
    })
}

/// Where a callee finds its receiver and arguments.
#[derive(Clone, Copy)]
struct Frame<'c> {
    /// The instruction that passes them.
    at: u32,
    receiver: Option<u32>,
    arguments: &'c [Option<u32>],
}

impl<'c> Frame<'c> {
    fn of(passed: &'c Arguments) -> Self {
        Self {
            at: passed.instruction,
            receiver: passed.receiver,
            arguments: &passed.producers,
        }
    }

    fn producer(&self, root: &Root) -> Option<u32> {
        match root {
            Root::Receiver => self.receiver,
            Root::Argument(index) => *self.arguments.get(usize::from(*index))?,
            Root::Static(_) => None,
        }
    }
}

impl Bounds<'_> {
    /// What a call executes in the worst case.
    pub(crate) fn cost_of_call(&mut self, view: &LoopView<'_>, call: &Call) -> Cost {
        self.header = call.passed.instruction;
        self.line = self.input.code.line_of(call.passed.instruction);
        self.changes.clear();
        match &call.callee {
            Callee::Targets(targets) => {
                let costs = targets.iter();
                let costs: Vec<Cost> = costs
                    .map(|target| self.cost_of_target(view, call, target))
                    .collect();
                let several = costs.len() > 1;
                let most = Cost::max_of(costs.iter().cloned(), self.input.means);
                self.is_upper_bound |= several && !costs.contains(&most);
                self.is_upper_bound |= targets.iter().any(|target| target.is_upper_bound);
                most
            }
            Callee::ChosenElsewhere {
                method,
                energy,
                estimate,
            } => {
                let known = (call.handed.iter())
                    .find(|handed| handed.root == Root::Receiver && handed.method == *method);
                if let Some(known) = known {
                    let frame = Frame::of(&known.passed);
                    let cost =
                        self.in_our_terms(view, frame, &known.implementation, &call.estimates, &[]);
                    if let Some(cost) = cost {
                        return cost;
                    }
                }
                let told = self.told_energy(call, method);
                // Who knows the class of what is passed does not know the functions that are handed in here.
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
            Callee::Itself { symbols, mark } => {
                self.find_moving(view, Frame::of(&call.passed), symbols);
                Cost::from(Tally::from_iter([(*mark, 1.0)]))
            }
        }
    }

    /// An estimate with the functions that are handed in, as often as they run; `None` where one cannot be told in our terms.
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
                let frame = Frame::of(&handed.passed);
                let function =
                    self.in_our_terms(view, frame, &handed.implementation, &call.estimates, &[])?;
                cost.add(function.times(&runs));
            }
        }
        Some(cost)
    }

    /// Finds the symbols whose value a recursive call may change, and which way.
    fn find_moving(&mut self, view: &LoopView<'_>, frame: Frame<'_>, symbols: &[Arc<Symbol>]) {
        for symbol in symbols {
            let Some((place, measure)) = &symbol.place else {
                continue;
            };
            let passed = match &place.root {
                // A static field is the same one in every call.
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
        self.in_our_terms(view, frame, target, &call.estimates, &call.handed)
            .unwrap_or_else(|| self.as_often_as_one_symbol(call, target))
    }

    /// What a call executes is not all in the number.
    fn note_unknown(&mut self, callee: String) {
        let note = Note {
            line: self.line,
            kind: NoteKind::CalleeUnknown { callee },
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Everything that a callee may execute, as often as one symbol says: what cannot be told in our terms is not left out.
    /// Only the energy of what is chosen at run time is no count.
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

    /// A cost with estimates in place of the energies that have one.
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

    /// A symbol for a value that a call depends on and that the code does not tell, or the value that is assumed of it
    /// where there are too many. `None` for an energy then.
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

    /// The cost of a callee with its symbols replaced by what is passed for them.
    fn in_our_terms(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        estimates: &[Estimated],
        handed: &[CallbackImplementation],
    ) -> Option<Cost> {
        let symbols = target.cost.symbols();
        if symbols.is_empty() {
            return Some(target.cost.clone());
        }
        let mut stands: Vec<(Arc<Symbol>, Replacement)> = Vec::with_capacity(symbols.len());
        let mut guessed = Vec::new();
        for symbol in symbols {
            let (stand, is_guessed) =
                self.stand(view, frame, target, estimates, handed, &symbol)?;
            guessed.extend(is_guessed.then(|| Arc::clone(&symbol)));
            stands.push((symbol, stand));
        }
        target.cost.substitute(&ArgumentSubstitution {
            stands,
            guessed,
            bounds: RefCell::new(self),
            at: frame.at,
            target,
        })
    }

    /// What stands for a symbol of a callee, and whether that is a symbol of its own since nothing tells it.
    fn stand(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        target: &Summary,
        estimates: &[Estimated],
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
            let inner = Frame::of(&known.passed);
            let cost = self.in_our_terms(view, inner, &known.implementation, estimates, &[])?;
            return Some((Replacement::Executed(cost), false));
        }
        let rises = rises_with(&target.cost, symbol, self.input.means);
        let mut between = self.handed_over(view, frame, place, measure, rises);
        if let (false, Measure::Energy(method)) = (is_passed(between.upper.as_ref()), measure)
            && let Some((_, estimate)) = estimates.iter().find(|(known, _)| known == method)
        {
            return Some((Replacement::Executed(self.estimated(estimate)), false));
        }
        if !is_told(&between) {
            let limit = self.limit_of(view, frame, target, symbol);
            between.upper = limit.or(between.upper);
        }
        let is_guessed = between.upper.is_none();
        if is_guessed {
            between.upper = Some(self.not_told(frame.at, target, &symbol.name, symbol)?);
        }
        Some((Replacement::Number(between), is_guessed))
    }

    /// What the value that is passed for a symbol counts up to.
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
            if is_told(&between) {
                return between.upper;
            }
        }
        None
    }

    /// A symbol for what the code does not tell of a callee's symbol, or of what its symbols make.
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
            &format!("{described} of the call of {callee}{place}, at its largest"),
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

    /// A symbol for it where it is unknown.
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

    /// What a method is taken to execute where it is unknown which one runs.
    fn estimated(&mut self, estimate: &Estimate) -> Cost {
        self.assume(AssumptionKind::Estimated {
            condition: estimate.condition.clone(),
        });
        Cost::from(estimate.tally.clone())
    }

    /// What is passed for a value that a callee finds at a place, as far as the code tells. Where the cost rises with it, it
    /// may be told too large.
    fn handed_over(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
        rises: bool,
    ) -> ValueRange {
        let producer = frame.producer(&place.root);
        if let Some(length) = producer.and_then(|at| self.length_of_text(at, place, measure)) {
            return ValueRange::exactly(Polynomial::constant(length));
        }
        let Some(producer) = producer.filter(|_| place.path.is_empty()) else {
            return self.found_at(frame, place, measure);
        };
        let mut between = match measure {
            Measure::Value => self.number_passed(view, producer, rises),
            Measure::ArrayLength => match self.reference(producer + 1, 0) {
                Some(Reference::Allocated(length)) => {
                    let length = self.worked_out(length, DataType::Int);
                    self.expect_length_fits(&length, frame.at);
                    self.between(view, &length)
                }
                _ => self.found_at(frame, place, measure),
            },
            _ => return self.found_at(frame, place, measure),
        };
        let is_told = is_told(&between);
        if !is_told || *measure == Measure::Value && between.is_partial() {
            let deep = self.passed_deep(view, frame.at, &place.root, measure);
            if !is_told && deep.upper.is_some() {
                between.upper.clone_from(&deep.upper);
            }
            between.complete(deep);
        }
        between
    }

    /// How long a text in the code is that is passed: in characters, or in the bytes that the JDK keeps it in.
    fn length_of_text(&self, producer: u32, place: &Place, measure: &Measure) -> Option<i64> {
        let Op::Push(Constant::Text { length, is_latin }) =
            self.input.code.instructions.get(producer as usize)?.op
        else {
            return None;
        };
        let length = i64::from(length);
        match (place.path.as_slice(), measure) {
            ([], Measure::TextLength) => Some(length),
            ([], Measure::Result(method)) if **method == *"length" => Some(length),
            ([], Measure::TextBytes) => Some(if is_latin { length } else { 2 * length }),
            _ => None,
        }
    }

    /// A number that an instruction leaves.
    fn number_passed(&mut self, view: &LoopView<'_>, producer: u32, rises: bool) -> ValueRange {
        let reader = self.reader(producer);
        let Some(value) = reader.and_then(|reader| reader.number(producer as usize + 1)) else {
            return ValueRange::default();
        };
        let op = self.input.code.instructions.get(producer as usize);
        let mut value = value;
        if let Some(Op::Binary(_, data_type) | Op::Negate(data_type) | Op::Load { data_type, .. }) =
            op.map(|instruction| instruction.op)
        {
            value = self.worked_out(value, data_type);
            if rises {
                self.expect_no_underflow(&value, data_type, producer);
            } else {
                self.expect_fit(&value, data_type, producer);
            }
        }
        self.between(view, &value)
    }

    /// Between which numbers a value lies, in terms of symbols.
    fn between(&mut self, view: &LoopView<'_>, value: &Linear<super::Leaf>) -> ValueRange {
        let upper = self.known(view, value, Side::Upper, 0);
        if let Some(known) = upper.as_ref().filter(|known| known.exact) {
            return to_polynomial(&known.value)
                .map_or_else(ValueRange::default, ValueRange::exactly);
        }
        let lower = self.known(view, value, Side::Lower, 0);
        ValueRange {
            upper: upper.and_then(|known| to_polynomial(&known.value)),
            lower: lower.and_then(|known| to_polynomial(&known.value)),
        }
    }

    /// What a callee finds at a place, by our own symbol for it.
    fn found_at(&mut self, frame: Frame<'_>, place: &Place, measure: &Measure) -> ValueRange {
        match self.at_place(frame, place, measure) {
            Some((symbol, false)) => ValueRange::exactly(Polynomial::symbol(symbol)),
            Some((largest, true)) => ValueRange {
                upper: Some(Polynomial::symbol(largest)),
                lower: None,
            },
            None => ValueRange::default(),
        }
    }

    /// True where nothing that is known to write what a callee finds at a place comes before the call: no assignment and no
    /// store to an element in the method, and no callee that makes one.
    fn is_as_it_was(&mut self, place: &Place, measure: &Measure, at: u32) -> bool {
        let numbers = place.path.len().checked_sub(1);
        let numbers = numbers.filter(|_| *measure == Measure::Value);
        for (index, step) in place.path.iter().enumerate() {
            let is_kept = if &**step == ELEMENT && numbers == Some(index) {
                (NUMBER_ELEMENTS.iter()).all(|element| self.is_unwritten_before(element, at))
            } else {
                // `next*` stands for any number of such steps.
                (step.trim_end_matches('*').split('|'))
                    .all(|field| self.is_unwritten_before(field, at))
            };
            if !is_kept {
                return false;
            }
        }
        match measure {
            Measure::Chain(links) => {
                (links.split('|')).all(|field| self.is_unwritten_before(field, at))
            }
            _ => true,
        }
    }

    /// True where a call may have changed what a callee finds at a place, `own` being our name for where its path begins.
    fn may_change(
        &mut self,
        own: Option<&Place>,
        place: &Place,
        measure: &Measure,
        at: u32,
    ) -> bool {
        let is_assumed = !place.path.is_empty()
            && match measure {
                Measure::Value
                | Measure::ArrayLength
                | Measure::TextLength
                | Measure::TextBytes
                | Measure::Energy(_) => {
                    let whole = own.map(|own| Place {
                        root: own.root.clone(),
                        path: own.path.iter().chain(&place.path).cloned().collect(),
                    });
                    self.is_assumed(whole.as_ref().or(Some(place)), at)
                }
                // What a method returns may depend on any field.
                Measure::Result(_) | Measure::Chain(_) => self.is_assumed(None, at),
            };
        let answered = |step: &Arc<str>| {
            let method = step.strip_suffix("()").filter(|_| measure.is_of_text())?;
            Some(Measure::Result(Arc::from(method)))
        };
        let answered: Vec<Measure> = place.path.iter().filter_map(answered).collect();
        is_assumed
            || self.may_answer_otherwise(measure)
            || !answered.is_empty() && self.is_assumed(None, at)
            || (answered.iter()).any(|answered| self.may_answer_otherwise(answered))
    }

    /// What a callee asks for, where the method knows by the type of its own argument that it is a text.
    fn asked_of_own(&self, own: &super::value::AccessPath, measure: &Measure) -> Measure {
        let is_length = matches!(measure, Measure::Result(method) if **method == *"length");
        let index = match own.place.as_ref().map(|place| (&place.root, &*place.path)) {
            Some((Root::Argument(index), [])) if is_length => usize::from(*index),
            _ => return measure.clone(),
        };
        let taken = bytecode::parameter_types(&self.input.method.descriptor).nth(index);
        match taken {
            Some(taken) if (taken.element, taken.dimensions) == ("java/lang/String", 0) => {
                Measure::TextLength
            }
            _ => measure.clone(),
        }
    }

    /// Our own symbol for what a callee finds at a place, and whether it is the largest of several values.
    fn at_place(
        &mut self,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> Option<(Arc<Symbol>, bool)> {
        let mut path = match &place.root {
            Root::Static(class) => {
                super::value::AccessPath::of_class(class, &self.input.class.name)
            }
            root => match self.reference(frame.producer(root)? + 1, 0)? {
                Reference::Path(path) => path,
                Reference::Allocated(_) => return None,
            },
        };
        let measure = &if place.path.is_empty() {
            self.asked_of_own(&path, measure)
        } else {
            measure.clone()
        };
        if !self.is_as_it_was(place, measure, frame.at) {
            return None;
        }
        let is_held = path.is_held() && self.is_assumed(path.place.as_ref(), frame.at);
        let may_change = is_held || self.may_change(path.place.as_ref(), place, measure, frame.at);
        for step in &place.path {
            path = path.extended(step);
        }
        let is_largest = path.is_largest();
        let text = path.text_or_this().to_owned();
        let (name, kind, what) = match measure {
            Measure::Value => (text, SymbolKind::Field, "the value of"),
            Measure::ArrayLength => (
                format!("{text}.length"),
                SymbolKind::ArrayLength,
                "the length of the array",
            ),
            Measure::Result(method) => (
                format!("{text}.{method}()"),
                SymbolKind::Field,
                "the value returned by",
            ),
            Measure::TextLength => (
                format!("{text}.length()"),
                SymbolKind::Field,
                "the value returned by",
            ),
            Measure::TextBytes => (
                format!("{text}.value.length"),
                SymbolKind::ArrayLength,
                "the length of the array",
            ),
            Measure::Chain(field) => (
                format!("chain({text}.{field})"),
                SymbolKind::Field,
                "the number of objects in",
            ),
            Measure::Energy(method) => (
                format!("{text}.{}", method.split('(').next().unwrap_or_default()),
                SymbolKind::Callback,
                "the energy in joules of one call of",
            ),
        };
        let line = self.line;
        let origin = path.origin().unwrap_or(Origin::Entry(kind));
        let place = path.asked(measure.clone());
        let described = name.clone();
        let place_text = line.map_or_else(String::new, |line| format!(" at line {line}"));
        let symbol = self.symbols.intern(&name, origin, kind, line, place, || {
            format!("{what} {described}{place_text}")
        });
        if may_change {
            self.note_assumed(&symbol.name);
        }
        Some((symbol, is_largest))
    }
}

/// What a call passes for the symbols of a callee's cost.
struct ArgumentSubstitution<'p, 'b, 'a> {
    stands: Vec<(Arc<Symbol>, Replacement)>,
    /// The symbols of the callee whose largest values nothing tells.
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

/// True where it is plain that no cost is less at a larger value of a symbol.
fn rises_with(cost: &Cost, symbol: &Arc<Symbol>, means: &[f64]) -> bool {
    let rises = cost.terms().iter().all(|term| {
        let mut atoms = term.factor.powers().iter();
        atoms.all(|(atom, _)| matches!(atom, Atom::Symbol(_)))
            || !term.factor.symbols().contains(symbol)
    });
    rises && !cost.has_negative(means)
}
