//! Random structured programs, as methods of one Java class.

use std::fmt::Write;

/// A number sequence that looks random but is always the same (xorshift, Marsaglia 2003).
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.roll(of.len() as u64) as usize]
    }
}

/// Writes one method.
struct Writer {
    dice: Random,
    text: String,
    names: u32,
    /// The counters of the enclosing loops.
    counters: Vec<String>,
    /// The labels of the enclosing loops.
    labels: Vec<String>,
    /// How many more statements may be written.
    budget: u32,
}

/// A class `Fixture` of methods `static int m0(int n, int m, int[] a)`, `m1`, ….
pub(crate) fn class_of_programs(seeds: impl Iterator<Item = u64>) -> String {
    let mut text = String::from("class Fixture {\n");
    for (index, seed) in seeds.enumerate() {
        let mut writer = Writer {
            dice: Random::new(seed + 1),
            text: String::new(),
            names: 0,
            counters: Vec::new(),
            labels: Vec::new(),
            budget: 14,
        };
        writer.block(0);
        let _ = writeln!(
            text,
            "static int m{index}(int n, int m, int[] a) {{ int s = 1;\n{}return s; }}",
            writer.text
        );
    }
    text.push_str("}\n");
    text
}

impl Writer {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..=self.dice.roll(3) {
            self.statement(depth);
        }
    }

    fn condition(&mut self) -> String {
        let value = self.dice.roll(5);
        let counter = self.counters.last().cloned().unwrap_or("n".to_owned());
        match self.dice.roll(6) {
            0 => format!("(s & 3) == {value}"),
            1 => "n < m".to_owned(),
            2 => format!("{counter} > {value}"),
            3 => format!("(s & 1) == 0 || {counter} == m"),
            4 => format!("s % 3 == 1 && n != {value}"),
            _ => format!("(({counter} * 7 + s) & 4) != 0"),
        }
    }

    /// The start or the limit of a counter.
    fn limit(&mut self) -> String {
        if let (true, Some(counter)) = (self.dice.roll(3) == 0, self.counters.last().cloned()) {
            return match self.dice.roll(4) {
                0 => format!("{counter} + 1"),
                1 => format!("{counter} - 1"),
                2 => format!("n - {counter}"),
                _ => counter,
            };
        }
        let number = self.dice.roll(8);
        match self.dice.roll(16) {
            8 => "n / 2".to_owned(),
            9 => format!("(n >> 1) + {number}"),
            10 => "Math.min(n, m)".to_owned(),
            11 => format!("Math.max(n, {number})"),
            12 => format!("(s & {number})"),
            13 => "(n < m ? n : m)".to_owned(),
            14 => "n % 5".to_owned(),
            15 => "n * m".to_owned(),
            0 | 1 => number.to_string(),
            2 | 3 => "n".to_owned(),
            4 => "m".to_owned(),
            5 => "a.length".to_owned(),
            6 => format!("n - {number}"),
            _ => "n + 2 * m".to_owned(),
        }
    }

    fn nested(&mut self, counter: Option<&str>, depth: u32) {
        if let Some(counter) = counter {
            self.counters.push(counter.to_owned());
        }
        self.block(depth + 1);
        if counter.is_some() {
            self.counters.pop();
        }
    }

    fn statement(&mut self, depth: u32) {
        self.budget = self.budget.saturating_sub(1);
        if depth >= 4 || self.budget == 0 {
            return self.simple();
        }
        match self.dice.roll(15) {
            13 | 14 => self.far_loop(depth),
            0..=2 => self.simple(),
            3 | 4 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.nested(None, depth);
                if self.dice.roll(2) == 0 {
                    self.line("} else {");
                    self.nested(None, depth);
                }
                self.line("}");
            }
            5..=7 => self.for_loop(depth),
            8 | 9 => self.while_loop(depth),
            10 => {
                self.line("switch (s & 3) {");
                for case in 0..self.dice.roll(3) {
                    self.line(&format!("case {case}:"));
                    self.nested(None, depth);
                    // Java rejects unreachable code after an unconditional jump.
                    if self.dice.roll(2) == 0 {
                        self.line("if (s != -77) break;");
                    }
                }
                self.line("default: s += 2; }");
            }
            11 => {
                self.line("try {");
                self.nested(None, depth);
                self.line("s = s / (s & 1);");
                let name = self.fresh("e");
                self.line(&format!("}} catch (ArithmeticException {name}) {{"));
                self.nested(None, depth);
                if self.dice.roll(2) == 0 {
                    self.line("} finally {");
                    self.line("s += 5;");
                }
                self.line("}");
            }
            _ => {
                self.line("synchronized (a) {");
                self.nested(None, depth);
                self.line("}");
            }
        }
    }

    fn simple(&mut self) {
        let counter = self.counters.last().cloned().unwrap_or("m".to_owned());
        let condition = self.condition();
        let text = match self.dice.roll(12) {
            0 => format!("s += {counter};"),
            1 => format!("s = s * 3 + {counter} * {counter};"),
            2 => "s ^= n;".to_owned(),
            3 => "if (s > 4000) s -= 3990;".to_owned(),
            4 => format!("s += {condition} ? 3 : n * m + s;"),
            5 => "m++;".to_owned(),
            6 => "if (a.length > 1) a[1] = s;".to_owned(),
            7 => format!("if ({condition}) return s;"),
            8 | 9 if !self.labels.is_empty() => {
                let labels: Vec<&str> = self.labels.iter().map(String::as_str).collect();
                let label = self.dice.pick(&labels).to_owned();
                let jump = self.dice.pick(&["break", "continue"]).to_owned();
                format!("if ({condition}) {jump} {label};")
            }
            10 => "s += a[(s & 1)];".to_owned(),
            _ => "s--;".to_owned(),
        };
        self.line(&text);
    }

    fn for_loop(&mut self, depth: u32) {
        let (name, label) = (self.fresh("i"), self.fresh("l"));
        let (from, to) = (self.limit(), self.limit());
        let step = 1 + self.dice.roll(3);
        let head = match self.dice.roll(7) {
            0 | 1 => format!("int {name} = {from}; {name} < {to}; {name}++"),
            2 => format!("int {name} = {from}; {name} <= {to}; {name} += {step}"),
            3 => format!("int {name} = {from}; {name} > {to}; {name} -= {step}"),
            4 => format!("int {name} = {from}; {name} >= {to}; {name}--"),
            5 => format!("int {name} = 0; {name} != 6; {name} += {step}"),
            _ => format!("int {name} = {from}; {to} > {name}; ++{name}"),
        };
        self.line(&format!("{label}: for ({head}) {{"));
        self.labels.push(label);
        if self.dice.roll(5) == 0 {
            self.line(&format!("if ((s & 8) == 0) {name}++;"));
        }
        self.nested(Some(&name), depth);
        self.labels.pop();
        self.line("}");
    }

    /// A loop whose bound needs the values of the whole method.
    fn far_loop(&mut self, depth: u32) {
        let (name, label) = (self.fresh("f"), self.fresh("l"));
        let (from, to) = (self.limit(), self.limit());
        let by = 2 + self.dice.roll(9);
        match self.dice.roll(10) {
            0 => {
                self.line(&format!("int {name} = {by};"));
                self.line(&format!(
                    "{label}: while ({name} < {to}) {{ {name} *= {by};"
                ));
            }
            1 => {
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while ({name} > 0) {{ {name} /= {by};"));
            }
            2 => {
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while ({name} != 0) {{ {name} /= {by};"));
            }
            3 => {
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: for (; {name} != 0; {name} >>>= 1) {{"));
            }
            4 | 5 => {
                let condition = self.condition();
                self.line(&format!("int {name} = {from}, {name}h = {to};"));
                self.line(&format!("{label}: while ({name} <= {name}h) {{"));
                let half = self.dice.pick(&[">>> 1", ">> 1", "/ 2"]).to_owned();
                self.line(&format!("int {name}m = ({name} + {name}h) {half};"));
                self.line(&format!("if ({name} < 0) break;"));
                self.line(&format!(
                    "if ({condition}) {name} = {name}m + 1; else {name}h = {name}m - 1;"
                ));
            }
            6 => {
                let condition = self.condition();
                self.line(&format!("int {name} = 0, {name}h = {to};"));
                self.line(&format!("{label}: while ({name} < {name}h) {{"));
                self.line(&format!("int {name}m = {name} + ({name}h - {name}) / 2;"));
                self.line(&format!(
                    "if ({condition}) {name} = {name}m + 1; else {name}h = {name}m;"
                ));
            }
            7 => {
                let condition = self.condition();
                self.line(&format!("int {name} = {from}, {name}h = {to};"));
                self.line(&format!("{label}: while ({name} < {name}h) {{"));
                self.line(&format!("if ({condition}) {name}++; else {name}h -= 2;"));
            }
            8 => {
                let condition = self.condition();
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while ({name} < {to}) {{"));
                self.line(&format!("{name} += {condition} ? 1 : 3;"));
            }
            _ => {
                let inner = self.limit();
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while ({name} < {to}) {{"));
                self.line(&format!(
                    "for (int {name}j = 0; {name}j < {inner}; {name}j++) if ((s & 3) == 0) {name}++;"
                ));
                self.line(&format!("{name}++;"));
            }
        }
        self.labels.push(label);
        self.nested(Some(&name), depth);
        self.labels.pop();
        self.line("}");
    }

    fn while_loop(&mut self, depth: u32) {
        let (name, label) = (self.fresh("w"), self.fresh("l"));
        let from = self.limit();
        match self.dice.roll(5) {
            0 => {
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while ({name}-- > 0) {{"));
            }
            1 => {
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: while (--{name} >= 0 && s != 9) {{"));
            }
            2 => {
                let to = self.limit();
                self.line(&format!("int {name} = {from};"));
                self.line(&format!("{label}: do {{"));
                self.labels.push(label);
                self.nested(Some(&name), depth);
                self.labels.pop();
                return self.line(&format!("}} while (++{name} < {to});"));
            }
            3 => {
                self.line(&format!("int {name} = s & 31;"));
                self.line(&format!("{label}: while ({name} != 0) {{"));
                self.line(&format!("{name} >>>= 1;"));
            }
            _ => {
                let to = self.limit();
                self.line(&format!("long {name} = {from};"));
                self.line(&format!("{label}: while ({name} < {to}) {{"));
                self.line(&format!("{name} += 2;"));
                self.labels.push(label);
                self.nested(None, depth);
                self.labels.pop();
                return self.line("}");
            }
        }
        self.labels.push(label);
        self.nested(Some(&name), depth);
        self.labels.pop();
        self.line("}");
    }
}
