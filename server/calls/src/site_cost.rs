//! What a call adds to its caller.

use super::explain::{self, LabelledCallee, Labels};
use super::price_document::Reading;
use super::prices::Prices;
use super::resolve::{Target, Targets};
use super::sites::{LambdaBody, Site, ValueOrigin};
use super::summaries::{EndingCall, Summaries};
use super::unit::{Unit, UnitKind};
use super::{concatenation, records};
use bytecode::InvokeKind;
use cost::{
    AssumptionKind, Cost, Measure, Place, PlatformCondition, Polynomial, Root, Symbol, SymbolKind,
};
use pricing::{PatternId, Pricer, Tally};
use std::cell::RefCell;
use std::sync::Arc;
use wcec::{
    Arguments, Call, CallInfo, CallbackImplementation, Callee, ChosenMethod, Ends, Estimated,
    Reason, Summary, Unpriced, Unpriceds, Writes,
};

/// The context in which the targets of a call are resolved.
pub(super) struct Context<'c> {
    pub(super) pricer: &'c Pricer,
    pub(super) summaries: &'c Summaries,
    pub(super) group: &'c [u32],
    pub(super) labels: Option<&'c RefCell<Labels>>,
    /// The costs of calls of the group that do not lead back.
    pub(super) ending: &'c [EndingCall],
    /// How the call may end.
    pub(super) ends: Ends,
}

impl Context<'_> {
    /// A callee's summary, recorded as a call if calls are recorded.
    pub(super) fn labelled(
        &self,
        unit: &Unit,
        summary: &Arc<Summary>,
        own: Option<u32>,
        is_handed: bool,
    ) -> Arc<Summary> {
        let callee = match own {
            Some(number) => LabelledCallee::Method(number),
            None => LabelledCallee::OfLibrary,
        };
        self.labelled_as(unit, summary, callee, is_handed)
    }

    fn labelled_as(
        &self,
        unit: &Unit,
        summary: &Arc<Summary>,
        callee: LabelledCallee,
        is_handed: bool,
    ) -> Arc<Summary> {
        let (pricer, summaries) = (self.pricer, self.summaries);
        let of = (summary.at(self.ends), self.ends);
        unit.labelled(pricer, summaries, self.labels, of, callee, is_handed)
    }

    /// The cost of a call of the group that does not lead back.
    fn ending(&self, instruction: u32, number: u32) -> Option<&Arc<Summary>> {
        let mut ending = self.ending.iter();
        let found = ending.find(|call| call.instruction == instruction && call.number == number);
        found.map(|call| &call.summary)
    }
}

/// What a call adds to its caller.
#[derive(Default)]
pub(super) struct SiteCost {
    pub(super) targets: Vec<Arc<Summary>>,
    /// The methods that lead back to the caller.
    pub(super) besides: Vec<Arc<str>>,
    pub(super) unpriced: Unpriceds,
    pub(super) is_recursive: bool,
    pub(super) chosen_elsewhere: Option<Arc<str>>,
    pub(super) call: Option<Resolved>,
    /// The patterns that count its calls, if it has no cost that could.
    pub(super) marks: Vec<PatternId>,
}

impl SiteCost {
    /// Whether the call may cost something else if it ends with an exception.
    pub(super) fn differs_by_end(&self) -> bool {
        let mut handed = match &self.call {
            Some(Resolved::Symbolic(call)) => call.handed.iter(),
            Some(Resolved::Constant(_)) | None => [].iter(),
        };
        handed.any(|handed| handed.implementation.whole.is_some())
            || self.targets.iter().any(|target| target.whole.is_some())
    }

