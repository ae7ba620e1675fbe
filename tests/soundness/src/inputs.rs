//! Argument values for the methods of a class.

use anyhow::{Context, Result};
use ristretto_classfile::{ClassFile, FieldAccessFlags, JavaStr, Method, MethodAccessFlags};
use trace::{Call, Class, TracedMethodName, Value};

use crate::collections::{self, Elements};
use crate::random::Random;
use crate::types;

/// How often each method is called with values of a usual size.
const USUAL: i64 = 12;
/// How often each method is called with values that include the smallest and the largest.
const EXTREME: i64 = 22;

/// Nested objects are created to this depth; deeper ones are `null`.
const MAX_DEPTH: u32 = 2;

/// The ends of the types, and values that overflow when doubled, squared or multiplied by four.
const INTS: [i64; 22] = [
    -1,
    i32::MAX as i64,
    i32::MIN as i64,
    1,
    0,
    i32::MAX as i64 - 1,
    1 << 30,
    -7,
    100,
    i32::MIN as i64 + 1,
    46_341,
    65_536,
    i32::MAX as i64 - 3,
    (1 << 30) + 1,
    -(1 << 30),
    2,
    130,
    300,
    -100,
    65_535,
    7,
    31,
];
const LONGS: [i64; 18] = [
    -1,
    i64::MAX,
    i64::MIN,
    1 << 32,
    (1 << 32) + 7,
    i32::MAX as i64,
    0,
    1 << 31,
    (1 << 33) - 5,
    -(1 << 33),
    i64::MAX - 2,
    1 << 62,
    1,
    100,
    -100,
    i32::MIN as i64,
    13,
    3_037_000_500,
];
const SHORTS: [i64; 10] = [-1, 32_767, -32_768, 1, 0, 32_766, 300, -300, 128, 50];
const BYTES: [i64; 10] = [-1, 127, -128, 1, 0, 126, 100, -100, 7, 64];
const CHARS: [i64; 8] = [65_535, 0, 1, 65_530, 300, 97, 32_768, 50];

/// The range of argument values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// Static methods, with values of a usual size.
    Usual,
    /// All methods, also with the smallest and the largest values of each type and with `null`.
    Extreme,
}

/// Calls of the methods of some classes with argument values, the smallest first.
///
/// # Errors
/// If a class cannot be read.
pub(crate) fn calls(classes: &[Class], range: Range) -> Result<Vec<Call>> {
    let read = |class: &Class| -> Result<ClassFile<'static>> {
        let file = ClassFile::from_bytes(&class.bytes);
        file.with_context(|| format!("the class {} is unreadable", class.name))
    };
    let files = classes.iter().map(read).collect::<Result<Vec<_>>>()?;
    let known = ProgramClasses(&files);
    let mut calls = Vec::new();
    for class in &files {
        for method in &class.methods {
            known.calls_of(class, method, range, &mut calls)?;
        }
    }
    Ok(calls)
}

