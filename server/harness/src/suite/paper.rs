//! The programs on which Nyholm, Mostowski and Reichenbach 2025 hold predictions against measurements (section 4.4,
//! figures 5 and 6): matrix multiplication in four types, and the Fibonacci sequence.

use campaign::ProgramKind;

use super::source::{Snippet, Source};

/// The sizes N.
const SIZES: [u32; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// What the names of the programs begin with.
pub const MATRIX: &str = "matrix";
/// What the names of the programs begin with.
pub const FIBONACCI: &str = "fibonacci";

pub(super) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for of in ["int", "long", "float", "double"] {
        sources.extend(SIZES.map(|size| matrix(of, size)));
    }
    sources.extend(SIZES.map(fibonacci));
    sources
}

/// The matrices are made when the class is, so that an iteration is one multiplication.
fn matrix(of: &str, size: u32) -> Source {
    let mut snippet = Snippet::new(format!("{MATRIX}_{of}_{size:0>3}"), ProgramKind::Composite);
    let cells = size * size;
    snippet.members = format!(
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
    snippet.statements = vec![format!("multiply(LEFT, RIGHT, RESULT, {size});")];
    snippet.source()
}

fn fibonacci(size: u32) -> Source {
    let mut snippet = Snippet::new(format!("{FIBONACCI}_{size:0>3}"), ProgramKind::Composite);
    "static long fibonacci(int n) {
        long f1 = 0, f2 = 1, f3 = 0;
        for (int i = 0; i < n; i++) {
            f3 = f2 + f1;
            f1 = f2;
            f2 = f3;
        }
        return f3;
    }"
    .clone_into(&mut snippet.members);
    "long result;".clone_into(&mut snippet.declarations);
    snippet.statements = vec![format!("result = fibonacci({size});")];
    snippet.source()
}
