//! Adding, choosing and removing models, in a folder of the test.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test fail like the test itself"
)]

use std::fs;
use std::path::PathBuf;

use files::Limits;
use model_registry::{Origin, Registry};
use posterior::Posterior;
use tempfile::TempDir;

struct Scratch {
    folder: TempDir,
    registry: Registry,
}

impl Scratch {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let registry = Registry::at(folder.path().join("config").join("jouled"));
        Self { folder, registry }
    }

    /// A file with the default model, but with another name and another σ.
    fn model(&self, name: &str, sigma: f64) -> PathBuf {
        let mut document = Posterior::default_model().document().clone();
        name.clone_into(&mut document.name);
        document.sigma.mean = posterior::Joules(sigma);
        let file = self.folder.path().join(format!("{name}.txt"));
        fs::write(&file, serde_json::to_string(&document).unwrap()).unwrap();
        file
    }

    fn load(&self, name: Option<&str>) -> Result<Posterior, String> {
        let loaded = self.registry.load(name, &Limits::default());
        loaded.map_err(|error| error.to_string())
    }
}

#[test]
fn without_a_choice_the_default_model_is_in_use() {
    let scratch = Scratch::new();
    let default = Posterior::default_model();
    assert_eq!(scratch.load(None).unwrap().digest(), default.digest());
    assert_eq!(
        scratch.load(Some(default.name())).unwrap().digest(),
        default.digest()
    );
    assert_eq!(scratch.registry.in_use(), default.name());
    assert!(scratch.registry.is_fresh());
    let models = scratch.registry.models();
    assert!(models.iter().all(|model| model.origin == Origin::BuiltIn));
    assert!(models[0].is_in_use && models[0].name == default.name());
    assert!(!models[1..].iter().any(|model| model.is_in_use));
}

#[test]
fn a_model_is_added_chosen_and_removed() {
    let scratch = Scratch::new();
    let file = scratch.model("board", 1e-9);
    let added = scratch.registry.add(&file, None, false).unwrap();
    assert_eq!((&*added.name, added.replaced), ("board", false));
    assert!(!scratch.registry.is_fresh());
    // Adding a model does not choose it.
    assert_eq!(scratch.load(None).unwrap().name(), "raspberry-pi-5");
    assert_eq!(scratch.load(Some("board")).unwrap().name(), "board");
    assert_eq!(scratch.registry.choose("board").unwrap().name(), "board");
    assert_eq!(scratch.load(None).unwrap().name(), "board");
    let in_use: Vec<String> = scratch
        .registry
        .models()
        .into_iter()
        .filter(|model| model.is_in_use)
        .map(|model| model.name)
        .collect();
    assert_eq!(in_use, ["board"]);
    scratch.registry.remove("board").unwrap();
    assert_eq!(scratch.load(None).unwrap().name(), "raspberry-pi-5");
    assert!(scratch.load(Some("board")).is_err());
}

#[test]
fn another_model_of_the_same_name_is_replaced_only_if_asked() {
    let scratch = Scratch::new();
    scratch
        .registry
        .add(&scratch.model("board", 1e-9), None, false)
        .unwrap();
    // Adding the same model again changes nothing.
    assert!(
        scratch
            .registry
            .add(&scratch.model("board", 1e-9), None, false)
            .unwrap()
            .replaced
    );
    let other = scratch.model("board", 2e-9);
    let said = scratch
        .registry
        .add(&other, None, false)
        .unwrap_err()
        .to_string();
    assert!(said.contains("--replace"), "{said}");
    assert!((scratch.load(Some("board")).unwrap().sigma().mean.0 / 1e-9 - 1.0).abs() < 1e-12);
    assert!(scratch.registry.add(&other, None, true).unwrap().replaced);
    assert!((scratch.load(Some("board")).unwrap().sigma().mean.0 / 2e-9 - 1.0).abs() < 1e-12);
}

