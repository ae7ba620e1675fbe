//! The table of `jouled report`: a row for each method, its typical energy first.

use super::sorted::{Row, Rows};
use super::view::MethodOrigin;
use crate::measured::{Anchored, Measured};
use crate::options::Sort;
use ide::{
    AssumedValues, Detail, DisplayedWorst, Joules, LONGEST_FORMULA, Memo, MethodAnalysis, Model,
    Signatures, TypicalEnergy, UncertaintyReason, short_formula,
};
use profile::MethodRow;
use profile::forms::times_or_divided;
use std::fmt::Write as _;

/// The maximum width of a row without formulas, in characters.
const WIDEST: usize = 120;

/// The width of the typical energies, in characters.
const TYPICAL: usize = 17;

/// The width of the other energies.
const WIDTH: usize = 10;

/// A method's name is never shortened to less than this.
const SHORTEST_NAME: usize = 24;

/// A row for each method.
#[derive(Debug, Clone, Copy)]
pub(super) struct Methods<'r> {
    pub(super) sort: Sort,
    /// The measured energies, if they come first in the rows.
    pub(super) measured: Option<&'r Measured>,
    /// Whether rows end with the worst case as a formula.
    pub(super) formulas: bool,
}

/// What is known about rendered methods.
#[derive(Debug, Default)]
pub(super) struct KnownMethods {
    worst: Memo<PricedWorst>,
    signatures: Signatures,
}

/// The text for all worst cases that execute the same.
#[derive(Debug, Clone, Copy)]
struct PricedWorst {
    mean: Joules,
    quantile: Joules,
    has_calls: bool,
}

/// The worst case in a row.
struct Worst<'s> {
    priced: PricedWorst,
    shown: &'s DisplayedWorst,
    has_symbols: bool,
    is_incomplete: bool,
}

