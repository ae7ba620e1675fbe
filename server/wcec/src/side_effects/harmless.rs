//! Calls of the JDK that have no side effects.

use bytecode::parameter_types;

/// True for a method of the JDK that changes no field. It cannot be overridden, or its contract forbids overriding methods
/// to change one.
pub fn is_harmless(class: &str, method: &str, descriptor: &str) -> bool {
    match class {
        // Some of these call `toString` on objects of any class, or call a function.
        "java/lang/String" => {
            method == "equals" || parameter_types(descriptor).all(|of| is_read_only(of.element))
        }
        "java/lang/Math" | "java/lang/Character" | "java/lang/Integer" | "java/lang/Long" => true,
        "java/lang/CharSequence" => matches!(method, "charAt" | "length" | "isEmpty"),
        _ => false,
    }
}

/// True for a method of the JDK that may answer something else when nothing of the program has changed: a random number, a
/// property of the system.
pub(crate) fn answers_differently(class: &str, method: &str) -> bool {
    matches!(
        (class, method),
        ("java/lang/Math" | "java/lang/StrictMath", "random")
            | (
                "java/lang/Integer" | "java/lang/Long",
                "getInteger" | "getLong"
            )
            | ("java/lang/Boolean", "getBoolean")
    )
}

/// True for a type whose objects have no side effects when they are read.
fn is_read_only(of: &str) -> bool {
    // "This interface provides uniform, read-only access": the documentation of the first.
    const READ_ONLY: [&str; 4] = [
        "java/lang/CharSequence",
        "java/lang/String",
        "java/util/Locale",
        "java/nio/charset/Charset",
    ];
    READ_ONLY.contains(&of) || !of.contains('/')
}
