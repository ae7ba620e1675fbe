//! How often something repeats, from what it does on each way: numbers that are at least 0 on a way and fall on it bound
//! how often that way is gone; one that is divided on every way bounds them all by a logarithm.

use super::super::value::Side;
use super::super::{Bounds, TripBound, kind_of};
use super::forms::{Atom, ConditionalForm, Form, Forms, Rounding};
use super::loop_paths::{LoopPath, LoopPaths};
use super::{Body, Scope, linear};
use crate::method::{LoopKind, Note};
use crate::values::{Id, NO_OBJECT, Node};
use bytecode::Op;
use cost::{AssumptionKind, Measure, Polynomial, Rational};
use num_traits::Signed;

/// No more numbers than this are tried as what falls.
const MAX_MEASURES: usize = 40;
/// The ways through methods with more blocks than this are not looked at.
const MAX_BLOCKS: usize = 512;
/// So many numbers may fall on different ways.
const MAX_TOGETHER: usize = 4;

/// What bounds how often ways are gone.
enum Rank {
    /// At least 0 on ways that make it smaller by at least so much.
    Falls(Form, i128),
    /// At least 1, and at most so much of what it was after each way.
    Divided(Form, i128),
    /// A limit, and what it is a multiple of at most that is at least 1 and grows by this factor on each way.
    Multiplied(Form, i128, i128),
    /// A limit, and a number that is at least this and grows by so much on each way: its square is at most that.
    Squared(Form, i128, Form, i128),
    /// The number is replaced by what is left when another one is divided by it, which it becomes.
    Euclid(Form),
    /// It is not 0, and divided towards 0.
    DividedToZero(Form, i128),
    /// So many bits are lost one after another.
    Bits(i64),
}

/// How often something repeats.
struct Ranked {
    ranks: Vec<Rank>,
    /// True where one way ends the loop, so that it is gone once more.
    has_last: bool,
    /// True where the first test alone shows it.
    at_first_test: bool,
}

