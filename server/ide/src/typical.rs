//! The typical energy of a method as displayed.
//!
//! The interval is for the expectation over many calls, so it does not include the noise of a single execution. It combines two
//! uncertainties, each as a factor: that of the posterior, and that of how often code runs ([`frequency::Model::interval`]). The
//! squares of the logarithms of independent factors add up.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::throws::{FEW_CALLS, Throws};
use calls::{Typical, TypicalTerm, UncertainParts};
use cost::{Symbol, superscript};
use escape::how_many;
use frequency::Model as Frequencies;
use posterior::{Energy, Joules, Mode};
use pricing::Tally;
use std::collections::BTreeMap;
use std::fmt::Write;

/// An interval is tight if its ends differ by at most this factor: a factor of 2 on each side.
const TIGHT: f64 = 4.0;

/// The factor between the usual size of an array or a string and its 95th percentile, if sizes are log-normal. In 1,944 loops of
/// counted runs, the number of elements that loops over arrays see has a geometric standard deviation of 3.31.
const FACTOR_OF_SIZES: f64 = 7.16;

/// The largest factor between the ends of an interval beside a formula.
const WIDEST_FORMULA: f64 = 1000.0;

/// An interval contains the true value in 90 of 100 cases.
const LOW: f64 = 0.05;
const HIGH: f64 = 0.95;

/// The maximum length of a title above a method in characters.
const LONGEST_TITLE: usize = 60;

/// What a returning call costs on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TypicalEnergy {
    /// The expectation.
    pub mean: Joules,
    /// The standard deviation of the average energy.
    pub sd: Joules,
    /// The lower end of an interval that contains the true value in 90 of 100 cases.
    pub low: Joules,
    /// Its upper end.
    pub high: Joules,
    /// The ends of the same interval for a model that is never off.
    executed: [Joules; 2],
    /// Why the number is only an order of magnitude; `None` if the interval is tight.
    pub open: Option<UncertaintyReason>,
    /// Exceptions that leave the method. Their cost is not in the numbers.
    pub throws: Throws,
    /// The number of calls whose energy is unknown. They are not in the numbers.
    pub unpriced_calls: f64,
    /// Whether a run of the user counted the method's own branches, loops and calls.
    pub is_counted: bool,
}

/// Why a typical energy is only an order of magnitude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UncertaintyReason {
    /// The code does not show which methods run.
    Dispatch,
    /// The code does not show how often loops repeat, or how deep a recursion goes.
    Loops,
    /// The code does not show which way branches go.
    Branches,
    /// The code does not show how large the arrays and strings are that the JDK copies, sorts or joins.
    Sizes,
    /// How often the code runs was counted in other runs, and it is unknown how similar this run is.
    CountedRuns,
    /// The model's prices are too inaccurate for a single number, as those of compiled code are.
    Model,
    /// It calls methods without a price.
    Unpriced,
}

impl UncertaintyReason {
    /// A word for readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dispatch => "dispatch",
            Self::Loops => "loops",
            Self::Branches => "branches",
            Self::Sizes => "sizes",
            Self::CountedRuns => "counted runs",
            Self::Model => "model",
            Self::Unpriced => "unpriced calls",
        }
    }

    /// What is unknown, as a clause: `which methods run`. `None` for [`Self::Unpriced`], where the price is unknown.
    pub const fn unknown(self) -> Option<&'static str> {
        match self {
            Self::Dispatch => Some("which methods run"),
            Self::Loops => Some("how often loops or recursions repeat"),
            Self::Branches => Some("which way branches go"),
            Self::Sizes => Some("how large arrays and texts are"),
            Self::CountedRuns => {
                Some("how often this run executes code that was counted in other runs")
            }
            Self::Model => Some("how far the model is off for this code"),
            Self::Unpriced => None,
        }
    }

    /// What makes the interval narrower, as a request.
    pub const fn remedy(self) -> Option<&'static str> {
        match self {
            Self::Dispatch => Some(
                "if only one class is used, declare or create that class, or count a run with `jouled profile --receivers` and \
                 name it with `--counts`",
            ),
            Self::Loops => Some(
                "set the values that the formula names with `--assume`, or count a run with `jouled profile` and name it with \
                 `--counts`",
            ),
            Self::Branches | Self::CountedRuns => {
                Some("count a run with `jouled profile` and name it with `--counts`")
            }
            Self::Sizes | Self::Model | Self::Unpriced => None,
        }
    }

    /// The reason with this [`Self::name`].
    pub fn of_name(name: &str) -> Option<Self> {
        let all = [
            Self::Dispatch,
            Self::Loops,
            Self::Branches,
            Self::Sizes,
            Self::CountedRuns,
            Self::Model,
            Self::Unpriced,
        ];
        all.into_iter().find(|reason| reason.name() == name)
    }
}

