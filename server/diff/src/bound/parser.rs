//! Parses a factor as reports write it.

use super::{Atom, Factor, SUBSCRIPTS, SUPERSCRIPTS, Sum, Summand};

/// The analysis finds no bound that is nested deeper than this.
const MAX_DEPTH: u32 = 32;

impl Factor {
    /// Parses a factor with symbols of these names; `None` for anything else.
    pub(crate) fn parse(text: &str, symbols: &[&str]) -> Option<Self> {
        if text == "1" {
            return Some(Self(Vec::new()));
        }
        Parser::new(text, symbols).all()
    }
}

struct Parser<'t> {
    rest: &'t str,
    symbols: &'t [&'t str],
    depth: u32,
}

impl<'t> Parser<'t> {
    const fn new(text: &'t str, symbols: &'t [&'t str]) -> Self {
        Self {
            rest: text,
            symbols,
            depth: 0,
        }
    }

    /// The whole text as one product.
    fn all(&mut self) -> Option<Factor> {
        let factor = self.product()?;
        self.rest.is_empty().then_some(factor)
    }
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.eat(text).then_some(())
    }

    fn product(&mut self) -> Option<Factor> {
        let mut powers = Vec::new();
        loop {
            let atom = self.atom()?;
            powers.push((atom, self.superscript()?));
            if !self.eat("·") {
                return Some(Factor(powers));
            }
        }
    }

    fn superscript(&mut self) -> Option<u32> {
        let mut power: Option<u32> = None;
        while let Some(digit) = self.digit_of(&SUPERSCRIPTS) {
            power = Some(power.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        }
        Some(power.unwrap_or(1))
    }

    fn digit_of(&mut self, digits: &[char; 10]) -> Option<u32> {
        let first = self.rest.chars().next()?;
        let digit = digits.iter().position(|digit| *digit == first)?;
        self.rest = &self.rest[first.len_utf8()..];
        u32::try_from(digit).ok()
    }

    fn number(&mut self) -> Option<f64> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        let number = number.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    fn atom(&mut self) -> Option<Atom> {
        self.depth += 1;
        let atom = (self.depth <= MAX_DEPTH).then(|| self.shallow_atom());
        self.depth -= 1;
        let atom = atom??;
        if !self.eat("⁺") {
            return Some(atom);
        }
        let number = match atom {
            Atom::Ceiling {
                sum,
                is_divided: false,
            } => sum,
            atom => Sum(vec![Summand::of(Factor(vec![(atom, 1)]))]),
        };
        let one = Sum(vec![Summand::of(Factor(Vec::new()))]);
        Some(Atom::Extreme {
            is_largest: true,
            of: vec![one, number],
        })
    }

    fn shallow_atom(&mut self) -> Option<Atom> {
        if let Some(symbol) = self.symbol() {
            return Some(Atom::Symbol(symbol));
        }
        if self.eat("⌈log") {
            let mut base = 0.0;
            while let Some(digit) = self.digit_of(&SUBSCRIPTS) {
                base = base * 10.0 + f64::from(digit);
            }
            self.expect("(")?;
            let sum = self.sum()?;
            self.expect(")⌉")?;
            return (base >= 2.0).then_some(Atom::Logarithm(base, sum));
        }
        if self.eat("⌈") {
            let sum = self.sum()?;
            self.expect("⌉")?;
            return Some(Atom::Ceiling {
                sum,
                is_divided: true,
            });
        }
        if self.eat("(") {
            let sum = self.sum()?;
            self.expect(")")?;
            return Some(Atom::Ceiling {
                sum,
                is_divided: false,
            });
        }
        for (name, is_largest) in [("max(", true), ("min(", false)] {
            if self.eat(name) {
                let mut of = vec![self.sum()?];
                while self.eat(", ") {
                    of.push(self.sum()?);
                }
                self.expect(")")?;
                return Some(Atom::Extreme { is_largest, of });
            }
        }
        let base = self.number()?;
        self.expect("^")?;
        self.exponent(base)
    }

    /// The exponent after `b^`: a single atom, or a sum in brackets.
    fn exponent(&mut self, base: f64) -> Option<Atom> {
        let factor = match self.atom()? {
            Atom::Ceiling {
                sum,
                is_divided: false,
            } => return Some(Atom::Power(base, Box::new(sum))),
            atom => Factor(vec![(atom, 1)]),
        };
        Some(Atom::Power(base, Box::new(Sum(vec![Summand::of(factor)]))))
    }

    /// The longest symbol name at this position that ends where the name does.
    fn symbol(&mut self) -> Option<String> {
        let name = self.symbol_here()?.to_owned();
        self.rest = &self.rest[name.len()..];
        Some(name)
    }

    fn symbol_here(&self) -> Option<&str> {
        // A superscript is not part of a name, although Unicode counts it as a number.
        let is_of_name = |character: char| {
            character.is_alphabetic()
                || character.is_ascii_digit()
                || matches!(character, '_' | '$')
        };
        let stands_here = |name: &&&str| {
            let after = self.rest.strip_prefix(**name);
            let goes_on = after.is_some_and(|after| after.starts_with(is_of_name));
            after.is_some() && !(goes_on && name.ends_with(is_of_name))
        };
        let names = self.symbols.iter().filter(|name| !name.is_empty());
        let longest = names.filter(stands_here).max_by_key(|name| name.len());
        longest.copied()
    }

    fn sum(&mut self) -> Option<Sum> {
        let mut summands = Vec::new();
        let mut sign = if self.eat("−") { -1.0 } else { 1.0 };
        loop {
            summands.push(self.summand(sign)?);
            sign = if self.eat(" + ") {
                1.0
            } else if self.eat(" − ") {
                -1.0
            } else {
                break;
            };
        }
        // Reports of older versions begin with a negative summand.
        if let Some(first) = summands.iter().position(|one| one.numerator > 0.0) {
            summands[..=first].rotate_right(1);
        }
        Some(Sum(summands))
    }

    fn summand(&mut self, sign: f64) -> Option<Summand> {
        let before = self.rest;
        // A name may begin with a digit.
        let coefficient = match self.symbol_here() {
            Some(_) => None,
            None => self.number(),
        };
        let (numerator, factor) = match coefficient {
            Some(number) if self.eat("·") => (number, self.product()?),
            Some(_) if self.rest.starts_with('^') => {
                self.rest = before;
                (1.0, self.product()?)
            }
            Some(number) => (number, Factor(Vec::new())),
            None => (1.0, self.product()?),
        };
        let denominator = if self.eat("/") { self.number()? } else { 1.0 };
        (denominator > 0.0).then_some(Summand {
            numerator: sign * numerator,
            denominator,
            factor,
        })
    }
}
