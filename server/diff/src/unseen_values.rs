//! Values that may differ between base and head, and on which a cost depends that was compared at one value.

use crate::name::{qualified, readable_method, shown};
use crate::report::{Method, Report};
use crate::source_change::Touched;
use crate::uncovered_method::UncoveredMethod;
use crate::whole_name::{behind_name, contains_name};
use std::collections::BTreeSet;

/// The reason if estimates differ.
const ESTIMATED_APART: &str =
    "it may cost more, but each side estimates by itself how often its code runs";

/// The costs of a comparison that depend on values, and the methods and fields that these values may come from.
pub(crate) struct UnseenValues<'c> {
    /// The report of the head, with worst cases.
    pub(crate) head: &'c Report,
    /// The methods of the head whose cost differs at the compared values, by `p/A.f(I)V`.
    pub(crate) differing: BTreeSet<String>,
    /// The methods of the head that may cost more, which is undecided because each side estimates by itself how often code runs.
    pub(crate) estimated_apart: BTreeSet<String>,
}

impl UnseenValues<'_> {
    /// A touched method that may return another value, or that reads a field which may have one, if a cost depends on that value
    /// and was compared at the same value for both sides.
    pub(crate) fn of(&self, touched: &Touched) -> Option<UncoveredMethod> {
        let places = touched.head.iter().flatten();
        let mut methods = places.filter_map(|place| self.head.methods.get(*place));
        let reason = methods.find_map(|method| {
            let of_values = self
                .of_fields(method, &touched.fields)
                .or_else(|| self.of_result(method, touched));
            let is_apart = self.estimated_apart.contains(&qualified(method));
            of_values.or_else(|| is_apart.then(|| String::from(ESTIMATED_APART)))
        })?;
        Some(UncoveredMethod {
            method: touched.name.clone(),
            file: touched.file.clone(),
            line: touched.line,
            side: "head",
            reason,
        })
    }

    fn of_fields(&self, method: &Method, fields: &[String]) -> Option<String> {
        if self.differing.contains(&qualified(method)) {
            return None;
        }
        let mut named = fields.iter().flat_map(|field| {
            let symbols = symbols(method);
            symbols
                .filter_map(move |symbol| contains_name(symbol, field).then_some((field, symbol)))
        });
        let (field, symbol) = named.next()?;
        Some(format!(
            "{field} may have another value, but both sides were compared at the same {symbol}"
        ))
    }

    fn of_result(&self, method: &Method, touched: &Touched) -> Option<String> {
        let is_other = touched.is_by_values || !touched.fields.is_empty();
        if !is_other || !returns_number(&method.descriptor) {
            return None;
        }
        let itself = qualified(method);
        let mut callers = self.head.methods.iter().filter(|caller| {
            let calls = caller
                .callees
                .iter()
                .any(|callee| is_call_of(callee, method));
            qualified(caller) != itself && (calls || caller.rests_on.contains(&itself))
        });
        callers.find_map(|caller| {
            let of_call = |symbol: &&str| behind_name(symbol, &method.method).any(|behind| behind.starts_with('('));
            let named = symbols(caller).find(of_call);
            let name = shown(&readable_method(&caller.class, &caller.method, &caller.descriptor));
            let hidden = || caller.assumes_counts && !self.differing.contains(&qualified(caller));
            match named {
                Some(symbol) => Some(format!(
                    "it may return another value, but {name} was compared at the same {symbol} on both sides"
                )),
                None => hidden().then(|| {
                    format!("it may return another value, but {name} was compared at the same counts on both sides")
                }),
            }
        })
    }
}

/// The values that the typical energy and the worst case of a method depend on.
fn symbols(method: &Method) -> impl Iterator<Item = &str> {
    let of_worst = method.assumptions.iter().map(|one| &one.symbol[..]);
    let follows = method.typical.iter().flat_map(|typical| &typical.follows);
    let of_typical = follows.flat_map(|one| &one.values);
    of_worst.chain(of_typical.map(|one| &one.symbol[..]))
}

/// Whether a call, as in `p/A.f(I)V`, may lead to a method: it names the method, or one outside the JDK that the method may
/// override.
fn is_call_of(call: &str, method: &Method) -> bool {
    let of_name = call.strip_suffix(&method.descriptor[..]);
    let of_name = of_name.and_then(|path| path.strip_suffix(&method.method[..]));
    let class = of_name.and_then(|path| path.strip_suffix('.'));
    class.is_some_and(|class| {
        let is_of_jdk = ["java/", "javax/"]
            .iter()
            .any(|start| class.starts_with(start));
        class == method.class || !is_of_jdk
    })
}

/// Whether a method returns something that can decide how often a loop repeats: anything but nothing or a text.
fn returns_number(descriptor: &str) -> bool {
    let returned = descriptor.rsplit(')').next().unwrap_or_default();
    !matches!(returned, "V" | "Ljava/lang/String;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_nothing_decide_no_loop() {
        assert!(returns_number("()I") && returns_number("(Ljava/lang/String;)[I"));
        assert!(!returns_number("(I)V") && !returns_number("()Ljava/lang/String;"));
    }
}
