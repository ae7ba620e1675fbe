//! Computes the typical energies of a unit: its equations, their dependencies, and the solution.

use super::Typical;
use super::both::compared;
use super::dispatch::{CallAnswers, Key};
use super::energies::{Choices, Dependencies};
pub(crate) use super::energies::{PreviousTable, Table};
use super::equation::{Builder, Callee, Equation, Object};
use super::handed::handed_methods;
use super::row::Row;
use super::solve::Solver;
use crate::summaries::Summaries;
use crate::unit::Unit;
use flow::Components;
use frequency::Frequencies;
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The number of equations that are built at a time.
const BATCH: u32 = 4096;

impl Table {
    pub(crate) fn method(&self, number: u32) -> Option<&Arc<Typical>> {
        self.values.get(number as usize)?.as_ref()
    }

    /// The frequencies of a method's blocks, if another state of it influences them.
    pub(super) fn frequencies(&self, number: u32) -> Option<&Frequencies> {
        let edited = self.compared.edited.get(&number);
        edited.map(|(_, frequencies)| frequencies)
    }

    /// All calls whose receivers decide the target.
    pub(crate) fn dispatched(&self) -> impl Iterator<Item = (&Key, &Arc<Typical>)> {
        let values = self.values.iter().skip(self.methods as usize);
        let known = self.choices.keys.iter().zip(values);
        let known = known.filter(|(key, _)| key.met.is_none());
        known.filter_map(|(key, value)| Some((key, value.as_ref()?)))
    }

    /// The methods of the unit that a method's typical energy depends on: those that it calls or passes on, and those that may
    /// answer its calls.
    pub(crate) fn rests_on(&self, number: u32) -> BTreeSet<u32> {
        let mut methods = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![number];
        while let Some(node) = open.pop() {
            let needs = self.dependencies.needs.get(node as usize);
            for need in needs.into_iter().flatten() {
                if *need < self.methods {
                    methods.insert(*need);
                } else if seen.insert(*need) {
                    open.push(*need);
                }
            }
        }
        methods
    }

    /// Whether a method has the same value as in another state of the unit, computed from the same equation and the same values.
    /// False for methods that call each other: how much each of them adds to the others is not compared.
    pub(crate) fn has_same_parts(&self, other: &Self, number: u32) -> bool {
        let place = number as usize;
        let is_same_value = |node: u32| {
            let of = |table: &Self| table.values.get(node as usize).cloned().flatten();
            match (of(self), of(other)) {
                (Some(one), Some(two)) => Arc::ptr_eq(&one, &two) || one == two,
                (None, None) => true,
                _ => false,
            }
        };
        let (here, there) = (&self.dependencies, &other.dependencies);
        let is_alone = |dependencies: &Dependencies| {
            let component = dependencies.components.of.get(place);
            let nodes = component.map(|of| dependencies.components.nodes(*of as usize));
            nodes.is_some_and(|nodes| nodes.len() == 1)
        };
        let equations = self.equations.get(place).zip(other.equations.get(place));
        let needs = here.needs.get(place).zip(there.needs.get(place));
        equations.is_some_and(|(one, two)| Arc::ptr_eq(one, two) || one == two)
            && is_same_value(number)
            && needs
                .is_some_and(|(one, two)| one == two && one.iter().all(|node| is_same_value(*node)))
            && is_alone(here)
            && is_alone(there)
            && self.frequencies(number).is_none()
            && other.frequencies(number).is_none()
    }

    pub(crate) fn of_key(&self, key: &Key) -> Option<&Arc<Typical>> {
        let node = self.choices.nodes.get(key)?;
        self.values.get(*node as usize)?.as_ref()
    }

    /// Solves the equations of a unit.
    pub(crate) fn of(unit: &Unit, summaries: &Summaries, pricer: &Pricer) -> Self {
        Self::solved(
            &mut Builder::new(unit, summaries, pricer),
            summaries.is_last,
        )
    }

    /// The same for a unit of which no later state will be computed. `rows` has what its methods do without their callees, and is
    /// dropped on the way.
    pub(crate) fn of_last(
        unit: &Unit,
        summaries: &Summaries,
        pricer: &Pricer,
        rows: Vec<Option<Arc<Row>>>,
    ) -> Self {
        let mut builder = Builder::new(unit, summaries, pricer).with_last_rows(rows);
        Self::solved(&mut builder, true)
    }

