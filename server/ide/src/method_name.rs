//! Method names as people write them: `Matrix.multiply`, `p.Outer.Inner.<init>(int, String)`.

use bytecode::{ClassError, ClassFile, class_in_java, parameter_names, parameter_types};
use rustc_hash::FxHashMap;
use std::fmt;

/// A method of a class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodName {
    /// The class, with slashes.
    pub class: String,
    /// The name, `<init>` for a constructor.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
    /// Whether the compiler generated it.
    pub is_synthetic: bool,
}

/// The types of a method's parameters without their packages, as in `(long, Map.Entry)`.
pub fn parameters(descriptor: &str) -> String {
    let mut text = String::new();
    push_parameters(&mut text, descriptor);
    text
}

fn push_parameters(text: &mut String, descriptor: &str) {
    text.push('(');
    for (place, parameter) in parameter_types(descriptor).enumerate() {
        if place > 0 {
            text.push_str(", ");
        }
        match parameter.element.rsplit_once('/') {
            Some((_, simple)) => push_with_dots(text, simple, b'$'),
            None => text.push_str(parameter.element),
        }
        (0..parameter.dimensions).for_each(|_| text.push_str("[]"));
    }
    text.push(')');
}

/// Adds a name with dots in place of an ASCII separator.
fn push_with_dots(text: &mut String, name: &str, separator: u8) {
    let mut start = 0;
    for (at, byte) in name.bytes().enumerate() {
        if byte == separator {
            text.push_str(&name[start..at]);
            text.push('.');
            start = at + 1;
        }
    }
    text.push_str(&name[start..]);
}

/// `java.util.Map$Entry.get(Object)`, with the class as in a stack trace.
pub fn signature(class: &str, name: &str, descriptor: &str) -> String {
    let mut text = class_in_java(class);
    text.push('.');
    text.push_str(name);
    push_parameters(&mut text, descriptor);
    text
}

/// Writes signatures of many methods. Methods of one class come one after another, and most parameter lists occur several times,
/// so most of the text is cached.
#[derive(Debug, Default)]
pub struct Signatures {
    /// The class of the last method, and its form with dots.
    class: String,
    dotted: String,
    /// The parameters by descriptor.
    parameters: FxHashMap<Box<str>, Box<str>>,
}

/// The maximum number of cached parameter lists, whatever the input.
const MAX_PARAMETERS: usize = 1 << 16;

impl Signatures {
    /// Adds [`signature`] to a text.
    pub fn push(&mut self, text: &mut String, class: &str, name: &str, descriptor: &str) {
        if self.class != class {
            class.clone_into(&mut self.class);
            self.dotted = class_in_java(class);
        }
        text.push_str(&self.dotted);
        text.push('.');
        text.push_str(name);
        if let Some(known) = self.parameters.get(descriptor) {
            text.push_str(known);
            return;
        }
        let start = text.len();
        push_parameters(text, descriptor);
        if self.parameters.len() < MAX_PARAMETERS {
            let parameters = text[start..].into();
            self.parameters.insert(descriptor.into(), parameters);
        }
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&signature(&self.class, &self.name, &self.descriptor))
    }
}

impl MethodName {
    /// The methods of a class that have code.
    ///
    /// # Errors
    /// [`ClassError`] if the bytes are not a class file.
    pub fn all_of(bytes: &[u8]) -> Result<Vec<Self>, ClassError> {
        let class = ClassFile::parse(bytes)?;
        let methods = class.methods.iter().filter(|method| method.code.is_some());
        Ok(methods
            .map(|method| Self {
                class: class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                is_synthetic: method.is_synthetic(),
            })
            .collect())
    }

    /// The simple class and the name, for comparison with what a user typed.
    pub fn short(&self) -> String {
        let class = self.class.rsplit(['/', '$']).next().unwrap_or_default();
        match self.name.as_str() {
            "<init>" => class.to_owned(),
            name => format!("{class}.{name}"),
        }
    }
}

/// What a user typed to name a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodPattern {
    /// Packages, classes and the method.
    path: Vec<String>,
    parameters: Option<Parameters>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Parameters {
    /// Java types, with or without their packages.
    Types(Vec<String>),
    /// A descriptor up to the closing parenthesis, or with the result.
    Descriptor(String),
}

impl MethodPattern {
    /// Reads `Class.method`, `p/Outer$Inner.<init>`, `method(int, String[])`, `method(I)V`.
    pub fn new(text: &str) -> Self {
        let (path, parameters) = match text.find('(') {
            Some(at) => (&text[..at], Some(&text[at..])),
            None => (text, None),
        };
        let path = path.trim().replace("::", ".").replace(['/', '$', '#'], ".");
        Self {
            path: path.split('.').map(|part| part.trim().to_owned()).collect(),
            parameters: parameters.map(Parameters::read),
        }
    }

    /// Whether it matches a method.
    pub fn matches(&self, method: &MethodName) -> bool {
        self.matches_path(method)
            && match &self.parameters {
                None => true,
                Some(Parameters::Types(types)) => are_of(types, &method.descriptor),
                Some(Parameters::Descriptor(descriptor)) => {
                    let rest = method.descriptor.strip_prefix(descriptor.as_str());
                    rest.is_some_and(|rest| rest.is_empty() || descriptor.ends_with(')'))
                }
            }
    }

    fn matches_path(&self, method: &MethodName) -> bool {
        let class: Vec<&str> = method.class.split(['/', '$']).collect();
        let ends_with = |path: &[String]| {
            path.len() <= class.len()
                && path
                    .iter()
                    .rev()
                    .zip(class.iter().rev())
                    .all(|(one, two)| one == two)
        };
        let Some((last, classes)) = self.path.split_last() else {
            return false;
        };
        if *last == method.name && ends_with(classes) {
            return true;
        }
        // A class name stands for its constructors, whether written once or twice.
        method.name == "<init>"
            && (ends_with(&self.path)
                || class.last() == Some(&last.as_str())
                    && !classes.is_empty()
                    && ends_with(classes))
    }

