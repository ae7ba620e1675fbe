//! The features of a conditional branch, for the model of branches.

use crate::code::CodeView;
use crate::condition::{Condition, Form, Subject};
use crate::successor::Successor;
use bytecode::Comparison;

/// The context of a branch.
struct Context<'c> {
    condition: &'c Condition,
    taken: &'c Successor,
    falls: &'c Successor,
    /// The number of loops around the branch.
    depth: f32,
    /// Whether the branch is in its loop's header.
    is_loop_header: bool,
    /// Whether a compared value is a counter of the enclosing loop.
    is_induction: bool,
    /// Whether the branch is in an exception handler.
    is_in_handler: bool,
}

impl Context<'_> {
    fn relation(&self, relation: Comparison) -> f32 {
        flag(self.condition.relation == relation)
    }

    fn form(&self, form: Form) -> f32 {
        flag(self.condition.form == form)
    }

    fn subject(&self, subject: Subject) -> f32 {
        flag(self.condition.subject == Some(subject))
    }

    fn other(&self, other: Subject) -> f32 {
        flag(self.condition.other == Some(other))
    }

    fn called(&self, names: &[&str]) -> f32 {
        let called = self.condition.called.as_deref();
        flag(called.is_some_and(|called| names.iter().any(|name| starts_with_word(called, name))))
    }

    fn field(&self, is: impl Fn(&str) -> bool) -> f32 {
        flag(self.condition.field.as_deref().is_some_and(is))
    }
}

const fn flag(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// Whether a name starts with a word: true for `isEmpty` and `is`, false for `issue`.
fn starts_with_word(name: &str, word: &str) -> bool {
    let rest = name.strip_prefix(word);
    rest.is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_lowercase()))
}

