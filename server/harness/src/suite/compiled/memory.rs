//! Memory: strides through working sets that fit into one cache, into another, or into none.
//!
//! A size is a number of `int`s: 4 KiB, 64 KiB, 1 MiB and 16 MiB. An iteration makes the same number of accesses for each size,
//! and continues where the previous one ended.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT};

const SETS: &[u32] = &[1024, 16_384, 262_144, 4_194_304];

/// A walk with a stride.
macro_rules! stride {
    ($stride:literal) => {
        concat!(
            "static int[] A = Data.shared(SIZE);
    static int AT;
    static int walk(int[] a, int at, int n) {
        int sum = 0;
        int last = a.length - 1;
        for (int i = 0; i < n; i++) {
            sum += a[at & last];
            at += ",
            $stride,
            ";
        }
        return sum;
    }"
        )
    };
}

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "stride_1",
        types: INT,
        sizes: SETS,
        members: stride!("1"),
        statement: "r += walk(A, AT, 1024 + zero); AT += 1024;",
    },
    Family {
        name: "stride_4",
        types: INT,
        sizes: SETS,
        members: stride!("4"),
        statement: "r += walk(A, AT, 1024 + zero); AT += 4096;",
    },
    Family {
        name: "stride_16",
        types: INT,
        sizes: SETS,
        members: stride!("16"),
        statement: "r += walk(A, AT, 1024 + zero); AT += 16384;",
    },
    Family {
        name: "stride_272",
        types: INT,
        sizes: SETS,
        members: stride!("272"),
        statement: "r += walk(A, AT, 1024 + zero); AT += 278528;",
    },
    Family {
        name: "chase",
        types: INT,
        sizes: SETS,
        members: "static int[] NEXT = Data.cycle(SIZE, 16, 1);
    static int AT;
    static int walk(int[] next, int at, int n) {
        for (int i = 0; i < n; i++) {
            at = next[at];
        }
        return at;
    }",
        statement: "AT = walk(NEXT, AT, 1024 + zero); r += AT;",
    },
    Family {
        name: "gather",
        types: INT,
        sizes: SETS,
        members: "static int[] A = Data.shared(SIZE);
    static int AT;
    static int SUM;
    static int walk(int[] a, int at, int n) {
        int sum = 0;
        int last = a.length - 1;
        for (int i = 0; i < n; i++) {
            at = at * 1664525 + 1013904223;
            sum += a[at >>> 9 & last];
        }
        SUM = sum;
        return at;
    }",
        statement: "AT = walk(A, AT, 1024 + zero); r += SUM;",
    },
    Family {
        name: "scatter",
        types: INT,
        sizes: SETS,
        members: "static int[] A = Data.shared(SIZE);
    static int AT;
    static int walk(int[] a, int at, int n) {
        int last = a.length - 1;
        for (int i = 0; i < n; i++) {
            at = at * 1664525 + 1013904223;
            a[at >>> 9 & last] += i;
        }
        return at;
    }",
        statement: "AT = walk(A, AT, 1024 + zero); r += AT;",
    },
    Family {
        name: "rows",
        types: ALL,
        sizes: &[16, 64, 256],
        members: "static T[][] A = table(1);
    static T[][] table(int seed) {
        T[][] rows = new T[SIZE][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Data.fill(new T[SIZE], seed + i);
        }
        return rows;
    }
    static T sum(T[][] a) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                sum += a[i][j];
            }
        }
        return sum;
    }",
        statement: "r += sum(A);",
    },
    Family {
        name: "columns",
        types: ALL,
        sizes: &[16, 64, 256],
        members: "static T[][] A = table(1);
    static T[][] table(int seed) {
        T[][] rows = new T[SIZE][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Data.fill(new T[SIZE], seed + i);
        }
        return rows;
    }
    static T sum(T[][] a) {
        T sum = 0;
        for (int j = 0; j < a.length; j++) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i][j];
            }
        }
        return sum;
    }",
        statement: "r += sum(A);",
    },
];
