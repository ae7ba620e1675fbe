//! Loops over numbers that overflow: ends of types, casts, and steps that go too far.

use super::statements::{line, work};
use crate::random::Random;
use crate::syntax::Statement;

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![line(
        "static int count(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }",
    )];
    for at in 0..dice.between(2, 4) {
        let parameters = *dice.pick_of(&[
            "int n, int m",
            "long n, int m",
            "short n, byte m",
            "char n, int m",
            "byte n, long m",
        ]);
        let mut body = vec![line("int s = 0;"), counted(dice, "i", 0)];
        if dice.once_in(4) {
            body.push(line(format!("s += count((int) ({}));", expression(dice))));
        }
        members.push(Statement {
            parts: vec![(format!("static int run{at}({parameters}) {{"), body)],
            end: "return s; }".to_owned(),
        });
    }
    members
}

fn counted(dice: &mut Random, name: &str, depth: u32) -> Statement {
    let body = if depth == 0 && dice.once_in(4) {
        vec![counted(dice, "j", 1)]
    } else {
        vec![work(dice)]
    };
    let of = *dice.pick_of(&["int", "int", "int", "int", "long", "short", "byte", "char"]);
    let cast = if of == "long" {
        String::new()
    } else {
        format!("({of}) ")
    };
    let from = match dice.roll(4) {
        0 => expression(dice),
        _ => dice.pick_of(&["0", "1", "-5", "10", "100"]).to_string(),
    };
    let to = match dice.roll(4) {
        0 => dice.pick_of(&["0", "17", "100", "-3", "1000"]).to_string(),
        _ => expression(dice),
    };
    let test = *dice.pick_of(&["<", "<", "<=", "!=", ">", ">="]);
    let step = match test {
        ">" | ">=" => *dice.pick_of(&["--", "--", " -= 3", " /= 2", " >>= 1"]),
        "!=" => *dice.pick_of(&["++", "--", " += 2", " /= 2", " >>>= 1"]),
        _ => *dice.pick_of(&["++", "++", " += 7", " += 3", " *= 2", " <<= 1", " *= 3"]),
    };
    if dice.once_in(6) && depth == 0 {
        // The parameter itself is the counter.
        let mut body = body;
        body.push(line(format!("n{};", step.trim_end_matches(" >>>= 1"))));
        if step.starts_with(" >>>=") {
            body.pop();
            body.push(line("n--;"));
        }
        return Statement::block(format!("while (n {test} {to}) {{"), body);
    }
    Statement::block(
        format!("for ({of} {name} = {cast}({from}); {name} {test} {to}; {name}{step}) {{"),
        body,
    )
}

/// A number computed from the parameters.
fn expression(dice: &mut Random) -> String {
    let of = *dice.pick_of(&["n", "n", "m"]);
    let text = *dice.pick_of(&[
        "@",
        "@",
        "(int) @",
        "(byte) @",
        "(short) @",
        "(char) @",
        "@ * 4",
        "@ + 1",
        "@ - 1",
        "-@",
        "n - m",
        "n + m",
        "n * m",
        "@ * @",
        "@ << 3",
        "@ >> 2",
        "@ >>> 1",
        "@ >>> 28",
        "Math.abs(@)",
        "@ % 10",
        "n % m",
        "@ / 2",
        "@ * 3 / 4",
        "(@ & 63)",
        "(int) @ * 4",
        "(int) (@ >>> 3)",
        "@ * 65536",
        "Math.max(n, m)",
        "Math.min(n, m)",
        "1 << @",
    ]);
    format!("({})", text.replace('@', of))
}