    /// The same for two states that are compared, the base first. The methods that may answer calls may already be known for
    /// both. If the states have the same methods, and the same methods answer their calls, `edited` has the methods of the head
    /// that differ from the base.
    pub(crate) fn of_both(
        states: [(&Unit, &Summaries); 2],
        pricer: &Pricer,
        answers: &CallAnswers,
        edited: Option<FxHashSet<u32>>,
    ) -> (Arc<Self>, Arc<Self>) {
        let builder = |place: usize| {
            let (unit, summaries) = states[place];
            let (methods, asked) = (&answers.methods[place], &answers.asked[place]);
            Builder::new(unit, summaries, pricer).with_answers(methods, asked)
        };
        let [before, after] = compared(states, pricer);
        let mut of_base = builder(0).beside(builder(1), None, before);
        let table = Arc::new(Self::solved(&mut of_base, false));
        let base = Some(Arc::clone(&table));
        let mut of_head = builder(1).beside(builder(0), base, after);
        let head = match edited {
            None => Self::solved(&mut of_head, false),
            Some(edited) => {
                let before = PreviousTable {
                    table: Arc::clone(&table),
                    edited,
                };
                Self::edited(&before, &of_head)
            }
        };
        (table, Arc::new(head))
    }

    /// The same if the typical energies of the base alone are known: computes only what the comparison and the edited methods
    /// of the head change.
    pub(crate) fn of_both_after(
        known: &Arc<Self>,
        states: [(&Unit, &Summaries); 2],
        pricer: &Pricer,
        edited: FxHashSet<u32>,
    ) -> (Arc<Self>, Arc<Self>) {
        let builder = |place: usize| {
            let (unit, summaries) = states[place];
            Builder::new(unit, summaries, pricer)
        };
        let [before, after] = compared(states, pricer);
        let compared = PreviousTable {
            table: Arc::clone(known),
            edited: before.edited.keys().copied().collect(),
        };
        let of_base = builder(0).beside(builder(1), None, before);
        let base = Arc::new(Self::edited(&compared, &of_base));
        let of_head = builder(1).beside(builder(0), Some(Arc::clone(&base)), after);
        let before = PreviousTable {
            table: Arc::clone(&base),
            edited,
        };
        (Arc::clone(&base), Arc::new(Self::edited(&before, &of_head)))
    }

    /// Solves all equations. For the last state, each equation is built again when it is solved, and then dropped: all together
    /// would take more memory than the rest of the unit.
    fn solved(builder: &mut Builder<'_>, is_last: bool) -> Self {
        let unit = builder.unit;
        let methods = unit.method_count() as u32;
        let mut choices = Arc::new(Choices::default());
        let mut equations = Vec::new();
        let mut needs_of = Vec::new();
        let mut see = |built: Vec<Equation>| {
            needs_of.par_extend(built.par_iter().map(|equation| needs(unit, equation)));
            if !is_last {
                equations.extend(built.into_iter().map(Arc::new));
            }
        };
        Choices::link_all(&mut choices, builder, 0..methods, &mut see);
        for key in builder.asked {
            if !choices.nodes.contains_key(key) {
                Arc::make_mut(&mut choices).added(key, methods);
            }
        }
        let nodes = methods + choices.keys.len() as u32;
        Choices::link_all(&mut choices, builder, methods..nodes, &mut see);
        equations.resize(nodes as usize, Arc::default());
        let dependencies = if is_last {
            Dependencies::of_last(needs_of)
        } else {
            Dependencies::of(needs_of)
        };
        let mut table = Self {
            methods,
            choices,
            values: vec![None; equations.len()],
            weighed_in_group: FxHashMap::default(),
            compared: builder.compared.clone().unwrap_or_default(),
            equations,
            dependencies: Arc::new(dependencies),
        };
        let dependencies = Arc::clone(&table.dependencies);
        let mut unbuilt = if is_last {
            dependencies.components.len()
        } else {
            0
        };
        for component in (0..dependencies.components.len()).rev() {
            if component < unbuilt {
                unbuilt = table.build_before(builder, unbuilt);
            }
            table.solve(builder, &dependencies, component);
            if is_last {
                for node in dependencies.components.nodes(component) {
                    table.equations[*node as usize] = Arc::default();
                }
            }
        }
        if is_last {
            table.equations = Vec::new();
        }
        table
    }

    /// Builds the equations of the last components before this one. Returns the first component that has its equations.
    fn build_before(&mut self, builder: &mut Builder<'_>, before: usize) -> usize {
        let components = &self.dependencies.components;
        let mut nodes = Vec::new();
        let mut first = before;
        while first > 0 && nodes.len() < BATCH as usize {
            first -= 1;
            nodes.extend_from_slice(components.nodes(first));
        }
        let choices = &self.choices;
        let known = &*builder;
        let built: Vec<Equation> = (nodes.par_iter())
            .map(|node| choices.equation(known, *node))
            .collect();
        for (node, mut equation) in nodes.into_iter().zip(built) {
            Choices::link(&mut self.choices, &mut equation, self.methods);
            self.equations[node as usize] = Arc::new(equation);
            builder.drop_row(node);
        }
        first
    }

