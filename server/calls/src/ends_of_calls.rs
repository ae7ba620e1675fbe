//! How calls with known arguments end.

use super::resolve::{Target, Targets};
use super::returns::CallOfJdk;
use super::sites::{Site, ValueOrigin};
use super::summaries::{Summaries, Workspace};
use super::unit::{MethodId, Unit};
use bytecode::Descriptor;
use cost::AssumptionKind;
use pricing::Pricer;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wcec::{
    BestCase, CallEffect, CallEnd, Known, LeastEnd, LoopKind, MethodCost, NoteKind, PassedClass,
    PassedObject, Passing, end_of_call,
};

/// Callees of callees are followed up to this depth.
const MAX_DEPTH: u32 = 48;
/// At most this many calls with different arguments are followed.
const MAX_CALLS: usize = 500;

/// The ends of a method's calls and of what they call.
pub(super) struct EndsOfCalls<'e> {
    summaries: &'e Summaries,
    unit: &'e Unit,
    pricer: &'e Pricer,
    /// By method, arguments and whether the caller's objects are as they were.
    known: FxHashMap<(u32, Vec<Passing>, bool), CallEnd>,
    /// The loops of a method that surely end.
    loops: FxHashMap<u32, Arc<[u32]>>,
    workspace: Workspace,
    depth: u32,
}

/// The headers of the loops of a method that surely end, by their first instructions: the code shows a bound of calls that return
/// and of those that do not.
pub fn ending_loops(cost: &MethodCost) -> Vec<u32> {
    let is_doubt = |kind: &NoteKind| match kind {
        NoteKind::Irreducible | NoteKind::Endless | NoteKind::EndlessRecursion => true,
        NoteKind::Assumes(kind) => !matches!(kind, AssumptionKind::Estimated { .. }),
        _ => false,
    };
    let doubts = || cost.notes.iter().filter(|note| is_doubt(&note.kind));
    let lines: Vec<Option<u32>> = cost.loops.iter().map(|found| found.line).collect();
    if cost.is_of_returns || doubts().any(|note| !lines.contains(&note.line)) {
        return Vec::new();
    }
    let ending = cost.loops.iter().filter(|found| {
        found.kind != LoopKind::Opaque && doubts().all(|note| note.line != found.line)
    });
    ending.map(|found| found.header).collect()
}

impl Summaries {
    /// The least energy of a call with these arguments, without the receiver, and how it ends; `None` if the method has no code.
    pub fn best_case_of(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        arguments: Vec<Option<Known>>,
    ) -> Option<BestCase> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        self.best_case(unit, pricer, (class, name, descriptor))?;
        let knows_callees = self.callees(number).is_some();
        let passed = {
            let id = unit.method(number);
            unit.with_code(id, |class, method, _| {
                Passing::arguments(&class.name, method, &arguments)
            })?
        };
        let of = (number, arguments);
        let mut least =
            self.find_cheapest(unit, pricer, of, knows_callees, &mut Workspace::default())?;
        if least.end != LeastEnd::NeverReturns {
            let called = EndsOfCalls::new(self, unit, pricer).end_of(number, passed, true);
            (least.end, least.doubt) = (called.end, called.doubt);
        }
        Some(least)
    }
}

impl<'e> EndsOfCalls<'e> {
    pub(super) fn new(summaries: &'e Summaries, unit: &'e Unit, pricer: &'e Pricer) -> Self {
        Self {
            summaries,
            unit,
            pricer,
            known: FxHashMap::default(),
            loops: FxHashMap::default(),
            workspace: Workspace::default(),
            depth: 0,
        }
    }

