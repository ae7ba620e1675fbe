//! Stand-ins as Java text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use jdk::SourceUnit;

use super::java_names::{PACKAGE, binary_name, split};
use super::{Kind, Stub, Stubs};

/// A stand-in, with its own name and those of the classes around it.
type Member<'s> = (Vec<&'s str>, &'s Stub);

impl Stubs {
    /// The texts of the stand-ins.
    pub(crate) fn sources(&self) -> Vec<SourceUnit> {
        if self.is_given_up {
            return Vec::new();
        }
        sources(self)
    }

    /// The binary names of all stand-ins.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        if self.is_given_up {
            return BTreeSet::new();
        }
        let named = self.types.keys().map(|name| binary_name(name));
        let lambdas = self.lambdas.iter();
        let lambdas = lambdas.map(|shape| format!("{PACKAGE}/{}", lambda_name(*shape)));
        named.chain(lambdas).collect()
    }
}

/// A file for each stand-in that is not a member of another.
fn sources(stubs: &Stubs) -> Vec<SourceUnit> {
    // A class comes before its members and their members.
    let mut outermost: BTreeMap<(&str, &str), Vec<Member<'_>>> = BTreeMap::new();
    for (name, stub) in &stubs.types {
        let (package, classes) = split(name);
        let first = classes.first().copied().unwrap_or_default();
        outermost
            .entry((package, first))
            .or_default()
            .push((classes, stub));
    }
    let mut sources = Vec::new();
    for ((package, name), members) in outermost {
        let mut text = heading(package);
        let mut open: Vec<&str> = Vec::new();
        for (path, stub) in members {
            let shared = open.iter().zip(&path).take_while(|(a, b)| a == b).count();
            for _ in shared..open.len() {
                text.push_str("}\n");
            }
            open = path;
            type_of(&mut text, &open, stub);
        }
        for _ in &open {
            text.push_str("}\n");
        }
        sources.push(SourceUnit::new(format!("{name}.java"), text));
    }
    for package in &stubs.packages {
        let mut text = heading(package);
        text.push_str("public interface Unresolved__ { }\n");
        sources.push(SourceUnit::new("Unresolved__.java", text));
    }
    for shape in &stubs.lambdas {
        sources.push(lambda(*shape));
    }
    sources
}

fn heading(package: &str) -> String {
    match package {
        "" => String::new(),
        package => format!("package {package};\n"),
    }
}

/// The start of a type; its members and its end follow.
fn type_of(text: &mut String, path: &[&str], stub: &Stub) {
    let name = path.last().copied().unwrap_or_default();
    let modifier = if path.len() > 1 {
        "public static"
    } else {
        "public"
    };
    let word = match stub.kind {
        Kind::Class | Kind::Exception | Kind::Error => "class",
        Kind::Interface => "interface",
        Kind::Enum => "enum",
    };
    let _ = write!(text, "{modifier} {word} {name}");
    let parameters: Vec<String> = (0..stub.parameters).map(|at| format!("T{at}_")).collect();
    let thrown = match stub.kind {
        Kind::Exception => Some("RuntimeException"),
        Kind::Error => Some("Error"),
        Kind::Class | Kind::Interface | Kind::Enum => None,
    };
    if !parameters.is_empty() && thrown.is_none() && stub.kind != Kind::Enum {
        let _ = write!(text, "<{}>", parameters.join(", "));
    }
    if let Some(thrown) = thrown {
        let _ = write!(text, " extends {thrown}");
    }
    if stub.is_closeable {
        let verb = match stub.kind {
            Kind::Interface => "extends",
            _ => "implements",
        };
        let _ = write!(text, " {verb} AutoCloseable");
    }
    text.push_str(" {\n");
    if stub.kind == Kind::Enum {
        let constants: Vec<&str> = stub.constants.iter().map(String::as_str).collect();
        let _ = writeln!(text, "{};", constants.join(", "));
    }
    if stub.kind == Kind::Class || thrown.is_some() {
        let _ = writeln!(text, "public {name}() {{ }}");
        let others = stub.constructors.iter().filter(|one| !one.is_empty());
        for constructor in others {
            let _ = writeln!(text, "public {name}({}) {{ }}", parameters_of(constructor));
        }
    }
    for (field, declared) in &stub.fields {
        let modifier = if declared.is_static {
            "public static"
        } else {
            "public"
        };
        let value = match stub.kind {
            Kind::Interface => " = null",
            _ => "",
        };
        let _ = writeln!(text, "{modifier} {} {field}{value};", declared.declared);
    }
    for method in &stub.methods {
        let modifier = match (method.is_static, stub.kind) {
            (true, _) => "public static",
            (false, Kind::Interface) => "default",
            (false, _) => "public",
        };
        let _ = writeln!(
            text,
            "{modifier} <R_> R_ {}({}) {{ throw null; }}",
            method.name,
            parameters_of(&method.parameters)
        );
    }
    if stub.is_closeable {
        let modifier = match stub.kind {
            Kind::Interface => "default",
            _ => "public",
        };
        let _ = writeln!(text, "{modifier} void close() {{ }}");
    }
}

fn parameters_of(types: &[String]) -> String {
    let named = types
        .iter()
        .enumerate()
        .map(|(at, declared)| format!("{declared} a{at}"));
    named.collect::<Vec<_>>().join(", ")
}

pub(super) fn lambda_name((is_void, parameters): (bool, usize)) -> String {
    let word = if is_void { "Action" } else { "Function" };
    format!("{word}{parameters}")
}

fn lambda(shape: (bool, usize)) -> SourceUnit {
    let (is_void, count) = shape;
    let name = lambda_name(shape);
    let variables: Vec<String> = (0..count).map(|at| format!("A{at}")).collect();
    let mut text = heading(PACKAGE);
    let _ = write!(text, "public interface {name}");
    if count > 0 {
        let _ = write!(text, "<{}>", variables.join(", "));
    }
    let result = if is_void { "void" } else { "Object" };
    let _ = writeln!(text, " {{ {result} call({}); }}", parameters_of(&variables));
    SourceUnit::new(format!("{name}.java"), text)
}
