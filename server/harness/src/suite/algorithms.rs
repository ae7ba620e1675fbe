//! Small hand-written methods: loops over arrays, recursion, calls of instance methods.
//!
//! Each does the same work in every call, whatever calls came before. So its instructions can be counted once.

use campaign::ProgramKind;

use super::algorithm::{ALL, Algorithm, INT, LONG, REAL, WHOLE};
use super::source::{HELD_OUT_STEP, Snippet, Source, rename};
use super::tables::{GRIDS, TABLES};

/// The data of every algorithm: 48 numbers from 0 to 255.
const DATA: &str = "static final T[] A = filled(1), B = filled(2), X = new T[48];
    static T[] filled(int seed) {
        T[] cells = new T[48];
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = state * 1103515245 + 12345;
            cells[i] = (state >>> 16) & 255;
        }
        return cells;
    }";

const ALGORITHMS: &[Algorithm] = &[
    (
        "dot_product",
        ALL,
        "static T dot(T[] a, T[] b) {
        T sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }",
        "r = dot(A, B);",
    ),
    (
        "scaled_sum",
        ALL,
        "static void add(T[] x, T factor, T[] a, T[] b) {
        for (int i = 0; i < x.length; i++) {
            x[i] = a[i] + factor * b[i];
        }
    }",
        "add(X, 3, A, B);",
    ),
    (
        "prefix_sums",
        ALL,
        "static T prefixes(T[] x, T[] a) {
        x[0] = a[0];
        for (int i = 1; i < a.length; i++) {
            x[i] = x[i - 1] + a[i];
        }
        return x[a.length - 1];
    }",
        "r = prefixes(X, A);",
    ),
    (
        "polynomial",
        ALL,
        "static T value(T[] coefficients, T x) {
        T sum = 0;
        for (T coefficient : coefficients) {
            sum = sum * x + coefficient;
        }
        return sum;
    }",
        "r = value(A, 1);",
    ),
    (
        "transposition",
        ALL,
        "static void transpose(T[] from, T[] to, int rows, int columns) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                to[j * rows + i] = from[i * columns + j];
            }
        }
    }",
        "transpose(A, X, 6, 8);",
    ),
    (
        "matrix_by_vector",
        ALL,
        "static void product(T[] matrix, T[] vector, T[] result, int n) {
        for (int i = 0; i < n; i++) {
            result[i] = 0;
            for (int j = 0; j < n; j++) {
                result[i] += matrix[i * n + j] * vector[j];
            }
        }
    }",
        "product(A, B, X, 6);",
    ),
    (
        "neighbours",
        ALL,
        "static void smooth(T[] from, T[] to) {
        for (int i = 1; i < from.length - 1; i++) {
            to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
        }
    }",
        "smooth(A, X);",
    ),
    (
        "largest",
        ALL,
        "static T largest(T[] values) {
        T largest = values[0];
        for (int i = 1; i < values.length; i++) {
            if (values[i] > largest) {
                largest = values[i];
            }
        }
        return largest;
    }",
        "r = largest(A);",
    ),
    (
        "insertion_sort",
        ALL,
        "static void sort(T[] from, T[] to) {
        for (int i = 0; i < from.length; i++) {
            T value = from[i];
            int j = i - 1;
            while (j >= 0 && to[j] > value) {
                to[j + 1] = to[j];
                j--;
            }
            to[j + 1] = value;
        }
    }",
        "sort(A, X);",
    ),
    (
        "reversal",
        ALL,
        "static void reverse(T[] values) {
        for (int i = 0, j = values.length - 1; i < j; i++, j--) {
            T value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }",
        "reverse(X);",
    ),
    (
        "table",
        ALL,
        "static final T[][] ROWS = {A, B, A, B};
    static T sum(T[][] rows) {
        T sum = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                sum += rows[i][j];
            }
        }
        return sum;
    }",
        "r = sum(ROWS);",
    ),
    (
        "variance",
        REAL,
        "static T variance(T[] values) {
        T mean = 0;
        for (T value : values) {
            mean += value;
        }
        mean /= values.length;
        T squares = 0;
        for (T value : values) {
            T deviation = value - mean;
            squares += deviation * deviation;
        }
        return squares / (values.length - 1);
    }",
        "r = variance(A);",
    ),
    (
        "square_root",
        REAL,
        "static T root(T of) {
        T guess = of;
        for (int i = 0; i < 20; i++) {
            guess = (guess + of / guess) / 2;
        }
        return guess;
    }",
        "r = root(7);",
    ),
    (
        "common_divisor",
        WHOLE,
        "static T divisor(T a, T b) {
        while (b != 0) {
            T rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }",
        "r = divisor(832040, 514229);",
    ),
    (
        "power",
        WHOLE,
        "static T power(T base, int exponent) {
        T result = 1;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result *= base;
            }
            base *= base;
            exponent >>= 1;
        }
        return result;
    }",
        "r = power(3, 1000);",
    ),
    (
        "bits",
        WHOLE,
        "static int bits(T value) {
        int count = 0;
        while (value != 0) {
            value &= value - 1;
            count++;
        }
        return count;
    }",
        "r = bits(1048575);",
    ),
    (
        "hash",
        WHOLE,
        "static T hash(T[] values) {
        T hash = 17;
        for (int i = 0; i < values.length; i++) {
            hash = 31 * hash + (values[i] ^ (values[i] >>> 7));
        }
        return hash;
    }",
        "r = hash(A);",
    ),
    (
        "factorial",
        WHOLE,
        "static T factorial(T n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }",
        "r = factorial(12);",
    ),
    (
        "towers",
        INT,
        "static int moves(int discs, int from, int to, int over) {
        if (discs == 0) {
            return 0;
        }
        return moves(discs - 1, from, over, to) + 1 + moves(discs - 1, over, to, from);
    }",
        "r = moves(5, 0, 2, 1);",
    ),
    (
        "sieve",
        INT,
        "static int primes(boolean[] composite) {
        int count = 0;
        for (int i = 2; i < composite.length; i++) {
            composite[i] = false;
        }
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                count++;
                for (int j = i * i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        return count;
    }
    static final boolean[] COMPOSITE = new boolean[100];",
        "r = primes(COMPOSITE);",
    ),
    (
        "binary_search",
        INT,
        "static final int[] SORTED = new int[64];
    static {
        for (int i = 0; i < SORTED.length; i++) {
            SORTED[i] = 3 * i;
        }
    }
    static int find(int[] values, int key) {
        int low = 0;
        int high = values.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (values[middle] < key) {
                low = middle + 1;
            } else if (values[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }",
        "r = find(SORTED, 33) + find(SORTED, 100) + find(SORTED, 186);",
    ),
    (
        "collatz",
        LONG,
        "static int steps(long n) {
        int steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }",
        "r = steps(27);",
    ),
    (
        "checksum",
        INT,
        "static int checksum(int[] values) {
        int sum = -1;
        for (int value : values) {
            sum ^= value;
            for (int bit = 0; bit < 8; bit++) {
                if ((sum & 1) != 0) {
                    sum = (sum >>> 1) ^ 0xEDB88320;
                } else {
                    sum >>>= 1;
                }
            }
        }
        return ~sum;
    }",
        "r = checksum(A);",
    ),
    (
        "histogram",
        INT,
        "static final int[] COUNTS = new int[16];
    static void count(int[] values, int[] counts) {
        for (int i = 0; i < values.length; i++) {
            counts[values[i] & 15]++;
        }
    }",
        "count(A, COUNTS);",
    ),
    (
        "letters",
        INT,
        "static final char[] TEXT = \"the quick brown fox jumps over the lazy dog\".toCharArray();
    static int vowels(char[] text) {
        int count = 0;
        for (int i = 0; i < text.length; i++) {
            switch (text[i]) {
                case 'a':
                case 'e':
                case 'i':
                case 'o':
                case 'u':
                    count++;
                    break;
                default:
                    break;
            }
        }
        return count;
    }",
        "r = vowels(TEXT);",
    ),
    (
        "linked_list",
        INT,
        "static final C LIST = list(20);
    static C list(int length) {
        C first = null;
        for (int i = 0; i < length; i++) {
            C c = new C();
            c.fi = i;
            c.next = first;
            first = c;
        }
        return first;
    }
    static int sum(C first) {
        int sum = 0;
        for (C c = first; c != null; c = c.next) {
            sum += c.getFi();
        }
        return sum;
    }",
        "r = sum(LIST);",
    ),
    (
        "objects",
        INT,
        "static int sides(int count) {
        int sides = 0;
        for (int i = 0; i < count; i++) {
            C c = i % 2 == 0 ? new C() : new Point(i, count);
            c.setFi(i);
            sides += c.sides() + c.getFi();
        }
        return sides;
    }",
        "r = sides(16);",
    ),
    (
        "accumulator",
        INT,
        "static int accumulate(C c, int times) {
        c.fi = 0;
        for (int i = 0; i < times; i++) {
            c.fi += i;
            c.fl = c.fl + 1;
            C.gi = c.add(C.gi, i);
        }
        return c.fi;
    }
    static final C OBJECT = C.filled();",
        "r = accumulate(OBJECT, 24);",
    ),
];

