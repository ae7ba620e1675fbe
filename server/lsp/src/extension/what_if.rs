//! `jouled/whatIf`: the cost of an open document with another text.

use std::sync::Arc;

use savings::{CallEnergy, ComparedMethods, Saving};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentIdentifier, TextEdit};

use crate::code_action::edited;
use crate::trial::DocumentTrial;

/// The parameters: the whole new text, or edits of the document.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhatIfParams {
    pub(crate) text_document: TextDocumentIdentifier,
    text: Option<String>,
    edits: Option<Vec<TextEdit>>,
}

/// The cost of the other text.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhatIf {
    /// The methods whose energy changes, by first line.
    methods: Vec<ChangedMethod>,
    /// Whether a method was left out because only one text has unpriced calls in it.
    has_unpriced: bool,
    /// Why there are no methods; `null` if there are some, or none changes.
    problem: Option<String>,
}

/// A method in both texts. Energies are those of one call, in joules.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedMethod {
    name: String,
    /// The first line of its code in the document, from 0.
    line: Option<u32>,
    before: CallEnergy,
    after: CallEnergy,
    /// The expected saving; negative if the other text costs more.
    saved: f64,
    saved_sd: f64,
    /// The saving as a share of the energy before.
    share: f64,
    /// The probability that a call of the other text costs less.
    p_less: f64,
    /// False if branches or loops differ, so that two estimates of how often they run are compared.
    runs_alike: bool,
}

impl From<&Saving> for ChangedMethod {
    fn from(saving: &Saving) -> Self {
        Self {
            name: saving.method.to_string(),
            line: saving.line.map(|line| line.saturating_sub(1)),
            before: saving.before,
            after: saving.after,
            saved: saving.joules,
            saved_sd: saving.sd,
            share: saving.share,
            p_less: saving.p_less,
            runs_alike: saving.runs_alike,
        }
    }
}

pub(crate) async fn answer(trial: &DocumentTrial, params: WhatIfParams) -> Result<Option<WhatIf>> {
    let snapshot = &trial.snapshot;
    let encoding = snapshot.capabilities.encoding;
    let text = match (params.text, params.edits) {
        (Some(text), None) => text,
        (None, Some(edits)) => edited(snapshot.text(), &edits, encoding).ok_or_else(|| {
            Error::invalid_params("two edits overlap, or one ends before it starts")
        })?,
        _ => return Err(Error::invalid_params("give either text or edits")),
    };
    let Some(result) = trial.numbers() else {
        return Ok(Some(WhatIf {
            problem: Some(
                "the document does not compile as a whole, or its numbers are not complete yet"
                    .to_owned(),
            ),
            ..WhatIf::default()
        }));
    };
    let compared = trial
        .pricing
        .compared(result, Arc::from(text), |basis, before, after| {
            savings::compare(basis, before, after, &ComparedMethods::All)
        });
    Ok(Some(match compared.await {
        Ok(compared) => WhatIf {
            methods: compared.savings.iter().map(ChangedMethod::from).collect(),
            has_unpriced: compared.has_unpriced,
            problem: None,
        },
        Err(savings::NotOffered::NoDifference) => WhatIf::default(),
        Err(reason) => WhatIf {
            problem: Some(escape::notification(&reason.to_string())),
            ..WhatIf::default()
        },
    }))
}
