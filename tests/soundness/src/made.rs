//! Programs of the families, made up at random: the members of a class, each of whose methods is called.

mod beyond;
mod clauses;
mod entry;
mod fields;
mod integers;
mod suffixes;

use crate::family::Family;
use crate::random::Random;
use crate::syntax::Statement;

/// The first value of the static field `limit`.
pub(crate) const LIMIT: i64 = 5;

/// The members of a class of the family.
pub(crate) fn members(family: Family, dice: &mut Random) -> Vec<Statement> {
    if family == Family::Contracts {
        // Not the same programs as those of the least.
        dice.roll(2);
    }
    match family {
        Family::Clauses => clauses::members(dice),
        Family::Suffixes => suffixes::members(dice),
        Family::Fields => fields::members(dice),
        Family::Entry => entry::members(dice),
        Family::Integers => integers::members(dice),
        Family::Beyond | Family::General | Family::Textbook => beyond::members(dice),
        // The least and contracts are judged for all programs; here those come that both are most easily wrong for.
        Family::Least | Family::Contracts => match dice.roll(5) {
            0 => suffixes::members(dice),
            1 => fields::members(dice),
            2 => entry::members(dice),
            3 => integers::members(dice),
            _ => beyond::members(dice),
        },
    }
}

/// A method that returns what it counts in `s`.
fn method(head: impl Into<String>, body: Vec<Statement>) -> Statement {
    let mut all = vec![Statement::plain("int s = 0;")];
    all.extend(body);
    Statement {
        parts: vec![(format!("{} {{", head.into()), all)],
        end: "return s; }".to_owned(),
    }
}

/// A statement on one line.
fn line(text: impl Into<String>) -> Statement {
    Statement::plain(text)
}

/// A loop that runs up to a limit in one of many ways; `name` is its counter.
fn loop_to(dice: &mut Random, name: &str, to: &str, body: Vec<Statement>) -> Statement {
    let head = match dice.roll(6) {
        0 | 1 => format!("for (int {name} = 0; {name} < {to}; {name}++) {{"),
        2 => format!("for (int {name} = 1; {name} <= {to}; {name} += 2) {{"),
        3 => format!("for (int {name} = {to}; {name} > 0; {name}--) {{"),
        4 => format!("for (int {name} = {to}; --{name} >= 0; ) {{"),
        _ => {
            let inner = Statement::block(format!("while ({name}++ < {to}) {{"), body);
            return Statement::block(format!("{{ int {name} = 0;"), vec![inner]);
        }
    };
    Statement::block(head, body)
}

/// Something that costs a little.
fn work(dice: &mut Random) -> Statement {
    line(*dice.pick_of(&[
        "s++;",
        "s += 3;",
        "s = s * 31 + 7;",
        "s ^= s >>> 3;",
        "s -= 2;",
    ]))
}
