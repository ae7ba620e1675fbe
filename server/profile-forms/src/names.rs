//! Names as they are shown.

use profile::Method;

/// `java.util.HashMap.put`.
pub(crate) fn method(method: &Method) -> String {
    let class = method.class.replace('/', ".");
    escape::plain(&format!("{class}.{}", method.name))
}

/// Whether a class is of the JDK, by its name.
pub(crate) fn is_of_jdk(class: &str) -> bool {
    const PACKAGES: [&str; 5] = ["java/", "javax/", "jdk/", "sun/", "com/sun/"];
    PACKAGES.iter().any(|package| class.starts_with(package))
}