impl TypicalEnergy {
    /// An expectation is never above the worst case: neither its mean, nor the upper end of its interval above that of the worst
    /// case, whose prices are uncertain, too.
    fn keep_below(&mut self, worst: Joules, high: Joules) {
        self.mean = Joules(self.mean.0.min(worst.0));
        self.low = Joules(self.low.0.min(self.mean.0));
        self.high = Joules(self.high.0.min(high.0).max(self.mean.0));
        self.executed = self.executed.map(|end| Joules(end.0.min(worst.0)));
        self.settle();
    }

    /// Nor is it below "at least".
    fn keep_above(&mut self, least: Joules, low: Joules) {
        self.mean = Joules(self.mean.0.max(least.0));
        self.low = Joules(self.low.0.max(low.0).min(self.mean.0));
        self.high = Joules(self.high.0.max(self.mean.0));
        self.executed = self.executed.map(|end| Joules(end.0.max(least.0)));
        self.settle();
    }

    /// Names the reason again after an end has moved.
    fn settle(&mut self) {
        let is_wide = self.high.0 > TIGHT * self.low.0;
        if self.open == Some(UncertaintyReason::Unpriced) {
            return;
        }
        if !is_wide {
            self.open = None;
        } else if self.open.is_some() && self.is_executed_alike() {
            self.open = Some(UncertaintyReason::Model);
        }
    }

    /// Whether what calls execute costs about the same, by the means of the prices.
    fn is_executed_alike(&self) -> bool {
        self.executed[1].0 <= TIGHT * self.executed[0].0
    }

    /// Whether the number is more precise than an order of magnitude.
    pub const fn is_tight(&self) -> bool {
        self.open.is_none()
    }

    /// `≈ 3.2 µJ`, or `≈ 10–900 µJ (dispatch)`, and what is missing in it.
    pub fn text(&self) -> String {
        let mut text = self.number();
        text.push_str(&self.missing());
        text
    }

    /// `≈ 3.2 µJ`, or `≈ 10–900 µJ`, without the reason for the range.
    pub fn amount(&self) -> String {
        match self.unsettled() {
            None => format!("≈ {}", self.mean.about()),
            Some(_) => format!("≈ {}", range(self.low, self.high)),
        }
    }

    /// Why the number is a range; `None` if it is a single number.
    pub fn unsettled(&self) -> Option<UncertaintyReason> {
        let open = self.open;
        open.filter(|open| *open != UncertaintyReason::Unpriced)
    }

    fn number(&self) -> String {
        let reason = self.unsettled().map(|open| format!(" ({})", open.name()));
        self.amount() + &reason.unwrap_or_default()
    }

    /// A formula with the possible deviation, the longest form first: `≈ 86 nJ·n (0.3–4 times, dispatch)`. Empty if the ends are
    /// so far apart that the formula adds nothing.
    fn around(&self, formula: String) -> Vec<String> {
        let Some(open) = self.unsettled() else {
            return vec![formula];
        };
        if self.high.0 > WIDEST_FORMULA * self.low.0 {
            return Vec::new();
        }
        let [low, high] = [self.low, self.high].map(|end| times(end.0 / self.mean.0));
        vec![
            format!("{formula} ({low}–{high} times, {})", open.name()),
            format!("{formula} ({low}–{high} times)"),
        ]
    }

    fn missing(&self) -> String {
        let calls = self.unpriced().map(|calls| format!(" + {calls}"));
        calls.unwrap_or_default()
    }

    /// `2 unpriced calls`; `None` if it has too few to matter.
    pub fn unpriced(&self) -> Option<String> {
        if self.unpriced_calls < FEW_CALLS {
            return None;
        }
        let calls = self.unpriced_calls.round().max(1.0);
        Some(how_many(calls, "unpriced call", "unpriced calls"))
    }
}

/// A term that is proportional to a value is shown from this share of the whole energy on: a thousand times the usual value
/// doubles the energy.
const SMALLEST_TERM: f64 = 0.001;

/// The maximum number of terms in a formula.
const MAX_TERMS: usize = 2;

