//! Callees whose cost falls as their arguments grow, in loops that pass each value.

use super::statements::{line, loop_to, method, work};
use crate::random::Random;
use crate::syntax::Statement;

pub(super) fn members(dice: &mut Random) -> Vec<Statement> {
    let mut members = vec![helper(dice, "part"), helper_of_array(dice, "pass")];
    members.push(through(dice));
    for at in 0..dice.between(1, 3) {
        let calls = (0..dice.between(1, 2)).map(|_| call(dice)).collect();
        let to = *dice.pick_of(&["n", "a.length", "(n & 15)"]);
        let mut body = vec![loop_to(dice, "i", to, calls)];
        if dice.once_in(3) {
            let inner = vec![line("s += part(i, j);")];
            let inner = loop_to(dice, "j", "i", inner);
            body.push(loop_to(dice, "i", "(n & 15)", vec![inner]));
        }
        members.push(method(format!("static int run{at}(int n, int[] a)"), body));
    }
    members
}

/// `part(i, n)` runs from i to n.
fn helper(dice: &mut Random, name: &str) -> Statement {
    let head = format!("static int {name}(int i, int n)");
    let body = match dice.roll(6) {
        0 => Statement::block("for (int j = i; j < n; j++) {", vec![work(dice)]),
        1 => Statement::block("for (int j = n; j > i; j--) {", vec![work(dice)]),
        2 => Statement::block("for (int j = i + 1; j <= n; j += 2) {", vec![work(dice)]),
        3 => Statement::block("while (i < n) {", vec![line("i++;"), work(dice)]),
        4 => Statement::block("for (int j = 0; j < n - i; j++) {", vec![work(dice)]),
        _ => {
            return line(format!(
                "{head} {{ return i >= n || n > 200 || i < -200 ? 0 : 1 + {name}(i + 1, n); }}"
            ));
        }
    };
    method(head, vec![body])
}

/// `pass(a, i)` iterates over the elements after i.
fn helper_of_array(dice: &mut Random, name: &str) -> Statement {
    let head = format!("static int {name}(int[] a, int i)");
    let body = match dice.roll(5) {
        0 => Statement::block("for (int j = i + 1; j < a.length; j++) {", vec![work(dice)]),
        1 => Statement::block("for (int j = a.length - 1; j > i; j--) {", vec![work(dice)]),
        2 => Statement::block(
            "for (int j = i; j < a.length; j++) {",
            vec![line("if (a[j] > s) s = a[j];")],
        ),
        3 => {
            return line(format!(
                "{head} {{ return i >= a.length ? 0 : a[i] + {name}(a, i + 1); }}"
            ));
        }
        _ => {
            return line(format!(
                "{head} {{ if (i >= a.length - 1) return 0; int rest = {name}(a, i + 1); return rest < a[i] ? rest : a[i]; }}"
            ));
        }
    };
    method(head, vec![body])
}

fn through(dice: &mut Random) -> Statement {
    let of = *dice.pick_of(&[
        "part(i, n)",
        "part(i + 1, n)",
        "pass(a, i)",
        "part(i, a.length)",
        "part(-i, n)",
    ]);
    line(format!(
        "static int through(int[] a, int i, int n) {{ return {of} + 1; }}"
    ))
}

fn call(dice: &mut Random) -> Statement {
    let of = *dice.pick_of(&[
        "part(i, n)",
        "part(i, n)",
        "pass(a, i)",
        "pass(a, i)",
        "through(a, i, n)",
        "part(n - i, n)",
        "part(i, n - i)",
        "part(2 * i, n)",
        "part(3, n)",
        "part(i / 2, n)",
        "part(i & 3, n)",
        "pass(a, i - 1)",
        "part(a.length - i, a.length)",
    ]);
    if dice.once_in(4) {
        return Statement::block("if ((s & 1) == 0) {", vec![line(format!("s += {of};"))]);
    }
    line(format!("s += {of};"))
}
