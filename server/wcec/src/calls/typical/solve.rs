//! The equations of all methods of a unit, solved.

use super::dispatch::{self, Choice, Key, Lambdas};
use super::row::{Product, Row, RowCall};
use super::term::Caller;
use super::{Behind, Callback, Term, Typical};
use crate::calls::concatenation;
use crate::calls::resolve::{Target, Targets};
use crate::calls::sites::{Made, Site};
use crate::calls::summarise::Summaries;
use crate::calls::summary::{Reason, Summary, Unpriced};
use crate::calls::unit::{MethodId, Unit};
use crate::expression::{Measure, Root, Symbol, SymbolKind};
use flow::Components;
use frequency::{Certainty, Model};
use pricing::{PatternId, Pricer, Tally};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A method keeps no more calls on its arguments apart than this.
const MOST_CALLBACKS: usize = 4;

/// No more names of methods without a price are kept than this.
const MOST_UNPRICED: usize = 4;

/// No recursion is taken to go on with a greater probability than this.
const GREATEST_GAIN: f64 = 0.95;

/// How often a group of methods that call each other is gone through to find what it executes.
const SWEEPS: usize = 8;

/// The objects of a class with more methods than this are not followed to where they are used.
const MOST_HANDED_METHODS: usize = 8;

/// The typical energies of a unit.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// By the numbers of the methods.
    methods: Vec<Option<Arc<Typical>>>,
    /// Of calls whose target the receiver decides.
    dispatched: FxHashMap<Key, Arc<Typical>>,
}

/// Who runs.
#[derive(Debug, Clone)]
pub(super) enum Callee {
    /// A method of the unit, or a call that several may answer, by the number of the node.
    Node(u32),
    /// It is known.
    Known(Arc<Typical>),
    /// The receiver decides.
    Dispatched(Key),
    /// Nobody knows its energy.
    Unpriced(Arc<str>),
}

/// What an object that is passed brings along.
#[derive(Debug, Clone)]
pub(super) enum Object {
    /// It is what the caller got itself.
    PassedOn(Root),
    /// A lambda: the name of its method, and the body.
    Lambda(Arc<str>, Callee),
    /// An object of this very class.
    Class(Arc<str>),
}

/// A call in the equation of a method.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub(super) count: f64,
    pub(super) certainty: Certainty,
    /// The part of the count which follows values that a caller knows.
    pub(super) powers: Vec<(Product, f64)>,
    /// The arguments that are numbers.
    pub(super) numbers: Vec<(Root, f64)>,
    pub(super) callee: Callee,
    /// For a call that its receiver decides, where the method got it from.
    pub(super) receiver: Option<(Root, Key)>,
    pub(super) objects: Vec<(Root, Object)>,
}

/// Own parts and edges of a node.
#[derive(Debug, Clone, Default)]
struct Equation {
    own: Tally,
    terms: Vec<(Product, Tally)>,
    /// `class.name(descriptor)`, where terms of callees are to be known.
    name: String,
    parameters: Vec<(Root, String)>,
    behind: Behind,
    throws: f64,
    instructions: u32,
    edges: Vec<Edge>,
    /// True for a call that several methods may answer.
    is_choice: bool,
}

impl Table {
    pub(crate) fn method(&self, number: u32) -> Option<&Arc<Typical>> {
        self.methods.get(number as usize)?.as_ref()
    }

    /// All calls whose target the receiver decides.
    pub(crate) fn dispatched(&self) -> impl Iterator<Item = (&Key, &Arc<Typical>)> {
        self.dispatched.iter()
    }

    pub(super) fn of_key(&self, key: &Key) -> Option<&Arc<Typical>> {
        self.dispatched.get(key)
    }

