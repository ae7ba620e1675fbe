//! Which methods need the costs of which others first.

use super::resolve::{Target, Targets};
use super::sites::ValueOrigin;
use super::unit::{MethodId, Unit};
use flow::Components;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// The resolved calls of a unit, and the order in which its methods can be summarised.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    /// For each method, the targets of its calls in the order of its sites.
    pub(crate) targets: Vec<Arc<[Targets]>>,
    /// Shared by states of a unit whose methods need the same methods.
    pub(crate) order: Arc<Order>,
}

/// The order in which the methods of a unit can be summarised.
#[derive(Debug)]
pub(crate) struct Order {
    /// Groups of methods that call each other. Earlier levels have all that a group calls.
    pub(crate) levels: Vec<Vec<Vec<u32>>>,
    /// For each method, the methods that it needs, sorted.
    pub(crate) needs: Vec<Vec<u32>>,
    /// Whether some calls count as chosen elsewhere, to separate groups.
    pub(crate) is_untangled: bool,
    /// The level and group of each method.
    pub(crate) group_of: Vec<(u32, u32)>,
    /// For each method, the methods that need it; computed when requested.
    needed_by: OnceLock<Vec<Vec<u32>>>,
}

impl Order {
    /// The methods that need this one.
    pub(crate) fn needed_by(&self, number: u32) -> &[u32] {
        let needed_by = self.needed_by.get_or_init(|| {
            let mut needed_by = vec![Vec::new(); self.needs.len()];
            for (number, needs) in (0..).zip(&self.needs) {
                for need in needs {
                    needed_by[*need as usize].push(number);
                }
            }
            needed_by
        });
        needed_by.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// The group of a method.
    pub(crate) fn group(&self, number: u32) -> Option<&[u32]> {
        let (level, group) = *self.group_of.get(number as usize)?;
        let level = self.levels.get(level as usize)?;
        level.get(group as usize).map(Vec::as_slice)
    }
}

/// If more methods than this call each other, the depth of the recursion means nothing.
const MAX_RECURSIVE: usize = 24;

/// Objects of a class with more methods than this are not followed to the callees that get them.
const MAX_CALLBACK_METHODS: usize = 8;

impl Graph {
    /// Resolves the calls. `earlier` may already know the targets of a method and the methods that it needs.
    pub(crate) fn of(
        unit: &Unit,
        earlier: impl Fn(MethodId) -> Option<(Arc<[Targets]>, Vec<u32>)> + Sync,
    ) -> Self {
        Self::ordered(unit, resolved_calls(unit, earlier))
    }

    /// Orders methods with these calls.
    pub(super) fn ordered(unit: &Unit, (mut targets, mut needs): ResolvedCalls) -> Self {
        let mut components = find_components(&needs);
        let is_untangled = untangle(unit, &components, &mut targets, &mut needs);
        if is_untangled {
            components = find_components(&needs);
        }
        let levels = levels(&needs, &components);
        let mut group_of = vec![(0, 0); needs.len()];
        for (level, groups) in (0..).zip(&levels) {
            for (group, members) in (0..).zip(groups) {
                for member in members {
                    group_of[*member as usize] = (level, group);
                }
            }
        }
        Self {
            targets,
            order: Arc::new(Order {
                levels,
                needs,
                is_untangled,
                group_of,
                needed_by: OnceLock::new(),
            }),
        }
    }

