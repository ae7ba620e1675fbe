//! `for (…) if (names.contains(x)) …` → `HashSet<String> namesSet = new HashSet<>(names); for (…) if (namesSet.contains(x)) …`
//!
//! The list is a new JDK list in a local variable, no other code has it, and the loop only reads it. Its elements and the
//! searched value are certainly strings or boxed numbers, whose `equals` and `hashCode` agree.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::checked::{Part, holds_only, is_value, is_value_name};
use crate::code::{Code, is_within};
use crate::edit::Edit;
use crate::imports;
use crate::local_collections::Own;
use crate::loops::around;
use crate::place;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    Call::all(code)
        .filter_map(|call| one(code, rule, &call))
        .collect()
}

/// The list that a call searches, if it can be replaced by a set.
fn asked<'c>(code: &Code<'c>, call: &Call<'c>) -> Option<Own<'c>> {
    let is_contains =
        call.method.name == "contains" && call.method.parameters == "java.lang.Object";
    let wanted = call.only().filter(|_| is_contains)?;
    let own = Own::of(code, call.receiver?)?;
    let is_list = matches!(own.class, "java.util.ArrayList" | "java.util.LinkedList");
    let [of_element] = own.type_arguments(code)[..] else {
        return None;
    };
    let fits = is_list && is_value_name(of_element) && is_value(code, wanted);
    (fits && holds_only(code, &own, Part::Elements)).then_some(own)
}

fn one<'c>(code: &Code<'c>, rule: &'static str, call: &Call<'c>) -> Option<Candidate> {
    let own = asked(code, call)?;
    let loops = std::iter::successors(around(call.node), |inner| around(*inner));
    let repeated = loops
        .take_while(|repeated| {
            own.local.is_declared_outside(*repeated)
                && own.is_only_read_in(*repeated)
                && own.is_private_until(*repeated)
        })
        .last()?;
    let list = &own.local.symbol.name;
    let name = code.new_name(&format!("{list}Set"));
    let calls = Call::all(code).filter(|other| {
        let is_same = other
            .receiver
            .is_some_and(|node| code.symbol_of(node) == Some(own.local.index));
        is_same && is_within(other.node, repeated) && asked(code, other).is_some()
    });
    let receivers: Vec<Node<'c>> = calls.filter_map(|call| call.receiver).collect();
    // The first call represents all.
    if receivers.first() != call.receiver.as_ref() {
        return None;
    }
    let of_element = imports::written(code, own.type_arguments(code).first()?)?;
    let (set, import) = imports::name(code, "java.util.HashSet");
    let added = format!("{set}<{of_element}> {name} = new {set}<>({list});");
    let mut edits: Vec<Edit> = import.into_iter().collect();
    edits.push(place::before(code, repeated, &added)?);
    edits.extend(
        receivers
            .iter()
            .map(|receiver| Edit::replace(receiver.byte_range(), name.clone())),
    );
    let title = format!("Look {list} up in a set");
    Some(Candidate::new(rule, call.node, title, edits))
}
