//! Nests of loops over arrays in a method of few variables, made up at random.
//!
//! A processor predicts where an interpreter jumps next by the instructions before. In a loop of a few dozen instructions
//! one place that it gets wrong is wrong in each iteration, so that two loops of the same instructions in another order
//! differ by a fifth. Long methods have many such places and come out in the middle; short ones whose loops go around often
//! tell how far that spreads.
//!
//! Parameters stand in any order and few variables are there, so that short forms of loads occur as often as in methods
//! that people write. Three loops never multiply two elements, so that nothing here is a product of matrices.

use campaign::ProgramKind;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::composites::Type;
use super::source::{Snippet, Source, rename};

/// Elements of each flat array, more than any index.
const CELLS: u32 = 480;

/// What the methods work on: `A` and `B` are never written, so that what is branched on is the same in each iteration.
const DATA: &str = "static final T[] A = filled(1, CELLS), B = filled(2, CELLS), X = new T[CELLS];
    static final T[][] P = rows(3), Q = rows(4), Y = new T[24][24];
    static T[] filled(int seed, int length) {
        T[] cells = new T[length];
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = state * 1103515245 + 12345;
            cells[i] = (state >>> 16) & 255;
        }
        return cells;
    }
    static T[][] rows(int seed) {
        T[][] rows = new T[24][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = filled(seed + i, 24);
        }
        return rows;
    }";

/// The streams of numbers below are those of the composite methods.
const FIRST_STREAM: u64 = 1 << 32;

/// A kernel before it stands in a loop.
pub(super) struct Kernel {
    pub(super) name: String,
    /// The type that it works on.
    pub(super) of: &'static str,
    pub(super) members: String,
    pub(super) statement: String,
}

/// The kernel of a number under a seed.
pub(super) fn source(seed: u64, number: u32) -> Source {
    let kernel = kernel(seed, number);
    let mut snippet = Snippet::new(kernel.name, ProgramKind::Kernel);
    snippet.members = kernel.members;
    snippet.declarations = format!("{} r = 0;", kernel.of);
    snippet.statements = vec![kernel.statement];
    snippet.source()
}

/// The same without the loop around it.
pub(super) fn kernel(seed: u64, number: u32) -> Kernel {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    dice.set_stream(FIRST_STREAM + u64::from(number));
    let of = Type::ALL[dice.random_range(0..Type::ALL.len())];
    let levels = dice.random_range(1..=3_u32);
    let mut writer = Writer {
        of,
        levels,
        size: match levels {
            1 => dice.random_range(20..=150),
            2 => dice.random_range(6..=20),
            _ => dice.random_range(5..=9),
        },
        tables: levels > 1 && dice.random_range(0..100) < 35,
        dice,
        counters: Vec::new(),
    };
    let body = writer.nest();
    let (parameters, arguments) = writer.parameters();
    let members = format!(
        "{DATA}\n    static T kernel({parameters}) {{\n        T s = 0;\n        {body}\n        return s;\n    }}"
    );
    let names = [("T", of.name().to_owned()), ("CELLS", CELLS.to_string())];
    Kernel {
        name: format!("kernel_{seed}_{number:0>3}"),
        of: of.name(),
        members: rename(&members, &names),
        statement: format!("r = kernel({arguments});"),
    }
}

/// A variable that counts, and whether one less than it is an index.
struct Counter {
    name: &'static str,
    begins_at_1: bool,
}

struct Writer {
    dice: ChaCha8Rng,
    of: Type,
    levels: u32,
    /// How often each loop goes around at most.
    size: u32,
    /// Arrays of arrays instead of flat ones.
    tables: bool,
    counters: Vec<Counter>,
}

