//! A limit of a sum.

use crate::percent::share;
use crate::report::{Method, Report};
use globset::{GlobBuilder, GlobMatcher};
use posterior::{Features, Joules};

/// A limit of a sum over one call of each method.
#[derive(Debug, Clone)]
pub(crate) struct SumRule {
    part: Part,
    /// The tolerated increase, as a share of the base.
    pub(super) soft: Option<f64>,
    /// The maximum of the sum in joules if the change adds to it.
    pub(super) hard: Option<f64>,
}

/// The methods that are summed.
#[derive(Debug, Clone)]
enum Part {
    /// All methods.
    All,
    /// The packages whose names match.
    Package(String, GlobMatcher),
    /// The files below the folders that match.
    Module(String, GlobMatcher),
}

impl SumRule {
    pub(super) fn package(
        name: String,
        soft: Option<f64>,
        hard: Option<f64>,
    ) -> Result<Self, String> {
        let glob = glob(&name, &name.replace('.', "/"))?;
        Ok(Self {
            part: Part::Package(name, glob),
            soft,
            hard,
        })
    }

    pub(super) fn module(
        folder: String,
        soft: Option<f64>,
        hard: Option<f64>,
    ) -> Result<Self, String> {
        let plain = folder.trim_start_matches("./").trim_end_matches('/');
        let glob = glob(&folder, plain)?;
        Ok(Self {
            part: Part::Module(folder, glob),
            soft,
            hard,
        })
    }

    pub(super) const fn budget(joules: f64) -> Self {
        Self {
            part: Part::All,
            soft: None,
            hard: Some(joules),
        }
    }

    /// The text of the limit when settings are compared.
    pub(super) fn to_text(&self) -> String {
        let soft = self.soft.map(|soft| format!(" soft {}", share(soft)));
        let hard = self.hard.map(|hard| format!(" hard {}", Joules(hard)));
        format!(
            "limit of {}:{}{}",
            self.name(),
            soft.unwrap_or_default(),
            hard.unwrap_or_default()
        )
    }

    pub(super) fn name(&self) -> String {
        match &self.part {
            Part::All => String::from("everything"),
            Part::Package(name, _) => format!("package {name}"),
            Part::Module(folder, _) => format!("module {folder}"),
        }
    }

    pub(super) fn covers(&self, method: &Method) -> bool {
        match &self.part {
            Part::All => true,
            Part::Package(_, glob) => {
                let package = method.class.rsplit_once('/');
                glob.is_match(package.map_or("", |(package, _)| package))
            }
            Part::Module(_, glob) => method.file.as_ref().is_some_and(|file| {
                let file = file.replace('\\', "/");
                let mut folders = file.match_indices('/').map(|(at, _)| &file[..at]);
                folders.any(|folder| glob.is_match(folder))
            }),
        }
    }

    pub(super) fn total(&self, report: &Report, executed: &[Option<Features>]) -> Features {
        let mut total = Features::new();
        let methods = report.methods.iter().zip(executed);
        for (_, features) in methods.filter(|(method, _)| self.covers(method)) {
            if let Some(features) = features {
                total.add_scaled(features, 1.0);
            }
        }
        total
    }
}

fn glob(text: &str, pattern: &str) -> Result<GlobMatcher, String> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher())
        .map_err(|error| format!("\"{text}\" cannot be read: {}", error.kind()))
}