    /// What the call may write, besides what a method of the caller's group writes. `parameter` says which of the caller's
    /// parameters an instruction loads.
    pub(super) fn writes(&self, parameter: &impl Fn(u32) -> Option<u16>) -> Writes {
        if !self.unpriced.is_empty() {
            return Writes::anything();
        }
        let Some(Resolved::Symbolic(call)) = &self.call else {
            let targets = self.targets.iter();
            return Self::joined_writes(
                targets.map(|target| target.writes.resolved(|_| Writes::anything())),
            );
        };
        let passed = |root: &Root, method: &Arc<str>| {
            let is_it =
                |handed: &&CallbackImplementation| handed.root == *root && handed.method == *method;
            if let Some(handed) = call.handed.iter().find(is_it) {
                return handed
                    .implementation
                    .writes
                    .resolved(|_| Writes::anything());
            }
            let producer = match root {
                Root::Receiver => call.passed.receiver,
                Root::Argument(index) => {
                    let producers = &call.passed.producers;
                    producers.get(usize::from(*index)).copied().flatten()
                }
                Root::Static(_) => None,
            };
            match producer.and_then(parameter) {
                Some(argument) => Writes::of_chosen(argument, Arc::clone(method)),
                None => Writes::anything(),
            }
        };
        if let Callee::ChosenElsewhere { method, .. } = &call.callee {
            return passed(&Root::Receiver, method);
        }
        let of_chosen =
            |chosen: &ChosenMethod| passed(&Root::Argument(chosen.argument), &chosen.method);
        let targets = self.targets.iter();
        Self::joined_writes(targets.map(|target| target.writes.resolved(of_chosen)))
    }

    fn joined_writes(each: impl Iterator<Item = Writes>) -> Writes {
        let mut all = Writes::nothing();
        for writes in each {
            all.add_all(&writes);
        }
        all
    }

    /// What is displayed of the call, and its cost.
    pub(super) fn told(mut self, site: &Site, line: Option<u32>) -> (CallInfo, Option<Resolved>) {
        if let Some(Resolved::Symbolic(call)) = &self.call {
            for handed in &call.handed {
                let of = &handed.implementation;
                self.besides
                    .push(qualified(&of.class, &of.name, &of.descriptor));
                self.unpriced.add_all(&of.unpriced);
            }
        }
        let info = CallInfo {
            instruction: site.passed.instruction,
            line,
            targets: self.targets,
            besides: self.besides,
            unpriced: self.unpriced,
            is_recursive: self.is_recursive,
            chosen_elsewhere: self.chosen_elsewhere,
        };
        (info, self.call)
    }

    /// Records a call that adds nothing to the cost.
    pub(super) fn mark(
        &mut self,
        context: &Context<'_>,
        called: [&Arc<str>; 3],
        callee: explain::Callee,
        unpriced: Option<Unpriced>,
    ) {
        let mark = context
            .labels
            .and_then(|labels| labels.borrow_mut().without_cost(called, callee, unpriced));
        self.marks.extend(mark);
    }
}

/// Whether a method of the project assumes that one of these fields stays the same.
fn assumes_unchanged(target: &Summary, fields: &[Arc<str>]) -> bool {
    let mut assumptions = target.assumptions.iter();
    !fields.is_empty()
        && assumptions.any(|assumption| match &assumption.kind {
            AssumptionKind::FieldUnchanged { field } if !assumption.is_of_library => field
                .split(['.', '[', '('])
                .any(|part| fields.iter().any(|field| **field == *part)),
            _ => false,
        })
}

/// `p/A.f(I)V`
pub(super) fn qualified(class: &str, name: &str, descriptor: &str) -> Arc<str> {
    Arc::from(format!("{class}.{name}{descriptor}"))
}

pub(super) enum Resolved {
    Constant(Tally),
    Symbolic(Box<Call>),
}

