//! The interpreter's algorithms, kernels and composite methods, in a frame for compilers.

use campaign::ProgramKind;

use super::frame::{Frame, added_up, not_final, opaque};
use crate::suite::extent::Extent;
use crate::suite::source::{HELD_OUT_STEP, Source, rename};
use crate::suite::{algorithms, composites, kernels, paper};

/// Algorithms that take arrays of any length, in linear time.
const SCALABLE: &[&str] = &[
    "dot_product",
    "scaled_sum",
    "prefix_sums",
    "polynomial",
    "neighbours",
    "largest",
    "reversal",
    "table",
    "variance",
    "hash",
    "checksum",
    "histogram",
];
/// The array length for all, and the lengths for the scalable ones.
const LENGTH: u32 = 48;
const LENGTHS: &[u32] = &[480, 4800];
/// The text that is replaced to make the arrays longer.
const DECLARED_LENGTH: &str = "new T[48]";

/// All algorithms. A held-out algorithm is held out in all types and sizes.
pub(super) fn algorithms(extent: Extent) -> Vec<Source> {
    let mut sources = Vec::new();
    for (number, (name, types, own, statement), grids) in algorithms::all() {
        let chosen = types.iter().filter(|of| {
            extent == Extent::Full || matches!(**of, "int" | "double") || types.len() == 1
        });
        for of in chosen {
            let is_scalable = SCALABLE.contains(name);
            let longer = if is_scalable { LENGTHS } else { &[] };
            for length in [LENGTH].iter().chain(longer) {
                if extent == Extent::Quick && *length == LENGTHS[0] {
                    continue;
                }
                let declared = rename(DECLARED_LENGTH, &[("T", (*of).to_owned())]);
                let members = algorithms::members(of, grids, own)
                    .replace(&declared, &format!("new {of}[{length}]"));
                let size = if is_scalable {
                    format!("_{length}")
                } else {
                    String::new()
                };
                sources.push(
                    Frame {
                        name: format!("algorithm_{name}_{of}{size}"),
                        kind: ProgramKind::Kernel,
                        held_out: number % HELD_OUT_STEP == 0,
                        of,
                        members: not_final(&members),
                        statement: opaque(&added_up(statement)),
                    }
                    .source(),
                );
            }
        }
    }
    sources
}

/// The generated nests of loops.
pub(super) fn kernels(seed: u64, extent: Extent) -> impl Iterator<Item = Source> {
    let count = match extent {
        Extent::Quick => 60,
        Extent::Full => 200,
    };
    (0..count).map(move |number| {
        let kernel = kernels::kernel(seed, number);
        Frame {
            name: kernel.name,
            kind: ProgramKind::Kernel,
            held_out: number % HELD_OUT_STEP == 0,
            of: kernel.of,
            members: not_final(&kernel.members),
            statement: opaque(&added_up(&kernel.statement)),
        }
        .source()
    })
}

/// The generated methods.
pub(super) fn composites(seed: u64, extent: Extent) -> impl Iterator<Item = Source> {
    let count = match extent {
        Extent::Quick => 100,
        Extent::Full => 320,
    };
    (0..count).map(move |number| composite(seed, number, number % HELD_OUT_STEP == 0))
}

/// The fields that a composite method reads, and those that it writes its results to.
const FIELDS: &str = "static int I0 = 3, I1 = 5, I2 = 7, OI;
    static long L0 = 3, L1 = 5, L2 = 7, OL;
    static double D0 = 3, D1 = 5, D2 = 7, OD;
    static float F0 = 3, F1 = 5, F2 = 7, OF;
    static int[] AI = new int[16];
    static long[] AL = new long[16];
    static float[] AF = new float[16];
    static double[] AD = new double[16];
    static int[][] AA = new int[4][16];
    static C CC = C.filled(), EE = C.filled();
    static Object OO;
    static boolean OB;
    ";

/// The text before its statements. Floating-point values start again in each call. Otherwise, they would shrink until the
/// processor handles them slowly.
const BEFORE: &str =
    "int ri0 = I0 + zero, ri1 = I1, ri2 = I2, vi0 = 1 + zero, vi1 = 2 + zero, vi2 = 3 + zero;
        long rl0 = L0, rl1 = L1, rl2 = L2, vl0 = 1 + zero, vl1 = 2 + zero;
        double rd0 = D0, rd1 = D1, rd2 = D2, vd0 = 1 + zero, vd1 = 2 + zero;
        float rf0 = F0, rf1 = F1, rf2 = F2, vf0 = 1 + zero, vf1 = 2 + zero;
        int[] ai = AI; long[] al = AL; float[] af = AF; double[] ad = AD;
        int[][] aa = AA; C c = CC, e = EE; Object o = c, p = null; boolean b = false;
        for (int j = 0; j < 16; j++) { ad[j] = rd1; af[j] = rf1; }
        c.fd = rd1; c.ff = rf1; e.fd = rd2; e.ff = rf2; C.gd = rd0; C.gf = rf0;";

/// The text after its statements.
const AFTER: &str =
    "OI = vi0 + vi1 + vi2; OL = vl0 + vl1; OD = vd0 + vd1; OF = vf0 + vf1; OO = o; OB = b;";

/// The generated method with this number and seed.
pub(super) fn composite(seed: u64, number: u32, held_out: bool) -> Source {
    let body = composites::body(seed, number);
    Frame {
        name: composites::name(seed, number),
        kind: ProgramKind::Composite,
        held_out,
        of: "long",
        members: format!(
            "{FIELDS}static void body(int zero) {{\n        {BEFORE}\n            {body}\n        {AFTER}\n    }}"
        ),
        statement: "body(zero);".to_owned(),
    }
    .source()
}

/// The paper's programs.
pub(super) fn paper() -> Vec<Source> {
    let source = |program: paper::Paper| {
        Frame {
            name: program.name,
            kind: ProgramKind::Composite,
            held_out: false,
            of: program.of,
            members: not_final(&program.members),
            statement: opaque(&added_up(&program.statement)),
        }
        .source()
    };
    paper::all().into_iter().map(source).collect()
}
