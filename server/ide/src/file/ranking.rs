//! The methods of a file as they are ranked.

use super::{AnalysedMethod, FileAnalysis};
use crate::assumptions::Assumptions;
use crate::model::Model;
use posterior::Joules;
use wcec::MethodCost;

/// A method among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The class in binary form with slashes.
    pub class: String,
    /// The name of the method as it is written; the class's for a constructor.
    pub name: String,
    /// The name in the class file, `<init>` for a constructor.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// What is above it.
    pub title: String,
    /// What a call that returns costs on average; `None` where nobody knows.
    pub mean: Option<Joules>,
    /// Whether that is no more than an order of magnitude.
    pub is_open: bool,
    /// Whether a run that the user names counted the method's own branches, loops and calls.
    pub is_counted: bool,
}

/// The methods of a file, to be ranked by any device and at any values.
#[derive(Debug, Default)]
pub struct RankableFile(Vec<AnalysedMethod>);

impl RankableFile {
    /// The methods with what they are ranked by.
    pub fn ranking(&self, model: &Model, assumptions: &Assumptions) -> Vec<Ranked> {
        let methods = self.0.iter();
        let ranked = methods.filter_map(|placed| placed.ranked(model, assumptions));
        ranked.collect()
    }
}

impl AnalysedMethod {
    fn is_ranked(&self) -> bool {
        self.place.is_some() && self.left_out.is_none() && self.method.not_analysed.is_none()
    }

    fn ranked(&self, model: &Model, assumptions: &Assumptions) -> Option<Ranked> {
        let place = self.place.as_ref().filter(|_| self.is_ranked())?;
        let typical = model.typical_at(&self.method, assumptions);
        Some(Ranked {
            class: self.method.class.clone(),
            name: place.name.clone(),
            method: self.method.name.clone(),
            descriptor: self.method.descriptor.clone(),
            line: place.header_line,
            title: without_sign(&model.title(&self.method, assumptions)),
            mean: typical.as_ref().map(|typical| typical.mean),
            is_open: typical.is_none_or(|typical| !typical.is_tight()),
            is_counted: typical.is_some_and(|typical| typical.is_counted),
        })
    }
}

impl FileAnalysis {
    /// The methods that are in the text and have a cost, with what they are ranked by.
    pub fn ranking(&self, model: &Model, assumptions: &Assumptions) -> Vec<Ranked> {
        let ranked = self.methods.iter();
        let ranked = ranked.filter_map(|placed| placed.ranked(model, assumptions));
        ranked.collect()
    }

    /// What of it is needed to rank its methods.
    #[must_use]
    pub fn into_rankable(self) -> RankableFile {
        let mut methods = self.methods;
        methods.retain(AnalysedMethod::is_ranked);
        for AnalysedMethod { method, .. } in &mut methods {
            method.lines = Vec::new();
            method.loop_tests = Vec::new();
            if let Some(followed) = &mut method.followed {
                followed.own = MethodCost::default();
                followed.calls = Vec::new();
            }
        }
        RankableFile(methods)
    }
}

fn without_sign(title: &str) -> String {
    title.strip_prefix("⚡ ").unwrap_or(title).to_owned()
}