impl Unit {
    pub(super) fn resolved(
        &self,
        context: &Context<'_>,
        site: &Site,
        targets: &Targets,
    ) -> SiteCost {
        let mut cost = SiteCost::default();
        if let Some(labels) = context.labels {
            let is_choice = matches!(targets, Targets::Known(known) if known.len() > 1);
            labels.borrow_mut().at(site.passed.instruction, is_choice);
        }
        match targets {
            Targets::Nobody => {}
            Targets::ChosenElsewhere => {
                cost.chosen_elsewhere = Some(Arc::clone(&site.name));
                let called = [&site.class, &site.name, &site.descriptor];
                cost.mark(context, called, explain::Callee::ChosenElsewhere, None);
                let method: Arc<str> = Arc::from(format!("{}{}", site.name, site.descriptor));
                let mut handed: Vec<CallbackImplementation> = site
                    .receiver
                    .iter()
                    .filter_map(|made| self.handed(context, site, Root::Receiver, made, &method))
                    .collect();
                let prices = &context.summaries.prices;
                let is_of_jdk = site.class.starts_with("java/");
                let estimate = if is_of_jdk {
                    prices.limit_of_unknown_receiver(&method)
                } else {
                    prices.of_unknown_receiver(&method)
                };
                let mut estimate = estimate.cloned();
                if estimate.as_ref().is_some_and(|known| known.runs.is_some()) {
                    match self.functions(context, site) {
                        Some(functions) => handed.extend(functions),
                        None => estimate = None,
                    }
                }
                let estimates = estimates(&context.summaries.prices, &[], &handed);
                let implementations = handed.iter().map(|handed| &handed.implementation);
                cost.call = Some(Resolved::Symbolic(Box::new(Call {
                    hidden: self.hidden_places(implementations),
                    passed: site.passed.clone(),
                    callee: Callee::ChosenElsewhere {
                        estimate,
                        method,
                        energy: context.pricer.energy_pattern(),
                    },
                    handed,
                    estimates,
                })));
            }
            Targets::Known(known) => {
                let energy = context.pricer.energy_pattern();
                let prices = &context.summaries.prices;
                let linked = concatenation::cost(site, prices, Reading::AtMost, energy);
                match linked.or_else(|| records::cost(site, prices, Reading::AtMost)) {
                    Some(summary) => cost.targets.push(summary),
                    None => {
                        for target in known {
                            self.add_target(context, site, target, &mut cost);
                        }
                    }
                }
                if !cost.targets.is_empty() {
                    cost.call = Some(self.joined(context, site, &cost.targets));
                    self.without_contradicted(context, site, &mut cost);
                }
            }
        }
        cost
    }

    /// Drops the costs of targets that assume that a field stays the same, although a method that is passed to them changes it.
    /// Fields are compared by name. In libraries, many fields have the same name, so there the assumption stays.
    fn without_contradicted(&self, context: &Context<'_>, site: &Site, cost: &mut SiteCost) {
        let (Some(Resolved::Symbolic(call)), UnitKind::Project) = (&cost.call, self.kind()) else {
            return;
        };
        let handed = call.handed.iter();
        let written = handed.filter_map(|handed| handed.implementation.writes.names());
        let written: Vec<Arc<str>> = written.flatten().cloned().collect();
        let (contradicted, left): (Vec<_>, Vec<_>) = std::mem::take(&mut cost.targets)
            .into_iter()
            .partition(|target| assumes_unchanged(target, &written));
        cost.targets = left;
        if contradicted.is_empty() {
            return;
        }
        for target in contradicted {
            let part = Unpriced {
                method: qualified(&target.class, &target.name, &target.descriptor),
                reason: Reason::Contradicted,
            };
            let called = [&target.class, &target.name, &target.descriptor];
            let unpriced = Some(part.clone());
            cost.mark(context, called, explain::Callee::Unpriced, unpriced);
            cost.unpriced.add(part);
        }
        cost.call = (!cost.targets.is_empty()).then(|| self.joined(context, site, &cost.targets));
    }

