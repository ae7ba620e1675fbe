//! What a call passes and what a callee finds there, in terms of the caller's symbols.

use super::deep::called_methods::called;
use super::linear::Linear;
use super::value::Reference;
use super::{Bounds, LoopView, Side, to_polynomial};
use crate::call::{Call, CallbackImplementation};
use crate::producers::Arguments;
use crate::side_effects::{CALLEE, ELEMENT, NUMBER_ELEMENTS, SEEN_CALLEE};
use crate::symbol_table::Origin;
use bytecode::{Constant, DataType, Op};
use cost::{Measure, Place, Polynomial, Root, Symbol, SymbolKind, ValueRange};
use std::sync::Arc;

/// True if the largest value is known when the method begins.
pub(super) fn is_known(between: &ValueRange) -> bool {
    let symbols = between.upper.as_ref().map(Polynomial::symbols);
    symbols.is_some_and(|symbols| symbols.iter().all(|symbol| symbol.is_known_at_entry()))
}

/// If a callee finds its receiver and its arguments.
#[derive(Clone, Copy)]
pub(super) struct Frame<'c> {
    /// The instruction that passes them.
    pub(super) at: u32,
    receiver: Option<u32>,
    pub(super) arguments: &'c [Option<u32>],
    /// For a method of an object that is passed on: the call that leads to it, perhaps several times.
    pub(super) via: Option<u32>,
}

impl<'c> Frame<'c> {
    pub(super) fn of(passed: &'c Arguments) -> Self {
        Self {
            at: passed.instruction,
            receiver: passed.receiver,
            arguments: &passed.producers,
            via: None,
        }
    }