/// All algorithms, each with its number and what it needs besides its data.
pub(super) fn all() -> impl Iterator<Item = (u32, &'static Algorithm, &'static str)> {
    let flat = ALGORITHMS.iter().map(|algorithm| (algorithm, ""));
    let tables = TABLES.iter().map(|algorithm| (algorithm, GRIDS));
    flat.chain(tables)
        .zip(0..)
        .map(|((algorithm, grids), number)| (number, algorithm, grids))
}

/// The data and members of an algorithm for a type.
pub(super) fn members(of: &str, grids: &str, members: &str) -> String {
    let members = format!("{DATA}\n    {grids}{members}");
    rename(&members, &[("T", of.to_owned())])
}

/// All algorithms, a program for each type. A held-out algorithm is held out in all types, because one type would reveal the
/// others.
pub(super) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for (number, (name, types, own, statement), grids) in all() {
        for of in *types {
            let mut snippet = Snippet::new(format!("algorithm_{name}_{of}"), ProgramKind::Kernel);
            snippet.members = members(of, grids, own);
            snippet.declarations = format!("{of} r = 0;");
            snippet.statements = vec![(*statement).to_owned()];
            sources.push(Source {
                held_out: number % HELD_OUT_STEP == 0,
                ..snippet.source()
            });
        }
    }
    sources
}