    /// How a call of a method ends; the receiver is among the arguments.
    pub(super) fn end_of(
        &mut self,
        number: u32,
        mut arguments: Vec<Passing>,
        is_untouched: bool,
    ) -> CallEnd {
        for argument in &mut arguments {
            // What the callee takes from an iterator is not followed.
            if argument
                .as_object()
                .is_some_and(|object| object.is_iterator())
            {
                *argument = Passing::Any;
            }
        }
        let key = (number, arguments, is_untouched);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.depth >= MAX_DEPTH || self.known.len() >= MAX_CALLS {
            return CallEnd::UNKNOWN;
        }
        // The same call in itself never returns.
        self.known.insert(key.clone(), CallEnd::UNKNOWN);
        self.depth += 1;
        let (unit, summaries) = (self.unit, self.summaries);
        let id = unit.method(number);
        let ending = self.ending_loops(number);
        let targets = summaries.graph.targets.get(number as usize);
        let targets: FxHashMap<u32, (&Site, &Targets)> = (unit.sites(id).iter())
            .zip(targets.into_iter().flat_map(|targets| targets.iter()))
            .map(|(site, targets)| (site.passed.instruction, (site, targets)))
            .collect();
        let end = unit.with_code(id, |class, method, code| {
            let of = (class, method, code);
            let declared = Descriptor::new(method.descriptor.as_bytes())
                .arguments()
                .count();
            if declared + usize::from(!method.is_static()) != key.1.len() {
                return CallEnd::UNKNOWN;
            }
            end_of_call(
                of,
                (&key.1, is_untouched),
                &ending,
                &mut |at, passed, is_untouched| {
                    (targets.get(&at)).map_or(CallEnd::UNKNOWN, |(site, targets)| {
                        self.of_site(site, targets, passed, is_untouched)
                    })
                },
            )
        });
        let end = end.unwrap_or(CallEnd::UNKNOWN);
        self.depth -= 1;
        self.known.insert(key, end.clone());
        end
    }

    fn ending_loops(&mut self, number: u32) -> Arc<[u32]> {
        if let Some(known) = self.loops.get(&number) {
            return Arc::clone(known);
        }
        let workspace = &mut self.workspace;
        let (unit, summaries) = (self.unit, self.summaries);
        let body = unit.body(
            self.pricer,
            summaries,
            &[number],
            number,
            workspace,
            &mut None,
        );
        let ending: Arc<[u32]> = ending_loops(&body.total.cost).into();
        self.loops.insert(number, Arc::clone(&ending));
        ending
    }

    fn has_name(&self, method: MethodId, name: &str) -> bool {
        let class = self.unit.classes.get(method.class as usize);
        let method = class.and_then(|class| class.header.methods.get(method.method as usize));
        method.is_some_and(|method| *method.name == *name)
    }

    fn of_site(
        &mut self,
        site: &Site,
        targets: &Targets,
        passed: &[Passing],
        is_untouched: bool,
    ) -> CallEnd {
        let receiver = passed.first().and_then(|passed| passed.as_object());
        if let Some(array) = receiver.filter(|_| site.class.starts_with('[')) {
            // The only method of arrays with code of its own is `clone`.
            let copy = PassedObject::new(array.class).of_length(array.length);
            return CallEnd::returning(copy.into());
        }
        let origin = site
            .receiver
            .as_deref()
            .and_then(|origin| self.unit.origin(origin));
        let created: Option<Arc<str>> = match origin {
            Some(ValueOrigin::New(class)) => Some(class),
            _ => None,
        };
        let of_jdk = CallOfJdk {
            class: &site.class,
            name: &site.name,
            descriptor: &site.descriptor,
            is_virtual: site.receiver_decides(),
            created: created.as_deref(),
        };
        let of_jdk = of_jdk.end(passed, is_untouched);
        if of_jdk.end == LeastEnd::Returns {
            return of_jdk;
        }
        match targets {
            Targets::Known(known) => {
                let ends = known.iter().map(|target| match target {
                    // A lambda gets other arguments than the call passes.
                    Target::Own(method) if self.has_name(*method, &site.name) => {
                        let number = self.unit.number(*method);
                        self.end_of(number, passed.to_vec(), is_untouched)
                    }
                    Target::Library { class, name, .. }
                        if &**class == "java/lang/Object"
                            && matches!(&**name, "equals" | "hashCode" | "getClass") =>
                    {
                        CallEnd::returning(Passing::Any)
                    }
                    Target::Own(_) | Target::Library { .. } | Target::Unknown(_) => {
                        CallEnd::UNKNOWN
                    }
                });
                let ends: Vec<CallEnd> = ends.collect();
                (ends.into_iter().reduce(CallEnd::or)).unwrap_or(CallEnd::UNKNOWN)
            }
            // The caller chooses a class whose method returns.
            Targets::ChosenElsewhere
                if !site.class.starts_with("java/")
                    && receiver.is_some_and(|receiver| {
                        receiver.is_given()
                            && (receiver.class.is_unknown()
                                || receiver.class == PassedClass::of_class(&site.class))
                    }) =>
            {
                CallEnd {
                    effect: CallEffect::Everything,
                    ..CallEnd::returning(Passing::Any)
                }
            }
            Targets::ChosenElsewhere | Targets::Nobody => CallEnd::UNKNOWN,
        }
    }
}
