//! Worst cases that the code shows without an assumption: texts that a method builds, indices that it has used, and the work
//! of creating an exception.

use crate::support::{Folder, jouled};
use serde_json::{Value, json};

const PROGRAM: &str = "\
class Builds {
    static String three(char c) {
        StringBuilder sb = new StringBuilder(); sb.append('<').append(c).append('>'); return sb.toString();
    }
    static String copy(String s) {
        StringBuilder sb = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); i++) sb.append(s.charAt(i));
        return sb.toString();
    }
    static String joined(byte[] array, int from, int to) {
        StringBuilder sb = new StringBuilder(); sb.append(array[from]);
        for (int i = from + 1; i < to; i++) sb.append(',').append(array[i]);
        return sb.toString();
    }
    static String shorter(String s) {
        StringBuilder sb = new StringBuilder(s); sb.setLength(sb.length() - 1); return sb.toString();
    }
    static void fill(StringBuilder sb) { for (int i = 0; i < 100; i++) sb.append('x'); }
    static String filledElsewhere() {
        StringBuilder sb = new StringBuilder(); fill(sb.append('a')); return sb.toString();
    }
    StringBuilder kept;
    void more() { for (int i = 0; i < 100; i++) kept.append('x'); }
    String filledLater() {
        StringBuilder sb = new StringBuilder(); kept = sb.append('a'); more(); return sb.toString();
    }
    static String made(String s) {
        StringBuilder sb = new StringBuilder(); sb.ensureCapacity(s.length()); sb.append('a'); return sb.toString();
    }
}
class Finds {
    static int from(int[] array, int value, int start) {
        for (int i = start; i < array.length; i++) if (array[i] == value) return i;
        return -1;
    }
    static int walk(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    static int found(int[] array, int value) { int i = from(array, value, 3); return i < 0 ? 0 : walk(i); }
    static int unused(int[] array, int value) { int i = other(array, value, 3); return i < 0 ? 0 : walk(i); }
    static int other(int[] array, int value, int start) {
        for (int i = start; i != array.length; i += 3) if (value == i) return i;
        return -1;
    }
}
class Texts {
    static StringBuilder ended(StringBuilder sb, String end) { return sb.append(end); }
    static boolean same(String one, String other) { return one.equals(other); }
    static void number(StringBuilder sb, int n) { sb.append(String.valueOf(n)); }
    static void digits(StringBuilder sb, long n) { sb.append(Long.toString(n)); }
    static void single(StringBuilder sb, char c) { sb.append(String.valueOf(c)); }
    static String after(String s, char c) {
        int at = s.lastIndexOf(c);
        return at == s.length() - 1 ? null : s.substring(at + 1);
    }
}
class Grows {
    int size;
    int[] table = new int[4];
    static int[] room(int[] old, java.util.function.Supplier<int[]> maker) { return old.length > 3 ? old : maker.get(); }
    static int[] more(int[] old, java.util.function.Supplier<int[]> maker) { return room(old, maker); }
    static int[] another(int[] old, java.util.function.Supplier<int[]> maker) {
        if (old.length == 9) maker = () -> null;
        return maker.get();
    }
    int kept() { table = more(table, () -> new int[8]); return Finds.walk(size); }
    int written() { table = more(table, () -> { size = 1000000; return new int[8]; }); return Finds.walk(size); }
    int stored(java.util.function.Supplier<int[]> maker) { table = more(table, maker); return Finds.walk(size); }
    int exchanged() { table = another(table, () -> new int[8]); return Finds.walk(size); }
}
class Throws {
    static int always() { throw new IllegalStateException(); }
    static int caught(int n) {
        try { if (n < 0) throw new UnsupportedOperationException(); return n; }
        catch (UnsupportedOperationException e) { return 0; }
    }
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

/// The texts of what a worst case rests on.
fn rests_on(report: &Value, name: &str) -> Vec<String> {
    let rests_on = worst(report, name)["rests_on"].as_array().expect("a list");
    let texts = rests_on.iter().filter_map(|one| one["text"].as_str());
    texts.map(str::to_owned).collect()
}

fn program() -> Folder {
    let folder = Folder::new();
    folder.write("Builds.java", PROGRAM.as_bytes());
    folder
}

#[test]
fn a_text_that_a_method_builds_is_no_longer_than_what_it_appends() {
    let report = report(&program());
    for name in ["three", "copy", "joined", "made"] {
        assert_eq!(rests_on(&report, name), [""; 0], "{name}");
    }
    for (name, is_assumed) in [
        ("filledElsewhere", true),
        ("filledLater", true),
        ("shorter", false),
    ] {
        let texts = rests_on(&report, name);
        let is_size = |text: &String| text.contains("StringBuilder.toString");
        assert_eq!(texts.iter().any(is_size), is_assumed, "{name}: {texts:?}");
    }
}

#[test]
fn what_is_returned_is_an_index_or_less_than_what_it_was_compared_with() {
    let report = report(&program());
    assert_eq!(rests_on(&report, "found"), [""; 0]);
    let formula = worst(&report, "found")["formula"].as_str();
    let formula = formula.expect("a formula");
    assert!(formula.contains("array.length"), "{formula}");
    assert_ne!(rests_on(&report, "unused"), [""; 0]);
}

#[test]
fn the_stack_trace_of_an_exception_has_a_limited_length() {
    let folder = program();
    let before = report(&folder);
    for name in ["always", "caught"] {
        assert_eq!(rests_on(&before, name), [""; 0], "{name}");
        let needed = json!(["stack_traces", "initialised_classes"]);
        assert_eq!(worst(&before, name)["platform"], needed);
    }
    for call in ["e.fillInStackTrace();", "new NullPointerException() { };"] {
        let text = format!("class Again {{ static void f(Exception e) {{ {call} }} }}");
        folder.write("Again.java", text.as_bytes());
        let after = report(&folder);
        let texts = rests_on(&after, "always");
        assert!(
            matches!(&texts[..], [text] if text.contains("at most 1,024 frames")),
            "{call}: {texts:?}"
        );
        let needed = json!(["initialised_classes"]);
        assert_eq!(worst(&after, "always")["platform"], needed);
    }
}

#[test]
fn a_text_counts_with_its_characters_not_with_the_bytes_that_only_the_jdk_sees() {
    let report = report(&program());
    for name in ["ended", "same", "number", "digits", "single", "after"] {
        assert_eq!(rests_on(&report, name), [""; 0], "{name}");
        let symbols = worst(&report, name)["assumptions"].to_string();
        let formula = worst(&report, name)["formula"].to_string();
        for bytes in ["end.value", "one.value", "other.value", "s.value"] {
            assert!(!symbols.contains(bytes) && !formula.contains(bytes), "{name}: {symbols}");
        }
    }
}

#[test]
fn what_a_passed_function_writes_is_known_where_it_is_passed() {
    let report = report(&program());
    assert_eq!(rests_on(&report, "kept"), [""; 0]);
    let formula = |name: &str| worst(&report, name)["formula"].to_string();
    assert!(formula("kept").contains("size"), "{}", formula("kept"));
    for name in ["written", "stored", "exchanged"] {
        let texts = rests_on(&report, name);
        assert!(!texts.is_empty(), "{name}: {}", formula(name));
    }
}