/// The classes of a program.
struct ProgramClasses<'k>(&'k [ClassFile<'static>]);

impl ProgramClasses<'_> {
    fn calls_of(
        &self,
        class: &ClassFile<'_>,
        method: &Method,
        range: Range,
        calls: &mut Vec<Call>,
    ) -> Result<()> {
        let name = class
            .constant_pool
            .try_get_utf8(method.name_index)?
            .to_string();
        let descriptor = class
            .constant_pool
            .try_get_utf8(method.descriptor_index)?
            .to_string();
        let generic = types::signature(class, &method.attributes);
        let flags = method.access_flags;
        let is_static = flags.contains(MethodAccessFlags::STATIC);
        let has_code = !flags.intersects(MethodAccessFlags::ABSTRACT | MethodAccessFlags::NATIVE);
        if name.starts_with('<')
            || flags.contains(MethodAccessFlags::SYNTHETIC)
            || !has_code
            || (range == Range::Usual && !is_static)
        {
            return Ok(());
        }
        let class_name = class.class_name()?.to_string();
        // The JVM would run another class's method on an object of a subclass.
        let has_own_objects = is_static
            || (self.made(&class_name))
                .is_none_or(|made| made.class_name().is_ok_and(|made| is(made, &class_name)));
        if !has_own_objects && self.is_declared_elsewhere(&class_name, &name, &descriptor) {
            return Ok(());
        }
        let rounds = match range {
            Range::Usual => USUAL,
            Range::Extreme => USUAL + EXTREME,
        };
        let mut dice = Random::new(name.len() as u64);
        for round in 0..rounds {
            let types = types::parameters(generic.as_deref().unwrap_or(&descriptor));
            let mut values = Values {
                known: self,
                dice: &mut dice,
                round,
            };
            let arguments = types
                .iter()
                .enumerate()
                .map(|(at, of)| values.argument(of, at as i64))
                .collect::<Option<Vec<_>>>();
            let receiver = if is_static {
                Some(None)
            } else {
                values.object(&class_name, 0).map(Some)
            };
            let (Some(arguments), Some(receiver)) = (arguments, receiver) else {
                continue;
            };
            calls.push(Call {
                method: TracedMethodName {
                    class: class_name.clone(),
                    name: name.clone(),
                    descriptor: descriptor.clone(),
                },
                receiver,
                arguments,
            });
        }
        Ok(())
    }

    fn is_declared_elsewhere(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let mut others =
            (self.0.iter()).filter(|other| other.class_name().is_ok_and(|other| !is(other, class)));
        others.any(|other| {
            let text = |index, wanted| {
                let text = other.constant_pool.try_get_utf8(index);
                text.is_ok_and(|text| is(text, wanted))
            };
            let mut methods = other.methods.iter();
            methods.any(|method| {
                text(method.name_index, name) && text(method.descriptor_index, descriptor)
            })
        })
    }

    fn class(&self, name: &str) -> Option<&ClassFile<'static>> {
        let mut files = self.0.iter();
        files.find(|file| file.class_name().is_ok_and(|known| is(known, name)))
    }

    /// A class that can be instantiated: the named one or a subclass.
    fn made(&self, name: &str) -> Option<&ClassFile<'static>> {
        let can_be_made = |class: &&ClassFile<'static>| {
            class.methods.iter().any(|method| {
                let text = |index| {
                    class
                        .constant_pool
                        .try_get_utf8(index)
                        .map(ToString::to_string)
                };
                text(method.name_index).is_ok_and(|name| name == "<init>")
                    && text(method.descriptor_index).is_ok_and(|of| of == "()V")
            }) && !class
                .access_flags
                .contains(ristretto_classfile::ClassAccessFlags::ABSTRACT)
        };
        let is_below = |class: &&ClassFile<'static>| {
            let parent = class.constant_pool.try_get_class(class.super_class);
            let mut interfaces = class.interfaces.iter();
            parent.is_ok_and(|parent| is(parent, name))
                || interfaces.any(|at| {
                    let of = class.constant_pool.try_get_class(*at);
                    of.is_ok_and(|of| is(of, name))
                })
        };
        let itself = self.class(name).filter(|class| can_be_made(class));
        itself.or_else(|| {
            self.0
                .iter()
                .find(|class| is_below(class) && can_be_made(class))
        })
    }
}

fn is(text: &JavaStr, name: &str) -> bool {
    text.as_str() == Some(name)
}

/// Generates the values of one call.
struct Values<'v> {
    known: &'v ProgramClasses<'v>,
    dice: &'v mut Random,
    round: i64,
}

