//! Methods that use stand-ins for missing types.

use std::collections::{BTreeMap, BTreeSet};

use bytecode::{ClassFile, Code, Op};

use crate::method_analysis::MethodAnalysis;

/// The parts of a file that compile only with stand-ins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnresolvedNames {
    /// The names of the stand-in types.
    pub types: BTreeSet<String>,
    /// The methods whose text uses a missing name.
    pub places: BTreeSet<UnresolvedName>,
    /// Whether anything was compiled with stand-ins or changed text.
    pub is_used: bool,
}

/// A missing name in a method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnresolvedName {
    /// The first line of the method, counted from 1.
    pub first: u32,
    /// Its last line.
    pub last: u32,
    /// The name.
    pub name: String,
}

/// The package of stand-ins for types that the source does not name, such as that of the result of an unknown method.
pub const INVENTED_PACKAGE: &str = "unresolved";

/// Stands for a stand-in without a name in the source.
const UNNAMED: &str = "a type without a name";

/// Whether the source does not say a name.
fn is_invented(name: &str) -> bool {
    let mut parts = name.split('.');
    parts.next() == Some(INVENTED_PACKAGE) && parts.next().is_some()
}

impl UnresolvedNames {
    /// Notes in the methods of a class which of their names were not found.
    pub fn mark<'m>(&self, bytes: &[u8], methods: impl Iterator<Item = &'m mut MethodAnalysis>) {
        if !self.is_used {
            return;
        }
        let named: BTreeMap<MethodKey, BTreeSet<String>> =
            unknown_in(bytes, &self.types).into_iter().collect();
        for method in methods {
            let key = (method.name.clone(), method.descriptor.clone());
            let used = named.get(&key);
            let mut names: BTreeSet<String> = used.into_iter().flat_map(of_source).collect();
            let written = self.places.iter().filter(|place| {
                method
                    .line
                    .is_some_and(|line| (place.first..=place.last).contains(&line))
            });
            for place in written {
                let ending = format!(".{}", place.name);
                // A type is named once, with its package if known.
                if !names.iter().any(|name| name.ends_with(&ending)) {
                    names.insert(place.name.clone());
                }
            }
            if used.is_some() && names.is_empty() {
                names = self.nearest(&method.name, &named);
            }
            method.unknown = names.into_iter().collect();
        }
    }

    /// The names for a method that uses only stand-ins without a name: those of the method around a lambda, or of the file.
    fn nearest(
        &self,
        method: &str,
        named: &BTreeMap<MethodKey, BTreeSet<String>>,
    ) -> BTreeSet<String> {
        let lambda = method.strip_prefix("lambda$");
        let around = lambda.and_then(|rest| rest.rsplit_once('$'));
        let around = around.map(|(around, _)| match around {
            "new" => "<init>",
            "static" => "<clinit>",
            around => around,
        });
        let of_around = named
            .iter()
            .filter(|((name, _), _)| Some(name.as_str()) == around);
        let mut names: BTreeSet<String> =
            of_around.flat_map(|(_, names)| of_source(names)).collect();
        if names.is_empty() {
            names.extend(of_source(&self.types));
            names.extend(self.places.iter().map(|place| place.name.clone()));
        }
        if names.is_empty() {
            names.insert(UNNAMED.to_owned());
        }
        names
    }
}

/// The names among those of stand-ins that the source says, with dots.
fn of_source(types: &BTreeSet<String>) -> impl Iterator<Item = String> {
    let names = types.iter().map(|name| name.replace(['/', '$'], "."));
    names.filter(|name| !is_invented(name))
}

/// A method, by name and descriptor.
pub type MethodKey = (String, String);

/// The methods of a class that name any of these types in their descriptors or code, with the types. Empty if the bytes are not a
/// class.
pub fn unknown_in(bytes: &[u8], types: &BTreeSet<String>) -> Vec<(MethodKey, BTreeSet<String>)> {
    let Ok(class) = ClassFile::parse(bytes) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for method in &class.methods {
        let mut named = BTreeSet::new();
        in_descriptor(&method.descriptor, types, &mut named);
        if let Some(code) = &method.code {
            in_code(&class, code, types, &mut named);
        }
        if !named.is_empty() {
            found.push(((method.name.clone(), method.descriptor.clone()), named));
        }
    }
    found
}

fn in_code(
    class: &ClassFile<'_>,
    code: &Code,
    types: &BTreeSet<String>,
    named: &mut BTreeSet<String>,
) {
    for instruction in &code.instructions {
        match instruction.op {
            Op::New { pool }
            | Op::CheckCast { pool }
            | Op::InstanceOf { pool }
            | Op::MultiNewArray { pool, .. } => {
                if let Some(name) = class.class(pool) {
                    in_name(&name, types, named);
                }
            }
            Op::GetStatic { pool }
            | Op::PutStatic { pool }
            | Op::GetField { pool }
            | Op::PutField { pool }
            | Op::Invoke { pool, .. } => {
                if let Some(member) = class.member(pool) {
                    in_name(&member.class(), types, named);
                    in_descriptor(&member.descriptor(), types, named);
                    if matches!(instruction.op, Op::Invoke { .. })
                        && member.class() == class.name
                        && !declares(class, &member.name(), &member.descriptor())
                    {
                        in_supertypes(class, types, named);
                    }
                } else if let Some(descriptor) = class.descriptor(pool) {
                    in_descriptor(&String::from_utf8_lossy(descriptor), types, named);
                }
            }
            _ => {}
        }
    }
}

/// The unknown types that a class inherits members from. If the superclass is known, all members may come from it.
fn in_supertypes(class: &ClassFile<'_>, types: &BTreeSet<String>, named: &mut BTreeSet<String>) {
    match class.super_name.as_deref() {
        Some("java/lang/Object") => {
            let interfaces = class.interfaces.iter();
            interfaces.for_each(|name| in_name(name, types, named));
        }
        Some(name) => in_name(name, types, named),
        None => {}
    }
}

fn declares(class: &ClassFile<'_>, name: &str, descriptor: &str) -> bool {
    let mut methods = class.methods.iter();
    methods.any(|method| method.name == name && method.descriptor == descriptor)
}

/// A class, or an array of one.
fn in_name(name: &str, types: &BTreeSet<String>, named: &mut BTreeSet<String>) {
    if name.starts_with('[') {
        in_descriptor(name, types, named);
    } else if let Some(name) = types.get(name) {
        named.insert(name.clone());
    }
}

fn in_descriptor(descriptor: &str, types: &BTreeSet<String>, named: &mut BTreeSet<String>) {
    let mut rest = descriptor;
    while let Some((before, end)) = rest.split_once(';') {
        // No primitive type has the letter `L`, so the first `L` begins the name of the class.
        let start = before.find('L').map_or(before.len(), |at| at + 1);
        if let Some(name) = types.get(&before[start..]) {
            named.insert(name.clone());
        }
        rest = end;
    }
}
