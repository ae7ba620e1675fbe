//! The programs for which Nyholm, Mostowski and Reichenbach 2025 compare predictions with measurements (section 4.4, figures 5
//! and 6): matrix multiplication in four types, and the Fibonacci sequence.

use campaign::ProgramKind;

use super::source::{Snippet, Source};

/// The sizes N.
const SIZES: [u32; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// The prefix of the programs' names.
pub const MATRIX: &str = "matrix";
/// The prefix of the programs' names.
pub const FIBONACCI: &str = "fibonacci";

/// A program before it is put into a loop.
pub(super) struct Paper {
    pub(super) name: String,
    /// The type of its result.
    pub(super) of: &'static str,
    pub(super) members: String,
    /// It assigns its result, if any, to `r`.
    pub(super) statement: String,
}

pub(super) fn sources() -> Vec<Source> {
    let source = |program: Paper| {
        let mut snippet = Snippet::new(program.name, ProgramKind::Composite);
        snippet.members = program.members;
        snippet.declarations = format!("{} r = 0;", program.of);
        snippet.statements = vec![program.statement];
        snippet.source()
    };
    all().into_iter().map(source).collect()
}

/// All programs.
pub(super) fn all() -> Vec<Paper> {
    let mut programs = Vec::new();
    for of in ["int", "long", "float", "double"] {
        programs.extend(SIZES.map(|size| matrix(of, size)));
    }
    programs.extend(SIZES.map(fibonacci));
    programs
}

/// The matrices are created with the class, so an iteration is one multiplication.
fn matrix(of: &'static str, size: u32) -> Paper {
    let cells = size * size;
    let members = format!(
        "static final {of}[] LEFT = filled(1), RIGHT = filled(2), RESULT = new {of}[{cells}];
    static {of}[] filled(int seed) {{
        {of}[] cells = new {of}[{cells}];
        int state = seed;
        for (int i = 0; i < cells.length; i++) {{
            state = state * 1103515245 + 12345;
            cells[i] = (state >>> 16) & 255;
        }}
        return cells;
    }}
    static void multiply({of}[] a, {of}[] b, {of}[] c, int n) {{
        for (int i = 0; i < n; i++) {{
            for (int j = 0; j < n; j++) {{
                for (int k = 0; k < n; k++) {{
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }}
            }}
        }}
    }}"
    );
    Paper {
        name: format!("{MATRIX}_{of}_{size:0>3}"),
        of,
        members,
        statement: format!("multiply(LEFT, RIGHT, RESULT, {size});"),
    }
}

fn fibonacci(size: u32) -> Paper {
    let members = "static long fibonacci(int n) {
        long f1 = 0, f2 = 1, f3 = 0;
        for (int i = 0; i < n; i++) {
            f3 = f2 + f1;
            f1 = f2;
            f2 = f3;
        }
        return f3;
    }";
    Paper {
        name: format!("{FIBONACCI}_{size:0>3}"),
        of: "long",
        members: members.to_owned(),
        statement: format!("r = fibonacci({size});"),
    }
}
