//! Randomly generated methods of many statements.
//!
//! Each branch depends only on values that are never assigned or that count its own loop. So each iteration executes the same
//! instructions, and counting once is enough. Computed values may overflow. Nothing divides by them, and nothing converts them if
//! the result could be out of range.

use campaign::ProgramKind;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::source::{Snippet, Source};

/// One of the four computational types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Long,
    Float,
    Double,
}

impl Type {
    pub(super) const ALL: [Self; 4] = [Self::Int, Self::Long, Self::Float, Self::Double];

    /// The letter in the names of its variables, arrays and fields.
    const fn letter(self) -> char {
        match self {
            Self::Int => 'i',
            Self::Long => 'l',
            Self::Float => 'f',
            Self::Double => 'd',
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    pub(super) const fn is_whole(self) -> bool {
        matches!(self, Self::Int | Self::Long)
    }
}

/// The text before the loop: `r…` are never assigned, `v…` are.
const DECLARATIONS: &str = "int ri0 = 3, ri1 = 5, ri2 = 7, vi0 = 1, vi1 = 2, vi2 = 3; \
     long rl0 = 3, rl1 = 5, rl2 = 7, vl0 = 1, vl1 = 2; \
     double rd0 = 3, rd1 = 5, rd2 = 7, vd0 = 1, vd1 = 2; \
     float rf0 = 3, rf1 = 5, rf2 = 7, vf0 = 1, vf1 = 2; \
     int[] ai = new int[16]; long[] al = new long[16]; float[] af = new float[16]; double[] ad = new double[16]; \
     int[][] aa = new int[4][16]; C c = C.filled(), e = C.filled(); Object o = c, p = null; boolean b = false;";

/// The generated method with this number and seed.
pub(super) fn source(seed: u64, number: u32) -> Source {
    let mut snippet = Snippet::new(name(seed, number), ProgramKind::Composite);
    DECLARATIONS.clone_into(&mut snippet.declarations);
    snippet.statements = vec![body(seed, number)];
    snippet.source()
}

/// The name of the method with this number.
pub(super) fn name(seed: u64, number: u32) -> String {
    format!("composite_{seed}_{number:0>3}")
}

/// The statements of the method with this number.
pub(super) fn body(seed: u64, number: u32) -> String {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    // A separate stream for each number, so the number of methods does not change any of them.
    dice.set_stream(u64::from(number));
    let mut writer = Writer {
        dice,
        counters: Vec::new(),
        names: 0,
        repetitions: 1,
    };
    // Half of the methods favour one or two types, as most methods do.
    let length = writer.dice.random_range(4..=12);
    let favourites = writer.favourites();
    let body: Vec<String> = (0..length)
        .map(|_| writer.statement(&favourites, 0))
        .collect();
    body.join("\n            ")
}

struct Writer {
    dice: ChaCha8Rng,
    /// The counters of the enclosing loops.
    counters: Vec<String>,
    names: u32,
    /// How often an iteration executes the current statement.
    repetitions: u32,
}

/// An iteration executes no statement more often than this.
const MAX_REPETITIONS: u32 = 128;

impl Writer {
    /// The types that a method favours.
    fn favourites(&mut self) -> Vec<Type> {
        match self.dice.random_range(0..4) {
            0 => vec![self.pick(&Type::ALL)],
            1 => vec![Type::Int, self.pick(&Type::ALL)],
            _ => Type::ALL.to_vec(),
        }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.random_range(0..from.len())]
    }

    /// True with a probability of this many percent.
    fn chance(&mut self, percent: u32) -> bool {
        self.dice.random_range(0..100) < percent
    }

    fn statement(&mut self, types: &[Type], depth: u32) -> String {
        let of = self.pick(types);
        let letter = of.letter();
        match self.dice.random_range(0..100) {
            0..24 => format!("{} = {};", self.variable(of), self.expression(of, 2)),
            24..34 => {
                let operator = if of.is_whole() {
                    self.pick(&["+", "-", "*", "^"])
                } else {
                    self.pick(&["+", "-", "*"])
                };
                format!(
                    "{} {operator}= {};",
                    self.variable(of),
                    self.expression(of, 1)
                )
            }
            34..44 => format!("a{letter}[{}] = {};", self.index(), self.expression(of, 1)),
            44..50 => format!("a{letter}[{}] += {};", self.index(), self.expression(of, 1)),
            50..54 => format!("c.f{letter} = {};", self.expression(of, 1)),
            54..56 => format!("C.g{letter} = {};", self.expression(of, 1)),
            56..60 => format!("{}++;", self.variable(Type::Int)),
            60..64 => self.call(),
            64..66 => self.reference(),
            66..80 if depth < 3 => self.branch(types, depth),
            80..94 if depth < 2 && self.repetitions < MAX_REPETITIONS => self.loop_of(types, depth),
            94..96 if depth < 3 => self.switch(types, depth),
            _ => format!("{} = {};", self.variable(of), self.expression(of, 3)),
        }
    }

    fn block(&mut self, types: &[Type], depth: u32, most: u32) -> String {
        let length = self.dice.random_range(1..=most);
        let statements: Vec<String> = (0..length).map(|_| self.statement(types, depth)).collect();
        statements.join(" ")
    }

    fn branch(&mut self, types: &[Type], depth: u32) -> String {
        let condition = self.condition(true);
        let then = self.block(types, depth + 1, 2);
        if self.chance(50) {
            let otherwise = self.block(types, depth + 1, 2);
            format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
        } else {
            format!("if ({condition}) {{ {then} }}")
        }
    }

    fn loop_of(&mut self, types: &[Type], depth: u32) -> String {
        let counter = format!("j{}", self.names);
        self.names += 1;
        let count = self.dice.random_range(2..=12_u32);
        let outside = self.repetitions;
        self.repetitions *= count;
        self.counters.push(counter.clone());
        let body = self.block(types, depth + 1, 3);
        self.counters.pop();
        self.repetitions = outside;
        match self.dice.random_range(0..6) {
            0 => format!("for (int {counter} = {count}; {counter} > 0; {counter}--) {{ {body} }}"),
            1 => {
                format!("int {counter} = {count}; while ({counter} > 0) {{ {counter}--; {body} }}")
            }
            2 => format!(
                "int {counter} = 0; do {{ {body} {counter}++; }} while ({counter} < {count});"
            ),
            3 => format!("for (int {counter} = 0; {counter} < ri2; {counter}++) {{ {body} }}"),
            _ => format!("for (int {counter} = 0; {counter} < {count}; {counter}++) {{ {body} }}"),
        }
    }

    fn switch(&mut self, types: &[Type], depth: u32) -> String {
        let subject = self
            .counters
            .last()
            .cloned()
            .unwrap_or_else(|| "ri0".to_owned());
        let sparse = self.chance(40);
        let labels = if sparse { [1, 300, 70_000] } else { [1, 2, 3] };
        let cases: Vec<String> = labels
            .iter()
            .map(|label| format!("case {label}: {} break;", self.block(types, depth + 1, 1)))
            .collect();
        // A separate scope, so that its counters are not visible after it.
        let default = self.block(types, depth + 1, 1);
        format!(
            "switch ({subject}) {{ {} default: {default} }}",
            cases.join(" ")
        )
    }

    fn call(&mut self) -> String {
        let argument = self.expression(Type::Int, 1);
        match self.dice.random_range(0..7) {
            0 => "C.s0();".to_owned(),
            1 => format!("C.si({argument});"),
            2 => format!("C.siii({argument}, ri0, vi0);"),
            3 => format!("c.setFi({argument});"),
            4 => format!("c.take3(ri0, {argument}, 2);"),
            5 => format!("C.sd({});", self.expression(Type::Double, 1)),
            _ => format!("C.sl({});", self.expression(Type::Long, 1)),
        }
    }

    fn reference(&mut self) -> String {
        match self.dice.random_range(0..8) {
            0 => "o = p;",
            1 => "o = e;",
            2 => "c = e.next;",
            3 => "p = null;",
            4 => "b = e instanceof Shape;",
            5 => "o = new C();",
            6 => "o = new int[8];",
            _ => "c = e.self();",
        }
        .to_owned()
    }

    /// A condition with the same result in every iteration of the method's own loop.
    fn condition(&mut self, may_join: bool) -> String {
        if may_join && self.chance(15) {
            let (left, right) = (self.condition(false), self.condition(false));
            let operator = self.pick(&["&&", "||"]);
            return format!("{left} {operator} {right}");
        }
        let relation = self.pick(&["==", "!=", "<", ">=", ">", "<="]);
        if let Some(counter) = self.counter()
            && self.chance(65)
        {
            return match self.dice.random_range(0..4) {
                0 => format!("({counter} & 1) {} 0", self.pick(&["==", "!="])),
                1 => format!("{counter} {relation} ri{}", self.dice.random_range(0..3)),
                2 => format!("{counter} {relation} {}", self.dice.random_range(0..8)),
                _ => format!("{counter} % 3 {relation} 1"),
            };
        }
        match self.dice.random_range(0..10) {
            0 => format!("e {} null", self.pick(&["==", "!="])),
            1 => format!("ri{} {relation} 0", self.dice.random_range(0..3)),
            2..5 => {
                let letter = self.pick(&Type::ALL).letter();
                let (left, right) = (self.dice.random_range(0..3), self.dice.random_range(0..3));
                format!("r{letter}{left} {relation} r{letter}{right}")
            }
            _ => {
                let (left, right) = (self.dice.random_range(0..3), self.dice.random_range(0..3));
                format!("ri{left} {relation} ri{right}")
            }
        }
    }

    fn counter(&mut self) -> Option<String> {
        if self.counters.is_empty() {
            return None;
        }
        let at = self.dice.random_range(0..self.counters.len());
        self.counters.get(at).cloned()
    }

    /// An index from 0 to 15.
    fn index(&mut self) -> String {
        match (self.counter(), self.dice.random_range(0..8)) {
            (Some(counter), 0..4) => counter,
            (Some(counter), 4) => format!("({counter} * 3 + ri0) & 15"),
            (Some(counter), 5) => format!("({counter} + {}) & 15", self.dice.random_range(1..9)),
            (_, 6) => self.dice.random_range(0..16).to_string(),
            _ => format!("ri{}", self.dice.random_range(0..3)),
        }
    }

    fn variable(&mut self, of: Type) -> String {
        let number = self.dice.random_range(0..2);
        format!("v{}{number}", of.letter())
    }

    fn leaf(&mut self, of: Type) -> String {
        let letter = of.letter();
        match self.dice.random_range(0..100) {
            0..30 => format!("r{letter}{}", self.dice.random_range(0..3)),
            30..55 => self.variable(of),
            55..66 => self.constant(of),
            66..80 => format!("a{letter}[{}]", self.index()),
            80..85 => format!("c.f{letter}"),
            85..88 => format!("C.g{letter}"),
            88..93 => match self.counter() {
                Some(counter) if of == Type::Int => counter,
                Some(counter) => format!("({}) {counter}", of.name()),
                None => format!("v{letter}0"),
            },
            93..95 if of == Type::Int => {
                format!("aa[{}][{}]", self.dice.random_range(0..4), self.index())
            }
            95..97 if of == Type::Int => "c.getFi()".to_owned(),
            _ => self.result(of),
        }
    }

    /// A call with a result.
    fn result(&mut self, of: Type) -> String {
        let first = self.variable(of);
        match of {
            Type::Int if self.chance(30) => {
                format!("C.max(ri0, ri{})", self.dice.random_range(0..3))
            }
            Type::Int if self.chance(40) => format!("c.add({first}, ri1)"),
            Type::Int => format!("C.ii({first})"),
            Type::Long if self.chance(50) => format!("C.sum({first}, rl1)"),
            Type::Long => format!("C.ll({first})"),
            Type::Double if self.chance(50) => format!("C.scale({first}, rd1)"),
            Type::Double => format!("C.dd({first})"),
            Type::Float => format!("C.ff({first})"),
        }
    }

    fn constant(&mut self, of: Type) -> String {
        let constants: &[&str] = match of {
            Type::Int => &["1", "2", "5", "100", "30000", "1000003"],
            Type::Long => &["0L", "1L", "10L", "10000000019L"],
            Type::Float => &["1.0f", "2.0f", "1.37f", "0.5f"],
            Type::Double => &["1.0", "0.5", "1.0000000137", "3.25"],
        };
        self.pick(constants).to_owned()
    }

    fn expression(&mut self, of: Type, depth: u32) -> String {
        if depth == 0 || self.chance(20) {
            return self.leaf(of);
        }
        let letter = of.letter();
        match self.dice.random_range(0..100) {
            0..70 => {
                let operator = if of.is_whole() {
                    self.pick(&["+", "+", "-", "*", "&", "|", "^"])
                } else {
                    self.pick(&["+", "+", "-", "*", "*"])
                };
                let left = self.expression(of, depth - 1);
                let right = self.expression(of, depth - 1);
                format!("({left} {operator} {right})")
            }
            70..78 => {
                let operator = if of.is_whole() {
                    self.pick(&["/", "%"])
                } else {
                    "/"
                };
                let left = self.expression(of, depth - 1);
                format!(
                    "({left} {operator} r{letter}{})",
                    self.dice.random_range(0..3)
                )
            }
            78..84 if of.is_whole() => {
                let operator = self.pick(&["<<", ">>", ">>>"]);
                let places = self.pick(&["1", "3", "ri0", "ri1"]);
                format!("({} {operator} {places})", self.expression(of, depth - 1))
            }
            84..88 => format!("(-{})", self.expression(of, depth - 1)),
            88..96 => self.conversion(of, depth),
            _ => {
                let condition = self.condition(false);
                let (then, otherwise) = (self.leaf(of), self.leaf(of));
                format!("({condition} ? {then} : {otherwise})")
            }
        }
    }

    /// A conversion from another type. A floating-point value becomes an integer only if it certainly fits.
    fn conversion(&mut self, to: Type, depth: u32) -> String {
        let from = self.pick(&Type::ALL);
        let operand = if to.is_whole() && !from.is_whole() {
            format!("r{}{}", from.letter(), self.dice.random_range(0..3))
        } else {
            self.expression(from, depth - 1)
        };
        format!("(({}) {operand})", to.name())
    }
}