    fn add_target(&self, context: &Context<'_>, site: &Site, target: &Target, cost: &mut SiteCost) {
        match target {
            Target::Own(method) => {
                let number = self.number(*method);
                let header = &self.classes[method.class as usize].header;
                let callee = &header.methods[method.method as usize];
                let called = [&header.name, &callee.name, &callee.descriptor];
                if let Some(summary) = context.ending(site.passed.instruction, number) {
                    let callee = LabelledCallee::WithKnownArguments;
                    cost.targets
                        .push(context.labelled_as(self, summary, callee, false));
                } else if context.group.binary_search(&number).is_ok() {
                    cost.is_recursive = true;
                    let [class, name, descriptor] = called;
                    cost.besides.push(qualified(class, name, descriptor));
                    cost.mark(context, called, explain::Callee::Recursive, None);
                } else if let Some(summary) = context.summaries.done[number as usize].get() {
                    let summary = context.labelled(self, summary, Some(number), false);
                    cost.targets.push(summary);
                } else {
                    let part = Unpriced {
                        method: Arc::from(format!(
                            "{}.{}{}",
                            header.name, callee.name, callee.descriptor
                        )),
                        reason: Reason::NotCompiled,
                    };
                    let unpriced = Some(part.clone());
                    cost.mark(context, called, explain::Callee::Unpriced, unpriced);
                    cost.unpriced.add(part);
                }
            }
            Target::Library {
                class,
                name,
                descriptor,
            } => {
                if let Some(summary) = self.library.summary(class, name, descriptor) {
                    let mut summary = self.asked_from_here(class, summary);
                    if self.may_receive_own(site) {
                        summary = self.for_overriding(summary);
                    }
                    let summary = context.labelled(self, &summary, None, false);
                    cost.targets.push(summary);
                } else {
                    let part = Unpriced {
                        method: Arc::from(format!("{class}.{name}{descriptor}")),
                        reason: self.why_not(class, name, descriptor),
                    };
                    self.add_given(context, site, [class, name, descriptor], part, cost);
                }
            }
            Target::Unknown(part) => {
                let called = [&site.class, &site.name, &site.descriptor];
                self.add_given(context, site, called, part.clone(), cost);
            }
        }
    }

    /// Adds a method without visible bytecode: with its price, if it has one.
    fn add_given(
        &self,
        context: &Context<'_>,
        site: &Site,
        called: [&Arc<str>; 3],
        part: Unpriced,
        cost: &mut SiteCost,
    ) {
        if let Some(summary) = context.summaries.prices.get(&part.method, Reading::AtMost) {
            let class = Arc::clone(&summary.class);
            let mut summary = self.asked_from_here(&class, summary);
            if site.kind == InvokeKind::Special {
                summary = without_receivers_length(summary);
            }
            cost.targets
                .push(context.labelled(self, &summary, None, false));
        } else {
            let unpriced = Some(part.clone());
            cost.mark(context, called, explain::Callee::Unpriced, unpriced);
            cost.unpriced.add(part);
        }
    }

    /// The summary of a method of a class. If code outside of the JDK calls a security manager, the cost does not assume that
    /// none is installed.
    fn asked_from_here(&self, class: &str, mut summary: Arc<Summary>) -> Arc<Summary> {
        if class == "java/lang/SecurityManager" && self.class("java/lang/Object").is_none() {
            let assumptions = &mut Arc::make_mut(&mut summary).assumptions;
            assumptions.list_platform(PlatformCondition::NoSecurityManager.into());
        }
        summary
    }

    /// Why a method of the library has no summary.
    fn why_not(&self, class: &str, name: &str, descriptor: &str) -> Reason {
        let header = self.library.header(class);
        let is_native = header.is_some_and(|header| {
            let method = header.index_of(name, descriptor);
            method.is_some_and(|method| header.methods[method].is_native())
        });
        if is_native {
            Reason::Native
        } else {
            Reason::NotFollowed
        }
    }

