//! Names of classes and methods as people read them.

/// `java.util.Map$Entry` for `java/util/Map$Entry`.
pub fn readable_class(class: &str) -> String {
    class.replace('/', ".")
}

/// `p.A.f(int[], String)` for `p/A`, `f` and `([ILjava/lang/String;)V`. What is no descriptor stays as it is.
pub fn readable_method(class: &str, name: &str, descriptor: &str) -> String {
    let class = readable_class(class);
    match parameters(descriptor) {
        Some(parameters) => format!("{class}.{name}({})", parameters.join(", ")),
        None => format!("{class}.{name}{descriptor}"),
    }
}

fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let (mut rest, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (name, after) = match element.chars().next()? {
            'B' => ("byte", &element[1..]),
            'C' => ("char", &element[1..]),
            'D' => ("double", &element[1..]),
            'F' => ("float", &element[1..]),
            'I' => ("int", &element[1..]),
            'J' => ("long", &element[1..]),
            'S' => ("short", &element[1..]),
            'Z' => ("boolean", &element[1..]),
            'L' => {
                let (class, after) = element[1..].split_once(';')?;
                (class.rsplit('/').next().unwrap_or(class), after)
            }
            _ => return None,
        };
        parameters.push(format!("{name}{}", "[]".repeat(dimensions.min(255))));
        rest = after;
    }
    Some(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_written_as_in_java() {
        let method = readable_method("p/A$B", "f", "([[IJLjava/lang/String;)V");
        assert_eq!(method, "p.A$B.f(int[][], long, String)");
        assert_eq!(readable_method("A", "<init>", "()V"), "A.<init>()");
    }

    #[test]
    fn what_is_no_descriptor_stays() {
        for descriptor in ["", "(", "(Q)V", "(Lx)V", "([)V", "(é)V"] {
            assert_eq!(
                readable_method("A", "f", descriptor),
                format!("A.f{descriptor}")
            );
        }
    }
}
