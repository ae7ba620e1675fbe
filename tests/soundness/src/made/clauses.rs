//! Clauses that are true for the loop that follows, with loops without clauses around them.

use super::statements::{method, work};
use crate::random::Random;
use crate::syntax::Statement;

const STRAY: &str = "// The next clause precedes no loop.\n";

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = Vec::new();
    for at in 0..dice.between(2, 5) {
        let mut body: Vec<Statement> = (0..dice.between(1, 3))
            .map(|place| statement(dice, &format!("{at}{place}"), 0))
            .collect();
        let head = format!("static int m{at}(int n, int[] a)");
        let mut made = method(head, Vec::new());
        if dice.once_in(3) {
            // The first line of code is a loop.
            made = Statement {
                parts: vec![(format!("static int m{at}(int n, int s) {{"), Vec::new())],
                end: "return s; }".to_owned(),
            };
            body.truncate(1);
            body[0] = unbounded(dice, &format!("{at}x"), Vec::new());
        } else if dice.once_in(4) {
            made.end = format!("return s;\n{STRAY}//@ loop_bound 2;\n}}");
        }
        made.parts[0].1.extend(body);
        if dice.once_in(5) {
            let head = format!("{STRAY}//@ loop_bound 1;\n{}", made.parts[0].0);
            made.parts[0].0 = head;
        }
        members.push(made);
        if dice.once_in(5) {
            let of = format!("static class Inner{at} {{");
            let body = vec![unbounded(dice, &format!("{at}i"), Vec::new())];
            let inner = Statement {
                parts: vec![(format!("static int inner{at}(int n, int s) {{"), body)],
                end: "return s; }".to_owned(),
            };
            members.push(Statement::block(of, vec![inner]));
        }
    }
    members
}

fn statement(dice: &mut Random, name: &str, depth: u32) -> Statement {
    let inner = if depth < 2 && dice.once_in(2) {
        statement(dice, &format!("{name}_"), depth + 1)
    } else {
        work(dice)
    };
    let body = vec![inner];
    match dice.roll(8) {
        0..=2 => clause(dice, name, body),
        3 => Statement::plain(format!("{STRAY}//@ loop_bound 2;\ns += n;")),
        4 => {
            let head = format!("{STRAY}//@ loop_bound 3;\nif (n > 2) {{");
            Statement::block(head, vec![unbounded(dice, name, body)])
        }
        _ => unbounded(dice, name, body),
    }
}

/// A clause and its loop, for which it is true.
fn clause(dice: &mut Random, name: &str, body: Vec<Statement>) -> Statement {
    let clause = *dice.pick_of(&[
        "//@ loop_bound 3;\n",
        "/*@ loop_bound 3; @*/\n",
        "/*@ loop_bound 4; */ ",
        "//@ loop_bound 5;\n// It is short.\n",
    ]);
    let head = match dice.roll(4) {
        0 => format!("for (int i{name} = 0; i{name} < (n & 3); i{name}++) {{"),
        1 => format!("for (int i{name} = n & 3; i{name} > 0; i{name}--) {{"),
        2 => format!(
            "out{name}: for (int i{name} = 0; i{name} < (s & 3) && i{name} < 3; i{name}++) {{"
        ),
        _ => {
            let inner = Statement {
                parts: vec![(format!("{clause}do {{"), body)],
                end: format!("}} while (++d{name} < (n & 3));"),
            };
            return Statement::block(format!("{{ int d{name} = 0;"), vec![inner]);
        }
    };
    let mut made = Statement::block(format!("{clause}{head}"), body);
    if dice.once_in(3) {
        made.end = format!("}} for (int j{name} = 0; j{name} < n; j{name}++) s += j{name};");
    }
    made
}

/// A loop without a clause.
fn unbounded(dice: &mut Random, name: &str, body: Vec<Statement>) -> Statement {
    match dice.roll(5) {
        0 | 1 => Statement::block(
            format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
            body,
        ),
        2 => {
            let mut body = body;
            body.push(Statement::plain("n--;"));
            Statement::block("while (n > 0) {", body)
        }
        3 => Statement {
            parts: vec![("do {".to_owned(), body)],
            end: "} while (n-- > 0);".to_owned(),
        },
        _ => Statement::block(
            format!("for (int i{name} = n; i{name} > 0; i{name} -= 2) {{"),
            body,
        ),
    }
}
