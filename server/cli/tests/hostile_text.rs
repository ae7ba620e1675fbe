//! Names, paths, settings and reports that are written to affect whatever shows them: every command and every form shows them,
//! and none is affected.
#![cfg(unix)]

use serde_json::Value;
use crate::support::renamed::renamed;
use crate::support::{Folder, Run, compiled, fixture_model, jouled, jouled_with};

/// Text that affects terminals, pipelines, and the direction of text. Class files may contain such names.
const EVIL: &str =
    "e\u{1b}[31m\u{9b}2J\u{7}\r\n::error file=a::pwned\u{202e}\u{2066}\u{200b} ##vso{x}";

/// The same for the start of a line.
const FIRST: &str = "::error::=1+1\u{1b}]0;title\u{7}\u{9c}`|<img src=x>&'\"";

const SOURCE: &str = "package p; public class Victim {
    int[] field;
    int method(int[] parameter, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) { sum += parameter[i]; }
        for (int value : parameter) { sum += value; }
        return sum;
    }
    int caller(int[] other) { return method(other, 3) + method(field, 4); }
}";

/// The classes of a hostile project, and the same with a more expensive method.
fn classes(extra: &str) -> Vec<(String, Vec<u8>)> {
    let text = SOURCE.replace("return sum;", &format!("return sum{extra};"));
    let names = [
        ("Victim.java", "V\u{1b}[2J\n::error::\u{202e}.java"),
        ("Victim", FIRST),
        ("method", EVIL),
        ("parameter", "a\u{1b}[0m\n::error::\u{202e}"),
        ("count", "=c\u{9b}\u{202d}\r"),
        ("other", "o\u{1b}[0m\n::error::\u{202e}\u{9b}x"),
    ];
    // Names cannot contain a bracket, a dot, a semicolon or a slash (JVMS 4.2.2).
    let names = names.map(|(from, to)| {
        let to = if from.contains(".java") {
            to.to_owned()
        } else {
            to.replace(['[', '.', ';', '/', ']', '<', '>'], "_")
        };
        (from, to)
    });
    let names: Vec<(&str, &str)> = names
        .iter()
        .map(|(from, to)| (*from, to.as_str()))
        .collect();
    compiled("Victim.java", &text)
        .into_iter()
        .map(|(name, bytes)| (name, renamed(&bytes, &names)))
        .collect()
}

/// Asserts that a text contains nothing that affects what shows it.
fn assert_quiet(what: &str, text: &str) {
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let acts = |c: char| {
            c.is_control()
                || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                    | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
        };
        assert!(!line.contains(acts), "{what}: {line:?}");
    }
}

/// Asserts this for a run whose text is for people.
fn assert_told(what: &str, run: &Run) {
    for text in [&run.stdout, &run.stderr] {
        assert_quiet(what, text);
        assert!(!text.contains('\r'), "{what}: {text:?}");
        for line in text.lines() {
            assert!(!line.trim().starts_with("::"), "{what}: {line}");
            assert!(
                !line.contains("##vso[") && !line.contains("##["),
                "{what}: {line}"
            );
        }
    }
}

/// Asserts this for a run whose output has its own form.
fn assert_formed(what: &str, form: &str, run: &Run) {
    assert_told(
        what,
        &Run {
            code: run.code,
            stdout: String::new(),
            stderr: run.stderr.clone(),
        },
    );
    assert_quiet(what, &run.stdout);
    let text = &run.stdout;
    match form {
        "json" | "sarif" | "benchmark" => {
            serde_json::from_str::<Value>(text).expect("JSON");
        }
        "csv" => {
            for line in text.lines() {
                for cell in line.split(',') {
                    let cell = cell.trim_matches('"');
                    let is_formula = cell.starts_with(['=', '+', '-', '@']);
                    assert!(!is_formula || cell.parse::<f64>().is_ok(), "{what}: {line}");
                }
            }
        }
        "html" | "junit" => {
            assert!(!text.contains("<img"), "{what}: {text}");
        }
        "markdown" => {
            assert!(
                !text.contains("<img") && !text.contains("]("),
                "{what}: {text}"
            );
        }
        "github" => {
            for line in text.lines().filter(|line| line.trim().starts_with("::")) {
                let levels = ["::error ", "::warning ", "::notice ", "::warning::"];
                assert!(levels.iter().any(|level| line.starts_with(level)), "{line}");
            }
        }
        _ => assert_told(what, run),
    }
}

/// A folder with the classes, and its path.
fn class_folder(folder: &Folder, name: &str, extra: &str) -> String {
    for (number, (_, bytes)) in classes(extra).into_iter().enumerate() {
        folder.write(&format!("{name}/C{number}.class"), &bytes);
    }
    format!("{}/{name}", folder.path())
}

