//! How a new, removed or renamed class changes the typical energy of calls that it may answer.

use serde_json::Value;
use crate::support::git::{commits, diff_in};

const TEXT: &str = "interface S { long s(int n); }
class T implements S { public long s(int n) { return n + 1; } }
class U implements S { public long s(int n) { return n + 2; } }
class A {
    static long any(S one, int n) { return one.s(n); }
    static long known(int n) { return any(new T(), n); }
    static long none(int n) { return n * 3; }
}
";

/// About a hundred times as expensive as the others.
const DEAR: &str = "class D implements S { public long s(int n) { long s = 0; for (int i = 0; i < 100; i++) s += i * n; return s; } }";

/// The ratio of head to base for each method whose typical energy changed.
fn factors(base: &str, head: &str) -> (i32, Vec<(String, f64)>) {
    let folder = commits(&[("A.java", base)], &[("A.java", head)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let changes = comparison["changes"].as_array().expect("changes").iter();
    let factors = changes.filter_map(|change| {
        let [before, after] = ["base", "head"].map(|side| change[side]["mean"].as_f64());
        let name = change["method"].as_str().expect("a name").to_owned();
        Some((name, after? / before?))
    });
    let factors = factors.filter(|(_, factor)| (factor - 1.0).abs() > 1e-9);
    (run.code, factors.collect())
}

#[test]
fn one_that_is_new_and_expensive_is_a_regression_of_calls_that_it_may_answer() {
    let (code, found) = factors(TEXT, &format!("{TEXT}{DEAR}"));
    let [(name, factor)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((code, &name[..]), (3, "any"));
    assert!(*factor > 1.2, "{factor}");
}

#[test]
fn the_second_one_counts_as_the_third_does() {
    let one = TEXT.replace("class U implements S", "class U");
    let (code, found) = factors(&one, &format!("{one}{DEAR}"));
    assert_eq!((code, found.len()), (3, 1), "{found:?}");
}

#[test]
fn one_that_inherits_its_code_counts_as_one_that_has_its_own() {
    // The methods that may run are the same in both states.
    let base = format!("{TEXT}{DEAR}");
    let (code, found) = factors(&base, &format!("{base} class E extends D {{ }}"));
    let [(name, factor)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!((code, &name[..]), (3, "any"));
    assert!(*factor > 1.2, "{factor}");
}

#[test]
fn an_implementation_added_to_forty_still_counts() {
    let more = (0..40).map(|n| {
        format!("class C{n} implements S {{ public long s(int n) {{ return n + {n}; }} }}\n")
    });
    let base = format!("{TEXT}{}", more.collect::<String>());
    let (_, found) = factors(&base, &format!("{base}{DEAR}"));
    let any = found.iter().find(|(name, _)| name == "any");
    assert!(any.is_some_and(|(_, factor)| *factor > 1.0), "{found:?}");
}

#[test]
fn a_lambda_counts_as_a_class_does() {
    let lambda = "class L { S s = n -> { long s = 0; for (int i = 0; i < 100; i++) s += i * n; return s; }; }";
    let (code, found) = factors(TEXT, &format!("{TEXT}{lambda}"));
    assert_eq!((code, found.len()), (3, 1), "{found:?}");
}

#[test]
fn a_removed_implementation_is_no_regression() {
    let (code, found) = factors(&format!("{TEXT}{DEAR}"), TEXT);
    assert_eq!((code, found.len()), (0, 1), "{found:?}");
    assert!(found[0].1 < 0.9, "{found:?}");
}

#[test]
fn an_unrelated_class_and_another_name_change_nothing() {
    let unrelated = DEAR.replace(" implements S", "");
    assert_eq!(factors(TEXT, &format!("{TEXT}{unrelated}")), (0, vec![]));
    let base = format!("{TEXT}{DEAR}");
    for name in ["class Zed", "class Aaa"] {
        assert_eq!(factors(&base, &base.replace("class D", name)), (0, vec![]));
    }
}

#[test]
fn whatever_may_be_passed_as_a_type_of_the_jdk_changes_nothing() {
    let text = "class P { int x; public int hashCode() { return x * 31; } }
    class A {
        static int hash(Object any) { return any.hashCode(); }
        static String text(Object any) { return any.toString(); }
        static <T extends Comparable<T>> int order(T one, T two) { return one.compareTo(two); }
        static void run(Runnable task) { task.run(); }
        static Runnable nothing = () -> { };
    }
    class Q implements Comparable<Q> { int x; public int compareTo(Q other) { return x - other.x; } }";
    for added in [
        "class D { long z(int n) { return n * n; } }",
        "record D(int a, String b) { }",
        "enum D { X, Y }",
        "class D { int[] k; public int hashCode() { int s = 0; for (int i : k) s += i; return s; } }",
        "class D implements Comparable<D> { int[] k; public int compareTo(D o) { int s = 0; for (int i : k) s += i; return s; } }",
        "class D { Runnable r = () -> { long s = 0; for (int i = 0; i < 1000; i++) s += i; }; }",
    ] {
        assert_eq!(
            factors(text, &format!("{text}{added}")),
            (0, vec![]),
            "{added}"
        );
    }
}

#[test]
fn what_runs_in_both_states_runs_as_often_in_both() {
    // Without a comparison, longer code runs less often.
    let base = format!("{TEXT}{DEAR}");
    let longer = base.replace("long s = 0;", "if (n == -7) throw new Error(); long s = 0;");
    let (_, found) = factors(&base, &longer);
    let any = found.iter().find(|(name, _)| name == "any");
    let (_, factor) = any.expect("it calls the method that is longer");
    assert!(*factor > 1.0, "{found:?}");
}

/// `S` with forty more implementations, one of which repeats this often.
fn forty(repeats: u32) -> String {
    let more = (0..40).map(|class| {
        let body = match class {
            7 => format!("long s = 0; for (int i = 0; i < {repeats}; i++) s += i * n; return s;"),
            _ => format!("return n + {class};"),
        };
        format!("class C{class} implements S {{ public long s(int n) {{ {body} }} }}\n")
    });
    format!("{TEXT}{}", more.collect::<String>())
}

/// The factor by which a method grows.
fn factor_of(found: &[(String, f64)], name: &str) -> f64 {
    let of_method = found.iter().find(|(method, _)| method == name);
    of_method.unwrap_or_else(|| panic!("{name}: {found:?}")).1
}

#[test]
fn one_of_forty_that_grows_does_not_lose_its_calls() {
    let (code, found) = factors(&forty(1), &forty(60_000));
    assert!(factor_of(&found, "s") > 10_000.0, "{found:?}");
    assert!(factor_of(&found, "any") > 100.0, "{found:?}");
    assert_eq!(code, 3, "{found:?}");
}

#[test]
fn one_that_overrides_what_it_inherited_does_not_lose_its_calls() {
    let base = format!("{} class E extends C8 {{ }}", forty(1));
    let own = "class E extends C8 { public long s(int n) { long s = 0; for (int i = 0; i < 60000; i++) s += i * n; return s; } }";
    let head = base.replace("class E extends C8 { }", own);
    let (code, found) = factors(&base, &head);
    assert!(factor_of(&found, "any") > 100.0, "{found:?}");
    assert_eq!(code, 3, "{found:?}");
}

#[test]
fn one_that_grows_in_a_recursion_does_not_lose_its_calls() {
    // Each node calls its children, so the choice and its targets form a group.
    let node = |repeats: u32| {
        let base = forty(repeats);
        format!("{base} class N implements S {{ S[] of; public long s(int n) {{ long s = 0; for (S one : of) s += one.s(n); return s; }} }}")
    };
    let (_, found) = factors(&node(1), &node(60_000));
    assert!(factor_of(&found, "any") > 100.0, "{found:?}");
    // Another class makes jouled compute everything again, with the same result.
    let more = format!("{} class Zed {{ int z; }}", node(9));
    assert_eq!(factors(&node(9), &more), (0, vec![]));
}

#[test]
fn lambdas_and_anonymous_classes_that_change_places_change_nothing() {
    let dear = "{ long s = 0; for (int i = 0; i < 60000; i++) s += i * n; return s; }";
    let class = |fields: [&str; 2]| {
        let fields = fields.concat();
        format!("interface S {{ long s(int n); }} class A {{ {fields} static long any(S one, int n) {{ return one.s(n); }} }}")
    };
    let lambdas = ["static S f = n -> n + 1;", &format!("static S g = n -> {dear};")];
    let swapped = [lambdas[1], lambdas[0]];
    assert_eq!(factors(&class(lambdas), &class(swapped)), (0, vec![]));
    let body = |body: &str| format!("new S() {{ public long s(int n) {body} }};");
    let (cheap, dear) = (body("{ return n + 1; }"), body(dear));
    let anonymous = [&format!("static S f = {cheap}")[..], &format!("static S g = {dear}")];
    let swapped = [anonymous[1], anonymous[0]];
    assert_eq!(factors(&class(anonymous), &class(swapped)), (0, vec![]));
    // A new one renumbers the others.
    let more = format!("static S h = {cheap}");
    let base = class(anonymous);
    let (_, found) = factors(&base, &base.replacen("static S f", &format!("{more} static S f"), 1));
    assert!(factor_of(&found, "any") < 1.5, "{found:?}");
}

#[test]
fn a_method_that_becomes_synchronized_costs_its_lock() {
    let base = "class A { int k; void g() { k++; } void f(int n) { for (int i = 0; i < n; i++) g(); } }";
    let head = base.replace("void g", "synchronized void g");
    let (code, found) = factors(base, &head);
    assert_eq!((code, found.len()), (3, 2), "{found:?}");
    // As much as a synchronized block.
    let block = base.replace("k++;", "synchronized (this) { k++; }");
    let (_, of_block) = factors(base, &block);
    let [method, block] = [&found, &of_block].map(|found| factor_of(found, "g"));
    assert!((method / block - 1.0).abs() < 0.3, "{method} {block}");
}