impl Bounds<'_> {
    /// The bound of a loop from its ways.
    pub(super) fn ranked_trip(&mut self, scope: Scope<'_>) -> Option<TripBound> {
        if self.flow.len() > MAX_BLOCKS {
            return None;
        }
        let ways = self.loop_paths(scope)?;
        let notes = self.notes.len();
        let header = scope.body.header;
        let mut bound: Option<(Polynomial, bool)> = None;
        for ranked in self.ranked(scope, &ways) {
            let Some(count) = self.count(scope, &ways, &ranked, Some(header)) else {
                continue;
            };
            // A number that holds unless a counter wraps around is of a loop that is left only where it does.
            let is_assumed = self.notes[notes..].iter().any(Note::is_assumption);
            if count.as_constant().is_some() && is_assumed {
                continue;
            }
            if kind_of(&count) != LoopKind::Opaque {
                bound = Some((count, ranked.at_first_test));
                break;
            }
        }
        let Some((count, at_first_test)) = bound else {
            self.notes.truncate(notes);
            return None;
        };
        let test = scope
            .view
            .backbone
            .iter()
            .find(|(block, _)| *block == header);
        match test {
            // Whoever is behind the test has passed it, unless both its sides lead on inside the loop.
            Some((_, place)) if at_first_test && self.staying(scope, header).is_some() => {
                Some(self.deep_facts(scope, count, *place))
            }
            // The iteration that leaves the loop in its middle is one more.
            _ => {
                let count = count.checked_add(&Polynomial::constant(1))?;
                Some(self.deep_facts(scope, count, 0))
            }
        }
    }

    /// How many calls of the method by itself are under way at once, at most.
    pub(crate) fn depth_of_recursion(&mut self) -> Option<Polynomial> {
        if self.flow.len() > MAX_BLOCKS {
            return None;
        }
        let values = self.values()?;
        let body = Body::at(0);
        let view = super::super::LoopView::nothing();
        let scope = self.scope(&values, &body, &view);
        let calls = self.input.calls;
        let ways = self.paths_to_recursive_calls(scope, calls)?;
        self.header = 0;
        self.line = self.input.code.line_of(0);
        let notes = self.notes.len();
        for ranked in self.ranked(scope, &ways) {
            if let Some(count) = self.count(scope, &ways, &ranked, None)
                && kind_of(&count) != LoopKind::Opaque
            {
                return count.checked_add(&Polynomial::constant(1));
            }
        }
        self.notes.truncate(notes);
        None
    }

    /// True for an atom that no iteration changes.
    pub(super) fn stays_same(&self, scope: Scope<'_>, ways: &LoopPaths, atom: u32) -> bool {
        match ways.forms.atom(atom) {
            Some(Atom::Value(id) | Atom::Length(id)) => self.is_fixed(scope, *id, 0),
            Some(Atom::Size(id)) => {
                self.is_fixed(scope, *id, 0) && !self.is_changed(scope.values, *id)
            }
            Some(Atom::Field { object, memory }) => {
                scope.values.node(*memory) == Node::Untouched
                    && (*object == NO_OBJECT || self.is_fixed(scope, *object, 0))
            }
            _ => false,
        }
    }

    /// What may bound how often ways are gone, the best first: what rests on nothing before what takes arithmetic not to
    /// overflow.
    fn ranked(&mut self, scope: Scope<'_>, ways: &LoopPaths) -> Vec<Ranked> {
        let mut found = Vec::new();
        let trusted = ways.settled(false);
        let whole: Vec<&LoopPath> = ways.all.iter().collect();
        let bits = RepeatedPaths { ways, all: &whole }.loses_bits();
        found.extend(self.rank(scope, ways, &trusted));
        found.extend(bits.map(|rank| Ranked {
            ranks: vec![rank],
            has_last: false,
            at_first_test: false,
        }));
        if found.is_empty() {
            let assumed = self.rank(scope, ways, &ways.settled(true));
            if !assumed.is_empty() {
                self.assume(AssumptionKind::NoOverflow);
            }
            found.extend(assumed);
        }
        found
    }

    fn rank(&mut self, scope: Scope<'_>, ways: &LoopPaths, all: &[LoopPath]) -> Vec<Ranked> {
        let is_header = |bounds: &Self, form: &Form| {
            form.terms
                .iter()
                .all(|(atom, _)| is_known_first(bounds, scope, ways, *atom))
        };
        // A way after which no other can be gone is the last.
        let can_follow = |before: &LoopPath, after: &LoopPath| {
            let mut known = after.held.iter().filter(|held| is_header(self, &held.form));
            let mut unequal = after
                .unequal
                .iter()
                .filter(|held| is_header(self, &held.form));
            !known.any(|held| {
                let then = then(&ways.forms, &held.form, before);
                then.is_some_and(|then| then.is_constant() && then.constant < 0)
            }) && !unequal
                .any(|held| then(&ways.forms, &held.form, before) == Some(Form::constant(0)))
        };
        let (going_on, last): (Vec<&LoopPath>, Vec<&LoopPath>) = all
            .iter()
            .partition(|way| all.iter().any(|after| can_follow(way, after)));
        let has_last = !last.is_empty();
        if going_on.is_empty() {
            return vec![Ranked {
                ranks: Vec::new(),
                has_last,
                at_first_test: false,
            }];
        }
        let mut measures: Vec<Form> = Vec::new();
        for way in &going_on {
            for held in &way.held {
                for form in reductions(&held.form, &way.held, |form| is_header(self, form)) {
                    let moves = going_on
                        .iter()
                        .any(|way| then(&ways.forms, &form, way).as_ref() != Some(&form));
                    if moves && measures.len() < MAX_MEASURES && !measures.contains(&form) {
                        measures.push(form);
                    }
                }
            }
        }
        // Of those that differ by a number the smallest says the most.
        measures.sort_by_key(|measure| (measure.terms.len(), measure.constant));
        let mut found = Vec::new();
        let mut add = |rank: Option<(Rank, bool)>| {
            found.extend(rank.map(|(rank, at_first_test)| Ranked {
                ranks: vec![rank],
                has_last,
                at_first_test: at_first_test && !has_last,
            }));
        };
        let ways_gone = RepeatedPaths {
            ways,
            all: &going_on,
        };
        add(ways_gone.euclid().map(|rank| (rank, false)));
        add(ways_gone.divided_to_zero().map(|rank| (rank, false)));
        for measure in &measures {
            self.fuel = self.fuel.saturating_sub(64);
            if self.fuel == 0 {
                break;
            }
            add(ways_gone.divided(measure));
        }
        for measure in &measures {
            add(ways_gone.multiplied(measure).map(|rank| (rank, false)));
        }
        for measure in &measures {
            add(ways_gone.squared(measure).map(|rank| (rank, false)));
        }
        for measure in &measures {
            add(ways_gone.falls(measure));
        }
        let together = ways_gone.together(&measures);
        found.extend(together.map(|ranks| Ranked {
            ranks,
            has_last,
            at_first_test: false,
        }));
        found
    }

    /// The number of times that ways are gone, at most.
    fn count(
        &mut self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        ranked: &Ranked,
        header: Option<u32>,
    ) -> Option<Polynomial> {
        let mut sum = Polynomial::constant(i64::from(ranked.has_last));
        for rank in &ranked.ranks {
            let count = match rank {
                Rank::Falls(form, by) => {
                    let mut distance = form.clone();
                    distance.constant += 1;
                    let most = self.at_begin(scope, ways, &distance, header)?;
                    Polynomial::positive_ceiling(&most, i64::try_from(*by).ok()?)?
                }
                Rank::Divided(form, by) => {
                    let most = self.at_begin(scope, ways, form, header)?;
                    Polynomial::logarithm(i64::try_from(*by).ok()?, most)
                }
                Rank::Multiplied(limit, of, by) => {
                    let most = self.at_begin(scope, ways, limit, header)?;
                    let share = Rational::new(1, i64::try_from(*of).ok()?);
                    Polynomial::logarithm(i64::try_from(*by).ok()?, most.checked_scale(share)?)
                }
                Rank::Squared(limit, of, number, by) => {
                    let most = self.at_begin(scope, ways, limit, header)?;
                    let share = Rational::new(1, i64::try_from(*of).ok()?);
                    // A power of two that is at least the root, and less than twice as much.
                    let half = Polynomial::logarithm(4, most.checked_scale(share)?);
                    let root = Polynomial::power(2, half);
                    let begin = self.at_begin(scope, ways, &number.times(-1)?, header)?;
                    let distance = root
                        .checked_add(&begin)?
                        .checked_add(&Polynomial::constant(1))?;
                    Polynomial::positive_ceiling(&distance, i64::try_from(*by).ok()?)?
                }
                Rank::DividedToZero(form, by) => {
                    let by = i64::try_from(*by).ok()?;
                    let most = self.at_begin(scope, ways, form, header)?;
                    let least = self.at_begin(scope, ways, &form.times(-1)?, header)?;
                    Polynomial::logarithm(by, most)
                        .checked_add(&Polynomial::logarithm(by, least))?
                }
                Rank::Bits(bits) => Polynomial::constant(*bits),
                Rank::Euclid(form) => {
                    let most = self.at_begin(scope, ways, form, header)?;
                    let least = self.at_begin(scope, ways, &form.times(-1)?, header)?;
                    Polynomial::logarithm(2, most)
                        .checked_add(&Polynomial::logarithm(2, least))?
                        .checked_scale(2.into())?
                }
            };
            sum = sum.checked_add(&count)?;
        }
        Some(sum)
    }

    /// The largest value of a form when the loop, or the method, begins.
    fn at_begin(
        &mut self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        form: &Form,
        header: Option<u32>,
    ) -> Option<Polynomial> {
        let values = scope.values;
        let outside: Vec<Option<u32>> = match header {
            None => vec![None],
            Some(header) => {
                let edges = self.flow.predecessors(header as usize).iter();
                let from = edges.map(|edge| edge.block() as u32);
                let from = from.filter(|from| !values.is_backward(*from, header));
                let mut outside: Vec<Option<u32>> = from.map(Some).collect();
                if header == 0 {
                    outside.push(Some(crate::values::BEGINNING));
                }
                outside.dedup();
                outside
            }
        };
        let mut amounts: Vec<Polynomial> = Vec::new();
        for from in outside {
            let mut whole = super::super::linear::Linear::constant(form.constant);
            let mut sum = Polynomial::constant(0);
            for (atom, factor) in &form.terms {
                match Self::begins_as(scope, ways, *atom, header.zip(from))? {
                    Begin::Value(id) => whole = whole.plus(&linear(values, id, 0)?, *factor)?,
                    Begin::Field(id, object) => {
                        let amount = self.field_at_entry(scope, id, object)?;
                        let factor = Rational::from(i64::try_from(*factor).ok()?);
                        sum = sum.checked_add(&amount.checked_scale(factor)?)?;
                    }
                }
            }
            let ids: Vec<Id> = whole.terms.iter().map(|(id, _)| *id).collect();
            self.expect_whole(scope, &ids);
            let amount = self.sum(scope, &whole, Side::Upper, 0)?;
            let amount = amount.value.checked_add(&sum)?;
            if !amounts.contains(&amount) {
                amounts.push(amount);
            }
        }
        match amounts.as_slice() {
            [only] => Some(only.clone()),
            _ => Polynomial::extreme(true, amounts),
        }
    }

    fn begins_as(
        scope: Scope<'_>,
        ways: &LoopPaths,
        atom: u32,
        over: Option<(u32, u32)>,
    ) -> Option<Begin> {
        let values = scope.values;
        let begin = |id: Id| -> Option<Id> {
            let Some((header, from)) = over else {
                return Some(id);
            };
            match values.node(id) {
                Node::Join { block, .. } if block == header => {
                    let mut all = values
                        .joined(id)
                        .iter()
                        .filter(|(source, _)| *source == from);
                    match (all.next(), all.next()) {
                        (Some((_, value)), None) => Some(*value),
                        _ => None,
                    }
                }
                _ => Some(id),
            }
        };
        match ways.forms.atom(atom)? {
            Atom::Value(id) => begin(*id).map(Begin::Value),
            Atom::Length(_) | Atom::Size(_) => ways.read.get(&atom).copied().map(Begin::Value),
            Atom::Field { object, memory } => {
                let read = ways.read.get(&atom).copied()?;
                match values.node(begin(*memory)?) {
                    Node::Untouched if values.node(*memory) == Node::Untouched => {
                        Some(Begin::Value(read))
                    }
                    Node::Untouched => Some(Begin::Field(read, *object)),
                    Node::Stored {
                        object: written,
                        value,
                        ..
                    } if written == *object => Some(Begin::Value(value)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A field as it is when the method begins.
    fn field_at_entry(&mut self, scope: Scope<'_>, read: Id, object: Id) -> Option<Polynomial> {
        let Node::Field { at, .. } = scope.values.node(read) else {
            return None;
        };
        let (Op::GetField { pool } | Op::GetStatic { pool }) =
            self.input.code.instructions.get(at as usize)?.op
        else {
            return None;
        };
        let member = self.input.class.member(pool)?;
        let path = if object == NO_OBJECT {
            super::super::value::AccessPath::of_class(&member.class(), &self.input.class.name)
        } else {
            self.path(scope.values, object, 0)?
        };
        let path = path.extended(&member.name());
        let name = path.text.clone();
        let amount = self.asked_of(scope, &path, &name, Measure::Value, true, Side::Upper)?;
        amount.exact.then_some(amount.value)
    }
}

/// What an atom is when a loop begins.
enum Begin {
    Value(Id),
    /// The field that is read there, of the object.
    Field(Id, Id),
}

/// True for an atom whose value at the beginning of an iteration is the one that a form means.
fn is_known_first(bounds: &Bounds<'_>, scope: Scope<'_>, ways: &LoopPaths, atom: u32) -> bool {
    if ways.state.contains(&atom) || bounds.stays_same(scope, ways, atom) {
        return true;
    }
    match ways.forms.atom(atom) {
        Some(Atom::Product(one, two)) => [one, two].into_iter().all(|form| {
            (form.terms.iter()).all(|(atom, _)| is_known_first(bounds, scope, ways, *atom))
        }),
        _ => false,
    }
}

/// A form over the state after a way.
fn then(forms: &Forms, form: &Form, way: &LoopPath) -> Option<Form> {
    let mut result = Form::constant(form.constant);
    for (atom, factor) in &form.terms {
        let next = way.next.iter().find(|(known, ..)| known == atom);
        if let Some((_, next, _)) = next {
            result = result.plus(next.as_ref()?, *factor)?;
            continue;
        }
        if let Some(Atom::Product(one, two)) = forms.atom(*atom) {
            for part in [one, two] {
                if then(forms, part, way).as_ref() != Some(part) {
                    return None;
                }
            }
        }
        result = result.plus(&Form::leaf(*atom), *factor)?;
    }
    Some(result)
}

/// Forms over the state alone that are at least 0 where a form and others are.
fn reductions(
    form: &Form,
    held: &[ConditionalForm],
    is_header: impl Fn(&Form) -> bool,
) -> Vec<Form> {
    if is_header(form) {
        return vec![form.clone()];
    }
    let mut found = Vec::new();
    for (atom, factor) in &form.terms {
        if is_header(&Form::leaf(*atom)) {
            continue;
        }
        for known in held {
            let other = known.form.terms.iter().find(|(other, _)| other == atom);
            let Some((_, other)) = other.filter(|(_, other)| other.signum() != factor.signum())
            else {
                continue;
            };
            let rest =
                (form.times(other.abs())).and_then(|form| form.plus(&known.form, factor.abs()));
            found.extend(rest.filter(|rest| is_header(rest)));
        }
    }
    found
}

/// Ways that are gone again and again.
struct RepeatedPaths<'g> {
    ways: &'g LoopPaths,
    all: &'g [&'g LoopPath],
}

impl RepeatedPaths<'_> {
    fn then(&self, form: &Form, way: &LoopPath) -> Option<Form> {
        then(&self.ways.forms, form, way)
    }

    fn follows(&self, form: Option<Form>, way: &LoopPath) -> bool {
        form.is_some_and(|form| self.ways.forms.follows(&form, &way.held))
    }

    /// True where the first test alone shows that a form is at least 0.
    fn at_first_test(&self, form: &Form) -> bool {
        self.all.iter().all(|way| {
            let first = way.held.get(..way.at_first_test).unwrap_or_default();
            self.ways.forms.follows(form, first)
        })
    }

    /// By how much a form falls at least on a way: a number, or at least 1, or not at all.
    fn fall(&self, measure: &Form, way: &LoopPath) -> Option<i128> {
        let fall = measure.clone().plus(&self.then(measure, way)?, -1)?;
        if fall.is_constant() {
            return (fall.constant >= 0).then_some(fall.constant);
        }
        [1, 0].into_iter().find(|least| {
            let mut fall = fall.clone();
            fall.constant -= least;
            self.follows(Some(fall), way)
        })
    }

    /// A number that falls on all ways.
    fn falls(&self, measure: &Form) -> Option<(Rank, bool)> {
        let mut least = i128::MAX;
        for way in self.all {
            let fall = self.fall(measure, way).filter(|fall| *fall >= 1)?;
            if !self.follows(Some(measure.clone()), way) {
                return None;
            }
            least = least.min(fall);
        }
        let first = self.at_first_test(measure);
        Some((Rank::Falls(measure.clone(), least), first))
    }

    /// Numbers of which each way makes one smaller and none larger.
    fn together(&self, measures: &[Form]) -> Option<Vec<Rank>> {
        let mut left: Vec<&&LoopPath> = self.all.iter().collect();
        let mut ranks = Vec::new();
        for measure in measures {
            let falls: Option<Vec<i128>> =
                self.all.iter().map(|way| self.fall(measure, way)).collect();
            let Some(falls) = falls else {
                continue;
            };
            let mut least: Option<i128> = None;
            let bounded = |way: &LoopPath| self.follows(Some(measure.clone()), way);
            let of = |way: &LoopPath| {
                let place = self.all.iter().position(|other| std::ptr::eq(*other, way));
                place
                    .and_then(|place| falls.get(place).copied())
                    .unwrap_or(0)
            };
            left.retain(|way| {
                let fall = of(way);
                let is_bounded = fall >= 1 && bounded(way);
                if is_bounded {
                    least = Some(least.map_or(fall, |least| least.min(fall)));
                }
                !is_bounded
            });
            ranks.extend(least.map(|least| Rank::Falls(measure.clone(), least)));
            if left.is_empty() || ranks.len() >= MAX_TOGETHER {
                break;
            }
        }
        left.is_empty().then_some(ranks)
    }

    /// A number of which every way leaves a part.
    fn divided(&self, measure: &Form) -> Option<(Rank, bool)> {
        for more in [1, 2] {
            let mut number = measure.clone();
            number.constant += more;
            for by in self.divisors() {
                let is_divided = self.all.iter().all(|way| {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let rest = self
                        .then(&number, way)
                        .and_then(|then| number.clone().plus(&then, -by));
                    self.follows(Some(least), way) && self.follows(rest, way)
                });
                if is_divided {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let first = self.at_first_test(&least);
                    return Some((Rank::Divided(number, by), first));
                }
            }
        }
        None
    }

    /// The numbers that something is divided by on the ways, the largest first.
    fn divisors(&self) -> Vec<i128> {
        let mut found: Vec<i128> = (0..self.ways.forms.len())
            .filter_map(|atom| match self.ways.forms.atom(atom) {
                Some(Atom::Quotient { by, .. }) => Some(*by),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|by| *by != 2);
        found.push(2);
        found.sort_unstable_by(|one, two| two.cmp(one));
        found
    }

    /// A limit less a number that every way multiplies.
    fn multiplied(&self, measure: &Form) -> Option<Rank> {
        let moving: Vec<&(u32, i128)> = measure
            .terms
            .iter()
            .filter(|(atom, _)| {
                let own = Form::leaf(*atom);
                self.all
                    .iter()
                    .any(|way| self.then(&own, way).as_ref() != Some(&own))
            })
            .collect();
        let [(atom, factor)] = moving[..] else {
            return None;
        };
        let of = -*factor;
        if of < 1
            || !self
                .all
                .iter()
                .all(|way| self.follows(Some(measure.clone()), way))
        {
            return None;
        }
        for more in [0, 1, 2] {
            for by in [4, 3, 2] {
                let mut number = Form::leaf(*atom);
                number.constant += more;
                let is_multiplied = self.all.iter().all(|way| {
                    let mut least = number.clone();
                    least.constant -= 1;
                    let rest = number
                        .times(-by)
                        .and_then(|less| self.then(&number, way)?.plus(&less, 1));
                    self.follows(Some(least), way) && self.follows(rest, way)
                });
                if is_multiplied {
                    // of · (number) ≤ limit + of · more
                    let mut limit = measure.clone().plus(&Form::leaf(*atom), of)?;
                    limit.constant += of * more;
                    return Some(Rank::Multiplied(limit, of, by));
                }
            }
        }
        None
    }

    /// A limit less the square of a number that grows on every way.
    fn squared(&self, measure: &Form) -> Option<Rank> {
        let (atom, factor, root) =
            measure
                .terms
                .iter()
                .find_map(|(atom, factor)| match self.ways.forms.atom(*atom) {
                    Some(Atom::Product(one, two)) if one == two && *factor < 0 => {
                        Some((*atom, -*factor, one.clone()))
                    }
                    _ => None,
                })?;
        let limit = measure.clone().plus(&Form::leaf(atom), factor)?;
        let opposite = root.times(-1)?;
        let mut least = i128::MAX;
        for way in self.all {
            let rises = self.fall(&opposite, way).filter(|by| *by >= 1)?;
            let is_kept = self.fall(&limit, way).is_some();
            if !is_kept
                || !self.follows(Some(measure.clone()), way)
                || !self.follows(Some(root.clone()), way)
            {
                return None;
            }
            least = least.min(rises);
        }
        Some(Rank::Squared(limit, factor, root, least))
    }

    /// A number that is not 0 and divided on every way, whatever its sign.
    fn divided_to_zero(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(atom, ..)| {
            let own = Form::leaf(*atom);
            let mut least = i128::MAX;
            for way in self.all {
                let next = self.then(&own, way)?;
                let is_not_zero = |held: &ConditionalForm| held.form == own || held.form == next;
                let [(quotient, 1)] = next.terms[..] else {
                    return None;
                };
                let Some(Atom::Quotient {
                    of,
                    by,
                    rounding: Rounding::Zero,
                }) = self.ways.forms.atom(quotient)
                else {
                    return None;
                };
                if *of != own || next.constant != 0 || !way.unequal.iter().any(is_not_zero) {
                    return None;
                }
                least = least.min(*by);
            }
            Some(Rank::DividedToZero(own, least))
        })
    }

    /// A number that is not 0 and of which every way takes the lowest bit, or that it moves to the right without regard
    /// of its sign. That holds however the arithmetic wraps around.
    fn loses_bits(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(atom, ..)| {
            let own = Form::leaf(*atom);
            let mut most = 0;
            for way in self.all {
                let next = self.then(&own, way)?;
                let is_not_zero = |held: &ConditionalForm| held.form == own || held.form == next;
                let mut above = own.clone();
                above.constant -= 1;
                if !way.unequal.iter().any(is_not_zero) && !self.follows(Some(above), way) {
                    return None;
                }
                most = most.max(self.bits_lost(&own, &next)?);
            }
            Some(Rank::Bits(most))
        })
    }

    /// How often a step can be made that takes bits from a number.
    fn bits_lost(&self, own: &Form, next: &Form) -> Option<i64> {
        let atom = |form: &Form| match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => self.ways.forms.atom(atom),
            _ => None,
        };
        let other = |one: &Form, two: &Form, wanted: &Form| {
            (one == own && two == wanted) || (two == own && one == wanted)
        };
        match atom(next) {
            Some(Atom::Quotient {
                of,
                by,
                rounding: Rounding::Unsigned(bits),
            }) if of == own => {
                let each = i64::from(by.trailing_zeros()).max(1);
                return Some((bits + each - 1) / each);
            }
            Some(Atom::Masked(one, two, bits)) => {
                let mut before = own.clone();
                before.constant -= 1;
                return other(one, two, &before).then_some(*bits);
            }
            _ => {}
        }
        let taken = own.clone().plus(next, -1)?;
        match atom(&taken) {
            Some(Atom::Masked(one, two, bits)) => other(one, two, &own.times(-1)?).then_some(*bits),
            _ => None,
        }
    }

    /// Two numbers of which one becomes the other, and that what is left of the division.
    fn euclid(&self) -> Option<Rank> {
        let first = self.all.first()?;
        first.next.iter().find_map(|(small, next, _)| {
            let [(rest, 1)] = next.as_ref()?.terms[..] else {
                return None;
            };
            let Some(Atom::Rest { of, by }) = self.ways.forms.atom(rest) else {
                return None;
            };
            let [(large, 1)] = of.terms[..] else {
                return None;
            };
            let own = Form::leaf(*small);
            let leaves = Form::leaf(rest);
            let is_divided = *by == own
                && of.constant == 0
                && self.all.iter().all(|way| {
                    self.then(&own, way).as_ref() == Some(&leaves)
                        && self.then(&Form::leaf(large), way).as_ref() == Some(&own)
                });
            is_divided.then_some(Rank::Euclid(own))
        })
    }
}