#[test]
fn names_in_classes_act_on_nothing_in_a_report() {
    let folder = Folder::new();
    let path = class_folder(&folder, "base", "");
    for by in ["method", "line", "operation", "class"] {
        let run = jouled(&["report", &path, "--by", by]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_told(by, &run);
    }
    assert_told("stats", &jouled(&["report", &path, "--stats"]));
    for form in ["text", "json", "csv", "markdown", "sarif", "html"] {
        let run = jouled(&["report", &path, "--format", form]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_formed(form, form, &run);
    }
    let run = jouled(&["report", &path, "--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let is_evil = |method: &Value| {
        let name = method["method"].as_str().expect("a name");
        name.contains('\u{1b}') && name.contains('\u{202e}') && name.contains('\n')
    };
    assert!(methods.iter().any(is_evil), "JSON means the same name");
}

#[test]
fn names_in_classes_act_on_nothing_in_an_explanation() {
    let folder = Folder::new();
    let path = class_folder(&folder, "base", "");
    let svg = format!("{}/plot.svg", folder.path());
    for calls in ["none", "project"] {
        for form in ["text", "json"] {
            let arguments = [
                "explain", "caller", &path, "--format", form, "--calls", calls,
            ];
            let run = jouled(&arguments);
            assert_eq!(run.code, 0, "{}", run.stderr);
            assert_formed(form, form, &run);
        }
    }
    // Its symbols, by their names.
    let report = jouled(&["report", &path, "--format", "json", "--calls", "project"]);
    let report: Value = serde_json::from_str(&report.stdout).expect("JSON");
    let mut methods = report["methods"].as_array().expect("methods").iter();
    let caller = methods.find(|method| method["method"] == "caller");
    let assumptions = caller.expect("the method")["worst"]["assumptions"].clone();
    let symbols = assumptions.as_array().expect("symbols").iter();
    let symbols: Vec<&str> = symbols.filter_map(|one| one["symbol"].as_str()).collect();
    assert!(
        symbols.iter().any(|symbol| symbol.contains('\u{1b}')),
        "{assumptions}"
    );
    for symbol in &symbols {
        let others = symbols.iter().filter(|other| *other != symbol);
        let others: Vec<String> = others.map(|other| format!("{other}=5")).collect();
        let vary = format!("{symbol}=1..100");
        let mut arguments = vec!["explain", "caller", &path, "--calls", "project"];
        arguments.extend(["--vary", &vary, "--plot", &svg]);
        for other in &others {
            arguments.extend(["--assume", other]);
        }
        let run = jouled(&arguments);
        assert_told("vary", &run);
        if !symbol.contains('\u{1b}') {
            // The others cannot be set, because their names contain a colon.
            continue;
        }
        assert_eq!(run.code, 0, "{}", run.stderr);
        let plot = std::fs::read_to_string(&svg).expect("the plot");
        assert_quiet("the plot", &plot);
    }
    // A similar name, and an ambiguous one.
    for wanted in [
        "calle",
        &EVIL[..3],
        &format!(
            "{}.callr",
            FIRST.replace(['[', '.', ';', '/', ']', '<', '>'], "_")
        ),
    ] {
        assert_told(wanted, &jouled(&["explain", wanted, &path]));
    }
}

#[test]
fn names_in_classes_and_reports_act_on_nothing_in_a_comparison() {
    let folder = Folder::new();
    let base = class_folder(&folder, "base", "");
    let head = class_folder(&folder, "head", " * 3 * field.length");
    let report = |path: &str, name: &str| {
        let run = jouled(&["report", path, "--format", "json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        // A report of somebody else, with texts that jouled would not write.
        let mut report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        for method in report["methods"].as_array_mut().expect("methods") {
            method["file"] = Value::from(format!("{FIRST}{EVIL}"));
        }
        report["jdk"] = Value::from(format!("{EVIL}\u{e0041}"));
        report["problems"] = serde_json::json!([
            { "file": FIRST, "line": 1, "severity": "error", "message": format!("[a](command:b) {EVIL}") },
            { "file": null, "line": null, "severity": "error", "message": FIRST },
        ]);
        folder.write(name, report.to_string().as_bytes())
    };
    let saved = [
        report(&base, "a\u{1b}[31m\n::error::.json"),
        report(&head, "b.json"),
    ];
    for form in [
        "text",
        "json",
        "csv",
        "markdown",
        "sarif",
        "junit",
        "github",
        "benchmark",
        "html",
    ] {
        let run = jouled(&["diff", &saved[0], &saved[1], "--format", form]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert_formed(form, form, &run);
        let run = jouled(&["diff", &base, &head, "--format", form]);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert_formed(form, form, &run);
    }
    let broken = folder.write(
        "broken.json",
        format!("{{\"schema\": \"{FIRST}\\n{FIRST}\"").as_bytes(),
    );
    assert_told("broken", &jouled(&["diff", &saved[0], &broken]));
}

#[test]
fn sources_settings_and_build_files_act_on_nothing() {
    let folder = Folder::new();
    let place = "e\u{1b}[31m\u{9b}\u{202e}\n::error::folder";
    let source = String::from(
        "package p;\n/* \u{202e} \u{2066} \u{1b}[2J \u{9b}2J\n::error::pwned\n   ::warning::pwned\n##[error]pwned */\n\
         class Evil {\n    //@ energy <= 1 nJ when \u{1b}[31m\u{202e};\n    //@ energy <= 1 nJ @ 0.5;\n    \
         int f(int n\u{202e}\u{200c}) { String s = \"\u{1b}[31m\u{202e}\"; int t = 0;\n        \
         for (int i = 0; i < n\u{202e}\u{200c}; i++) { t += s.length(); }\n        return t; }\n    \
         int broken() { return \u{1b}\u{202e}missing\u{202e}; }\n    Missing\u{202e} gone() { return null; }\n}\n",
    );
    let file = folder.write(&format!("{place}/p/Evil\u{1b}.java"), source.as_bytes());
    folder.write(
        &format!("{place}/p/Bytes\u{1b}\n::error::.java"),
        &[0xff, 0xfe, 0x80],
    );
    folder.write(
        &format!("{place}/jouled.toml"),
        "\"un\\u001b[31m\\n::error::\\u202e\" = 1\nmodel = \"m\\u001b\\n::error::[a](command:b)\"\n\
         exclude = [\"\\u001b[\"]\nassume = { \"n\\u001b\\n\" = \"\\u202e\" }\nhints = \"[a](command:b)\"\n"
            .as_bytes(),
    );
    folder.write(
        &format!("{place}/pom.xml"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>g\u{202e}</groupId><artifactId>a\n::error::b</artifactId><version>1</version>\
         <parent><groupId>x\u{9b}</groupId><artifactId>y\n::error::</artifactId><version>${\u{202e}}</version></parent>\
         <dependencies><dependency><groupId>q\u{202e}</groupId><artifactId>r\n::error::s</artifactId><version>2</version></dependency>\
         </dependencies></project>"
            .as_bytes(),
    );
    folder.write(
        &format!("{place}/other/build.gradle"),
        "plugins { id 'java' }\ndependencies { implementation 'a\u{1b}\u{202e}:b\u{9b}:1'\n implementation files('x\u{1b}\u{202e}.jar') }\n"
            .as_bytes(),
    );
    folder.write(
        &format!("{place}/other/src/main/java/q/Q.java"),
        b"package q; class Q { int f() { return 1; } }",
    );
    let root = format!("{}/{place}", folder.path());
    for arguments in [
        &["annotate", &file][..],
        &["report", &root],
        &["report", &root, "--by", "line"],
        &["check", &root],
        &["class-path", &root],
        &["explain", "Evil.f", &root],
        &["explain", "Evil.broken", &root],
        &["diff", &root, &root],
        &["annotate", &format!("{root}/none\n::error::.java")],
        &[
            "report",
            &format!("{root}/none\n::error::"),
            &format!("{root}/more\u{202e}"),
        ],
        &["model", "show", &format!("{root}/none\n::error::")],
    ] {
        assert_told(&format!("{arguments:?}"), &jouled(arguments));
        let model = ["--model", "raspberry-pi-5"];
        assert_told(
            &format!("{arguments:?}"),
            &jouled(&[&model, arguments].concat()),
        );
    }
    for command in ["report", "check"] {
        let run = jouled(&[
            "--model",
            "raspberry-pi-5",
            command,
            &root,
            "--format",
            "json",
        ]);
        assert_formed(command, "json", &run);
    }
    let annotated = jouled(&["--model", "raspberry-pi-5", "annotate", &file]).stdout;
    assert!(annotated.contains("\\u{1b}[2J"), "it is shown: {annotated}");
}

#[test]
fn a_model_and_arguments_act_on_nothing() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(fixture_model()).expect("the fixture");
    let text = text
        .replace("instruction-fixture", "m\u{202e}<b>")
        .replace("\"synthetic\"", "\"s\\u001b[31m\\n::error::\u{202e}\"")
        .replace("Synthetic posterior", "::error::\\u009b\\r\\n::error::")
        .replace("The energies are invented", "\\n::error::\\u0007");
    let model = folder.write("model.json", text.as_bytes());
    let java = folder.write("A.java", b"class A { int f(int a) { return a + a; } }");
    assert_told("show", &jouled(&["model", "show", &model]));
    let run = jouled(&["--model", &model, "annotate", &java]);
    assert_told("annotate", &run);
    for form in ["text", "json", "csv", "markdown", "sarif", "html"] {
        assert_formed(
            form,
            form,
            &jouled(&["--model", &model, "report", &java, "--format", form]),
        );
    }
    // A shell replaces `*` by the names of files.
    for name in ["--\u{1b}[31m\n::error::a", "-\n::error::\u{202e}"] {
        let run = jouled(&["check", name]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert_told(name, &run);
    }
    let run = jouled_with(&["annotate", &java], |command| {
        command.env("CLICOLOR_FORCE", "1");
    });
    assert!(run.stdout.contains("\u{1b}["), "colours of our own stay");
}
