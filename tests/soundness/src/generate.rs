//! Random structured programs.

use trace::{Call, TracedMethodName, Value};

use crate::family::Family;
use crate::made;
use crate::random::Random;
use crate::subject::{Source, Subject};
use crate::syntax::{self, Statement};

/// What a generated program may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Anything.
    Free,
    /// Loops that count, and nothing that depends on data: the bound must equal what is executed.
    Counting,
    /// The subject of a family.
    Of(Family),
}

impl Style {
    /// Of eight programs, four are free, one counts, and three take turns through the families.
    pub fn of_seed(seed: u64) -> Self {
        match seed % 8 {
            0 => Self::Counting,
            at @ (2 | 4 | 6) => {
                let at = (seed / 8 * 3 + at / 2) as usize % Family::MADE_UP.len();
                Self::Of(Family::MADE_UP[at])
            }
            _ => Self::Free,
        }
    }
}

/// How often each program is called.
const CALLS: i64 = 7;

/// The descriptor of the method `run` of each program.
const DESCRIPTOR: &str = "(IIJ[I[[ILjava/lang/String;Ljava/util/List;)I";

/// A generated program whose body can be shortened.
#[derive(Debug, Clone)]
pub struct Generated {
    seed: u64,
    style: Style,
    body: Vec<Statement>,
}

impl Generated {
    /// The program of a seed.
    pub fn new(seed: u64, style: Style) -> Self {
        let mut writer = Writer {
            dice: Random::new(seed),
            style,
            names: 0,
            counters: Vec::new(),
            labels: Vec::new(),
            budget: 16,
        };
        let body = match style {
            Style::Of(family) => made::members(family, &mut writer.dice),
            Style::Free | Style::Counting => writer.statements(0),
        };
        Self { seed, style, body }
    }

    /// Its seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The text of its body.
    pub fn text(&self) -> String {
        syntax::text(&self.body)
    }

    /// The length of its text.
    pub(crate) fn size(&self) -> usize {
        self.text().len()
    }

    /// Every program with one statement less, or with one statement replaced by its parts.
    pub fn smaller(&self) -> Vec<Self> {
        let bodies = syntax::smaller(&self.body).into_iter();
        bodies
            .map(|body| Self {
                body,
                ..self.clone()
            })
            .collect()
    }

    /// The program as a class with this name.
    pub fn subject(&self, class: &str) -> Subject {
        if let Style::Of(family) = self.style {
            return self.subject_of(family, class);
        }
        let text = format!(
            "import java.util.*;
import java.util.function.*;
class {class} {{
    int size = 3; int[] data = {{1, 2, 3, 4}}; static int limit = 5; long total; double mean;
    static int half(int x) {{ int h = 0; for (int i = 0; i < x; i += 2) h++; return h; }}
    int grow(int x) {{ size += x & 1; return x + size; }}
    static int depth(int x) {{ return x <= 0 ? 0 : 1 + depth(x - 1); }}
    static int twice(IntUnaryOperator f, int x) {{ return f.applyAsInt(f.applyAsInt(x)); }}
    int run(int n, int m, long k, int[] a, int[][] b, String t, List<Integer> xs) {{
        int s = 1; long l = 2; float f = 1.5f; double d = 2.5;
{}        return s + (int) l + (int) f + (int) d;
    }}
}}
",
            syntax::text(&self.body)
        );
        let mut dice = Random::new(self.seed ^ 0xA5A5);
        let least = match self.style {
            Style::Free | Style::Of(_) => -2,
            // A sum is only exact as a loop's bound if no symbol in it is negative.
            Style::Counting => 0,
        };
        let calls = (0..CALLS)
            .map(|round| call(class, &mut dice, least, round))
            .collect();
        Subject {
            name: format!("{:?} program, seed {}", self.style, self.seed),
            family: Family::General,
            sources: vec![Source {
                file: format!("{class}.java"),
                text,
            }],
            calls,
            statics: vec![((class.to_owned(), "limit".to_owned()), 5)],
            exact: match self.style {
                Style::Free | Style::Of(_) => Vec::new(),
                Style::Counting => vec!["run".to_owned()],
            },
        }
    }
}

