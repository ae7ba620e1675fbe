//! Methods of the library that classes of the unit override. The library's own code may call them, but its costs do not know
//! that code.

use super::sites::{Site, ValueOrigin};
use super::unit::{OverriddenMethods, Unit};
use bytecode::InvokeKind;
use cost::{Assumption, AssumptionKind};
use std::sync::Arc;
use wcec::{Summary, simple_name};

/// At most this many methods are named.
const MAX_NAMED: usize = 3;

/// True for methods of the JDK that call nothing which a subclass could override, as their code on JDK 25 shows.
fn calls_nothing_overridable(class: &str, method: &str) -> bool {
    match class {
        "java/lang/Enum" => true,
        "java/lang/Throwable" => matches!(
            method,
            "addSuppressed"
                | "fillInStackTrace"
                | "getCause"
                | "getMessage"
                | "getStackTrace"
                | "getSuppressed"
                | "setStackTrace"
        ),
        _ => false,
    }
}

impl Unit {
    /// A summary of a method of the library as this unit's code may count on it: if the receiver may be an object of a class
    /// that overrides methods of the library, on the condition that the called code uses none of them.
    pub(super) fn for_overriding(
        &self,
        site: &Site,
        class: &Arc<str>,
        mut summary: Arc<Summary>,
    ) -> Arc<Summary> {
        let has_receiver = site.kind == InvokeKind::Special && !site.name.starts_with('<')
            || site.receiver_decides();
        let made = site.receiver.as_deref().and_then(|made| self.origin(made));
        let is_of_library =
            matches!(made, Some(ValueOrigin::New(made)) if self.class(&made).is_none());
        if !has_receiver || is_of_library || calls_nothing_overridable(class, &site.name) {
            return summary;
        }
        let Some(methods) = self.overridden_methods().get(class) else {
            return summary;
        };
        let named: Vec<&str> = methods.iter().take(MAX_NAMED).map(|name| &**name).collect();
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
