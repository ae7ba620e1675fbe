//! What identifies a piece of code on its side.

use source::{Method, MethodKind};

/// The identity of a piece of code on its side: class, kind, name and parameters.
pub(super) type Key = (String, &'static str, String);

/// The key of a method, and its displayed name.
pub(super) fn named(method: &Method) -> (Key, String) {
    let parameters: Vec<&str> = method
        .parameters
        .iter()
        .map(|parameter| parameter.erased_type.as_deref().unwrap_or("?"))
        .collect();
    let parameters = parameters.join(", ");
    let (kind, name) = match method.kind {
        MethodKind::Method | MethodKind::Lambda => ("method", method.name.as_str()),
        MethodKind::Constructor | MethodKind::CompactConstructor => ("constructor", "<init>"),
        MethodKind::StaticInitializer => ("static", "<clinit>"),
        MethodKind::InstanceInitializer => ("instance", "{ }"),
    };
    let shown = format!("{}.{name}({parameters})", method.class.replace('/', "."));
    let key = (
        method.class.clone(),
        kind,
        format!("{}({parameters})", method.name),
    );
    (key, shown)
}
