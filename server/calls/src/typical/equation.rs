//! Builds the equations: what a method executes itself, and how often it calls which methods.

use super::UncertainParts;
use super::compared::{Compared, Sureness};
use super::dispatch::{self, AnsweringMethods, Choice, ChoicesIn, Key, Lambdas, Met};
pub(super) use super::edge::{Callee, Edge, Equation, Object};
use super::energies::Table;
use super::own_branches::CallByWay;
use super::passed::in_body;
use super::receiver::{Receiver, Renumbered};
use super::row::{Row, RowCall};
use crate::fitted::fitted;
use crate::price_document::Reading;
use crate::resolve::{Target, Targets};
use crate::sites::{LambdaBody, Site, ValueOrigin};
use crate::summaries::Summaries;
use crate::unit::{MethodId, Unit};
use crate::{concatenation, records};
use bytecode::Descriptor;
use cost::{Place, Root};
use frequency::{Certainty, Doubt, Model};
use pricing::Pricer;
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};
use wcec::Reason;

/// The number of instructions assumed for an unknown method.
const LENGTH_OF_UNKNOWN: u32 = 64;

/// The inputs for equations.
pub(super) struct Builder<'b> {
    pub(super) unit: &'b Unit,
    pub(super) summaries: &'b Summaries,
    pub(super) pricer: &'b Pricer,
    lambdas: OnceLock<Lambdas>,
    pub(super) model: &'static Model,
    /// The methods that may answer calls, as far as already known.
    known_choices: Option<&'b AnsweringMethods>,
    /// Calls to compute even if no method makes them.
    pub(super) asked: &'b [Key],
    /// The other state, if this is one of two.
    other: Option<Other<'b>>,
    /// What differs from the other state.
    pub(super) compared: Option<Arc<Compared>>,
    /// What the methods of a last state do themselves; the summaries then have it no longer.
    last: Option<LastRows>,
}

/// What the methods of a unit do without their callees, as long as their equations need it.
struct LastRows {
    /// By method.
    rows: Vec<Option<Arc<Row>>>,
    /// What other methods need of each method that has a row, or had one.
    facts: Vec<Option<RowFacts>>,
}

/// What the equations of other methods need of a method.
#[derive(Clone, Copy)]
struct RowFacts {
    instructions: u32,
    is_counted: bool,
}

/// The state that this one is compared with.
struct Other<'b> {
    builder: Box<Builder<'b>>,
    /// Its typical energies, if it is the base.
    base: Option<Arc<Table>>,
}

impl<'b> Builder<'b> {
    pub(super) fn new(unit: &'b Unit, summaries: &'b Summaries, pricer: &'b Pricer) -> Self {
        Self {
            unit,
            summaries,
            pricer,
            lambdas: OnceLock::new(),
            model: Model::built_in(),
            known_choices: None,
            asked: &[],
            other: None,
            compared: None,
            last: None,
        }
    }

    /// The same for a last state, with what its methods do without their callees.
    #[must_use]
    pub(super) fn with_last_rows(mut self, rows: Vec<Option<Arc<Row>>>) -> Self {
        let facts = rows.iter().map(|row| {
            row.as_ref().map(|row| RowFacts {
                instructions: row.instructions,
                is_counted: row.is_counted,
            })
        });
        let facts = facts.collect();
        self.last = Some(LastRows { rows, facts });
        self
    }

    /// Drops what only the equation of a method needed.
    pub(super) fn drop_row(&mut self, number: u32) {
        let rows = self.last.as_mut().map(|last| &mut last.rows);
        if let Some(row) = rows.and_then(|rows| rows.get_mut(number as usize)) {
            *row = None;
        }
    }

    /// The same, with methods that are known to answer calls, and with calls to compute even if no method makes them.
    #[must_use]
    pub(super) fn with_answers(mut self, methods: &'b AnsweringMethods, asked: &'b [Key]) -> Self {
        self.known_choices = Some(methods);
        self.asked = asked;
        self
    }

