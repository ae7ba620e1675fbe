//! What the hint of a line says.

use crate::model::Model;
use posterior::Joules;
use pricing::Tally;

/// The number in a hint.
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

/// What a hint says, and which lines have one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HintStyle {
    /// The number.
    pub value: HintValue,
    /// Lines with a smaller mean have no hint. What is not known is not small.
    pub minimum: Joules,
    /// The longest hint in characters.
    pub max_characters: usize,
    /// Whether a hint also says the share of the worst case of its method that the line has, with its loops and
    /// callees.
    pub has_share: bool,
}

impl Default for HintStyle {
    fn default() -> Self {
        Self {
            value: HintValue::default(),
            minimum: Joules(0.0),
            max_characters: usize::MAX,
            has_share: false,
        }
    }
}

impl HintStyle {
    /// The hint of a line that has such a share of its method, `None` for a line without one.
    pub(crate) fn label(&self, model: &Model, tally: &Tally, share: Option<f64>) -> Option<String> {
        let mean = model.mean(tally);
        let has_calls = model.shares(tally).callees_not_followed > 0.0;
        if !has_calls && mean.0 < self.minimum.0 {
            return None;
        }
        let mut label = match (mean.0 > 0.0, has_calls) {
            (true, false) => format!("⚡ {}", self.number(model, tally, mean)),
            (true, true) => format!("⚡ {} + calls", self.number(model, tally, mean)),
            (false, true) => String::from("⚡ calls not followed"),
            (false, false) => return None,
        };
        if let Some(share) = share {
            label.push_str(" · ");
            label.push_str(&percent(share));
        }
        Some(self.cut(label))
    }

    fn number(&self, model: &Model, tally: &Tally, mean: Joules) -> String {
        match self.value {
            HintValue::Mean => mean.to_string(),
            HintValue::MeanAndSd => format!("{mean} ± {}", model.predict(tally).sd()),
            HintValue::P95 => format!("p95 {}", model.predict(tally).wcec_quantile(0.95)),
        }
    }

    fn cut(&self, label: String) -> String {
        if label.chars().nth(self.max_characters).is_none() {
            return label;
        }
        let kept = label.chars().take(self.max_characters.saturating_sub(1));
        kept.chain(['…']).collect()
    }
}

/// A share for people: `38%`, and `<1%` for what is not nothing.
pub(crate) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.01 {
        String::from("<1%")
    } else {
        crate::percent(share, 0)
    }
}
