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

/// False if a method of the JDK does not call an overridable method, as its code on JDK 25 shows.
fn may_call((class, method, descriptor): (&str, &str, &str), overridden: &str) -> bool {
    const READS: [&str; 7] = [
        "addSuppressed",
        "fillInStackTrace",
        "getCause",
        "getMessage",
        "getStackTrace",
        "getSuppressed",
        "setStackTrace",
    ];
    if class == "java/lang/Enum" {
        return false;
    }
    if method == "<init>" {
        if is_thrown(class) {
            return matches!(overridden, "fillInStackTrace" | "initCause");
        }
        // Constructors that get a collection add its elements. Those without objects only set fields.
        return bytecode::parameter_types(descriptor).any(|of| of.element.contains('/'));
    }
    class != "java/lang/Throwable" || !READS.contains(&method)
}

/// Whether a class is one of the exceptions in `java.lang`.
fn is_thrown(class: &str) -> bool {
    let ends = ["Throwable", "Exception", "Error"];
    let name = class.strip_prefix("java/lang/");
    name.is_some_and(|name| ends.iter().any(|end| name.ends_with(end)) && !name.contains('/'))
}

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
            class,
            name,
            descriptor,
            ..
        } = &*summary;
        let called = (&**class, &**name, &**descriptor);
        let methods = self.overridden_methods().get(class);
        let methods = methods.into_iter().flatten().map(|method| &**method);
        let methods: Vec<&str> = methods.filter(|method| may_call(called, method)).collect();
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