    /// The same for one of two states that are compared. The head gets the typical energies of the base.
    #[must_use]
    pub(super) fn beside(
        mut self,
        other: Self,
        base: Option<Arc<Table>>,
        compared: Compared,
    ) -> Self {
        self.compared = Some(Arc::new(compared));
        self.other = Some(Other {
            builder: Box::new(other),
            base,
        });
        self
    }

    /// The unit and the typical energies of the base, if this is the head of a comparison.
    pub(super) fn base(&self) -> Option<(&Unit, &Table)> {
        let other = self.other.as_ref()?;
        Some((other.builder.unit, other.base.as_deref()?))
    }

    pub(super) fn row(&self, number: u32) -> Option<&Arc<Row>> {
        let edited = self.compared.as_ref();
        let edited = edited.and_then(|both| both.edited.get(&number));
        match (edited, &self.last) {
            (Some((row, _)), _) => Some(row),
            (None, Some(last)) => last.rows.get(number as usize)?.as_ref(),
            (None, None) => self.summaries.rows.get(number as usize)?.get(),
        }
    }

    /// What other methods need of a method whose energy is computed here; `None` for all others.
    fn facts(&self, number: u32) -> Option<RowFacts> {
        match &self.last {
            Some(last) => *last.facts.get(number as usize)?,
            None if self.summaries.rows.is_empty() => {
                let known = self.summaries.typical.get()?.method(number)?;
                Some(RowFacts {
                    instructions: known.instructions,
                    is_counted: known.is_counted,
                })
            }
            None => self.row(number).map(|row| RowFacts {
                instructions: row.instructions,
                is_counted: row.is_counted,
            }),
        }
    }

    /// The number of instructions of such a method.
    pub(super) fn length(&self, number: u32) -> Option<u32> {
        Some(self.facts(number)?.instructions)
    }

    /// Whether a run that the user names counted such a method.
    pub(super) fn is_counted(&self, number: u32) -> Option<bool> {
        Some(self.facts(number)?.is_counted)
    }

    /// Whether the other state lacks a method.
    fn is_alone(&self, number: u32) -> bool {
        let compared = self.compared.as_ref();
        compared.is_some_and(|both| both.alone.contains(&number))
    }

    pub(super) fn of_method(&self, number: u32) -> Equation {
        let Some(row) = self.row(number) else {
            return Equation::default();
        };
        let MethodId { class, method } = self.unit.method(number);
        let header = &self.unit.classes[class as usize].header;
        let method = &header.methods[method as usize];
        let behind = UncertainParts {
            branches_joules: row.branches_joules,
            loops_joules: row.loops_joules,
            measured_joules: row.measured_joules,
            scatter_joules: row.scatter_joules,
            unsure_joules: row.unsure_joules,
            ..UncertainParts::default()
        };
        let apart = if self.is_alone(number) {
            behind
        } else {
            row.apart
        };
        Equation {
            row: Arc::clone(row),
            name: format!("{}.{}{}", header.name, method.name, method.descriptor),
            behind,
            apart: self.compared.as_ref().map(|_| apart),
            throws: row.throws,
            is_counted: row.is_counted,
            instructions: row.instructions,
            edges: fitted(
                row.calls
                    .iter()
                    .filter_map(|call| self.edge(number, call))
                    .collect(),
            ),
            is_choice: false,
        }
    }