    /// The same after methods were edited, if the unit has the same methods, and calls reach methods by the same rules.
    /// Computes only what depends on the edited methods.
    pub(crate) fn after(
        before: &PreviousTable,
        unit: &Unit,
        summaries: &Summaries,
        pricer: &Pricer,
    ) -> Self {
        Self::edited(before, &Builder::new(unit, summaries, pricer))
    }

    fn edited(before: &PreviousTable, builder: &Builder<'_>) -> Self {
        let unit = builder.unit;
        let earlier = &before.table;
        let methods = earlier.methods;
        let mut choices = Arc::clone(&earlier.choices);
        let mut new: FxHashMap<u32, Equation> = FxHashMap::default();
        for number in &before.edited {
            let mut equation = builder.of_method(*number);
            Choices::link(&mut choices, &mut equation, methods);
            new.insert(*number, equation);
        }
        // The length of a method influences how often its alternatives run.
        let has_new_length = |number: &u32| {
            let known = &earlier.equations[*number as usize];
            new[number].instructions != known.instructions
        };
        let resized = before.edited.iter().filter(|number| has_new_length(number));
        let choosing = resized.flat_map(|number| {
            let needed_by = &earlier.dependencies.needed_by[*number as usize];
            needed_by.iter().filter(|node| **node >= methods)
        });
        let known_choices = earlier.choices.keys.len() as u32;
        let added = (known_choices..choices.keys.len() as u32).map(|place| methods + place);
        let rebuilt: BTreeSet<u32> = choosing.copied().chain(added).collect();
        for node in rebuilt {
            let key = &choices.keys[(node - methods) as usize].clone();
            let mut equation = builder.of_choice(key);
            Choices::link(&mut choices, &mut equation, methods);
            new.insert(node, equation);
        }
        new.retain(|node, equation| {
            let known = earlier.equations.get(*node as usize);
            known.is_none_or(|known| **known != *equation)
        });
        let mut table = Self {
            methods,
            equations: earlier.equations.clone(),
            dependencies: Arc::clone(&earlier.dependencies),
            values: earlier.values.clone(),
            weighed_in_group: earlier.weighed_in_group.clone(),
            compared: builder.compared.clone().unwrap_or_default(),
            choices,
        };
        let nodes = methods as usize + table.choices.keys.len();
        table.values.resize(nodes, None);
        table.equations.resize_with(nodes, Arc::default);
        let mut of_new: Vec<(u32, Vec<u32>)> = Vec::with_capacity(new.len());
        for (node, equation) in new {
            of_new.push((node, needs(unit, &equation)));
            table.equations[node as usize] = Arc::new(equation);
        }
        let mut open: BTreeSet<u32> = table.depend_as(&of_new);
        let dependencies = Arc::clone(&table.dependencies);
        let component_of = |node: u32| dependencies.components.of[node as usize];
        open.extend(of_new.iter().map(|(node, _)| component_of(*node)));
        while let Some(component) = open.pop_last() {
            let members = dependencies.components.nodes(component as usize);
            let known: Vec<Option<Arc<Typical>>> = members
                .iter()
                .map(|node| table.values[*node as usize].take())
                .collect();
            table.solve(builder, &dependencies, component as usize);
            for (node, known) in members.iter().zip(known) {
                let value = &mut table.values[*node as usize];
                if *value == known {
                    // Keep the same pointer, so that comparisons are fast.
                    *value = known;
                } else {
                    let needed_by = dependencies.needed_by[*node as usize].iter();
                    let callers = needed_by.map(|caller| component_of(*caller));
                    open.extend(callers.filter(|caller| *caller != component));
                }
            }
        }
        table
    }

    /// Sets the needs of some nodes. Returns the components that changed.
    fn depend_as(&mut self, new: &[(u32, Vec<u32>)]) -> BTreeSet<u32> {
        let earlier = Arc::clone(&self.dependencies);
        let has_same = |(node, needs): &(u32, Vec<u32>)| {
            let known = earlier.needs.get(*node as usize);
            known.is_some_and(|known| known == needs)
        };
        if new.iter().all(has_same) {
            return BTreeSet::new();
        }
        let mut needs = earlier.needs.clone();
        needs.resize(self.equations.len(), Vec::new());
        for (node, of_node) in new {
            needs[*node as usize].clone_from(of_node);
        }
        let dependencies = Dependencies::of(needs);
        let mut changed = BTreeSet::new();
        let (old, new) = (&earlier.components, &dependencies.components);
        for (node, component) in (0_u32..).zip(&new.of) {
            let members = new.nodes(*component as usize);
            let known = old.of.get(node as usize).copied();
            let is_same = known.is_some_and(|known| {
                let known = old.nodes(known as usize);
                known.len() == members.len()
                    && (known.len() == 1
                        || known
                            .iter()
                            .all(|other| new.of[*other as usize] == *component))
            });
            if !is_same {
                changed.insert(*component);
            }
        }
        self.dependencies = Arc::new(dependencies);
        changed
    }

