//! What a hover says about a typical energy, as Markdown.

use crate::hover_markdown::{code_of, table};
use crate::model::Model;
use crate::percent::percent;
use crate::typical::{TypicalEnergy, UncertaintyReason, most_open_part, range};
use crate::typical_line::TypicalLine;
use calls::{TypicalPart, UncertainParts};
use escape::{how_many, markdown, markdown_span};
use posterior::{Energy, Joules};
use pricing::Tally;
use std::fmt::Write;

/// The maximum number of places where energy goes.
const MAX_PLACES: usize = 3;

/// A place with at least this share of a method has most of it.
const MAJORITY_SHARE: f64 = 0.5;

/// The other energies of a method beside its typical one.
pub(crate) struct EnergyBounds<'b> {
    pub(crate) worst: Option<&'b Energy>,
    pub(crate) least: Option<&'b Energy>,
}

/// A place where the energy of a method goes: a line, or a call on it.
struct EnergyEntry {
    line: Option<u32>,
    callee: Option<Callee>,
    tally: Tally,
    mean: Joules,
    count: f64,
    is_choice: bool,
    behind: UncertainParts,
}

/// What is called.
#[derive(PartialEq)]
enum Callee {
    /// A method, with its Java name.
    Method(String),
    /// Code without a name in Java.
    Words(&'static str),
}

impl Callee {
    fn text(&self) -> String {
        match self {
            Self::Method(name) => markdown_span(name),
            Self::Words(words) => (*words).to_owned(),
        }
    }
}

/// The sentence, the table, and where the energy goes.
pub(crate) fn method(
    model: &Model,
    name: &str,
    (typical, formula): (&TypicalEnergy, Option<&str>),
    parts: &[TypicalPart],
    beside: &EnergyBounds<'_>,
) -> String {
    let places = places(model, parts);
    let total: f64 = places.iter().map(|place| place.mean.0).sum();
    let mut text = format!("**⚡ {}", sentence(name, typical, &places));
    let first = places.first();
    if let Some(place) = first.filter(|place| total > 0.0 && place.mean.0 >= MAJORITY_SHARE * total)
        && places.len() > 1
    {
        let _ = write!(text, ", most of it {}", place.text());
    }
    text.push_str(".\n\n");
    if let Some(formula) = formula {
        let _ = writeln!(text, "With its values: {}\n", markdown(formula));
    }
    if typical.unpriced_calls > 0.05 {
        let _ = writeln!(
            text,
            "Not included: about {} without a price.\n",
            how_many(
                number(typical.unpriced_calls),
                "call of a method",
                "calls of methods"
            )
        );
    }
    if typical.is_counted {
        text.push_str("Branches, loops and calls of the method itself: counted in a run.\n\n");
    }
    if let Some(throws) = typical.throws.text() {
        let (first, rest) = throws.split_at(1);
        let _ = writeln!(text, "{}{rest}.\n", first.to_uppercase());
    }
    quantiles(&mut text, typical, beside);
    if total > 0.0 && places.len() > 1 {
        text.push_str("Where it goes:\n\n");
        for place in places.iter().take(MAX_PLACES) {
            let _ = writeln!(
                text,
                "- {} · {} {}, {}",
                place.mean.about(),
                percent(place.mean.0 / total, 0),
                place.text(),
                in_calls(place.count)
            );
        }
        text.push('\n');
    }
    text
}

/// `About 3.2 µJ a call of f (1.1–8 µJ)`
fn sentence(name: &str, typical: &TypicalEnergy, places: &[EnergyEntry]) -> String {
    let name = code_of(name);
    let open = typical.open;
    let place = open.and_then(|open| most_open_part(open, places, |place| &place.behind));
    let place = place.filter(|place| place.line.is_some() || place.callee.is_some());
    let place = place.map_or_else(String::new, |place| {
        format!(" (above all {})", place.text())
    });
    match typical.open.map(UncertaintyReason::unknown) {
        None => format!(
            "About {}** a call of {name} ({})",
            typical.mean.about(),
            range(typical.low, typical.high)
        ),
        Some(None) => format!(
            "About {}** a call of {name}, without the calls that have no price",
            typical.mean.about()
        ),
        Some(Some(unknown)) => format!(
            "{}** a call of {name}, depending on {unknown}{place}; on average about {}",
            range(typical.low, typical.high),
            typical.mean.about()
        ),
    }
}

fn quantiles(text: &mut String, typical: &TypicalEnergy, beside: &EnergyBounds<'_>) {
    let row = |name: &str, cells: [Joules; 4]| {
        let mut row = vec![name.to_owned()];
        row.extend(cells.iter().map(ToString::to_string));
        row
    };
    let of = |name: &str, energy: &Energy| {
        let quantile = |p| energy.wcec_quantile(p);
        row(
            name,
            [
                energy.mean(),
                quantile(0.05),
                quantile(0.95),
                quantile(0.99),
            ],
        )
    };
    let mut rows = vec![vec![
        String::from("typical"),
        typical.mean.to_string(),
        typical.low.to_string(),
        typical.high.to_string(),
        String::new(),
    ]];
    rows.extend(beside.worst.map(|energy| of("worst", energy)));
    rows.extend(beside.least.map(|energy| of("at least", energy)));
    table(text, &["", "mean", "p5", "p95", "p99"], &rows);
}

/// A line's part of the typical energy of its method.
pub(crate) fn line(name: &str, line: &TypicalLine) -> String {
    if line.count <= 0.0 {
        return format!(
            "No call of {} that returns runs this line: it leads to an exception.\n\n",
            code_of(name)
        );
    }
    format!(
        "A typical call of {} runs it {} and spends {} on it, {} of the call, callees included.\n\n",
        code_of(name),
        in_a_call(line.count),
        line.mean.about(),
        percent(line.share, 0)
    )
}

/// `once a call`, `2.5 times a call`, `31 times in 100 calls`
fn in_calls(count: f64) -> String {
    in_100_calls(count).unwrap_or_else(|| format!("{} a call", times(count)))
}

/// `once`, `2.5 times`, `less than once (31 times in 100 calls)`
fn in_a_call(count: f64) -> String {
    in_100_calls(count).map_or_else(|| times(count), |often| format!("less than once ({often})"))
}

/// `31 times in 100 calls` if that is less than once a call. The number is a mean, so one call may have several executions.
fn in_100_calls(count: f64) -> Option<String> {
    if count >= 0.995 {
        return None;
    }
    let often = number(100.0 * count);
    Some(format!("{} in 100 calls", how_many(often, "time", "times")))
}

/// `once`, `2.5 times`
fn times(count: f64) -> String {
    if (count - 1.0).abs() < 0.005 {
        String::from("once")
    } else {
        format!("{} times", number(count))
    }
}

/// Two significant digits.
fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.1e}").parse().unwrap_or(value);
    if rounded >= 1e6 {
        format!("{rounded:.1e}")
    } else {
        rounded.to_string()
    }
}