impl Values<'_> {
    /// The value of a parameter; `None` for a type without values here.
    fn argument(&mut self, descriptor: &str, at: i64) -> Option<Value> {
        if self.round < USUAL {
            return self.usual(descriptor, self.round, 0);
        }
        let round = self.round - USUAL;
        // Every parameter gets every extreme value, alone and together with others.
        let is_extreme = (round + at) % 2 == 0 || self.dice.once_in(3);
        let pool: &[i64] = match descriptor {
            "I" => &INTS,
            "J" => &LONGS,
            "S" => &SHORTS,
            "B" => &BYTES,
            "C" => &CHARS,
            _ if descriptor.starts_with(['[', 'L']) && self.dice.once_in(8) => {
                return Some(Value::Null);
            }
            _ => return self.usual(descriptor, round % USUAL, 0),
        };
        if is_extreme || at == 0 {
            let place = (round + 5 * at) as usize % pool.len();
            return Some(Value::Whole(pool[place]));
        }
        self.usual(descriptor, round % USUAL, 0)
    }

    /// A value that grows with the rounds.
    fn usual(&mut self, descriptor: &str, round: i64, depth: u32) -> Option<Value> {
        if let Some(element) = descriptor.strip_prefix('[') {
            let length = if element.starts_with('[') {
                self.dice.between(0, round.min(4))
            } else {
                round * round / 4
            };
            let order = self.dice.roll(4);
            let mut elements = (0..length)
                .map(|_| self.usual(element, round, depth + 1))
                .collect::<Option<Vec<_>>>()?;
            if let ("I" | "J", true) = (element, self.round >= USUAL) {
                arrange(&mut elements, order);
            }
            return Some(Value::Array(elements));
        }
        Some(match descriptor {
            "Z" => Value::Whole(self.dice.between(0, 1)),
            "F" | "D" => Value::Real(self.dice.between(-8, 40) as f64 / 4.0),
            "C" => Value::Whole(self.dice.between(0, round + round * round / 4)),
            // A type variable.
            _ if descriptor.starts_with('T') => Value::Boxed('I', self.dice.between(-3, 9)),
            _ if descriptor.starts_with('L') => {
                let (name, arguments) = types::class(descriptor)?;
                if name.starts_with("java/") {
                    return self.of_jdk(name, &arguments, round, depth);
                }
                self.known.class(name)?;
                if depth > MAX_DEPTH {
                    return Some(Value::Null);
                }
                self.object(name, depth)?
            }
            // Every third time a small number, which may be negative.
            _ if round % 3 == 2 => Value::Whole(self.dice.between(-3, 3)),
            _ => Value::Whole(self.dice.between(0, round + round * round / 4)),
        })
    }

    /// A text, a boxed number, a collection or a similar object.
    fn of_jdk(&mut self, name: &str, arguments: &[&str], round: i64, depth: u32) -> Option<Value> {
        if name == "java/lang/String" || name == "java/lang/CharSequence" {
            let words = [
                "", "x", "abc", "abba", "12", "7x", "aabcabcb", "racecar", "a,b,,c", " a b  c",
            ];
            return Some(Value::Text((*self.dice.pick(&words)).to_owned()));
        }
        if let Some(of) = collections::boxed(name) {
            return Some(Value::Boxed(of, self.dice.between(-3, 3 + round)));
        }
        let class = collections::class(name)?;
        if depth > MAX_DEPTH + 1 {
            return Some(Value::Null);
        }
        let length = match class.of {
            // The element type of a raw collection is unknown.
            Elements::Ordered if arguments.is_empty() => round,
            Elements::Any | Elements::Ordered => self.dice.between(0, round * 2),
            Elements::Bits => self.dice.between(0, round),
            Elements::Texts => self.dice.between(0, 4),
        };
        let mut values = Vec::new();
        for _ in 0..length {
            match class.of {
                Elements::Bits => values.push(Value::Whole(self.dice.between(0, 70))),
                Elements::Texts => {
                    let words = ["a", "bc", "", "12", ", "];
                    values.push(Value::Text((*self.dice.pick(&words)).to_owned()));
                }
                Elements::Any | Elements::Ordered => {
                    let all = if arguments.is_empty() {
                        &["TT;"]
                    } else {
                        arguments
                    };
                    for of in all {
                        let of = if *of == "*" { "TT;" } else { of };
                        values.push(self.usual(of, (round / 2).max(1), depth + 1)?);
                    }
                    if class.is_map && all.len() == 1 {
                        values.push(self.usual("TT;", round, depth + 1)?);
                    }
                }
            }
        }
        if class.name == "java/util/ArrayList" {
            return Some(Value::List(values));
        }
        Some(Value::Filled {
            class: class.name.to_owned(),
            values,
        })
    }

    /// An object of a class or a subclass, with values for its fields.
    fn object(&mut self, class: &str, depth: u32) -> Option<Value> {
        let made = self.known.made(class)?;
        let name = made.class_name().ok()?.to_string();
        let mut fields = Vec::new();
        let mut next = Some(made);
        while let Some(class) = next {
            for field in &class.fields {
                let flags = field.access_flags;
                if flags.intersects(FieldAccessFlags::STATIC | FieldAccessFlags::SYNTHETIC) {
                    continue;
                }
                let pool = &class.constant_pool;
                let of = match types::signature(class, &field.attributes) {
                    Some(of) => of,
                    None => pool.try_get_utf8(field.descriptor_index).ok()?.to_string(),
                };
                let round = self.round % USUAL;
                if let Some(value) = self.usual(&of, round, depth + 1) {
                    let name = pool.try_get_utf8(field.name_index).ok()?.to_string();
                    fields.push((name, value));
                }
            }
            let parent = class.constant_pool.try_get_class(class.super_class).ok();
            next = parent.and_then(|parent| self.known.class(&parent.to_string()));
        }
        Some(Value::Object {
            class: name,
            fields,
        })
    }
}

/// Sorts numbers in ascending or descending order, or makes them all equal.
fn arrange(elements: &mut [Value], order: u64) {
    let number = |value: &Value| match value {
        Value::Whole(number) => *number,
        _ => 0,
    };
    match order {
        0 => elements.sort_by_key(number),
        1 => elements.sort_by_key(|value| std::cmp::Reverse(number(value))),
        2 => elements.fill(Value::Whole(3)),
        _ => {}
    }
}
