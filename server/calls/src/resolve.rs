//! The methods that a call may reach.

use super::header::Header;
use super::not_followed;
use super::selection::{Implementer, MAX_RELATIVES};
use super::sites::{LambdaBody, Site, ValueOrigin};
use super::unit::{MethodId, Unit, UnitKind};
use bytecode::InvokeKind;
use std::collections::VecDeque;
use std::sync::Arc;
use wcec::{CallOutcome, Reason, Summary, Unpriced};

/// If there are more implementations than this, the method that runs counts as chosen elsewhere.
const MAX_TARGETS: usize = 8;

/// The same if no implementation calls anything. Such methods, for example getters, never lead back to their caller.
const MAX_LEAVES: usize = 64;

/// A method that may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A method of the unit that has code.
    Own(MethodId),
    /// A method of the library.
    Library {
        class: Arc<str>,
        name: Arc<str>,
        descriptor: Arc<str>,
    },
    /// A method of unknown cost.
    Unknown(Unpriced),
}

/// The methods that a call may reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Targets {
    /// One of these.
    Known(Vec<Target>),
    /// The creation of the receiver decides.
    ChosenElsewhere,
    /// None: the call creates an object that will call later, or the callee is known to do nothing.
    Nobody,
}

/// A call of a method that the class of the receiver decides.
struct Called<'c> {
    class: &'c Arc<str>,
    name: &'c Arc<str>,
    descriptor: &'c Arc<str>,
    receiver: Option<&'c ValueOrigin>,
}

impl Called<'_> {
    fn implementation(&self, unit: &Unit) -> Target {
        unit.implementation_in(self.class, self.name, self.descriptor)
    }
}

impl Unit {
    /// The methods that a call may reach.
    pub(crate) fn targets(&self, site: &Site) -> Targets {
        if self.kind() == UnitKind::Library && (site.is_on_way_to_throw || site.is_in_assertion) {
            return Targets::Nobody;
        }
        if (is_reflective(&site.class) || is_of_security_manager(&site.class, &site.name))
            && self
                .class(&site.class)
                .is_none_or(|_| self.kind() == UnitKind::Library)
        {
            return Targets::Known(vec![Target::Unknown(Unpriced {
                method: Arc::from(format!("{}.{}{}", site.class, site.name, site.descriptor)),
                reason: Reason::Reflective,
            })]);
        }
        match site.kind {
            InvokeKind::Dynamic if site.lambda.is_some() => Targets::Nobody,
            InvokeKind::Dynamic => Targets::Known(vec![Target::Unknown(Unpriced {
                method: Arc::clone(&site.name),
                reason: Reason::Dynamic,
            })]),
            // Its body is empty.
            InvokeKind::Special if is_constructor_of_object(site) => Targets::Nobody,
            InvokeKind::Static | InvokeKind::Special => {
                let [class, name, descriptor] = [&site.class, &site.name, &site.descriptor];
                Targets::Known(vec![self.implementation_in(class, name, descriptor)])
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let made = site.receiver.as_deref();
                let receiver = made.and_then(|made| self.origin(made));
                self.virtual_targets(&Called {
                    class: &site.class,
                    name: &site.name,
                    descriptor: &site.descriptor,
                    receiver: receiver.as_ref(),
                })
            }
        }
    }

    /// The method that an object runs which was made by a lambda or a method reference; `None` if it is one of several.
    pub(crate) fn method_of_lambda(&self, body: &LambdaBody) -> Option<Target> {
        let called = Called {
            class: &body.class,
            name: &body.name,
            descriptor: &body.descriptor,
            receiver: None,
        };
        match body.kind {
            InvokeKind::Virtual | InvokeKind::Interface => match self.virtual_targets(&called) {
                Targets::Known(mut known) if known.len() == 1 => known.pop(),
                _ => None,
            },
            _ => Some(called.implementation(self)),
        }
    }

    /// The method that a name means in a class.
    pub(crate) fn implementation_in(&self, class: &str, name: &str, descriptor: &str) -> Target {
        self.found_or_missing(
            self.meant(class, name, descriptor),
            (class, name, descriptor),
        )
    }