impl Row for Methods<'_> {
    const DETAIL: Detail = Detail::Reach;
    type Memory = KnownMethods;

    fn head(&self) -> &'static str {
        if self.measured.is_some() {
            return "    a call        ±        calls   share  typical            method";
        }
        match self.sort {
            Sort::Typical | Sort::Worst | Sort::Measured => {
                "typical                 worst     at least  method"
            }
            Sort::Own => "       own  typical                 worst     at least  method",
        }
    }

    fn render(
        &self,
        model: &Model,
        method: &MethodAnalysis,
        MethodOrigin {
            assumptions,
            purpose,
            entry,
            is_of_several,
            ..
        }: MethodOrigin<'_>,
        known: &mut KnownMethods,
        rows: &mut Rows,
    ) {
        // Its name may be that of the method that it calls.
        if method.is_forwarder && self.measured.is_none() {
            return;
        }
        let shown = DisplayedWorst::of(model, method, assumptions);
        let nominal = Model::nominal_of(&shown, assumptions);
        let priced = known.worst.get(&nominal, || {
            let energy = model.predict(&nominal);
            PricedWorst {
                mean: model.mean(&nominal),
                quantile: energy.wcec_quantile(0.99),
                has_calls: model.shares(&nominal).callees_not_followed > 0.0,
            }
        });
        let mut symbols = shown.symbols.iter();
        let worst = Worst {
            priced,
            has_symbols: symbols.any(|symbol| assumptions.value(symbol).is_none()),
            is_incomplete: match &method.followed {
                Some(_) => !shown.is_whole(),
                None => priced.has_calls,
            },
            shown: &shown,
        };
        let is_seen = method.not_analysed.is_none();
        let typical = model.typical_at(method, assumptions).filter(|_| is_seen);
        let own = method.own_typical.as_ref().filter(|_| is_seen);
        let own = own.map(|own| model.mean(&own.tally()));
        let mut row = String::with_capacity(WIDEST);
        let found = self.measured.map(|measured| {
            let name = (&*method.class, &*method.name, &*method.descriptor);
            let found = measured.of(name.0, name.1, name.2);
            let anchored = typical.as_ref().and_then(|typical| {
                measured.anchored(name, (typical.mean.0, typical.unpriced_calls))
            });
            push_measured(&mut row, found, anchored);
            found
        });
        if self.sort == Sort::Own {
            energy(&mut row, own);
            row.push_str("  ");
        }
        let formula = model
            .typical_formula(method, assumptions)
            .filter(|_| is_seen);
        push_typical(&mut row, typical.as_ref(), formula.is_some());
        if found.is_none() {
            worst.write(&mut row, is_seen);
            energy(&mut row, least(model, method, assumptions));
            row.push_str("  ");
        }
        let mut behind = String::new();
        if let Some(reason) = method.not_analysed {
            let _ = write!(behind, " ({reason})");
        }
        if let Some(typical) = &typical {
            push_reasons(&mut behind, method, typical);
        }
        push_assumptions(&mut behind, &shown);
        if let Some((jar, _)) = entry.filter(|_| is_of_several) {
            let last = jar.rsplit('/').next().unwrap_or(jar);
            let _ = write!(behind, "  ({last})");
        }
        let mut name = String::new();
        let signatures = &mut known.signatures;
        signatures.push(&mut name, &method.class, &method.name, &method.descriptor);
        if self.formulas {
            row.push_str(&name);
            if let Some(formula) = formula {
                let _ = write!(row, "  typical {formula}");
            }
            if worst.has_symbols && is_seen && !shown.is_speculative() {
                let formula = short_formula(&shown.cost, model, LONGEST_FORMULA);
                let _ = write!(row, "  worst = {formula}");
            }
        } else {
            let taken = row.chars().count() + behind.chars().count();
            let room = WIDEST.saturating_sub(taken).max(SHORTEST_NAME);
            row.push_str(&cut(&name, room));
        }
        row.push_str(&behind);
        rows.text.push_str(&row);
        // A worst case with too many assumed counts must not be at the top of the list.
        let mean = match self.sort {
            _ if found.is_some() => found.flatten().map(|row| row.with_callees.share.mean),
            Sort::Typical | Sort::Measured => typical.map(|typical| typical.mean.0),
            Sort::Worst => (is_seen && !shown.is_speculative()).then_some(priced.mean.0),
            Sort::Own => own.map(|own| own.0),
        };
        rows.end(purpose, mean.unwrap_or_default());
    }
}

impl Worst<'_> {
    /// The 99% quantile. If a part is unknown, the mean, because such a sum has no quantile.
    fn write(&self, row: &mut String, is_seen: bool) {
        let number = match () {
            () if !is_seen || self.shown.is_speculative() => None,
            () if self.is_incomplete => Some(self.priced.mean),
            () => Some(self.priced.quantile),
        };
        energy(row, number);
        let mark = |holds: bool, mark: char| if number.is_some() && holds { mark } else { ' ' };
        row.push(mark(self.has_symbols, '~'));
        row.push(mark(self.is_incomplete, '+'));
        row.push(' ');
    }
}

/// A measured method: the energy of a call and its precision, the number of calls, and its share of the run. Nothing unknown is
/// shown as 0. A call that was not measured may be anchored.
fn push_measured(row: &mut String, measured: Option<&MethodRow>, anchored: Option<Anchored>) {
    let per_call = measured.and_then(|measured| measured.per_call.ok());
    let half = if let Some(anchored) = anchored {
        let joules = format!("≈ {}", Joules(anchored.per_call.mean).about());
        // Writing to a string never fails.
        let _ = write!(row, "{joules:>WIDTH$}");
        times_or_divided(&anchored.factor)
    } else {
        energy(row, per_call.map(|estimate| Joules(estimate.mean)));
        let half = per_call.and_then(|estimate| estimate.relative_half_width());
        half.map_or_else(|| "-".to_owned(), |half| format!("{:.0}%", half * 100.0))
    };
    let calls = measured.and_then(|measured| measured.entries);
    let calls = calls.map_or_else(|| "-".to_owned(), |calls| calls.to_string());
    let share = measured.filter(|measured| measured.with_callees.samples > 0);
    let share = share.map_or_else(
        || "-".to_owned(),
        |measured| format!("{:.1}%", measured.with_callees.share.mean * 100.0),
    );
    // Writing to a string never fails.
    let _ = write!(row, "{half:>8} {calls:>12} {share:>7}  ");
}

