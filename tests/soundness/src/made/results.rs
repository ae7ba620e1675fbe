//! Numbers, arrays and objects that bound loops, and that short callees compute or return, or that loops leave over.

use super::statements::{line, loop_to, method, work};
use crate::random::Random;
use crate::syntax::Statement;

/// How a helper combines two numbers; `@` is an earlier helper.
const BODIES: [&str; 18] = [
    "return Math.max(0, a);",
    "return Math.min(a, b);",
    "return a < b ? a : b;",
    "return a >= b ? a : b;",
    "return a > 3 ? b : a + 1;",
    "return a == b ? 7 : a;",
    "int x = a + b; return x;",
    "return a * 2 - b;",
    "if (a < 0) return 0; return a * 3;",
    "if (a < 0) throw new IllegalStateException(); return a;",
    "a++; b -= 2; return a - b;",
    "return @(b, a);",
    "return Math.max(@(a, 1), @(2, b));",
    "return @(a, b) - @(a, b);",
    "int x = @(a, b); return x - x + a;",
    "flag = !flag; return flag ? a : b;",
    "return limit > a ? limit : a;",
    "return (int) Math.max((long) a * b, 5L);",
];

/// The limits of loops; `@` is a helper.
const LIMITS: [&str; 10] = [
    "@(n, m)",
    "@(m, n) - @(n, m)",
    "@(n, 4) + @(m, 2)",
    "@(a.length, n)",
    "length(a)",
    "same(a).length",
    "fresh(n & 31).length",
    "wide(n, m)",
    "@(length(a), m)",
    "kept(a, n).length + size",
];

/// Loops between two answers, after something that the answers depend on was written, and over what other loops leave; `#`
/// makes names unique.
const AGAIN: [&str; 12] = [
    "if (a.length > 0) { int from# = first(a); a[0] += 40; for (int i# = from#; i# < first(a); i#++) s++; }",
    "for (int i# = grown(), to# = grown(); i# < to#; i#++) s++;",
    "Box box# = boxes[n & 1]; int from# = box#.get(); box#.c = m & 63; for (int i# = from#; i# < box#.get(); i#++) s++;",
    "Box box# = boxes[m & 1]; int from# = box#.get(); raise(box#); for (int i# = from#; i# < box#.get(); i#++) s++;",
    "int before# = held(); size += n & 31; for (int i# = before#; i# < held(); i#++) s++;",
    "Wide wide# = (Wide) boxes[1]; for (int i# = ((Box) wide#).c; i# < wide#.c; i#++) s++;",
    "int left# = n; while (left# > 0) left#--; for (; left# < 0; left#++) s++;",
    "int less# = m, of# = n; while (of# > 0) { of#--; less#--; } for (int i# = less#; i# < 0; i#++) s++;",
    "s += above(n) + above(m);",
    "for (int i# = 0; i# < 4; i#++) s += above(n + i#);",
    "if (n < 20) s += twice(n - 9);",
    "for (int i# = Math.min(size, limit); i# < m - Math.min(n, size); i# += 2) s++;",
];

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![
        line("static boolean flag; static int limit = 5; int size = 3;"),
        line(
            "static int length(int[] a) { return a == null ? 0 : java.lang.reflect.Array.getLength(a); }",
        ),
        line("static int[] same(int[] a) { return a; }"),
        line("static int[] fresh(int n) { return new int[n]; }"),
        line("static int wide(int a, int b) { long x = a; return (int) Math.min(x + b, 40L); }"),
        line("private int[] kept(int[] a, int n) { size = n & 15; return a; }"),
        line("static class Box { int c; int get() { return c; } }"),
        line("static class Wide extends Box { int c = 9; int get() { return c + 20; } }"),
        line("static Box[] boxes = {new Box(), new Wide()};"),
        line("static void raise(Box box) { box.c = (box.c + 30) & 127; }"),
        line("static int first(int[] a) { return a[0]; }"),
        line("private int grown() { size = (size + 5) & 255; return size; }"),
        line("private int held() { return size * 2; }"),
        line(
            "static int above(int n) { int z = Math.max(0, n), s = 0; for (int i = 0; i < z - n; i++) s++; return s; }",
        ),
        line("static int twice(int n) { return n < 1 ? 1 : twice(n - 1) + twice(n - 1); }"),
    ];
    for at in 0..dice.between(2, 4) {
        let mut body = *dice.pick_of(&BODIES);
        while at == 0 && body.contains('@') {
            body = *dice.pick_of(&BODIES);
        }
        let body = body.replace('@', &format!("of{}", if at == 0 { 0 } else { at - 1 }));
        let modifier = *dice.pick_of(&["static", "static", "private", "final"]);
        let modifier = if body.contains("of") { "" } else { modifier };
        members.push(line(format!(
            "{modifier} int of{at}(int a, int b) {{ {body} }}"
        )));
    }
    for at in 0..dice.between(1, 3) {
        let body = (0..dice.between(1, 2))
            .map(|k| statement(dice, &format!("{at}{k}")))
            .collect();
        members.push(method(
            format!("int run{at}(int n, int m, int[] a, int[][] b, List<Integer> xs)"),
            body,
        ));
    }
    members
}

fn statement(dice: &mut Random, name: &str) -> Statement {
    let helper = format!("of{}", dice.roll(2));
    let limit = dice.pick_of(&LIMITS).replace('@', &helper);
    let body = vec![work(dice)];
    match dice.roll(7) {
        0 => Statement::block(
            format!("{{ int to{name} = {limit};"),
            vec![loop_to(
                dice,
                &format!("i{name}"),
                &format!("to{name}"),
                body,
            )],
        ),
        1 => Statement::block(
            format!("{{ int from{name} = {helper}(n, 0); int end{name} = {limit};"),
            vec![Statement::block(
                format!("while (from{name} < end{name}) {{"),
                vec![line(format!("from{name}++; end{name}--;")), body[0].clone()],
            )],
        ),
        2 => Statement::block(
            format!("for (int i{name} = {helper}(m, n); i{name} < {limit}; i{name}++) {{"),
            body,
        ),
        3 => Statement::block(
            format!("for (int i{name} = 0; i{name} < n; i{name}++) {{"),
            vec![loop_to(
                dice,
                &format!("j{name}"),
                &format!("{helper}(i{name}, m)"),
                body,
            )],
        ),
        4 => loop_to(dice, &format!("i{name}"), &limit, body),
        _ => line(dice.pick_of(&AGAIN).replace('#', name)),
    }
}