impl Generated {
    /// A class whose members are the body.
    fn subject_of(&self, family: Family, class: &str) -> Subject {
        let members = syntax::text(&self.body);
        Subject {
            name: format!("{} program, seed {}", family.tag(), self.seed),
            family,
            sources: vec![Source {
                file: format!("{class}.java"),
                text: format!(
                    "import java.util.*;\nimport java.util.function.*;\nclass {class} {{\n{members}}}\n"
                ),
            }],
            calls: Vec::new(),
            statics: vec![((class.to_owned(), "limit".to_owned()), made::LIMIT)],
            exact: Vec::new(),
        }
    }
}

/// One call; the first ones have the smallest values.
fn call(class: &str, dice: &mut Random, least: i64, round: i64) -> Call {
    let most = 2 * round;
    let numbers = |dice: &mut Random, length: i64| -> Vec<Value> {
        (0..length)
            .map(|_| Value::Whole(dice.between(-4, 9)))
            .collect()
    };
    let rows = dice.between(0, round.min(4));
    let rows = (0..rows)
        .map(|_| {
            let length = dice.between(0, 4);
            Value::Array(numbers(dice, length))
        })
        .collect();
    let length = dice.between(0, most.min(9));
    let data = dice.between(0, 5);
    Call {
        method: TracedMethodName {
            class: class.to_owned(),
            name: "run".to_owned(),
            descriptor: DESCRIPTOR.to_owned(),
        },
        receiver: Some(Value::Object {
            class: class.to_owned(),
            fields: vec![
                (
                    "size".to_owned(),
                    Value::Whole(dice.between(least.max(-1), most.min(6))),
                ),
                ("data".to_owned(), Value::Array(numbers(dice, data))),
            ],
        }),
        arguments: vec![
            Value::Whole(dice.between(least * round / 2, most)),
            Value::Whole(dice.between(least, most)),
            Value::Whole(dice.between(least.max(-1), most)),
            Value::Array(numbers(dice, length)),
            Value::Array(rows),
            Value::Text("abcabcbbxyz"[..dice.between(0, most.min(11)) as usize].to_owned()),
            Value::List(numbers(dice, most.min(5))),
        ],
    }
}

/// Writes the body of one method.
struct Writer {
    dice: Random,
    style: Style,
    names: u32,
    /// The counters of the enclosing loops, all ints.
    counters: Vec<String>,
    /// The labels of the enclosing loops.
    labels: Vec<String>,
    /// How many more statements may be written.
    budget: u32,
}

impl Writer {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn counter(&mut self) -> String {
        if self.counters.is_empty() || self.dice.once_in(4) {
            return self.dice.pick(&["n", "m"]).to_owned();
        }
        let at = self.dice.roll(self.counters.len() as u64) as usize;
        self.counters[at].clone()
    }

    fn statements(&mut self, depth: u32) -> Vec<Statement> {
        (0..=self.dice.roll(3))
            .map(|_| self.statement(depth))
            .collect()
    }

    /// The statements inside a loop with this counter.
    fn inside(&mut self, counter: Option<&str>, label: Option<&str>, depth: u32) -> Vec<Statement> {
        self.counters.extend(counter.map(str::to_owned));
        self.labels.extend(label.map(str::to_owned));
        let body = self.statements(depth + 1);
        self.counters
            .truncate(self.counters.len() - usize::from(counter.is_some()));
        self.labels
            .truncate(self.labels.len() - usize::from(label.is_some()));
        body
    }

