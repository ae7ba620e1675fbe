//! Randomly generated nests of loops over arrays, in methods with few variables.
//!
//! A processor predicts the interpreter's next jump from the previous instructions. In a loop of a few dozen instructions, one
//! wrong prediction is wrong in each iteration. So two loops with the same instructions in another order may differ by a fifth.
//! Long methods have many such places, so their errors average out. Short methods with frequent loops show how much that varies.
//!
//! Parameters have a random order, and there are few variables, so short forms of loads are as frequent as in hand-written
//! methods. Three nested loops never multiply two elements, so no kernel is a matrix product.

use campaign::ProgramKind;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::composites::Type;
use super::source::{Snippet, Source, rename};

/// The length of each flat array, larger than any index.
const CELLS: u32 = 480;

/// The data of the methods. `A` and `B` are never written, so the values that branches depend on are the same in each iteration.
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

/// Smaller streams belong to the composite methods.
const FIRST_STREAM: u64 = 1 << 32;

/// A kernel before it is put into a loop.
pub(super) struct Kernel {
    pub(super) name: String,
    /// The type that it works on.
    pub(super) of: &'static str,
    pub(super) members: String,
    pub(super) statement: String,
}

/// The kernel with this number and seed.
pub(super) fn source(seed: u64, number: u32) -> Source {
    let kernel = kernel(seed, number);
    let mut snippet = Snippet::new(kernel.name, ProgramKind::Kernel);
    snippet.members = kernel.members;
    snippet.declarations = format!("{} r = 0;", kernel.of);
    snippet.statements = vec![kernel.statement];
    snippet.source()
}

/// The kernel without the loop around it.
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

/// A counter, and whether one less than its value is a valid index.
struct Counter {
    name: &'static str,
    begins_at_1: bool,
}

struct Writer {
    dice: ChaCha8Rng,
    of: Type,
    levels: u32,
    /// The maximum number of iterations of each loop.
    size: u32,
    /// Whether to use arrays of arrays instead of flat ones.
    tables: bool,
    counters: Vec<Counter>,
}

impl Writer {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.random_range(0..from.len())]
    }

    /// True with a probability of this many percent.
    fn chance(&mut self, percent: u32) -> bool {
        self.dice.random_range(0..100) < percent
    }

    /// Parameters in a random order, and the arguments for them.
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

    /// The loops from here inwards, with their contents.
    fn nest(&mut self) -> String {
        let depth = self.counters.len();
        let name = ["i", "j", "k"][depth.min(2)];
        let begins_at_1 = self.chance(20);
        // A limit that is another counter makes a triangle.
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

    /// Statements beside an inner loop; usually none.
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

    /// The assigned expression. Assigned elements are added and never multiplied, so none becomes so small that the processor
    /// handles it slowly.
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

    /// An element of an array, by row and column, or by an index computed from them.
    fn element(&mut self, array: char) -> String {
        let (row, column) = (self.place(), self.place());
        if self.tables {
            return format!("{array}[{row}][{column}]");
        }
        // In a single loop, both are the same counter, and their product could exceed the array.
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

    /// A counter, or its neighbour, as an operand.
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
        // Less deep nests do, so the test can find multiplications.
        assert!(nests.len() > 80 && flat.iter().filter(multiplies).count() > 20);
    }
}
