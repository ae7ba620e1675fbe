//! `jouled model`: models are listed, added, used and removed, and the numbers of a model without a meter always say so.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use crate::support::{Run, jouled_with, prepare_compiler_in};
use tempfile::TempDir;

/// The text next to every number of a model whose joules are CPU time.
const UNMETERED: &str = "no joule was measured by a meter";

/// A separate user.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("config")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        jouled_with(arguments, |command| {
            command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
            command.env_remove("CI");
        })
    }

    fn said(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    }

    /// A model whose joules are CPU time, with a name and doubled energies.
    fn model(&self, name: &str) -> String {
        let text = include_str!("../../../model-data/raspberry-pi-5.json");
        let mut document: Value = serde_json::from_str(text).unwrap();
        document["name"] = name.into();
        document["hardware"]["meter"] = "cpu-time: 65 W, 8 processors".into();
        document["hardware"]["scope"] = "one thread, modelled".into();
        for feature in document["features"].as_array_mut().unwrap() {
            for number in ["mean_j", "sd_j"] {
                let joules = feature[number].as_f64().unwrap();
                feature[number] = (2.0 * joules).into();
            }
        }
        let file = self.folder.path().join(format!("{name}-model.json"));
        fs::write(&file, document.to_string()).unwrap();
        file.display().to_string()
    }

    fn java(&self) -> String {
        self.file(
            "Sum.java",
            "class Sum {\n    //@ energy <= 1 nJ;\n    int of(int a, int b) {\n        return a + b;\n    }\n}\n",
        )
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.folder.path().join(name), text).unwrap();
        self.path(name)
    }

    fn choice(&self) -> PathBuf {
        self.folder.path().join("config/jouled/model-in-use")
    }
}