    /// Solves the equations of a unit.
    pub(crate) fn of<B: AsRef<[u8]> + Sync + Send>(
        unit: &Unit<B>,
        summaries: &Summaries,
        pricer: &Pricer,
    ) -> Self {
        let builder = Builder::new(unit, summaries, pricer);
        let methods = unit.method_count() as u32;
        let mut equations: Vec<Equation> = (0..methods)
            .into_par_iter()
            .map(|number| builder.of_method(number))
            .collect();
        let mut numbers: FxHashMap<Key, u32> = FxHashMap::default();
        let mut keys: Vec<Key> = Vec::new();
        for equation in &mut equations {
            for edge in &mut equation.edges {
                if let Callee::Dispatched(key) = &edge.callee {
                    let next = methods + keys.len() as u32;
                    let number = *numbers.entry(key.clone()).or_insert_with(|| {
                        keys.push(key.clone());
                        next
                    });
                    edge.callee = Callee::Node(number);
                }
            }
        }
        let of_choices: Vec<Equation> = keys
            .par_iter()
            .map(|key| builder.of_choice(key, &equations))
            .collect();
        equations.extend(of_choices);
        let mut solver = Solver {
            unit,
            builder: &builder,
            values: vec![None; equations.len()],
            equations,
        };
        solver.solve();
        let mut values = solver.values;
        let of_choices = values.split_off(methods as usize);
        let dispatched = keys.into_iter().zip(of_choices);
        Self {
            methods: values,
            dispatched: dispatched
                .filter_map(|(key, value)| Some((key, value?)))
                .collect(),
        }
    }
}

/// What equations are made of.
pub(super) struct Builder<'b, B> {
    pub(super) unit: &'b Unit<B>,
    summaries: &'b Summaries,
    pub(super) pricer: &'b Pricer,
    lambdas: OnceLock<Lambdas>,
    model: &'static Model,
}

impl<'b, B: AsRef<[u8]> + Sync + Send> Builder<'b, B> {
    pub(super) fn new(unit: &'b Unit<B>, summaries: &'b Summaries, pricer: &'b Pricer) -> Self {
        Self {
            unit,
            summaries,
            pricer,
            lambdas: OnceLock::new(),
            model: Model::built_in(),
        }
    }

    fn row(&self, number: u32) -> Option<&Arc<Row>> {
        self.summaries.rows.get(number as usize)?.get()
    }

    fn of_method(&self, number: u32) -> Equation {
        let Some(row) = self.row(number) else {
            return Equation::default();
        };
        let MethodId { class, method } = self.unit.method(number);
        let header = &self.unit.classes[class as usize].header;
        let method = &header.methods[method as usize];
        Equation {
            own: row.own.clone(),
            terms: row.terms.clone(),
            name: format!("{}.{}{}", header.name, method.name, method.descriptor),
            parameters: row.parameters.clone(),
            behind: Behind {
                branches_joules: row.branches_joules,
                loops_joules: row.loops_joules,
                dispatch_joules: 0.0,
            },
            throws: row.throws,
            instructions: row.instructions,
            edges: row
                .calls
                .iter()
                .filter_map(|call| self.edge(number, call))
                .collect(),
            is_choice: false,
        }
    }

    /// A call of a method; `None` for one that runs nothing.
    pub(super) fn edge(&self, number: u32, call: &RowCall) -> Option<Edge> {
        let site = self
            .unit
            .sites(self.unit.method(number))
            .get(call.site as usize)?;
        let targets = self.summaries.graph.targets.get(number as usize)?;
        let targets = targets.get(call.site as usize)?;
        let (callee, receiver) = self.callee(site, targets, call)?;
        let mut objects: Vec<(Root, Object)> = call
            .passed_on
            .iter()
            .map(|(to, from)| (to.clone(), Object::PassedOn(from.clone())))
            .collect();
        let receiver_made = site.receiver.iter().map(|made| (Root::Receiver, made));
        let arguments = site.arguments.iter();
        let arguments = arguments.map(|(index, made)| (Root::Argument(*index), made));
        for (root, made) in receiver_made.chain(arguments) {
            let object = match self.unit.origin(made) {
                Some(Made::New(class)) => Object::Class(class),
                Some(Made::Lambda(body)) => {
                    let target =
                        self.unit
                            .implementation_in(&body.class, &body.name, &body.descriptor);
                    Object::Lambda(Arc::clone(&body.method), self.of_target(&target))
                }
                _ => continue,
            };
            objects.push((root, object));
        }
        Some(Edge {
            count: call.count,
            certainty: call.certainty,
            powers: call.powers.clone(),
            numbers: call.numbers.clone(),
            callee,
            receiver,
            objects,
        })
    }

