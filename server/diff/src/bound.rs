//! How often something is executed, parsed from the text in a report: `n²`, `(n − 1)·n`, `⌈log₂(n + 1)⌉`.
//!
//! The names of the symbols are known, so a name may contain anything.

mod conditions;
mod parser;

pub(crate) use conditions::Condition;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A product of powers of symbols.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Factor(Vec<(Atom, u32)>);

#[derive(Debug, Clone, PartialEq)]
enum Atom {
    /// Counted as at least 0, but with its sign within a sum whose own sign is requested.
    Symbol(String),
    /// `max(0, ⌈p⌉)`, or plain brackets if nothing is divided.
    Ceiling { sum: Sum, is_divided: bool },
    /// `bᵉ`
    Power(f64, Box<Sum>),
    /// `⌈log_b(p)⌉`
    Logarithm(f64, Sum),
    /// The smallest or largest of several sums, and at least 0.
    Extreme { is_largest: bool, of: Vec<Sum> },
}

#[derive(Debug, Clone, PartialEq)]
struct Sum(Vec<Summand>);

#[derive(Debug, Clone, PartialEq)]
struct Summand {
    numerator: f64,
    denominator: f64,
    factor: Factor,
}

/// The values of symbols by name.
pub(crate) type Values = BTreeMap<String, f64>;

impl Factor {
    pub(crate) fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The value. A symbol without a value counts as 0.
    pub(crate) fn value(&self, values: &Values) -> f64 {
        self.product(values, false)
    }

    fn product(&self, values: &Values, is_signed: bool) -> f64 {
        self.0
            .iter()
            .map(|(atom, power)| {
                let power = i32::try_from(*power).unwrap_or(i32::MAX);
                atom.value(values, is_signed).powi(power)
            })
            .product()
    }

    /// How fast it grows: the sum of the powers of its symbols. Logarithms count little, and powers with a symbol in the
    /// exponent count most.
    pub(crate) fn degree(&self) -> f64 {
        let atoms = self.0.iter();
        atoms
            .map(|(atom, power)| atom.degree() * f64::from(*power))
            .sum()
    }

    /// The largest value of the parts that stop growing with a symbol at some number, such as `min(10, n)`; `None` if there are
    /// none.
    pub(crate) fn limit(&self) -> Option<f64> {
        let atoms = self.0.iter();
        let limits = atoms.filter_map(|(atom, power)| {
            let power = i32::try_from(*power).unwrap_or(i32::MAX);
            Some(atom.limit()?.powi(power))
        });
        limits.reduce(|one, two| one * two)
    }

    /// The same with other names for the symbols.
    pub(crate) fn renamed(&self, names: &BTreeMap<String, String>) -> Self {
        let atoms = self.0.iter();
        Self(
            atoms
                .map(|(atom, power)| (atom.renamed(names), *power))
                .collect(),
        )
    }

    /// A text that does not depend on the order of the parts of sums.
    pub(crate) fn key(&self) -> String {
        let mut sorted = self.clone();
        sorted.sort();
        sorted.text(&str::to_owned)
    }

    fn sort(&mut self) {
        for (atom, _) in &mut self.0 {
            match atom {
                Atom::Symbol(_) => {}
                Atom::Ceiling { sum, .. } | Atom::Logarithm(_, sum) => sum.sort(),
                Atom::Power(_, exponent) => exponent.sort(),
                Atom::Extreme { of, .. } => {
                    of.iter_mut().for_each(Sum::sort);
                    of.sort_by_key(|sum| sum.text(&str::to_owned));
                }
            }
        }
    }

