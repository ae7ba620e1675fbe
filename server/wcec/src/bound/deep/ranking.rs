//! How often something repeats, from what each path does. A number that is at least 0 on a path, and falls on it, bounds
//! how often control takes that path. A number that every path divides bounds them all by a logarithm.

use super::super::value::Side;
use super::super::{Bounds, TripBound, kind_of};
use super::forms::{Atom, Form};
use super::loop_paths::{LoopPath, LoopPaths};
use super::reference::{called, field_read};
use super::repeated_paths::{Rank, RepeatedPaths, reductions, then};
use super::{Scope, linear};
use crate::method::{LoopKind, Note};
use crate::values::{Id, NO_OBJECT, Node, Values};
use cost::{AssumptionKind, Measure, Polynomial, Rational};

/// At most this many numbers are tried as the one that falls.
const MAX_MEASURES: usize = 40;
/// Methods with more blocks than this are not examined path by path.
const MAX_BLOCKS: usize = 512;
/// How often something repeats.
pub(super) struct Ranked {
    ranks: Vec<Rank>,
    /// True if one path ends the loop, so that it runs once more.
    has_last: bool,
    /// True if the first test alone proves it.
    at_first_test: bool,
}

impl Bounds<'_> {
    /// The bound of a loop from its paths.
    pub(super) fn ranked_trip(&mut self, scope: Scope<'_>) -> Option<TripBound> {
        if self.flow.len() > MAX_BLOCKS {
            return None;
        }
        let notes = self.notes.len();
        let ways = self.loop_paths(scope, &[]);
        let trip = (ways.as_ref()).and_then(|ways| self.ranked_by(scope, ways, notes));
        if trip.is_some() {
            return trip;
        }
        self.notes.truncate(notes);
        let mut ways = ways?;
        for assumes in [false, true] {
            let ways = self.paths_of_kept_counters(scope, assumes);
            let trip = ways.and_then(|ways| self.ranked_by(scope, &ways, notes));
            if trip.is_some() {
                return trip;
            }
            self.notes.truncate(notes);
        }
        let exit = self.hold_that_ends(scope, &mut ways)?;
        let trip = self.ranked_by(scope, &ways, notes)?;
        self.is_only_exit(scope.view, exit).then_some(trip)
    }

    /// The bound from these paths, which rely on the notes from this one on.
    fn ranked_by(&mut self, scope: Scope<'_>, ways: &LoopPaths, notes: usize) -> Option<TripBound> {
        let header = scope.body.header;
        let mut bound: Option<(Polynomial, bool)> = None;
        for ranked in self.ranked(scope, ways) {
            let Some(count) = self.count(scope, ways, &ranked, Some(header)) else {
                continue;
            };
            // A constant that holds unless a counter wraps around belongs to a loop that only ends if it does.
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
        self.expect_fixed_on(scope, ways);
        let test = scope
            .view
            .backbone
            .iter()
            .find(|(block, _)| *block == header);
        match test {
            // Control after the test has passed it, unless both its sides stay in the loop.
            Some((_, place)) if at_first_test && !self.staying(scope, header).is_empty() => {
                Some(self.deep_facts(scope, count, *place))
            }
            // The iteration that leaves the loop in the middle is one more.
            _ => {
                let count = count.checked_add(&Polynomial::constant(1))?;
                Some(self.deep_facts(scope, count, 0))
            }
        }
    }

    /// True for an atom that no iteration, or no recursive call, changes.
    pub(super) fn stays_same(&self, scope: Scope<'_>, ways: &LoopPaths, atom: u32) -> bool {
        if !scope.body.is_loop {
            return self.is_same_in_each_call(scope, ways, atom);
        }
        match ways.forms.atom(atom) {
            Some(Atom::Value(id) | Atom::Length(id)) => self.is_fixed(scope, *id, 0),
            Some(Atom::Size(id)) => {
                self.is_fixed(scope, *id, 0)
                    && self.keeps_size_in_calls(scope, *id, self.calls_in(scope.body))
            }
            Some(Atom::Field { object, memory, .. }) => {
                scope.values.node(*memory) == Node::Untouched
                    && (*object == NO_OBJECT || self.is_fixed(scope, *object, 0))
            }
            _ => false,
        }
    }

    /// Numbers that may bound how often control takes the paths, the best first: those without assumptions come before
    /// those that assume no overflow.
    pub(super) fn ranked(&mut self, scope: Scope<'_>, ways: &LoopPaths) -> Vec<Ranked> {
        let mut found = Vec::new();
        let trusted = ways.settled(false);
        let whole = ways.settled_with_any_next();
        let whole: Vec<&LoopPath> = whole.iter().collect();
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
        // A path that no other path can follow is the last.
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
        let measures = self.measures(scope, ways, &going_on);
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

    /// Numbers that are at least 0 on one of the paths and that this path changes. Of those that differ by a constant, the
    /// smallest comes first, because it proves the most.
    pub(super) fn measures(
        &self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        all: &[&LoopPath],
    ) -> Vec<Form> {
        let is_header = |form: &Form| {
            let mut atoms = form.terms.iter();
            atoms.all(|(atom, _)| is_known_first(self, scope, ways, *atom))
        };
        let mut measures: Vec<Form> = Vec::new();
        for way in all {
            for held in &way.held {
                for form in reductions(&held.form, &way.held, is_header) {
                    let moves = (all.iter())
                        .any(|way| then(&ways.forms, &form, way).as_ref() != Some(&form));
                    if moves && measures.len() < MAX_MEASURES && !measures.contains(&form) {
                        measures.push(form);
                    }
                }
            }
        }
        measures.sort_by_key(|measure| (measure.terms.len(), measure.constant));
        measures
    }

    /// The most times that control takes the paths.
    pub(super) fn count(
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
                    let most = self.most_at_begin(scope, ways, &distance, header)?;
                    Polynomial::positive_ceiling(&most, i64::try_from(*by).ok()?)?
                }
                Rank::Divided(form, by) => {
                    let most = self.most_at_begin(scope, ways, form, header)?;
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
                    // A power of two that is at least the root, and less than twice the root.
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

    /// The largest value of a form when the loop or the method begins, over the starts from which any of the paths is
    /// taken.
    pub(super) fn most_at_begin(
        &mut self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        form: &Form,
        header: Option<u32>,
    ) -> Option<Polynomial> {
        let most = self.at_begin(scope, ways, form, header)?;
        let limit = most_on_ways(ways, form).and_then(|limit| i64::try_from(limit).ok());
        match limit {
            Some(limit) => Polynomial::extreme(false, [most, Polynomial::constant(limit)]),
            None => Some(most),
        }
    }

    /// The largest value of a form when the loop, or the method, begins.
    pub(super) fn at_begin(
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
            let mut begins: Vec<Id> = Vec::new();
            for (atom, factor) in &form.terms {
                match self.begins_as(scope, ways, *atom, header.zip(from))? {
                    Begin::Value(id) => {
                        begins.push(id);
                        whole = whole.plus(&linear(values, id, 0)?, *factor)?;
                    }
                    Begin::Zero => {}
                    Begin::Size(at, object) => {
                        let side = if *factor > 0 {
                            Side::Upper
                        } else {
                            Side::Lower
                        };
                        let amount = self.size_told(scope, at, object, side)?.value;
                        let factor = Rational::from(i64::try_from(*factor).ok()?);
                        sum = sum.checked_add(&amount.checked_scale(factor)?)?;
                    }
                    Begin::Field(id, object) => {
                        let amount = self.field_at_entry(scope, id, object)?;
                        let factor = Rational::from(i64::try_from(*factor).ok()?);
                        sum = sum.checked_add(&amount.checked_scale(factor)?)?;
                    }
                }
            }
            // In the sum, what wraps around may cancel out: n − (n + 8).
            self.expect_whole(scope, &begins);
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
        &self,
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
            Atom::Size(text)
                if over.is_some_and(|(header, _)| {
                    matches!(values.node(*text), Node::Join { block, .. } if block == header)
                }) =>
            {
                let at = self.tells_size(values, ways, atom)?;
                begin(*text).map(|begin| Begin::Size(at, begin))
            }
            Atom::Length(_) | Atom::Size(_) => {
                let read = ways.read.get(&atom).copied().map(Begin::Value);
                let told = ways.sized.get(&atom).copied();
                read.or_else(|| told.map(|(at, object)| Begin::Size(at, object)))
            }
            Atom::Field { object, memory, .. } => {
                let read = ways.read.get(&atom).copied()?;
                match values.node(begin(*memory)?) {
                    Node::Untouched if values.node(*memory) == Node::Untouched => {
                        Some(Begin::Value(read))
                    }
                    Node::Untouched if self.begins_with_zero(values, read, *object) => {
                        Some(Begin::Zero)
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

    /// A call of a method of `String` that tells something about the length of the text that an atom is the size of.
    pub(super) fn tells_size(
        &self,
        values: &Values<'_>,
        ways: &LoopPaths,
        atom: u32,
    ) -> Option<u32> {
        let read = ways.read.get(&atom).map(|read| values.node(*read));
        let at = match (read, ways.sized.get(&atom)) {
            (Some(Node::Called { at }), _) => at,
            (_, Some((at, _))) => *at,
            _ => return None,
        };
        let called = called(self.input, at)?;
        (called.class == "java/lang/String").then_some(at)
    }

    /// True for a field that is 0 when an object which the method creates is new.
    fn begins_with_zero(&self, values: &Values<'_>, read: Id, object: Id) -> bool {
        let Node::Field { at, .. } = values.node(read) else {
            return false;
        };
        let field = field_read(self.input, at).and_then(|pool| self.input.class.member(pool));
        field.is_some_and(|field| values.begins_with_zero(object, (&field.class(), &field.name())))
    }

    /// The value of a field when the method begins.
    fn field_at_entry(&mut self, scope: Scope<'_>, read: Id, object: Id) -> Option<Polynomial> {
        let Node::Field { at, .. } = scope.values.node(read) else {
            return None;
        };
        let member = self.input.class.member(field_read(self.input, at)?)?;
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

/// The value of an atom when a loop begins.
enum Begin {
    Value(Id),
    Zero,
    /// The size of an object that this call tells something about.
    Size(u32, Id),
    /// The field of the object that is read there.
    Field(Id, Id),
}

/// The largest value of a form that the tests on the paths allow.
fn most_on_ways(ways: &LoopPaths, form: &Form) -> Option<i128> {
    let mut most: Option<i128> = None;
    for way in ways.settled(false) {
        let ends = way.held.iter().filter_map(|held| {
            let end = held.form.clone().plus(form, 1)?;
            end.is_constant().then_some(end.constant)
        });
        most = most.max(Some(ends.min()?));
    }
    most
}

/// True for an atom whose value at the start of an iteration is the one that a form means.
pub(super) fn is_known_first(
    bounds: &Bounds<'_>,
    scope: Scope<'_>,
    ways: &LoopPaths,
    atom: u32,
) -> bool {
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
