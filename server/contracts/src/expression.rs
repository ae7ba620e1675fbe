//! Expressions of contracts: numbers, names and operations.

use std::collections::BTreeSet;

/// An expression with names of a method. Energies are numbers in joules.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// A number without a fraction, as Java reads it: `2`.
    Number(f64),
    /// A number with a decimal point or an exponent (`2.0`, `1e3`), or an energy in joules. Java divides by it without rounding.
    Real(f64),
    /// A value known when the method begins, as the developer wrote it: `n`, `xs.length`, `s.length()`, `this.size`.
    Name(String),
    /// `−e`
    Negated(Box<Self>),
    /// `a + b`
    Sum(Box<Self>, Box<Self>),
    /// `a − b`
    Difference(Box<Self>, Box<Self>),
    /// `a · b`
    Product(Box<Self>, Box<Self>),
    /// `a / b`, not rounded.
    Quotient(Box<Self>, Box<Self>),
    /// `a / b` of whole numbers in a condition: as in Java, it has no fraction.
    WholeQuotient(Box<Self>, Box<Self>),
    /// `a / b` in a condition if the types are unknown: perhaps a [`Self::Quotient`], perhaps a [`Self::WholeQuotient`].
    JavaQuotient(Box<Self>, Box<Self>),
    /// `a % b`
    Remainder(Box<Self>, Box<Self>),
    /// `a ^ b`, the power
    Power(Box<Self>, Box<Self>),
    /// `log2(a)`, 0 for all values below 1
    Log2(Box<Self>),
}

impl Expression {
    /// The value for these values of the names; NaN if one is missing, or the arithmetic has no result.
    pub fn value(&self, of: &impl Fn(&str) -> f64) -> f64 {
        match self {
            Self::Number(number) | Self::Real(number) => *number,
            Self::Name(name) => of(name),
            Self::Negated(of_what) => -of_what.value(of),
            Self::Sum(a, b) => a.value(of) + b.value(of),
            Self::Difference(a, b) => a.value(of) - b.value(of),
            Self::Product(a, b) => a.value(of) * b.value(of),
            Self::Quotient(a, b) => a.value(of) / b.value(of),
            Self::WholeQuotient(a, b) => (a.value(of) / b.value(of)).trunc(),
            Self::JavaQuotient(a, b) => {
                let (a, b) = (a.value(of), b.value(of));
                let is_whole = a.fract() == 0.0 && b.fract() == 0.0;
                if is_whole { (a / b).trunc() } else { a / b }
            }
            Self::Remainder(a, b) => a.value(of) % b.value(of),
            Self::Power(a, b) => a.value(of).powf(b.value(of)),
            Self::Log2(a) => log2(a.value(of)),
        }
    }

    /// The same with the division of Java, of whole numbers or not, as the types of the names say. `None` is an unknown type.
    pub(crate) fn with_java_division(&self, is_whole: &impl Fn(&str) -> Option<bool>) -> Self {
        let boxed = |of: &Self| Box::new(of.with_java_division(is_whole));
        match self {
            Self::Number(_) | Self::Real(_) | Self::Name(_) => self.clone(),
            Self::Negated(a) => Self::Negated(boxed(a)),
            Self::Log2(a) => Self::Log2(boxed(a)),
            Self::Sum(a, b) => Self::Sum(boxed(a), boxed(b)),
            Self::Difference(a, b) => Self::Difference(boxed(a), boxed(b)),
            Self::Product(a, b) => Self::Product(boxed(a), boxed(b)),
            Self::Quotient(a, b) | Self::JavaQuotient(a, b) | Self::WholeQuotient(a, b) => {
                let make = match self.is_whole(is_whole) {
                    Some(true) => Self::WholeQuotient,
                    Some(false) => Self::Quotient,
                    None => Self::JavaQuotient,
                };
                make(boxed(a), boxed(b))
            }
            Self::Remainder(a, b) => Self::Remainder(boxed(a), boxed(b)),
            Self::Power(a, b) => Self::Power(boxed(a), boxed(b)),
        }
    }

    /// Whether Java computes it with whole numbers; `None` if that is unknown.
    fn is_whole(&self, of: &impl Fn(&str) -> Option<bool>) -> Option<bool> {
        match self {
            Self::Number(_) => Some(true),
            Self::Real(_) => Some(false),
            Self::Name(name) => of(name),
            Self::Negated(a) => a.is_whole(of),
            // Java has neither.
            Self::Power(..) | Self::Log2(_) => None,
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Quotient(a, b)
            | Self::WholeQuotient(a, b)
            | Self::JavaQuotient(a, b)
            | Self::Remainder(a, b) => match (a.is_whole(of), b.is_whole(of)) {
                (Some(true), Some(true)) => Some(true),
                (Some(false), _) | (_, Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    /// Whether its value depends on types that are unknown.
    pub(crate) fn has_unknown_division(&self) -> bool {
        match self {
            Self::Number(_) | Self::Real(_) | Self::Name(_) => false,
            Self::JavaQuotient(..) => true,
            Self::Negated(a) | Self::Log2(a) => a.has_unknown_division(),
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Quotient(a, b)
            | Self::WholeQuotient(a, b)
            | Self::Remainder(a, b)
            | Self::Power(a, b) => a.has_unknown_division() || b.has_unknown_division(),
        }
    }

    /// The number, if it is written as one.
    pub(crate) const fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) | Self::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The names in it.
    pub(crate) fn collect_names<'e>(&'e self, found: &mut BTreeSet<&'e str>) {
        match self {
            Self::Number(_) | Self::Real(_) => {}
            Self::Name(name) => {
                found.insert(name);
            }
            Self::Negated(a) | Self::Log2(a) => a.collect_names(found),
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Quotient(a, b)
            | Self::WholeQuotient(a, b)
            | Self::JavaQuotient(a, b)
            | Self::Remainder(a, b)
            | Self::Power(a, b) => {
                a.collect_names(found);
                b.collect_names(found);
            }
        }
    }
}

/// The logarithm of a size. An empty size needs no step.
pub(crate) fn log2(value: f64) -> f64 {
    value.max(1.0).log2()
}
