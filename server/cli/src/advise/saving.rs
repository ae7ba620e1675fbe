//! What a change of a text saves: both states are priced, and what both execute cancels.

use diff::{Change, Input, MethodName, Quantity, RegressionPolicy, Report};
use ide::report::{Memory, method_report};
use ide::{Assumptions, DeclaredLoop, Detail, Model, Program, Scratch, analyse_class};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The least probability that a change saves energy with which it is offered.
const LEAST_PROBABILITY: f64 = 0.9;

/// The least share of its method's typical energy that a change saves if it is offered.
const LEAST_SHARE: f64 = 0.05;

/// One of two states of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State<'s> {
    /// The program with these classes; `None` where calls are not followed.
    pub(crate) program: Option<&'s Program>,
    /// The class files of the file.
    pub(crate) classes: &'s [Arc<[u8]>],
    /// What its text says about its loops.
    pub(crate) loops: &'s [DeclaredLoop],
}

/// What a change saves in one call of its method.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Saving {
    /// The method.
    pub(crate) method: MethodName,
    /// The typical energy of a call before the change, in joules.
    pub(crate) before_joules: f64,
    /// The typical energy after it, in joules.
    pub(crate) after_joules: f64,
    /// P(less): the probability that a call costs less after the change, from 0 to 1.
    pub(crate) p_less: f64,
    /// The saved joules as a share of the energy before: negative where it costs more.
    pub(crate) share: f64,
}

impl Saving {
    /// The joules that a call saves.
    pub(crate) fn joules(&self) -> f64 {
        self.before_joules - self.after_joules
    }

    /// Why the change is not offered; `None` where it is.
    pub(crate) fn refusal(&self) -> Option<NotOffered> {
        if self.share <= 0.0 {
            Some(NotOffered::CostsMore { share: -self.share })
        } else if self.p_less < LEAST_PROBABILITY {
            Some(NotOffered::Unsure {
                p_less: self.p_less,
            })
        } else if self.share < LEAST_SHARE {
            Some(NotOffered::TooSmall { share: self.share })
        } else {
            None
        }
    }
}

/// Why a change is not offered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NotOffered {
    /// The changed text does not compile.
    DoesNotCompile(String),
    /// No method with a number has the code.
    NotPriced,
    /// To the model, both texts execute the same.
    NoDifference,
    /// Branches or loops of the method are others, so that estimates of how often code runs are others as well.
    OtherControlFlow,
    /// It costs more by this share.
    CostsMore {
        /// The share, at least 0.
        share: f64,
    },
    /// It saves less of its method's energy than is worth an edit.
    TooSmall {
        /// The share, from 0 to 1.
        share: f64,
    },
    /// Whether it saves anything is not sure enough.
    Unsure {
        /// The probability that it does.
        p_less: f64,
    },
}

impl std::fmt::Display for NotOffered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DoesNotCompile(reason) => {
                write!(f, "the changed text does not compile: {reason}")
            }
            Self::NotPriced => f.write_str("its method has no typical energy"),
            Self::NoDifference => f.write_str("the model sees no difference"),
            Self::OtherControlFlow => f.write_str(
                "it changes branches or loops, and how often those run is only estimated",
            ),
            Self::CostsMore { share } => write!(f, "costs {:.1}% more", share * 100.0),
            Self::TooSmall { share } => write!(
                f,
                "saves {:.1}% of its method, less than {:.0}%",
                share * 100.0,
                LEAST_SHARE * 100.0
            ),
            Self::Unsure { p_less } => {
                write!(f, "P(saves) is {p_less:.2}, less than {LEAST_PROBABILITY}")
            }
        }
    }
}

/// What the change from one state to the other saves in the method that has these lines of the text before it.
///
/// # Errors
/// [`NotOffered`] where no number can be told. Whether a number is worth an offer tells [`Saving::refusal`].
pub(crate) fn saving(
    model: &Model,
    (before, after): (State<'_>, State<'_>),
    lines: &RangeInclusive<u32>,
    assumptions: &Assumptions,
) -> Result<Saving, NotOffered> {
    let has_lines = |method: &ide::MethodAnalysis| {
        let mut all = method.lines.iter();
        all.any(|line| lines.contains(&line.line))
    };
    let (base, flows) = report(model, before, assumptions, &has_lines);
    let is_named = |method: &ide::MethodAnalysis| {
        flows.contains_key(&(
            method.class.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        ))
    };
    let (head, flows_after) = report(model, after, assumptions, &is_named);
    if base.methods.is_empty() || head.methods.is_empty() {
        return Err(NotOffered::NotPriced);
    }
    let mut gate = RegressionPolicy::default();
    gate.quantity = Some(Quantity::Typical);
    let compared = diff::compare(&Input {
        base: &base,
        head: &head,
        base_name: "before",
        head_name: "after",
        posterior: model.posterior(),
        gate: &gate,
        today: None,
        spread: ide::spread_of_frequencies,
        source: None,
    });
    let comparison = compared.map_err(|_| NotOffered::NotPriced)?;
    // Where two estimates of how often code runs are not the same, their difference would pass for a saving.
    let runs_alike = flows
        .iter()
        .all(|(name, flow)| flow.is_some() && flows_after.get(name) == Some(flow));
    if !runs_alike {
        return Err(NotOffered::OtherControlFlow);
    }
    let priced = comparison.changes.iter().filter_map(of_change);
    let largest = priced.max_by(|one, other| one.joules().abs().total_cmp(&other.joules().abs()));
    largest.ok_or(NotOffered::NoDifference)
}

fn of_change(change: &Change) -> Option<Saving> {
    let delta = change.delta?;
    let before_joules = change.base.as_ref()?.mean?;
    // A call that has no price on one side alone may cost anything.
    if !change.unpriced.is_empty() || !before_joules.is_finite() || before_joules <= 0.0 {
        return None;
    }
    Some(Saving {
        method: change.name.clone(),
        before_joules,
        after_joules: before_joules + delta.mean,
        p_less: 1.0 - delta.p_greater,
        share: -delta.mean / before_joules,
    })
}

/// The digest of each method's control flow, by its class, name and descriptor; `None` of a method that is too large.
type Flows = BTreeMap<(String, String, String), Option<String>>;

/// The methods that are wanted, as a comparison reads them.
fn report(
    model: &Model,
    state: State<'_>,
    assumptions: &Assumptions,
    is_wanted: &dyn Fn(&ide::MethodAnalysis) -> bool,
) -> (Report, Flows) {
    let mut report = Report::empty(model.info().clone(), None);
    let mut flows = Flows::new();
    let (mut scratch, mut memory) = (Scratch::default(), Memory::default());
    for bytes in state.classes {
        let analysed = analyse_class(model, bytes, &mut scratch, Detail::Compared, state.loops);
        let Ok(mut class) = analysed else { continue };
        class.methods.retain(is_wanted);
        if let Some(program) = state.program {
            program.follow(&mut class);
        }
        for method in &class.methods {
            let written = method_report(model, method, assumptions, None, &mut memory);
            let Ok(text) = serde_json::to_vec(&written) else {
                continue;
            };
            if let Ok(method) = diff::Method::from_json(&method.name, &text) {
                let name = (
                    method.class.clone(),
                    method.method.clone(),
                    method.descriptor.clone(),
                );
                let typical = written.typical.as_ref();
                flows.insert(
                    name,
                    typical.and_then(|typical| typical.frequencies.clone()),
                );
                report.methods.push(method);
            }
        }
    }
    (report, flows)
}
