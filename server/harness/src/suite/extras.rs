//! Statements that the 174 patterns leave out and that would otherwise be priced by the most similar patterns: jumps, arguments,
//! branches taken and not, references, allocations by length, casts, monitors, exceptions.

use campaign::ProgramKind;

use super::source::{Snippet, Source};

/// The number of copies of the statement in the loop's body.
const COPIES: usize = 8;

/// Variables that the statements use.
const DECLARATIONS: &str = "int x = 0, y = 3, z = 5, k = 3; long xl = 0, yl = 3, zl = 5; \
     float xf = 0, yf = 3, zf = 5; double xd = 0, yd = 3, zd = 5; boolean b = false; \
     C c = C.filled(); C d = C.filled(); Object o = c, p = d; Shape shape = c; Object[] oa = new Object[16]; \
     int[] ia = new int[16]; long[] la = new long[16]; float[] fa = new float[16]; double[] da = new double[16]; \
     byte[] ba = new byte[16]; char[] ca = new char[16]; short[] sa = new short[16]; boolean[] za = new boolean[16]; \
     int[][] iaa = new int[4][4]; C none = null; Runnable r = null; String text = \"t\";";

/// Name and statement.
const STATEMENTS: &[(&str, &str)] = &[
    ("goto_taken", "if (y != z) { x = y; } else { x = z; }"),
    ("goto_not_taken", "if (y == z) { x = y; } else { x = z; }"),
    ("else_long", "if (yl != zl) { xl = yl; } else { xl = zl; }"),
    ("ternary_true", "x = y < z ? y : z;"),
    ("ternary_false", "x = y > z ? y : z;"),
    ("boolean_true", "b = y < z;"),
    ("boolean_false", "b = y > z;"),
    ("boolean_not", "b = !b;"),
    ("and_both", "if (y < z && k < z) { x = y; }"),
    ("or_first", "if (y < z || k > z) { x = y; }"),
    ("compare_long_value", "b = yl < zl;"),
    ("compare_double_value", "b = yd < zd;"),
    ("loop_10", "for (x = 0; x < 10; x++) {}"),
    ("loop_10_long", "for (xl = 0; xl < 10; xl++) {}"),
    ("while_10", "x = 10; while (x > 0) { x--; }"),
    ("do_while_10", "x = 0; do { x++; } while (x < 10);"),
    ("static_0", "C.s0();"),
    ("static_int", "C.si(y);"),
    ("static_int_constant", "C.si(5);"),
    ("static_2", "C.sii(y, z);"),
    ("static_3", "C.siii(y, z, k);"),
    ("static_4", "C.siiii(y, z, k, y);"),
    ("static_long", "C.sl(yl);"),
    ("static_double", "C.sd(yd);"),
    ("static_float", "C.sf(yf);"),
    ("static_reference", "C.so(o);"),
    ("static_returns_int", "x = C.ii(y);"),
    ("static_returns_long", "xl = C.ll(yl);"),
    ("static_returns_double", "xd = C.dd(yd);"),
    ("static_returns_float", "xf = C.ff(yf);"),
    ("static_returns_reference", "o = C.oo(p);"),
    ("static_max", "x = C.max(y, z);"),
    ("static_sum", "xl = C.sum(yl, zl);"),
    ("static_scale", "xd = C.scale(yd, zd);"),
    ("recursion_8", "x = C.depth(8);"),
    ("virtual_1", "c.take1(y);"),
    ("virtual_3", "c.take3(y, z, k);"),
    ("virtual_add", "x = c.add(y, z);"),
    ("getter", "x = c.getFi();"),
    ("setter", "c.setFi(y);"),
    ("interface_call", "x = shape.sides();"),
    ("private_call", "x = C.openSecret(c, y);"),
    ("synchronized_call", "c.locked();"),
    ("monitor", "synchronized (o) { x = y; }"),
    ("reference_load", "o = p;"),
    ("reference_null", "o = null;"),
    ("reference_ldc", "text = \"another\";"),
    ("reference_class", "o = C.class;"),
    ("reference_get_field", "o = c.fo;"),
    ("reference_put_field", "c.fo = p;"),
    ("reference_get_static", "o = C.go;"),
    ("reference_put_static", "C.go = p;"),
    ("field_constant", "c.fi = 5;"),
    ("static_field_constant", "C.gi = 5;"),
    ("field_add", "c.fi += y;"),
    ("static_field_add", "C.gi += y;"),
    ("field_increment", "c.fi++;"),
    ("array_add", "ia[k] += y;"),
    ("array_increment", "ia[k]++;"),
    ("array_double_add", "da[k] += yd;"),
    ("array_load_index", "x = ia[k];"),
    ("array_load_long_index", "xl = la[k];"),
    ("array_load_double_index", "xd = da[k];"),
    ("array_load_float_index", "xf = fa[k];"),
    ("array_load_reference_index", "o = oa[k];"),
    ("array_load_byte", "x = ba[k];"),
    ("array_load_char", "x = ca[k];"),
    ("array_load_short", "x = sa[k];"),
    ("array_load_boolean", "b = za[k];"),
    ("array_store_index", "ia[k] = y;"),
    ("array_store_long_index", "la[k] = yl;"),
    ("array_store_double_index", "da[k] = yd;"),
    ("array_store_float_index", "fa[k] = yf;"),
    ("array_store_reference_index", "oa[k] = p;"),
    ("array_store_byte", "ba[k] = (byte) y;"),
    ("array_store_char", "ca[k] = (char) y;"),
    ("array_store_short", "sa[k] = (short) y;"),
    ("array_store_constant", "ia[k] = 5;"),
    ("array_2d_load", "x = iaa[k][k];"),
    ("array_2d_store", "iaa[k][k] = y;"),
    ("array_length_condition", "if (k < ia.length) { x = y; }"),
    ("new_int_0", "o = new int[0];"),
    ("new_int_4", "o = new int[4];"),
    ("new_int_16", "o = new int[16];"),
    ("new_int_64", "o = new int[64];"),
    ("new_int_256", "o = new int[256];"),
    ("new_int_variable", "o = new int[k];"),
    ("new_double_16", "o = new double[16];"),
    ("new_double_64", "o = new double[64];"),
    ("new_byte_64", "o = new byte[64];"),
    ("new_reference_16", "o = new Object[16];"),
    ("new_2d", "o = new int[4][4];"),
    ("new_2d_open", "o = new int[4][];"),
    ("array_literal", "o = new int[] {1, 2, 3};"),
    ("new_point", "c = new Point(y, z);"),
    ("new_object", "o = new Object();"),
    ("instanceof_yes", "b = o instanceof C;"),
    ("instanceof_no", "b = o instanceof Point;"),
    ("instanceof_null", "b = none instanceof Shape;"),
    ("checkcast", "c = (C) o;"),
    ("checkcast_interface", "shape = (Shape) o;"),
    ("lambda", "r = () -> {};"),
    (
        "throw_catch",
        "try { throw C.FAILURE; } catch (Failure failure) { x = y; }",
    ),
    ("try_finally", "try { x = y; } finally { x = z; }"),
    ("decrement", "x--;"),
    ("increment_by_100", "x += 100;"),
    ("increment_by_1000", "x += 1000;"),
    ("increment_long", "xl++;"),
    ("increment_double", "xd++;"),
    ("assign_twice", "x = k = y;"),
    ("shift_constant", "x = y << 3;"),
    ("shift_long_constant", "xl = yl >> 3;"),
    ("and_constant", "x = y & 15;"),
    ("or_constant", "x = y | 15;"),
    ("xor_32_bit", "x = y ^ 1000003;"),
    ("remainder_constant", "x = y % 7;"),
    ("remainder_32_bit", "x = y % 1000003;"),
    ("remainder_long_constant", "xl = yl % 7L;"),
    ("and_long_constant", "xl = yl & 255L;"),
    (
        "switch_default",
        "switch (z) { case 1: x = 1; break; case 2: x = 2; break; default: x = 3; }",
    ),
    (
        "switch_first",
        "switch (y) { case 3: x = 1; break; case 4: x = 2; break; default: x = 3; }",
    ),
    (
        "switch_sparse",
        "switch (y) { case 3: x = 1; break; case 4000: x = 2; break; default: x = 3; }",
    ),
];

