//! Fields that bound loops and that callees assign: private and static fields, and fields that others may assign.

use super::statements::{line, loop_to, method, work};
use crate::random::Random;
use crate::syntax::Statement;

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![line(
        "int size = 3; int[] data = {1, 2, 3}; static int limit = 5; Other other = new Other();",
    )];
    members.push(line("private void set(int to) { size = to; }"));
    members.push(line("private void grow(int by) { set(size + (by & 7)); }"));
    members.push(line(
        "private void fresh(int n) { data = new int[n & 15]; }",
    ));
    members.push(line("private static void raise(int n) { limit = n & 31; }"));
    members.push(line(
        "private static void put(int[] a, int n) { if (a.length > 0) a[0] = n & 63; }",
    ));
    members.push(line(
        "private int first() { int s = 0; for (int i = 0; i < data[0]; i++) s++; return s; }",
    ));
    members.push(line(
        "private int bumped() { return size < 20 ? size++ : size; }",
    ));
    members.push(line("void open(int n) { size = n; }"));
    members.push(line(
        "static class Other { int count; void add(int n) { count += n; } }",
    ));
    for at in 0..dice.between(1, 3) {
        let is_known = !dice.once_in(3);
        let body = (0..dice.between(1, 3)).flat_map(|k| {
            [
                setter(dice, is_known),
                user(dice, is_known, &format!("i{k}")),
            ]
        });
        let body: Vec<Statement> = body.collect();
        let name = if is_known {
            format!("known{at}")
        } else {
            format!("run{at}")
        };
        members.push(method(format!("int {name}(int n)"), body));
        if dice.once_in(2) {
            let call = *dice.pick_of(&["@(n)", "@(n + 1) + @(n)", "@(n & 15)", "n > 3 ? @(n) : 1"]);
            let call = call.replace('@', &name);
            let caller = if is_known {
                format!("knownCaller{at}")
            } else {
                format!("caller{at}")
            };
            members.push(line(format!("int {caller}(int n) {{ return {call}; }}")));
        }
    }
    members
}

fn setter(dice: &mut Random, is_known: bool) -> Statement {
    let known = [
        "set(n);",
        "grow(n);",
        "fresh(n);",
        "raise(n);",
        "if (n > 2) set(n * 2);",
        "s += bumped();",
        "set(20);",
        "this.fresh(31);",
        "put(data, n);",
        "if (data.length > 1) data[1] = n & 63;",
    ];
    let unknown = [
        "open(n);",
        "other.add(n & 15);",
        "open(17);",
        "other.count += n & 3;",
    ];
    let text = if is_known {
        *dice.pick_of(&known)
    } else {
        *dice.pick_of(&unknown)
    };
    if dice.once_in(4) {
        return Statement::block("for (int k = 0; k < 2; k++) {", vec![line(text)]);
    }
    line(text)
}

fn user(dice: &mut Random, is_known: bool, name: &str) -> Statement {
    let known = ["size", "data.length", "limit", "size + n", "size - 1"];
    let unknown = ["size", "other.count"];
    let to = if is_known {
        *dice.pick_of(&known)
    } else {
        *dice.pick_of(&unknown)
    };
    let mut body = vec![work(dice)];
    if is_known && dice.once_in(4) {
        body.push(line("s += bumped();"));
    }
    if is_known && dice.once_in(5) {
        return line("if (data.length > 0) s += first();");
    }
    if is_known && dice.once_in(5) {
        return Statement::block(
            format!("for (int {name} = 0; data.length > 0 && {name} < data[0]; {name}++) {{"),
            body,
        );
    }
    if is_known && dice.once_in(5) {
        return Statement::block(format!("for (int {name} : data) {{"), body);
    }
    loop_to(dice, name, to, body)
}
