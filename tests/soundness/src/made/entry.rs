//! Parameters, arrays and fields that are assigned before, in and after loops.

use super::statements::{line, loop_to, method, work};
use crate::random::Random;
use crate::syntax::Statement;

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![
        line("int size = 3; int[] data = {1, 2, 3, 4}; static int limit = 5;"),
        line("static int count(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }"),
        line("static int over(int[] a) { int s = 0; for (int x : a) s += x; return s; }"),
    ];
    for at in 0..dice.between(1, 3) {
        let mut names = 0;
        let body = (0..dice.between(2, 5))
            .map(|_| statement(dice, &mut names, 0))
            .collect();
        members.push(method(
            format!("int run{at}(int n, int m, int[] a, int[] b)"),
            body,
        ));
    }
    if dice.once_in(2) {
        members.push(line(
            "int alias(int n, int[] a) { return run0(n, n, a, a); }",
        ));
    }
    members
}

fn statement(dice: &mut Random, names: &mut u32, depth: u32) -> Statement {
    *names += 1;
    let name = format!("i{names}");
    let inside = |dice: &mut Random, names: &mut u32| -> Vec<Statement> {
        if depth >= 2 {
            return vec![assignment(dice)];
        }
        (0..dice.between(1, 2))
            .map(|_| statement(dice, names, depth + 1))
            .collect()
    };
    match dice.roll(12) {
        0..=3 => assignment(dice),
        4..=7 => {
            let to = *dice.pick_of(&[
                "n",
                "n",
                "m",
                "a.length",
                "b.length",
                "size",
                "data.length",
                "limit",
                "n + m",
            ]);
            let body = if dice.once_in(3) {
                inside(dice, names)
            } else {
                vec![work(dice)]
            };
            loop_to(dice, &name, to, body)
        }
        8 => {
            let condition = *dice.pick_of(&[
                "n < m",
                "b.length > a.length",
                "(s & 1) == 0",
                "m > 4",
                "size > 2",
            ]);
            let branch = Statement::block(format!("if ({condition}) {{"), inside(dice, names));
            if dice.once_in(2) {
                return branch.and("} else {", inside(dice, names));
            }
            branch
        }
        9 => {
            let mut body = inside(dice, names);
            body.push(line("s += 7 / (m & 1);"));
            let tried = Statement::block("try {", body);
            if dice.once_in(2) {
                tried.and(
                    format!("}} catch (ArithmeticException {name}) {{"),
                    inside(dice, names),
                )
            } else {
                let last = inside(dice, names);
                tried
                    .and(
                        format!("}} catch (ArithmeticException {name}) {{"),
                        Vec::new(),
                    )
                    .and("} finally {", last)
            }
        }
        10 => line(*dice.pick_of(&[
            "s += count(n);",
            "s += count(n++);",
            "s += over(a);",
            "s += count(m - n);",
            "s += count(++m);",
        ])),
        _ => Statement::block(format!("for (int {name} : a) {{"), vec![work(dice)]),
    }
}

fn assignment(dice: &mut Random) -> Statement {
    line(*dice.pick_of(&[
        "if (b.length > a.length) a = b;",
        "if (b.length < a.length) a = b;",
        "a = Arrays.copyOf(a, 2 * (n & 15));",
        "a = new int[a.length + b.length];",
        "n = n * 2;",
        "n = Math.max(n, m);",
        "n = Math.min(n, m);",
        "{ int t = n; n = m; m = t; }",
        "{ int[] t = a; a = b; b = t; }",
        "n = m;",
        "n += 3;",
        "n++;",
        "m--;",
        "n = -n;",
        "n = a.length;",
        "if (n < m) n = m;",
        "if (n < 0) n = 0;",
        "a = data;",
        "data = a;",
        "data = new int[n & 7];",
        "size = n;",
        "size += 4;",
        "limit = m & 15;",
        "n = limit;",
        "n >>= 1;",
        "a = m > 3 ? b : a;",
        "n = n < 50 ? n + 1 : 50;",
    ]))
}
