//! Small hand-written methods over arrays of arrays and tables: dynamic programming, neighbours in a grid, triangles.

use super::algorithm::{ALL, Algorithm, INT, WHOLE};

/// A grid that is never written and one that is.
pub(super) const GRIDS: &str = "static final T[][] GRID = grid(), OTHER = new T[8][8];
    static T[][] grid() {
        T[][] rows = new T[8][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = java.util.Arrays.copyOfRange(A, i, i + 8);
        }
        return rows;
    }
    ";

pub(super) const TABLES: &[Algorithm] = &[
    (
        "grid_transposition",
        ALL,
        "static void transpose(T[][] from, T[][] to) {
        for (int i = 0; i < from.length; i++) {
            for (int j = 0; j < from[i].length; j++) {
                to[j][i] = from[i][j];
            }
        }
    }",
        "transpose(GRID, OTHER);",
    ),
    (
        "summed_area",
        ALL,
        "static void areas(T[][] from, T[][] to) {
        for (int i = 1; i < from.length; i++) {
            for (int j = 1; j < from[i].length; j++) {
                to[i][j] = from[i][j] + to[i - 1][j] + to[i][j - 1] - to[i - 1][j - 1];
            }
        }
    }",
        "areas(GRID, OTHER);",
    ),
    (
        "five_points",
        ALL,
        "static void smooth(T[][] from, T[][] to, int n) {
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1] + from[i][j]) / 5;
            }
        }
    }",
        "smooth(GRID, OTHER, 8);",
    ),
    (
        "flat_addition",
        ALL,
        "static void add(T[] a, T[] b, T[] sum, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum[i * n + j] = a[i * n + j] + b[i * n + j];
            }
        }
    }",
        "add(A, B, X, 6);",
    ),
    (
        "convolution",
        ALL,
        "static void convolve(T[] from, T[] weights, T[] to, int n, int m) {
        for (int i = 0; i < n - m; i++) {
            T sum = 0;
            for (int k = 0; k < m; k++) {
                sum += from[i + k] * weights[k];
            }
            to[i] = sum;
        }
    }",
        "convolve(A, B, X, 24, 5);",
    ),
    (
        "row_maxima",
        ALL,
        "static T maxima(T[][] rows) {
        T sum = 0;
        for (T[] row : rows) {
            T largest = row[0];
            for (int j = 1; j < row.length; j++) {
                if (row[j] > largest) {
                    largest = row[j];
                }
            }
            sum += largest;
        }
        return sum;
    }",
        "r = maxima(GRID);",
    ),
    (
        "outer_product",
        ALL,
        "static void product(T[] a, T[] b, T[] to, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                to[i * n + j] = a[i] * b[j];
            }
        }
    }",
        "product(A, B, X, 6);",
    ),
    (
        "triangle",
        ALL,
        "static T sum(T[][] rows) {
        T sum = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = i; j < rows.length; j++) {
                sum += rows[i][j];
            }
        }
        return sum;
    }",
        "r = sum(GRID);",
    ),
    (
        "binomials",
        WHOLE,
        "static T choose(T[][] table, int n) {
        for (int i = 0; i < n; i++) {
            table[i][0] = 1;
            table[i][i] = 1;
            for (int j = 1; j < i; j++) {
                table[i][j] = table[i - 1][j - 1] + table[i - 1][j];
            }
        }
        return table[n - 1][n / 2];
    }",
        "r = choose(OTHER, 8);",
    ),
    (
        "edit_distance",
        INT,
        "static int distance(int[] a, int[] b, int[][] table, int n) {
        for (int i = 0; i < n; i++) {
            table[i][0] = i;
            table[0][i] = i;
        }
        for (int i = 1; i < n; i++) {
            for (int j = 1; j < n; j++) {
                int cost = (a[i - 1] & 3) == (b[j - 1] & 3) ? 0 : 1;
                int best = table[i - 1][j - 1] + cost;
                if (table[i - 1][j] + 1 < best) {
                    best = table[i - 1][j] + 1;
                }
                if (table[i][j - 1] + 1 < best) {
                    best = table[i][j - 1] + 1;
                }
                table[i][j] = best;
            }
        }
        return table[n - 1][n - 1];
    }",
        "r = distance(A, B, OTHER, 8);",
    ),
    (
        "common_subsequence",
        INT,
        "static final int[] TABLE = new int[48];
    static int longest(int[] a, int[] b, int[] table, int n) {
        for (int i = 1; i < n; i++) {
            for (int j = 1; j < n; j++) {
                if ((a[i] & 3) == (b[j] & 3)) {
                    table[i * n + j] = table[(i - 1) * n + j - 1] + 1;
                } else {
                    table[i * n + j] = Math.max(table[(i - 1) * n + j], table[i * n + j - 1]);
                }
            }
        }
        return table[n * n - 1];
    }",
        "r = longest(A, B, TABLE, 6);",
    ),
    (
        "knapsack",
        INT,
        "static int most(int[] weights, int[] values, int[] best, int room) {
        for (int w = 0; w <= room; w++) {
            best[w] = 0;
        }
        for (int i = 0; i < 6; i++) {
            int weight = (weights[i] & 7) + 1;
            for (int w = room; w >= weight; w--) {
                int with = best[w - weight] + values[i];
                if (with > best[w]) {
                    best[w] = with;
                }
            }
        }
        return best[room];
    }",
        "r = most(A, B, X, 20);",
    ),
    (
        "life",
        INT,
        "static void next(int[][] from, int[][] to) {
        for (int i = 1; i < from.length - 1; i++) {
            for (int j = 1; j < from[i].length - 1; j++) {
                int alive = 0;
                for (int y = i - 1; y <= i + 1; y++) {
                    for (int x = j - 1; x <= j + 1; x++) {
                        alive += from[y][x] & 1;
                    }
                }
                to[i][j] = alive == 3 || alive == 4 && (from[i][j] & 1) == 1 ? 1 : 0;
            }
        }
    }",
        "next(GRID, OTHER);",
    ),
];
