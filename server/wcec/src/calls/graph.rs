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
}

/// The objects of a class with more methods than this count as their receiver's own business.
const MOST_HANDED_METHODS: usize = 8;

impl Graph {
    pub(crate) fn of<B: AsRef<[u8]> + Sync + Send>(unit: &Unit<'_, B>) -> Self {
        let count = unit.method_count() as u32;
        let (targets, needs): (Vec<Vec<Targets>>, Vec<Vec<u32>>) = (0..count)
            .into_par_iter()
            .map(|number| {
                let sites = unit.sites(unit.method(number));
                let targets: Vec<Targets> = sites.iter().map(|site| unit.targets(site)).collect();
                let mut needs: Vec<u32> = Vec::new();
                for targets in &targets {
                    if let Targets::Known(known) = targets {
                        needs.extend(known.iter().filter_map(|target| match target {
                            Target::Own(method) => Some(unit.number(*method)),
                            Target::Library { .. } | Target::Unknown(_) => None,
                        }));
                    }
                }
                for site in sites {
                    let made = site.arguments.iter().map(|(_, made)| made);
                    for made in made.chain(&site.receiver) {
                        needs.extend(handed_methods(unit, made).map(|method| unit.number(method)));
                    }
                }
                needs.sort_unstable();
                needs.dedup();
                (targets, needs)
            })
            .unzip();
        let components = Components::find(count as usize, 0..count, |node, followed| {
            let next = needs[node as usize].get(*followed as usize).copied();
            *followed += 1;
            next
        });
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
        Self { targets, levels }
    }
}

/// The methods of the unit that an object may be asked for by whoever gets it.
fn handed_methods<'u, B>(
    unit: &'u Unit<'_, B>,
    made: &'u Made,
) -> impl Iterator<Item = MethodId> + 'u {
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
    found.into_iter()
}
