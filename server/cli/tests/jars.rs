//! Calls from one jar of the class path into another.

use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use crate::support::{Folder, compiled, jouled};
use zip::write::SimpleFileOptions;

const LIBRARY: &str = "package q;
public class Upper {
    public static int of(int n) { return Lower.of(n) + Lower.fixed(); }
    public static int leaf(int a) { return a * a; }
}
class Lower {
    static int of(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; }
    static int fixed() { return 3; }
    static int back(int n) { return Upper.leaf(n); }
}
";

const OTHER: &str = "package q;
class Lower {
    static int of(int n) { return n; }
    static int fixed() { return 4; }
}
";

const PROJECT: &str = "class A { int f(int n) { return q.Upper.of(n); } }";

fn jar(folder: &Folder, name: &str, classes: &[(String, Vec<u8>)], wanted: &[&str]) -> String {
    let path = Path::new(folder.path()).join(name);
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).expect("a file"));
    for (name, bytes) in classes.iter().filter(|(name, _)| wanted.contains(&&**name)) {
        let name = format!("{name}.class");
        writer
            .start_file(name, SimpleFileOptions::default())
            .expect("an entry");
        writer.write_all(bytes).expect("an entry");
    }
    writer.finish().expect("a jar");
    path.to_string_lossy().into_owned()
}

/// The worst case of `A.f`, with these jars in this order on the class path.
fn worst(folder: &Folder, jars: &[&str]) -> Value {
    let source = folder.write("A.java", PROJECT.as_bytes());
    let class_path = std::env::join_paths(jars).expect("a class path");
    let class_path = class_path.to_str().expect("a text");
    let run = jouled(&[
        "report",
        "--format",
        "json",
        "--calls",
        "all",
        "--class-path",
        class_path,
        &source,
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let method = methods.iter().find(|method| method["method"] == "f");
    method.expect("A.f")["worst"].clone()
}

#[test]
fn a_call_from_one_jar_into_another_is_followed() {
    let folder = Folder::new();
    let classes = compiled("Upper.java", LIBRARY);
    let upper = jar(&folder, "upper.jar", &classes, &["q/Upper"]);
    let lower = jar(&folder, "lower.jar", &classes, &["q/Lower"]);
    let both = jar(&folder, "both.jar", &classes, &["q/Upper", "q/Lower"]);
    // These two call each other.
    for jars in [[&*upper, &*lower], [&*lower, &*upper]] {
        // The second time from the cache.
        for _ in 0..2 {
            let apart = worst(&folder, &jars);
            assert_eq!(apart["unpriced"], json!([]));
            assert_eq!(apart["formula"], worst(&folder, &[&both])["formula"]);
        }
    }
    let alone = worst(&folder, &[&upper]);
    let missing = alone["unpriced"].as_array().expect("a list");
    let of = |name: &str| missing.iter().any(|part| part["method"] == name);
    assert!(of("q/Lower.of(I)I") && of("q/Lower.fixed()I"), "{alone:#}");
}

#[test]
fn of_two_classes_of_a_name_the_first_on_the_class_path_runs() {
    let folder = Folder::new();
    let classes = compiled("Upper.java", LIBRARY);
    let upper = jar(&folder, "upper.jar", &classes, &["q/Upper", "q/Lower"]);
    let other = compiled("Lower.java", OTHER);
    let other = jar(&folder, "other.jar", &other, &["q/Lower"]);
    let counted = worst(&folder, &[&upper, &other]);
    assert!(
        counted["formula"]
            .as_str()
            .expect("a formula")
            .contains('n')
    );
    let hidden = worst(&folder, &[&other, &upper]);
    assert_eq!(hidden["unpriced"], json!([]));
    assert_eq!(hidden["formula"], Value::Null, "{hidden:#}");
}
