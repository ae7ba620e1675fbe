//! Reads a model file as hostile input: every value is checked before it is used.

use std::collections::HashSet;

use serde::Deserialize;

use crate::document::{ANY, Category, Diagnostics, Document, Feature, Hardware, SCHEMA, Structure};
use crate::error::ModelError;
use crate::joules::Joules;
use crate::record::FitRecord;

/// The maximum size of the text in bytes: a full covariance of `MAX_FEATURES` features fits.
const MAX_TEXT_BYTES: usize = 32 << 20;
/// The maximum number of features. All instructions in all contexts are several hundred.
const MAX_FEATURES: usize = 1024;
/// The maximum length of a name in bytes.
const MAX_NAME_BYTES: usize = 128;
/// The maximum energy of one execution in joules. More would mean another unit.
const MAX_JOULES: f64 = 1e6;

const DEVICE_PREFIX: &str = "device:";

/// Reads and checks everything except the covariance.
pub(crate) fn read(text: &str) -> Result<Document, ModelError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(ModelError::TooLarge {
            what: "bytes of text",
            found: text.len(),
            limit: MAX_TEXT_BYTES,
        });
    }
    check_schema(text)?;
    let document: Document = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    check_name("name", &document.name)?;
    check_hardware(&document.hardware)?;
    check_relative("discrepancy", document.discrepancy)?;
    check_relative("feature_discrepancy", document.feature_discrepancy)?;
    if document.structure == Structure::Compiled && document.feature_discrepancy != 0.0 {
        return Err(ModelError::invalid(
            "feature_discrepancy",
            "the compiled structure has a discrepancy of whole programs only",
            "leave it out",
        ));
    }
    check_joules("sigma.mean_j", document.sigma.mean, 0.0)?;
    check_joules("sigma.sd_j", document.sigma.sd, 0.0)?;
    check_diagnostics("sigma", &document.sigma.diagnostics)?;
    check_features(&document)?;
    if let Some(problem) = document.fit.as_ref().and_then(FitRecord::problem) {
        return Err(ModelError::invalid("fit", problem, "fit the model again"));
    }
    Ok(document)
}

/// The name of the device whose level a feature is.
pub(crate) fn device_name(feature: &Feature) -> Option<&str> {
    (feature.category == Category::Device).then(|| {
        feature
            .name
            .strip_prefix(DEVICE_PREFIX)
            .unwrap_or(&feature.name)
    })
}

/// The hash of the document in a fixed layout: compact JSON, with fields in the order of the format.
pub(crate) fn digest(document: &Document) -> Result<String, ModelError> {
    let canonical = serde_json::to_vec(document).map_err(|error| syntax(&error))?;
    Ok(blake3::hash(&canonical).to_hex().to_string())
}

/// Checks the schema first, so that a file of another version gets no errors about its fields.
fn check_schema(text: &str) -> Result<(), ModelError> {
    #[derive(Deserialize)]
    struct Head {
        schema: Option<serde_json::Value>,
    }
    let head: Head = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    match head.schema {
        Some(serde_json::Value::String(found)) if found == SCHEMA => Ok(()),
        Some(found) => Err(ModelError::UnknownSchema {
            found: shortened(&found.to_string()),
            known: SCHEMA,
        }),
        None => Err(ModelError::UnknownSchema {
            found: "a missing value".to_owned(),
            known: SCHEMA,
        }),
    }
}

fn check_features(document: &Document) -> Result<(), ModelError> {
    let features = &document.features;
    if features.len() > MAX_FEATURES {
        return Err(ModelError::TooLarge {
            what: "features",
            found: features.len(),
            limit: MAX_FEATURES,
        });
    }
    let mut seen = HashSet::new();
    for (index, feature) in features.iter().enumerate() {
        let place = format!("features[{index}] (`{}`)", shortened(&feature.name));
        check_name(&format!("{place}.name"), &feature.name)?;
        if !seen.insert(feature.name.as_str()) {
            return Err(ModelError::invalid(
                place,
                "the name occurs twice",
                "keep one of them",
            ));
        }
        check_category(&place, document.structure, feature)?;
        let least = match document.structure {
            // Nothing is subtracted in compiled code, so each energy has a logarithm.
            Structure::Compiled => 0.0,
            Structure::Additive | Structure::Instruction => -MAX_JOULES,
        };
        check_joules(&format!("{place}.mean_j"), feature.mean, least)?;
        check_joules(&format!("{place}.sd_j"), feature.sd, 0.0)?;
        check_diagnostics(&place, &feature.diagnostics)?;
    }
    if !features
        .iter()
        .any(|feature| feature.category == Category::Device)
    {
        return Err(ModelError::invalid(
            "features",
            "no feature of category device",
            "add one for each measured device, with mean_j 0 if the model has no device effect",
        ));
    }
    Ok(())
}

