//! How calls with known arguments end: the exceptions that the machine throws, in a method and in what it calls.

#![allow(clippy::expect_used, reason = "a test may panic")]

use crate::support::compile_all;
use calls::{NoLibrary, Prices, Unit, UnitClass, UnitKind};
use posterior::Posterior;
use pricing::{Mapping, Pricer};
use std::sync::Arc;
use wcec::Known::{self, Array, Null, Number, Object};
use wcec::LeastEnd;

const TEXT: &str = "class Fixture {
    static class Node { int value; Node next; }
    static int quotient(int n) { return 7 / n; }
    static int remainder(long n) { return (int) (7 % n); }
    static int between(int n) { int s = 0; for (int i = 0; i < n; i++) { s += 100 / (i - 20); } return s; }
    static int array(int n) { return new int[n].length; }
    static int arrays(int n) { return new int[3][n - 5].length; }
    static int none() { String text = null; return text.hashCode(); }
    static int element(int[] xs, int n) { int s = 0; for (int i = 0; i < n; i++) { s += xs[i]; } return s; }
    static int before(int[] xs) { int s = 0; for (int i = 0; i < xs.length; i++) { s += xs[i - 1]; } return s; }
    static int behind(int[] xs) { int s = 0; for (int i = 0; i <= xs.length; i++) { s += xs[i]; } return s; }
    static int each(int[] xs) { int s = 0; for (int x : xs) { s += x; } return s; }
    static int last(int[] xs) { int s = 0; for (int i = xs.length - 1; i >= 0; i--) { s += xs[i]; } return s; }
    static int middle(int[] xs, int x) {
        int low = 0, high = xs.length - 1;
        while (low <= high) {
            int at = (low + high) >>> 1;
            if (xs[at] < x) { low = at + 1; } else { high = at - 1; }
        }
        return low;
    }
    static int letters(char[] text) { int[] of = new int[65536]; for (char c : text) { of[c]++; } return of[0]; }
    static int cast(Object o) { return ((Node) new Object()).value; }
    static int narrowed(int n) { Object o = Integer.valueOf(n); return ((String) o).length(); }
    static int linked() { Node node = new Node(); return node.next.value; }
    static int given(Node node) { return node.next.value; }
    static int locked() { synchronized ((Object) null) { return 1; } }
    static int caught() { int n = 0; try { return 1 / n; } catch (ArithmeticException e) { return 2; } }
    static int refused(int n) { if (n < 0) { throw new IllegalArgumentException(); } return n; }
    static int get(int[] xs, int i) { return xs[i]; }
    static int got(int n) { return get(new int[10], n); }
    static int passed(int n) { return quotient(n - 3); }
    static Node absent(int n) { return n > 3 ? null : new Node(); }
    static int found(int n) { return absent(n).value; }
    static int counted(int n) { return n <= 0 ? quotient(n + 1) : counted(n - 1); }
    static int deep(int n) { return n <= 0 ? quotient(n) : deep(n - 1); }
}";

const ANY: Option<Known> = Some(Object);

#[test]
fn a_call_returns_if_nothing_on_its_way_throws() {
    let read = |bytes| Arc::new(UnitClass::read(bytes).expect("a class"));
    let classes = compile_all(TEXT).into_iter().map(read).collect();
    let unit = Unit::new(classes, Arc::new(NoLibrary), UnitKind::Project);
    let pricer = Pricer::new(Arc::new(Posterior::default_model()), Mapping::default());
    let prices = Arc::new(Prices::of_natives(&pricer));
    let summaries = unit.summarise(&pricer, &prices);
    let mut headers = unit.headers();
    let header = headers
        .find(|header| &*header.name == "Fixture")
        .expect("the class");
    let cases: &[(&str, &[Option<Known>], bool)] = &[
        ("quotient", &[Some(Number(0))], false),
        ("quotient", &[Some(Number(3))], true),
        ("quotient", &[None], false),
        ("remainder", &[None], false),
        ("between", &[Some(Number(20))], true),
        ("between", &[Some(Number(21))], false),
        ("array", &[Some(Number(0))], true),
        ("array", &[Some(Number(-1))], false),
        ("arrays", &[Some(Number(5))], true),
        ("arrays", &[Some(Number(4))], false),
        ("none", &[], false),
        ("element", &[ANY, Some(Number(1000))], true),
        ("element", &[Some(Array(1000)), Some(Number(1000))], true),
        ("element", &[Some(Array(999)), Some(Number(1000))], false),
        ("element", &[Some(Null), Some(Number(3))], false),
        ("before", &[Some(Array(10))], false),
        ("behind", &[Some(Array(10))], false),
        ("each", &[Some(Array(10))], true),
        ("each", &[ANY], true),
        ("last", &[Some(Array(10))], true),
        ("middle", &[Some(Array(10)), None], true),
        ("letters", &[ANY], true),
        ("cast", &[ANY], false),
        ("narrowed", &[None], false),
        ("linked", &[], false),
        ("given", &[ANY], true),
        ("locked", &[], false),
        ("caught", &[], false),
        ("refused", &[Some(Number(-1))], false),
        ("refused", &[Some(Number(1))], true),
        ("got", &[Some(Number(9))], true),
        ("got", &[Some(Number(10))], false),
        ("passed", &[Some(Number(3))], false),
        ("passed", &[Some(Number(4))], true),
        ("found", &[Some(Number(3))], true),
        ("found", &[Some(Number(4))], false),
        ("counted", &[Some(Number(9))], true),
        ("deep", &[Some(Number(9))], false),
    ];
    for (name, arguments, returns) in cases {
        let mut methods = header.methods.iter();
        let method = methods.find(|method| &*method.name == *name);
        let descriptor = &method.expect("the method").descriptor;
        let of = ("Fixture", *name, &**descriptor);
        let least = summaries.best_case_of(&unit, &pricer, of, arguments.to_vec());
        let end = least.expect("a cheapest path").end;
        assert_eq!(
            end == LeastEnd::Returns,
            *returns,
            "{name} {arguments:?}: {end:?}"
        );
    }
}
