//! Calls on objects whose creation is visible: in fields, in results of methods, and through the JDK's settled methods.

use serde_json::Value;
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
import java.util.*;
import java.util.function.*;
class Known {
    private final List<String> items = new ArrayList<>();
    private static Supplier<String> nothing = () -> null;
    final Supplier<String> constant = () -> \"x\";
    private final Supplier<String> given;
    private Supplier<String> twice = () -> \"a\";
    Supplier<String> open = () -> \"b\";
    private Supplier<String> fromInside = () -> \"c\";
    Known(Supplier<String> given) { this.given = given; }
    void change(Supplier<String> other) { twice = other; }
    static Supplier<String> none() { return nothing; }
    static Supplier<String> either(boolean b) { return b ? nothing : () -> \"y\"; }
    Supplier<String> replaceable() { return nothing; }
    class Inside { void write(Supplier<String> other) { fromInside = other; } }

    String known_field() { return constant.get(); }
    String known_result() { return none().get(); }
    String known_argument() { return ask(none()); }
    int known_list() { return items.size(); }
    String unknown_given() { return given.get(); }
    String unknown_written_twice() { return twice.get(); }
    String unknown_open() { return open.get(); }
    String unknown_written_from_inside() { return fromInside.get(); }
    String unknown_either(boolean b) { return ask(either(b)); }
    String unknown_replaceable() { return ask(replaceable()); }
    static String ask(Supplier<String> supplier) { return supplier.get(); }
}
";

/// A body that does not compile and writes the field.
const PARTIAL: &str = "\
import java.util.function.*;
class Partial {
    private Supplier<String> supplier = () -> \"x\";
    void change(Supplier<String> other) { supplier = other; int i = \"text\"; }
    String get() { return supplier.get(); }
}
";

const EVERYDAY: &str = "\
import java.util.*;
class Everyday {
    enum Kind { A, B }
    static String lower(String s) { return s.toLowerCase(); }
    static String format(String f, int a) { return String.format(f, a); }
    static String[] split(String s) { return s.split(\",\"); }
    static Object put(HashMap<String, String> m, String k) { return m.put(k, k); }
    static void sort(int[] a) { Arrays.sort(a); }
    static String number(double d) { return Double.toString(d); }
    static Object local(ThreadLocal<String> t) { return t.get(); }
    static Object kind(String s) { return Kind.valueOf(s); }
    static void print(String s) { System.out.println(s); }
    static int random(Random r) { return r.nextInt(5); }
    static String property() { return System.getProperty(\"java.home\"); }
    static Object computed(Map<String, Object> m, String k) { return m.computeIfAbsent(k, x -> heavy(40)); }
    static int heavy(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }
    static void putAll(Map<String, String> from) { Map<String, String> to = make(); to.putAll(from); }
    static Map<String, String> make() { return Math.random() < 0.5 ? new TreeMap<>() : new HashMap<>(); }
    static Optional<String> first(List<String> all) { return all.stream().filter(s -> s.isEmpty()).findFirst(); }
    static boolean any(String[] all, java.util.function.Predicate<String> p) { return Arrays.stream(all).anyMatch(p); }
    static int hash(HashMap<String, String> m) { return \"key\".hashCode() + Objects.hashCode(\"other\"); }
    static boolean nothing(CharSequence text) { for (int i = 0; i < text.length(); i++) if (text.charAt(i) != ' ') return false; return true; }
    static String part(String text, int from, int to) { return text.substring(from, to); }
    @interface Named { String value(); Class<?>[] types(); }
    static String named(Named n) { return n.value(); }
    static int types(Named[] all) { int s = 0; for (Named n : all) s += n.types().length; return s; }
    static Class<?> kindOf(java.lang.annotation.Annotation a) { return a.annotationType(); }
    static void log(java.util.logging.Logger l, String s) { l.info(s); }
    static String instant(java.time.Instant i) { return i.toString(); }
    static String decimal(java.text.DecimalFormat f, double d) { return f.format(d); }
}
";

/// The methods of a file, each with what its number lacks and what it assumes.
fn report(file: &str, program: &str) -> Vec<Value> {
    let folder = Folder::new();
    folder.write(file, program.as_bytes());
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
    report["methods"].as_array().expect("methods").clone()
}

fn is_open(method: &Value) -> bool {
    let missing = method["worst"]["unpriced"].as_array().expect("a list");
    let symbols = method["worst"]["assumptions"].as_array().expect("symbols");
    !missing.is_empty() || symbols.iter().any(|symbol| symbol["kind"] == "callback")
}

#[test]
fn an_object_is_known_where_it_is_always_made_the_same_way() {
    let mut checked = 0;
    for method in report("Known.java", PROGRAM) {
        let name = method["method"].as_str().expect("a name");
        if name.starts_with("known_") {
            assert!(!is_open(&method), "{name}: {method}");
            checked += 1;
        } else if name.starts_with("unknown_") {
            assert!(is_open(&method), "{name}: {method}");
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

#[test]
fn what_does_not_compile_may_write_a_field() {
    let methods = report("Partial.java", PARTIAL);
    let get = methods.iter().find(|method| method["method"] == "get");
    assert!(is_open(get.expect("the method")), "{get:?}");
}

#[test]
fn everyday_methods_of_the_jdk_are_priced_under_conditions_that_are_named() {
    let mut checked = 0;
    for method in report("Everyday.java", EVERYDAY) {
        let name = &method["method"];
        // The methods of an annotation have no code.
        let Some(missing) = method["worst"]["unpriced"].as_array() else {
            continue;
        };
        assert!(missing.is_empty(), "{name}: {missing:?}");
        let conditions: Vec<&str> = method["worst"]["rests_on"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|assumption| assumption["text"].as_str())
            .collect();
        let needed = match name.as_str().expect("a name") {
            "lower" => "a string whose case changes has no special letters",
            "put" => "no bin of a hash table holds more than eight entries",
            "local" => "the ThreadLocal already has a value in the thread",
            "computed" => "where the object's class is not known, computeIfAbsent costs no more",
            "named" | "types" | "kindOf" => "reading an annotation costs no more",
            "log" => "a record of a logger is written by one handler",
            "instant" | "decimal" => {
                "the data of the locale and of the time zone are already loaded"
            }
            "first" | "any" => "a stream or collection of a class that is not known",
            // A text is known by its type, nothing changes one that is only read, and indices are checked before they are used.
            "hash" | "nothing" | "part" | "property" => {
                assert_eq!(conditions, [""; 0], "{name}");
                continue;
            }
            _ => continue,
        };
        assert!(
            conditions.iter().any(|text| text.contains(needed)),
            "{name}: {conditions:?}"
        );
        checked += 1;
    }
    assert_eq!(checked, 12);
}