    /// The edge for a call; `None` if the call runs nothing.
    pub(super) fn edge(&self, number: u32, call: &RowCall) -> Option<Edge> {
        let site = self
            .unit
            .sites(self.unit.method(number))
            .get(call.site as usize)?;
        let targets = self.summaries.graph.targets.get(number as usize)?;
        let targets = targets.get(call.site as usize)?;
        let (callee, receiver) = self.callee(site, targets, call)?;
        let body = self.lambda_of(site, targets);
        let place = |root: &Root| match &body {
            Some(body) => {
                let more = argument_count(&body.descriptor) - argument_count(&site.descriptor);
                in_body(root, more)
            }
            None => Some(root.clone()),
        };
        let passed_on = call.passed_on.iter();
        let mut objects: Vec<(Root, Object)> = passed_on
            .filter_map(|(to, from)| Some((place(to)?, Object::PassedOn(from.clone()))))
            .collect();
        let receiver_made = site
            .receiver
            .as_deref()
            .into_iter()
            .map(|made| (Root::Receiver, made));
        let arguments = site.arguments.iter();
        let arguments = arguments.map(|(index, made)| (Root::Argument(*index), made));
        for (root, made) in receiver_made.chain(arguments) {
            let Some(root) = place(&root) else {
                continue;
            };
            let object = match self.unit.origin(made) {
                Some(ValueOrigin::New(class)) => Object::Class(class),
                Some(ValueOrigin::Lambda(body)) => {
                    let target =
                        self.unit
                            .implementation_in(&body.class, &body.name, &body.descriptor);
                    Object::Lambda {
                        method: Arc::clone(&body.method),
                        body: self.of_target(&target),
                        arguments: argument_count(&body.descriptor),
                    }
                }
                _ => continue,
            };
            objects.push((root, object));
        }
        Some(Edge {
            count: call.count,
            sureness: self.sureness(number, call),
            by_way: call.by_way.clone(),
            powers: call.powers.clone(),
            values: fitted(
                (call.values.iter())
                    .filter_map(|known| Some(known.moved(place(&known.at)?)))
                    .collect(),
            ),
            callee,
            receiver,
            objects: fitted(objects),
            receivers: Vec::new(),
        })
    }

    fn sureness(&self, number: u32, call: &RowCall) -> Sureness {
        let is_alone = self.is_alone(number);
        Sureness {
            all: call.doubt,
            apart: if is_alone {
                call.doubt.certainty
            } else {
                call.apart
            },
            is_new: is_alone || call.is_new,
        }
    }

    /// The body of the lambda that a call runs, if it is known.
    fn lambda_of(&self, site: &Site, targets: &Targets) -> Option<Arc<LambdaBody>> {
        let Targets::ChosenElsewhere = targets else {
            return None;
        };
        match self.unit.origin(site.receiver.as_deref()?) {
            Some(ValueOrigin::Lambda(body)) if body.method == site.name => Some(body),
            _ => None,
        }
    }

    fn callee(
        &self,
        site: &Site,
        targets: &Targets,
        call: &RowCall,
    ) -> Option<(Callee, Option<(Root, Key)>)> {
        match targets {
            Targets::Nobody => return None,
            Targets::Known(known) => match known.as_slice() {
                [] => return None,
                [only] => {
                    let energy = self.pricer.energy_pattern();
                    let prices = &self.summaries.prices;
                    let linked = concatenation::cost(site, prices, Reading::Usual, energy)
                        .or_else(|| records::cost(site, prices, Reading::Usual));
                    return Some(match (linked, only) {
                        (Some(summary), _) => (Callee::Known(Arc::new(self.given(&summary))), None),
                        (None, Target::Unknown(part)) if part.reason == Reason::Reflective => {
                            (self.of_reflective(site, part), None)
                        }
                        (None, Target::Unknown(part)) if part.reason == Reason::Dynamic => {
                            (self.of_record_method(site, part), None)
                        }
                        (None, target) => (self.of_target(target), None),
                    });
                }
                _ => {}
            },
            Targets::ChosenElsewhere => {
                if let Some(body) = self.lambda_of(site, targets) {
                    let target =
                        self.unit
                            .implementation_in(&body.class, &body.name, &body.descriptor);
                    return Some((self.of_target(&target), None));
                }
            }
        }
        let key = Key {
            met: call.met.clone(),
            ..Key::of(site)
        };
        let mut passed_on = call.passed_on.iter();
        let receiver = passed_on
            .find(|(to, from)| *to == Root::Receiver && from.path.is_empty())
            .map(|(_, from)| (from.root.clone(), key.clone()));
        Some((Callee::Dispatched(key), receiver))
    }