macro_rules! features {
    ($($name:ident: $value:expr),* $(,)?) => {
        /// The names of the features, in their order.
        pub const BRANCH_FEATURES: &[&str] = &[$(stringify!($name)),*];

        fn values(context: &Context<'_>) -> Vec<f32> {
            let of: &[fn(&Context<'_>) -> f32] = &[$($value),*];
            of.iter().map(|value| value(context)).collect()
        }
    };
}

features! {
    form_zero: |c| c.form(Form::Zero),
    form_ints: |c| c.form(Form::Ints),
    form_null: |c| c.form(Form::Null),
    form_references: |c| c.form(Form::References),
    form_long: |c| c.form(Form::Long),
    form_floating: |c| c.form(Form::Floating),
    taken_if_equal: |c| c.relation(Comparison::Eq),
    taken_if_not_equal: |c| c.relation(Comparison::Ne),
    taken_if_less: |c| c.relation(Comparison::Lt),
    taken_if_at_least: |c| c.relation(Comparison::Ge),
    taken_if_greater: |c| c.relation(Comparison::Gt),
    taken_if_at_most: |c| c.relation(Comparison::Le),
    subject_this: |c| c.subject(Subject::This),
    subject_parameter: |c| c.subject(Subject::Parameter),
    subject_local: |c| c.subject(Subject::Local),
    subject_field: |c| c.subject(Subject::Field),
    subject_static: |c| c.subject(Subject::Static),
    subject_element: |c| c.subject(Subject::Element),
    subject_call: |c| c.subject(Subject::Call),
    subject_length: |c| c.subject(Subject::Length),
    subject_type: |c| c.subject(Subject::Type),
    subject_bits: |c| c.subject(Subject::Bits),
    subject_remainder: |c| c.subject(Subject::Remainder),
    subject_arithmetic: |c| c.subject(Subject::Arithmetic),
    other_parameter: |c| c.other(Subject::Parameter),
    other_local: |c| c.other(Subject::Local),
    other_field: |c| c.other(Subject::Field),
    other_static: |c| c.other(Subject::Static),
    other_element: |c| c.other(Subject::Element),
    other_call: |c| c.other(Subject::Call),
    other_length: |c| c.other(Subject::Length),
    other_constant: |c| c.other(Subject::Constant),
    other_value: |c| c.condition.value,
    call_returns_boolean: |c| flag(c.condition.is_boolean_call),
    call_has_next: |c| c.called(&["hasNext", "hasMoreElements", "hasMoreTokens", "hasRemaining"]),
    call_equals: |c| c.called(&["equals", "equalsIgnoreCase"]),
    call_is_empty: |c| c.called(&["isEmpty", "isBlank"]),
    call_contains: |c| c.called(&["contains"]),
    call_starts_with: |c| c.called(&["startsWith", "endsWith"]),
    call_is: |c| c.called(&["is"]),
    call_has: |c| c.called(&["has"]),
    call_can: |c| c.called(&["can", "should", "need", "needs", "check", "supports"]),
    call_adds: |c| c.called(&["add", "remove", "put", "offer"]),
    call_finds: |c| c.called(&["match", "matches", "find", "lookingAt"]),
    call_enabled: |c| flag(c.condition.called.as_deref().is_some_and(|name| name == "isLoggable" || name.starts_with("is") && name.ends_with("Enabled"))),
    call_size: |c| c.called(&["size", "length", "count", "getLength", "getCount"]),
    call_index_of: |c| c.called(&["indexOf", "lastIndexOf"]),
    call_reads: |c| c.called(&["read", "next", "poll"]),
    call_gets: |c| c.called(&["get", "find", "lookup"]),
    call_compares: |c| c.called(&["compare", "compareTo", "cmp"]),
    field_assertions_disabled: |c| c.field(|name| name == "$assertionsDisabled"),
    field_debugs: |c| c.field(|name| {
        let name = name.to_ascii_lowercase();
        ["debug", "trace", "verbose"].iter().any(|word| name.contains(word))
    }),
    field_is_boolean: |c| flag(c.condition.is_boolean_field),
    field_ends: |c| c.field(|name| {
        let name = name.to_ascii_lowercase();
        ["closed", "done", "eof", "finished", "stopped"].iter().any(|word| name.contains(word))
    }),
    depth: |c| c.depth,
    is_loop_header: |c| flag(c.is_loop_header),
    is_induction: |c| flag(c.is_induction),
    is_in_handler: |c| flag(c.is_in_handler),
    taken_leaves_loop: |c| flag(c.taken.leaves_loop),
    taken_goes_back: |c| flag(c.taken.goes_back),
    taken_enters_loop: |c| flag(c.taken.enters_loop),
    taken_only_throws: |c| flag(c.taken.only_throws),
    taken_returns: |c| flag(c.taken.returns),
    taken_joins: |c| flag(c.taken.joins),
    taken_calls: |c| flag(c.taken.calls),
    taken_stores_field: |c| flag(c.taken.stores_field),
    taken_stores_element: |c| flag(c.taken.stores_element),
    taken_makes_object: |c| flag(c.taken.makes_object),
    taken_makes_exception: |c| flag(c.taken.makes_exception),
    taken_reports: |c| flag(c.taken.reports),
    taken_uses_subject: |c| flag(c.taken.uses_subject),
    taken_length: |c| c.taken.length,
    falls_leaves_loop: |c| flag(c.falls.leaves_loop),
    falls_goes_back: |c| flag(c.falls.goes_back),
    falls_enters_loop: |c| flag(c.falls.enters_loop),
    falls_only_throws: |c| flag(c.falls.only_throws),
    falls_returns: |c| flag(c.falls.returns),
    falls_calls: |c| flag(c.falls.calls),
    falls_stores_field: |c| flag(c.falls.stores_field),
    falls_stores_element: |c| flag(c.falls.stores_element),
    falls_makes_object: |c| flag(c.falls.makes_object),
    falls_makes_exception: |c| flag(c.falls.makes_exception),
    falls_reports: |c| flag(c.falls.reports),
    falls_uses_subject: |c| flag(c.falls.uses_subject),
    falls_length: |c| c.falls.length,
}

/// The features of the branch that ends a block, in the order of [`BRANCH_FEATURES`]; `None` if the block ends otherwise.
pub fn branch_features(view: &CodeView<'_>, block: u32) -> Option<Vec<f32>> {
    let condition = Condition::of(view, block)?;
    let (falls, taken) = view.branch_targets(block)?;
    let region = view.tree.innermost(block)?;
    let around = view.tree.regions.get(region as usize)?;
    Some(values(&Context {
        taken: &Successor::of(view, block, taken, &condition),
        falls: &Successor::of(view, block, falls, &condition),
        depth: view.depth(block) as f32,
        is_loop_header: region > 0 && around.is_entry(block),
        is_induction: (condition.slot).is_some_and(|slot| view.is_counted(region, slot)),
        is_in_handler: view.is_handler(block),
        condition: &condition,
    }))
}
