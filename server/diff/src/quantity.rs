//! The energy of a method that is compared.

use crate::report::{Method, Report};
use documents::{UnpricedReason, UnpricedReport};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// An energy of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The average of a call that returns.
    Typical,
    /// The worst case of a call.
    Worst,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Typical => "typical",
            Self::Worst => "worst",
        })
    }
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "typical" => Ok(Self::Typical),
            "worst" => Ok(Self::Worst),
            _ => Err(format!(
                "of = \"{text}\" is neither \"typical\" nor \"worst\""
            )),
        }
    }
}

/// The reason for a callee without a price in a typical energy.
const UNPRICED: &str = "no price";

impl Report {
    /// The report with typical energies as the compared costs.
    pub(crate) fn by_typical(&self) -> Self {
        Self {
            model: self.model.clone(),
            jdk: self.jdk.clone(),
            has_typical: true,
            methods: self.methods.iter().map(Method::by_typical).collect(),
            problems: self.problems.clone(),
            alike: self.alike.clone(),
            negligible: self.negligible,
        }
    }
}

impl Method {
    fn by_typical(&self) -> Self {
        let mut method = self.clone();
        method.assumptions = Vec::new();
        if self.not_analysed().is_some() {
            return method;
        }
        method.cost = self
            .typical
            .as_ref()
            .and_then(|typical| typical.cost.clone());
        // The names show what is new. The number of calls is compared separately.
        let named = self.typical.iter().flat_map(|typical| &typical.unpriced);
        let mut unpriced = self.unpriced.clone().unwrap_or_default();
        let is_known = |unpriced: &[UnpricedReport], name: &str| {
            unpriced.iter().any(|known| known.method == name)
        };
        for one in named {
            if !is_known(&unpriced, &one.method) {
                unpriced.push(UnpricedReport {
                    method: one.method.clone(),
                    reason: UnpricedReason::Other(UNPRICED.to_owned()),
                });
            }
        }
        method.unpriced = self.unpriced.is_some().then_some(unpriced);
        method
    }
}