    fn callee(
        &self,
        site: &Site,
        targets: &Targets,
        call: &RowCall,
    ) -> Option<(Callee, Option<(Root, Key)>)> {
        let origin = || {
            site.receiver
                .as_ref()
                .and_then(|made| self.unit.origin(made))
        };
        match targets {
            Targets::Nobody => return None,
            Targets::Known(known) => match known.as_slice() {
                [] => return None,
                [only] => {
                    let energy = self.pricer.energy_pattern();
                    let concatenated = concatenation::cost(site, &self.summaries.prices, energy);
                    return Some(match (concatenated, only) {
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
                if let Some(Made::Lambda(body)) = origin()
                    && body.method == site.name
                {
                    let target =
                        self.unit
                            .implementation_in(&body.class, &body.name, &body.descriptor);
                    return Some((self.of_target(&target), None));
                }
            }
        }
        let key = Key::of(site);
        let mut passed_on = call.passed_on.iter();
        let receiver = passed_on
            .find(|(to, _)| *to == Root::Receiver)
            .map(|(_, from)| (from.clone(), key.clone()));
        Some((Callee::Dispatched(key), receiver))
    }

    /// A method that runs.
    pub(super) fn of_target(&self, target: &Target) -> Callee {
        match target {
            Target::Own(method) => {
                let number = self.unit.number(*method);
                if self.row(number).is_some() {
                    return Callee::Node(number);
                }
                let header = &self.unit.classes[method.class as usize].header;
                let callee = &header.methods[method.method as usize];
                let name = format!("{}.{}{}", header.name, callee.name, callee.descriptor);
                Callee::Unpriced(Arc::from(name))
            }
            Target::Library {
                class,
                name,
                descriptor,
            } => match self.unit.library().typical(class, name, descriptor) {
                Some(typical) => Callee::Known(typical),
                None => self.of_given(&Arc::from(format!("{class}.{name}{descriptor}"))),
            },
            Target::Unknown(part) => self.of_given(&part.method),
        }
    }

    fn of_given(&self, method: &Arc<str>) -> Callee {
        match self.summaries.prices.get(method) {
            Some(summary) => Callee::Known(Arc::new(self.given(&summary))),
            None => Callee::Unpriced(Arc::clone(method)),
        }
    }

    /// What looks into classes has no bound, but it has an average: that of its code, where it has a price.
    fn of_reflective(&self, site: &Site, part: &Unpriced) -> Callee {
        let target = self
            .unit
            .implementation_in(&site.class, &site.name, &site.descriptor);
        match &target {
            Target::Unknown(_) if self.summaries.prices.given(&part.method).is_some() => {
                self.of_given(&part.method)
            }
            Target::Unknown(_) if site.receiver_decides() => Callee::Dispatched(Key::of(site)),
            Target::Unknown(_) => self.of_given(&part.method),
            target => self.of_target(target),
        }
    }

    /// The methods of a record that are linked at run time.
    fn of_record_method(&self, site: &Site, part: &Unpriced) -> Callee {
        let method = match &*site.name {
            "toString" => "toString()Ljava/lang/String;",
            "hashCode" => "hashCode()I",
            "equals" => "equals(Ljava/lang/Object;)Z",
            _ => return self.of_given(&part.method),
        };
        self.of_estimate(method)
            .unwrap_or_else(|| Callee::Unpriced(Arc::clone(&part.method)))
    }

    /// What methods of this name and descriptor are taken to execute.
    fn of_estimate(&self, method: &str) -> Option<Callee> {
        let estimate = self.summaries.prices.chosen(method)?;
        Some(Callee::Known(Arc::new(Typical {
            tally: estimate.tally.clone(),
            ..Typical::default()
        })))
    }

    /// A given price at the size that is taken where none is known.
    fn given(&self, summary: &Summary) -> Typical {
        let value_of = |symbol: &Symbol| {
            Some(match symbol.kind {
                SymbolKind::Callback => symbol.kind.nominal(),
                _ => self.model.size(),
            })
        };
        Typical {
            tally: summary.cost.evaluate(&value_of).unwrap_or_default(),
            instructions: self.model.size() as u32,
            ..Typical::default()
        }
    }

    /// A call that several methods may answer.
    fn of_choice(&self, key: &Key, equations: &[Equation]) -> Equation {
        let library = self.unit.library();
        let in_library = library.dispatched(&key.class, &key.name, &key.descriptor);
        let choices = dispatch::choices(
            self.unit,
            self.lambdas.get_or_init(|| dispatch::lambdas(self.unit)),
            key,
            in_library.is_none(),
            self.model,
        );
        let callees: Vec<(Callee, u32)> = choices
            .iter()
            .map(|choice| {
                let callee = self.of_target(&choice.target);
                let instructions = match &callee {
                    Callee::Node(number) => equations
                        .get(*number as usize)
                        .map_or(0, |equation| equation.instructions),
                    Callee::Known(typical) => typical.instructions,
                    Callee::Dispatched(_) | Callee::Unpriced(_) => 64,
                };
                (callee, instructions)
            })
            .collect();
        let lengths: Vec<u32> = callees.iter().map(|(_, length)| *length).collect();
        let weights = dispatch::weights(&choices, &lengths, self.model);
        let has_own = choices.iter().any(|choice| choice.is_own);
        let own_share = match (&in_library, has_own) {
            (Some(_), true) => self.model.own_share(),
            (Some(_), false) => 0.0,
            (None, _) => 1.0,
        };
        let mut edges: Vec<Edge> = Vec::with_capacity(choices.len() + 1);
        let parts = choices.iter().zip(callees).zip(weights);
        for ((choice, (callee, _)), weight) in parts {
            if weight * own_share > 0.0 {
                edges.push(chosen(choice, callee, weight * own_share));
            }
        }
        if let Some(typical) = in_library
            && own_share < 1.0
        {
            edges.push(Edge {
                count: 1.0 - own_share,
                certainty: Certainty::Certain,
                powers: Vec::new(),
                numbers: Vec::new(),
                callee: Callee::Known(typical),
                receiver: None,
                objects: Vec::new(),
            });
        }
        if edges.is_empty() {
            edges.push(self.estimated(key));
        }
        Equation {
            is_choice: edges.len() > 1,
            instructions: edges.len() as u32,
            edges,
            ..Equation::default()
        }
    }

    /// Nobody is known that may run: what such methods are taken to execute.
    fn estimated(&self, key: &Key) -> Edge {
        let method = format!("{}{}", key.name, key.descriptor);
        let callee = self
            .of_estimate(&method)
            .unwrap_or_else(|| Callee::Unpriced(Arc::from(format!("{}.{method}", key.class))));
        Edge {
            count: 1.0,
            certainty: Certainty::Certain,
            powers: Vec::new(),
            numbers: Vec::new(),
            callee,
            receiver: None,
            objects: Vec::new(),
        }
    }
}

fn chosen(choice: &Choice, callee: Callee, weight: f64) -> Edge {
    let class = choice.class.iter();
    Edge {
        count: weight,
        certainty: Certainty::Certain,
        powers: Vec::new(),
        numbers: Vec::new(),
        callee,
        receiver: None,
        objects: class
            .map(|class| (Root::Receiver, Object::Class(Arc::clone(class))))
            .collect(),
    }
}

/// Where the values of callees are looked up.
pub(super) trait Values {
    /// The value of a callee.
    fn of(&self, callee: &Callee) -> Value;
}

impl Values for Vec<Option<Arc<Typical>>> {
    fn of(&self, callee: &Callee) -> Value {
        match callee {
            Callee::Known(typical) => Value::Known(Arc::clone(typical)),
            Callee::Node(number) => match self.get(*number as usize) {
                Some(Some(value)) => Value::Known(Arc::clone(value)),
                _ => Value::NotYet,
            },
            Callee::Unpriced(method) => Value::Unpriced(Arc::clone(method)),
            Callee::Dispatched(_) => Value::NotYet,
        }
    }
}

/// Adds up what calls execute, at known values of the callees.
pub(super) struct Evaluator<'e, B, V> {
    pub(super) builder: &'e Builder<'e, B>,
    pub(super) values: &'e V,
}

struct Solver<'s, B> {
    unit: &'s Unit<B>,
    builder: &'s Builder<'s, B>,
    equations: Vec<Equation>,
    values: Vec<Option<Arc<Typical>>>,
}

impl<B: AsRef<[u8]> + Sync + Send> Solver<'_, B> {
    fn solve(&mut self) {
        let needs: Vec<Vec<u32>> = self
            .equations
            .par_iter()
            .map(|equation| self.needs(equation))
            .collect();
        let count = needs.len() as u32;
        let components = Components::find(needs.len(), 0..count, |node, followed| {
            let next = needs[node as usize].get(*followed as usize).copied();
            *followed += 1;
            next
        });
        for component in (0..components.len()).rev() {
            let nodes = components.nodes(component);
            if let [only] = nodes
                && !needs[*only as usize].contains(only)
            {
                self.values[*only as usize] = self.value(*only, &|_| 1.0).map(Arc::new);
                continue;
            }
            self.solve_group(nodes);
        }
    }