    /// The graph of another state of the unit, in which some methods have other code. `None` if that code needs other methods
    /// than before, or if groups had to be separated.
    pub(crate) fn with(&self, unit: &Unit, changed: impl Iterator<Item = u32>) -> Option<Self> {
        if self.order.is_untangled {
            return None;
        }
        let mut targets = self.targets.clone();
        for number in changed {
            let (new, needs) = resolved(unit, number);
            if self.order.needs.get(number as usize) != Some(&needs) {
                return None;
            }
            *targets.get_mut(number as usize)? = new;
        }
        Some(Self {
            targets,
            order: Arc::clone(&self.order),
        })
    }
}

/// For each method, the targets of its calls in the order of their sites, and the methods that it needs.
pub(super) type ResolvedCalls = (Vec<Arc<[Targets]>>, Vec<Vec<u32>>);

/// Resolves the calls of a unit, before groups are separated. `earlier` may already know those of a method.
pub(super) fn resolved_calls(
    unit: &Unit,
    earlier: impl Fn(MethodId) -> Option<(Arc<[Targets]>, Vec<u32>)> + Sync,
) -> ResolvedCalls {
    (0..unit.method_count() as u32)
        .into_par_iter()
        .map(|number| earlier(unit.method(number)).unwrap_or_else(|| resolved(unit, number)))
        .unzip()
}

/// The targets of a method's calls, and the methods whose costs it needs.
fn resolved(unit: &Unit, number: u32) -> (Arc<[Targets]>, Vec<u32>) {
    let sites = unit.sites(unit.method(number)).iter();
    let targets: Arc<[Targets]> = sites.map(|site| unit.targets(site)).collect();
    let needs = needs_of(unit, number, &targets);
    (targets, needs)
}

/// The methods whose costs a method needs.
fn needs_of(unit: &Unit, number: u32, targets: &[Targets]) -> Vec<u32> {
    let mut needs: Vec<u32> = Vec::new();
    for targets in targets {
        if let Targets::Known(known) = targets {
            needs.extend(known.iter().filter_map(|target| match target {
                Target::Own(method) => Some(unit.number(*method)),
                Target::Library { .. } | Target::Unknown(_) => None,
            }));
        }
    }
    for (site, targets) in unit.sites(unit.method(number)).iter().zip(targets) {
        if *targets == Targets::Nobody {
            continue;
        }
        let made = site.arguments.iter().map(|(_, made)| made);
        for made in made.chain(site.receiver.as_deref()) {
            needs.extend(
                handed_methods(unit, made)
                    .into_iter()
                    .map(|method| unit.number(method)),
            );
        }
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}

fn find_components(needs: &[Vec<u32>]) -> Components {
    Components::find(needs.len(), 0..needs.len() as u32, |node, followed| {
        let next = needs[node as usize].get(*followed as usize).copied();
        *followed += 1;
        next
    })
}

/// If very many methods seem to call each other, calls with several possible targets are the cause: there, they count as chosen
/// elsewhere. False if nothing had to change.
fn untangle(
    unit: &Unit,
    components: &Components,
    targets: &mut [Arc<[Targets]>],
    needs: &mut [Vec<u32>],
) -> bool {
    let mut has_changed = false;
    for component in 0..components.len() {
        let nodes = components.nodes(component);
        if nodes.len() <= MAX_RECURSIVE {
            continue;
        }
        for node in nodes {
            let mut of_node = targets[*node as usize].to_vec();
            let mut is_changed = false;
            for targets in &mut of_node {
                let Targets::Known(known) = targets else {
                    continue;
                };
                let leads_back = known.iter().any(|target| match target {
                    Target::Own(method) => {
                        components.of[unit.number(*method) as usize] as usize == component
                    }
                    Target::Library { .. } | Target::Unknown(_) => false,
                });
                if known.len() > 1 && leads_back {
                    *targets = Targets::ChosenElsewhere;
                    is_changed = true;
                }
            }
            if is_changed {
                needs[*node as usize] = needs_of(unit, *node, &of_node);
                targets[*node as usize] = Arc::from(of_node);
                has_changed = true;
            }
        }
    }
    has_changed
}

/// Groups of methods that call each other. Earlier levels have all that a group needs.
fn levels(needs: &[Vec<u32>], components: &Components) -> Vec<Vec<Vec<u32>>> {
    let mut level_of = vec![0_u32; components.len()];
    let mut levels: Vec<Vec<Vec<u32>>> = Vec::new();
    // Every edge leads to a later component, so going backwards, all needs are known.
    for component in (0..components.len()).rev() {
        let nodes = components.nodes(component);
        let level = nodes
            .iter()
            .flat_map(|node| &needs[*node as usize])
            .map(|need| components.of[*need as usize] as usize)
            .filter(|needed| *needed != component)
            .map(|needed| level_of[needed] + 1)
            .max()
            .unwrap_or(0);
        level_of[component] = level;
        if levels.len() <= level as usize {
            levels.resize_with(level as usize + 1, Vec::new);
        }
        let mut group = nodes.to_vec();
        group.sort_unstable();
        levels[level as usize].push(group);
    }
    levels
}

/// The methods of the unit that may be called on an object once it is passed.
fn handed_methods(unit: &Unit, made: &ValueOrigin) -> Vec<MethodId> {
    let mut found = Vec::new();
    match unit.origin(made) {
        Some(ValueOrigin::Lambda(body)) => {
            if let Some(Target::Own(method)) = unit.method_of_lambda(&body) {
                found.push(method);
            }
        }
        Some(ValueOrigin::New(class)) => {
            if let Some(class) = unit.class(&class) {
                let methods = &unit.classes[class as usize].header.methods;
                let wanted = (0..).zip(methods).filter(|(_, method)| {
                    !method.is_static() && !method.is_private() && !method.name.starts_with('<')
                });
                let wanted: Vec<MethodId> = wanted
                    .map(|(method, _)| MethodId { class, method })
                    .collect();
                if wanted.len() <= MAX_CALLBACK_METHODS {
                    found = wanted;
                }
            }
        }
        Some(ValueOrigin::Field { .. } | ValueOrigin::Result { .. }) | None => {}
    }
    found
}