/// A term with the values that are not given.
struct UnevaluatedTerm<'t> {
    powers: BTreeMap<&'t str, u32>,
    /// What is executed per unit of their product.
    tally: Tally,
    /// The assumed product where a single number is needed.
    nominal: f64,
}

impl<'t> UnevaluatedTerm<'t> {
    fn of(term: &'t TypicalTerm, assumptions: &AssumedValues) -> Self {
        let mut powers = BTreeMap::new();
        let (mut given, mut nominal) = (1.0, 1.0);
        for (symbol, usual) in &term.factors {
            if let Some(value) = assumptions.value(symbol) {
                given *= value.max(0.0);
            } else {
                *powers.entry(&*symbol.name).or_insert(0) += 1;
                nominal *= usual;
            }
        }
        Self {
            powers,
            tally: term.tally.scaled(given),
            nominal,
        }
    }

    fn degree(&self) -> u32 {
        self.powers.values().sum()
    }

    /// Whether a term grows no faster than another, whichever of its values grows.
    fn is_within(&self, other: &Self) -> bool {
        let mut powers = self.powers.iter();
        powers.all(|(name, power)| {
            other
                .powers
                .get(name)
                .is_some_and(|of_other| of_other >= power)
        })
    }
}

/// `10–900 µJ`, or `0.9 µJ–12 mJ`.
pub(crate) fn range(low: Joules, high: Joules) -> String {
    let (low, high) = (low.about(), high.about());
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{high}"),
        _ => format!("{low}–{high}"),
    }
}

impl Model {
    /// What a returning call of a method costs on average at the given values. Other values that only a reader can know are
    /// assumed. `None` if the method has no code.
    pub fn typical_at(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
    ) -> Option<TypicalEnergy> {
        let typical = method.typical.as_ref()?;
        let tally = typical.tally_at(&|symbol: &Symbol| assumptions.value(symbol));
        let mut energy = self.typical_of(method, typical, &tally);
        if let Some(least) = self.at_least(method, assumptions) {
            let low = self.expectation(&least).quantile(LOW);
            energy.keep_above(self.mean(&least), low);
        }
        if let Some(worst) = self.known_worst(method, assumptions) {
            let high = self.expectation(&worst).quantile(HIGH);
            energy.keep_below(self.mean(&worst), high);
        }
        Some(energy)
    }

    /// The expectation of an execution, without the noise of a single one.
    fn expectation(&self, tally: &Tally) -> Energy {
        let mut features = self.features(tally);
        features.n_noise = 0.0;
        self.posterior().predict(&features, self.device())
    }