    /// The nodes that one needs.
    fn needs(&self, equation: &Equation) -> Vec<u32> {
        let mut needs = Vec::new();
        for edge in &equation.edges {
            if let Callee::Node(number) = &edge.callee {
                needs.push(*number);
            }
            for (_, object) in &edge.objects {
                match object {
                    Object::Lambda(_, Callee::Node(number)) => needs.push(*number),
                    Object::Class(class) if !equation.is_choice => {
                        needs.extend(self.handed_methods(class));
                    }
                    _ => {}
                }
            }
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn handed_methods(&self, class: &str) -> Vec<u32> {
        let Some(class) = self.unit.class(class) else {
            return Vec::new();
        };
        let methods = &self.unit.classes[class as usize].header.methods;
        let wanted: Vec<u32> = self
            .unit
            .numbers_in(class)
            .zip(methods)
            .filter(|(_, method)| {
                !method.is_static() && !method.is_private() && !method.name.starts_with('<')
            })
            .map(|(number, _)| number)
            .collect();
        if wanted.len() > MOST_HANDED_METHODS {
            Vec::new()
        } else {
            wanted
        }
    }

    /// Methods that call each other. The means are found first, with no gain of the whole above [`GREATEST_GAIN`], and
    /// then what is executed, in so many sweeps, at these means.
    fn solve_group(&mut self, nodes: &[u32]) {
        let at: FxHashMap<u32, usize> = nodes.iter().copied().zip(0..).collect();
        let means = self.builder.pricer.means();
        let mut inside: Vec<Vec<(usize, f64)>> = Vec::with_capacity(nodes.len());
        let mut constants: Vec<f64> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let equation = &self.equations[*node as usize];
            let edges = equation.edges.iter();
            inside.push(
                edges
                    .filter_map(|edge| match &edge.callee {
                        Callee::Node(number) => Some((*at.get(number)?, edge.count)),
                        _ => None,
                    })
                    .collect(),
            );
            let outside = self.value(*node, &|number| {
                f64::from(u8::from(!at.contains_key(&number)))
            });
            constants.push(outside.map_or(0.0, |value| value.mean_joules(means)));
        }
        let scale = (GREATEST_GAIN / gain(&inside)).min(1.0);
        let joules = solved(&inside, &constants, scale);
        for _ in 0..SWEEPS {
            for node in nodes {
                let of_callee = |number: u32| if at.contains_key(&number) { scale } else { 1.0 };
                let value = self.value(*node, &of_callee);
                self.values[*node as usize] = value.map(Arc::new);
            }
        }
        for (node, joules) in nodes.iter().zip(joules) {
            let Some(value) = &mut self.values[*node as usize] else {
                continue;
            };
            let value = Arc::make_mut(value);
            let mean = value.mean_joules(means);
            if mean > 0.0 && joules.is_finite() && joules > 0.0 {
                value.scale(joules / mean);
            }
            // How deep the recursion goes nobody knows.
            value.behind.loops_joules = value.mean_joules(means);
        }
    }

    /// The value of a node at those of the nodes that it needs; nodes without a value yet count as nothing. `of_callee`
    /// gives the factor of the calls of a node.
    fn value(&self, node: u32, of_callee: &impl Fn(u32) -> f64) -> Option<Typical> {
        let equation = self.equations.get(node as usize)?;
        let is_method = (node as usize) < self.unit.method_count();
        if is_method && self.builder.row(node).is_none() {
            return None;
        }
        let means = self.builder.pricer.means();
        let mut sum = Sum::of(equation);
        let evaluator = Evaluator {
            builder: self.builder,
            values: &self.values,
        };
        for edge in &equation.edges {
            let factor = match &edge.callee {
                Callee::Node(number) => of_callee(*number),
                _ => 1.0,
            };
            if factor > 0.0 {
                evaluator.add_edge(&mut sum, edge, edge.count * factor);
                if factor >= 1.0 && is_method {
                    let caller = Caller {
                        name: &equation.name,
                        parameters: &equation.parameters,
                    };
                    evaluator.add_terms(&mut sum, edge, &caller);
                }
            }
        }
        let mut value = sum.into_typical(means);
        if equation.is_choice {
            value.behind.dispatch_joules = value.mean_joules(means);
        }
        Some(value)
    }
}

impl<B: AsRef<[u8]> + Sync + Send, V: Values> Evaluator<'_, B, V> {
    /// Adds calls.
    pub(super) fn add_edge(&self, sum: &mut Sum, edge: &Edge, count: f64) {
        let callee = match self.values.of(&edge.callee) {
            Value::Known(callee) => callee,
            Value::Unpriced(method) => {
                sum.add_unpriced(&method, count);
                return;
            }
            Value::NotYet => return,
        };
        let means = self.builder.pricer.means();
        if let Some((root, key)) = &edge.receiver {
            sum.add_callback(root, (&key.name, &key.descriptor), count, &callee);
            return;
        }
        sum.add(&callee, count, edge.certainty, means);
        for callback in &callee.callbacks {
            let times = count * callback.count;
            let object = edge.objects.iter().find(|(root, _)| *root == callback.root);
            match object.map(|(_, object)| object) {
                Some(Object::PassedOn(root)) => {
                    let method = (&callback.name, &callback.descriptor);
                    sum.add_callback(root, method, times, &callback.otherwise);
                }
                Some(object) => match self.value_of_method(object, callback) {
                    Value::Known(known) => sum.add_closed(&known, times, edge.certainty, means),
                    Value::Unpriced(method) => sum.add_unpriced(&method, times),
                    Value::NotYet => sum.add_otherwise(callback, times, edge.certainty, means),
                },
                None => sum.add_otherwise(callback, times, edge.certainty, means),
            }
        }
    }