#[test]
fn a_model_is_added_used_and_removed() {
    let user = User::new();
    let list = user.said(&["model", "list"]);
    assert!(
        list.contains("70 features measured, 2 inferred from others, 65 transferred from another machine (each ± 19% to 72%)"),
        "{list}"
    );
    assert!(
        list.starts_with("* raspberry-pi-5  interpreter mode"),
        "{list}"
    );
    assert!(
        list.contains("coverage") && list.contains("unseen programs"),
        "{list}"
    );

    let added = user.said(&["model", "add", &user.model("board")]);
    assert!(
        added.contains(UNMETERED) && added.contains("jouled model use board"),
        "{added}"
    );
    let used = user.said(&["model", "use", "board"]);
    assert!(
        used.contains("board is the model in use") && used.contains(UNMETERED),
        "{used}"
    );
    assert!(user.said(&["model", "show"]).starts_with("board\n"));
    let list = user.said(&["model"]);
    assert!(
        list.contains("* board  interpreter mode") && list.contains(UNMETERED),
        "{list}"
    );

    let json = user.said(&["model", "list", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let models = json["models"].as_array().unwrap();
    assert_eq!(models[0]["unmetered"], Value::Null);
    let board = models.iter().find(|model| model["name"] == "board").unwrap();
    assert_eq!(board["in_use"], Value::Bool(true));
    assert!(board["unmetered"].as_str().unwrap().contains(UNMETERED));

    let removed = user.said(&["model", "remove", "board"]);
    assert!(
        removed.contains("the model in use is raspberry-pi-5"),
        "{removed}"
    );
    assert!(
        user.said(&["model", "show"])
            .starts_with("raspberry-pi-5\n")
    );
}

#[test]
fn what_cannot_be_is_said_with_what_to_do() {
    let user = User::new();
    let file = user.model("board");
    for (arguments, code, said) in [
        (
            vec!["model", "use", "abacus"],
            2,
            "the models are: raspberry-pi-5",
        ),
        (
            vec!["model", "remove", "abacus"],
            2,
            "the models are: raspberry-pi-5",
        ),
        (
            vec!["model", "remove", "raspberry-pi-5"],
            1,
            "comes with jouled",
        ),
        (
            vec!["model", "add", "/nowhere/model.json"],
            1,
            "/nowhere/model.json",
        ),
        (vec!["model", "add", &file, "--name", "../up"], 1, "--name"),
        (
            vec!["model", "add", &file, "--name", "raspberry-pi-5"],
            1,
            "comes with jouled",
        ),
    ] {
        let run = user.run(&arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{arguments:?}: {}", run.stderr);
    }
    assert!(!user.choice().exists());
}

#[test]
fn the_model_in_use_prices_and_a_flag_goes_before_it() {
    let user = User::new();
    let java = user.java();
    let mean = |more: &[&str]| {
        let arguments = [&["report", "--format", "json", &java], more].concat();
        let report: Value = serde_json::from_str(&user.said(&arguments)).unwrap();
        (report["model"]["name"].as_str().unwrap().to_owned(), report)
    };
    assert_eq!(mean(&[]).0, "raspberry-pi-5");
    user.said(&["model", "add", &user.model("board")]);
    user.said(&["model", "use", "board"]);
    let (name, report) = mean(&[]);
    assert_eq!(name, "board");
    assert!(
        report["model"]["unmetered"]
            .as_str()
            .unwrap()
            .contains(UNMETERED)
    );
    let (name, report) = mean(&["--model", "raspberry-pi-5"]);
    assert_eq!(name, "raspberry-pi-5");
    assert_eq!(report["model"].get("unmetered"), None);
}

#[test]
fn a_model_of_another_jdk_says_how_far_jdks_are_apart() {
    let user = User::new();
    let java = user.java();
    for measured_on in ["17", "21", "25"] {
        let model = format!("x86-64-vm-jdk{measured_on}-interpreter");
        let arguments = ["report", "--format", "json", "--model", &model, &java];
        let report: Value = serde_json::from_str(&user.said(&arguments)).unwrap();
        let used = report["jdk"].as_str().unwrap().split('.').next().unwrap();
        let told = report["model"].get("other_jdk").and_then(Value::as_str);
        if used == measured_on {
            assert_eq!(told, None);
        } else {
            let told = told.unwrap();
            let [low, high] = [measured_on, used].map(|jdk| jdk.parse::<u32>().unwrap());
            let (low, high) = (low.min(high), low.max(high));
            let begin = format!(
                "measured on JDK {measured_on}, used for JDK {used} (from {low} to {high}, half of the programs change"
            );
            assert!(told.starts_with(&begin), "{told}");
            let text = user.said(&["report", "--model", &model, &java]);
            assert!(text.contains(told), "{text}");
        }
    }
}

#[test]
fn every_schema_has_all_that_is_said_of_a_model() {
    let text = String::from("?");
    let said = ide::ModelReport {
        name: text.clone(),
        device: text.clone(),
        structure: text.clone(),
        mode: text.clone(),
        mapping: text.clone(),
        digest: text.clone(),
        unmetered: Some(text.clone()),
        other_jdk: Some(text),
    };
    let said = serde_json::to_value(said).unwrap();
    let said: Vec<&String> = said.as_object().unwrap().keys().collect();
    for schema in [
        include_str!("../../../model-data/advice.schema.json"),
        include_str!("../../../model-data/check.schema.json"),
        include_str!("../../../model-data/diff.schema.json"),
        include_str!("../../../model-data/explain.schema.json"),
        include_str!("../../../model-data/report.schema.json"),
        include_str!("../../../model-data/stats.schema.json"),
        include_str!("../../../model-data/what-if.schema.json"),
    ] {
        let schema: Value = serde_json::from_str(schema).unwrap();
        let model = &schema["properties"]["model"]["properties"];
        let members: Vec<&String> = model.as_object().unwrap().keys().collect();
        assert_eq!(members.len(), said.len(), "{}", schema["title"]);
        assert!(said.iter().all(|name| members.contains(name)), "{}", schema["title"]);
    }
}

#[test]
fn every_output_says_that_no_meter_measured_its_joules() {
    let user = User::new();
    let (java, file) = (user.java(), user.model("board"));
    let model = ["--model", &*file];
    let commands: [&[&str]; 12] = [
        &["annotate", &java],
        &["report", &java],
        &["report", "--format", "json", &java],
        &["report", "--format", "markdown", &java],
        &["report", "--format", "sarif", &java],
        &["report", "--format", "html", &java],
        &["explain", "Sum.of", &java],
        &["check", &java],
        &["check", "--format", "json", &java],
        &["advise", &java],
        &["advise", "--format", "json", &java],
        &["advise", "--format", "markdown", &java],
    ];
    for command in commands {
        let run = user.run(&[command, &model].concat());
        assert!(
            run.code == 0 || run.code == 3,
            "{command:?}: {}",
            run.stderr
        );
        assert!(
            run.stdout.contains(UNMETERED),
            "{command:?}: {}",
            run.stdout
        );
        // A model that was measured with a meter does not say so.
        assert!(!user.run(command).stdout.contains(UNMETERED), "{command:?}");
    }
}

#[test]
fn the_first_run_says_once_how_to_measure_this_machine() {
    let user = User::new();
    let java = user.java();
    let cache = user.folder.path().join("cache");
    prepare_compiler_in(&cache);
    let stderr = |arguments: &[&str], ci: bool| {
        let run = jouled_with(arguments, |command| {
            command.env("XDG_CONFIG_HOME", user.folder.path().join("config"));
            command.env("XDG_CACHE_HOME", &cache);
            if ci {
                command.env("CI", "true");
            } else {
                command.env_remove("CI");
            }
        });
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr
    };
    let hint = "calibrate this-machine";
    // A pipeline starts with an empty cache each time.
    assert!(!stderr(&["report", &java], true).contains(hint));
    // Somebody who names a model knows about models.
    assert!(!stderr(&["report", &java, "--model", "raspberry-pi-5"], false).contains(hint));
    assert!(stderr(&["report", &java], false).contains(hint));
    assert!(!stderr(&["report", &java], false).contains(hint));
}

/// A model of compiled code is off by a factor. That is no reason to hide how the energy depends on a length.
#[test]
fn what_the_model_alone_leaves_open_says_so_and_keeps_its_formula() {
    let user = User::new();
    let java = user.file(
        "Loops.java",
        "class Loops {\n    static int sum(int[] a) {\n        int s = 0;\n        for (int i = 0; i < a.length; i++) {\n            s += a[i];\n        }\n        return s;\n    }\n    static int twice(int a) {\n        return 2 * a;\n    }\n}\n",
    );
    let compiled = user.said(&["report", &java, "--model", "x86-64-vm-jdk25-c2"]);
    let line = |report: &str, method: &str| {
        let found = report.lines().find(|line| line.contains(method));
        found.unwrap_or_else(|| panic!("{report}")).to_owned()
    };
    let annotated = user.said(&["annotate", &java, "--model", "x86-64-vm-jdk25-c2"]);
    let mut lenses = annotated.lines().zip(annotated.lines().skip(1));
    let sum = lenses.find(|(_, code)| code.contains("static int sum("));
    let (sum, _) = sum.expect("the method's lens");
    assert!(
        sum.contains("·a.length (0.") && sum.contains(" times, model)") && sum.contains('≈'),
        "{sum}"
    );
    let twice = line(&compiled, "Loops.twice");
    assert!(
        twice.starts_with('≈') && twice.contains("(model)"),
        "{twice}"
    );
    assert!(compiled.contains("c2 mode") && compiled.contains("no joule was measured by a meter"));
    let interpreted = user.said(&["report", &java, "--model", "x86-64-vm-jdk25-interpreter"]);
    assert!(!interpreted.contains("(model"), "{interpreted}");
}

/// Native code costs the same next to compiled code as next to interpreted code. A copy of an int array took 0.08 to 0.19 ns
/// for each element on the machine of the model, at a modelled power of 0.7 × 65 W / 2, and a concatenation of two texts took
/// 13 to 15 ns.
#[test]
fn native_code_costs_under_a_model_of_compiled_code_what_it_took_beside_compiled_code() {
    let user = User::new();
    let java = user.file(
        "Copies.java",
        "class Copies {\n    static void copy(int[] a, int[] b, int n) {\n        System.arraycopy(a, 0, b, 0, n);\n    }\n    static String join(String a, String b) {\n        return a + b;\n    }\n}\n",
    );
    let watts = 0.7 * 65.0 / 2.0;
    for model in ["x86-64-vm-jdk17-c2", "x86-64-vm-jdk25-c2"] {
        let report = user.said(&[
            "report",
            &java,
            "--model",
            model,
            "--assume",
            "n=1000000",
            "--calls",
            "project",
            "--format",
            "json",
        ]);
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let typical = |name: &str| {
            let methods = report["methods"].as_array().unwrap();
            let method = methods.iter().find(|method| method["method"] == name).unwrap();
            method["typical"]["mean"].as_f64().unwrap()
        };
        let each_ns = typical("copy") / watts * 1e9 / 1e6;
        assert!((0.02..0.3).contains(&each_ns), "{model}: {each_ns} ns");
        let join_ns = typical("join") / watts * 1e9;
        assert!((5.0..60.0).contains(&join_ns), "{model}: {join_ns} ns");
    }
}
