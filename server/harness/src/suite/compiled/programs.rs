//! Whole algorithms over text, bytes, numbers and objects.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT, LONG, REAL, WHOLE};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "mandelbrot",
        types: REAL,
        sizes: &[8, 24],
        members: "static int N = SIZE;
    static int inside(int n) {
        int inside = 0;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                T cr = (T) 2 * x / n - (T) 1.5, ci = (T) 2 * y / n - 1, zr = 0, zi = 0;
                int round = 0;
                while (round < 50 && zr * zr + zi * zi < 4) {
                    T t = zr * zr - zi * zi + cr;
                    zi = 2 * zr * zi + ci;
                    zr = t;
                    round++;
                }
                inside += round;
            }
        }
        return inside;
    }",
        statement: "r += inside(N + zero);",
    },
    Family {
        name: "bodies",
        types: REAL,
        sizes: &[4, 16],
        members: "static final class Body { T x, y, z, vx, vy, vz, mass; }
    static Body[] BODIES = bodies();
    static Body[] bodies() {
        Body[] bodies = new Body[SIZE];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
            bodies[i].x = 10 * i;
            bodies[i].y = 7 * i * i;
            bodies[i].z = 3 - i;
            bodies[i].mass = i + 1;
        }
        return bodies;
    }
    static void advance(Body[] bodies, T dt) {
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                T dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                T squared = dx * dx + dy * dy + dz * dz;
                T force = dt / (squared * (T) Math.sqrt(squared));
                a.vx -= dx * b.mass * force;
                a.vy -= dy * b.mass * force;
                a.vz -= dz * b.mass * force;
                b.vx += dx * a.mass * force;
                b.vy += dy * a.mass * force;
                b.vz += dz * a.mass * force;
            }
        }
        for (Body body : bodies) {
            body.x += dt * body.vx;
            body.y += dt * body.vy;
            body.z += dt * body.vz;
        }
    }",
        statement: "advance(BODIES, (T) 0.001 * (1 + zero));",
    },
    Family {
        name: "spectral_norm",
        types: &["double"],
        sizes: &[8, 48],
        members: "static double[] U = Data.fill(new double[SIZE], 1), X = new double[SIZE];
    static double element(int i, int j) {
        return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
    }
    static void multiply(double[] u, double[] x) {
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            for (int j = 0; j < u.length; j++) {
                sum += element(i, j) * u[j];
            }
            x[i] = sum;
        }
    }",
        statement: "multiply(U, X); r += X[2];",
    },
    Family {
        name: "fourier_transform",
        types: REAL,
        sizes: &[32, 512],
        members: "static T[] A = Data.fill(new T[SIZE], 1), RE = new T[SIZE], IM = new T[SIZE], COS = new T[SIZE], SIN = new T[SIZE];
    static {
        for (int i = 0; i < COS.length; i++) {
            COS[i] = (T) Math.cos(2 * Math.PI * i / SIZE);
            SIN[i] = (T) Math.sin(2 * Math.PI * i / SIZE);
        }
    }
    static void transform(T[] a, T[] re, T[] im, T[] cos, T[] sin) {
        int n = a.length;
        for (int i = 0, j = 0; i < n; i++) {
            re[j] = a[i];
            im[j] = 0;
            int bit = n >> 1;
            while (bit > 0 && (j & bit) != 0) {
                j ^= bit;
                bit >>= 1;
            }
            j |= bit;
        }
        for (int half = 1; half < n; half *= 2) {
            int step = n / (2 * half);
            for (int from = 0; from < n; from += 2 * half) {
                for (int k = 0; k < half; k++) {
                    int p = from + k, q = p + half;
                    T wr = cos[k * step], wi = -sin[k * step];
                    T tr = re[q] * wr - im[q] * wi, ti = re[q] * wi + im[q] * wr;
                    re[q] = re[p] - tr;
                    im[q] = im[p] - ti;
                    re[p] += tr;
                    im[p] += ti;
                }
            }
        }
    }",
        statement: "transform(A, RE, IM, COS, SIN); r += RE[1];",
    },
    Family {
        name: "cyclic_checksum",
        types: INT,
        sizes: &[64, 1024],
        members: "static byte[] A = Data.fill(new byte[SIZE], 1);
    static int[] TABLE = Data.fill(new int[256], 2);
    static int checksum(byte[] a, int[] table) {
        int sum = -1;
        for (byte b : a) {
            sum = sum >>> 8 ^ table[(sum ^ b) & 255];
        }
        return ~sum;
    }",
        statement: "r += checksum(A, TABLE);",
    },
    Family {
        name: "digest",
        types: WHOLE,
        sizes: &[64, 1024],
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static T rotated(T x, int by) {
        return x << by | x >>> 29;
    }
    static T digest(T[] message) {
        T a = 19, b = 7, c = 3, d = 11;
        for (int i = 0; i < message.length; i++) {
            T f = i % 3 == 0 ? b & c | ~b & d : i % 3 == 1 ? b ^ c ^ d : b & c | b & d | c & d;
            T t = rotated(a, 5) + f + message[i];
            d = c;
            c = rotated(b, 3);
            b = a;
            a = t;
        }
        return a ^ b ^ c ^ d;
    }",
        statement: "r += digest(A);",
    },
    Family {
        name: "base_64",
        types: INT,
        sizes: &[48, 768],
        members: "static byte[] A = Data.fill(new byte[SIZE], 1), X = new byte[SIZE / 3 * 4];
    static byte[] DIGITS = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\".getBytes();
    static void encode(byte[] a, byte[] x, byte[] digits) {
        for (int i = 0, j = 0; i < a.length; i += 3) {
            int three = (a[i] & 255) << 16 | (a[i + 1] & 255) << 8 | a[i + 2] & 255;
            x[j++] = digits[three >>> 18];
            x[j++] = digits[three >>> 12 & 63];
            x[j++] = digits[three >>> 6 & 63];
            x[j++] = digits[three & 63];
        }
    }",
        statement: "encode(A, X, DIGITS); r += X[5];",
    },
    Family {
        name: "run_lengths",
        types: INT,
        sizes: &[64, 1024],
        members: "static byte[] A = runs(), X = new byte[2 * SIZE];
    static byte[] runs() {
        byte[] a = Data.fill(new byte[SIZE], 1);
        for (int i = 1; i < a.length; i++) {
            if ((a[i] & 3) != 0) {
                a[i] = a[i - 1];
            }
        }
        return a;
    }
    static int encode(byte[] a, byte[] x) {
        int length = 0;
        for (int i = 0; i < a.length; ) {
            int begin = i;
            while (i < a.length && a[i] == a[begin] && i - begin < 127) {
                i++;
            }
            x[length++] = (byte) (i - begin);
            x[length++] = a[begin];
        }
        return length;
    }",
        statement: "r += encode(A, X);",
    },
    Family {
        name: "text_search",
        types: INT,
        sizes: &[64, 1024],
        members: "static char[] TEXT = Data.text(SIZE, 1), WORD = \"ababac\".toCharArray();
    static int[] BACK = new int[6];
    static int matches(char[] text, char[] word, int[] back) {
        back[0] = 0;
        for (int i = 1, k = 0; i < word.length; i++) {
            while (k > 0 && word[k] != word[i]) {
                k = back[k - 1];
            }
            if (word[k] == word[i]) {
                k++;
            }
            back[i] = k;
        }
        int longest = 0;
        for (int i = 0, k = 0; i < text.length; i++) {
            while (k > 0 && word[k] != text[i]) {
                k = back[k - 1];
            }
            if (word[k] == text[i] && ++k == word.length) {
                k = back[k - 1];
            }
            longest = k > longest ? k : longest;
        }
        return longest;
    }",
        statement: "r += matches(TEXT, WORD, BACK);",
    },
    Family {
        name: "word_counts",
        types: INT,
        sizes: &[64, 1024],
        members: "static char[] TEXT = Data.text(SIZE, 1);
    static int[] COUNTS = new int[64];
    static int count(char[] text, int[] counts) {
        int words = 0, hash = 0;
        boolean inside = false;
        for (char c : text) {
            if (c >= 'a' && c <= 'z') {
                hash = hash * 31 + c;
                inside = true;
            } else if (inside) {
                counts[hash & 63]++;
                words++;
                hash = 0;
                inside = false;
            }
        }
        return words;
    }",
        statement: "r += count(TEXT, COUNTS);",
    },
    Family {
        name: "numbers_in_text",
        types: LONG,
        sizes: &[64, 1024],
        members: "static char[] TEXT = digits();
    static char[] digits() {
        char[] text = Data.text(SIZE, 1);
        for (int i = 0; i < text.length; i++) {
            text[i] = text[i] < 'k' ? ' ' : (char) ('0' + text[i] % 10);
        }
        return text;
    }
    static long sum(char[] text) {
        long sum = 0;
        int at = 0;
        while (at < text.length) {
            if (text[at] == ' ') {
                at++;
                continue;
            }
            long number = 0;
            while (at < text.length && text[at] != ' ') {
                number = number * 10 + (text[at++] - '0');
            }
            sum += number;
        }
        return sum;
    }",
        statement: "r += sum(TEXT);",
    },
    Family {
        name: "big_product",
        types: LONG,
        sizes: &[4, 24],
        members: "static int[] A = Data.fill(new int[SIZE], 1), B = Data.fill(new int[SIZE], 2), X = new int[2 * SIZE];
    static void multiply(int[] a, int[] b, int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = 0;
        }
        for (int i = 0; i < a.length; i++) {
            long carry = 0;
            for (int j = 0; j < b.length; j++) {
                long sum = (a[i] & 0xFFFFFFFFL) * (b[j] & 0xFFFFFFFFL) + (x[i + j] & 0xFFFFFFFFL) + carry;
                x[i + j] = (int) sum;
                carry = sum >>> 32;
            }
            x[i + b.length] = (int) carry;
        }
    }",
        statement: "multiply(A, B, X); r += X[3];",
    },
    Family {
        name: "integration",
        types: REAL,
        sizes: &[16, 256],
        members: "static int N = SIZE;
    static T value(T x) {
        return x * x * x - 2 * x + 1 / (x + 1);
    }
    static T integral(T from, T to, int n) {
        T h = (to - from) / n;
        T sum = value(from) + value(to);
        for (int i = 1; i < n; i++) {
            sum += (i % 2 == 0 ? 2 : 4) * value(from + i * h);
        }
        return sum * h / 3;
    }",
        statement: "r += integral(zero, 3 + zero, N);",
    },
    Family {
        name: "blur",
        types: INT,
        sizes: &[16, 48],
        members: "static int N = SIZE;
    static byte[] A = Data.fill(new byte[SIZE * SIZE], 1), X = new byte[SIZE * SIZE];
    static void blur(byte[] a, byte[] x, int n) {
        for (int y = 1; y < n - 1; y++) {
            for (int i = 1; i < n - 1; i++) {
                int sum = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        sum += a[(y + dy) * n + i + dx] & 255;
                    }
                }
                x[y * n + i] = (byte) (sum / 9);
            }
        }
    }",
        statement: "blur(A, X, N + zero); r += X[N + 1];",
    },
    Family {
        name: "ray_hits",
        types: REAL,
        sizes: &[16, 128],
        members: "static final class Point3 {
        final T x, y, z;
        Point3(T x, T y, T z) { this.x = x; this.y = y; this.z = z; }
        Point3 minus(Point3 o) { return new Point3(x - o.x, y - o.y, z - o.z); }
        Point3 times(T f) { return new Point3(x * f, y * f, z * f); }
        T dot(Point3 o) { return x * o.x + y * o.y + z * o.z; }
    }
    static Point3[] CENTRES = centres();
    static Point3[] centres() {
        Point3[] centres = new Point3[SIZE];
        int[] dice = Data.fill(new int[3 * SIZE], 1);
        for (int i = 0; i < centres.length; i++) {
            centres[i] = new Point3(dice[3 * i] - 128, dice[3 * i + 1] - 128, dice[3 * i + 2]);
        }
        return centres;
    }
    static int hits(Point3[] centres, T radius) {
        Point3 origin = new Point3(0, 0, -300), direction = new Point3(0, (T) 0.6, (T) 0.8);
        int hits = 0;
        for (Point3 centre : centres) {
            Point3 to = centre.minus(origin);
            Point3 nearest = to.minus(direction.times(to.dot(direction)));
            if (nearest.dot(nearest) < radius * radius) {
                hits++;
            }
        }
        return hits;
    }",
        statement: "r += hits(CENTRES, 90 + zero);",
    },
    Family {
        name: "expression_tree",
        types: WHOLE,
        sizes: &[15, 255],
        members: "interface Term { T value(T x); }
    static final class Constant implements Term { final T c; Constant(T c) { this.c = c; } public T value(T x) { return c; } }
    static final class Variable implements Term { public T value(T x) { return x; } }
    static final class Sum implements Term {
        final Term a, b;
        Sum(Term a, Term b) { this.a = a; this.b = b; }
        public T value(T x) { return a.value(x) + b.value(x); }
    }
    static final class Product implements Term {
        final Term a, b;
        Product(Term a, Term b) { this.a = a; this.b = b; }
        public T value(T x) { return a.value(x) * b.value(x); }
    }
    static Term ROOT = grow(SIZE, 1);
    static Term grow(int nodes, int dice) {
        if (nodes <= 1) {
            return (dice >>> 16) % 2 == 0 ? new Constant(3) : new Variable();
        }
        dice = Data.next(dice);
        Term a = grow(nodes / 2, dice), b = grow(nodes - 1 - nodes / 2, Data.next(dice));
        return (dice >>> 18) % 2 == 0 ? new Sum(a, b) : new Product(a, b);
    }",
        statement: "r += ROOT.value(2 + zero);",
    },
    Family {
        name: "stack_machine",
        types: INT,
        sizes: &[64, 1024],
        members: "static byte[] CODE = Data.fill(new byte[SIZE], 1);
    static int[] STACK = new int[64];
    static int execute(byte[] code, int[] stack) {
        int top = 0;
        stack[0] = 1;
        for (int at = 0; at < code.length; at++) {
            int operation = code[at] & 7;
            if (operation < 3 || top < 1) {
                top = top + 1 & 63;
                stack[top] = code[at] + at;
            } else if (operation == 3) {
                stack[top - 1] += stack[top];
                top--;
            } else if (operation == 4) {
                stack[top - 1] *= stack[top];
                top--;
            } else if (operation == 5) {
                int t = stack[top];
                stack[top] = stack[top - 1];
                stack[top - 1] = t;
            } else if (operation == 6) {
                stack[top] = -stack[top];
            } else {
                top--;
            }
        }
        return stack[top] + top;
    }",
        statement: "r += execute(CODE, STACK);",
    },
    Family {
        name: "search_tree",
        types: INT,
        sizes: &[32, 512],
        members: "static final class Node { final int key; Node left, right; Node(int key) { this.key = key; } }
    static int[] KEYS = Data.shuffled(SIZE, 3);
    static Node insert(Node root, int key) {
        Node made = new Node(key);
        if (root == null) {
            return made;
        }
        for (Node at = root; ; ) {
            if (key < at.key) {
                if (at.left == null) {
                    at.left = made;
                    return root;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = made;
                    return root;
                }
                at = at.right;
            }
        }
    }
    static int height(Node node) {
        return node == null ? 0 : 1 + Math.max(height(node.left), height(node.right));
    }
    static int build(int[] keys) {
        Node root = null;
        for (int key : keys) {
            root = insert(root, key);
        }
        return height(root);
    }",
        statement: "r += build(KEYS);",
    },
    Family {
        name: "prefix_tree",
        types: INT,
        sizes: &[16, 128],
        members: "static final class Node { final Node[] children = new Node[8]; int count; }
    static int[] WORDS = Data.fill(new int[SIZE], 1);
    static Node ROOT = new Node();
    static int look(Node root, int[] words) {
        int sum = 0;
        for (int word : words) {
            Node at = root;
            for (int rest = word; rest > 0; rest >>= 3) {
                Node next = at.children[rest & 7];
                if (next == null) {
                    next = new Node();
                    at.children[rest & 7] = next;
                }
                at = next;
            }
            at.count++;
            sum += at.count;
        }
        return sum;
    }",
        statement: "r += look(new Node(), WORDS);",
    },
    Family {
        name: "recent_items",
        types: INT,
        sizes: &[64, 512],
        members: "static final class Entry { int key; Entry before, after; }
    static Entry HEAD = ring(16);
    static int[] KEYS = Data.fill(new int[SIZE], 1);
    static Entry ring(int size) {
        Entry head = new Entry();
        head.before = head;
        head.after = head;
        for (int i = 0; i < size; i++) {
            Entry entry = new Entry();
            entry.key = -1 - i;
            first(head, entry);
        }
        return head;
    }
    static void first(Entry head, Entry entry) {
        entry.after = head.after;
        entry.before = head;
        head.after.before = entry;
        head.after = entry;
    }
    static int misses(Entry head, int[] keys) {
        for (Entry entry = head.after; entry != head; entry = entry.after) {
            entry.key = -1;
        }
        int misses = 0;
        for (int key : keys) {
            key &= 31;
            Entry entry = head.after;
            while (entry != head && entry.key != key) {
                entry = entry.after;
            }
            if (entry == head) {
                misses++;
                entry = head.before;
                entry.key = key;
            }
            entry.before.after = entry.after;
            entry.after.before = entry.before;
            first(head, entry);
        }
        return misses;
    }",
        statement: "r += misses(HEAD, KEYS);",
    },
    Family {
        name: "levenshtein",
        types: INT,
        sizes: &[12, 64],
        members: "static char[] A = Data.text(SIZE, 1), B = Data.text(SIZE, 2);
    static int[] ROW = new int[SIZE + 1];
    static int distance(char[] a, char[] b, int[] row) {
        for (int j = 0; j <= b.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length; i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length; j++) {
                int above = row[j];
                int cost = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
                row[j] = Math.min(Math.min(above, row[j - 1]) + 1, cost);
                corner = above;
            }
        }
        return row[b.length];
    }",
        statement: "r += distance(A, B, ROW);",
    },
    Family {
        name: "divisors",
        types: WHOLE,
        sizes: &[16, 96],
        members: "static int N = SIZE;
    static T sum(int n) {
        T sum = 0;
        for (T i = 1; i <= n; i++) {
            for (T j = 1; j * j <= i; j++) {
                if (i % j == 0) {
                    sum += j + i / j;
                }
            }
        }
        return sum;
    }",
        statement: "r += sum(N + zero);",
    },
    Family {
        name: "many_primes",
        types: INT,
        sizes: &[256, 4096],
        members: "static boolean[] COMPOSITE = new boolean[SIZE];
    static int count(boolean[] composite) {
        for (int i = 0; i < composite.length; i++) {
            composite[i] = false;
        }
        int count = 0;
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                count++;
                for (int j = 2 * i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        return count;
    }",
        statement: "r += count(COMPOSITE);",
    },
    Family {
        name: "running_statistics",
        types: ALL,
        sizes: &[32, 1024],
        members: "static T[] A = Data.fill(new T[SIZE], 1);
    static T[] OUT = new T[4];
    static void collect(T[] a, T[] out) {
        T sum = 0, squares = 0, least = a[0], most = a[0];
        for (T x : a) {
            sum += x;
            squares += x * x;
            if (x < least) {
                least = x;
            }
            if (x > most) {
                most = x;
            }
        }
        out[0] = sum / a.length;
        out[1] = squares / a.length - out[0] * out[0];
        out[2] = least;
        out[3] = most;
    }",
        statement: "collect(A, OUT); r += OUT[1];",
    },
];