    /// Adds the part of a call which follows values that the caller's callers know.
    fn add_terms(&self, sum: &mut Sum, edge: &Edge, caller: &Caller<'_>) {
        let means = self.builder.pricer.means();
        if !edge.powers.is_empty() {
            let mut once = Sum::new();
            self.add_edge(&mut once, edge, 1.0);
            let once = once.into_typical(means).tally();
            for (product, times) in &edge.powers {
                sum.add_term(product.clone(), &once, *times);
            }
            return;
        }
        let Value::Known(callee) = self.values.of(&edge.callee) else {
            return;
        };
        for term in &callee.terms {
            let factors = term.factors.iter().map(|(symbol, nominal)| {
                let (place, _) = symbol.place.as_ref()?;
                let object = edge.objects.iter().find(|(root, _)| *root == place.root);
                let Some((_, Object::PassedOn(from))) = object else {
                    return None;
                };
                Some((caller.symbol(symbol, from)?, *nominal))
            });
            if let Some(product) = factors.collect::<Option<Product>>() {
                sum.add_term(product, &term.tally, edge.count);
            } else if let [(symbol, nominal)] = &term.factors[..]
                && let Some((place, Measure::Value)) = &symbol.place
                && let Some((_, number)) = edge.numbers.iter().find(|(root, _)| *root == place.root)
            {
                let more = edge.count * (number.max(0.0) - nominal);
                let entries = term.tally.iter();
                sum.entries
                    .extend(entries.map(|(pattern, each)| (pattern, each * more)));
            }
        }
    }

