//! Settings from a project's file, an editor and the command line.

#![expect(
    clippy::unwrap_used,
    reason = "a test's helpers fail the test by panicking"
)]

use std::path::{Path, PathBuf};

use ide::{AssumedValues, HintValue, Joules, Mapping};
use problems::Problem;
use project_settings::{
    Calls, Configuration, DefaultValue, Hints, Layer, PathGlobs, SETTINGS, ScopedAssumptions,
    SettingKind, SettingProblem, configured_root,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tests::FileTree;

const FILE: &str = "/project/jouled.toml";

fn toml(text: &str) -> (Layer, Vec<SettingProblem>) {
    Layer::from_toml(text, Path::new(FILE))
}

/// The settings of a text without problems.
fn right(text: &str) -> Layer {
    let (layer, problems) = toml(text);
    assert_eq!(problems, Vec::new());
    layer
}

fn lines_and_messages(problems: Vec<SettingProblem>) -> Vec<String> {
    let texts = problems
        .into_iter()
        .map(|problem| Problem::from(problem).to_string());
    texts.collect()
}

fn assume(texts: &[&str]) -> ScopedAssumptions {
    let mut assume = ScopedAssumptions::default();
    for text in texts {
        assume.parse(text).unwrap();
    }
    assume
}

fn globs(texts: &[&str]) -> PathGlobs {
    PathGlobs::new(texts.iter().copied()).0
}

#[test]
fn tables_of_commands_are_no_settings_and_their_names_are_free_for_parameters() {
    let text = "[diff]\nof = \"worst\"\n[tests]\nbudget = \"1 J\"\n[assume]\ndiff = 3\ntests = 4\n";
    let (layer, problems) = toml(text);
    assert_eq!(problems, Vec::new());
    assert_eq!(layer.assume, assume(&["diff=3", "tests=4"]));
}

#[test]
fn every_setting_of_a_project_is_read_from_its_file() {
    let text = r#"
enable = false
hints = "hot"
hintsMinimum = "5 nJ"
hintsValue = "mean±sd"
hintsMaxLength = 24
hintsShare = true
lens = false
model = "models/measured.json"
device = "device_1"
mapping = "paper"
calls = "project"
release = 17
classPath = ["lib/a.jar", "/opt/b.jar"]
profile = "runs/today.jouled"
exclude = ["generated", "**/*Test.java"]

[assume]
n = 100
a.length = 1e3
"pkg.Class.method:n" = 5
"src/test/**:n" = 7
"#;
    let expected = Layer {
        enable: Some(false),
        hints: Some(Hints::Hot),
        hints_minimum: Some(Joules(5e-9)),
        hints_value: Some(HintValue::MeanAndSd),
        hints_max_length: Some(24),
        hints_share: Some(true),
        lens: Some(false),
        model: Some("/project/models/measured.json".to_owned()),
        device: Some("device_1".to_owned()),
        mapping: Some(Mapping::Paper),
        calls: Some(Calls::Project),
        java_home: None,
        release: Some(17),
        class_path: vec!["/project/lib/a.jar".into(), "/opt/b.jar".into()],
        profile: Some("/project/runs/today.jouled".into()),
        exclude: globs(&["generated", "**/*Test.java"]),
        assume: assume(&[
            "n=100",
            "a.length=1000",
            "pkg.Class.method:n=5",
            "src/test/**:n=7",
        ]),
    }
    .relative_to(Path::new("/project"));
    assert_eq!(right(text), expected);
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(right(&windows), expected);
}

#[test]
fn an_editor_says_the_same_in_json() {
    let (layer, problems) = Layer::from_editor(&json!({
        "enable": true, "hints": "none", "hintsMinimum": "1 µJ", "hintsValue": "p95", "hintsMaxLength": 8, "hintsShare": true,
        "hintsHideOnCursorLine": true, "lens": true, "heatMap": true, "model": "raspberry-pi-5",
        "device": "any", "mapping": "stack", "calls": "none", "javaHome": "/jdk", "release": 21, "classPath": ["lib/a.jar"],
        "profile": "none", "exclude": ["generated"], "assume": {"n": 100, "p.A.f:n": 2.5},
    }));
    assert_eq!(problems, Vec::new());
    let expected = Layer {
        enable: Some(true),
        hints: Some(Hints::None),
        hints_minimum: Some(Joules(1e-6)),
        hints_value: Some(HintValue::P95),
        hints_max_length: Some(8),
        hints_share: Some(true),
        lens: Some(true),
        model: Some("raspberry-pi-5".to_owned()),
        device: Some("any".to_owned()),
        mapping: Some(Mapping::Stack),
        calls: Some(Calls::None),
        java_home: Some("/jdk".into()),
        release: Some(21),
        class_path: vec!["lib/a.jar".into()],
        profile: Some("none".into()),
        exclude: globs(&["generated"]),
        assume: assume(&["n=100", "p.A.f:n=2.5"]),
    };
    assert_eq!(layer, expected);
    let below = layer.relative_to(Path::new("/project"));
    assert_eq!(below.class_path, [PathBuf::from("/project/lib/a.jar")]);
    assert_eq!(below.profile, Some("none".into()));
    assert_eq!(below.java_home, Some("/jdk".into()));
    assert_eq!(below.model.as_deref(), Some("raspberry-pi-5"));
}

#[test]
fn what_an_editor_leaves_empty_is_not_set() {
    for value in [
        json!(null),
        json!({}),
        json!([]),
        json!({"model": "", "javaHome": "", "hints": null, "release": null, "hintsMinimum": "", "mapping": ""}),
        // The empty table as Lua writes it, and the settings of the VS Code extension itself.
        json!({"assume": [], "classPath": {}, "server": {"path": "x"}, "trace": {"server": "off"}}),
    ] {
        assert_eq!(
            Layer::from_editor(&value),
            (Layer::default(), Vec::new()),
            "{value}"
        );
    }
}

#[test]
fn hints_can_be_switched_like_a_light() {
    assert_eq!(right("hints = true").hints, Some(Hints::Hot));
    assert_eq!(right("hints = false").hints, Some(Hints::None));
    assert_eq!(
        right("hintsValue = 'mean+-sd'").hints_value,
        Some(HintValue::MeanAndSd)
    );
}

#[test]
fn the_command_line_goes_before_the_editor_and_that_before_the_file() {
    let file = right(
        "device = 'f'\nhints = 'hot'\nlens = false\nrelease = 11\nassume.n = 1\nassume.m = 1",
    );
    let (editor, _) = Layer::from_editor(&json!({
        "device": "e", "hints": "none", "assume": {"n": 2}, "classPath": ["/e.jar"], "exclude": ["e"],
    }));
    let flags = Layer {
        device: Some("c".to_owned()),
        class_path: vec!["/c.jar".into()],
        ..Layer::default()
    };
    let file = Layer {
        class_path: vec!["/f.jar".into()],
        exclude: globs(&["f"]),
        ..file
    };
    let expected = Configuration {
        device: "c".to_owned(),
        hints: Hints::None,
        lens: false,
        release: Some(11),
        assume: assume(&["n=2", "m=1"]),
        class_path: vec!["/c.jar".into(), "/e.jar".into(), "/f.jar".into()],
        exclude: globs(&["e", "f"]),
        ..Configuration::default()
    };
    assert_eq!(Configuration::resolve([&flags, &editor, &file]), expected);
    assert_eq!(Configuration::resolve([]), Configuration::default());
}

#[test]
fn a_change_is_seen_for_what_it_changes() {
    let before = Configuration::default();
    let with = |text: &str| Configuration::resolve([&right(text)]);
    assert_eq!(with(""), before);
    let hints = with("hints = false");
    assert!(hints != before && hints.has_the_model_of(&before) && hints.compiles_like(&before));
    assert!(!with("mapping = 'paper'").has_the_model_of(&before));
    assert!(!with("release = 17").compiles_like(&before));
    assert!(!with("exclude = ['a']").compiles_like(&before));
}

#[test]
fn unknown_settings_are_named_with_their_line_and_the_nearest_name_and_the_rest_holds() {
    let (layer, problems) =
        toml("hintMinimum = '5 nJ'\n\nclass-path = []\ndevice = 'd'\ntemperature = 3\n");
    assert_eq!(layer.device.as_deref(), Some("d"));
    let nearest: Vec<_> = problems.iter().map(|problem| problem.nearest).collect();
    assert_eq!(nearest, [Some("hintsMinimum"), Some("classPath"), None]);
    assert_eq!(
        lines_and_messages(problems),
        [
            "/project/jouled.toml:1: warning: there is no setting \"hintMinimum\"; is \"hintsMinimum\" meant?",
            "/project/jouled.toml:3: warning: there is no setting \"class-path\"; is \"classPath\" meant?",
            "/project/jouled.toml:5: warning: there is no setting \"temperature\"",
        ]
    );
    let (_, problems) = Layer::from_editor(&json!({"lense": true}));
    assert_eq!(
        lines_and_messages(problems),
        ["warning: there is no setting \"jouled.lense\"; is \"jouled.lens\" meant?"]
    );
}

#[test]
fn wrong_values_are_named_with_their_line_and_leave_the_default() {
    let text = r#"enable = "yes"
hints = "hto"
hintsMinimum = "5"
hintsValue = "median"
hintsMaxLength = 7
lens = 0
model = 1
mapping = "Stack"
release = 7
classPath = "a.jar"
exclude = ["[", 3,
   "{a"]
assume = {n = -1e19, m = "x", "" = 1, k = 4}
device = "d"
"#;
    let (layer, problems) = toml(text);
    let expected = Layer {
        device: Some("d".to_owned()),
        assume: assume(&["k=4"]),
        ..Layer::default()
    };
    assert_eq!(layer, expected);
    let told = lines_and_messages(problems);
    for (line, message) in [
        (1, "enable must be true or false, not \"yes\""),
        (
            2,
            "hints must be \"hot\", \"all\" or \"none\", not \"hto\"; is \"hot\" meant?",
        ),
        (
            3,
            "hintsMinimum must be an energy such as \"5 nJ\", not \"5\"",
        ),
        (
            4,
            "hintsValue must be \"mean\", \"mean±sd\" or \"p95\", not \"median\"",
        ),
        (
            5,
            "hintsMaxLength must be a whole number from 8 to 1000, not 7",
        ),
        (6, "lens must be true or false, not 0"),
        (7, "model must be text in quotes, not 1"),
        (
            8,
            "mapping must be \"stack\" or \"paper\", not \"Stack\"; is \"stack\" meant?",
        ),
        (9, "release must be a whole number from 8 to 99, not 7"),
        (10, "classPath must be a list of paths, not \"a.jar\""),
        (11, "\"[\" in exclude is not a valid glob"),
        (11, "exclude must be a list of globs of paths, not 3"),
        (12, "\"{a\" in exclude is not a valid glob"),
        (
            13,
            "\"assume.n\" must be a number in the range of a long, without a unit (energies are in joules: 1e-6 is 1 µJ), not -1",
        ),
        (
            13,
            "\"assume.m\" must be a number in the range of a long, without a unit (energies are in joules: 1e-6 is 1 µJ), not \"x\"",
        ),
        (13, "\"assume.\" names no symbol"),
    ] {
        let start = format!("{FILE}:{line}: warning: {message}");
        let times = told.iter().filter(|text| text.starts_with(&start)).count();
        assert_eq!(times, 1, "{start}\n{told:#?}");
    }
    assert_eq!(told.len(), 16, "{told:#?}");
}

#[test]
fn a_wrong_value_in_a_place_leaves_that_of_the_next_place() {
    let (editor, problems) = Layer::from_editor(&json!({"mapping": "plain"}));
    assert_eq!(problems.len(), 1);
    let file = right("mapping = 'paper'");
    let resolved = Configuration::resolve([&editor, &file]);
    assert_eq!(resolved.mapping, Mapping::Paper);
}

#[test]
fn a_syntax_error_costs_the_file_alone_and_names_the_line() {
    for (text, line) in [
        ("hints = false\nlens = \nmodel = 'm'", 2),
        ("hints = false\n[assume\nn = 1", 2),
        ("hints = false\nhints = true", 2),
        ("\n\nmodel = \"open", 3),
    ] {
        let (layer, problems) = toml(text);
        assert_eq!(layer, Layer::default(), "{text}");
        assert_eq!(problems.len(), 1, "{text}");
        assert_eq!(problems[0].line, Some(line), "{text}");
        assert!(problems[0].message.contains("none of its settings apply"));
    }
}

#[test]
fn a_project_cannot_choose_a_program_that_runs() {
    let (layer, problems) = toml("javaHome = '/tmp/jdk'\nhints = false");
    assert_eq!(layer.java_home, None);
    assert_eq!(layer.hints, Some(Hints::None));
    assert_eq!((problems.len(), problems[0].line), (1, Some(1)));
    assert!(problems[0].message.contains("jouled runs programs from it"));
}

#[test]
fn a_project_cannot_have_files_of_another_machine_opened() {
    let (layer, problems) =
        toml("model = '\\\\host\\share\\m.json'\nclassPath = ['//host/a.jar', 'b.jar']");
    assert_eq!(layer.model, None);
    assert_eq!(layer.class_path, [PathBuf::from("/project/b.jar")]);
    assert_eq!(problems.len(), 2);
}

#[test]
fn what_only_an_editor_does_is_not_for_the_file() {
    let (_, problems) = toml("heatMap = true\nhintsHideOnCursorLine = true");
    let keys: Vec<_> = problems.iter().map(|problem| &*problem.key).collect();
    assert_eq!(keys, ["heatMap", "hintsHideOnCursorLine"]);
}

#[test]
fn hostile_text_is_bounded() {
    let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let (_, problems) = toml(&deep);
    assert_eq!(problems.len(), 1);
    let dotted = format!("assume{} = 1", ".a".repeat(100_000));
    assert_eq!(toml(&dotted).1.len(), 1);
    let (layer, problems) = toml(&format!("lens = false\n# {}", "x".repeat(300 << 10)));
    assert_eq!(layer, Layer::default());
    assert!(problems[0].message.contains("over 262144 bytes"));
    let many: String = (0..10_000).fold(String::new(), |text, key| format!("{text}k{key} = 1\n"));
    let (_, problems) = toml(&many);
    assert_eq!(problems.len(), 51);
    assert!(problems[50].message.starts_with("9950 more"));
    let long = format!(
        "\"\\u001b[31m{}\" = 1\nlens = \"{}\"",
        "k".repeat(50_000),
        "v".repeat(50_000)
    );
    for problem in toml(&long).1 {
        assert!(problem.message.len() < 300 && !problem.message.contains('\u{1b}'));
    }
}

#[test]
fn the_file_stands_in_the_projects_root() {
    let tree = FileTree::new([
        ("repository/jouled.toml", "device = 'd'\nlensen = true"),
        ("repository/module/.git/HEAD", ""),
        ("repository/src/p/A.java", ""),
        ("repository/module/B.java", ""),
    ]);
    let root = tree.path("repository");
    let found = |path: &str| configured_root(&tree.path(path));
    assert_eq!(found("repository/src/p/A.java").as_ref(), Some(&root));
    assert_eq!(found("repository").as_ref(), Some(&root));
    // A repository within this one is another project.
    assert_eq!(found("repository/module/B.java"), None);
    let (layer, problems) = Layer::of_project(&root);
    assert_eq!(layer.device.as_deref(), Some("d"));
    assert_eq!((problems.len(), problems[0].line), (1, Some(2)));
    assert_eq!(problems[0].file, Some(root.join("jouled.toml")));
    assert_eq!(
        Layer::of_project(&tree.path("repository/src")),
        (Layer::default(), Vec::new())
    );
}

#[test]
fn a_file_that_is_no_text_is_told_of() {
    let tree = FileTree::new([("folder/jouled.toml/x", "")]);
    tree.write("binary/jouled.toml", b"lens = false\n# \xff\xfe\n");
    tree.write("large/jouled.toml", vec![b'#'; 300 << 10]);
    for (folder, line) in [("folder", None), ("binary", Some(2)), ("large", None)] {
        let (layer, problems) = Layer::of_project(&tree.path(folder));
        assert_eq!(layer, Layer::default());
        assert_eq!((problems.len(), problems[0].line), (1, line), "{folder}");
    }
}

#[test]
fn values_of_a_path_hold_in_its_files() {
    let configuration = Configuration::resolve([&right("assume = {n = 1, 'src/test/**:n' = 2}")]);
    let of = |path: &str| configuration.assume.of_file(Path::new(path)).into_owned();
    let plain = |text: &str| {
        let mut assumptions = AssumedValues::default();
        assumptions.parse(text).unwrap();
        assumptions
    };
    assert_eq!(of("src/main/A.java"), plain("n=1"));
    assert_eq!(of("src/test/A.java"), plain("n=2"));
    // The folder of the file is known.
    assert_eq!(of("/project/src/test/A.java"), plain("n=2"));
    assert_eq!(of("/other/src/test/A.java"), plain("n=1"));
}

/// The defaults of the table, written as settings.
fn written_defaults() -> Value {
    let defaults = SETTINGS.iter().filter_map(|setting| {
        let value = match setting.default {
            DefaultValue::Nothing => return None,
            DefaultValue::Switch(on) => json!(on),
            DefaultValue::Text(text) => json!(text),
            DefaultValue::Whole(number) => json!(number),
            DefaultValue::EmptyList => json!([]),
            DefaultValue::EmptyTable => json!({}),
        };
        Some((setting.name.to_owned(), value))
    });
    Value::Object(defaults.collect())
}

#[test]
fn the_defaults_of_the_table_are_those_that_hold() {
    let (layer, problems) = Layer::from_editor(&written_defaults());
    assert_eq!(problems, Vec::new());
    assert_eq!(Configuration::resolve([&layer]), Configuration::default());
}

#[test]
fn every_word_of_the_table_is_understood() {
    for setting in SETTINGS {
        let SettingKind::Choice { choices, .. } = setting.kind else {
            continue;
        };
        let mut seen = Vec::new();
        for choice in choices {
            let (layer, problems) = Layer::from_editor(&json!({setting.name: choice.name}));
            assert_eq!(problems, Vec::new(), "{}", choice.name);
            assert!(!seen.contains(&layer), "{}", choice.name);
            if let Some(alias) = choice.alias {
                assert_eq!(Layer::from_editor(&json!({setting.name: alias})).0, layer);
            }
            seen.push(layer);
        }
    }
}

/// Text that is often valid TOML, and often nearly so.
fn nearly_toml() -> impl Strategy<Value = String> {
    let names = SETTINGS.iter().map(|setting| setting.name.to_owned());
    let key = prop_oneof![
        proptest::sample::select(names.collect::<Vec<_>>()),
        "[a-zA-Z.\"]{1,8}",
    ];
    let value = prop_oneof![
        Just("true".to_owned()),
        Just("\"5 nJ\"".to_owned()),
        Just("[\"a\", 1]".to_owned()),
        Just("{n = 1, 'a/**:n' = 2.5}".to_owned()),
        "-?[0-9]{1,25}(\\.[0-9]+)?",
        "\"[^\"\\\\\n]{0,12}\"",
        "[\\PC\n]{0,10}",
    ];
    proptest::collection::vec((key, value), 0..8).prop_map(|lines| {
        let lines = lines
            .iter()
            .map(|(key, value)| format!("{key} = {value}\n"));
        lines.collect()
    })
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let names = SETTINGS.iter().map(|setting| setting.name.to_owned());
        let key = prop_oneof![
            proptest::sample::select(names.collect::<Vec<_>>()),
            ".{0,8}"
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_gives_settings_and_problems_on_lines_that_exist(text in nearly_toml()) {
        let (_, problems) = toml(&text);
        let lines = text.split('\n').count();
        for problem in problems {
            let line = problem.line.unwrap_or(1) as usize;
            prop_assert!((1..=lines).contains(&line), "{problem:?}");
        }
    }

    #[test]
    fn any_json_gives_settings(value in any_json()) {
        let (layer, _) = Layer::from_editor(&value);
        let _ = Configuration::resolve([&layer]);
    }

    #[test]
    fn an_unknown_key_changes_nothing_else(
        key in "z[a-z]{0,8}",
        hints in prop::bool::ANY,
        length in 8_u16..1000,
    ) {
        let text = format!("hints = {hints}\nhintsMaxLength = {length}\n");
        let (with, problems) = toml(&format!("{key} = 1\n{text}"));
        prop_assert_eq!(with, right(&text));
        prop_assert_eq!(problems.len(), 1);
        prop_assert_eq!(problems[0].line, Some(1));
    }
}
