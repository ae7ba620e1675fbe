//! Methods of the library that classes of the unit override. The library's own code may call them, but its costs do not know
//! that code.

use super::resolve::Targets;
use super::site_cost::SiteCost;
use super::sites::{Site, ValueOrigin};
use super::unit::{OverriddenMethods, Unit, UnitKind};
use bytecode::InvokeKind;
use cost::{Assumption, AssumptionKind};
use std::sync::Arc;
use wcec::{OpenCalls, Summary, simple_name};

/// At most this many methods are named.
const MAX_NAMED: usize = 3;

impl Unit {
    /// Whether the receiver of a call may be an object of a class of the unit.
    pub(super) fn may_receive_own(&self, site: &Site) -> bool {
        let has_receiver = site.kind == InvokeKind::Special || site.receiver_decides();
        let made = site.receiver.as_deref().and_then(|made| self.origin(made));
        let is_of_library =
            matches!(made, Some(ValueOrigin::New(made)) if self.class(&made).is_none());
        has_receiver && !is_of_library
    }

    /// A summary of a method of the library as this unit's code may count on it if the receiver may be an object of one of its
    /// classes: on the condition that the called code uses no method that they override.
    pub(super) fn for_overriding(&self, mut summary: Arc<Summary>) -> Arc<Summary> {
        let Summary {
            class, open_calls, ..
        } = &*summary;
        let methods = self.overridden_methods().get(class);
        let methods = methods.into_iter().flatten().map(|method| &**method);
        let methods: Vec<&str> = methods
            .filter(|method| open_calls.may_contain(method))
            .collect();
        if methods.is_empty() {
            return summary;
        }
        let named = &methods[..methods.len().min(MAX_NAMED)];
        let more = match methods.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let class = simple_name(class);
        let condition = format!(
            "the code of {class} does not call {}{more}, which a subclass overrides",
            named.join(", ")
        );
        let method = Arc::from(summary.display());
        let assumption = Assumption {
            method,
            file: None,
            line: None,
            kind: AssumptionKind::Trusted { condition },
            is_of_library: true,
        };
        let changed = Arc::make_mut(&mut summary);
        changed.assumptions.add(assumption.clone());
        if let Some(whole) = &mut changed.whole {
            Arc::make_mut(whole).assumptions.add(assumption);
        }
        summary
    }

    /// Adds what a call in a library's code may call although a subclass overrides it.
    pub(super) fn add_open_calls(
        &self,
        open: &mut OpenCalls,
        (site, targets): (&Site, &Targets),
        cost: &SiteCost,
    ) {
        if open.is_any() || matches!(targets, Targets::Nobody) {
            return;
        }
        let is_unknown = self.kind() == UnitKind::Project
            || matches!(targets, Targets::ChosenElsewhere)
            || !cost.unpriced.is_empty();
        if is_unknown {
            *open = OpenCalls::any();
            return;
        }
        if self.is_overridable(site) {
            open.add(&site.name);
        }
        for target in &cost.targets {
            open.add_all(&target.open_calls);
        }
    }

    /// Whether the method that a call names may have been overridden in the class of the receiver.
    fn is_overridable(&self, site: &Site) -> bool {
        let made = site.receiver.as_deref().and_then(|made| self.origin(made));
        if !site.receiver_decides() || matches!(made, Some(ValueOrigin::New(_))) {
            return false;
        }
        let is_of_final = self
            .header(&site.class)
            .is_some_and(|header| header.is_final());
        let meant = self.meant(&site.class, &site.name, &site.descriptor);
        let is_fixed = meant.is_some_and(|found| {
            let method = found.method();
            method.is_final() || method.is_private() || found.header.is_final()
        });
        !is_of_final && !is_fixed
    }

    /// The methods with code that classes of the unit override in classes of the library.
    pub(super) fn find_overridden_methods(&self) -> OverriddenMethods {
        let mut found = OverriddenMethods::default();
        for class in &self.classes {
            let above: Vec<_> = (self.superclasses(&class.header.name).skip(1))
                .filter(|header| &*header.name != "java/lang/Object")
                .filter(|header| self.class(&header.name).is_none())
                .collect();
            if above.is_empty() {
                continue;
            }
            let own = (class.header.methods.iter())
                .filter(|own| !own.is_private() && !own.is_static() && !own.name.starts_with('<'));
            for own in own {
                let is_overridden = above.iter().any(|header| {
                    let method = header.index_of(&own.name, &own.descriptor);
                    method.is_some_and(|method| !header.methods[method].is_abstract())
                });
                if is_overridden {
                    for header in &above {
                        let names = found.entry(Arc::clone(&header.name)).or_default();
                        names.insert(Arc::clone(&own.name));
                    }
                }
            }
        }
        found
    }
}