    /// The text to compare with [`MethodName::short`] when searching for similar names.
    pub fn short(&self) -> String {
        let from = self.path.len().saturating_sub(2);
        self.path[from..].join(".")
    }
}

impl Parameters {
    fn read(text: &str) -> Self {
        let inside = text.strip_prefix('(').unwrap_or(text);
        let inside = inside.split(')').next().unwrap_or_default();
        let is_descriptor = !inside.is_empty()
            && !inside.contains([',', ' ', '.'])
            && descriptor_prefix(inside) == inside;
        if is_descriptor || !text.ends_with(')') {
            return Self::Descriptor(text.trim().replace('.', "/"));
        }
        let types = split_types(inside).into_iter().map(|name| {
            let erased = match (name.find('<'), name.rfind('>')) {
                (Some(from), Some(to)) if from < to => {
                    format!("{}{}", &name[..from], &name[to + 1..])
                }
                _ => name,
            };
            erased.replace("...", "[]").replace(' ', "")
        });
        Self::Types(types.filter(|name| !name.is_empty()).collect())
    }
}

/// The part of a text that consists of descriptor types.
fn descriptor_prefix(text: &str) -> &str {
    let mut rest = text;
    while !rest.is_empty() {
        let bare = rest.trim_start_matches('[');
        let length = match bare.as_bytes().first() {
            Some(b'L') => bare.find(';').map(|at| at + 1),
            Some(b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => Some(1),
            _ => None,
        };
        let Some(length) = length else {
            break;
        };
        rest = &bare[length..];
    }
    &text[..text.len() - rest.len()]
}

/// Types separated by commas, except commas inside angle brackets.
fn split_types(text: &str) -> Vec<String> {
    let mut depth = 0_u32;
    let mut types = vec![String::new()];
    for character in text.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                types.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = types.last_mut() {
            last.push(character);
        }
    }
    types
}

fn are_of(types: &[String], descriptor: &str) -> bool {
    let names = parameter_names(descriptor);
    names.len() == types.len()
        && names.iter().zip(types).all(|(name, wanted)| {
            let name = name.replace('$', ".");
            name == *wanted
                || name
                    .strip_suffix(wanted.as_str())
                    .is_some_and(|rest| rest.ends_with('.'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(class: &str, name: &str, descriptor: &str) -> MethodName {
        MethodName {
            class: class.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            is_synthetic: false,
        }
    }

    #[test]
    fn a_method_is_named_in_many_ways() {
        let put = method(
            "p/q/Outer$Inner",
            "put",
            "(I[Ljava/lang/String;Ljava/util/Map;)V",
        );
        for text in [
            "put",
            "Inner.put",
            "Outer.Inner.put",
            "p.q.Outer$Inner.put",
            "p/q/Outer$Inner.put",
            "Inner#put",
            "Inner::put",
            "Inner.put(int,String[],Map)",
            "Inner.put(int, java.lang.String..., java.util.Map<String, List<X>>)",
            "Inner.put(I[Ljava/lang/String;Ljava/util/Map;)V",
            "Inner.put(I[Ljava/lang/String;Ljava/util/Map;)",
        ] {
            assert!(MethodPattern::new(text).matches(&put), "{text}");
        }
        for text in [
            "",
            "(",
            "Outer.put",
            "Other.put",
            "nner.put",
            "Inner.puts",
            "Inner.put()",
            "Inner.put(int,String[])",
            "Inner.put(int,String,Map)",
            "Inner.put(int,tring[],Map)",
            "Inner.put(I)V",
            "Inner",
        ] {
            assert!(!MethodPattern::new(text).matches(&put), "{text}");
        }
    }

    #[test]
    fn what_is_known_of_a_signature_is_written_as_before() {
        let mut known = Signatures::default();
        for _ in 0..2 {
            for (class, name, descriptor, expected) in [
                ("p/q/A$B", "put", "(I[[J)V", "p.q.A$B.put(int, long[][])"),
                ("p/q/A$B", "get", "(I[[J)Z", "p.q.A$B.get(int, long[][])"),
                ("C", "<init>", "(Lp/Outer$Inner;)V", "C.<init>(Outer.Inner)"),
                ("", "m", "", ".m()"),
                ("p/q/A", "put", "(I[[J)V", "p.q.A.put(int, long[][])"),
            ] {
                let mut text = String::new();
                known.push(&mut text, class, name, descriptor);
                assert_eq!(text, expected);
                assert_eq!(signature(class, name, descriptor), expected);
            }
        }
    }

    #[test]
    fn a_constructor_is_named_by_its_class_too() {
        let made = method("p/Outer$Inner", "<init>", "(J)V");
        for text in [
            "Inner",
            "Outer.Inner",
            "Inner.Inner",
            "Inner.<init>",
            "Inner(long)",
            "Inner(J)V",
        ] {
            assert!(MethodPattern::new(text).matches(&made), "{text}");
        }
        for text in ["Outer", "Outer.<init>", "Inner()", "Inner(int)"] {
            assert!(!MethodPattern::new(text).matches(&made), "{text}");
        }
    }

    #[test]
    fn a_signature_has_java_types() {
        let named = method("p/A$B", "add", "(JLjava/util/Map$Entry;[[I)Z");
        assert_eq!(named.to_string(), "p.A$B.add(long, Map.Entry, int[][])");
    }
}
