//! `for (K k : map.keySet()) { … map.get(k) … }` → `for (Map.Entry<K, V> entry : map.entrySet()) { … entry.getValue() … }`
//!
//! The map is a new JDK map in a local variable, no other code has it, and the loop only gets values of its own key, which is a
//! string or a boxed number.

use crate::call::Call;
use crate::candidate::Candidate;
use crate::checked::{Part, holds_only, is_value_name};
use crate::code::{Code, field, named};
use crate::edit::Edit;
use crate::imports;
use crate::local::{Local, is_captured};
use crate::local_collections::{Own, Use};
use crate::new_objects::call_on;
use tree_sitter::Node;

pub(super) fn find(code: &Code<'_>, rule: &'static str) -> Vec<Candidate> {
    code.all("enhanced_for_statement")
        .filter_map(|node| one(code, rule, node))
        .collect()
}

fn one<'c>(code: &Code<'c>, rule: &'static str, node: Node<'c>) -> Option<Candidate> {
    let keys = Call::of(code, field(node, "value")?)?;
    let is_keys = keys.method.name == "keySet" && keys.arguments.is_empty();
    let map = keys.receiver.filter(|_| is_keys)?;
    let own = Own::of(code, map)?;
    let body = field(node, "body").filter(|body| body.kind() == "block")?;
    let key = Local::named(code, field(node, "name")?)?;
    let [of_key, of_value] = own.type_arguments(code)[..] else {
        return None;
    };
    let got = |used: Node<'c>| {
        let call = Call::of(code, call_on(used)?)?;
        let is_own_key = code.symbol_of(call.only()?) == Some(key.index);
        (call.method.name == "get" && is_own_key && !is_captured(call.node, node)).then_some(call)
    };
    let in_body: Vec<Call<'c>> = own
        .uses_in(body)
        .map(|(used, way)| got(used).filter(|_| way == Use::Reads))
        .collect::<Option<_>>()?;
    let is_plain = of_key == code.type_of_symbol(key.symbol)?.written && is_value_name(of_key);
    let needs_key = key.uses(code).count() > in_body.len();
    // Without a variable for the key, nothing would check its class.
    let is_checked = needs_key || holds_only(code, &own, Part::Elements);
    if in_body.is_empty()
        || !is_plain
        || !is_checked
        || !key.is_unchanged_in(code, node)
        || !own.local.is_declared_outside(node)
        || !own.is_private_until(node)
    {
        return None;
    }
    let first = *named(body).first()?;
    let (of_key, of_value) = (
        imports::written(code, of_key)?,
        imports::written(code, of_value)?,
    );
    let (class, import) = imports::name(code, "java.util.Map");
    let name = code.new_name("entry");
    let (of_loop, in_loop) = (field(node, "type")?, key.declared);
    let mut edits: Vec<Edit> = import.into_iter().collect();
    let head = format!("{class}.Entry<{of_key}, {of_value}> {name}");
    edits.push(Edit::replace(
        of_loop.start_byte()..in_loop.end_byte(),
        head,
    ));
    edits.push(Edit::replace(keys.name.byte_range(), "entrySet"));
    if needs_key {
        let indent = code.indent(first.start_byte());
        let (newline, variable) = (code.newline(first.start_byte()), &key.symbol.name);
        edits.push(Edit::insert(
            first.start_byte(),
            format!("{of_key} {variable} = {name}.getKey();{newline}{indent}"),
        ));
    }
    edits.extend(
        in_body
            .iter()
            .map(|call| Edit::replace(call.node.byte_range(), format!("{name}.getValue()"))),
    );
    let title = format!("Go through the entries of {}", own.local.symbol.name);
    Some(Candidate::new(rule, keys.node, title, edits))
}
