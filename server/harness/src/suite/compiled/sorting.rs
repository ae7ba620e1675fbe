//! Whole algorithms that sort and search arrays, or work on tables of numbers.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT, REAL, WHOLE};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "quick_sort",
        types: ALL,
        sizes: &[64, 1024],
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE];
    static void sort(T[] x, int from, int to) {
        while (from < to) {
            T pivot = x[(from + to) >>> 1];
            int i = from, j = to;
            while (i <= j) {
                while (x[i] < pivot) {
                    i++;
                }
                while (x[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    T t = x[i];
                    x[i++] = x[j];
                    x[j--] = t;
                }
            }
            sort(x, from, j);
            from = i;
        }
    }
    static void sorted(T[] a, T[] x) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        sort(x, 0, x.length - 1);
    }",
        statement: "sorted(A, X); r += X[3];",
    },
    Family {
        name: "merge_sort",
        types: WHOLE,
        sizes: &[64, 1024],
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE], Y = new T[SIZE];
    static void sort(T[] a, T[] x, T[] y) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int width = 1; width < x.length; width *= 2) {
            for (int from = 0; from < x.length; from += 2 * width) {
                int middle = Math.min(from + width, x.length), to = Math.min(from + 2 * width, x.length);
                int i = from, j = middle;
                for (int k = from; k < to; k++) {
                    if (i < middle && (j >= to || x[i] <= x[j])) {
                        y[k] = x[i++];
                    } else {
                        y[k] = x[j++];
                    }
                }
            }
            T[] t = x;
            x = y;
            y = t;
        }
    }",
        statement: "sort(A, X, Y); r += X[3];",
    },
    Family {
        name: "heap_sort",
        types: WHOLE,
        sizes: &[64, 1024],
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE];
    static void sift(T[] x, int root, int size) {
        T moved = x[root];
        int child;
        while ((child = 2 * root + 1) < size) {
            if (child + 1 < size && x[child + 1] > x[child]) {
                child++;
            }
            if (moved >= x[child]) {
                break;
            }
            x[root] = x[child];
            root = child;
        }
        x[root] = moved;
    }
    static void sort(T[] a, T[] x) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int i = x.length / 2 - 1; i >= 0; i--) {
            sift(x, i, x.length);
        }
        for (int end = x.length - 1; end > 0; end--) {
            T t = x[0];
            x[0] = x[end];
            x[end] = t;
            sift(x, 0, end);
        }
    }",
        statement: "sort(A, X); r += X[3];",
    },
    Family {
        name: "radix_sort",
        types: INT,
        sizes: &[64, 1024],
        members: "static int[] A = Data.fill(new int[SIZE], 1), X = new int[SIZE], Y = new int[SIZE], COUNTS = new int[17];
    static void sort(int[] a, int[] x, int[] y, int[] counts) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int shift = 0; shift < 12; shift += 4) {
            for (int i = 0; i < counts.length; i++) {
                counts[i] = 0;
            }
            for (int i = 0; i < x.length; i++) {
                counts[(x[i] >> shift & 15) + 1]++;
            }
            for (int i = 1; i < counts.length; i++) {
                counts[i] += counts[i - 1];
            }
            for (int i = 0; i < x.length; i++) {
                y[counts[x[i] >> shift & 15]++] = x[i];
            }
            int[] t = x;
            x = y;
            y = t;
        }
    }",
        statement: "sort(A, X, Y, COUNTS); r += X[3];",
    },
    Family {
        name: "bubble_sort",
        types: ALL,
        sizes: &[16, 96],
        members: "static T[] A = Data.fill(new T[SIZE], 1), X = new T[SIZE];
    static void sort(T[] a, T[] x) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int end = x.length - 1; end > 0; end--) {
            for (int i = 0; i < end; i++) {
                if (x[i] > x[i + 1]) {
                    T t = x[i];
                    x[i] = x[i + 1];
                    x[i + 1] = t;
                }
            }
        }
    }",
        statement: "sort(A, X); r += X[3];",
    },
    Family {
        name: "matrix_product",
        types: ALL,
        sizes: &[8, 32, 96],
        members: "static T[][] A = table(1), B = table(9), X = table(5);
    static T[][] table(int seed) {
        T[][] rows = new T[SIZE][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Data.fill(new T[SIZE], seed + i);
        }
        return rows;
    }
    static void product(T[][] a, T[][] b, T[][] x) {
        int n = a.length;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                T sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                x[i][j] = sum;
            }
        }
    }",
        statement: "product(A, B, X); r += X[1][1];",
    },
    Family {
        name: "elimination",
        types: REAL,
        sizes: &[8, 32],
        members: "static T[][] A = table(), X = table();
    static T[][] table() {
        T[][] rows = new T[SIZE][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Data.fill(new T[SIZE], i + 1);
            rows[i][i] += 1000;
        }
        return rows;
    }
    static T determinant(T[][] a, T[][] x) {
        int n = a.length;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x[i][j] = a[i][j];
            }
        }
        T sum = 0;
        for (int k = 0; k < n; k++) {
            T pivot = x[k][k];
            sum += pivot;
            for (int i = k + 1; i < n; i++) {
                T factor = x[i][k] / pivot;
                for (int j = k; j < n; j++) {
                    x[i][j] -= factor * x[k][j];
                }
            }
        }
        return sum;
    }",
        statement: "r += determinant(A, X);",
    },
    Family {
        name: "shortest_paths",
        types: INT,
        sizes: &[8, 32],
        members: "static int[] A = Data.fill(new int[SIZE * SIZE], 1), X = new int[SIZE * SIZE];
    static int N = SIZE;
    static void paths(int[] a, int[] x, int n) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                int first = x[i * n + k];
                for (int j = 0; j < n; j++) {
                    int length = first + x[k * n + j];
                    if (length < x[i * n + j]) {
                        x[i * n + j] = length;
                    }
                }
            }
        }
    }",
        statement: "paths(A, X, N + zero); r += X[5];",
    },
    Family {
        name: "breadth_first_search",
        types: INT,
        sizes: &[16, 48],
        members: "static int N = SIZE;
    static int[] WALLS = Data.fill(new int[SIZE * SIZE], 1), QUEUE = new int[SIZE * SIZE], STEPS = new int[SIZE * SIZE];
    static int search(int[] walls, int[] queue, int[] steps, int n) {
        for (int i = 0; i < steps.length; i++) {
            steps[i] = walls[i] > 200 ? -2 : -1;
        }
        int head = 0, tail = 1;
        queue[0] = 0;
        steps[0] = 0;
        while (head < tail) {
            int at = queue[head++];
            int row = at / n, column = at % n;
            for (int side = 0; side < 4; side++) {
                int y = row + (side == 0 ? 1 : side == 1 ? -1 : 0), x = column + (side == 2 ? 1 : side == 3 ? -1 : 0);
                if (y >= 0 && y < n && x >= 0 && x < n && steps[y * n + x] == -1) {
                    steps[y * n + x] = steps[at] + 1;
                    queue[tail++] = y * n + x;
                }
            }
        }
        return tail;
    }",
        statement: "r += search(WALLS, QUEUE, STEPS, N + zero);",
    },
    Family {
        name: "union_find",
        types: INT,
        sizes: &[64, 1024],
        members: "static int[] A = Data.shuffled(SIZE, 1), B = Data.shuffled(SIZE, 2), ROOTS = new int[SIZE];
    static int root(int[] roots, int of) {
        while (roots[of] != of) {
            roots[of] = roots[roots[of]];
            of = roots[of];
        }
        return of;
    }
    static int groups(int[] a, int[] b, int[] roots) {
        for (int i = 0; i < roots.length; i++) {
            roots[i] = i;
        }
        int groups = roots.length;
        for (int i = 0; i < roots.length / 2; i++) {
            int x = root(roots, a[i]), y = root(roots, b[i]);
            if (x != y) {
                roots[x] = y;
                groups--;
            }
        }
        return groups;
    }",
        statement: "r += groups(A, B, ROOTS);",
    },
    Family {
        name: "hash_table",
        types: INT,
        sizes: &[64, 1024],
        members: "static int[] KEYS = Data.shuffled(SIZE, 3), TABLE = new int[2 * SIZE], COUNTS = new int[2 * SIZE];
    static int place(int[] table, int key) {
        int at = key * 0x9E3779B9 >>> 7 & table.length - 1;
        while (table[at] != 0 && table[at] != key) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }
    static int count(int[] keys, int[] table, int[] counts) {
        for (int i = 0; i < table.length; i++) {
            table[i] = 0;
            counts[i] = 0;
        }
        for (int i = 0; i < keys.length; i++) {
            int at = place(table, keys[i] % 50 + 1);
            table[at] = keys[i] % 50 + 1;
            counts[at]++;
        }
        return counts[place(table, 7)];
    }",
        statement: "r += count(KEYS, TABLE, COUNTS);",
    },
    Family {
        name: "priority_queue",
        types: WHOLE,
        sizes: &[64, 512],
        members: "static T[] A = Data.fill(new T[SIZE], 1), HEAP = new T[SIZE + 1];
    static T drain(T[] a, T[] heap) {
        int size = 0;
        for (int i = 0; i < a.length; i++) {
            int at = size++;
            while (at > 0 && heap[at - 1 >> 1] > a[i]) {
                heap[at] = heap[at - 1 >> 1];
                at = at - 1 >> 1;
            }
            heap[at] = a[i];
        }
        T sum = 0;
        while (size > 0) {
            sum = sum * 3 + heap[0];
            T last = heap[--size];
            int at = 0, child;
            while ((child = 2 * at + 1) < size) {
                if (child + 1 < size && heap[child + 1] < heap[child]) {
                    child++;
                }
                if (last <= heap[child]) {
                    break;
                }
                heap[at] = heap[child];
                at = child;
            }
            heap[at] = last;
        }
        return sum;
    }",
        statement: "r += drain(A, HEAP);",
    },
    Family {
        name: "queens",
        types: INT,
        sizes: &[4, 6],
        members: "static int N = SIZE;
    static int place(int n, int columns, int left, int right) {
        int all = (1 << n) - 1;
        if (columns == all) {
            return 1;
        }
        int count = 0;
        for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
            int queen = free & -free;
            count += place(n, columns | queen, (left | queen) << 1, (right | queen) >> 1);
        }
        return count;
    }",
        statement: "r += place(N + zero, 0, 0, 0);",
    },
    Family {
        name: "permutations",
        types: INT,
        sizes: &[4, 6],
        members: "static int[] X = new int[SIZE];
    static int permute(int[] x, int from) {
        if (from == x.length) {
            return x[0] < x[x.length - 1] ? 1 : 0;
        }
        int count = 0;
        for (int i = from; i < x.length; i++) {
            int t = x[from]; x[from] = x[i]; x[i] = t;
            count += permute(x, from + 1);
            t = x[from]; x[from] = x[i]; x[i] = t;
        }
        return count;
    }
    static int all(int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        return permute(x, 0);
    }",
        statement: "r += all(X);",
    },
];
