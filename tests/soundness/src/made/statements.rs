//! Statements that several families use.

use crate::random::Random;
use crate::syntax::Statement;

/// A method that returns its counter `s`.
pub(super) fn method(head: impl Into<String>, body: Vec<Statement>) -> Statement {
    let mut all = vec![Statement::plain("int s = 0;")];
    all.extend(body);
    Statement {
        parts: vec![(format!("{} {{", head.into()), all)],
        end: "return s; }".to_owned(),
    }
}

/// A statement on one line.
pub(super) fn line(text: impl Into<String>) -> Statement {
    Statement::plain(text)
}

/// A loop that counts up to a limit in one of many ways; `name` is its counter.
pub(super) fn loop_to(dice: &mut Random, name: &str, to: &str, body: Vec<Statement>) -> Statement {
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

/// A cheap statement.
pub(super) fn work(dice: &mut Random) -> Statement {
    line(*dice.pick_of(&[
        "s++;",
        "s += 3;",
        "s = s * 31 + 7;",
        "s ^= s >>> 3;",
        "s -= 2;",
    ]))
}
