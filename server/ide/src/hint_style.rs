//! The text of a line's hint.

use crate::model::Model;
use crate::typical_line::TypicalLine;
use posterior::Joules;
use pricing::Tally;

/// The figure in a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HintValue {
    /// `40.2 nJ`
    #[default]
    Mean,
    /// `40.2 nJ ± 14.0 nJ`: the mean and the standard deviation.
    MeanAndSd,
    /// `p95 63.2 nJ`: the 95% quantile.
    P95,
}

/// Which lines have a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintLines {
    /// Each line that costs energy, with the cost of one execution.
    All,
    /// The few lines with most of the typical energy of their method, with their part of it.
    Hot,
}

const fn unpriced(calls: f64) -> &'static str {
    if calls > 1.5 {
        " + unpriced calls"
    } else {
        " + unpriced call"
    }
}

/// Which lines have a hint, and what it says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HintStyle {
    /// Which number the hint of a line shows.
    pub value: HintValue,
    /// Lines with a smaller mean have no hint. An unknown mean is not small.
    pub minimum: Joules,
    /// The maximum length of a hint in characters.
    pub max_characters: usize,
    /// The lines that have a hint.
    pub lines: HintLines,
    /// Whether calls are followed.
    pub is_followed: bool,
    /// Whether a hint also shows the line's share of its method's worst case, with its loops and callees.
    pub has_share: bool,
}

impl Default for HintStyle {
    fn default() -> Self {
        Self {
            value: HintValue::default(),
            minimum: Joules(0.0),
            max_characters: usize::MAX,
            lines: HintLines::All,
            is_followed: true,
            has_share: false,
        }
    }
}

impl HintStyle {
    /// The hint of a line for one execution of each of its instructions, callees included, with this share of its method; `None`
    /// if the line has none.
    pub(crate) fn label(
        &self,
        model: &Model,
        tally: &Tally,
        typical: Option<&TypicalLine>,
        share: Option<f64>,
    ) -> Option<String> {
        let mut executed = tally.clone();
        let mut missing = String::new();
        match typical {
            Some(typical) if typical.count > 0.0 && !typical.called_once.is_empty() => {
                executed.add_scaled(&typical.called_once, 1.0);
            }
            _ => {}
        }
        if let Some(typical) = typical.filter(|typical| typical.has_unpriced_calls()) {
            missing.push_str(unpriced(typical.unpriced_calls));
        } else if model.shares(tally).callees_not_followed > 0.0 {
            match typical {
                Some(typical) if typical.count <= 0.0 => missing.push_str(" + its exception"),
                Some(typical) if typical.called_once.is_empty() && !self.is_followed => {
                    missing.push_str(", calls not followed");
                }
                Some(_) => {}
                None => missing.push_str(", calls not followed"),
            }
        }
        let mean = model.mean(&executed);
        if missing.is_empty() && mean.0 < self.minimum.0 || mean.0 <= 0.0 && missing.is_empty() {
            return None;
        }
        let mut label = if mean.0 > 0.0 {
            format!("⚡ {}{missing}", self.number(model, &executed, mean))
        } else {
            format!("⚡ {}", missing.trim_start_matches([' ', '+', ',']))
        };
        if let Some(share) = share {
            label.push_str(" · ");
            label.push_str(&percent(share));
        }
        Some(self.cut(label))
    }

    /// The hint of a hot line: its part of a call of its method, and its share, as in `⚡ 2.1 µJ · 53%`.
    pub(crate) fn hot_label(&self, model: &Model, line: &TypicalLine) -> Option<String> {
        if line.mean.0 < self.minimum.0 {
            return None;
        }
        let number = match self.value {
            HintValue::Mean => line.mean.about(),
            HintValue::MeanAndSd | HintValue::P95 => self.number(model, &line.tally, line.mean),
        };
        let missing = if line.has_unpriced_calls() {
            unpriced(line.unpriced_calls)
        } else {
            ""
        };
        Some(self.cut(format!("⚡ {number}{missing} · {}", percent(line.share))))
    }

    fn number(&self, model: &Model, tally: &Tally, mean: Joules) -> String {
        match self.value {
            HintValue::Mean => mean.to_string(),
            HintValue::MeanAndSd => format!("{mean} ± {}", model.predict(tally).sd()),
            HintValue::P95 => format!("p95 {}", model.predict(tally).wcec_quantile(0.95)),
        }
    }

    pub(crate) fn cut(&self, label: String) -> String {
        if label.chars().nth(self.max_characters).is_none() {
            return label;
        }
        let kept = label.chars().take(self.max_characters.saturating_sub(1));
        kept.chain(['…']).collect()
    }
}

/// A share for readers: `38%`, or `<1%` for a small part.
pub(crate) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.01 {
        String::from("<1%")
    } else {
        crate::percent(share, 0)
    }
}
