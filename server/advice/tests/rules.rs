//! Where each rule proposes an edit, and where it must not. Each edit compiles, and both texts do the same when executed.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use advice::{Code, RULES, find};
use jdk::{CompileRequest, CompileResponse, Environment, JavacService, Jdk, SourceUnit, find_jdks};
use source::SourceFile;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Classes for fixtures about what Java does not check.
const UNCHECKED: &str = include_str!("fixtures/beside/Unchecked.java");

async fn service() -> JavacService {
    service_of(tests::shared_jdk()).await
}

async fn service_of(jdk: Jdk) -> JavacService {
    let config = tests::javac_config(env!("CARGO_TARGET_TMPDIR"));
    JavacService::start(jdk, config).await.unwrap()
}

async fn compiled(service: &JavacService, text: &str) -> CompileResponse {
    let request = CompileRequest {
        sources: vec![
            SourceUnit::new("A.java", text),
            SourceUnit::new("Unchecked.java", UNCHECKED),
        ],
        attributes: true,
        ..CompileRequest::default()
    };
    let response = service.compile(request).await.unwrap();
    assert!(response.success, "{:#?}\n{text}", response.diagnostics);
    response
}

/// The fixtures: a text for each rule. The rule applies to the lines with `// yes`, and to no others.
fn fixture(rule: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(format!("{rule}.java"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[tokio::test]
async fn rules_propose_edits_exactly_where_their_conditions_hold() {
    let service = service().await;
    let mut wrong = Vec::new();
    for rule in &RULES {
        let text = fixture(rule.name);
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        let line_of = |at: usize| text[..at].matches('\n').count() + 1;
        let found: Vec<_> = find(&code)
            .into_iter()
            .filter(|candidate| candidate.rule == rule.name)
            .collect();
        let advised: BTreeSet<usize> = found
            .iter()
            .map(|candidate| line_of(candidate.range.start))
            .collect();
        let wanted: BTreeSet<usize> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.contains("// yes"))
            .map(|(index, _)| index + 1)
            .collect();
        if advised != wanted {
            wrong.push(format!("{}: {advised:?} for {wanted:?}", rule.name));
        }
        assert!(!wanted.is_empty(), "{}", rule.name);
        for candidate in &found {
            let changed = candidate.applied(&text).unwrap();
            assert_ne!(changed, text);
            compiled(&service, &changed).await;
            for comment in text.lines().filter_map(|line| line.split("/*").nth(1)) {
                assert!(
                    changed.contains(comment),
                    "{}: a comment is lost",
                    rule.name
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Runs the main method of the class `A` in each folder, and prints what each prints, after its length in bytes.
const RUNNER: &str = include_str!("fixtures/beside/Runner.java");

/// The outputs of these programs. One virtual machine runs them all, because its start takes longer than they do.
async fn printed(service: &JavacService, jdk: &Jdk, programs: &[CompileResponse]) -> Vec<String> {
    let request = CompileRequest {
        sources: vec![SourceUnit::new("Runner.java", RUNNER)],
        ..CompileRequest::default()
    };
    let runner = service.compile(request).await.unwrap();
    let folder = files::TempFolder::new(files::TempFolderKind::Classes).unwrap();
    runner.write_classes(folder.path()).unwrap();
    let mut java = std::process::Command::new(jdk.java());
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
        .arg(folder.path())
        .arg("Runner");
    for (number, program) in programs.iter().enumerate() {
        let classes = folder.path().join(number.to_string());
        std::fs::create_dir(&classes).unwrap();
        program.write_classes(&classes).unwrap();
        java.arg(classes);
    }
    let output = java.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut rest = std::str::from_utf8(&output.stdout).unwrap();
    let mut printed = Vec::new();
    while let Some((length, from)) = rest.split_once('\n') {
        let (text, after) = from.split_at(length.parse().unwrap());
        printed.push(text.to_owned());
        rest = after;
    }
    assert_eq!(printed.len(), programs.len());
    printed
}

#[tokio::test]
async fn edits_change_nothing_that_a_program_shows() {
    let (service, jdk) = (service().await, tests::shared_jdk());
    let (mut programs, mut of) = (Vec::new(), Vec::new());
    for rule in &RULES {
        let text = fixture(rule.name);
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        let before = programs.len();
        programs.push(response.clone());
        for candidate in find(&code).iter().filter(|one| one.rule == rule.name) {
            let changed = candidate.applied(&text).unwrap();
            of.push((
                before,
                programs.len(),
                format!("{}: {}", rule.name, candidate.title),
            ));
            programs.push(compiled(&service, &changed).await);
        }
    }
    let printed = printed(&service, &jdk, &programs).await;
    assert!(of.len() >= RULES.len());
    for (before, after, edit) in of {
        assert!(
            printed[before].lines().count() >= 3,
            "{edit}: too little is printed"
        );
        assert_eq!(printed[before], printed[after], "{edit}");
    }
}

/// Asserts that the program of a text prints the same with each proposed edit, and returns the changed texts.
async fn tried(service: &JavacService, text: &str) -> Vec<String> {
    tried_with(service, &tests::shared_jdk(), text).await
}

async fn tried_with(service: &JavacService, jdk: &Jdk, text: &str) -> Vec<String> {
    let response = compiled(service, text).await;
    let file = SourceFile::parse(text);
    let code = Code::new(&file, &response.attributes[0]).unwrap();
    let candidates = find(&code);
    let mut programs = vec![response.clone()];
    let mut texts = Vec::new();
    for candidate in &candidates {
        let changed = candidate.applied(text).unwrap();
        programs.push(compiled(service, &changed).await);
        texts.push(changed);
    }
    let printed = printed(service, jdk, &programs).await;
    for (candidate, after) in candidates.iter().zip(&printed[1..]) {
        assert_eq!(&printed[0], after, "{}", candidate.title);
    }
    texts
}

#[tokio::test]
async fn nasty_programs_print_the_same() {
    let service = service().await;
    for name in [
        "builders",
        "fields",
        "inner-types",
        "lookups",
        "names",
        "numbers",
    ] {
        let changed = tried(&service, &fixture(&format!("attacks/{name}"))).await;
        assert!(!changed.is_empty(), "{name}");
    }
}

#[tokio::test]
async fn classes_of_the_text_hide_those_that_an_edit_names() {
    let service = service().await;
    let hidden = tried(&service, &fixture("others/hidden-imports")).await;
    let all = hidden.concat();
    assert!(all.contains("(java.util.Map.Entry<String, Integer> entry : "));
    assert!(all.contains("java.util.HashSet<String> listSet = "));
    let hidden = tried(&service, &fixture("others/hidden-classes")).await;
    let all = hidden.concat();
    assert!(all.contains("java.util.Arrays.fill(values, 3);"));
    assert!(all.contains("java.util.regex.Pattern.compile("));
    assert!(all.contains("new java.util.ArrayList<>()"));
    // The builder of java.lang cannot be named without its package.
    assert_eq!(hidden.len(), 3, "{all}");
}

#[tokio::test]
async fn record_patterns_run_the_accessors_of_their_records() {
    let found = find_jdks(None, &Environment::of_this_process()).jdks;
    let Some(jdk) = found.into_iter().find(|jdk| jdk.version.feature >= 21) else {
        return tests::skip("record patterns", "no JDK 21 or newer");
    };
    let service = service_of(jdk.clone()).await;
    let changed = tried_with(&service, &jdk, &fixture("others/record-patterns")).await;
    // Only the product changes; no field is read before a loop.
    assert_eq!(changed.len(), 1, "{changed:#?}");
    assert!(changed[0].contains("sum += product + x;"), "{}", changed[0]);
}

#[tokio::test]
async fn a_loop_that_runs_other_code_keeps_what_that_code_may_change() {
    let service = service().await;
    let changed = tried(&service, &fixture("others/code-in-loops")).await;
    assert!(changed.is_empty(), "{changed:#?}");
}

#[tokio::test]
async fn code_in_a_comment_that_an_escape_ends_keeps_rules_away() {
    let service = service().await;
    let text = |comment: &str| {
        format!(
            "class A {{ static int f(int n, int k) {{ int s = 0; for (int i = 0; i < n; i++) {{ {comment}\n s += n * k; }} return s; }} }}"
        )
    };
    for (comment, is_understood) in [
        ("// k is added", true),
        ("// \\u0041 letter", true),
        ("// \\u000a k++;", false),
        ("/* \\u002a/ k++; /* */", false),
        ("String t = \"\\u0022; k++; t = \"\";", false),
    ] {
        let text = text(comment);
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]);
        assert_eq!(code.is_ok(), is_understood, "{text}");
        if let Err(gap) = code {
            assert_eq!(gap.line, 1);
        }
    }
}

#[tokio::test]
async fn imports_are_added_where_they_belong() {
    let service = service().await;
    let class = "class A {
    static int[] ones(int n) {
        int[] ones = new int[n];
        for (int i = 0; i < ones.length; i++) {
            ones[i] = 1;
        }
        return ones;
    }
    public static void main(String[] arguments) {
        System.out.println(ones(2)[1]);
    }
}
";
    let import = "import java.util.Arrays;\n";
    for (before, after) in [
        ("", format!("{import}\n")),
        ("\u{feff}", format!("\u{feff}{import}\n")),
        (
            "import java.io.File; // files\nimport java.util.List; // lists\n\n",
            format!("import java.io.File; // files\n{import}import java.util.List; // lists\n\n"),
        ),
        (
            "import java.util.*;\n\n",
            format!("import java.util.*;\n{import}\n"),
        ),
    ] {
        let changed = tried(&service, &format!("{before}{class}")).await.remove(0);
        let text = class.replace(
            "for (int i = 0; i < ones.length; i++) {\n            ones[i] = 1;\n        }",
            "Arrays.fill(ones, 1);",
        );
        assert_eq!(changed, format!("{after}{text}"));
    }
    // If the text already names only that class, the edit names it the same way.
    let named = class.replace("return ones;", "return Arrays.copyOf(ones, n);");
    let changed = tried(&service, &format!("import java.util.*;\n\n{named}"))
        .await
        .remove(0);
    assert!(
        changed.contains("        Arrays.fill(ones, 1);"),
        "{changed}"
    );
}

#[tokio::test]
async fn a_comment_stays_in_its_line() {
    let service = service().await;
    let text = "class A {
    static String joined(String[] words) {
        String all = \"\";
        for (String word : words) {
            all += word;
        } // all words
        return all;
    }
    public static void main(String[] arguments) {
        System.out.println(joined(new String[] {\"a\", \"b\"}));
    }
}
";
    for newline in ["\n", "\r\n"] {
        let changed = tried(&service, &text.replace('\n', newline))
            .await
            .remove(0);
        let after =
            "        } // all words\n        all = allBuilder.toString();\n".replace('\n', newline);
        assert!(changed.contains(&after), "{changed}");
    }
}

#[tokio::test]
async fn added_lines_end_as_those_around_them() {
    let service = service().await;
    let head = "class A {\n";
    let text = "\tstatic int scaled(int n, int x) {
\t\tint sum = 0;
\t\tfor (int i = 0; i < n; i++) {
\t\t\tsum += i * (x * x);
\t\t}
\t\treturn sum;
\t}

\tpublic static void main(String[] arguments) {
\t\tSystem.out.println(scaled(3, 4));
\t}
}";
    let added = text
        .replace("\t\tfor", "\t\tfinal int product = x * x;\n\t\tfor")
        .replace("(x * x)", "product");
    for newline in ["\n", "\r\n", "\r"] {
        for of_head in ["\n", "\r\n", "\r"] {
            let head = head.replace('\n', of_head);
            let before = format!("{head}{}", text.replace('\n', newline));
            let changed = tried(&service, &before).await.remove(0);
            assert_eq!(changed, format!("{head}{}", added.replace('\n', newline)));
        }
    }
}

#[tokio::test]
async fn the_comments_above_a_loop_stay_with_it() {
    let service = service().await;
    let text = "class A {
    static int scaled(int[] values, int x) {
        int sum = 0;
        // not about the loop

        // Adds up
        /* the values. */
        for (int value : values) {
            sum += value * (x * x);
        }
        return sum;
    }
    public static void main(String[] arguments) {
        System.out.println(scaled(new int[] {1, 2}, 3));
    }
}
";
    for newline in ["\n", "\r\n"] {
        let changed = tried(&service, &text.replace('\n', newline))
            .await
            .remove(0);
        let after = "        // not about the loop

        final int product = x * x;
        // Adds up
        /* the values. */
        for (int value : values) {
"
        .replace('\n', newline);
        assert!(changed.contains(&after), "{changed}");
    }
}

#[test]
fn each_rule_has_its_page() {
    for rule in &RULES {
        let page = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/advice")
            .join(format!("{}.md", rule.name));
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        for part in [
            "## Before",
            "## After",
            "## What it saves",
            "## When the rule applies",
            "## Source",
        ] {
            assert!(text.contains(part), "{} lacks {part}", page.display());
        }
    }
}

#[tokio::test]
async fn new_variables_have_plain_names_where_these_are_free() {
    let service = service().await;
    for (declared, name) in [("", "length"), ("int length = 3;", "length2")] {
        let text = format!(
            "class A {{ {declared} int f(String s) {{ int n = 0; for (int i = 0; i < s.length(); i++) {{ n += i; }} return n; }} }}"
        );
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        let changed = find(&code)[0].applied(&text).unwrap();
        assert!(
            changed.contains(&format!("i = 0, {name} = s.length(); i < {name};")),
            "{changed}"
        );
    }
}