    /// The method of an object that a callee calls.
    fn value_of_method(&self, object: &Object, callback: &Callback) -> Value {
        match object {
            Object::Lambda(method, body) if *method == callback.name => self.values.of(body),
            Object::Class(class) => {
                let (name, descriptor) = (&callback.name, &callback.descriptor);
                let target = self.builder.unit.implementation_in(class, name, descriptor);
                self.values.of(&self.builder.of_target(&target))
            }
            Object::PassedOn(_) | Object::Lambda(..) => Value::NotYet,
        }
    }
}

/// What is known of a callee.
pub(super) enum Value {
    Known(Arc<Typical>),
    Unpriced(Arc<str>),
    NotYet,
}

/// The greatest factor by which what is called grows on a way round a group: the spectral radius of its counts, by
/// iteration.
fn gain(inside: &[Vec<(usize, f64)>]) -> f64 {
    const ROUNDS: usize = 40;
    let mut vector = vec![1.0_f64; inside.len()];
    let mut gains = [0.0_f64; ROUNDS];
    for gain in &mut gains {
        let next: Vec<f64> = inside
            .iter()
            .map(|edges| edges.iter().map(|(to, count)| vector[*to] * count).sum())
            .collect();
        let greatest = next.iter().copied().fold(0.0, f64::max);
        *gain = greatest;
        if greatest <= 0.0 {
            return f64::MIN_POSITIVE;
        }
        vector = next.into_iter().map(|value| value / greatest).collect();
    }
    // A cycle of several lengths lets the factor swing: its geometric mean counts.
    let last = &gains[ROUNDS / 2..];
    (last.iter().map(|gain| gain.ln()).sum::<f64>() / last.len() as f64).exp()
}