    /// For a method of an object that a call passes on. It finds what the object was created with as it is when the callee runs
    /// it, and not as it was when the object was created.
    pub(super) fn of_handed(handed: &'c CallbackImplementation, call: &Call) -> Self {
        Self {
            via: Some(call.passed.instruction),
            ..Self::of(&handed.passed)
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
    /// What is passed for a value that a callee reads at a place, as far as the code shows. If the cost rises with the
    /// value, the result may be too large.
    pub(super) fn handed_over(
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
        if place.path.is_empty()
            && producer.is_none_or(|at| self.is_load(at))
            && let Some(between) = self.length_of_one_of(frame, &place.root, measure)
        {
            return between;
        }
        if place.path.is_empty()
            && let Some(changed) = self.changed_size(view, frame, &place.root, measure)
        {
            return changed;
        }
        let Some(producer) = producer.filter(|_| place.path.is_empty()) else {
            return self.found_at(frame, place, measure);
        };
        if measure.is_of_text()
            && let Some(most) = self.characters_written(producer, measure)
        {
            return ValueRange {
                upper: Some(Polynomial::constant(most)),
                lower: Some(Polynomial::constant(1)),
            };
        }
        if *measure == Measure::ArrayLength
            && let Some(length) = self.length_in_field(producer)
        {
            return ValueRange::exactly(Polynomial::constant(length));
        }
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
        let is_known = is_known(&between);
        if !is_known || *measure == Measure::Value && between.is_partial() {
            let deep = self.passed_deep(view, frame, &place.root, measure);
            if !is_known && deep.upper.is_some() {
                between.upper.clone_from(&deep.upper);
                between.lower = deep.lower.clone().or(between.lower);
            }
            between.complete(deep);
        }
        between
    }

    fn is_load(&self, at: u32) -> bool {
        let instruction = self.input.code.instructions.get(at as usize);
        instruction.is_some_and(|instruction| matches!(instruction.op, Op::Load { .. }))
    }

    /// The length of a text literal that is passed: in characters, or in bytes of the JDK's array.
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

    /// The most characters, or bytes, of a text that an instruction makes of a number. Only the text of a single `char` may
    /// need two bytes for it.
    fn characters_written(&self, at: u32, measure: &Measure) -> Option<i64> {
        let called = called(self.input, at)?;
        let writes = match &*called.class {
            "java/lang/String" => called.name == "valueOf",
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte"
            | "java/lang/Boolean" | "java/lang/Double" | "java/lang/Float" => {
                called.name == "toString"
            }
            _ => false,
        };
        let most = longest_text(&called.descriptor).filter(|_| writes)?;
        let is_character = called.descriptor.starts_with("(C)");
        Some(if is_character && *measure == Measure::TextBytes {
            2 * most
        } else {
            most
        })
    }

    /// A number that an instruction pushes.
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

    /// The range of a value, in terms of symbols.
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

    /// What a callee finds at a place, as the caller's symbol.
    pub(super) fn found_at(
        &mut self,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> ValueRange {
        match self.at_place(frame, place, measure) {
            Some((symbol, false)) => ValueRange::exactly(Polynomial::symbol(symbol)),
            Some((largest, true)) => ValueRange {
                upper: Some(Polynomial::symbol(largest)),
                lower: None,
            },
            None => ValueRange::default(),
        }
    }

    /// True if no assignment to a field with this name comes before a callee reads it, as far as that is known.
    fn is_unwritten(&mut self, name: &str, frame: Frame<'_>) -> bool {
        match frame.via {
            None => self.is_unwritten_before(name, frame.at),
            // Before the callee runs the method, or between two runs, it may write what it finds, and so may the method.
            Some(call) => {
                self.is_unwritten_before(name, call) && !self.writes_field(name, call, call + 1)
            }
        }
    }

    /// True if nothing before the call is known to change what a callee finds at a place: no assignment and no array store
    /// in the method or its callees.
    fn is_as_it_was(&mut self, place: &Place, measure: &Measure, frame: Frame<'_>) -> bool {
        let numbers = place.path.len().checked_sub(1);
        let numbers = numbers.filter(|_| *measure == Measure::Value);
        for (index, step) in place.path.iter().enumerate() {
            let is_kept = if &**step == ELEMENT && numbers == Some(index) {
                (NUMBER_ELEMENTS.iter()).all(|element| self.is_unwritten(element, frame))
            } else {
                // `next*` stands for any number of such steps.
                (step.trim_end_matches('*').split('|')).all(|field| self.is_unwritten(field, frame))
            };
            if !is_kept {
                return false;
            }
        }
        match measure {
            Measure::Chain(links) => {
                (links.split('|')).all(|field| self.is_unwritten(field, frame))
            }
            _ => true,
        }
    }

    /// True if a call may change a field on the path to a place before a callee reads it.
    fn is_assumed_by(&mut self, place: Option<&Place>, frame: Frame<'_>) -> bool {
        if place.is_some_and(|place| self.is_settled(place)) {
            return false;
        }
        !self.is_unwritten(CALLEE, frame)
            || place.is_none() && !self.is_unwritten(SEEN_CALLEE, frame)
    }

    /// True if a call may change what a callee finds at a place. `own` is the caller's name for the start of its path.
    fn may_change(
        &mut self,
        own: Option<&Place>,
        place: &Place,
        measure: &Measure,
        frame: Frame<'_>,
    ) -> bool {
        let is_assumed = match measure {
            // An argument itself cannot change.
            Measure::Value
            | Measure::ArrayLength
            | Measure::TextLength
            | Measure::TextBytes
            | Measure::Energy(_)
                if place.path.is_empty() =>
            {
                false
            }
            Measure::Value
            | Measure::ArrayLength
            | Measure::TextLength
            | Measure::TextBytes
            | Measure::Energy(_) => {
                let whole = own.map(|own| Place {
                    root: own.root.clone(),
                    path: own.path.iter().chain(&place.path).cloned().collect(),
                });
                self.is_assumed_by(whole.as_ref().or(Some(place)), frame)
            }
            // The result of a method may depend on any field.
            Measure::Result(_) | Measure::Chain(_) => self.is_assumed_by(None, frame),
        };
        let answered = |step: &Arc<str>| {
            let method = step.strip_suffix("()").filter(|_| measure.is_of_text())?;
            Some(Measure::Result(Arc::from(method)))
        };
        let answered: Vec<Measure> = place.path.iter().filter_map(answered).collect();
        is_assumed
            || self.may_answer_otherwise(measure)
            || !answered.is_empty() && self.is_assumed_by(None, frame)
            || (answered.iter()).any(|answered| self.may_answer_otherwise(answered))
    }

    /// What a callee asks for, if the method knows from the type of its own argument that it is a text.
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

    /// The caller's symbol for what a callee finds at a place, and whether it is the largest of several values.
    pub(super) fn at_place(
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
        if !self.is_as_it_was(place, measure, frame) {
            return None;
        }
        let is_held = path.is_held() && self.is_assumed_by(path.place.as_ref(), frame);
        let may_change = is_held || self.may_change(path.place.as_ref(), place, measure, frame);
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

/// The most characters of a number or a truth value as text, if a method with this descriptor has such an argument and no other.
pub(super) fn longest_text(descriptor: &str) -> Option<i64> {
    let (argument, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    Some(match argument {
        "C" => 1,
        "Z" => 5,
        "B" => 4,
        "S" => 6,
        "I" => 11,
        "J" => 20,
        "F" | "D" => 26,
        _ => return None,
    })
}