    /// The targets of a call: as priced units if no symbol decides anything, otherwise as a call.
    fn joined(&self, context: &Context<'_>, site: &Site, targets: &[Arc<Summary>]) -> Resolved {
        let means = context.pricer.means();
        // Whether fewer assumptions suffice depends on the arguments.
        let depends = |target: &&Arc<Summary>| target.assumptions.for_small().is_some();
        let constants: Option<Vec<Tally>> = targets
            .iter()
            .map(|target| target.cost.as_constant().filter(|_| !depends(&target)))
            .collect();
        if let Some(constants) = constants {
            let spread = context.pricer.path_spread();
            let weights = constants.iter().map(|tally| spread.weight(tally));
            let widest = weights.reduce(f64::max);
            let most_expensive = constants
                .into_iter()
                .max_by(|one, two| one.mean(means).total_cmp(&two.mean(means)));
            let mut most_expensive = most_expensive.unwrap_or_default();
            spread.widen(&mut most_expensive, widest.unwrap_or_default());
            return Resolved::Constant(most_expensive);
        }
        let mut handed = Vec::new();
        // A callee may catch what a method of a passed object throws.
        let context = &Context {
            ends: Ends::Any,
            ..*context
        };
        for symbol in targets.iter().flat_map(|target| target.cost.symbols()) {
            let Some((place, Measure::Energy(method))) = &symbol.place else {
                continue;
            };
            if !place.path.is_empty() {
                continue;
            }
            let made = match &place.root {
                Root::Receiver => site.receiver.as_deref(),
                Root::Argument(index) => site
                    .arguments
                    .iter()
                    .find(|(argument, _)| argument == index)
                    .map(|(_, made)| made),
                Root::Static(_) => None,
            };
            handed.extend(
                made.and_then(|made| self.handed(context, site, place.root.clone(), made, method)),
            );
        }
        let implementations = handed.iter().map(|handed| &handed.implementation);
        Resolved::Symbolic(Box::new(Call {
            hidden: self.hidden_places(targets.iter().chain(implementations)),
            passed: site.passed.clone(),
            callee: Callee::Targets(targets.to_vec()),
            estimates: estimates(&context.summaries.prices, targets, &handed),
            handed,
        }))
    }

    /// The method that runs on a passed object whose creation is visible.
    fn handed(
        &self,
        context: &Context<'_>,
        site: &Site,
        root: Root,
        made: &ValueOrigin,
        method: &Arc<str>,
    ) -> Option<CallbackImplementation> {
        let (name, descriptor) = method.split_at(method.find('(')?);
        let made = self.origin(made)?;
        let (target, passed) = match &made {
            ValueOrigin::Lambda(body) => {
                if *body.method != *name || self.default_of(body, name, descriptor).is_some() {
                    return None;
                }
                (self.method_of_lambda(body)?, self.passed_to_lambda(body))
            }
            ValueOrigin::New(class) => {
                let target = self.implementation_in(class, name, descriptor);
                let receiver = match root {
                    Root::Receiver => site.passed.receiver,
                    Root::Argument(index) => {
                        let producers = &site.passed.producers;
                        producers.get(usize::from(index)).copied().flatten()
                    }
                    Root::Static(_) => None,
                };
                let passed = Arguments {
                    instruction: site.passed.instruction,
                    receiver,
                    producers: Vec::new(),
                };
                (target, passed)
            }
            ValueOrigin::Field { .. } | ValueOrigin::Result { .. } => return None,
        };
        let mut own = None;
        let implementation = match target {
            Target::Own(method) => {
                let number = self.number(method);
                own = Some(number);
                // Methods of the same level may be done or not: that depends on threads.
                let group_of = &context.summaries.graph.order.group_of;
                let level = |number: u32| group_of.get(number as usize).map(|(level, _)| *level);
                if level(number) >= level(*context.group.first()?) {
                    return None;
                }
                Arc::clone(context.summaries.done[number as usize].get()?)
            }
            Target::Library {
                class,
                name,
                descriptor,
            } => {
                let known = self.library.summary(&class, &name, &descriptor);
                let given = || {
                    context
                        .summaries
                        .prices
                        .get(&qualified(&class, &name, &descriptor), Reading::AtMost)
                };
                let summary = known.or_else(given)?;
                match &made {
                    ValueOrigin::New(of) if self.class(of).is_some() => {
                        self.for_overriding(summary)
                    }
                    _ => summary,
                }
            }
            Target::Unknown(_) => return None,
        };
        Some(CallbackImplementation {
            root,
            method: Arc::clone(method),
            implementation: context.labelled(self, &implementation, own, true),
            passed,
        })
    }