    /// The text with other names for the symbols.
    pub(crate) fn text(&self, name_of: &dyn Fn(&str) -> String) -> String {
        if self.is_one() {
            return String::from("1");
        }
        let mut parts: Vec<String> = self
            .0
            .iter()
            .map(|(atom, power)| {
                let mut text = atom.text(name_of);
                if *power > 1 {
                    for digit in power.to_string().bytes() {
                        text.push(SUPERSCRIPTS[usize::from(digit - b'0')]);
                    }
                }
                text
            })
            .collect();
        parts.sort();
        parts.join("·")
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// The degree of a logarithm, and of a power with a symbol in its exponent.
const LOGARITHM: f64 = 0.01;
const EXPONENTIAL: f64 = 1e3;

impl Atom {
    fn degree(&self) -> f64 {
        match self {
            Self::Symbol(_) => 1.0,
            Self::Ceiling { sum, .. } => sum.degree(),
            Self::Power(_, exponent) if exponent.degree() > 0.0 => EXPONENTIAL,
            Self::Logarithm(_, sum) if sum.degree() > 0.0 => LOGARITHM,
            Self::Power(..) | Self::Logarithm(..) => 0.0,
            Self::Extreme { is_largest, of } => {
                let degrees = of.iter().map(Sum::degree);
                if *is_largest {
                    degrees.fold(0.0, f64::max)
                } else {
                    degrees.reduce(f64::min).unwrap_or(0.0)
                }
            }
        }
    }

    fn limit(&self) -> Option<f64> {
        match self {
            Self::Extreme {
                is_largest: false,
                of,
            } => {
                let (grow, stay): (Vec<&Sum>, Vec<&Sum>) =
                    of.iter().partition(|sum| sum.degree() > 0.0);
                let limits = stay.into_iter().map(|sum| sum.value(&Values::new()));
                limits.reduce(f64::min).filter(|_| !grow.is_empty())
            }
            Self::Ceiling { sum, .. } => sum.limit(),
            _ => None,
        }
    }

    fn renamed(&self, names: &BTreeMap<String, String>) -> Self {
        match self {
            Self::Symbol(name) => Self::Symbol(names.get(name).unwrap_or(name).clone()),
            Self::Ceiling { sum, is_divided } => Self::Ceiling {
                sum: sum.renamed(names),
                is_divided: *is_divided,
            },
            Self::Power(base, exponent) => Self::Power(*base, Box::new(exponent.renamed(names))),
            Self::Logarithm(base, sum) => Self::Logarithm(*base, sum.renamed(names)),
            Self::Extreme { is_largest, of } => Self::Extreme {
                is_largest: *is_largest,
                of: of.iter().map(|sum| sum.renamed(names)).collect(),
            },
        }
    }

    fn value(&self, values: &Values, is_signed: bool) -> f64 {
        match self {
            Self::Symbol(name) => {
                let value = values.get(name).copied().unwrap_or_default();
                if is_signed { value } else { value.max(0.0) }
            }
            Self::Ceiling { sum, .. } => sum.value(values).ceil().max(0.0),
            Self::Power(base, exponent) => base.powf(exponent.counted_value(values).max(0.0)),
            Self::Logarithm(base, shown) => {
                // How often a number, one less than shown, can be divided until nothing is left.
                let argument = shown.value(values) - 1.0;
                let (mut count, mut reached) = (0.0, 1.0);
                while reached <= argument && count < 1100.0 {
                    reached *= base;
                    count += 1.0;
                }
                count
            }
            Self::Extreme { is_largest, of } => {
                let values = of.iter().map(|sum| sum.value(values));
                let extreme = if *is_largest {
                    values.fold(f64::NEG_INFINITY, f64::max)
                } else {
                    values.fold(f64::INFINITY, f64::min)
                };
                extreme.max(0.0)
            }
        }
    }

    fn text(&self, name_of: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Symbol(name) => name_of(name),
            Self::Ceiling {
                sum,
                is_divided: false,
            } => format!("({})", sum.text(name_of)),
            Self::Ceiling { sum, .. } => format!("⌈{}⌉", sum.text(name_of)),
            Self::Power(base, exponent) => match &exponent.0[..] {
                [only] if only.is_one_atom() => format!("{base}^{}", exponent.text(name_of)),
                _ => format!("{base}^({})", exponent.text(name_of)),
            },
            Self::Logarithm(base, sum) => {
                let mut text = String::from("⌈log");
                for digit in base.to_string().bytes().filter(u8::is_ascii_digit) {
                    text.push(SUBSCRIPTS[usize::from(digit - b'0')]);
                }
                let _ = write!(text, "({})⌉", sum.text(name_of));
                text
            }
            Self::Extreme {
                is_largest: true,
                of,
            } if of.len() == 2 && matches!(&of[0].0[..], [one] if one.is_one()) => {
                match &of[1].0[..] {
                    [only] if only.is_one_atom() => format!("{}⁺", of[1].text(name_of)),
                    _ => format!("({})⁺", of[1].text(name_of)),
                }
            }
            Self::Extreme { is_largest, of } => {
                let of: Vec<String> = of.iter().map(|sum| sum.text(name_of)).collect();
                let name = if *is_largest { "max" } else { "min" };
                format!("{name}({})", of.join(", "))
            }
        }
    }
}

impl Summand {
    fn of(factor: Factor) -> Self {
        Self {
            numerator: 1.0,
            denominator: 1.0,
            factor,
        }
    }

