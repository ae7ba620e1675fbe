//! Methods whose code is not followed: their prices, and what is said about them.

use serde_json::Value;
use crate::support::{Folder, jouled};

const PRICES: &str = include_str!("../../../model-data/library/natives.json");

const LIMITS: &str = include_str!("../../../model-data/library/limits.json");
const NOT_FOLLOWED: &str = include_str!("../../../model-data/library/not_followed.json");
const RETURNS: &str = include_str!("../../../model-data/library/returns.json");

const PROGRAM: &str = "\
class Clock {
    static long now() { return System.nanoTime(); }
    static boolean is(Class<?> kind, Object object) { return kind.isInstance(object); }
    static boolean twice(Class<?> kind, Object object) { return is(kind, object) && is(kind, null); }
    //@ energy <= 1 J @ 0.99;
    static boolean cheap(Class<?> kind, Object object) { return is(kind, object); }
    //@ energy <= 1 J @ 0.99;
    static long alone() { return now(); }
}
";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_prices_follow_their_schema() {
    let schema = json(include_str!("../../../model-data/library.schema.json"));
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for prices in [json(PRICES), json(NOT_FOLLOWED), json(LIMITS), json(RETURNS)] {
        let problems: Vec<String> = validator
            .iter_errors(&prices)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(problems, Vec::<String>::new());
        for section in [
            "/methods",
            "/unknown_receiver",
            "/unknown_receiver_limit",
            "/limits/methods",
        ] {
            let methods = prices.pointer(section).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let mut names: Vec<&str> = methods
                .iter()
                .filter_map(|method| method["method"].as_str())
                .collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), methods.len(), "a method has two prices");
        }
    }
    let prices = json(PRICES);
    for (place, wrong) in [
        ("/methods/0/bound", json("\"exact\"")),
        ("/methods/0/bound", json("\"estimate\"")),
        ("/methods/0/cost/0/events/0/count", json("-1")),
        ("/methods/0/method", json("\"nanoTime\"")),
    ] {
        let mut prices = prices.clone();
        *prices.pointer_mut(place).expect("a place") = wrong;
        assert!(!validator.is_valid(&prices), "{place}");
    }
}

/// The price of a regular expression is that of one with 64 parts.
#[test]
fn an_estimate_of_a_maximum_is_an_order_of_magnitude() {
    let folder = Folder::new();
    folder.write(
        "T.java",
        b"class T { static Object make(String s) { return java.util.regex.Pattern.compile(s); } }",
    );
    let run = jouled(&[
        "report",
        folder.path(),
        "--calls",
        "all",
        "--format",
        "json",
    ]);
    let methods = json(&run.stdout)["methods"].clone();
    let mut methods = methods.as_array().expect("methods").iter();
    let made = methods.find(|method| method["method"] == "make");
    assert_eq!(made.expect("the method")["typical"]["kind"], "open");
}

