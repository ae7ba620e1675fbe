//! The methods of a file for the ranking.

use super::measured::{RankedRun, is_alone};
use super::{AnalysedMethod, FileAnalysis, RunOfFile};
use crate::assumptions::AssumedValues;
use crate::model::Model;
use posterior::Joules;
use std::sync::Arc;
use wcec::MethodCost;

/// A ranked method.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The class, with slashes.
    pub class: String,
    /// The name as written; for a constructor, that of its class.
    pub name: String,
    /// The name in the class file, `<init>` for a constructor.
    pub method: String,
    /// The descriptor.
    pub descriptor: String,
    /// The line of the method's name, counted from 1.
    pub line: u32,
    /// The text above it.
    pub title: String,
    /// What a returning call costs on average; `None` if unknown.
    pub mean: Option<Joules>,
    /// Whether that is only an order of magnitude.
    pub is_open: bool,
    /// Whether a run of the user counted the method's own branches, loops and calls.
    pub is_counted: bool,
    /// Its cost in a run; `None` if there is no run with it.
    pub run: Option<RankedRun>,
}

/// The methods of a file, which can be ranked for any device and any values.
#[derive(Debug, Default)]
pub struct RankableFile(Vec<AnalysedMethod>);

impl RankableFile {
    /// The methods with the numbers that rank them.
    pub fn ranking(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        run: Option<RunOfFile<'_>>,
    ) -> Vec<Ranked> {
        ranked(&self.0, model, assumptions, run)
    }
}

impl AnalysedMethod {
    fn is_ranked(&self) -> bool {
        self.place.is_some() && self.left_out.is_none() && self.method.not_analysed.is_none()
    }

    fn ranked(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        run: Option<(RunOfFile<'_>, bool)>,
    ) -> Option<Ranked> {
        let place = self.place.as_ref().filter(|_| self.is_ranked())?;
        let typical = model.typical_at(&self.method, assumptions);
        let in_run = run.and_then(|(run, is_alone)| run.ranked(&self.method, is_alone));
        let predicted = model.title(&self.method, assumptions);
        let title = match run {
            Some((run, is_alone)) => run.title(model, &self.method, is_alone, &predicted).text,
            None => predicted,
        };
        Some(Ranked {
            class: self.method.class.clone(),
            name: place.name.clone(),
            method: self.method.name.clone(),
            descriptor: self.method.descriptor.clone(),
            line: place.header_line,
            title: without_sign(&title),
            mean: typical.as_ref().map(|typical| typical.mean),
            is_open: typical.is_none_or(|typical| !typical.is_tight()),
            is_counted: typical.is_some_and(|typical| typical.is_counted),
            run: in_run,
        })
    }
}

impl FileAnalysis {
    /// The methods in the text that have a cost, with the numbers that rank them.
    pub fn ranking(
        &self,
        model: &Model,
        assumptions: &AssumedValues,
        run: Option<RunOfFile<'_>>,
    ) -> Vec<Ranked> {
        ranked(&self.methods, model, assumptions, run)
    }

    /// The part of it that the ranking needs.
    #[must_use]
    pub fn into_rankable(self) -> RankableFile {
        let mut methods = self.methods;
        methods.retain(AnalysedMethod::is_ranked);
        for AnalysedMethod { method, .. } in &mut methods {
            let method = Arc::make_mut(method);
            method.lines = Vec::new();
            method.loop_tests = Vec::new();
            if let Some(body) = &mut method.body {
                body.lines = Vec::new();
            }
            if let Some(followed) = &mut method.followed {
                followed.own = MethodCost::default();
                followed.calls = Vec::new();
            }
        }
        RankableFile(methods)
    }
}

fn ranked(
    methods: &[AnalysedMethod],
    model: &Model,
    assumptions: &AssumedValues,
    run: Option<RunOfFile<'_>>,
) -> Vec<Ranked> {
    if let Some(run) = run {
        run.learn(model, methods);
    }
    let ranked = methods.iter().filter_map(|placed| {
        let run = run.map(|run| (run, is_alone(methods, &placed.method)));
        placed.ranked(model, assumptions, run)
    });
    ranked.collect()
}

fn without_sign(title: &str) -> String {
    title.strip_prefix("⚡ ").unwrap_or(title).to_owned()
}
