//! Reads the file with all draws.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Every draw of every parameter.
pub(super) struct Draws {
    file: Value,
}

impl Draws {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = files::read_text(path, files::DRAWS)
            .with_context(|| format!("cannot read the draws {}", path.display()))?;
        let file = serde_json::from_str(&text).with_context(|| {
            format!(
                "{} is not a file of draws; give the one beside the model",
                path.display()
            )
        })?;
        Ok(Self { file })
    }

    /// The draws of a parameter, chain by chain, by its name in the model.
    pub(super) fn of(&self, parameter: &str) -> Option<Vec<Vec<f64>>> {
        let posterior = self.file.get("posterior")?;
        let (variable, index) = match parameter.strip_prefix("level:") {
            Some(level) => {
                let (group, level) = level.split_once(':')?;
                let names = self
                    .file
                    .get("coords")?
                    .get(format!("{group}_level"))?
                    .as_array()?;
                (
                    group.to_owned(),
                    Some(names.iter().position(|name| name == level)?),
                )
            }
            None => (parameter.replace(':', "_of_"), None),
        };
        let chains = posterior.get(variable)?.as_array()?;
        chains
            .iter()
            .map(|chain| {
                let draws = chain.as_array()?.iter();
                draws
                    .map(|draw| match index {
                        Some(index) => draw.get(index)?.as_f64(),
                        None => draw.as_f64(),
                    })
                    .collect()
            })
            .collect()
    }
}
