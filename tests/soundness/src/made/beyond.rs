//! Shared counters, recursion, collections, several implementations, and loops that end at a value.

use super::statements::{line, loop_to, method, work};
use crate::random::Random;
use crate::syntax::Statement;

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![
        line("int at; static int limit = 5;"),
        line("interface Shape { int area(int n); }"),
        line("static class Dot implements Shape { public int area(int n) { return 1; } }"),
        line(
            "static class Box implements Shape { public int area(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }",
        ),
        line("static int twice(int n) { return 2 * n; }"),
    ];
    for at in 0..dice.between(1, 3) {
        let body = (0..dice.between(1, 2))
            .map(|k| statement(dice, &format!("{at}{k}"), 0))
            .collect();
        members.push(method(
            format!("int run{at}(int n, int m, int[] a, int[][] b, List<Integer> xs)"),
            body,
        ));
    }
    members.push(recursion(dice));
    members
}

fn statement(dice: &mut Random, name: &str, depth: u32) -> Statement {
    let inner = if depth < 2 && dice.once_in(2) {
        statement(dice, &format!("{name}_"), depth + 1)
    } else {
        work(dice)
    };
    let body = vec![inner];
    match dice.roll(16) {
        0 => Statement::block(
            format!("{{ int c{name} = 0;"),
            vec![Statement::block(
                format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
                vec![
                    Statement::block(
                        format!("while (c{name} < m) {{"),
                        vec![line(format!("c{name}++;")), body[0].clone()],
                    ),
                    line(format!("if ((i{name} & 3) == 0) c{name} = 0;")),
                ],
            )],
        ),
        1 => {
            let mut body = body;
            body.push(line(format!("if (s % 5 == 3) continue out{name};")));
            let inner = loop_to(dice, &format!("j{name}"), "m", body);
            Statement::block(
                format!("out{name}: for (int i{name} = 0; i{name} < n; i{name}++) {{"),
                vec![inner, work(dice)],
            )
        }
        2 => {
            let mut switch = Statement {
                parts: vec![("switch (m & 3) {".to_owned(), Vec::new())],
                end: "default: s += 2; }".to_owned(),
            };
            for case in 0..3 {
                let to = if case == 1 { "n" } else { "a.length" };
                let body = vec![work(dice)];
                let inner = loop_to(dice, &format!("k{name}{case}"), to, body);
                let mut arm = vec![inner];
                if dice.once_in(2) {
                    arm.push(line("if (s != -77) break;"));
                }
                switch = switch.and(format!("case {case}:"), arm);
            }
            Statement::block(
                format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
                vec![switch],
            )
        }
        3 => {
            let tried = Statement::block(
                "try {",
                vec![line(format!("s += a[i{name}];")), body[0].clone()],
            );
            let worked = vec![work(dice)];
            let last = loop_to(dice, &format!("f{name}"), &format!("i{name}"), worked);
            let tried = tried
                .and(
                    format!("}} catch (ArrayIndexOutOfBoundsException x{name}) {{"),
                    vec![line("s--;")],
                )
                .and("} finally {", vec![last]);
            Statement::block(
                format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
                vec![tried],
            )
        }
        4 => {
            let mut body = body;
            body.push(line(format!("if (j{name} > 2) i{name}++;")));
            let inner = Statement::block(
                format!("for (int j{name} = 0; j{name} < m; j{name}++) {{"),
                body,
            );
            Statement::block(
                format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
                vec![inner],
            )
        }
        5 => Statement::block(
            format!("{{ int[] box{name} = {{0}};"),
            vec![Statement::block(
                format!("while (box{name}[0] < n) {{"),
                vec![line(format!("box{name}[0]++;")), body[0].clone()],
            )],
        ),
        6 => Statement::block(
            "for (at = 0; at < n; at++) {",
            vec![line("if (limit-- > 0) at--;"), body[0].clone()],
        ),
        7 => Statement::block(
            format!("for (int i{name} = 0; i{name} < xs.size(); i{name}++) {{"),
            vec![
                line(format!("if (i{name} < 5) xs.add(s);")),
                body[0].clone(),
            ],
        ),
        8 => Statement::block(
            "while (!xs.isEmpty()) {",
            vec![line("xs.remove(xs.size() - 1);"), body[0].clone()],
        ),
        9 => loop_to(dice, &format!("i{name}"), "twice(n)", body),
        10 => Statement::block(
            format!("for (Shape shape{name} : new Shape[] {{new Dot(), new Box()}}) {{"),
            vec![line(format!("s += shape{name}.area(n & 15);"))],
        ),
        11 => Statement::block(
            format!("for (int[] row{name} : b) {{"),
            vec![Statement::block(
                format!("for (int e{name} : row{name}) {{"),
                body,
            )],
        ),
        12 => {
            let mut body = body;
            body.push(line(format!("int mid{name} = (lo{name} + hi{name}) >>> 1; if (a[mid{name}] < m) lo{name} = mid{name} + 1; else hi{name} = mid{name};")));
            Statement::block(
                format!("{{ int lo{name} = 0, hi{name} = a.length;"),
                vec![Statement::block(
                    format!("while (lo{name} < hi{name}) {{"),
                    body,
                )],
            )
        }
        13 => {
            let step = *dice.pick_of(&[
                "v@ /= 10;",
                "v@ &= v@ - 1;",
                "v@ >>>= 1;",
                "v@ /= 3;",
                "v@ >>= 2; if (v@ == -1) break;",
                "v@ -= v@ / 2 + 1; if (v@ < 0) break;",
            ]);
            let step = step.replace('@', name);
            Statement::block(
                format!("{{ int v{name} = n;"),
                vec![Statement::block(
                    format!("while (v{name} != 0) {{"),
                    vec![body[0].clone(), line(step)],
                )],
            )
        }
        14 => Statement::block(
            format!("{{ int x{name} = n, y{name} = m;"),
            vec![Statement::block(
                format!("while (y{name} != 0) {{"),
                vec![
                    line(format!(
                        "int r{name} = x{name} % y{name}; x{name} = y{name}; y{name} = r{name};"
                    )),
                    body[0].clone(),
                ],
            )],
        ),
        _ => Statement::block(
            format!("{{ int p{name} = 0, q{name} = 0;"),
            vec![Statement::block(
                format!("while (p{name} < a.length || q{name} < m) {{"),
                vec![
                    line(format!(
                        "if (p{name} < a.length) p{name}++; else q{name}++;"
                    )),
                    body[0].clone(),
                ],
            )],
        ),
    }
}

fn recursion(dice: &mut Random) -> Statement {
    let text = *dice.pick_of(&[
        "static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }",
        "static int half(int n) { return n <= 1 ? 0 : 1 + half(n / 2); }",
        "static int both(int n) { return n <= 1 || n > 14 ? 1 : both(n - 1) + both(n - 2); }",
        "static int even(int n) { return n <= 0 ? 1 : odd(n - 1); } static int odd(int n) { return n <= 0 ? 0 : even(n - 1) + 1; }",
        "static int work(int n, int m) { if (n <= 0 || n > 40) return 0; int s = 0; for (int i = 0; i < m; i++) s++; return s + work(n - 1, m + 1); }",
        "static int part(int[] a, int lo, int hi) { if (hi - lo < 2 || lo < 0 || hi > a.length) return 1; int mid = (lo + hi) >>> 1; return part(a, lo, mid) + part(a, mid, hi); }",
        "static int tree(int n, int d) { if (d <= 0 || d > 6) return 1; int s = 0; for (int i = 0; i < (n & 3); i++) s += tree(n, d - 1); return s; }",
        "static int sum(int[] a, int i) { return i >= a.length ? 0 : a[i] + sum(a, i + 1); }",
    ]);
    line(text)
}
