//! Loops over arrays with independent iterations. Compilers turn many of them into vector instructions.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT, REAL, WHOLE};

const LENGTHS: &[u32] = &[64, 1024, 8192];

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "vector_add",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), B = Data.fill(new T[SIZE], 2), X = new T[SIZE];
    static void add(T[] x, T[] a, T[] b) {
        for (int i = 0; i < x.length; i++) {
            x[i] = a[i] + b[i];
        }
    }",
        statement: "add(X, A, B);",
    },
    Family {
        name: "vector_multiply_add",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), B = Data.fill(new T[SIZE], 2), X = new T[SIZE];
    static void add(T[] x, T[] a, T[] b, T f) {
        for (int i = 0; i < x.length; i++) {
            x[i] = a[i] * f + b[i];
        }
    }",
        statement: "add(X, A, B, 3 + zero);",
    },
    Family {
        name: "vector_fill",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] X = new T[SIZE];
    static void fill(T[] x, T value) {
        for (int i = 0; i < x.length; i++) {
            x[i] = value;
        }
    }",
        statement: "fill(X, 7 + zero);",
    },
    Family {
        name: "vector_copy",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE];
    static void copy(T[] from, T[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[i];
        }
    }",
        statement: "copy(A, X);",
    },
    Family {
        name: "vector_sum",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static T sum(T[] a) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }",
        statement: "r += sum(A);",
    },
    Family {
        name: "vector_largest",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static T largest(T[] a) {
        T largest = a[0];
        for (int i = 1; i < a.length; i++) {
            largest = a[i] > largest ? a[i] : largest;
        }
        return largest;
    }",
        statement: "r += largest(A);",
    },
    Family {
        name: "vector_select",
        types: ALL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), B = Data.fill(new T[SIZE], 2), X = new T[SIZE];
    static void select(T[] x, T[] a, T[] b, T limit) {
        for (int i = 0; i < x.length; i++) {
            x[i] = a[i] > limit ? a[i] : b[i];
        }
    }",
        statement: "select(X, A, B, 128 + zero);",
    },
    Family {
        name: "vector_bits",
        types: WHOLE,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE];
    static void mix(T[] x, T[] a) {
        for (int i = 0; i < x.length; i++) {
            x[i] = (a[i] << 5 ^ a[i] >>> 3) & ~(a[i] | 7);
        }
    }",
        statement: "mix(X, A);",
    },
    Family {
        name: "vector_convert",
        types: REAL,
        sizes: LENGTHS,
        members: "static int[] A = Data.fill(new int[SIZE], 1);
    static T[] X = new T[SIZE];
    static void convert(T[] x, int[] a, T f) {
        for (int i = 0; i < x.length; i++) {
            x[i] = a[i] * f;
        }
    }",
        statement: "convert(X, A, 3 + zero);",
    },
    Family {
        name: "vector_truncate",
        types: REAL,
        sizes: LENGTHS,
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static int[] X = new int[SIZE];
    static void truncate(int[] x, T[] a, T f) {
        for (int i = 0; i < x.length; i++) {
            x[i] = (int) (a[i] * f);
        }
    }",
        statement: "truncate(X, A, 3 + zero);",
    },
    Family {
        name: "vector_bytes",
        types: INT,
        sizes: LENGTHS,
        members: "static byte[] A = Data.fill(new byte[SIZE], 1), X = new byte[SIZE];
    static void mix(byte[] x, byte[] a, int key) {
        for (int i = 0; i < x.length; i++) {
            x[i] = (byte) (a[i] ^ key);
        }
    }",
        statement: "mix(X, A, 90 + zero);",
    },
    Family {
        name: "vector_chars",
        types: INT,
        sizes: LENGTHS,
        members: "static char[] A = Data.text(SIZE, 1), X = new char[SIZE];
    static void raise(char[] x, char[] a) {
        for (int i = 0; i < x.length; i++) {
            char c = a[i];
            x[i] = c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
        }
    }",
        statement: "raise(X, A);",
    },
    Family {
        name: "vector_nested",
        types: ALL,
        sizes: &[8, 24, 80],
        members: "static T[][] A = rows(1), X = rows(2);
    static T[][] rows(int seed) {
        T[][] rows = new T[SIZE][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Data.fill(new T[SIZE], seed + i);
        }
        return rows;
    }
    static void add(T[][] x, T[][] a) {
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x[i].length; j++) {
                x[i][j] = a[i][j] + i;
            }
        }
    }",
        statement: "add(X, A);",
    },
];
