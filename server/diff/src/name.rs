//! Names of classes and methods for readers.

use crate::report::Method;

/// `java.util.Map$Entry` for `java/util/Map$Entry`.
pub fn readable_class(class: &str) -> String {
    let of_array = class.strip_prefix('[').and_then(|_| types(class));
    match of_array.as_deref() {
        // The constant of a call on an array has a descriptor as its type.
        Some([one]) if !class.contains('/') => one.clone(),
        Some([one]) => {
            let (package, _) = class.rsplit_once('/').unwrap_or_default();
            let package = package.trim_start_matches('[');
            format!(
                "{}.{one}",
                package.get(1..).unwrap_or_default().replace('/', ".")
            )
        }
        _ => class.replace('/', "."),
    }
}

/// `p.A.f(int[], String)` for `p/A`, `f` and `([ILjava/lang/String;)V`. Text that is not a descriptor stays as it is.
pub fn readable_method(class: &str, name: &str, descriptor: &str) -> String {
    let class = readable_class(class);
    match parameters(descriptor) {
        Some(parameters) => format!("{class}.{name}({})", parameters.join(", ")),
        None => format!("{class}.{name}{descriptor}"),
    }
}

/// A readable name for a method named by the compiler: `lambda in p.A.f` for `p.A.lambda$f$0(int)`. Other names stay as they
/// are.
pub(crate) fn shown(method: &str) -> String {
    let (path, parameters) = method.split_at(method.find('(').unwrap_or(method.len()));
    let Some((class, name)) = path.rsplit_once('.') else {
        return method.to_owned();
    };
    let around = name.strip_prefix("lambda$").and_then(|rest| {
        let (around, number) = rest.rsplit_once('$')?;
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then_some(around)
    });
    match (name, around) {
        ("<init>", _) => format!("{class}{parameters}"),
        ("<clinit>", _) => format!("static initialiser of {class}"),
        ("{ }", _) => format!("initialiser of {class}"),
        (_, Some("new")) => format!("lambda in a constructor of {class}"),
        (_, Some("static")) => format!("lambda in the static initialiser of {class}"),
        (_, Some("null")) => format!("lambda in {class}"),
        (_, Some(around)) => format!("lambda in {class}.{around}"),
        (_, None) => method.to_owned(),
    }
}

/// The same for a call in one text, `java/lang/Object.hashCode()I`, whatever follows it. Other texts stay as they are.
pub(crate) fn readable_call(text: &str) -> String {
    let (call, behind) = match text.split_once(' ') {
        Some((call, behind)) => (call, format!(" {behind}")),
        None => (text, String::new()),
    };
    let named = call.find('(').map(|at| call.split_at(at));
    let readable = named.and_then(|(path, descriptor)| {
        let (class, name) = path.rsplit_once('.')?;
        parameters(descriptor)?;
        Some(readable_method(class, name, descriptor))
    });
    readable.map_or_else(|| text.to_owned(), |readable| readable + &behind)
}

fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let (rest, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    types(rest)
}

/// The types of consecutive descriptors.
fn types(descriptors: &str) -> Option<Vec<String>> {
    let mut rest = descriptors;
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

/// The name of a method in a list of callees.
pub(crate) fn qualified(method: &Method) -> String {
    format!("{}.{}{}", method.class, method.method, method.descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_written_as_in_java_whatever_it_is_called_on() {
        for (call, expected) in [
            (
                "a/b/Client.more(I[Ljava/lang/String;)Ljava/lang/Object; (not on the class path)",
                "a.b.Client.more(int, String[]) (not on the class path)",
            ),
            ("[Lp/Color;.clone()Ljava/lang/Object;", "p.Color[].clone()"),
            ("[[I.clone()Ljava/lang/Object;", "int[][].clone()"),
            ("what is linked at run time", "what is linked at run time"),
            ("recursion", "recursion"),
        ] {
            assert_eq!(readable_call(call), expected);
        }
    }

    #[test]
    fn a_method_is_written_as_in_java() {
        let method = readable_method("p/A$B", "f", "([[IJLjava/lang/String;)V");
        assert_eq!(method, "p.A$B.f(int[][], long, String)");
        assert_eq!(readable_method("A", "<init>", "()V"), "A.<init>()");
    }

    #[test]
    fn what_the_compiler_names_is_told_in_words() {
        for (method, expected) in [
            ("p.A.lambda$f$0(int)", "lambda in p.A.f"),
            ("p.A.lambda$f$g$12()", "lambda in p.A.f$g"),
            ("p.A.lambda$new$0()", "lambda in a constructor of p.A"),
            (
                "p.A.lambda$static$0()",
                "lambda in the static initialiser of p.A",
            ),
            ("p.A.lambda$null$0()", "lambda in p.A"),
            ("p.A$B.<init>(int, String)", "p.A$B(int, String)"),
            ("A.<clinit>()", "static initialiser of A"),
            ("A.{ }()", "initialiser of A"),
            ("p.A.f(int)", "p.A.f(int)"),
            ("p.A.lambda$f(int)", "p.A.lambda$f(int)"),
            ("src/p/A.java", "src/p/A.java"),
            ("", ""),
        ] {
            assert_eq!(shown(method), expected);
        }
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