    fn is_one(&self) -> bool {
        self.factor.is_one() && self.is_once()
    }

    #[expect(clippy::float_cmp, reason = "whole numbers that were read as such")]
    fn is_once(&self) -> bool {
        self.numerator == 1.0 && self.denominator == 1.0
    }

    fn is_one_atom(&self) -> bool {
        self.is_once() && matches!(self.factor.0[..], [(_, 1)])
    }
}

impl Sum {
    fn degree(&self) -> f64 {
        let summands = self.0.iter();
        let degrees = summands.map(|summand| summand.factor.degree());
        degrees.fold(0.0, f64::max)
    }

    fn limit(&self) -> Option<f64> {
        let summands = self.0.iter();
        let limits = summands.filter_map(|summand| {
            Some(summand.factor.limit()? * summand.numerator / summand.denominator)
        });
        limits.reduce(f64::max)
    }

    fn renamed(&self, names: &BTreeMap<String, String>) -> Self {
        let summands = self.0.iter();
        let renamed = summands.map(|summand| Summand {
            factor: summand.factor.renamed(names),
            ..*summand
        });
        Self(renamed.collect())
    }

    fn sort(&mut self) {
        for summand in &mut self.0 {
            summand.factor.sort();
        }
        self.0.sort_by_cached_key(|summand| {
            let sign = summand.numerator < 0.0;
            (summand.factor.text(&str::to_owned), sign)
        });
    }

    /// The value; symbols keep their signs.
    fn value(&self, values: &Values) -> f64 {
        self.sum(values, true)
    }

    /// The value; each symbol counts as at least 0.
    fn counted_value(&self, values: &Values) -> f64 {
        self.sum(values, false)
    }

    fn sum(&self, values: &Values, is_signed: bool) -> f64 {
        let summands = self.0.iter();
        summands
            .map(|summand| {
                let factor = summand.factor.product(values, is_signed);
                factor * summand.numerator / summand.denominator
            })
            .sum()
    }