    fn solve(&mut self, builder: &Builder<'_>, dependencies: &Dependencies, component: usize) {
        let nodes = dependencies.components.nodes(component);
        let mut solver = Solver {
            builder,
            equations: &self.equations,
            values: &mut self.values,
            choices: &self.choices,
            weighed_in_group: &mut self.weighed_in_group,
        };
        if let [only] = nodes
            && !dependencies.needs[*only as usize].contains(only)
        {
            solver.solve_one(*only);
            return;
        }
        // In an order that does not depend on the search.
        let mut group = nodes.to_vec();
        let key_of = |node: &u32| {
            let place = node.checked_sub(self.methods)?;
            self.choices.keys.get(place as usize)
        };
        group.sort_by(|one, two| {
            let by_key = key_of(one).cmp(&key_of(two));
            by_key.then_with(|| one.cmp(two))
        });
        solver.solve_group(&group);
    }
}

impl Choices {
    /// The equation of a node, not yet linked.
    fn equation(&self, builder: &Builder<'_>, node: u32) -> Equation {
        let place = (node as usize).checked_sub(builder.unit.method_count());
        match place.and_then(|place| self.keys.get(place)) {
            Some(key) => builder.of_choice(key),
            None => builder.of_method(node),
        }
    }

    /// Builds and links the equations of these nodes, some at a time.
    fn link_all(
        choices: &mut Arc<Self>,
        builder: &Builder<'_>,
        nodes: Range<u32>,
        see: &mut impl FnMut(Vec<Equation>),
    ) {
        let methods = builder.unit.method_count() as u32;
        for first in nodes.clone().step_by(BATCH as usize) {
            let batch = first..nodes.end.min(first.saturating_add(BATCH));
            let known = &**choices;
            let mut built: Vec<Equation> = (batch.into_par_iter())
                .map(|node| known.equation(builder, node))
                .collect();
            for equation in &mut built {
                Self::link(choices, equation, methods);
            }
            see(built);
        }
    }

    /// Replaces the choices of an equation by their nodes, and adds missing nodes.
    fn link(choices: &mut Arc<Self>, equation: &mut Equation, methods: u32) {
        for edge in &mut equation.edges {
            let Callee::Dispatched(key) = &edge.callee else {
                continue;
            };
            let known = choices.nodes.get(key).copied();
            let node = known.unwrap_or_else(|| Arc::make_mut(choices).added(key, methods));
            edge.callee = Callee::Node(node);
        }
    }

    fn added(&mut self, key: &Key, methods: u32) -> u32 {
        let anywhere = key.anywhere();
        if key.met.is_some() && !self.nodes.contains_key(&anywhere) {
            // The receivers that were not counted are chosen as at any other call.
            self.added(&anywhere, methods);
        }
        let node = methods + self.keys.len() as u32;
        self.keys.push(key.clone());
        self.nodes.insert(key.clone(), node);
        node
    }
}

impl Dependencies {
    fn of(needs: Vec<Vec<u32>>) -> Self {
        let mut dependencies = Self::of_last(needs);
        let mut needed_by = vec![Vec::new(); dependencies.needs.len()];
        for (node, of_node) in (0..).zip(&dependencies.needs) {
            for need in of_node {
                needed_by[*need as usize].push(node);
            }
        }
        dependencies.needed_by = needed_by;
        dependencies
    }

    /// The same without what only a later state needs.
    fn of_last(needs: Vec<Vec<u32>>) -> Self {
        let count = needs.len() as u32;
        let components = Components::find(needs.len(), 0..count, |node, followed| {
            let next = needs[node as usize].get(*followed as usize).copied();
            *followed += 1;
            next
        });
        Self {
            needs,
            needed_by: Vec::new(),
            components,
        }
    }
}

/// The nodes that an equation needs.
fn needs(unit: &Unit, equation: &Equation) -> Vec<u32> {
    let mut needs = Vec::new();
    for edge in &equation.edges {
        if let Callee::Node(number) = &edge.callee {
            needs.push(*number);
        }
        for (_, object) in &edge.objects {
            match object {
                Object::Lambda {
                    body: Callee::Node(number),
                    ..
                } => needs.push(*number),
                Object::Class(class) if !equation.is_choice => {
                    needs.extend(handed_methods(unit, class));
                }
                _ => {}
            }
        }
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}
