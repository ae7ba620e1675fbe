//! Programs written by hand, each of their methods called with values that fit its parameters.

use bytecode::{ClassFile, Method};
use trace::{Call, MethodName, Value};

use crate::dice::Dice;
use crate::subject::{Source, Subject};

/// How often each method is called.
const CALLS: i64 = 12;

/// File names and texts, with the methods whose bound is what they execute.
const FILES: [(&str, &str, &[&str]); 4] = [
    (
        "Classics.java",
        include_str!("../corpus/Classics.java"),
        &[
            "fibonacci",
            "sum",
            "dot",
            "horner",
            "strides",
            "countdown",
            "prefixSums",
        ],
    ),
    ("Flow.java", include_str!("../corpus/Flow.java"), &[]),
    (
        "Fibonacci.java",
        include_str!("../../fixtures/java/Fibonacci.java"),
        &["fibonacci"],
    ),
    (
        "MatrixMultiplication.java",
        include_str!("../../fixtures/java/MatrixMultiplication.java"),
        &["multiply"],
    ),
];

/// The programs.
pub fn corpus() -> Vec<Subject> {
    let subjects = FILES.iter().map(|(file, text, exact)| Subject {
        name: (*file).to_owned(),
        sources: vec![Source {
            file: (*file).to_owned(),
            text: (*text).to_owned(),
        }],
        calls: Vec::new(),
        statics: Vec::new(),
        exact: exact.iter().map(|name| (*name).to_owned()).collect(),
    });
    subjects.collect()
}

/// Calls of every static method of a class with values for its parameters, the smallest first.
pub(crate) fn calls(class: &ClassFile<'_>) -> Vec<Call> {
    let methods = class
        .methods
        .iter()
        .filter(|method| method.is_static() && !method.is_synthetic() && method.name != "<clinit>");
    methods.flat_map(|method| calls_of(class, method)).collect()
}

fn calls_of(class: &ClassFile<'_>, method: &Method) -> Vec<Call> {
    let mut dice = Dice::new(method.name.len() as u64);
    let rounds = 0..CALLS;
    rounds
        .filter_map(|round| {
            let arguments = parameters(&method.descriptor)
                .into_iter()
                .map(|parameter| value(&mut dice, parameter, round))
                .collect::<Option<Vec<_>>>()?;
            Some(Call {
                method: MethodName {
                    class: class.name.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                },
                receiver: None,
                arguments,
            })
        })
        .collect()
}

/// The descriptors of a method's parameters.
fn parameters(descriptor: &str) -> Vec<&str> {
    let mut rest = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        .map_or("", |(parameters, _)| parameters);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest.as_bytes().get(dimensions) {
            Some(b'L') => rest.find(';').map_or(rest.len(), |at| at + 1),
            _ => dimensions + 1,
        };
        let (parameter, behind) = rest.split_at(end.min(rest.len()));
        found.push(parameter);
        rest = behind;
    }
    found
}

/// A value of a type, larger in later rounds; `None` for a type without values here.
fn value(dice: &mut Dice, descriptor: &str, round: i64) -> Option<Value> {
    if let Some(element) = descriptor.strip_prefix('[') {
        let length = if element.starts_with('[') {
            dice.between(0, round.min(4))
        } else {
            round * round / 4
        };
        let elements = (0..length).map(|_| value(dice, element, round));
        return Some(Value::Array(elements.collect::<Option<_>>()?));
    }
    Some(match descriptor {
        "Z" => Value::Whole(dice.between(0, 1)),
        "F" | "D" => Value::Real(dice.between(-8, 40) as f64 / 4.0),
        "Ljava/lang/String;" => {
            let words = ["", "x", "abc", "abba", "12", "7x", "aabcabcb", "racecar"];
            Value::Text((*dice.pick(&words)).to_owned())
        }
        "Ljava/util/List;" => Value::List((0..round).map(Value::Whole).collect()),
        _ if descriptor.starts_with('L') => return None,
        // Every third time a small number, negative ones among them.
        _ if round % 3 == 2 => Value::Whole(dice.between(-3, 3)),
        _ => Value::Whole(dice.between(0, round + round * round / 4)),
    })
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_are_told_apart() {
        assert_eq!(
            parameters("(I[[JLjava/lang/String;[DZ)V"),
            ["I", "[[J", "Ljava/lang/String;", "[D", "Z"]
        );
    }
}
