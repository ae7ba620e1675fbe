//! What methods cost in counted runs: each block counts as often as it was executed, at the usual prices.
//!
//! The energy of a call with its callees follows from the counts of blocks and of the receivers' classes at each call:
//! `E(m) = own(m) + Σ over calls  count · Σ over targets  share · E(target)`, each per entry of the method. A method that
//! was not counted has the price that is given for it, or none.

use std::collections::HashMap;
use std::sync::Arc;

use bytecode::events::Interpreter;
use bytecode::{ClassFile, Code, InvokeKind, Op};
use calls::Prices;
use counts::{CallSite, Counts, Execution};
use flow::Components;
use ide::Model;
use pricing::Priced;

use super::classes::{Classes, Key};

/// The energies of methods that call each other are found by iteration, with at most this many rounds.
const ROUNDS: usize = 20_000;

/// A method that was executed.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) key: Key,
    /// Its module of the JDK.
    pub(super) module: Option<String>,
    pub(super) bytes: Arc<[u8]>,
    /// Its index in the class.
    pub(super) place: usize,
    /// A digest of its code.
    pub(super) digest: u64,
    pub(super) execution: Execution,
    /// The calls whose targets the receivers decided.
    pub(super) sites: Vec<Site>,
}

/// A call whose target its receivers decided.
#[derive(Debug)]
pub(super) struct Site {
    /// What the instruction names.
    pub(super) class: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) descriptor: Arc<str>,
    pub(super) told: CallSite,
}

/// The methods of some runs.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    pub(super) methods: Vec<Method>,
    known: HashMap<(Key, u64), usize>,
}

impl Recorded {
    /// Adds a run. Returns how many methods match no class that was found.
    pub(super) fn add(&mut self, counts: &Counts, classes: &Classes<'_>) -> usize {
        let mut unknown = 0;
        for counted in &counts.classes {
            let Some(known) = classes.get(&counted.name) else {
                unknown += counted.methods.len();
                continue;
            };
            let Ok(class) = ClassFile::parse(&known.bytes) else {
                continue;
            };
            let name: Arc<str> = Arc::from(&*counted.name);
            for method in &counted.methods {
                let mut declared = class.methods.iter().enumerate();
                let declared = declared.find(|(_, declared)| {
                    declared.name == method.name && declared.descriptor == method.descriptor
                });
                let execution = declared.and_then(|(place, declared)| {
                    let code = declared.code.as_ref()?;
                    let sites = method.call_sites.iter();
                    let sites = sites.filter_map(|told| site(&class, code, told));
                    Some((
                        place,
                        method.execution(code).ok()?,
                        sites.collect::<Vec<_>>(),
                    ))
                });
                let Some((place, execution, sites)) = execution else {
                    unknown += 1;
                    continue;
                };
                let key = (
                    Arc::clone(&name),
                    Arc::from(&*method.name),
                    Arc::from(&*method.descriptor),
                );
                let place_of = (key.clone(), method.code_digest);
                if let Some(at) = self.known.get(&place_of) {
                    let sum = &mut self.methods[*at];
                    add(&mut sum.execution, &execution);
                    sum.sites.extend(sites);
                    continue;
                }
                self.known.insert(place_of, self.methods.len());
                self.methods.push(Method {
                    key,
                    module: known.module.clone(),
                    bytes: Arc::clone(&known.bytes),
                    place,
                    digest: method.code_digest,
                    execution,
                    sites,
                });
            }
        }
        unknown
    }
}

fn site(class: &ClassFile<'_>, code: &Code, told: &CallSite) -> Option<Site> {
    let Op::Invoke { pool, .. } = code.instructions.get(usize::from(told.at))?.op else {
        return None;
    };
    let member = class.member(pool)?;
    Some(Site {
        class: Arc::from(&*member.class()),
        name: Arc::from(&*member.name()),
        descriptor: Arc::from(&*member.descriptor()),
        told: told.clone(),
    })
}

/// Adds what another run executed of the same code.
pub(super) fn add(sum: &mut Execution, more: &Execution) {
    sum.entries += more.entries;
    sum.returned += more.returned;
    for (sum, more) in sum.instructions.iter_mut().zip(&more.instructions) {
        *sum += more;
    }
    for (sum, more) in sum.branches.iter_mut().zip(&more.branches) {
        sum.taken += more.taken;
        sum.not_taken += more.not_taken;
    }
    for (sum, more) in sum.switches.iter_mut().zip(&more.switches) {
        for (sum, more) in sum.arms.iter_mut().zip(&more.arms) {
            sum.count += more.count;
        }
    }
}

/// What a method cost in all its calls together, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Energy {
    pub(super) entries: u64,
    pub(super) returned: u64,
    /// Its own instructions.
    pub(super) own: f64,
    /// Callees included.
    pub(super) all: f64,
}

impl Energy {
    pub(super) fn add(&mut self, more: &Self) {
        self.entries += more.entries;
        self.returned += more.returned;
        self.own += more.own;
        self.all += more.all;
    }
}