    /// The callee for a method that runs.
    pub(super) fn of_target(&self, target: &Target) -> Callee {
        match target {
            Target::Own(method) => {
                let number = self.unit.number(*method);
                if self.length(number).is_some() {
                    return Callee::Node(number);
                }
                let header = &self.unit.classes[method.class as usize].header;
                let callee = &header.methods[method.method as usize];
                // If the library knows a method, its energy is not computed here.
                let library = self.unit.library();
                let known = library.typical(&header.name, &callee.name, &callee.descriptor);
                known.map_or_else(
                    || {
                        let name = format!("{}.{}{}", header.name, callee.name, callee.descriptor);
                        Callee::Unpriced(Arc::from(name))
                    },
                    Callee::Known,
                )
            }
            Target::Library {
                class,
                name,
                descriptor,
            } => match self.unit.library().typical(class, name, descriptor) {
                Some(typical) => Callee::Known(typical),
                None => self.of_given(&Arc::from(format!("{class}.{name}{descriptor}"))),
            },
            Target::Unknown(part) => self
                .of_counted(part)
                .unwrap_or_else(|| self.of_given(&part.method)),
        }
    }

    /// The methods that may answer a call, each with the length of its code in instructions.
    fn choices(&self, key: &Key) -> Vec<(Choice, u32)> {
        let known = self.known_choices.and_then(|known| known.get(key));
        let choices = known.cloned().unwrap_or_else(|| {
            let library = self.unit.library();
            let in_library = library.dispatched(&key.class, &key.name, &key.descriptor);
            let lambdas = self.lambdas.get_or_init(|| dispatch::lambdas(self.unit));
            dispatch::choices(self.unit, lambdas, key, in_library.is_none(), self.model)
        });
        let with_length = |choice: Choice| {
            let length = match self.of_target(&choice.target) {
                Callee::Node(number) => self.length(number).unwrap_or(0),
                Callee::Known(typical) => typical.instructions,
                Callee::Dispatched(_) | Callee::Unpriced(_) => LENGTH_OF_UNKNOWN,
            };
            (choice, length)
        };
        choices.into_iter().map(with_length).collect()
    }

    /// The methods that may answer a call, with their weights.
    fn weighted(&self, key: &Key) -> Vec<(Choice, f64)> {
        let mut choices = self.choices(key);
        let weights = match &self.other {
            None => dispatch::weights(&choices, self.model),
            Some(Other { builder, base }) => {
                // With one order, sums are exactly the same in both states.
                choices.sort_by_cached_key(|(choice, _)| self.named_in_base(&choice.target));
                let [of_here, of_there] = self.renumbered();
                let here = ChoicesIn {
                    unit: self.unit,
                    choices: &choices,
                    renumbered: of_here,
                };
                let there = ChoicesIn {
                    unit: builder.unit,
                    choices: &builder.choices(key),
                    renumbered: of_there,
                };
                let is_own = [self.unit, builder.unit]
                    .iter()
                    .any(|unit| unit.class(&key.class).is_some());
                dispatch::weights_in_both(&here, &there, base.is_some(), is_own, self.model)
            }
        };
        let weighted = choices.into_iter().zip(weights);
        let weighted = weighted.map(|((choice, _), weight)| (choice, weight));
        weighted.filter(|(_, weight)| *weight > 0.0).collect()
    }

