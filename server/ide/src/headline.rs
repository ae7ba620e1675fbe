//! The worst case of a method as a title above it, or as a formula.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use cost::{LONGEST_FORMULA, formula, short_formula};
use escape::how_many;
use std::fmt::Write;

/// The maximum length of the title in characters, with the sign and the space before it.
const LONGEST_TITLE: usize = 58;

impl Model {
    /// The worst case of a method as a formula over its symbols.
    pub fn formula(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> String {
        formula(&DisplayedWorst::of(self, method, assumptions).cost, self)
    }

    /// The formula in at most 60 characters.
    pub fn short_formula(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> String {
        short_formula(
            &DisplayedWorst::of(self, method, assumptions).cost,
            self,
            LONGEST_FORMULA,
        )
    }

    /// The text over a method.
    pub(crate) fn lens(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> String {
        format!("⚡ {}", self.headline(method, assumptions))
    }

    /// The worst case above a method: its mean and 99% quantile or its formula, and what is missing.
    pub fn headline(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> String {
        self.headline_with(method, assumptions, |missing| {
            LONGEST_TITLE.saturating_sub(missing.chars().count())
        })
    }

    /// The same where there is room for a whole formula beside what is missing.
    pub(crate) fn wide_headline(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
    ) -> String {
        self.headline_with(method, assumptions, |_| LONGEST_FORMULA)
    }

    /// `room` is the room for a formula beside the text about what is missing.
    fn headline_with(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
        room: impl Fn(&str) -> usize,
    ) -> String {
        if let Some(reason) = method.not_analysed {
            return format!("not priced: {reason}");
        }
        let shown = DisplayedWorst::of(self, method, assumptions);
        let evaluation = self.evaluate_shown(&shown, assumptions);
        let mut missing = missing(&shown);
        // With nominal values, calls in loops are visible, too. Only their existence matters here.
        if shown.unpriced.is_none() {
            let shares = self.shares(&Self::nominal_of(&shown, assumptions));
            if shares.callees_not_followed > 0.0 {
                missing.push_str(" · calls not followed");
            }
        }
        let mut text = match &evaluation.tally {
            _ if shown.is_speculative() => String::from("no useful worst case"),
            Some(tally) if tally.is_empty() => String::from("no cost besides the call"),
            Some(tally) => {
                let energy = self.predict(tally);
                let mut text = energy.mean().to_string();
                if shown.is_whole() {
                    let _ = write!(text, " · p99 {}", energy.wcec_quantile(0.99));
                }
                for (symbol, value) in &evaluation.used {
                    let _ = write!(text, " · {} = {value}", symbol.name);
                }
                text
            }
            None => short_formula(&shown.cost, self, room(&missing)),
        };
        text.push_str(&missing);
        text
    }
}

/// The assumed and missing parts of a worst case: ` · 2 counts assumed`, ` · 3 callees unpriced`, or both in short.
fn missing(shown: &DisplayedWorst) -> String {
    let plus = |has_more: bool| if has_more { "+" } else { "" };
    let counts = shown.assumed_counts();
    let assumed = format!("{counts}{}", plus(shown.rests_on.has_more));
    let parts = shown.unpriced.as_ref().filter(|parts| !parts.is_empty());
    let unpriced = parts.map(|parts| format!("{}{}", parts.len(), plus(parts.has_more)));
    match (counts, unpriced) {
        (0, None) => String::new(),
        (0, Some(unpriced)) => {
            format!(" · {} unpriced", how_many(unpriced, "callee", "callees"))
        }
        (_, None) => format!(" · {} assumed", how_many(assumed, "count", "counts")),
        (_, Some(unpriced)) => format!(" · {assumed} assumed · {unpriced} unpriced"),
    }
}