    #[expect(clippy::float_cmp, reason = "whole numbers that were read as such")]
    fn text(&self, name_of: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        for (index, summand) in self.0.iter().enumerate() {
            text.push_str(match (index, summand.numerator < 0.0) {
                (0, false) => "",
                (0, true) => "−",
                (_, false) => " + ",
                (_, true) => " − ",
            });
            let numerator = summand.numerator.abs();
            let factor = summand.factor.text(name_of);
            let _ = match (summand.factor.is_one(), numerator == 1.0) {
                (true, _) => write!(text, "{numerator}"),
                (false, true) => write!(text, "{factor}"),
                (false, false) => write!(text, "{numerator}·{factor}"),
            };
            if summand.denominator != 1.0 {
                let _ = write!(text, "/{}", summand.denominator);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYMBOLS: [&str; 6] = ["n", "m", "a.length", "loop@12", "n#2", "this.rows[].length"];

    fn value(text: &str, values: &[(&str, f64)]) -> f64 {
        let factor = Factor::parse(text, &SYMBOLS).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(factor.text(&str::to_owned), text);
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value));
        factor.value(&values.collect())
    }

    #[test]
    fn values_of_what_reports_write() {
        let n = |n: f64| [("n", n)];
        for (text, at, expected) in [
            ("1", 7.0, 1.0),
            ("n", 7.0, 7.0),
            ("n²", 7.0, 49.0),
            ("n¹²", 2.0, 4096.0),
            ("(n − 1)", 7.0, 6.0),
            ("(n − 1)", 0.0, 0.0),
            ("(10 − n)", 7.0, 3.0),
            ("(−n)", -7.0, 7.0),
            ("(n + 10)", -7.0, 3.0),
            ("n", -7.0, 0.0),
            ("(−n)·n", -7.0, 0.0),
            ("2^(n + 3)", -2.0, 8.0),
            ("min(3, n + 9)", -7.0, 2.0),
            ("(n − 1)·n", 7.0, 42.0),
            ("⌈n/2⌉", 7.0, 4.0),
            ("⌈(n − 1)/2⌉", 8.0, 4.0),
            ("⌈log₂(n + 1)⌉", 7.0, 3.0),
            ("⌈log₂(n + 1)⌉", 8.0, 4.0),
            ("⌈log₁₀(n + 1)⌉", 99.0, 2.0),
            ("2^n", 5.0, 32.0),
            ("2^(n + 1)", 5.0, 64.0),
            ("max(3, n)", 7.0, 7.0),
            ("min(3, n)·n", 7.0, 21.0),
            ("(3·n²/2 − n/2)", 4.0, 22.0),
            ("(2^n − 1)", 3.0, 7.0),
            ("n⁺", 0.0, 1.0),
            ("n⁺²", 3.0, 9.0),
            ("(n − 4)⁺·n", 3.0, 3.0),
            ("⌈log₂(n + 1)⌉⁺", 0.0, 1.0),
        ] {
            assert!(
                (value(text, &n(at)) - expected).abs() < 1e-12,
                "{text} at {at}"
            );
        }
        assert!(
            (value("a.length·loop@12", &[("a.length", 3.0), ("loop@12", 5.0)]) - 15.0).abs()
                < 1e-12
        );
        assert!((value("n#2", &[("n", 3.0), ("n#2", 5.0)]) - 5.0).abs() < 1e-12);
        assert!((value("this.rows[].length²", &[("this.rows[].length", 3.0)]) - 9.0).abs() < 1e-12);
    }

    #[test]
    fn a_difference_is_the_same_in_reports_of_older_versions() {
        let text = |of: &str| {
            Factor::parse(of, &SYMBOLS)
                .expect("a factor")
                .text(&str::to_owned)
        };
        assert_eq!(text("(−n + 10)"), text("(10 − n)"));
        assert_eq!(text("max(−n − m + 3, −n)"), "max(3 − n − m, −n)");
    }

    #[test]
    fn other_names_keep_the_order_of_a_product() {
        let factor = Factor::parse("m·n²", &SYMBOLS).expect("a factor");
        let renamed = factor.text(&|name| String::from(if name == "m" { "z" } else { name }));
        assert_eq!(renamed, "n²·z");
    }

    #[test]
    fn anything_else_is_refused_and_nothing_is_too_deep() {
        for text in [
            "",
            "x",
            "n·",
            "·n",
            "n n",
            "(n",
            "⌈n",
            "2^",
            "2",
            "⌈log(n)⌉",
            "⌈log₁(n)⌉",
            "max()",
            "n/0",
            "(n/0)",
            "n⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹",
            "-n",
        ] {
            assert_eq!(Factor::parse(text, &SYMBOLS), None, "{text}");
        }
        let deep = format!("{}n{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(Factor::parse(&deep, &SYMBOLS), None);
    }
}