/// A relation, its name, and whether it is true for 3 and 5.
const RELATIONS: [(&str, &str, bool); 6] = [
    ("==", "eq", false),
    ("!=", "ne", true),
    ("<", "lt", true),
    (">=", "ge", false),
    (">", "gt", false),
    ("<=", "le", true),
];

/// Name and the two operands of a condition.
const OPERANDS: [(&str, &str, &str); 5] = [
    ("int", "y", "z"),
    ("zero", "y", "0"),
    ("long", "yl", "zl"),
    ("float", "yf", "zf"),
    ("double", "yd", "zd"),
];

pub(super) fn sources() -> Vec<Source> {
    let mut sources: Vec<Source> = STATEMENTS
        .iter()
        .map(|(name, statement)| source(name, statement))
        .collect();
    for (data_type, left, right) in OPERANDS {
        for (relation, name, holds) in RELATIONS {
            // y is 3 and greater than 0.
            let holds = if data_type == "zero" {
                matches!(name, "ne" | "ge" | "gt")
            } else {
                holds
            };
            // javac branches around the body if the relation is false.
            let what = if holds { "falls" } else { "taken" };
            let statement = format!("if ({left} {relation} {right}) {{ x = y; }}");
            sources.push(source(&format!("if_{data_type}_{name}_{what}"), &statement));
        }
    }
    for (name, condition) in [
        ("null_taken", "o == null"),
        ("null_falls", "none == null"),
        ("nonnull_taken", "none != null"),
        ("nonnull_falls", "o != null"),
        ("acmp_eq_taken", "o == p"),
        ("acmp_eq_falls", "o == c"),
        ("acmp_ne_taken", "o != c"),
        ("acmp_ne_falls", "o != p"),
    ] {
        let statement = format!("if ({condition}) {{ x = y; }}");
        sources.push(source(&format!("if_{name}"), &statement));
    }
    sources
}

fn source(name: &str, statement: &str) -> Source {
    let mut snippet = Snippet::new(format!("extra_{name}"), ProgramKind::Extra);
    DECLARATIONS.clone_into(&mut snippet.declarations);
    snippet.statements = vec![statement.to_owned(); COPIES];
    snippet.source()
}