/// The places where energy goes, the most expensive first: each call separately, and the rest of each line.
fn places(model: &Model, parts: &[TypicalPart]) -> Vec<EnergyEntry> {
    let mut places: Vec<EnergyEntry> = Vec::new();
    for part in parts {
        let callee = part.callee.as_deref().map(short);
        let known = places
            .iter_mut()
            .find(|place| place.line == part.line && place.callee == callee);
        match known {
            Some(place) => {
                place.tally.add_scaled(&part.tally, 1.0);
                place.behind.add(&part.behind);
            }
            None => places.push(EnergyEntry {
                line: part.line,
                callee,
                tally: part.tally.clone(),
                mean: Joules(0.0),
                count: part.count,
                is_choice: part.is_choice,
                behind: part.behind,
            }),
        }
    }
    for place in &mut places {
        place.mean = model.mean(&place.tally);
    }
    places.retain(|place| place.mean.0 > 0.0);
    places.sort_by(|one, two| two.mean.0.total_cmp(&one.mean.0));
    places
}

impl EnergyEntry {
    fn text(&self) -> String {
        let line = self
            .line
            .map_or_else(String::new, |line| format!(" on line {line}"));
        match &self.callee {
            Some(callee) if self.is_choice => {
                format!("in {}{line}, whichever runs", callee.text())
            }
            Some(callee) => format!("in {}{line}", callee.text()),
            None => format!("in its own code{line}"),
        }
    }
}

/// `List.add` for `java/util/List.add(Ljava/lang/Object;)Z`.
fn short(method: &str) -> Callee {
    let name = method.split('(').next().unwrap_or_default();
    let (class, name) = name.rsplit_once('.').unwrap_or(("", name));
    let class = class.rsplit(['/', '$']).next().unwrap_or_default();
    match (class, name) {
        (class, "<init>") => Callee::Method(format!("new {class}")),
        (_, "makeConcatWithConstants") => Callee::Words("the concatenation of strings"),
        (_, name) if name.starts_with("lambda$") => Callee::Words("a lambda"),
        ("", name) => Callee::Method(name.to_owned()),
        (class, name) => Callee::Method(format!("{class}.{name}")),
    }
}
