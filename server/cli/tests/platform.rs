//! The conditions of the JVM that every number relies on, and code that ends them.

use serde_json::{Value, json};
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
class Asks {
    static String system() { return System.getProperty(\"os.name\"); }
    static String any(String key) { return System.getProperty(key); }
    static int nothing() { return 1; }
}
";

fn report(folder: &Folder) -> Value {
    let run = jouled(&[
        "report",
        "--format",
        "json",
        "--calls",
        "all",
        folder.path(),
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn worst<'r>(report: &'r Value, name: &str) -> &'r Value {
    let methods = report["methods"].as_array().expect("methods");
    let method = methods.iter().find(|method| method["method"] == name);
    &method.expect("a method")["worst"]
}

#[test]
fn it_is_told_at_the_beginning_and_by_name_where_it_is_needed() {
    let folder = Folder::new();
    folder.write("Asks.java", PROGRAM.as_bytes());
    let report = report(&folder);
    let names: Vec<&Value> = (report["platform"].as_array().expect("a list").iter())
        .map(|condition| &condition["name"])
        .collect();
    assert_eq!(
        names,
        ["no_security_manager", "own_properties", "stack_traces", "initialised_classes"]
    );
    let needed = json!([
        "no_security_manager",
        "own_properties",
        "initialised_classes"
    ]);
    for name in ["system", "any"] {
        assert_eq!(worst(&report, name)["rests_on"], json!([]), "{name}");
        assert_eq!(worst(&report, name)["platform"], needed, "{name}");
    }
    let formula = worst(&report, "any")["formula"].as_str();
    assert!(formula.expect("a formula").contains("key.length()"));
    assert_eq!(worst(&report, "system")["formula"], Value::Null);
    assert_eq!(worst(&report, "nothing")["platform"], Value::Null);
    let run = jouled(&["explain", "--calls", "all", "Asks.system", folder.path()]);
    for part in [
        "taken for granted about the virtual machine",
        "no security manager is installed",
    ] {
        assert!(run.stdout.contains(part), "{}", run.stdout);
    }
}

#[test]
fn code_that_may_end_it_makes_it_an_assumption() {
    for (call, ended, left) in [
        (
            "System.setProperties(new java.util.Properties());",
            "the system properties are in the JDK's own table",
            "no_security_manager",
        ),
        (
            "System.setSecurityManager(null);",
            "no security manager is installed",
            "own_properties",
        ),
        (
            "java.util.function.Consumer<java.util.Properties> c = System::setProperties; c.accept(null);",
            "the system properties are in the JDK's own table",
            "no_security_manager",
        ),
    ] {
        let folder = Folder::new();
        folder.write("Asks.java", PROGRAM.as_bytes());
        let text = format!("class Ends {{ static void f() {{ {call} }} }}");
        folder.write("Ends.java", text.as_bytes());
        let report = report(&folder);
        let system = worst(&report, "system");
        let needed = json!([left, "initialised_classes"]);
        assert_eq!(system["platform"], needed, "{call}");
        let rests_on = system["rests_on"].as_array().expect("a list");
        let texts: Vec<&str> = rests_on
            .iter()
            .filter_map(|one| one["text"].as_str())
            .collect();
        assert!(
            matches!(texts[..], [text] if text.starts_with(ended)),
            "{call}: {texts:?}"
        );
    }
}

#[test]
fn a_method_of_the_jdk_that_a_subclass_overrides_is_a_condition_of_what_may_call_it() {
    let program = "\
import java.util.Stack;
class Overrides {
    static class Slow extends Stack<Integer> {
        public synchronized int size() { int s = 0; for (int i = 0; i < 100_000; i++) s += i; return s; }
    }
    static boolean asks(Slow s) { return s.empty(); }
    static boolean asksAny(Stack<Integer> s) { return s.empty(); }
    static boolean asksNew() { return new Stack<Integer>().empty(); }
    static boolean readsField(Slow s) { return s.isEmpty(); }
    static class Told extends RuntimeException {
        Told(String message) { super(message); }
        public String getMessage() { return \"told\"; }
        public synchronized Throwable fillInStackTrace() { return this; }
    }
    static Object throwable() { return new Told(\"x\"); }
}
";
    let folder = Folder::new();
    folder.write("Overrides.java", program.as_bytes());
    let report = report(&folder);
    let condition = "the code of Stack does not call size, which a subclass overrides";
    for (name, needs) in [
        ("asks", true),
        ("asksAny", true),
        ("asksNew", false),
        ("readsField", false),
    ] {
        let rests_on = worst(&report, name)["rests_on"].to_string();
        assert_eq!(rests_on.contains(condition), needs, "{name}: {rests_on}");
    }
    let rests_on = worst(&report, "throwable")["rests_on"].to_string();
    let condition = "the code of RuntimeException does not call fillInStackTrace, which a subclass";
    assert!(rests_on.contains(condition), "{rests_on}");
}