    /// The tally of a worst case without assumptions, if these values make it a number.
    fn known_worst(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> Option<Tally> {
        let cost = &method.cost;
        let is_known = |symbol: &std::sync::Arc<Symbol>| assumptions.value(symbol).is_some();
        if !cost.assumptions.is_empty() || !cost.cost.symbols().iter().all(is_known) {
            return None;
        }
        let shown = DisplayedWorst::of(self, method, assumptions);
        let is_whole = shown.unpriced.is_some() && shown.is_whole();
        if !is_whole || !shown.rests_on.is_empty() || shown.rests_on.has_more {
            return None;
        }
        self.evaluate_shown(&shown, assumptions).tally
    }

    /// The typical energy as a sum over the values that a reader can set, such as `≈ 0.4 µJ + 1.9 µJ·n`; `None` if there are
    /// none, or all are given.
    pub fn typical_formula(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
    ) -> Option<String> {
        let typical = method.typical.as_ref()?;
        let mut constant = typical.constant();
        let mut open: Vec<UnevaluatedTerm<'_>> = Vec::new();
        for term in typical.terms() {
            let found = UnevaluatedTerm::of(term, assumptions);
            if found.powers.is_empty() {
                constant.add_scaled(&found.tally, 1.0);
            } else if let Some(known) = open.iter_mut().find(|one| one.powers == found.powers) {
                known.tally.add_scaled(&found.tally, 1.0);
            } else {
                open.push(found);
            }
        }
        let mean = |term: &UnevaluatedTerm<'_>| self.mean(&term.tally).0;
        let whole = self.mean(&typical.tally()).0;
        open.retain(|term| {
            let is_seen =
                term.degree() > 1 || (mean(term) * term.nominal).abs() >= SMALLEST_TERM * whole;
            if !is_seen {
                constant.add_scaled(&term.tally, term.nominal);
            }
            is_seen
        });
        open.sort_by(|one, two| (mean(two) * two.nominal).total_cmp(&(mean(one) * one.nominal)));
        let growing = || open.iter().filter(|term| mean(term) > 0.0);
        let fastest = growing().map(UnevaluatedTerm::degree).max()?;
        let is_fastest = |term: &UnevaluatedTerm<'_>| term.degree() == fastest && mean(term) > 0.0;
        let place = open.iter().position(is_fastest)?;
        let mut shown = vec![open.remove(place)];
        let mut more = 0;
        for term in open {
            if shown.len() < MAX_TERMS && mean(&term) > 0.0 {
                shown.push(term);
            } else if shown.iter().any(|other| term.is_within(other)) {
                constant.add_scaled(&term.tally, term.nominal);
            } else {
                more += 1;
            }
        }
        shown.sort_by_key(UnevaluatedTerm::degree);
        let constant = Some(self.mean(&constant)).filter(|constant| constant.0 > 0.0);
        let mut parts: Vec<String> = constant.iter().map(|constant| constant.about()).collect();
        for UnevaluatedTerm { powers, tally, .. } in &shown {
            let mut text = self.mean(tally).about();
            for (name, power) in powers {
                let _ = write!(text, "·{name}{}", superscript(*power));
            }
            parts.push(text);
        }
        if more > 0 {
            parts.push(format!("{more} more"));
        }
        Some(format!("≈ {}", parts.join(" + ")))
    }

    fn typical_of(
        &self,
        method: &MethodAnalysis,
        typical: &Typical,
        tally: &Tally,
    ) -> TypicalEnergy {
        let energy = self.expectation(tally);
        let mean = self.mean(tally);
        let behind = typical.behind(self.pricer().means());
        let shares = typical.uncertain_shares(true, self.pricer().means());
        let between_targets = typical.between_targets(self.pricer().means());
        let (least, most) = Frequencies::built_in().interval(shares, between_targets);
        let sizes = (typical.unknown_sizes_joules(self.pricer().means()) / mean.0).clamp(0.0, 1.0);
        let at_sizes = |factor: f64| sizes.mul_add(factor - 1.0, 1.0);
        let (fewest, largest) = (at_sizes(1.0 / FACTOR_OF_SIZES), at_sizes(FACTOR_OF_SIZES));
        let low = spread(mean, energy.quantile(LOW), [least, fewest], -1.0);
        let high = spread(mean, energy.quantile(HIGH), [most, largest], 1.0);
        let executed = [
            spread(mean, mean, [least, fewest], -1.0),
            spread(mean, mean, [most, largest], 1.0),
        ];
        let unpriced_calls = typical.unpriced_calls();
        let is_wide = high.0 > TIGHT * low.0;
        let open = match () {
            () if is_wide && mean.0 > 0.0 => Some(most_uncertain(
                &behind,
                typical.unknown_sizes_joules(self.pricer().means()),
            )),
            () if unpriced_calls >= FEW_CALLS => Some(UncertaintyReason::Unpriced),
            () => None,
        };
        let mut energy = TypicalEnergy {
            mean,
            sd: energy.sd(),
            low,
            high,
            executed,
            open,
            throws: Throws::of(self, method, typical),
            unpriced_calls,
            is_counted: typical.is_counted,
        };
        energy.settle();
        energy
    }

    /// ` · c2` for a model of compiled code; empty for the interpreter.
    fn compiled_suffix(&self) -> String {
        match self.posterior().mode() {
            Mode::Interpreter => String::new(),
            compiled => format!(" · {compiled}"),
        }
    }

    /// The text above a method: `⚡ ≈ 3.2 µJ · worst 61 µJ`; for compiled code `⚡ ≈ 3.2 µJ · c2 · worst 61 µJ`.
    pub fn title(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> String {
        if let Some(reason) = method.not_analysed {
            return format!("⚡ not priced: {reason}");
        }
        let Some(typical) = self.typical_at(method, assumptions) else {
            return self.lens(method, assumptions);
        };
        let mut text = match method.typical.as_ref().map(|typical| typical.tally()) {
            Some(tally) if tally.is_empty() && typical.unpriced_calls < FEW_CALLS => {
                String::from("⚡ no cost besides the call")
            }
            _ => format!("⚡ {}", self.typical_text(method, assumptions, &typical)),
        };
        text.push_str(&self.compiled_suffix());
        if let Some(worst) = self.certain_worst(method, assumptions) {
            let worst = format!(" · worst {}", worst.about());
            if text.chars().count() + worst.chars().count() <= LONGEST_TITLE {
                text.push_str(&worst);
            }
        }
        text
    }

    /// The formula, if there is one, with the possible deviation; otherwise the number.
    pub(crate) fn typical_text(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
        typical: &TypicalEnergy,
    ) -> String {
        let terms = method.typical.iter().flat_map(|typical| typical.terms());
        let mut given: Vec<String> = terms
            .flat_map(|term| &term.factors)
            .filter_map(|(symbol, _)| {
                let value = assumptions.value(symbol)?;
                Some(format!(" · {} = {value}", symbol.name))
            })
            .collect();
        given.dedup();
        let mut beside = given.concat();
        if method.followed.is_some() {
            beside.push_str(&typical.missing());
        } else if typical.unpriced_calls >= FEW_CALLS {
            beside.push_str(" · calls not followed");
        }
        let formula = self.typical_formula(method, assumptions).into_iter();
        let forms = formula.flat_map(|formula| typical.around(formula));
        let mut texts = forms
            .chain([typical.number()])
            .map(|form| format!("{form}{beside}"));
        let signs = "⚡ ".chars().count() + self.compiled_suffix().chars().count();
        let fits = |text: &String| text.chars().count() + signs <= LONGEST_TITLE;
        texts.find(fits).unwrap_or_else(|| typical.text())
    }

    /// The 99% quantile of a bounded worst case without assumptions.
    pub fn certain_worst(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
    ) -> Option<Joules> {
        let shown = DisplayedWorst::of(self, method, assumptions);
        let executed = Self::nominal_of(&shown, assumptions);
        let calls = self.shares(&executed).callees_not_followed > 0.0;
        if !shown.is_whole() || shown.unpriced.is_none() && calls {
            return None;
        }
        let rests_on_nothing = shown.rests_on.is_empty() && !shown.rests_on.has_more;
        let tally: Tally = self.evaluate_shown(&shown, assumptions).tally?;
        (rests_on_nothing && !tally.is_empty()).then(|| self.predict(&tally).wcec_quantile(0.99))
    }
}

/// A factor with one digit if below 1, and at most two above.
fn times(factor: f64) -> String {
    let digits = usize::from((1.0..3.0).contains(&factor));
    let rounded = format!("{factor:.digits$e}").parse().unwrap_or(factor);
    format!("{rounded}")
}

/// An end of the interval: the factors of the posterior, frequencies and sizes, combined.
fn spread(mean: Joules, quantile: Joules, factors: [f64; 2], sign: f64) -> Joules {
    let logarithm = |factor: f64| factor.max(f64::MIN_POSITIVE).ln();
    let factors = factors.into_iter().map(logarithm);
    let all = factors.fold(logarithm(quantile.0 / mean.0).abs(), f64::hypot);
    if mean.0 > 0.0 && all.is_finite() {
        Joules(mean.0 * (sign * all).exp())
    } else {
        mean
    }
}

fn most_uncertain(behind: &UncertainParts, unknown_sizes_joules: f64) -> UncertaintyReason {
    let parts = [
        (unknown_sizes_joules, UncertaintyReason::Sizes),
        (behind.dispatch_joules, UncertaintyReason::Dispatch),
        (behind.loops_joules, UncertaintyReason::Loops),
        (behind.branches_joules, UncertaintyReason::Branches),
        (behind.measured_joules, UncertaintyReason::CountedRuns),
    ];
    let greatest = parts.iter().max_by(|one, two| one.0.total_cmp(&two.0));
    greatest.map_or(UncertaintyReason::Branches, |(_, open)| *open)
}

/// The part of a typical energy that depends most on what is unknown for this reason; `None` if no part does, or if the reason
/// is about the whole method.
pub fn most_open_part<P>(
    reason: UncertaintyReason,
    parts: &[P],
    behind: impl Fn(&P) -> &UncertainParts,
) -> Option<&P> {
    let joules = |part: &P| {
        let behind = behind(part);
        match reason {
            UncertaintyReason::Sizes => behind.sizes_joules,
            UncertaintyReason::Dispatch => behind.dispatch_joules,
            UncertaintyReason::Loops => behind.loops_joules,
            UncertaintyReason::Branches => behind.branches_joules,
            UncertaintyReason::CountedRuns => behind.measured_joules,
            UncertaintyReason::Model | UncertaintyReason::Unpriced => 0.0,
        }
    };
    let greatest = parts
        .iter()
        .max_by(|one, two| joules(one).total_cmp(&joules(two)));
    greatest.filter(|part| joules(part) > 0.0)
}