    /// The equation of a call that several methods may answer.
    pub(super) fn of_choice(&self, key: &Key) -> Equation {
        if let Some(met) = &key.met {
            return self.of_met(key, met);
        }
        let library = self.unit.library();
        let in_library = library.dispatched(&key.class, &key.name, &key.descriptor);
        let choices = self.weighted(key);
        let is_new = self.new_choices(key, &choices);
        let has_own = choices.iter().any(|(choice, _)| choice.is_own);
        let own_share = match (&in_library, has_own) {
            (Some(_), true) => {
                let receivers = self.model.receivers(&key.class, &key.name);
                receivers.map_or_else(|| self.model.own_share(), |known| known.own)
            }
            (Some(_), false) => 0.0,
            (None, _) => 1.0,
        };
        let mut edges: Vec<Edge> = Vec::with_capacity(choices.len() + 1);
        for ((choice, weight), is_new) in choices.iter().zip(is_new) {
            if weight * own_share > 0.0 {
                let callee = self.of_target(&choice.target);
                edges.push(Edge {
                    sureness: Sureness {
                        is_new,
                        ..Sureness::CERTAIN
                    },
                    objects: self.objects(key, choice),
                    receivers: dispatch::receivers(self.unit, choice),
                    ..chosen(callee, weight * own_share)
                });
            }
        }
        if let Some(typical) = in_library
            && own_share < 1.0
        {
            edges.push(Edge {
                objects: objects(key, None),
                receivers: vec![Receiver::OfLibrary],
                ..chosen(Callee::Known(typical), 1.0 - own_share)
            });
        }
        if edges.is_empty() {
            edges.push(self.estimated(key));
        }
        Equation {
            name: key.method(),
            row: with_parameters(key),
            apart: self.compared.as_ref().map(|_| UncertainParts::default()),
            is_choice: edges.len() > 1,
            instructions: edges.len() as u32,
            edges: fitted(edges),
            ..Equation::default()
        }
    }

    /// The names in the base of the numbered names of this state and of the other one. Only the head has such names.
    fn renumbered(&self) -> [Option<&Renumbered>; 2] {
        let renumbered = self.compared.as_ref().map(|both| &*both.renumbered);
        match &self.other {
            Some(Other { base: Some(_), .. }) => [renumbered, None],
            Some(Other { base: None, .. }) => [None, renumbered],
            None => [None, None],
        }
    }

    fn named_in_base(&self, target: &Target) -> Option<[Arc<str>; 3]> {
        let [of_here, _] = self.renumbered();
        named_by(of_here, self.unit, target)
    }

    /// For each method that may answer a call, whether only this one of two states has it.
    fn new_choices(&self, key: &Key, choices: &[(Choice, f64)]) -> Vec<bool> {
        let Some(Other { builder, .. }) = &self.other else {
            return vec![false; choices.len()];
        };
        let of_other = builder.choices(key);
        let [_, of_there] = self.renumbered();
        let known: FxHashSet<_> = (of_other.iter())
            .map(|(choice, _)| named_by(of_there, builder.unit, &choice.target))
            .collect();
        let is_new =
            |(choice, _): &(Choice, f64)| !known.contains(&self.named_in_base(&choice.target));
        choices.iter().map(is_new).collect()
    }

    /// What a method that may answer a call knows about the passed objects.
    fn objects(&self, key: &Key, choice: &Choice) -> Vec<(Root, Object)> {
        if choice.lambdas == 0 {
            return objects(key, choice.class());
        }
        let Some([_, _, descriptor]) = dispatch::named(self.unit, &choice.target) else {
            return Vec::new();
        };
        let more = argument_count(&descriptor) - argument_count(&key.descriptor);
        if more == 0 || choice.receivers.is_empty() {
            arguments(key, more)
        } else {
            Vec::new()
        }
    }