#[test]
fn explain_says_as_what_a_native_method_is_priced() {
    let folder = Folder::new();
    folder.write("Clock.java", PROGRAM.as_bytes());
    let explain = |method: &str, format: &str| {
        let run = jouled(&[
            "explain",
            method,
            folder.path(),
            "--calls",
            "project",
            "--format",
            format,
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let now = json(&explain("Clock.now", "json"));
    let call = &now["tree"]["calls"][0];
    assert_eq!(call["priced_as"]["method"], "java.lang.System.nanoTime");
    assert_eq!(call["priced_as"]["is_estimate"], false);
    assert_eq!(now["rests_on"], json("[]"));
    let text = explain("Clock.now", "text");
    assert!(
        text.contains("priced as a call that reads four words of the clock"),
        "{text}"
    );
    // An estimate is an assumption, which callers inherit.
    for method in ["Clock.is", "Clock.twice"] {
        let explained = json(&explain(method, "json"));
        let rests_on = &explained["rests_on"];
        assert_eq!(rests_on.as_array().map(Vec::len), Some(1), "{rests_on}");
        assert_eq!(rests_on[0]["kind"], "estimated");
        assert_eq!(rests_on[0]["method"], "Class.isInstance");
        assert_eq!(
            rests_on[0]["text"],
            "the class has at most eight supertypes"
        );
    }
    let text = explain("Clock.is", "text");
    assert!(
        text.contains("priced as about a search through eight supertypes"),
        "{text}"
    );
    assert!(
        text.contains("the class has at most eight supertypes"),
        "{text}"
    );
}

#[test]
fn a_contract_that_needs_an_estimate_says_so() {
    let folder = Folder::new();
    folder.write("Clock.java", PROGRAM.as_bytes());
    let check = |more: &[&str]| jouled(&[&["check", folder.path()], more].concat());
    let run = check(&["--calls", "project"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    // The verdict is on the line above the contract.
    let verdict = |method: &str| {
        let before = run.stdout.split(method).next().unwrap_or_default();
        before.lines().rev().nth(1).unwrap_or_default().to_owned()
    };
    let assumed = "assuming that the class has at most eight supertypes";
    assert!(verdict("Clock.cheap").contains(assumed), "{}", run.stdout);
    assert!(
        !verdict("Clock.alone").contains("assuming"),
        "{}",
        run.stdout
    );
    let strict = check(&["--calls", "project", "--strict"]);
    assert_eq!(strict.code, 4, "{}", strict.stdout);
}

#[test]
fn the_least_of_a_call_is_not_taken_from_a_given_price() {
    let folder = Folder::new();
    folder.write("Clock.java", PROGRAM.as_bytes());
    let run = jouled(&[
        "report",
        folder.path(),
        "--calls",
        "project",
        "--format",
        "json",
    ]);
    let report = json(&run.stdout);
    let methods = report["methods"].as_array().expect("methods");
    let of = |name: &str| {
        let mut methods = methods.iter();
        let method = methods.find(|method| method["method"] == name);
        method.unwrap_or_else(|| panic!("{name} is not in the report"))
    };
    let now = of("now");
    let (worst, least, own) = (
        now["worst"]["energy"]["mean"].as_f64().expect("a number"),
        now["best"]["mean"].as_f64().expect("a number"),
        now["worst"]["own"]["mean"].as_f64().expect("a number"),
    );
    assert!(
        least <= own * 1.000_001 && own < worst,
        "{least} {own} {worst}"
    );
}

/// Everyday calls of the JDK whose code has a rare branch that nothing bounds.
#[test]
fn everyday_calls_have_a_worst_case_with_few_conditions() {
    let folder = Folder::new();
    let program = "import java.io.*; import java.nio.charset.StandardCharsets;
class Everyday {
    static String lower(String s) { return s.toLowerCase(); }
    static String upper(String s) { return s.toUpperCase(); }
    static byte[] bytes(String s) { return s.getBytes(StandardCharsets.UTF_8); }
    static int first(String s) throws IOException { try (FileInputStream in = new FileInputStream(s)) { return in.read(); } }
}";
    let file = folder.write("Everyday.java", program.as_bytes());
    let run = jouled(&["report", "--format", "json", "--calls", "all", &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = json(&run.stdout);
    for (name, condition) in [
        ("lower", "no special letters"),
        ("upper", "no special letters"),
        ("bytes", "UTF-8 or US-ASCII"),
        ("first", "a file that is closed has no channel"),
    ] {
        let methods = report["methods"].as_array().expect("methods");
        let method = methods.iter().find(|one| one["method"] == name);
        let worst = &method.expect("the method")["worst"];
        assert!(!worst["formula"].is_null(), "{name}: {}", worst["why_not"]);
        assert_eq!(worst["unpriced"], json("[]"), "{name}");
        let conditions = worst["rests_on"].as_array().expect("conditions");
        let of = |one: &Value| one["text"].as_str().unwrap_or_default().contains(condition);
        assert!(conditions.iter().any(of), "{name}: {conditions:#?}");
    }
}

#[test]
fn a_limit_is_named_beside_the_worst_case_that_it_gives() {
    let folder = Folder::new();
    let program = "class Limited { static String[] parts(String s) { return s.split(\",\"); } }";
    folder.write("Limited.java", program.as_bytes());
    let run = jouled(&["report", "--format", "json", "--calls", "all", folder.path()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = json(&run.stdout);
    let methods = report["methods"].as_array().expect("methods");
    let method = methods.iter().find(|one| one["method"] == "parts");
    let worst = &method.expect("the method")["worst"];
    let formula = worst["formula"].as_str().expect("a formula");
    assert!(formula.contains("s.length()"), "{formula}");
    let rests_on = worst["rests_on"].as_array().expect("conditions");
    let condition = rests_on[0]["text"].as_str().expect("a text");
    assert_eq!(rests_on.len(), 1, "{rests_on:#?}");
    assert!(condition.contains("measured and not proved"), "{condition}");
    let explained = |format: &str| {
        let run = jouled(&["explain", "Limited.parts", folder.path(), "--calls", "all", "--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let call = json(&explained("json"))["tree"]["calls"][0].clone();
    assert_eq!(call["priced_as"]["is_limit"], true, "{call:#}");
    assert_eq!(call["priced_as"]["is_estimate"], true);
    let text = explained("text");
    let remark = "limited by an estimate of its worst case: a search at each character";
    assert!(text.contains(remark), "{text}");
}