    fn found_or_missing(
        &self,
        found: Option<Implementer>,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Target {
        let unknown = |reason| {
            Target::Unknown(Unpriced {
                method: Arc::from(format!("{class}.{name}{descriptor}")),
                reason,
            })
        };
        match found {
            Some(found) => self.target(&found),
            None if self.is_damaged(class) => unknown(Reason::Damaged),
            None => unknown(Reason::NotFound),
        }
    }

    /// Whether a class, or a class that it inherits from, exists and cannot be read.
    fn is_damaged(&self, class: &str) -> bool {
        let mut pending = vec![Arc::from(class)];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(class) = pending.pop() {
            if seen.len() > MAX_RELATIVES || !seen.insert(Arc::clone(&class)) {
                continue;
            }
            match self.header(&class) {
                Some(header) => pending.extend(header.supertypes().cloned()),
                None if self.library.is_damaged(&class) => return true,
                None => {}
            }
        }
        false
    }

    /// The code of a method whose price says what it does once the JDK is warm.
    pub(crate) fn code_behind_price(&self, part: &Unpriced) -> Option<Target> {
        if part.reason != Reason::NotFollowed {
            return None;
        }
        let (path, _) = part.method.split_at_checked(part.method.find('(')?)?;
        let (class, name) = path.rsplit_once('.')?;
        let descriptor = part.method.get(path.len()..)?;
        Some(match self.class(class) {
            Some(own) => {
                let methods = &self.classes[own as usize].header.methods;
                let method = methods
                    .iter()
                    .position(|one| &*one.name == name && &*one.descriptor == descriptor)?;
                Target::Own(MethodId {
                    class: own,
                    method: method as u32,
                })
            }
            None => Target::Library {
                class: Arc::from(class),
                name: Arc::from(name),
                descriptor: Arc::from(descriptor),
            },
        })
    }

    fn target(&self, found: &Implementer) -> Target {
        let method = found.method();
        let class = &found.header.name;
        let unknown = |reason| {
            Target::Unknown(Unpriced {
                method: Arc::from(format!("{class}.{}{}", method.name, method.descriptor)),
                reason,
            })
        };
        let own = self.class(class);
        let is_not_followed = (own.is_none() || self.kind() == UnitKind::Library)
            && not_followed::is_not_followed(class, &method.name, &method.descriptor);
        if is_not_followed {
            return unknown(Reason::NotFollowed);
        }
        if method.is_abstract() {
            return unknown(Reason::NotImplemented);
        }
        match own {
            // A native method of the library may have a price.
            Some(_) if method.is_native() => unknown(Reason::Native),
            Some(own) => Target::Own(MethodId {
                class: own,
                method: found.method as u32,
            }),
            None => Target::Library {
                class: Arc::clone(class),
                name: Arc::clone(&method.name),
                descriptor: Arc::clone(&method.descriptor),
            },
        }
    }

    fn virtual_targets(&self, called: &Called<'_>) -> Targets {
        let declared = self.meant(called.class, called.name, called.descriptor);
        match called.receiver {
            Some(ValueOrigin::New(class)) => {
                let found = self.runs_in(class, declared.as_ref(), called);
                let named = (&**class, &**called.name, &**called.descriptor);
                return Targets::Known(vec![self.found_or_missing(found, named)]);
            }
            Some(ValueOrigin::Lambda(body)) => {
                return match self.default_of(body, called.name, called.descriptor) {
                    Some(default) => Targets::Known(vec![self.target(&default)]),
                    // The caller knows the body, and replaces the symbol.
                    None => Targets::ChosenElsewhere,
                };
            }
            _ => {}
        }
        // An array's methods are those of Object; the JVM makes its clone.
        if called.class.starts_with('[') {
            return Targets::Known(vec![self.implementation_in(
                "java/lang/Object",
                called.name,
                called.descriptor,
            )]);
        }
        let is_made_to_be_handed_in = is_made_to_be_handed_in(called.class);
        let Some(header) = self.header(called.class) else {
            return if is_made_to_be_handed_in {
                Targets::ChosenElsewhere
            } else {
                Targets::Known(vec![called.implementation(self)])
            };
        };
        let is_fixed = header.is_final()
            || declared.as_ref().is_some_and(|found| {
                let method = found.method();
                method.is_final() || method.is_private() || found.header.is_final()
            });
        let is_not_followed = declared.as_ref().is_some_and(|found| {
            let method = found.method();
            not_followed::is_not_followed(&found.header.name, &method.name, &method.descriptor)
        });
        if is_not_followed && let Some(found) = &declared {
            return Targets::Known(vec![self.target(found)]);
        }
        if is_fixed {
            return Targets::Known(vec![called.implementation(self)]);
        }
        if reads_annotation(declared.as_ref(), called.name) && self.has_no_class(called.class) {
            return Targets::Known(vec![Target::Unknown(Unpriced {
                method: Arc::from(ELEMENT_OF_ANNOTATION),
                reason: Reason::NotImplemented,
            })]);
        }
        let hidden_by = |class: &str, reason| {
            Target::Unknown(Unpriced {
                method: Arc::from(format!("{class}.{}{}", called.name, called.descriptor)),
                reason,
            })
        };
        // A damaged class may override the method; nobody knows how.
        let damaged = self.library.damaged_beside(called.class);
        let hidden = damaged.map(|class| hidden_by(&class, Reason::Damaged));
        let is_known_class = self.class(called.class).is_some();
        let is_declared_by_object = declared
            .as_ref()
            .is_some_and(|found| &*found.header.name == "java/lang/Object");
        // Any class can implement a library's interface or override the methods of Object. Only visible classes are expected to
        // override a default method; a lambda has that of its own interface.
        let is_default = header.is_interface()
            && !is_declared_by_object
            && (declared.as_ref()).is_some_and(|found| !found.method().is_abstract());
        let is_open = is_declared_by_object
            || !is_default
                && (is_made_to_be_handed_in
                    || self.is_lambda_interface(called.class)
                    || (!is_known_class
                        && !is_closed(&header)
                        && (header.is_interface() || header.is_abstract())));
        if is_open {
            return hidden.map_or(Targets::ChosenElsewhere, |hidden| {
                Targets::Known(vec![hidden])
            });
        }
        let is_found = declared.is_some();
        let is_unseen = hidden.is_none() && self.may_be_answered_unseen(&header, called.name);
        let unseen = is_unseen.then(|| hidden_by(called.class, Reason::Overridden));
        let mut targets: Vec<Target> = hidden.into_iter().chain(unseen).collect();
        let add = |targets: &mut Vec<Target>, target: Target| {
            if !targets.contains(&target) {
                targets.push(target);
            }
        };
        if let Some(found) = (declared.as_ref()).filter(|found| !found.method().is_abstract()) {
            add(&mut targets, self.target(found));
        }
        let mut pending: VecDeque<Arc<str>> = VecDeque::from([Arc::clone(called.class)]);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(class) = pending.pop_front() {
            let own = self.subtypes_in_unit(&class).iter();
            let mut subtypes: Vec<Arc<str>> = own
                .map(|subtype| Arc::clone(&self.classes[*subtype as usize].header.name))
                .collect();
            subtypes.extend(self.library.subtypes(&class).iter().cloned());
            for subtype in subtypes {
                if !seen.insert(Arc::clone(&subtype)) {
                    continue;
                }
                if seen.len() > MAX_RELATIVES {
                    return Targets::ChosenElsewhere;
                }
                if let Some(header) = self.header(&subtype)
                    && (if header.is_interface() {
                        self.is_lambda_interface(&subtype)
                    } else {
                        !header.is_abstract()
                    })
                    && let Some(found) = self.runs_in(&subtype, declared.as_ref(), called)
                {
                    if found.method().is_abstract() {
                        // A lambda has the method's code.
                        if header.is_interface() {
                            return Targets::ChosenElsewhere;
                        }
                        pending.push_back(subtype);
                        continue;
                    }
                    add(&mut targets, self.target(&found));
                    if self.are_too_many(&targets) {
                        return Targets::ChosenElsewhere;
                    }
                }
                pending.push_back(subtype);
            }
        }
        if targets.is_empty() {
            // The receiver is a lambda, or has a class that is not here.
            if is_found && header.is_interface() {
                return Targets::ChosenElsewhere;
            }
            // A supertype that is not here has the method.
            if !is_found {
                return Targets::Known(vec![called.implementation(self)]);
            }
            let method = format!("{}.{}{}", called.class, called.name, called.descriptor);
            return Targets::Known(vec![Target::Unknown(Unpriced {
                method: Arc::from(method),
                reason: Reason::NotImplemented,
            })]);
        }
        Targets::Known(targets)
    }

    /// Whether no known class implements an interface; interfaces may extend it.
    fn has_no_class(&self, interface: &Arc<str>) -> bool {
        if &**interface == ANNOTATION {
            return true;
        }
        self.subtypes_in_unit(interface).is_empty() && self.library.subtypes(interface).is_empty()
    }

    /// The method with code that the interface of a lambda has under this name: its objects run that, and not their body.
    pub(super) fn default_of(
        &self,
        body: &LambdaBody,
        name: &str,
        descriptor: &str,
    ) -> Option<Implementer> {
        let found = self.meant(&body.interface, name, descriptor)?;
        (!found.method().is_abstract()).then_some(found)
    }

    /// The method that runs if the receiver of a call has exactly this class.
    fn runs_in(
        &self,
        class: &str,
        declared: Option<&Implementer>,
        called: &Called<'_>,
    ) -> Option<Implementer> {
        match declared {
            Some(declared) => self.selected(class, declared),
            None => self.meant(class, called.name, called.descriptor),
        }
    }

    fn are_too_many(&self, targets: &[Target]) -> bool {
        let is_leaf = |target: &Target| match target {
            Target::Own(method) => {
                self.classes[method.class as usize].is_leaf(method.method as usize)
            }
            Target::Library { .. } | Target::Unknown(_) => false,
        };
        targets.len() > MAX_LEAVES || targets.len() > MAX_TARGETS && !targets.iter().all(is_leaf)
    }

    /// The outcome of a call, if only one method can answer it. A library's user may override that method, unless it is final.
    pub(super) fn outcome_of(
        &self,
        site: &Site,
        targets: &Targets,
        summaries: &[Arc<Summary>],
    ) -> Option<Arc<CallOutcome>> {
        let ([summary], Targets::Known(known)) = (summaries, targets) else {
            return None;
        };
        let outcome = summary.outcome.as_ref().filter(|_| known.len() == 1)?;
        let is_fixed = || {
            let found = self.meant(&site.class, &site.name, &site.descriptor)?;
            let method = found.method();
            let of_named = self.header(&site.class)?;
            Some(
                method.is_final()
                    || method.is_private()
                    || found.header.is_final()
                    || of_named.is_final(),
            )
        };
        let is_made_here = || {
            let made = site.receiver.as_deref().and_then(|made| self.origin(made));
            matches!(made, Some(ValueOrigin::New(_)))
        };
        let is_of_project = self.kind() == UnitKind::Project && self.class(&site.class).is_some();
        let is_only =
            !site.receiver_decides() || is_of_project || is_fixed() == Some(true) || is_made_here();
        is_only.then(|| Arc::clone(outcome))
    }
}

/// What all annotations are.
const ANNOTATION: &str = "java/lang/annotation/Annotation";

/// The name of the price for reading an annotation.
const ELEMENT_OF_ANNOTATION: &str = "java/lang/annotation/Annotation.element()";

/// Whether a call reads an annotation, whose objects the JVM makes.
fn reads_annotation(declared: Option<&Implementer>, name: &str) -> bool {
    declared.is_some_and(|found| {
        let class = &found.header;
        class.is_annotation() || &*class.name == ANNOTATION && name == "annotationType"
    })
}

fn is_constructor_of_object(site: &Site) -> bool {
    &*site.class == "java/lang/Object" && &*site.name == "<init>"
}

/// Whether a class of the JDK loads classes or reflects on them. Such work depends on the machine's state, and not on what a
/// caller passes.
fn is_reflective(class: &str) -> bool {
    const PACKAGES: [&str; 9] = [
        "java/lang/invoke/",
        "java/lang/reflect/",
        "java/lang/module/",
        "jdk/internal/reflect/",
        "jdk/internal/loader/",
        "jdk/internal/module/",
        "jdk/internal/vm/",
        "sun/reflect/",
        "sun/invoke/",
    ];
    PACKAGES.iter().any(|package| class.starts_with(package))
        || matches!(
            class,
            "java/lang/ClassLoader"
                | "java/lang/Module"
                | "java/lang/ModuleLayer"
                | "java/util/ServiceLoader"
                | "java/util/ResourceBundle"
        )
}

/// Whether a method's checks run only if a security manager is installed, which the JVM's user must allow. What a security
/// manager does is its own affair.
fn is_of_security_manager(class: &str, name: &str) -> bool {
    class == "java/lang/SecurityManager"
        || class == "java/lang/Class"
            && matches!(
                name,
                "checkPackageAccess"
                    | "checkMemberAccess"
                    | "checkPackageAccessForPermittedSubclasses"
            )
}

/// Whether only the JDK's own code can implement or extend a class: nobody else can see it, or call one of its constructors.
fn is_closed(class: &Header) -> bool {
    let is_jdk = class.name.starts_with("java/");
    class.name.starts_with("jdk/internal/")
        || is_jdk && !class.is_interface() && !class.has_constructor_for_others()
}

/// Types that exist to be implemented by others.
fn is_made_to_be_handed_in(class: &str) -> bool {
    class.starts_with("java/util/function/")
        || matches!(
            class,
            "java/lang/Object"
                | "java/lang/Comparable"
                | "java/lang/Runnable"
                | "java/lang/Iterable"
                | "java/lang/CharSequence"
                | "java/lang/Appendable"
                | "java/util/Comparator"
                | "java/util/Iterator"
                | "java/util/concurrent/Callable"
        )
}