#[test]
fn a_model_under_another_name_says_that_name() {
    let scratch = Scratch::new();
    let file = scratch.model("board:2", 1e-9);
    let said = scratch
        .registry
        .add(&file, None, false)
        .unwrap_err()
        .to_string();
    assert!(said.contains("--name"), "{said}");
    scratch.registry.add(&file, Some("mine"), false).unwrap();
    let loaded = scratch.load(Some("mine")).unwrap();
    assert_eq!(loaded.name(), "mine");
    assert_eq!(
        loaded.features().len(),
        Posterior::default_model().features().len()
    );
}

#[test]
fn no_name_leads_out_of_the_folder_or_to_a_model_that_comes_with_jouled() {
    let scratch = Scratch::new();
    let file = scratch.model("board", 1e-9);
    for name in [
        "../board",
        "a/b",
        "..",
        ".board",
        "/board",
        "raspberry-pi-5",
        "nul",
        "-x",
    ] {
        assert!(
            scratch.registry.add(&file, Some(name), true).is_err(),
            "{name}"
        );
        assert!(scratch.registry.remove(name).is_err(), "{name}");
    }
    assert!(
        !scratch.folder.path().join("config").exists(),
        "nothing was written"
    );
    let said = scratch.registry.choose("../board").unwrap_err().to_string();
    assert!(said.contains("the models are: raspberry-pi-5"), "{said}");
}

#[test]
fn what_is_no_model_is_not_added_and_what_became_none_is_named() {
    let scratch = Scratch::new();
    let file = scratch.folder.path().join("broken.json");
    fs::write(&file, "{").unwrap();
    let said = scratch
        .registry
        .add(&file, None, false)
        .unwrap_err()
        .to_string();
    assert!(said.contains("broken.json is not valid"), "{said}");
    let added = scratch
        .registry
        .add(&scratch.model("board", 1e-9), None, false)
        .unwrap();
    scratch.registry.choose("board").unwrap();
    fs::write(&added.file, "{").unwrap();
    assert!(
        scratch
            .load(None)
            .unwrap_err()
            .contains("board.json is not valid")
    );
    let models = scratch.registry.models();
    assert!(
        models
            .iter()
            .any(|model| model.name == "board" && model.posterior.is_err())
    );
    fs::remove_file(&added.file).unwrap();
    let said = scratch.load(None).unwrap_err();
    assert!(
        said.contains("jouled model use") && said.contains("raspberry-pi-5"),
        "{said}"
    );
}

#[test]
fn a_file_that_is_missing_too_large_or_no_model_is_named() {
    let scratch = Scratch::new();
    let file = scratch.folder.path().join("model.json");
    let path = file.to_str().unwrap();
    let error = |limits: &Limits| {
        scratch
            .registry
            .load(Some(path), limits)
            .unwrap_err()
            .to_string()
    };
    let limits = Limits::default();
    assert!(error(&limits).contains("no such file; the models are: "));
    fs::write(&file, "{").unwrap();
    assert!(error(&limits).contains("model.json is not valid"));
    let narrow = Limits {
        max_model_bytes: 0,
        ..limits.clone()
    };
    assert!(error(&narrow).contains("over 0 bytes"));
    for place in ["/dev/stdin", "/dev/zero", "/dev"] {
        if std::path::Path::new(place).exists() {
            let error = scratch.load(Some(place)).unwrap_err();
            assert!(
                error.contains(place) && error.contains("not a file"),
                "{error}"
            );
        }
    }
    fs::write(&file, [0xFF]).unwrap();
    assert!(error(&limits).contains("model.json cannot be read"));
}

#[test]
fn a_choice_that_somebody_damaged_is_no_choice() {
    let scratch = Scratch::new();
    scratch.registry.choose("raspberry-pi-5").unwrap();
    let choice = scratch.folder.path().join("config/jouled/model-in-use");
    for text in ["", "../../etc/passwd", "\0", "a\nb\n", &"x".repeat(10_000)] {
        fs::write(&choice, text).unwrap();
        assert_eq!(
            scratch.load(None).unwrap().name(),
            "raspberry-pi-5",
            "{text:?}"
        );
    }
    fs::remove_file(&choice).unwrap();
    fs::create_dir(&choice).unwrap();
    assert_eq!(scratch.load(None).unwrap().name(), "raspberry-pi-5");
}
