//! Which methods need which others' costs first.

use super::resolve::{Target, Targets};
use super::sites::Made;
use super::unit::{MethodId, Unit};
use crate::components::Components;
use rayon::prelude::*;

/// The calls of a unit, resolved, and the order in which its methods can be summarised.
#[derive(Debug)]
pub(crate) struct Graph {
    /// For each method the targets of its calls, in the order of its sites.
    pub(crate) targets: Vec<Vec<Targets>>,
    /// Methods that call each other, in groups; what a group calls is in earlier levels.
    pub(crate) levels: Vec<Vec<Vec<u32>>>,
    /// The methods that each one needs, sorted.
    pub(crate) needs: Vec<Vec<u32>>,
    /// True where calls were taken for chosen elsewhere to tell groups apart.
    pub(crate) is_untangled: bool,
    /// The level and group of each method.
    pub(crate) group_of: Vec<(u32, u32)>,
}

/// With more methods than this that call each other, the depth of the recursion says nothing any more.
pub(crate) const MOST_RECURSIVE: usize = 24;

/// The objects of a class with more methods than this count as their receiver's own business.
const MOST_HANDED_METHODS: usize = 8;

impl Graph {
    /// Resolves the calls. `earlier` may know the targets of a method already.
    pub(crate) fn of<B: AsRef<[u8]> + Sync + Send>(
        unit: &Unit<B>,
        earlier: impl Fn(MethodId) -> Option<Vec<Targets>> + Sync,
    ) -> Self {
        let count = unit.method_count() as u32;
        let (mut targets, mut needs): (Vec<Vec<Targets>>, Vec<Vec<u32>>) = (0..count)
            .into_par_iter()
            .map(|number| {
                let method = unit.method(number);
                let targets = earlier(method).unwrap_or_else(|| {
                    let sites = unit.sites(method).iter();
                    sites.map(|site| unit.targets(site)).collect()
                });
                let needs = needs_of(unit, number, &targets);
                (targets, needs)
            })
            .unzip();
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
            levels,
            needs,
            is_untangled,
            group_of,
        }
    }
}

/// The methods whose costs one needs.
fn needs_of<B>(unit: &Unit<B>, number: u32, targets: &[Targets]) -> Vec<u32> {
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
        for made in made.chain(&site.receiver) {
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

/// Where very many methods seem to call each other, it is because of calls that may reach several: they count as chosen
/// elsewhere there. False where nothing had to be changed.
fn untangle<B: AsRef<[u8]> + Sync + Send>(
    unit: &Unit<B>,
    components: &Components,
    targets: &mut [Vec<Targets>],
    needs: &mut [Vec<u32>],
) -> bool {
    let mut has_changed = false;
    for component in 0..components.len() {
        let nodes = components.nodes(component);
        if nodes.len() <= MOST_RECURSIVE {
            continue;
        }
        for node in nodes {
            let of_node = &mut targets[*node as usize];
            let mut is_changed = false;
            for targets in of_node.iter_mut() {
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
                needs[*node as usize] = needs_of(unit, *node, of_node);
                has_changed = true;
            }
        }
    }
    has_changed
}

/// Groups of methods that call each other; what a group needs is in earlier levels.
fn levels(needs: &[Vec<u32>], components: &Components) -> Vec<Vec<Vec<u32>>> {
    let mut level_of = vec![0_u32; components.len()];
    let mut levels: Vec<Vec<Vec<u32>>> = Vec::new();
    // Every edge leads to a later component, so that from the last on all needs are known.
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

/// The methods of the unit that an object may be asked for by whoever gets it.
fn handed_methods<B>(unit: &Unit<B>, made: &Made) -> Vec<MethodId> {
    let mut found = Vec::new();
    match made {
        Made::Lambda(body) => {
            found.extend(unit.find(&body.class, &body.name, &body.descriptor));
        }
        Made::New(class) => {
            if let Some(class) = unit.class(class) {
                let methods = &unit.classes[class as usize].header.methods;
                let wanted = (0..).zip(methods).filter(|(_, method)| {
                    !method.is_static() && !method.is_private() && !method.name.starts_with('<')
                });
                let wanted: Vec<MethodId> = wanted
                    .map(|(method, _)| MethodId { class, method })
                    .collect();
                if wanted.len() <= MOST_HANDED_METHODS {
                    found = wanted;
                }
            }
        }
    }
    found
}