/// A call as it was executed.
#[derive(Clone, Copy, Debug)]
enum Called {
    Method(u32),
    /// The given price of a method that was not counted.
    Given(f64),
}

/// A call site with some receivers that were not distinguished.
struct Others {
    caller: usize,
    class: String,
    name: String,
    descriptor: String,
    count: f64,
}

struct Energies<'e, 'm> {
    recorded: &'e Recorded,
    classes: &'e Classes<'m>,
    model: &'e Model,
    prices: Prices,
    size: f64,
    by_key: HashMap<&'e Key, u32>,
    own: Vec<f64>,
    calls: Vec<Vec<(Called, f64)>>,
    /// How many calls of each method are known.
    accounted: Vec<f64>,
    others: Vec<Others>,
}

/// The energies of all methods, in order.
pub(super) fn energies(recorded: &Recorded, classes: &Classes<'_>, model: &Model) -> Vec<Energy> {
    let count = recorded.methods.len();
    let mut by_key: HashMap<&Key, u32> = HashMap::with_capacity(count);
    for (at, method) in (0_u32..).zip(&recorded.methods) {
        // Of two versions of a class, the one that ran more often counts.
        let known = by_key.entry(&method.key).or_insert(at);
        let entries = |at: u32| recorded.methods[at as usize].execution.entries;
        if entries(at) > entries(*known) {
            *known = at;
        }
    }
    let mut energies = Energies {
        recorded,
        classes,
        model,
        prices: Prices::of_natives(model.pricer()),
        size: frequency::Model::built_in().size(),
        by_key,
        own: vec![0.0; count],
        calls: vec![Vec::new(); count],
        accounted: vec![0.0; count],
        others: Vec::new(),
    };
    energies.look();
    energies.spread_others();
    let each = energies.solved();
    let methods = recorded.methods.iter().zip(energies.own).zip(each);
    methods
        .map(|((method, own), each)| Energy {
            entries: method.execution.entries,
            returned: method.execution.returned,
            own,
            all: each * method.execution.entries as f64,
        })
        .collect()
}

impl Energies<'_, '_> {
    /// Prices what was executed and finds who was called.
    fn look(&mut self) {
        let mut interpreter = Interpreter::default();
        let (mut events, mut units) = (Vec::new(), Vec::<Priced>::new());
        let recorded = self.recorded;
        let pricer = self.model.pricer();
        for (at, method) in recorded.methods.iter().enumerate() {
            let Ok(class) = ClassFile::parse(&method.bytes) else {
                continue;
            };
            let code = class.methods.get(method.place);
            let Some(code) = code.and_then(|method| method.code.as_ref()) else {
                continue;
            };
            let executed = |instruction: u32| {
                let executed = &method.execution.instructions;
                executed
                    .get(instruction as usize)
                    .map_or(0.0, |count| *count as f64)
            };
            interpreter.run(&class, code, &mut events);
            pricer.price(&events, &mut units);
            self.own[at] = units
                .iter()
                .filter(|unit| !pricer.is_callee(unit.pattern))
                .map(|unit| {
                    let mean = pricer.means().get(usize::from(unit.pattern.0));
                    mean.unwrap_or(&0.0) * unit.count * executed(unit.instruction)
                })
                .sum();
            for (number, instruction) in (0_u32..).zip(&code.instructions) {
                let Op::Invoke { kind, pool } = instruction.op else {
                    continue;
                };
                let count = executed(number);
                let Some(member) = class.member(pool).filter(|_| count > 0.0) else {
                    continue;
                };
                let names = (&*member.class(), &*member.name(), &*member.descriptor());
                match kind {
                    InvokeKind::Dynamic => {}
                    InvokeKind::Static | InvokeKind::Special => {
                        let target = self.classes.implementation(names.0, names.1, names.2);
                        self.call(at, target.as_ref(), names, count);
                    }
                    InvokeKind::Virtual | InvokeKind::Interface => {
                        self.dispatched(at, number, names, count);
                    }
                }
            }
        }
    }

    fn call(
        &mut self,
        caller: usize,
        target: Option<&Key>,
        (class, name, descriptor): (&str, &str, &str),
        count: f64,
    ) {
        let counted = target.and_then(|key| self.by_key.get(key));
        if let Some(number) = counted {
            self.accounted[*number as usize] += count;
            self.calls[caller].push((Called::Method(*number), count));
            return;
        }
        let class = target.map_or(class, |(class, ..)| class);
        let method = format!("{class}.{name}{descriptor}");
        if let Some(tally) = self.prices.expected(&method, self.size) {
            let joules = tally.mean(self.model.pricer().means());
            self.calls[caller].push((Called::Given(joules), count));
        }
    }

