//! Recursion, objects whose classes decide which method runs, and objects that are created.

use super::decision::Decision;

pub(super) const OBJECTS_AND_RECURSION: &[Decision] = &[
    Decision {
        name: "partitions",
        sizes: &[600],
        members: "static final int[] A = numbers(SIZE, 100000), X = new int[SIZE];
    static void split(int[] x, int from, int to) {
        if (from >= to) {
            return;
        }
        int pivot = x[from + to >>> 1], i = from, j = to;
        while (i <= j) {
            while (x[i] < pivot) {
                i++;
            }
            while (x[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int moved = x[i];
                x[i++] = x[j];
                x[j--] = moved;
            }
        }
        split(x, from, j);
        split(x, i, to);
    }
    static int all(int[] a, int[] x) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        split(x, 0, x.length - 1);
        return x[0];
    }",
        statement: "r = all(A, X);",
    },
    Decision {
        name: "two_calls",
        sizes: &[9, 15],
        members: "static int paths(int n) {
        if (n < 2) {
            return n + 1;
        }
        return paths(n - 1) + paths(n - 2);
    }",
        statement: "r = paths(SIZE);",
    },
    Decision {
        name: "down",
        sizes: &[12, 120],
        members: "static int weight(int n, int by) {
        return n == 0 ? by : weight(n - 1, by) + (n ^ by);
    }",
        statement: "r = weight(SIZE, 3);",
    },
    Decision {
        name: "choices",
        sizes: &[11],
        members: "static final int[] WEIGHTS = numbers(SIZE, 40);
    static int best(int[] weights, int at, int left) {
        if (at == weights.length || left <= 0) {
            return 0;
        }
        int without = best(weights, at + 1, left);
        if (weights[at] > left) {
            return without;
        }
        int with = weights[at] + best(weights, at + 1, left - weights[at]);
        return with > without ? with : without;
    }",
        statement: "r = best(WEIGHTS, 0, 100);",
    },
    Decision {
        name: "ordered_tree",
        sizes: &[500],
        members: "static final class Node {
        int key;
        Node left, right;
    }
    static final int[] KEYS = numbers(SIZE, 100000), ASKED = numbers(300, 100000);
    static final Node ROOT = grown(KEYS);
    static Node grown(int[] keys) {
        Node root = null;
        for (int key : keys) {
            root = with(root, key);
        }
        return root;
    }
    static Node with(Node node, int key) {
        if (node == null) {
            Node leaf = new Node();
            leaf.key = key;
            return leaf;
        }
        if (key < node.key) {
            node.left = with(node.left, key);
        } else {
            node.right = with(node.right, key);
        }
        return node;
    }
    static int found(Node root, int[] asked) {
        int steps = 0;
        for (int key : asked) {
            Node node = root;
            while (node != null && node.key != key) {
                node = key < node.key ? node.left : node.right;
                steps++;
            }
        }
        return steps;
    }
    static int depth(Node node) {
        if (node == null) {
            return 0;
        }
        int left = depth(node.left), right = depth(node.right);
        return 1 + (left > right ? left : right);
    }",
        statement: "r = found(ROOT, ASKED) + depth(ROOT);",
    },
    Decision {
        name: "kinds",
        sizes: &[1, 2, 4],
        members: "static abstract class Shape {
        int width = 3;
        abstract int area(int by);
    }
    static final class Square extends Shape {
        int area(int by) {
            return width * width + by;
        }
    }
    static final class Strip extends Shape {
        int area(int by) {
            return width + by;
        }
    }
    static final class Wedge extends Shape {
        int area(int by) {
            return (width * by) / 2;
        }
    }
    static final class Point extends Shape {
        int area(int by) {
            return by;
        }
    }
    static final Shape[] SHAPES = shapes(numbers(3000, SIZE));
    static Shape[] shapes(int[] kinds) {
        Shape[] shapes = new Shape[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            shapes[i] = kinds[i] == 0 ? new Square() : kinds[i] == 1 ? new Strip() : kinds[i] == 2 ? new Wedge() : new Point();
        }
        return shapes;
    }
    static int areas(Shape[] shapes) {
        int sum = 0;
        for (Shape shape : shapes) {
            sum += shape.area(2);
        }
        return sum;
    }",
        statement: "r = areas(SHAPES);",
    },
    Decision {
        name: "interfaces",
        sizes: &[1, 3],
        members: "interface Rule {
        int apply(int value);
    }
    static final class Twice implements Rule {
        public int apply(int value) {
            return 2 * value;
        }
    }
    static final class Less implements Rule {
        public int apply(int value) {
            return value - 1;
        }
    }
    static final class Half implements Rule {
        public int apply(int value) {
            return value >> 1;
        }
    }
    static final Rule[] RULES = rules(numbers(2000, SIZE));
    static Rule[] rules(int[] kinds) {
        Rule[] rules = new Rule[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            rules[i] = kinds[i] == 0 ? new Twice() : kinds[i] == 1 ? new Less() : new Half();
        }
        return rules;
    }
    static int applied(Rule[] rules, int value) {
        for (int i = 0; i < rules.length; i++) {
            value = rules[i].apply(value);
        }
        return value;
    }",
        statement: "r = applied(RULES, 9);",
    },
    Decision {
        name: "divisors",
        sizes: &[300],
        members: "static final int[] A = numbers(SIZE, 4000), B = numbers(SIZE, 4000);
    static int common(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
    static int all(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += common(a[i], b[i]);
        }
        return sum;
    }",
        statement: "r = all(A, B);",
    },
    Decision {
        name: "small_objects",
        sizes: &[1500],
        members: "static final class Pair {
        final int first;
        Pair second;
        Pair(int first, Pair second) {
            this.first = first;
            this.second = second;
        }
    }
    static Pair chain(int length) {
        Pair chain = null;
        for (int i = 0; i < length; i++) {
            chain = new Pair(i, chain);
        }
        return chain;
    }
    static Pair kept;",
        statement: "kept = chain(SIZE);",
    },
    Decision {
        name: "small_arrays",
        sizes: &[2, 8, 32],
        members: "static final int[] A = numbers(400, 3);
    static int[][] rows(int[] a, int size) {
        int[][] rows = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int[] row = new int[size + a[i]];
            row[0] = i;
            row[a[i]] = a[i];
            rows[i] = row;
        }
        return rows;
    }
    static int[][] kept;",
        statement: "kept = rows(A, SIZE);",
    },
    Decision {
        name: "chains",
        sizes: &[64],
        members: "static final class Entry {
        long key;
        int value;
        Entry next;
    }
    static final Entry[] TABLE = new Entry[SIZE];
    static final int[] KEYS = numbers(400, 300);
    static int counted(Entry[] table, int[] keys) {
        for (int i = 0; i < table.length; i++) {
            table[i] = null;
        }
        int most = 0;
        for (int key : keys) {
            int slot = (key * 31 ^ key >>> 3) & table.length - 1;
            Entry entry = table[slot];
            while (entry != null && entry.key != key) {
                entry = entry.next;
            }
            if (entry == null) {
                entry = new Entry();
                entry.key = key;
                entry.next = table[slot];
                table[slot] = entry;
            }
            if (++entry.value > most) {
                most = entry.value;
            }
        }
        return most;
    }",
        statement: "r = counted(TABLE, KEYS);",
    },
    Decision {
        name: "collatz",
        sizes: &[60],
        members: "static int steps(long from) {
        int steps = 0;
        for (long n = from; n != 1; steps++) {
            if ((n & 1) == 0) {
                n /= 2;
            } else {
                n = 3 * n + 1;
            }
        }
        return steps;
    }
    static int all(int most) {
        int sum = 0;
        for (int n = 1; n <= most; n++) {
            sum += steps(n);
        }
        return sum;
    }",
        statement: "r = all(SIZE);",
    },
];
