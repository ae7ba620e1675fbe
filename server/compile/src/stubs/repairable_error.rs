//! Parses javac's messages about what it does not find. They are requested in English.

use jdk::Diagnostic;

/// An error that a stand-in or an edit of the text may avoid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RepairableError {
    /// No package has this name.
    NoPackage(String),
    /// An existing class needs this class, which does not exist.
    NoClassFile(String),
    /// An unknown name.
    NoSymbol {
        kind: SymbolKind,
        name: String,
        /// The types of a method's arguments.
        passed: Vec<String>,
        /// The type that should declare it.
        owner: Option<String>,
    },
    /// A method or constructor has other parameters.
    Arguments {
        name: String,
        owner: Option<String>,
        passed: Vec<String>,
    },
    /// A type has another number of type parameters.
    TypeArguments(String),
    /// A value has another type than needed.
    Mismatch { found: String, wanted: String },
    /// A lambda expression or method reference is used as this type.
    NotFunctional { wanted: String },
    /// A value that cannot be iterated over.
    NotIterable,
    /// An operator for operands of these types.
    Operator(Vec<String>),
    /// Several methods match.
    Ambiguous,
    /// A class is used as an interface.
    WantsInterface,
    /// An interface is used as a class.
    WantsClass,
    /// An exception is a subclass of one that is caught with it or before it.
    CaughtAlready(String),
    /// A method has `@Override`, but no known supertype has the method.
    NotOverriding,
    /// A method cannot override one of a supertype.
    Override { name: String, owner: String },
}

/// The kinds of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolKind {
    Class,
    Variable,
    Method,
    Static,
}

impl RepairableError {
    pub(crate) fn read(diagnostic: &Diagnostic) -> Option<Self> {
        let message = diagnostic.message.as_str();
        let code = diagnostic.code.strip_prefix("compiler.err.")?;
        let first = message.lines().next().unwrap_or_default();
        match code {
            "doesnt.exist" => {
                let name = first
                    .strip_prefix("package ")?
                    .strip_suffix(" does not exist")?;
                Some(Self::NoPackage(name.to_owned()))
            }
            "cant.access" => {
                let mut lines = message.lines().map(str::trim);
                let name = lines.find_map(|line| {
                    let rest = line.strip_prefix("class file for ")?;
                    rest.strip_suffix(" not found")
                })?;
                Some(Self::NoClassFile(name.to_owned()))
            }
            _ if code.starts_with("cant.resolve") => no_symbol(message),
            "cant.apply.symbol" => arguments(message),
            "cant.apply.symbols" => arguments_of_several(message),
            "cant.apply.diamond.1" if message.contains("non-generic class") => {
                let rest = first.strip_prefix("cannot infer type arguments for ")?;
                Some(Self::TypeArguments(raw(rest)))
            }
            "type.doesnt.take.params" => {
                let rest = first.strip_prefix("type ")?;
                let name = rest.strip_suffix(" does not take parameters")?;
                Some(Self::TypeArguments(raw(name)))
            }
            "wrong.number.type.args" => Some(Self::TypeArguments(String::new())),
            "prob.found.req" => mismatch(message),
            "foreach.not.applicable.to.type" => Some(Self::NotIterable),
            "operator.cant.be.applied" => {
                let operand = first.strip_prefix("bad operand type ")?;
                let operand = operand.split(" for unary").next()?;
                Some(Self::Operator(vec![raw(operand)]))
            }
            "operator.cant.be.applied.1" => {
                let types = message
                    .lines()
                    .filter_map(|line| line.trim().split_once("type:"));
                Some(Self::Operator(
                    types.map(|(_, operand)| raw(operand.trim())).collect(),
                ))
            }
            "method.does.not.override.superclass" => Some(Self::NotOverriding),
            "except.already.caught" => {
                let rest = first.strip_prefix("exception ")?;
                let name = rest.strip_suffix(" has already been caught")?;
                Some(Self::CaughtAlready(raw(name)))
            }
            "multicatch.types.must.be.disjoint" => {
                let mut lines = message.lines().map(str::trim);
                let rest = lines.find_map(|line| line.strip_prefix("Alternative "))?;
                let (name, _) = rest.split_once(" is a subclass of ")?;
                Some(Self::CaughtAlready(raw(name)))
            }
            "ref.ambiguous" => Some(Self::Ambiguous),
            "intf.expected.here" => Some(Self::WantsInterface),
            "no.intf.expected.here" => Some(Self::WantsClass),
            _ if code.starts_with("override.") => overridden(first),
            _ => None,
        }
    }

    /// The name of the missing type, as far as the message says.
    pub(crate) fn unknown_name(&self) -> Option<String> {
        match self {
            // A missing member belongs to a type, which the method that uses it names, too.
            Self::NoClassFile(name)
            | Self::NoSymbol {
                kind: SymbolKind::Class,
                name,
                ..
            } => Some(name.clone()),
            _ => None,
        }
    }

    /// Whether it is about something missing, and not about a stand-in.
    pub(crate) const fn is_about_the_unknown(&self) -> bool {
        matches!(
            self,
            Self::NoPackage(_) | Self::NoClassFile(_) | Self::NoSymbol { .. }
        )
    }
}

