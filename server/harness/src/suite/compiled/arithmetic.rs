//! Chains in which each operation waits for the one before, compared with independent operations; division.

use super::family::Family;
use crate::suite::algorithm::{ALL, REAL, WHOLE};

const ROUNDS: &[u32] = &[32, 256, 2048];

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "chain_add",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T chain(T s, T f, int n) {
        for (int i = 0; i < n; i++) {
            s = (s + f) ^ i;
        }
        return s;
    }",
        statement: "r += chain(1 + zero, 12345 + zero, N);",
    },
    Family {
        name: "chain_sum",
        types: REAL,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T chain(T s, T f, int n) {
        for (int i = 0; i < n; i++) {
            s = s + f;
            f = -f;
        }
        return s;
    }",
        statement: "r += chain(1 + zero, 3 + zero, N);",
    },
    Family {
        name: "chain_multiply",
        types: ALL,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T F = (T) 0.75, G = (T) 3;
    static T chain(T s, T f, T g, int n) {
        for (int i = 0; i < n; i++) {
            s = s * f + g;
        }
        return s;
    }",
        statement: "r += chain(1 + zero, F, G, N);",
    },
    Family {
        name: "independent_multiply",
        types: ALL,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T F = (T) 0.75, G = (T) 3;
    static T four(T s, T f, T g, int n) {
        T a = s, b = s + 1, c = s + 2, d = s + 3;
        for (int i = 0; i < n; i += 4) {
            a = a * f + g;
            b = b * f + g;
            c = c * f + g;
            d = d * f + g;
        }
        return a + b + c + d;
    }",
        statement: "r += four(1 + zero, F, G, N);",
    },
    Family {
        name: "chain_shift",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T chain(T s, int n) {
        for (int i = 0; i < n; i++) {
            s ^= s << 13;
            s ^= s >>> 7;
            s ^= s << 17;
        }
        return s;
    }",
        statement: "r += chain(88172645 + zero, N);",
    },
    Family {
        name: "chain_divide",
        types: ALL,
        sizes: ROUNDS,
        members: "static int N = SIZE;
    static T chain(T s, T f, int n) {
        for (int i = 0; i < n; i++) {
            s = s / f + 1000003;
        }
        return s;
    }",
        statement: "r += chain(1 + zero, 7 + zero, N);",
    },
    Family {
        name: "independent_divide",
        types: ALL,
        sizes: ROUNDS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), B = Data.fill(new T[SIZE], 2);
    static T quotients(T[] a, T[] b) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] / b[i];
        }
        return sum;
    }",
        statement: "r += quotients(A, B);",
    },
    Family {
        name: "remainder",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static T[] A = Data.fill(new T[SIZE], 1), B = Data.fill(new T[SIZE], 2);
    static T rests(T[] a, T[] b) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] % b[i];
        }
        return sum;
    }",
        statement: "r += rests(A, B);",
    },
    Family {
        name: "divide_by_constant",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static T digits(T[] a) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] / 10 + a[i] % 10 + a[i] / 8;
        }
        return sum;
    }",
        statement: "r += digits(A);",
    },
    Family {
        name: "convert",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static double scaled(T[] a, double f) {
        double s = 1;
        for (int i = 0; i < a.length; i++) {
            s = (float) (s * 0.5) + (byte) a[i] + (long) (s * f);
        }
        return s;
    }",
        statement: "r += (T) scaled(A, 0.25 + zero);",
    },
    Family {
        name: "square_roots",
        types: &["double"],
        sizes: ROUNDS,
        members: "static double[] A = Data.fill(new double[SIZE], 1);
    static double roots(double[] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.sqrt(a[i]) + Math.abs(a[i] - 100);
        }
        return sum;
    }",
        statement: "r += roots(A);",
    },
    Family {
        name: "long_counter",
        types: WHOLE,
        sizes: ROUNDS,
        members: "static long N = SIZE;
    static T[] A = Data.fill(new T[SIZE], 1);
    static T sum(T[] a, long n) {
        T sum = 0;
        for (long i = 0; i < n; i++) {
            sum += a[(int) i] ^ i;
        }
        return sum;
    }",
        statement: "r += sum(A, N);",
    },
];
