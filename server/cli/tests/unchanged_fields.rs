//! Fields that callees do not change: known if the callees are visible, and assumed if not.

use serde_json::Value;
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
class Held {
    int size;
    Object[] items = new Object[8];
    int loop() { int s = 0; for (int i = 0; i < size; i++) { s += i; } return s; }

    int known_other_class() { Helper.look(1); return loop(); }
    int known_other_field() { Helper.rename(this); return loop(); }
    int known_two_levels() { Helper.through(1); return loop(); }
    int known_library(int a) { Math.max(a, 1); return loop(); }
    int assumed_written() { Helper.grow(this); return loop(); }
    int assumed_written_two_levels() { Helper.deep(this); return loop(); }
    int assumed_written_by_partner(int n) { Helper.even(this, n); return loop(); }
    int assumed_callback(Runnable task) { task.run(); return loop(); }
    int assumed_handed_on(Runnable task) { Helper.call(task); return loop(); }
    int assumed_replaceable(Open open) { open.touch(this); return loop(); }
}
class Helper {
    String name;
    static int look(int a) { return a + 1; }
    static int through(int a) { return look(a); }
    static void rename(Held held) { new Helper().name = \"x\"; }
    static void grow(Held held) { held.size++; }
    static void deep(Held held) { grow(held); }
    static void even(Held held, int n) { if (n > 0) { Partner.odd(held, n - 1); } }
    static void call(Runnable task) { task.run(); }
}
class Partner {
    static void odd(Held held, int n) { held.size++; if (n > 0) { Helper.even(held, n - 1); } }
}
class Open { void touch(Held held) { } }
class Writing extends Open { void touch(Held held) { held.size++; } }
";

#[test]
fn a_field_is_assumed_unchanged_only_where_a_callee_may_write_it() {
    let folder = Folder::new();
    folder.write("Held.java", PROGRAM.as_bytes());
    let run = jouled(&[
        "report",
        folder.path(),
        "--format",
        "json",
        "--calls",
        "all",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let mut checked = 0;
    for method in report["methods"].as_array().expect("methods") {
        let name = method["method"].as_str().expect("a name");
        let rests_on = method["worst"]["rests_on"].as_array().expect("a list");
        let is_assumed = rests_on.iter().any(|one| one["kind"] == "field_unchanged");
        // A symbol that a caller cannot name is as careful as an assumption.
        let is_counted = rests_on.iter().any(|one| one["kind"] == "count");
        match name.split_once('_') {
            Some(("known", _)) => assert!(!is_assumed && !is_counted, "{name}: {rests_on:?}"),
            Some(("assumed", _)) => assert!(is_assumed || is_counted, "{name}: {rests_on:?}"),
            _ => continue,
        }
        checked += 1;
    }
    assert_eq!(checked, 10);
}

const PASSED: &str = "\
class Older {
    int n;
    void step() { int s = 0; for (int i = 0; i < 20; i++) { s += i; } }
    void own(Runnable r) { n = 5; r.run(); for (int i = 0; i < n; i++) { step(); } }
    static void passed(Older o, Runnable r) { o.n = 5; r.run(); for (int i = 0; i < o.n; i++) { o.step(); } }
    static void indirect(Older o, Runnable r) { passed(o, r); }
    Older() { }
    Older(Runnable r, Older o) { o.n = 5; r.run(); for (int i = 0; i < o.n; i++) { o.step(); } }
    static class Setter implements Runnable {
        final Older o;
        Setter(Older o) { this.o = o; }
        public void run() { o.n = 1000; }
    }
    static class Stepper implements Runnable {
        final Older o;
        Stepper(Older o) { this.o = o; }
        public void run() { o.step(); }
    }
    void set() { n = 1000; }
    //@ energy <= 50 uJ;
    void kept_lambda() { own(() -> step()); }
    //@ energy <= 50 uJ;
    static void kept_object(Older o) { passed(o, new Stepper(o)); }
    //@ energy <= 50 uJ;
    void changed_lambda(int k) { own(() -> n = k); }
    //@ energy <= 50 uJ;
    static void changed_captured(int k) { Older o = new Older(); passed(o, () -> o.n = k); }
    //@ energy <= 50 uJ;
    static void changed_perhaps(Older o, int k) { passed(o, () -> { if (k > 7) { o.n = k; } }); }
    //@ energy <= 50 uJ;
    static void changed_object(Older o) { passed(o, new Setter(o)); }
    //@ energy <= 50 uJ;
    static void changed_reference(Older o) { passed(o, o::set); }
    //@ energy <= 50 uJ;
    static void changed_indirect(Older o) { indirect(o, new Setter(o)); }
    //@ energy <= 50 uJ;
    static void changed_constructor(Older o, int k) { new Older(() -> o.n = k, o); }
}
";

#[test]
fn a_contract_does_not_assume_what_the_passed_code_breaks() {
    let folder = Folder::new();
    folder.write("Older.java", PASSED.as_bytes());
    let run = jouled(&["check", "--calls", "project", "--format", "json", folder.path()]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let contracts = report["contracts"].as_array().expect("contracts");
    assert_eq!(contracts.len(), 9);
    for contract in contracts {
        let method = contract["method"].as_str().expect("a name");
        let expected = if method.contains("kept_") { "met" } else { "undecided" };
        assert_eq!(contract["outcome"], expected, "{contract}");
        let message = contract["message"].as_str().expect("a message");
        assert_eq!(
            message.contains("its bound needs a field that the passed code changes"),
            method.contains("changed_"),
            "{message}"
        );
    }
}
