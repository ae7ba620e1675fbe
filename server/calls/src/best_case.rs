//! The cheapest path of a method, with the least energy that its callees cost.

use super::resolve::{Target, Targets};
use super::summaries::{Summaries, Workspace};
use super::unit::Unit;
use cost::Cost;
use pricing::{Priced, Pricer, Tally};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use wcec::{BestCase, Known, KnownCall, MethodInput};

/// If a method leads to more methods than this, the least energy of its callees is unknown. The limit depends on the method
/// alone, so results do not depend on earlier requests.
const MAX_CALLEES: usize = 1024;

impl Summaries {
    /// The least energy of a call that returns; `None` if the method has no code. The least energy is unknown for callees
    /// outside of the unit, for callees that are chosen elsewhere, and for calls that lead back to their caller.
    pub fn best_case(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<Arc<BestCase>> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        let mut workspace = Workspace::default();
        let callees = self.callees(number);
        for callee in callees.as_deref().unwrap_or(&[number]) {
            let place = self.best_case.get(*callee as usize)?;
            if place.get().is_none() {
                let knows_callees = callees.is_some();
                let of = (*callee, Vec::new());
                let least = self.find_cheapest(unit, pricer, of, knows_callees, &mut workspace);
                if let Some(least) = least {
                    let _ = place.set(Arc::new(least));
                }
            }
        }
        self.best_case.get(number as usize)?.get().cloned()
    }

    /// A method and all methods that it leads to, callees first; `None` if there are too many.
    pub(super) fn callees(&self, number: u32) -> Option<Vec<u32>> {
        let mut found = vec![number];
        let mut seen: FxHashSet<u32> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(number) = found.get(next).copied() {
            next += 1;
            let needs = self.graph.order.needs.get(number as usize);
            found.extend(
                needs
                    .into_iter()
                    .flatten()
                    .filter(|need| seen.insert(**need)),
            );
            if found.len() > MAX_CALLEES {
                return None;
            }
        }
        found.sort_by_key(|number| (self.graph.order.group_of.get(*number as usize), *number));
        Some(found)
    }

    /// The cheapest path of calls with these arguments, callees included as far as they are known.
    pub(super) fn find_cheapest(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (number, arguments): (u32, Vec<Option<Known>>),
        knows_callees: bool,
        workspace: &mut Workspace,
    ) -> Option<BestCase> {
        let id = unit.method(number);
        // The loops of the method as its calls bound them.
        let worst = if let Some(fresh) = self.fresh.get(&number) {
            Cow::Borrowed(&fresh.cost)
        } else {
            let body = unit.body(pricer, self, &[number], number, workspace, &mut None);
            Cow::Owned(body.total.cost)
        };
        unit.with_code(id, |class, method, code| {
            let Workspace {
                interpreter,
                events,
                units,
                scratch,
                ..
            } = workspace;
            pricer.price_code(interpreter, (class, code), events, units);
            units.retain(|unit| pricer.is_certain(unit.pattern));
            let mut is_partial = false;
            let mut exact = Vec::new();
            let targets = self.graph.targets.get(number as usize);
            for (site, targets) in unit
                .sites(id)
                .iter()
                .zip(targets.into_iter().flat_map(|targets| targets.iter()))
            {
                let at = site.passed.instruction;
                let executed = self.exact_cost(unit, targets).and_then(|cost| {
                    if cost.symbols().is_empty() {
                        return Some(cost.clone());
                    }
                    let passed = worst.passed_on.iter().find(|passed| passed.call == at);
                    passed?.substitute(cost)
                });
                if let Some(mut executed) = executed {
                    if pricer.has_mispredictions() {
                        executed = executed.map_tallies(&|tally| {
                            let mut certain = tally.clone();
                            certain.retain(|pattern| pricer.is_certain(pattern));
                            certain
                        });
                    }
                    units.retain(|unit| unit.instruction != at || !pricer.is_callee(unit.pattern));
                    exact.push((at, executed));
                    continue;
                }
                let least = self.least_of(unit, pricer, targets);
                let Some((least, is_whole)) = least.filter(|_| knows_callees) else {
                    is_partial = true;
                    continue;
                };
                is_partial |= !is_whole;
                units.retain(|unit| unit.instruction != at || !pricer.is_callee(unit.pattern));
                units.extend(least.iter().map(|(pattern, count)| Priced {
                    pattern,
                    instruction: at,
                    tree: u32::MAX,
                    count,
                }));
            }
            let input = MethodInput {
                class,
                method,
                code,
                priced: units,
                means: pricer.means(),
                spread: None,
                writes: &[],
                outcomes: &[],
                declared: &[],
                calls: &[],
            };
            let known = KnownCall {
                arguments,
                calls: &exact,
            };
            let mut best_case = wcec::best_case_of(&input, &worst, &known, scratch);
            best_case.is_partial |= is_partial;
            best_case
        })
    }

    /// What the only target of a call executes, if every call of it that returns executes the same.
    fn exact_cost(&self, unit: &Unit, targets: &Targets) -> Option<&Cost> {
        let Targets::Known(known) = targets else {
            return None;
        };
        let [Target::Own(method)] = known[..] else {
            return None;
        };
        let number = unit.number(method) as usize;
        let least = self.best_case.get(number).and_then(OnceLock::get)?;
        let worst = self.done.get(number).and_then(OnceLock::get)?;
        (!least.is_partial && *least.cost() == worst.cost).then_some(&worst.cost)
    }

    /// What a call executes at least, and whether that is complete; `None` if nothing is known.
    fn least_of(&self, unit: &Unit, pricer: &Pricer, targets: &Targets) -> Option<(Tally, bool)> {
        let known = match targets {
            Targets::Nobody => return Some((Tally::new(), true)),
            Targets::ChosenElsewhere => return None,
            Targets::Known(known) => known,
        };
        let means = pricer.means();
        let mut least: Option<Tally> = None;
        let mut is_whole = true;
        for target in known {
            let (tally, whole) = self.least_of_target(unit, target)?;
            is_whole &= whole;
            if least
                .as_ref()
                .is_none_or(|known| tally.mean(means) < known.mean(means))
            {
                least = Some(tally);
            }
        }
        Some((least.unwrap_or_default(), is_whole))
    }

    fn least_of_target(&self, unit: &Unit, target: &Target) -> Option<(Tally, bool)> {
        match target {
            // Of a method without code of its own, nothing is known to execute.
            Target::Own(method) if !unit.has_code(unit.number(*method)) => None,
            Target::Own(method) => {
                let least = self.best_case.get(unit.number(*method) as usize)?.get()?;
                let is_whole = !least.is_partial && least.cost().is_constant();
                Some((least.constant(), is_whole))
            }
            // A given price is an upper bound or an estimate, and never a lower bound.
            Target::Unknown(_) | Target::Library { .. } => None,
        }
    }
}
