//! The methods of the JDK whose code is not followed, because their prices say what they do once the JDK is warm.

use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::sync::LazyLock;

/// The prices of methods whose code is not followed, in the same format. What such a method does depends on what the program
/// did before, on other threads, or on rare input; its condition says on which.
pub const NOT_FOLLOWED: &str = include_str!("../../../model-data/library/not_followed.json");

/// The methods that [`NOT_FOLLOWED`] prices, by class.
static METHODS_NOT_FOLLOWED: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Names {
        methods: Vec<Name>,
    }
    #[derive(Deserialize)]
    struct Name {
        method: String,
    }
    let mut by_class: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let names =
        serde_json::from_str(NOT_FOLLOWED).map_or_else(|_| Vec::new(), |it: Names| it.methods);
    for Name { method } in names {
        let open = method.find('(').unwrap_or(method.len());
        if let Some(dot) = method[..open].rfind('.') {
            let name = method[dot + 1..].to_owned();
            by_class
                .entry(method[..dot].to_owned())
                .or_default()
                .push(name);
        }
    }
    by_class
});

/// The classes of the JDK whose relevant arithmetic is known not to wrap around, from [`NOT_FOLLOWED`].
static CLASSES_WITHOUT_OVERFLOW: LazyLock<Vec<String>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Document {
        without_overflow: WithoutOverflow,
    }
    #[derive(Deserialize)]
    struct WithoutOverflow {
        classes: Vec<String>,
    }
    serde_json::from_str(NOT_FOLLOWED)
        .map_or_else(|_| Vec::new(), |it: Document| it.without_overflow.classes)
});

/// Whether a class of the JDK checks its indices before it computes with them.
pub(super) fn is_without_overflow(class: &str) -> bool {
    CLASSES_WITHOUT_OVERFLOW.iter().any(|known| known == class)
}

/// Whether a class's methods compute only with values that such a class passes to them.
pub(super) fn computes_with_what_is_passed(class: &str) -> bool {
    matches!(
        class,
        "java/util/Arrays" | "java/lang/System" | "jdk/internal/util/ArraysSupport"
    )
}

/// Whether a method of the JDK is not followed, because [`NOT_FOLLOWED`] has its price.
pub(super) fn is_not_followed(class: &str, name: &str, descriptor: &str) -> bool {
    let Some(methods) = METHODS_NOT_FOLLOWED.get(class) else {
        return false;
    };
    methods.iter().any(|method| {
        let rest = method.strip_prefix(name);
        method == "*" || rest.is_some_and(|rest| rest.is_empty() || rest == descriptor)
    })
}

#[cfg(test)]
mod tests {
    use super::is_not_followed;

    #[test]
    fn the_code_of_a_listed_method_is_not_followed() {
        assert!(is_not_followed(
            "java/lang/ThreadLocal",
            "setInitialValue",
            "()Ljava/lang/Object;"
        ));
        assert!(!is_not_followed(
            "java/lang/ThreadLocal",
            "set",
            "(Ljava/lang/Object;)V"
        ));
        assert!(!is_not_followed(
            "java/lang/ThreadLocal",
            "setInitial",
            "ValueI"
        ));
        assert!(!is_not_followed("java/lang/String", "length", "()I"));
    }
}
