//! Objects: fields, lists, trees, types; objects that escape, and objects that do not.

use super::family::Family;
use crate::suite::algorithm::{ALL, INT, REAL};

const LENGTHS: &[u32] = &[16, 256, 4096];

/// A list whose nodes are in memory in some order.
macro_rules! list {
    ($order:literal) => {
        concat!(
            "static final class Node { T amount; Node next; }
    static Node FIRST = list();
    static Node list() {
        Node[] nodes = new Node[SIZE];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node();
            nodes[i].amount = i;
        }
        int[] order = ",
            $order,
            ";
        for (int i = 1; i < nodes.length; i++) {
            nodes[order[i - 1]].next = nodes[order[i]];
        }
        return nodes[order[0]];
    }
    static int[] ordered(int length) {
        int[] order = new int[length];
        for (int i = 0; i < length; i++) {
            order[i] = i;
        }
        return order;
    }
    static T sum(Node node) {
        T sum = 0;
        while (node != null) {
            sum += node.amount;
            node = node.next;
        }
        return sum;
    }"
        )
    };
}

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "list_in_order",
        types: ALL,
        sizes: LENGTHS,
        members: list!("ordered(SIZE)"),
        statement: "r += sum(FIRST);",
    },
    Family {
        name: "list_shuffled",
        types: INT,
        sizes: &[256, 4096, 65536],
        members: list!("Data.shuffled(SIZE, 1)"),
        statement: "r += sum(FIRST);",
    },
    Family {
        name: "tree_sum",
        types: INT,
        sizes: &[15, 255, 4095],
        members: "static final class Tree {
        final int amount;
        final Tree left, right;
        Tree(int amount, Tree left, Tree right) { this.amount = amount; this.left = left; this.right = right; }
    }
    static Tree ROOT = grow(SIZE);
    static Tree grow(int nodes) {
        return nodes == 0 ? null : new Tree(nodes, grow(nodes / 2), grow(nodes - 1 - nodes / 2));
    }
    static int sum(Tree tree) {
        return tree == null ? 0 : tree.amount + sum(tree.left) + sum(tree.right);
    }",
        statement: "r += sum(ROOT);",
    },
    Family {
        name: "tree_search",
        types: INT,
        sizes: &[15, 255, 4095],
        members: "static final class Tree {
        final int key;
        Tree left, right;
        Tree(int key) { this.key = key; }
    }
    static Tree ROOT = grow(0, SIZE);
    static int[] KEYS = Data.shuffled(SIZE, 5);
    static Tree grow(int from, int to) {
        if (from >= to) {
            return null;
        }
        Tree tree = new Tree((from + to) >>> 1);
        tree.left = grow(from, tree.key);
        tree.right = grow(tree.key + 1, to);
        return tree;
    }
    static int find(Tree tree, int key) {
        int depth = 0;
        while (tree != null && tree.key != key) {
            tree = key < tree.key ? tree.left : tree.right;
            depth++;
        }
        return depth;
    }
    static int all(Tree tree, int[] keys, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += find(tree, keys[i]);
        }
        return sum;
    }",
        statement: "r += all(ROOT, KEYS, 15 + zero);",
    },
    Family {
        name: "fields",
        types: ALL,
        sizes: LENGTHS,
        members: "static final class State { T a, b; int count; }
    static State STATE = new State();
    static int N = SIZE;
    static void update(State state, int n) {
        for (int i = 0; i < n; i++) {
            state.a += i;
            state.b = state.a - state.b;
            state.count++;
        }
    }",
        statement: "update(STATE, N + zero); r += STATE.b;",
    },
    Family {
        name: "field_array",
        types: REAL,
        sizes: LENGTHS,
        members: "static final class Particle { T x, y, vx, vy; }
    static Particle[] PARTICLES = particles();
    static Particle[] particles() {
        Particle[] particles = new Particle[SIZE];
        for (int i = 0; i < particles.length; i++) {
            particles[i] = new Particle();
            particles[i].vx = i % 7 - 3;
            particles[i].vy = i % 5 - 2;
        }
        return particles;
    }
    static void move(Particle[] particles, T dt) {
        for (Particle particle : particles) {
            particle.x += particle.vx * dt;
            particle.y += particle.vy * dt;
            if (particle.x > 100 || particle.x < -100) {
                particle.x = 0;
            }
        }
    }",
        statement: "move(PARTICLES, zero);",
    },
    Family {
        name: "casts",
        types: INT,
        sizes: LENGTHS,
        members: "static class Part { int a = 1; }
    static final class Wheel extends Part { int b = 2; }
    static final class Door extends Part { int c = 3; }
    static Object[] PARTS = parts();
    static Object[] parts() {
        Object[] parts = new Object[SIZE];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = i % 3 == 0 ? new Wheel() : i % 3 == 1 ? new Door() : new Part();
        }
        return parts;
    }
    static int sum(Object[] parts) {
        int sum = 0;
        for (Object part : parts) {
            if (part instanceof Wheel) {
                sum += ((Wheel) part).b;
            } else if (part instanceof Door) {
                sum -= ((Door) part).c;
            } else {
                sum += ((Part) part).a;
            }
        }
        return sum;
    }",
        statement: "r += sum(PARTS);",
    },
    Family {
        name: "allocate_escaping",
        types: ALL,
        sizes: &[16, 256],
        members: "static final class Pair { final T a, b; Pair(T a, T b) { this.a = a; this.b = b; } }
    static Pair[] KEPT = new Pair[64];
    static int N = SIZE;
    static T make(Pair[] kept, T s, int n) {
        for (int i = 0; i < n; i++) {
            kept[i & 63] = new Pair(s, i);
            s += kept[i >> 1 & 63].a;
        }
        return s;
    }",
        statement: "make(KEPT, 1 + zero, N); r += KEPT[0].b;",
    },
    Family {
        name: "allocate_local",
        types: ALL,
        sizes: &[16, 256],
        members: "static final class Pair {
        final T a, b;
        Pair(T a, T b) { this.a = a; this.b = b; }
        Pair plus(Pair other) { return new Pair(a + other.a, b - other.b); }
    }
    static int N = SIZE;
    static T sum(T s, int n) {
        for (int i = 0; i < n; i++) {
            Pair pair = new Pair(s, i).plus(new Pair(1, s));
            s = pair.a - pair.b;
        }
        return s;
    }",
        statement: "r += sum(1 + zero, N);",
    },
    Family {
        name: "allocate_array",
        types: ALL,
        sizes: &[4, 32, 256, 2048],
        members: "static T[][] KEPT = new T[16][];
    static int N = SIZE;
    static void make(T[][] kept, int n) {
        for (int i = 0; i < kept.length; i++) {
            T[] cells = new T[n];
            cells[n >> 1] = i;
            kept[i] = cells;
        }
    }",
        statement: "make(KEPT, N + zero); r += KEPT[3][1];",
    },
    Family {
        name: "allocate_array_local",
        types: ALL,
        sizes: &[16, 256],
        members: "static int N = SIZE;
    static T sum(T s, int n) {
        for (int i = 0; i < n; i++) {
            T[] three = {s, i, 3};
            s = three[0] + three[1] * three[2];
        }
        return s;
    }",
        statement: "r += sum(1 + zero, N);",
    },
    Family {
        name: "allocate_list",
        types: INT,
        sizes: LENGTHS,
        members: "static final class Node { final int amount; final Node next; Node(int amount, Node next) { this.amount = amount; this.next = next; } }
    static Node LAST;
    static int N = SIZE;
    static Node build(int n) {
        Node first = null;
        for (int i = 0; i < n; i++) {
            first = new Node(i, first);
        }
        return first;
    }
    static int sum(Node node) {
        int sum = 0;
        for (; node != null; node = node.next) {
            sum += node.amount;
        }
        return sum;
    }",
        statement: "LAST = build(N + zero); r += sum(LAST);",
    },
];