    fn statement(&mut self, depth: u32) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        if depth >= 4 || self.budget == 0 {
            return self.simple();
        }
        if self.style == Style::Counting {
            return match self.dice.roll(3) {
                0 => self.arithmetic(),
                _ => self.counting_loop(depth),
            };
        }
        match self.dice.roll(22) {
            0..=3 => self.simple(),
            4 | 5 => self.branch(depth),
            6..=9 => self.for_loop(depth),
            10 | 11 => self.while_loop(depth),
            12 | 13 => self.halving_loop(depth),
            14 => self.search_loop(depth),
            15 | 16 => self.each_loop(depth),
            17 => self.switch(depth),
            18 | 19 => self.try_catch(depth),
            20 => Statement::block("synchronized (a) {", self.inside(None, None, depth)),
            _ => self.two_counters(depth),
        }
    }

    fn condition(&mut self) -> String {
        let value = self.dice.roll(6);
        let counter = self.counter();
        match self.dice.roll(11) {
            0 => format!("(s & 3) == {value}"),
            1 => "n < m".to_owned(),
            2 => format!("{counter} > {value}"),
            3 => format!("(s & 1) == 0 || {counter} == m"),
            4 => format!("s % 3 == 1 && n != {value}"),
            5 => format!("(({counter} * 7 + s) & 4) != 0"),
            6 => format!("l > {value}L * {counter}"),
            7 => format!("d < {value}.5 || f > {counter}"),
            8 => format!("{counter} < a.length && a[{counter} & 1] > {value}"),
            9 => "t.length() > m || t.isEmpty()".to_owned(),
            _ => format!("!(({counter} & 1) == 0 ^ size > {value})"),
        }
    }

    /// The start or the limit of a counter.
    fn limit(&mut self) -> String {
        let number = self.dice.roll(8);
        if !self.counters.is_empty() && self.dice.once_in(3) {
            let counter = self.counter();
            return match self.dice.roll(5) {
                0 => format!("{counter} + 1"),
                1 => format!("{counter} - 1"),
                2 => format!("n - {counter}"),
                3 => format!("2 * {counter}"),
                _ => counter,
            };
        }
        match self.dice.roll(17) {
            0..=2 => number.to_string(),
            3..=5 => "n".to_owned(),
            6 => "m".to_owned(),
            7 => "a.length".to_owned(),
            8 => format!("n - {number}"),
            9 => "n + 2 * m".to_owned(),
            10 => "size".to_owned(),
            11 => "data.length".to_owned(),
            12 => "t.length()".to_owned(),
            13 => "(int) k".to_owned(),
            14 => "limit".to_owned(),
            15 => "xs.size()".to_owned(),
            _ => "n / 2".to_owned(),
        }
    }

    fn simple(&mut self) -> Statement {
        if self.style == Style::Counting {
            return self.arithmetic();
        }
        let counter = self.counter();
        let condition = self.condition();
        let value = self.dice.between(1, 9);
        let text = match self.dice.roll(32) {
            0 => format!("s += {condition} ? 3 : n * m + s;"),
            1 => "if (s > 4000) s -= 3990;".to_owned(),
            2 => "m++;".to_owned(),
            3 => format!("if ({condition}) return s;"),
            4..=7 if !self.labels.is_empty() => {
                let at = self.dice.roll(self.labels.len() as u64) as usize;
                let jump = self.dice.pick(&["break", "continue"]);
                format!("if ({condition}) {jump} {};", self.labels[at])
            }
            8 => "if (a.length > 1) a[1] = s;".to_owned(),
            9 => "s += a[s & 1] + a[n & 1];".to_owned(),
            10 => format!("a[s & 3] += {counter} * {value};"),
            11 => format!("s += half({counter} + {value});"),
            12 => format!("s += grow({counter});"),
            13 => format!("s += depth({counter} & 7);"),
            14 => format!("s += twice(x -> x + {value}, {counter});"),
            15 => format!("{{ int[] fresh = new int[{counter} & 7]; s += fresh.length; }}"),
            16 => format!("s += t.length() > {value} ? t.charAt({value}) : t.indexOf('b');"),
            17 => "if (xs.size() > 2) s += xs.get(1);".to_owned(),
            18 => format!("if ({condition}) throw new IllegalStateException(\"s\" + s);"),
            19 => format!("s = s / (s & {value});"),
            20 => "{ Object o = n > 3 ? t : xs; if (o instanceof String w) s += w.length(); }"
                .to_owned(),
            21 => format!("limit = {counter} & 3;"),
            22 => "if (b.length > 1) b[1] = a;".to_owned(),
            23 => "data = a;".to_owned(),
            24 => format!("size -= {value};"),
            25 => format!("if ({condition}) {{ this.data = new int[{counter} & 7]; }}"),
            26 => format!("a = {condition} ? data : a;"),
            27 => "if (xs.size() < 20) xs.add(s);".to_owned(),
            28 => "t += s & 1;".to_owned(),
            29 => format!("n -= {value} & 3;"),
            _ => return self.arithmetic(),
        };
        Statement::plain(text)
    }

    /// A statement without branches and without exceptions.
    fn arithmetic(&mut self) -> Statement {
        let counter = self.counter();
        let value = self.dice.between(1, 70);
        let text = match self.dice.roll(18) {
            0 => format!("s += {counter};"),
            1 => format!("s = s * 3 + {counter} * {counter};"),
            2 => "s ^= n;".to_owned(),
            3 => "s--;".to_owned(),
            4 => format!("l += {counter} * (l - {value}L);"),
            5 => format!("d = d * 0.5 + {counter} / {value}.0;"),
            6 => format!("f -= {counter} * {value}f - f;"),
            7 => format!("s = (s << 3 | {counter} >>> 2) & {value};"),
            8 => "total += s; mean = total * d;".to_owned(),
            9 => format!("total = total + {counter} - {value};"),
            10 => format!("l = (long) d ^ ~{counter};"),
            11 => format!("{{ int x = {counter}; int y = x; x = y + {value}; s += x - y; }}"),
            12 => "s = -s + (byte) s - (char) n;".to_owned(),
            13 => "mean = Math.max(mean, d);".to_owned(),
            14 => format!("{{ long q = {value}L; l = q * q + s; }}"),
            15 => format!("s += (int) (l % {value}) + n % {value};"),
            16 => "d += f; f = (float) l;".to_owned(),
            _ => format!("s += {value} - {counter} * (n - m * (s + {counter}));"),
        };
        Statement::plain(text)
    }

    fn branch(&mut self, depth: u32) -> Statement {
        let condition = self.condition();
        let branch = Statement::block(
            format!("if ({condition}) {{"),
            self.inside(None, None, depth),
        );
        if self.dice.once_in(2) {
            let otherwise = self.inside(None, None, depth);
            return branch.and("} else {", otherwise);
        }
        branch
    }

    /// A loop with an exact bound: it counts between two values that are known when the method begins.
    fn counting_loop(&mut self, depth: u32) -> Statement {
        let name = self.fresh("i");
        let step = self.dice.between(1, 3);
        let number = self.dice.roll(6).to_string();
        let ends = [
            "n",
            "m",
            "a.length",
            "size",
            "data.length",
            "limit",
            "n + m",
            "n - 2",
            &number,
        ];
        let (from, to) = (number.as_str(), self.dice.pick(&ends));
        let head = match self.dice.roll(7) {
            0 | 1 => format!("for (int {name} = 0; {name} < {to}; {name}++) {{"),
            2 => format!("for (int {name} = {from}; {name} <= {to}; {name} += {step}) {{"),
            3 => format!("for (int {name} = {to}; {name} > {from}; {name} -= {step}) {{"),
            4 => format!("for (int {name} = {to}; --{name} >= 0; ) {{"),
            5 => format!("for (int {name} = {to}; {name}-- > 0; ) {{"),
            _ => {
                let body = self.inside(None, None, depth);
                let head = format!("for (long {name} = {from}; {name} < k; {name} += {step}) {{");
                return Statement::block(head, body);
            }
        };
        Statement::block(head, self.inside(Some(&name), None, depth))
    }

    fn for_loop(&mut self, depth: u32) -> Statement {
        let (name, label) = (self.fresh("i"), self.fresh("l"));
        let (from, to) = (self.limit(), self.limit());
        let step = self.dice.between(1, 3);
        let head = match self.dice.roll(8) {
            0 | 1 => format!("int {name} = {from}; {name} < {to}; {name}++"),
            2 => format!("int {name} = {from}; {name} <= {to}; {name} += {step}"),
            3 => format!("int {name} = {from}; {name} > {to}; {name} -= {step}"),
            4 => format!("int {name} = {from}; {name} >= {to}; {name}--"),
            5 => format!("int {name} = 0; {name} != 6; {name} += {step}"),
            6 => format!("int {name} = {from}; {name} < {to} && s != 77; {name} += {step}"),
            _ => format!("int {name} = {from}; {to} > {name}; ++{name}"),
        };
        let mut body = self.inside(Some(&name), Some(&label), depth);
        if self.dice.once_in(6) {
            body.insert(0, Statement::plain(format!("if ((s & 8) == 0) {name}++;")));
        }
        Statement::block(format!("{label}: for ({head}) {{"), body)
    }

    fn while_loop(&mut self, depth: u32) -> Statement {
        let (name, label) = (self.fresh("w"), self.fresh("l"));
        let (from, to) = (self.limit(), self.limit());
        let body = self.inside(Some(&name), Some(&label), depth);
        let inner = match self.dice.roll(5) {
            0 => Statement::block(format!("{label}: while ({name}-- > 0) {{"), body),
            1 => Statement::block(format!("{label}: while (--{name} >= 0 && s != 9) {{"), body),
            2 => Statement {
                end: format!("}} while (++{name} < {to});"),
                ..Statement::block(format!("{label}: do {{"), body)
            },
            3 => {
                let mut body = body;
                body.insert(0, Statement::plain(format!("{name} += 2;")));
                Statement::block(format!("{label}: while ({name} < {to}) {{"), body)
            }
            _ => {
                let mut body = body;
                let exit = format!("if ({name}++ >= {to}) break;");
                body.insert(0, Statement::plain(exit));
                Statement::block(format!("{label}: while (s != -77) {{"), body)
            }
        };
        Statement::block(format!("{{ int {name} = {from};"), vec![inner])
    }

    /// Loops with a counter that is shifted, divided or multiplied.
    fn halving_loop(&mut self, depth: u32) -> Statement {
        let (name, label) = (self.fresh("w"), self.fresh("l"));
        let from = self
            .dice
            .pick(&["n", "m & 63", "s & 31", "100", "a.length", "n * n"]);
        let to = self.limit();
        let mut body = self.inside(None, Some(&label), depth);
        let step = self
            .dice
            .pick(&[">>= 1", ">>>= 1", "/= 2", "/= 3", ">>>= 2"]);
        let head = match self.dice.roll(5) {
            0 => format!("for (int {name} = {from}; {name} > 0; {name} {step}) {{"),
            1 => format!("for (int {name} = {from}; {name} != 0; {name} /= 2) {{"),
            2 => format!("for (int {name} = 1; {name} < {to}; {name} *= 2) {{"),
            3 => format!("for (long {name} = 1; {name} <= {to}; {name} <<= 1) {{"),
            _ => {
                body.insert(0, Statement::plain(format!("{name} {step};")));
                let inner = Statement::block(format!("{label}: while ({name} > 1) {{"), body);
                return Statement::block(format!("{{ int {name} = {from};"), vec![inner]);
            }
        };
        Statement::block(format!("{label}: {head}"), body)
    }

    /// Binary search, Euclid's algorithm, and loops whose end depends on data.
    fn search_loop(&mut self, depth: u32) -> Statement {
        let label = self.fresh("l");
        let [low, high] = [self.fresh("lo"), self.fresh("hi")];
        let mut body = self.inside(None, Some(&label), depth);
        match self.dice.roll(3) {
            0 => {
                let middle = self.fresh("mid");
                let step = format!("int {middle} = ({low} + {high}) >>> 1;");
                let choice = format!(
                    "if (a[{middle}] < s) {low} = {middle} + 1; else {high} = {middle} - 1;"
                );
                body.insert(0, Statement::plain(step));
                body.push(Statement::plain(choice));
                let inner = Statement::block(format!("{label}: while ({low} <= {high}) {{"), body);
                let head = format!("{{ int {low} = 0, {high} = a.length - 1;");
                // A jump that skips the choice would make the loop endless.
                let calm = inner.parts[0]
                    .1
                    .iter()
                    .all(|s| !syntax::text(std::slice::from_ref(s)).contains("continue"));
                if calm {
                    return Statement::block(head, vec![inner]);
                }
                self.arithmetic()
            }
            1 => {
                let rest = self.fresh("r");
                let step = format!("int {rest} = {low} % {high}; {low} = {high}; {high} = {rest};");
                body.insert(0, Statement::plain(step));
                let inner = Statement::block(format!("{label}: while ({high} != 0) {{"), body);
                Statement::block(
                    format!("{{ int {low} = n * 7 + 3, {high} = m * 5;"),
                    vec![inner],
                )
            }
            _ => {
                body.insert(0, Statement::plain("s++;"));
                body.insert(0, Statement::plain(format!("if (++{low} > 40) break;")));
                let inner = Statement::block(format!("{label}: while (s % 7 != 3) {{"), body);
                Statement::block(format!("{{ int {low} = 0;"), vec![inner])
            }
        }
    }

    fn each_loop(&mut self, depth: u32) -> Statement {
        let (name, label) = (self.fresh("e"), self.fresh("l"));
        let body = self.inside(Some(&name), Some(&label), depth);
        match self.dice.roll(6) {
            0 | 1 => Statement::block(format!("{label}: for (int {name} : a) {{"), body),
            2 => {
                let row = self.fresh("row");
                let inner = Statement::block(format!("{label}: for (int {name} : {row}) {{"), body);
                Statement::block(format!("for (int[] {row} : b) {{"), vec![inner])
            }
            3 => Statement::block(format!("{label}: for (int {name} : xs) {{"), body),
            4 => Statement::block(format!("{label}: for (int {name} : data) {{"), body),
            _ => {
                let at = self.fresh("at");
                let mut body = body;
                body.insert(0, Statement::plain(format!("int {name} = t.charAt({at});")));
                let head = format!("{label}: for (int {at} = 0; {at} < t.length(); {at}++) {{");
                Statement::block(head, body)
            }
        }
    }

    fn switch(&mut self, depth: u32) -> Statement {
        if self.dice.once_in(2) {
            let mut switch = Statement {
                parts: vec![("switch (s & 3) {".to_owned(), Vec::new())],
                end: "} }".to_owned(),
            };
            for case in 0..self.dice.between(1, 3) {
                let body = self.inside(None, None, depth);
                let close = if case == 0 { "" } else { "} " };
                switch = switch.and(format!("{close}case {case} -> {{"), body);
            }
            let body = self.inside(None, None, depth);
            return switch.and("} default -> {", body);
        }
        let mut switch = Statement {
            parts: vec![("switch ((s + n) & 3) {".to_owned(), Vec::new())],
            end: "default: s += 2; }".to_owned(),
        };
        for case in 0..self.dice.between(1, 3) {
            let mut body = self.inside(None, None, depth);
            if self.dice.once_in(2) {
                // Java rejects unreachable code after an unconditional jump.
                body.push(Statement::plain("if (s != -77) break;"));
            }
            switch = switch.and(format!("case {case}:"), body);
        }
        switch
    }

    fn try_catch(&mut self, depth: u32) -> Statement {
        let mut body = self.inside(None, None, depth);
        let condition = self.condition();
        let (thrower, caught) = match self.dice.roll(3) {
            0 => ("s = s / (s & 1);".to_owned(), "ArithmeticException"),
            1 => ("s += a[m];".to_owned(), "ArrayIndexOutOfBoundsException"),
            _ => (
                format!("if ({condition}) throw new IllegalArgumentException();"),
                "IllegalArgumentException",
            ),
        };
        body.push(Statement::plain(thrower));
        let tried = Statement::block("try {", body);
        let name = self.fresh("x");
        match self.dice.roll(3) {
            0 => {
                let handler = self.inside(None, None, depth);
                tried.and(format!("}} catch ({caught} {name}) {{"), handler)
            }
            1 => {
                let last = self.inside(None, None, depth);
                tried.and("} finally {", last)
            }
            _ => {
                let handler = self.inside(None, None, depth);
                let tried = tried.and(format!("}} catch ({caught} {name}) {{"), handler);
                tried.and("} finally {", vec![Statement::plain("s += 5;")])
            }
        }
    }

    /// Two counters that move towards each other.
    fn two_counters(&mut self, depth: u32) -> Statement {
        let label = self.fresh("l");
        let [low, high] = [self.fresh("lo"), self.fresh("hi")];
        let to = self.limit();
        let body = self.inside(Some(&low), Some(&label), depth);
        let head = match self.dice.roll(3) {
            0 => format!("int {low} = 0, {high} = {to}; {low} < {high}; {low}++, {high}--"),
            1 => format!("int {low} = 0, {high} = {to}; {low} <= {high}; {low} += 2, {high}--"),
            _ => format!("int {low} = 1, {high} = 0; {high} < {to}; {high} += {low}"),
        };
        Statement::block(format!("{label}: for ({head}) {{"), body)
    }
}
