//! Edits for an expression whose type does not match its place.

use std::ops::Range;

use source::SourceFile;

use super::java_names::{OBJECT, PACKAGE, PRIMITIVES, THROWABLE, simple, within};
use super::lesson::{Edit, Repair};
use super::{Kind, Stubs, render};

impl Stubs {
    pub(super) fn mismatch(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        found: &str,
        wanted: &str,
        is_active: bool,
    ) -> Option<Repair> {
        if let Some(full) = self.owner(found, source) {
            if wanted == "java.lang.AutoCloseable" {
                self.types.get_mut(&full)?.is_closeable = true;
                return self
                    .note(format!("closeable {full}"))
                    .then_some(Repair::Stub);
            }
            let is_class = self.types.get(&full)?.kind == Kind::Class;
            if wanted == THROWABLE && is_class && !full.starts_with(PACKAGE) {
                return self
                    .set_kind(&full, Kind::Exception)
                    .then_some(Repair::Stub);
            }
        }
        if !is_active {
            return None;
        }
        let wanted = if wanted == THROWABLE {
            "RuntimeException"
        } else {
            wanted
        };
        self.cast(source, bytes, wanted)
    }

    pub(super) fn operator(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        types: &[String],
    ) -> Option<Repair> {
        let (operator, operands) = source.operation(bytes)?;
        let is_logical = ["!", "&&", "||"].contains(&operator);
        let other = types
            .iter()
            .map(|one| simple(one))
            .find(|one| PRIMITIVES.iter().any(|(name, of)| one == name || one == of));
        let wanted = match other {
            _ if is_logical => "boolean",
            Some(other) => unboxed(other),
            None => "int",
        };
        let is_unknown = |named: &String| named == OBJECT || self.owner(named, source).is_some();
        let unknown = operands
            .iter()
            .zip(types)
            .filter(|(_, named)| is_unknown(named));
        let edits = unknown
            .filter_map(|(operand, _)| wrapped(source, operand, &format!("({wanted})(Object)(")));
        let edits: Vec<Edit> = edits.flatten().collect();
        (!edits.is_empty()).then_some(Repair::Words(edits))
    }

    pub(super) fn lambda(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        wanted: &str,
    ) -> Option<Repair> {
        let wanted = self.written(wanted, source)?;
        // For an argument, javac may name the call that gets it.
        let named = source
            .call_use(bytes)
            .filter(|call| call.head.end == bytes.end);
        let places = named.map_or_else(|| vec![bytes.clone()], |call| call.arguments);
        let mut edits = Vec::new();
        for place in places {
            edits.extend(self.shaped(source, &place, &wanted));
        }
        (!edits.is_empty()).then_some(Repair::Words(edits))
    }

    /// Gives a lambda expression an interface of its shape, and casts it to a type that is not a functional interface.
    pub(super) fn shaped(
        &mut self,
        source: &SourceFile,
        place: &Range<usize>,
        wanted: &str,
    ) -> Vec<Edit> {
        let text = source.text().get(place.clone()).unwrap_or_default();
        if source.is_method_reference(place) {
            let lines = text.matches('\n').count();
            return vec![Edit {
                range: place.clone(),
                by: format!("({wanted}) null{}", "\n".repeat(lines)),
            }];
        }
        let Some(lambda) = source.lambda_use(place) else {
            return Vec::new();
        };
        let shape = (lambda.is_void, lambda.parameters.len());
        let anything = self.anything();
        let arguments: Vec<String> = lambda
            .parameters
            .iter()
            .map(|declared| {
                declared
                    .as_deref()
                    .map_or(anything.as_str(), boxed)
                    .to_owned()
            })
            .collect();
        self.lambdas.insert(shape);
        let mut shaped = within(PACKAGE, &render::lambda_name(shape));
        if !arguments.is_empty() {
            shaped = format!("{shaped}<{}>", arguments.join(", "));
        }
        let range = lambda.range;
        let before = source.text().get(..range.start).unwrap_or_default();
        if before.ends_with(&format!("(Object)({shaped}) ")) {
            return Vec::new();
        }
        vec![
            Edit {
                range: range.start..range.start,
                by: format!("(({wanted})(Object)({shaped}) "),
            },
            Edit {
                range: range.end..range.end,
                by: ")".to_owned(),
            },
        ]
    }

    /// Casts an expression to the type that the surrounding code expects.
    pub(super) fn cast(
        &mut self,
        source: &SourceFile,
        bytes: &Range<usize>,
        wanted: &str,
    ) -> Option<Repair> {
        let wanted = self.written(wanted, source)?;
        let named = source
            .call_use(bytes)
            .filter(|call| call.head.end == bytes.end);
        let expression = match named.map(|call| call.arguments) {
            // javac does not say which of several arguments it is.
            Some(arguments) => Some(arguments).filter(|all| all.len() == 1)?.pop()?,
            None => source.expression_use(bytes)?,
        };
        let edits = wrapped(source, &expression, &format!("({wanted})(Object)("))?;
        Some(Repair::Words(edits))
    }
}

/// Puts a cast before an expression; nothing if it already has one.
pub(super) fn wrapped(
    source: &SourceFile,
    expression: &Range<usize>,
    cast: &str,
) -> Option<Vec<Edit>> {
    let before = source.text().get(..expression.start)?;
    let text = source.text().get(expression.clone())?;
    if before.ends_with("(Object)(") || is_wrapped(text) {
        return None;
    }
    Some(vec![
        Edit {
            range: expression.start..expression.start,
            by: format!("({cast}"),
        },
        Edit {
            range: expression.end..expression.end,
            by: "))".to_owned(),
        },
    ])
}

/// Whether [`wrapped`] has put the whole expression into parentheses.
fn is_wrapped(text: &str) -> bool {
    if !text.starts_with("((") || !text.contains("(Object)(") {
        return false;
    }
    let mut depth = 0_usize;
    let ends = text.char_indices().find(|(_, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    ends.is_some_and(|(at, _)| at + 1 == text.len())
}

pub(super) fn boxed(named: &str) -> &str {
    let found = PRIMITIVES.iter().find(|(name, _)| *name == named);
    found.map_or(named, |(_, of)| of)
}

fn unboxed(named: &str) -> &str {
    let found = PRIMITIVES.iter().find(|(_, of)| *of == named);
    found.map_or(named, |(name, _)| name)
}