    /// The functions that a call passes; `None` if one of them, or its cost, is unknown.
    fn functions(&self, context: &Context<'_>, site: &Site) -> Option<Vec<CallbackImplementation>> {
        let mut functions = Vec::new();
        for (index, of) in (0..).zip(bytecode::parameter_types(&site.descriptor)) {
            let is_function = of.dimensions == 0
                && (of.element.starts_with("java/util/function/")
                    || of.element == "java/util/Comparator");
            if !is_function {
                continue;
            }
            let mut arguments = site.arguments.iter();
            let made = arguments.find(|(argument, _)| *argument == index);
            let made = made.and_then(|(_, made)| Some((made, self.origin(made)?)));
            functions.push(match made {
                Some((made, ValueOrigin::Lambda(body))) => {
                    let method = Arc::from(format!("{}()", body.method));
                    self.handed(context, site, Root::Argument(index), made, &method)?
                }
                _ => self.handed_on(context, site, index, of.element)?,
            });
        }
        Some(functions)
    }

    /// A function that was created elsewhere. Its cost is the energy of one call.
    fn handed_on(
        &self,
        context: &Context<'_>,
        site: &Site,
        index: u16,
        interface: &str,
    ) -> Option<CallbackImplementation> {
        let header = self.header(interface)?;
        let mut methods = header.methods.iter();
        let called = methods.find(|method| method.is_abstract() && &*method.name != "equals")?;
        let method: Arc<str> = Arc::from(format!("{}{}", called.name, called.descriptor));
        let key = format!("{interface}.{method}:this");
        let place = Place {
            root: Root::Receiver,
            path: Vec::new(),
        };
        let energy = Symbol {
            key,
            name: called.name.to_string(),
            kind: SymbolKind::Callback,
            line: None,
            meaning: format!("the energy in joules of one call of {}", called.name),
            place: Some((place, Measure::Energy(Arc::clone(&method)))),
            test: None,
        };
        let once = Tally::from_iter([(context.pricer.energy_pattern(), 1.0)]);
        let cost = Cost::from(once).times(&Polynomial::symbol(Arc::new(energy)));
        let implementation = Summary::of_cost((interface, &called.name, &called.descriptor), cost);
        let producers = &site.passed.producers;
        Some(CallbackImplementation {
            root: Root::Argument(index),
            method,
            implementation: Arc::new(implementation),
            passed: Arguments {
                instruction: site.passed.instruction,
                receiver: producers.get(usize::from(index)).copied().flatten(),
                producers: Vec::new(),
            },
        })
    }

    /// The arguments of a lambda's body: the captured values come first, and the first of them is the receiver.
    fn passed_to_lambda(&self, body: &LambdaBody) -> Arguments {
        let header = self.header(&body.class);
        let is_static = header.is_some_and(|header| {
            let method = header.index_of(&body.name, &body.descriptor);
            method.is_some_and(|method| header.methods[method].is_static())
        });
        let mut passed = body.captured.clone();
        if !is_static && !passed.producers.is_empty() {
            passed.receiver = passed.producers.remove(0);
        }
        passed
    }
}

/// What a method executes if its receiver is no array: `super.clone()` copies no elements.
fn without_receivers_length(mut summary: Arc<Summary>) -> Arc<Summary> {
    let is_length = |symbol: &Arc<Symbol>| {
        matches!(&symbol.place, Some((place, Measure::ArrayLength))
            if place.root == Root::Receiver && place.path.is_empty())
    };
    if summary.cost.symbols().iter().any(is_length) {
        let terms = summary.cost.terms().iter();
        let others = terms.filter(|term| !term.factor.symbols().iter().any(is_length));
        let cost = others.cloned().collect();
        Arc::make_mut(&mut summary).cost = cost;
    }
    summary
}

/// The estimates for the methods whose energies the costs of a call's targets depend on.
fn estimates(
    prices: &Prices,
    targets: &[Arc<Summary>],
    handed: &[CallbackImplementation],
) -> Vec<Estimated> {
    let mut found: Vec<Estimated> = Vec::new();
    let implementations = handed.iter().map(|handed| &handed.implementation);
    let summaries = targets.iter().chain(implementations);
    for symbol in summaries.flat_map(|summary| summary.cost.symbols()) {
        if let Some((_, Measure::Energy(method))) = &symbol.place
            && let Some(estimate) = prices.of_unknown_receiver(method)
            && !found.iter().any(|(known, _)| known == method)
        {
            found.push((Arc::clone(method), Arc::clone(estimate)));
        }
    }
    found
}