/// The typical energy: one number or a range, with the marks of a worst case.
fn push_typical(row: &mut String, typical: Option<&TypicalEnergy>, has_symbols: bool) {
    let amount = typical.map_or_else(|| String::from("-"), TypicalEnergy::amount);
    let is_incomplete = typical.is_some_and(|typical| typical.unpriced().is_some());
    let marks = [(has_symbols, '~'), (is_incomplete, '+')];
    let marks = marks
        .into_iter()
        .filter_map(|(holds, mark)| holds.then_some(mark));
    let text: String = amount.chars().chain(marks).collect();
    // Writing to a string never fails.
    let _ = write!(row, "{text:<TYPICAL$}  ");
}

/// Why a typical energy is a range, and what it lacks: `  (loops, 2 unpriced calls)`.
fn push_reasons(text: &mut String, method: &MethodAnalysis, typical: &TypicalEnergy) {
    let open = match typical.unsettled() {
        _ if typical.mean.0 == 0.0 && typical.unpriced_calls == 0.0 => {
            Some("no cost besides the call")
        }
        open => open.map(UncertaintyReason::name),
    };
    let unpriced = match &method.followed {
        Some(_) => typical.unpriced(),
        None => typical.unpriced().map(|_| "calls not followed".to_owned()),
    };
    let open = open.map(str::to_owned).into_iter();
    let reasons: Vec<String> = open.chain(unpriced).collect();
    if !reasons.is_empty() {
        // Writing to a string never fails.
        let _ = write!(text, "  ({})", reasons.join(", "));
    }
}

/// How many kinds of assumptions a worst case rests on: `  [assumes 3]`.
fn push_assumptions(text: &mut String, DisplayedWorst { rests_on, .. }: &DisplayedWorst) {
    if rests_on.is_empty() {
        return;
    }
    let more = if rests_on.has_more { "+" } else { "" };
    // Writing to a string never fails.
    let _ = write!(text, "  [assumes {}{more}]", rests_on.statements().len());
}

/// The least energy of a call.
fn least(model: &Model, method: &MethodAnalysis, assumptions: &AssumedValues) -> Option<Joules> {
    let tally = model.at_least(method, assumptions)?;
    Some(model.mean(&tally))
}

/// An energy, right-aligned in its column; nothing unknown is shown as 0.
fn energy(row: &mut String, energy: Option<Joules>) {
    match energy {
        Some(energy) => energy.push_right(row, WIDTH),
        None => {
            let _ = write!(row, "{:>WIDTH$}", "-");
        }
    }
}

/// A name shortened to this many characters: first the package goes, and then the end.
fn cut(name: &str, room: usize) -> String {
    let length = name.chars().count();
    if length <= room {
        return name.to_owned();
    }
    let kept = room.saturating_sub(1);
    let bracket = name.find('(').unwrap_or(name.len());
    let method = name[..bracket].rfind('.').map_or(0, |dot| dot + 1);
    let tail = name[method..].chars().count();
    if tail > kept {
        let start: String = name[method..].chars().take(kept).collect();
        return format!("{start}…");
    }
    let end: String = name.chars().skip(length - kept).collect();
    format!("…{}", end.trim_start_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_name_that_is_too_long_loses_its_package_first() {
        let name = "org.example.Text.pad(String, int)";
        assert_eq!(cut(name, 33), name);
        assert_eq!(cut(name, 23), "…Text.pad(String, int)".to_owned());
        assert_eq!(cut(name, 12), "pad(String,…");
    }
}