/// The solution of `x = constants + scale · inside · x`, by iteration.
fn solved(inside: &[Vec<(usize, f64)>], constants: &[f64], scale: f64) -> Vec<f64> {
    const ROUNDS: usize = 400;
    let mut joules = constants.to_vec();
    for _ in 0..ROUNDS {
        let mut greatest_change = 0.0_f64;
        for (at, edges) in inside.iter().enumerate() {
            let called: f64 = edges.iter().map(|(to, count)| joules[*to] * count).sum();
            let new = constants[at] + scale * called;
            let change = (new - joules[at]).abs() / new.abs().max(f64::MIN_POSITIVE);
            greatest_change = greatest_change.max(change);
            joules[at] = new;
        }
        if greatest_change < 1e-6 {
            break;
        }
    }
    joules
}

/// A value as it is added up.
pub(super) struct Sum {
    entries: Vec<(PatternId, f64)>,
    terms: Vec<(Product, Tally)>,
    callbacks: Vec<Callback>,
    behind: Behind,
    throws: f64,
    instructions: u32,
    unpriced_calls: f64,
    unpriced: Vec<(Arc<str>, f64)>,
}

impl Sum {
    pub(super) const fn new() -> Self {
        Self {
            entries: Vec::new(),
            terms: Vec::new(),
            callbacks: Vec::new(),
            behind: Behind {
                branches_joules: 0.0,
                loops_joules: 0.0,
                dispatch_joules: 0.0,
            },
            throws: 0.0,
            instructions: 0,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    fn of(equation: &Equation) -> Self {
        Self {
            entries: equation.own.iter().collect(),
            terms: equation.terms.clone(),
            callbacks: Vec::new(),
            behind: equation.behind,
            throws: equation.throws,
            instructions: equation.instructions,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    fn add_term(&mut self, product: Product, tally: &Tally, times: f64) {
        match self.terms.iter_mut().find(|(known, _)| *known == product) {
            Some((_, known)) => known.add_scaled(tally, times),
            None => self.terms.push((product, tally.scaled(times))),
        }
    }

    /// Adds calls of a method, without what it calls on its arguments.
    fn add(&mut self, callee: &Typical, count: f64, certainty: Certainty, means: &[f64]) {
        let entries = callee.tally.iter();
        self.entries
            .extend(entries.map(|(pattern, each)| (pattern, each * count)));
        self.add_behind(callee.tally.mean(means), &callee.behind, count, certainty);
        self.unpriced_calls += count * callee.unpriced_calls;
        for (method, calls) in &callee.unpriced {
            self.name_unpriced(method, count * calls);
        }
    }

    fn add_behind(&mut self, mean: f64, behind: &Behind, count: f64, certainty: Certainty) {
        self.behind.add_scaled(behind, count);
        match certainty {
            Certainty::Certain => {}
            Certainty::Branches => {
                self.behind.branches_joules += count * (mean - behind.branches_joules);
            }
            Certainty::Loops => self.behind.loops_joules += count * (mean - behind.loops_joules),
        }
    }

    /// The same with all that it calls on its arguments.
    fn add_closed(&mut self, callee: &Typical, count: f64, certainty: Certainty, means: &[f64]) {
        self.add(callee, count, certainty, means);
        for callback in &callee.callbacks {
            self.add_otherwise(callback, count * callback.count, certainty, means);
        }
    }

    fn add_otherwise(
        &mut self,
        callback: &Callback,
        count: f64,
        certainty: Certainty,
        means: &[f64],
    ) {
        self.add_closed(&callback.otherwise, count, certainty, means);
    }

    fn add_callback(
        &mut self,
        root: &Root,
        (name, descriptor): (&Arc<str>, &Arc<str>),
        count: f64,
        otherwise: &Arc<Typical>,
    ) {
        let known = self.callbacks.iter_mut().find(|known| {
            known.root == *root && known.name == *name && known.descriptor == *descriptor
        });
        match known {
            Some(known) => known.count += count,
            None => self.callbacks.push(Callback {
                root: root.clone(),
                name: Arc::clone(name),
                descriptor: Arc::clone(descriptor),
                count,
                otherwise: if otherwise.callbacks.is_empty() {
                    Arc::clone(otherwise)
                } else {
                    Arc::new(otherwise.closed())
                },
            }),
        }
    }

    fn add_unpriced(&mut self, method: &Arc<str>, count: f64) {
        self.unpriced_calls += count;
        self.name_unpriced(method, count);
    }

    fn name_unpriced(&mut self, method: &Arc<str>, count: f64) {
        match self.unpriced.iter_mut().find(|(known, _)| known == method) {
            Some((_, known)) => *known += count,
            None => self.unpriced.push((Arc::clone(method), count)),
        }
    }

    pub(super) fn into_typical(mut self, means: &[f64]) -> Typical {
        if self.callbacks.len() > MOST_CALLBACKS {
            let joules =
                |callback: &Callback| callback.count * callback.otherwise.mean_joules(means);
            self.callbacks
                .sort_by(|one, two| joules(two).total_cmp(&joules(one)));
            for callback in self.callbacks.split_off(MOST_CALLBACKS) {
                self.add_otherwise(&callback, callback.count, Certainty::Certain, means);
            }
        }
        self.unpriced
            .sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        self.unpriced.truncate(MOST_UNPRICED);
        Typical {
            tally: self.entries.into_iter().collect(),
            terms: Term::all(self.terms, means),
            callbacks: self.callbacks,
            behind: self.behind,
            throws: self.throws,
            unpriced_calls: self.unpriced_calls,
            unpriced: self.unpriced,
            instructions: self.instructions,
        }
    }
}

impl Typical {
    fn scale(&mut self, factor: f64) {
        self.tally = self.tally.scaled(factor);
        // Of a recursion's values on the way nothing is known.
        self.terms.clear();
        for callback in &mut self.callbacks {
            callback.count *= factor;
        }
        self.unpriced_calls *= factor;
        for (_, calls) in &mut self.unpriced {
            *calls *= factor;
        }
    }
}