    /// The equation of a call whose receivers' classes were counted.
    fn of_met(&self, key: &Key, met: &Met) -> Equation {
        let mut known = 0.0;
        let mut edges = Vec::new();
        for (class, share) in met.shares() {
            let class: Arc<str> = if class.starts_with('[') {
                Arc::from("java/lang/Object")
            } else {
                Arc::clone(class)
            };
            let target = self
                .unit
                .implementation_in(&class, &key.name, &key.descriptor);
            if matches!(target, Target::Unknown(_)) {
                continue;
            }
            known += share;
            edges.push(Edge {
                sureness: of_share(share),
                objects: objects(key, Some(&class)),
                ..chosen(self.of_target(&target), share)
            });
        }
        let rest = Met::rest(known);
        if rest > 0.0 {
            edges.push(Edge {
                sureness: of_share(rest),
                objects: objects(key, None),
                ..chosen(Callee::Dispatched(key.anywhere()), rest)
            });
        }
        let all = known + rest;
        for edge in &mut edges {
            edge.count /= all;
        }
        Equation {
            name: key.method(),
            row: with_parameters(key),
            apart: self.compared.as_ref().map(|_| UncertainParts::default()),
            instructions: edges.len() as u32,
            edges,
            ..Equation::default()
        }
    }

    /// The edge of a call that no known method answers: its estimate, if there is one.
    fn estimated(&self, key: &Key) -> Edge {
        let method = format!("{}{}", key.name, key.descriptor);
        let callee = self
            .of_estimate(&method)
            .unwrap_or_else(|| Callee::Unpriced(Arc::from(format!("{}.{method}", key.class))));
        Edge {
            count: 1.0,
            sureness: Sureness::CERTAIN,
            by_way: CallByWay::default(),
            powers: Vec::new(),
            values: Vec::new(),
            callee,
            receiver: None,
            objects: Vec::new(),
            receivers: Vec::new(),
        }
    }
}

/// The name in the base of the method that runs.
fn named_by(
    renumbered: Option<&Renumbered>,
    unit: &Unit,
    target: &Target,
) -> Option<[Arc<str>; 3]> {
    let name = dispatch::named(unit, target)?;
    Some(match renumbered {
        Some(renumbered) => renumbered.method(name),
        None => name,
    })
}

fn argument_count(descriptor: &str) -> i32 {
    let descriptor = Descriptor::new(descriptor.as_bytes());
    descriptor.arguments().count() as i32
}

/// How sure it is that this share of the receivers of a call is the same in other runs.
fn of_share(share: f64) -> Sureness {
    Sureness::of(Doubt::of_share(Certainty::Measured, share))
}

/// The edge of a method that may answer a call.
const fn chosen(callee: Callee, weight: f64) -> Edge {
    Edge {
        count: weight,
        sureness: Sureness::CERTAIN,
        by_way: CallByWay {
            counts: Vec::new(),
            is_decided_so: false,
        },
        powers: Vec::new(),
        values: Vec::new(),
        callee,
        receiver: None,
        objects: Vec::new(),
        receivers: Vec::new(),
    }
}

/// The parameters of a call.
fn with_parameters(key: &Key) -> Arc<Row> {
    let arguments = (0..).zip(Descriptor::new(key.descriptor.as_bytes()).arguments());
    let arguments = arguments.map(|(index, _)| (Root::Argument(index), format!("#{index}")));
    let receiver = (Root::Receiver, String::from("this"));
    Arc::new(Row {
        parameters: fitted(std::iter::once(receiver).chain(arguments).collect()),
        ..Row::default()
    })
}

/// What a method that may answer a call knows about its receiver and its arguments.
fn objects(key: &Key, class: Option<&Arc<str>>) -> Vec<(Root, Object)> {
    let class = class.map(|class| Object::Class(Arc::clone(class)));
    let receiver = class.into_iter().chain([Object::Receiver]);
    let receiver = receiver.map(|object| (Root::Receiver, object));
    receiver.chain(arguments(key, 0)).collect()
}

/// The arguments of a method that has this many more than the call.
fn arguments(key: &Key, more: i32) -> Vec<(Root, Object)> {
    let arguments = (0..).zip(Descriptor::new(key.descriptor.as_bytes()).arguments());
    let arguments = arguments.filter_map(|(index, _)| {
        let argument = Root::Argument(index);
        let place = Place {
            root: argument,
            path: Vec::new(),
        };
        Some((in_body(&place.root, more)?, Object::PassedOn(place)))
    });
    arguments.collect()
}