    /// A call whose target the receivers decided.
    fn dispatched(
        &mut self,
        caller: usize,
        instruction: u32,
        names: (&str, &str, &str),
        count: f64,
    ) {
        let sites = self.recorded.methods[caller].sites.iter();
        let sites: Vec<&CallSite> = sites
            .map(|site| &site.told)
            .filter(|site| u32::from(site.at) == instruction)
            .collect();
        let seen = |site: &&CallSite| {
            let told: u64 = site.receivers.iter().map(|(_, count)| count).sum();
            told + site.others
        };
        let all: u64 = sites.iter().map(seen).sum();
        if all == 0 {
            let target = self.classes.implementation(names.0, names.1, names.2);
            self.call(caller, target.as_ref(), names, count);
            return;
        }
        // Threads that run the same block at the same time lose a few counts.
        let scale = count / all as f64;
        for site in sites {
            for (class, count) in &site.receivers {
                self.receiver(caller, class, names, *count as f64 * scale);
            }
            if site.others > 0 {
                self.others.push(Others {
                    caller,
                    class: names.0.to_owned(),
                    name: names.1.to_owned(),
                    descriptor: names.2.to_owned(),
                    count: site.others as f64 * scale,
                });
            }
        }
    }

    fn receiver(&mut self, caller: usize, class: &str, names: (&str, &str, &str), count: f64) {
        let Some((host, _)) = class.split_once("$$Lambda") else {
            let target = self.classes.implementation(class, names.1, names.2);
            self.call(caller, target.as_ref(), (class, names.1, names.2), count);
            return;
        };
        // The run does not record which of several lambdas was called: each counts in proportion to how often it ran.
        let bodies = self.classes.lambdas(host, names.1);
        let entries = |body: &Key| {
            let number = self.by_key.get(body);
            number.map_or(0.0, |number| {
                self.recorded.methods[*number as usize].execution.entries as f64
            })
        };
        let weights: Vec<f64> = bodies.iter().map(entries).collect();
        let total: f64 = weights.iter().sum();
        for (body, weight) in bodies.iter().zip(weights) {
            let share = if total > 0.0 {
                weight / total
            } else {
                1.0 / bodies.len() as f64
            };
            if share > 0.0 {
                let names = (&*body.0, &*body.1, &*body.2);
                self.call(caller, Some(body), names, count * share);
            }
        }
        if bodies.is_empty() {
            // The interface's own method, such as `andThen`.
            let target = self.classes.implementation(names.0, names.1, names.2);
            self.call(caller, target.as_ref(), names, count);
        }
    }

    /// Assigns receivers that were not distinguished to methods that ran more often than known calls explain.
    fn spread_others(&mut self) {
        let mut by_name: HashMap<(&str, &str), Vec<u32>> = HashMap::new();
        for (at, method) in (0_u32..).zip(&self.recorded.methods) {
            let names = (&*method.key.1, &*method.key.2);
            by_name.entry(names).or_default().push(at);
        }
        for other in std::mem::take(&mut self.others) {
            let candidates = by_name.get(&(other.name.as_str(), other.descriptor.as_str()));
            let weights: Vec<(u32, f64)> = candidates
                .into_iter()
                .flatten()
                .filter(|at| {
                    let class = &self.recorded.methods[**at as usize].key.0;
                    self.classes.is_a(class, &other.class)
                })
                .map(|at| {
                    let entries = self.recorded.methods[*at as usize].execution.entries;
                    let rest = entries as f64 - self.accounted[*at as usize];
                    (*at, rest.max(0.0))
                })
                .collect();
            let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
            for (at, weight) in weights {
                if weight > 0.0 {
                    let call = (Called::Method(at), other.count * weight / total);
                    self.calls[other.caller].push(call);
                }
            }
        }
    }

    /// The energy of each method, per entry.
    fn solved(&self) -> Vec<f64> {
        let methods = &self.recorded.methods;
        let entries: Vec<f64> = methods
            .iter()
            .map(|method| (method.execution.entries as f64).max(1.0))
            .collect();
        let callees: Vec<Vec<(u32, f64)>> = self
            .calls
            .iter()
            .map(|calls| {
                let called = calls.iter().filter_map(|(called, count)| match called {
                    Called::Method(number) => Some((*number, *count)),
                    Called::Given(_) => None,
                });
                called.collect()
            })
            .collect();
        let constants: Vec<f64> = self
            .own
            .iter()
            .zip(&self.calls)
            .map(|(own, calls)| {
                let given = calls.iter().map(|(called, count)| match called {
                    Called::Given(joules) => joules * count,
                    Called::Method(_) => 0.0,
                });
                own + given.sum::<f64>()
            })
            .collect();
        let components = Components::find(methods.len(), 0..methods.len() as u32, |node, at| {
            let next = callees[node as usize].get(*at as usize).map(|(to, _)| *to);
            *at += 1;
            next
        });
        let mut each = vec![0.0; methods.len()];
        for component in (0..components.len()).rev() {
            let nodes = components.nodes(component);
            for _ in 0..ROUNDS {
                let mut greatest = 0.0_f64;
                for node in nodes {
                    let at = *node as usize;
                    let called = callees[at].iter();
                    let called: f64 = called.map(|(to, count)| each[*to as usize] * count).sum();
                    let new = (constants[at] + called) / entries[at];
                    let change = (new - each[at]).abs();
                    greatest = greatest.max(change / new.abs().max(f64::MIN_POSITIVE));
                    each[at] = new;
                }
                if greatest < 1e-9 {
                    break;
                }
            }
        }
        each
    }
}