fn no_symbol(message: &str) -> Option<RepairableError> {
    let line = |label: &str| {
        let mut lines = message.lines().map(str::trim);
        lines.find_map(|line| line.strip_prefix(label).map(str::trim))
    };
    let (kind, rest) = line("symbol:")?.split_once(' ')?;
    let kind = match kind {
        "class" | "interface" | "@interface" | "enum" => SymbolKind::Class,
        "variable" => SymbolKind::Variable,
        "method" | "constructor" => SymbolKind::Method,
        "static" => SymbolKind::Static,
        _ => return None,
    };
    let (name, passed) = match rest.split_once('(') {
        Some((name, passed)) => (name, passed.strip_suffix(')').unwrap_or(passed)),
        None => (rest, ""),
    };
    // Explicit type arguments come before the name.
    let name = name.rsplit('>').next().unwrap_or(name).trim();
    let owner = line("location:").and_then(|location| {
        let (kind, rest) = location.split_once(' ')?;
        let named = match kind {
            "variable" => rest.split_once(" of type ")?.1,
            "package" => return None,
            _ => rest,
        };
        Some(raw(named))
    });
    Some(RepairableError::NoSymbol {
        kind,
        name: name.to_owned(),
        passed: types(passed),
        owner,
    })
}

fn arguments(message: &str) -> Option<RepairableError> {
    let mut lines = message.lines().map(str::trim);
    let first = lines.next()?;
    let (named, _) = first.split_once(" cannot be applied to given types")?;
    let (name, owner) = named.split_once(" in ")?;
    let name = name.split_once(' ').map_or(name, |(_, name)| name);
    let name = name.rsplit('>').next().unwrap_or(name);
    let (_, owner) = owner.split_once(' ')?;
    let passed = lines.find_map(|line| line.strip_prefix("found:"))?.trim();
    let passed = if passed == "no arguments" { "" } else { passed };
    Some(RepairableError::Arguments {
        name: name.to_owned(),
        owner: Some(raw(owner)),
        passed: types(passed),
    })
}

fn arguments_of_several(message: &str) -> Option<RepairableError> {
    let mut lines = message.lines().map(str::trim);
    let rest = lines.next()?.strip_prefix("no suitable ")?;
    let (_, rest) = rest.split_once(" found for ")?;
    let (name, passed) = rest.split_once('(')?;
    let passed = passed.strip_suffix(')').unwrap_or(passed);
    let passed = if passed == "no arguments" { "" } else { passed };
    // `method Client.get(Object) is not applicable`
    let owner = lines.find_map(|line| {
        let (_, rest) = line.split_once(' ')?;
        let path = rest.split('(').next()?;
        let path = path.rsplit('>').next().unwrap_or(path);
        let (owner, last) = path.rsplit_once('.')?;
        (last == name || owner.ends_with(name)).then(|| raw(owner))
    });
    Some(RepairableError::Arguments {
        name: name.to_owned(),
        owner,
        passed: types(passed),
    })
}

fn mismatch(message: &str) -> Option<RepairableError> {
    let rest = message.strip_prefix("incompatible types: ")?;
    // Long types continue on the next line.
    let first = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((found, wanted)) = first.split_once(" cannot be converted to ") {
        let found = found.rsplit('(').next().unwrap_or(found);
        let wanted = wanted.trim_end_matches(')');
        return Some(RepairableError::Mismatch {
            found: raw(found),
            wanted: wanted.to_owned(),
        });
    }
    let wanted = first.strip_suffix(" is not a functional interface")?;
    Some(RepairableError::NotFunctional {
        wanted: wanted.to_owned(),
    })
}

/// `run() in A cannot override run() in Base`
fn overridden(first: &str) -> Option<RepairableError> {
    let ways = [
        " cannot override ",
        " cannot implement ",
        " cannot hide ",
        " clashes with ",
    ];
    let (_, other) = ways.iter().find_map(|way| first.split_once(way))?;
    let (method, owner) = other.split_once(" in ")?;
    let name = method.split('(').next()?;
    let name = name.rsplit('>').next().unwrap_or(name);
    Some(RepairableError::Override {
        name: name.to_owned(),
        owner: raw(owner),
    })
}

/// The name of a type with its package, but without type arguments.
fn raw(text: &str) -> String {
    let raw = text.split('<').next().unwrap_or(text);
    raw.trim().to_owned()
}

/// The types in a list, which may contain lists and lambda expressions.
fn types(list: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut before = ' ';
    for (at, character) in list.char_indices() {
        match character {
            '<' | '(' | '{' | '[' => depth += 1,
            // The arrow of a lambda expression does not end a list.
            '>' if before == '-' => {}
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(list[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
        before = character;
    }
    let last = list[start..].trim();
    if !last.is_empty() {
        found.push(last.to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use jdk::JavacSeverity;

    fn read(code: &str, message: &str) -> Option<RepairableError> {
        RepairableError::read(&Diagnostic {
            severity: JavacSeverity::Error,
            code: format!("compiler.err.{code}"),
            message: message.to_owned(),
            location: None,
        })
    }

    #[test]
    fn a_name_is_read_with_its_place_and_arguments() {
        let message = "cannot find symbol\n  symbol:   method get(String,Map<String,Integer>,(x,y)->x + y)\n  \
                       location: variable c of type a.Client<String>";
        assert_eq!(
            read("cant.resolve.location.args", message),
            Some(RepairableError::NoSymbol {
                kind: SymbolKind::Method,
                name: "get".to_owned(),
                passed: ["String", "Map<String,Integer>", "(x,y)->x + y"]
                    .map(str::to_owned)
                    .to_vec(),
                owner: Some("a.Client".to_owned()),
            })
        );
    }

    #[test]
    fn what_is_no_message_of_javac_is_nothing() {
        for message in ["", "cannot find symbol", "cannot find symbol\n  symbol:"] {
            assert_eq!(read("cant.resolve", message), None);
        }
        assert_eq!(read("prob.found.req", "incompatible types: x"), None);
        assert_eq!(read("cant.apply.symbols", "no suitable method"), None);
        assert_eq!(read("override.meth", "f() in A cannot override"), None);
    }
}
