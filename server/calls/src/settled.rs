//! The methods of the JDK whose code is not followed, because their prices say what they do once the JDK is warm.

use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::sync::LazyLock;

/// The prices of methods whose code is not followed, in the same format. What such a method does depends on what the program
/// did before, on other threads, or on rare input; its condition says on which.
pub const SETTLED: &str = include_str!("../../../model-data/library/settled.json");

/// The methods that [`SETTLED`] prices, by class.
static SETTLED_METHODS: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Names {
        methods: Vec<Name>,
    }
    #[derive(Deserialize)]
    struct Name {
        method: String,
    }
    let mut by_class: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let names = serde_json::from_str(SETTLED).map_or_else(|_| Vec::new(), |it: Names| it.methods);
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

/// The classes of the JDK whose relevant arithmetic is known not to wrap around, from [`SETTLED`].
static WHOLE_CLASSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Settled {
        whole: Whole,
    }
    #[derive(Deserialize)]
    struct Whole {
        classes: Vec<String>,
    }
    serde_json::from_str(SETTLED).map_or_else(|_| Vec::new(), |it: Settled| it.whole.classes)
});

/// Whether a class of the JDK checks its indices before it computes with them.
pub(super) fn is_whole(class: &str) -> bool {
    WHOLE_CLASSES.iter().any(|known| known == class)
}

/// Whether a class's methods compute only with values that such a class passes to them.
pub(super) fn computes_with_what_is_passed(class: &str) -> bool {
    matches!(
        class,
        "java/util/Arrays" | "java/lang/System" | "jdk/internal/util/ArraysSupport"
    )
}

/// Whether a method of the JDK is not followed, because [`SETTLED`] has its price.
pub(super) fn is_settled(class: &str, name: &str, descriptor: &str) -> bool {
    let Some(methods) = SETTLED_METHODS.get(class) else {
        return false;
    };
    methods.iter().any(|method| {
        let rest = method.strip_prefix(name);
        method == "*" || rest.is_some_and(|rest| rest.is_empty() || rest == descriptor)
    })
}

#[cfg(test)]
mod tests {
    use super::is_settled;

    #[test]
    fn the_code_of_a_settled_method_is_not_followed() {
        assert!(is_settled(
            "java/lang/ThreadLocal",
            "setInitialValue",
            "()Ljava/lang/Object;"
        ));
        assert!(!is_settled(
            "java/lang/ThreadLocal",
            "set",
            "(Ljava/lang/Object;)V"
        ));
        assert!(!is_settled("java/lang/ThreadLocal", "setInitial", "ValueI"));
        assert!(!is_settled("java/lang/String", "length", "()I"));
    }
}