impl Writer {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.random_range(0..from.len())]
    }

    /// True in so many of a hundred throws.
    fn chance(&mut self, percent: u32) -> bool {
        self.dice.random_range(0..100) < percent
    }

    /// Parameters in any order, and what is passed over for them.
    fn parameters(&mut self) -> (String, String) {
        let (brackets, arrays) = if self.tables {
            ("[][]", ["Y", "P", "Q"])
        } else {
            ("[]", ["X", "A", "B"])
        };
        let mut all = vec![
            (format!("T{brackets} x"), arrays[0].to_owned()),
            (format!("T{brackets} a"), arrays[1].to_owned()),
            (format!("T{brackets} b"), arrays[2].to_owned()),
            ("int n".to_owned(), self.size.to_string()),
            ("T f".to_owned(), "3".to_owned()),
        ];
        for at in (1..all.len()).rev() {
            all.swap(at, self.dice.random_range(0..=at));
        }
        let (parameters, arguments): (Vec<String>, Vec<String>) = all.into_iter().unzip();
        (parameters.join(", "), arguments.join(", "))
    }

    /// The loops from here on inwards, with what is in them.
    fn nest(&mut self) -> String {
        let depth = self.counters.len();
        let name = ["i", "j", "k"][depth.min(2)];
        let begins_at_1 = self.chance(20);
        // A limit that another counter sets makes a triangle.
        let is_triangle = self.chance(15);
        let limit = match self.counters.last() {
            Some(outer) if is_triangle && !begins_at_1 => format!("{name} <= {}", outer.name),
            _ => format!("{name} < n"),
        };
        let first = u32::from(begins_at_1);
        self.counters.push(Counter { name, begins_at_1 });
        let inside = if depth + 1 < self.levels as usize {
            let before = self.beside();
            let nest = self.nest();
            let after = self.beside();
            format!("{before}{nest} {after}")
        } else {
            let length = self.pick(&[1, 1, 1, 2, 2, 3]);
            let statements: Vec<String> = (0..length).map(|_| self.statement()).collect();
            statements.join(" ")
        };
        self.counters.pop();
        match self.dice.random_range(0..8) {
            0 if limit.ends_with('n') => {
                format!("for (int {name} = n - 1; {name} >= {first}; {name}--) {{ {inside} }}")
            }
            1 => format!("int {name} = {first}; while ({limit}) {{ {inside} {name}++; }}"),
            _ => format!("for (int {name} = {first}; {limit}; {name}++) {{ {inside} }}"),
        }
    }

    /// What is beside an inner loop, mostly nothing.
    fn beside(&mut self) -> String {
        match self.dice.random_range(0..10) {
            0 => "s = 0; ".to_owned(),
            1 => format!("{} = s; ", self.element('x')),
            2 => format!("{} = 0; ", self.element('x')),
            _ => String::new(),
        }
    }

    fn statement(&mut self) -> String {
        match self.dice.random_range(0..100) {
            0..35 => format!("{} = {};", self.element('x'), self.sum()),
            35..60 => format!("{} += {};", self.element('x'), self.term()),
            60..80 => format!("s += {};", self.term()),
            80..90 => {
                let relation = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                let (left, right) = (self.element('a'), self.element('b'));
                let then = format!("s += {};", self.term());
                if self.chance(50) {
                    let otherwise = format!("{} = {};", self.element('x'), self.element('b'));
                    format!("if ({left} {relation} {right}) {{ {then} }} else {{ {otherwise} }}")
                } else {
                    format!("if ({left} {relation} {right}) {{ {then} }}")
                }
            }
            _ => format!(
                "{{ T t = {}; {} = t + {}; s += t; }}",
                self.term(),
                self.element('x'),
                self.element('a')
            ),
        }
    }

    /// What is assigned. Elements that were assigned are added and never multiplied, so that none comes near 0 and takes
    /// the processor's slow way.
    fn sum(&mut self) -> String {
        if self.chance(35) {
            let operator = self.pick(&["+", "+", "-"]);
            format!("{} {operator} {}", self.element('x'), self.term())
        } else {
            self.term()
        }
    }

    fn term(&mut self) -> String {
        let left = self.factor();
        if self.chance(25) {
            return left;
        }
        let operator = if self.of.is_whole() {
            self.pick(&["*", "*", "*", "+", "+", "-", "&", "^", "/"])
        } else {
            self.pick(&["*", "*", "*", "+", "+", "-", "/"])
        };
        let right = match operator {
            "/" => "f".to_owned(),
            "*" if self.levels > 2 => {
                let counter = self.counter();
                self.pick(&["f", "3", counter]).to_owned()
            }
            _ => self.factor(),
        };
        match self.dice.random_range(0..4) {
            0 => format!("({left} {operator} {right}) + {}", self.factor()),
            1 => format!("{} - ({left} {operator} {right})", self.factor()),
            _ => format!("{left} {operator} {right}"),
        }
    }

    fn factor(&mut self) -> String {
        match self.dice.random_range(0..100) {
            0..40 => self.element('a'),
            40..75 => self.element('b'),
            75..88 => "f".to_owned(),
            88..95 => self.counter().to_owned(),
            _ => self.pick(&["2", "7", "100"]).to_owned(),
        }
    }

    fn counter(&mut self) -> &'static str {
        let at = self.dice.random_range(0..self.counters.len());
        self.counters[at].name
    }

    /// An element of an array: of row and column, or of a place that is computed of them.
    fn element(&mut self, array: char) -> String {
        let (row, column) = (self.place(), self.place());
        if self.tables {
            return format!("{array}[{row}][{column}]");
        }
        // Of one loop both are the same counter and the product would leave the array.
        let is_flat = self.levels == 1 || self.chance(25);
        let index = match self.dice.random_range(0..6) {
            _ if is_flat => row,
            0 => format!("{column} + {row} * n"),
            1 => format!("n * {row} + {column}"),
            2 => format!("{row} + {column}"),
            _ => format!("{row} * n + {column}"),
        };
        format!("{array}[{index}]")
    }

    /// A counter, or its neighbour as an operand.
    fn place(&mut self) -> String {
        let at = self.dice.random_range(0..self.counters.len());
        let Counter { name, begins_at_1 } = self.counters[at];
        match self.dice.random_range(0..10) {
            0 => format!("({name} + 1)"),
            1 | 2 if begins_at_1 => format!("({name} - 1)"),
            3 if self.levels == 1 => format!("(n - {name})"),
            _ => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_loops_never_multiply_two_elements() {
        let texts: Vec<String> = (0..400).map(|number| source(1, number).text).collect();
        let (nests, flat): (Vec<&String>, Vec<&String>) =
            texts.iter().partition(|text| text.contains("int k ="));
        let multiplies = |text: &&&String| text.contains("] * a[") || text.contains("] * b[");
        assert_eq!(nests.iter().filter(multiplies).count(), 0);
        // Less deep ones do, so the test sees what it looks for.
        assert!(nests.len() > 80 && flat.iter().filter(multiplies).count() > 20);
    }
}