/// A feature's name contains its category, so no name can be mistaken for another kind.
fn check_category(place: &str, structure: Structure, feature: &Feature) -> Result<(), ModelError> {
    let prefix = match (structure, feature.category) {
        (_, Category::Device) => DEVICE_PREFIX,
        (Structure::Additive, Category::Operation) => "operation:",
        (Structure::Additive, Category::DataType) => "data_type:",
        (Structure::Additive, Category::DataSize) => "data_size:",
        (Structure::Additive, Category::CallCell) => "call_cell:",
        (Structure::Instruction, Category::Instruction) => "",
        (Structure::Additive, Category::Transferred) => "transferred:",
        (Structure::Compiled, Category::Work) => "work:",
        (structure, category) => {
            return Err(ModelError::invalid(
                place,
                format!("a feature of category {category} in the {structure} structure"),
                "change the category or the structure",
            ));
        }
    };
    let level = feature.name.strip_prefix(prefix).unwrap_or_default();
    if level.is_empty() || level.contains(':') {
        return Err(ModelError::invalid(
            place,
            format!("the name does not fit the category {}", feature.category),
            format!("write it as `{prefix}level`, without a further colon"),
        ));
    }
    if feature.category == Category::Device && level == ANY {
        return Err(ModelError::invalid(
            place,
            "`any` stands for the mixture of all devices",
            "give the device another name",
        ));
    }
    Ok(())
}

fn check_hardware(hardware: &Hardware) -> Result<(), ModelError> {
    if hardware.boards == 0 {
        return Err(ModelError::invalid(
            "hardware.boards",
            "no machine was measured",
            "give the number of machines, 1 or more",
        ));
    }
    for (name, value) in [
        ("cpu_clock_hz", hardware.cpu_clock_hz),
        ("supply_v", hardware.supply_v),
    ] {
        check_positive(&format!("hardware.{name}"), value)?;
    }
    Ok(())
}

fn check_name(place: &str, name: &str) -> Result<(), ModelError> {
    if name.len() > MAX_NAME_BYTES {
        return Err(ModelError::TooLarge {
            what: "bytes of a name",
            found: name.len(),
            limit: MAX_NAME_BYTES,
        });
    }
    if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(ModelError::invalid(
            place,
            "the name is empty or contains a space or a control character",
            "use letters, digits and punctuation",
        ));
    }
    Ok(())
}

fn check_joules(place: &str, Joules(value): Joules, least: f64) -> Result<(), ModelError> {
    if value >= least && value <= MAX_JOULES {
        return Ok(());
    }
    Err(ModelError::invalid(
        place,
        format!("{value:e} J is not between {least:e} and {MAX_JOULES:e}"),
        "give the energy of one execution in joules",
    ))
}

fn check_relative(place: &str, value: f64) -> Result<(), ModelError> {
    if (0.0..=10.0).contains(&value) {
        return Ok(());
    }
    Err(ModelError::invalid(
        place,
        format!("{value:e} is not between 0 and 10"),
        "give the relative misfit of a whole program, such as 0.1",
    ))
}

fn check_diagnostics(place: &str, diagnostics: &Diagnostics) -> Result<(), ModelError> {
    if let Some(mcse) = diagnostics.mcse {
        check_joules(&format!("{place}.diagnostics.mcse_j"), mcse, 0.0)?;
    }
    for (name, value) in [("ess", diagnostics.ess), ("rhat", diagnostics.rhat)] {
        check_positive(&format!("{place}.diagnostics.{name}"), value)?;
    }
    Ok(())
}

fn check_positive(place: &str, value: Option<f64>) -> Result<(), ModelError> {
    if value.is_none_or(|value| value.is_finite() && value > 0.0) {
        return Ok(());
    }
    Err(ModelError::invalid(
        place,
        "the value is not a positive finite number",
        "leave it out where it is not known",
    ))
}

fn syntax(error: &serde_json::Error) -> ModelError {
    let text = error.to_string();
    // The reader appends the position, for which there are separate fields here.
    let problem = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(problem, _)| problem);
    ModelError::Syntax {
        line: error.line(),
        column: error.column(),
        problem: shortened(problem),
    }
}

/// Hostile text is quoted in messages only up to a readable length.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain(['…']).collect()
    }
}
