import java.util.*;
import java.util.function.*;

/** Records, sealed types, patterns, inner classes and lambdas. */
class Shapes {
    static int limit = 5;
    int size;
    int[] data;

    sealed interface Shape permits Dot, Line, Group {
    }

    record Dot() implements Shape {
    }

    record Line(int from, int to) implements Shape {
        Line {
            if (to < from) to = from;
        }

        int length() {
            int s = 0;
            for (int i = from; i < to; i++) s++;
            return s;
        }
    }

    record Group(Shape a, Shape b) implements Shape {
    }

    static int measure(Shape x) {
        return switch (x) {
            case Dot d -> 1;
            case Line(int from, int to) when from > to -> 0;
            case Line l -> l.length();
            case Group(Line a, Line b) -> a.length() + b.length();
            case Group(Shape a, Shape b) -> measure(a) + measure(b);
        };
    }

    static int measures(int n) {
        return measure(new Line(3, n & 31)) + measure(new Group(new Dot(), new Line(n & 15, 20)));
    }

    static int line(int from, int to) {
        return new Line(from, to).length();
    }

    static int nestedGroups(int n) {
        Shape x = new Dot();
        for (int i = 0; i < (n & 7); i++) x = new Group(x, new Line(0, i));
        return measure(x);
    }

    static int descends(Shape x) {
        int s = 0;
        while (x instanceof Group(Shape a, Shape b)) {
            x = a;
            s++;
        }
        return s;
    }

    static int descendsOf(int n) {
        Shape x = new Dot();
        for (int i = 0; i < (n & 15); i++) x = new Group(x, x);
        return descends(x);
    }

    record Compact(int[] all, int n) {
        Compact(int n) {
            this(new int[n & 31], n & 31);
        }

        int sum() {
            int s = 0;
            for (int i = 0; i < n; i++) s += all[i];
            for (int x : all()) s += x;
            return s;
        }
    }

    static int compact(int n) {
        return new Compact(n).sum() + new Compact(new int[40], n & 31).sum();
    }

    interface Counts {
        int limit();

        default int run() {
            int s = 0;
            for (int i = 0; i < limit(); i++) s++;
            return s;
        }
    }

    static class Ten implements Counts {
        public int limit() {
            return 10;
        }
    }

    static class Falling implements Counts {
        int left = 30;

        public int limit() {
            return left--;
        }
    }

    static class Rising implements Counts {
        int left = 3;

        public int limit() {
            if (left < 40) left += 2;
            return left;
        }
    }

    static int defaults(int n) {
        return new Ten().run() + new Falling().run() + new Rising().run();
    }

    static int chosen(int n) {
        Counts c = (n & 1) == 0 ? new Ten() : n > 5 ? new Falling() : new Rising();
        int s = c.run();
        for (int i = 0; i < c.limit(); i++) s++;
        return s;
    }

    static int asLambda(int n) {
        Counts c = () -> n & 15;
        int[] left = {20};
        Counts d = () -> left[0]--;
        return c.run() + d.run();
    }

    static int captures(int n) {
        int m = n & 31;
        IntUnaryOperator f = x -> {
            int s = 0;
            for (int i = x; i < m; i++) s++;
            return s;
        };
        return f.applyAsInt(0) + f.applyAsInt(7) + f.andThen(y -> y / 2).applyAsInt(3);
    }

    static int curried(int n) {
        Function<Integer, Function<Integer, Integer>> add = a -> b -> {
            int s = 0;
            for (int i = 0; i < a; i++) for (int j = 0; j < b; j++) s++;
            return s;
        };
        return add.apply(n & 7).apply(9);
    }

    static int composed(int n) {
        IntUnaryOperator twice = x -> x * 2, more = x -> x + 3;
        int m = twice.compose(more).andThen(twice).applyAsInt(n & 7);
        int s = 0;
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int supplied(int n) {
        Supplier<int[]> make = () -> new int[n & 31];
        int s = 0;
        for (int x : make.get()) s++;
        for (int i = 0; i < make.get().length; i++) s++;
        return s;
    }

    static int repeat(int n, IntConsumer body) {
        for (int i = 0; i < n; i++) body.accept(i);
        return n;
    }

    static int repeats(int n) {
        int[] s = {0};
        repeat(n & 15, i -> s[0] += i);
        repeat(n & 7, i -> repeat(i, j -> s[0]++));
        return s[0];
    }

    static int apply(IntBinaryOperator f, int a, int b) {
        return f.applyAsInt(a, b);
    }

    static int fromTo(int a, int b) {
        int s = 0;
        for (int i = a; i < b; i++) s++;
        return s;
    }

    static int references(int n) {
        int s = apply(Shapes::fromTo, n & 15, 40) + apply(Math::max, n, 3);
        return s + apply((a, b) -> fromTo(b, a), n & 31, 3);
    }

    static int boundReference(String t, int n) {
        IntUnaryOperator at = t::indexOf;
        Supplier<Integer> length = t::length;
        int s = at.applyAsInt('a');
        for (int i = 0; i < length.get(); i++) s++;
        return s;
    }

    static int constructorReference(int n) {
        IntFunction<int[]> make = int[]::new;
        int s = 0;
        for (int x : make.apply(n & 31)) s++;
        Function<Integer, Compact> of = Compact::new;
        return s + of.apply(n).sum();
    }

    class Inner {
        int own = 4;

        int outerLoop() {
            int s = 0;
            for (int i = 0; i < size; i++) s++;
            for (int i = 0; i < own; i++) s++;
            return s;
        }

        class Deeper {
            int loop(int n) {
                own = n & 31;
                size = own;
                return outerLoop();
            }
        }
    }

    int inner(int n) {
        Inner in = new Inner();
        return in.outerLoop();
    }

    int deeper(int n) {
        Inner in = new Inner();
        return in.new Deeper().loop(n) + in.outerLoop();
    }

    int localClass(int n) {
        int m = n & 31;
        class Local {
            int k = m;

            int run() {
                int s = 0;
                for (int i = 0; i < k + m; i++) s++;
                for (int i = 0; i < size; i++) s++;
                return s;
            }
        }
        size = 6;
        return new Local().run();
    }

    static abstract class Template {
        int run(int n) {
            int s = 0;
            for (int i = first(n); i < last(n); i++) s += step(i);
            return s;
        }

        abstract int first(int n);

        int last(int n) {
            return n & 31;
        }

        int step(int i) {
            return 1;
        }
    }

    static class Plain extends Template {
        int first(int n) {
            return 0;
        }
    }

    static class Early extends Template {
        int first(int n) {
            return -10;
        }

        @Override
        int step(int i) {
            int s = 0;
            for (int j = i; j < 12; j++) s++;
            return s;
        }
    }

    static int template(int n) {
        Template t = new Early() {
            @Override
            int last(int n) {
                return super.last(n) + 5;
            }
        };
        return t.run(n) + new Plain().run(n);
    }

    static int throughTemplate(Template t, int n) {
        return t == null ? 0 : t.run(n);
    }

    enum Op {
        NONE {
            int run(int n) {
                return 0;
            }
        },
        LOOP {
            int run(int n) {
                int s = 0;
                for (int i = 0; i < n; i++) s++;
                return s;
            }
        },
        BACK {
            int run(int n) {
                int s = 0;
                for (int i = n; i < 40; i++) s++;
                return s;
            }
        };

        abstract int run(int n);
    }

    static int enumBodies(int n) {
        int s = 0;
        for (Op o : Op.values()) s += o.run(n & 31);
        return s + Op.LOOP.run(n & 15) + Op.valueOf("BACK").run(n & 31);
    }

    static <T extends Comparable<T>> int insertion(T[] a) {
        int s = 0;
        for (int i = 1; i < a.length; i++) {
            T x = a[i];
            int j = i;
            while (j > 0 && a[j - 1].compareTo(x) > 0) {
                a[j] = a[j - 1];
                j--;
                s++;
            }
            a[j] = x;
        }
        return s;
    }

    static int sortsBoxes(int n) {
        Integer[] a = new Integer[n & 15];
        for (int i = 0; i < a.length; i++) a[i] = a.length - i;
        return insertion(a);
    }

    static int concatenates(String t, int n) {
        String r = "";
        for (int i = 0; i < (n & 7); i++) r += t + i + 'c' + 1.5 + null + true + new int[0].length;
        int s = 0;
        for (int i = 0; i < r.length(); i++) s++;
        return s;
    }

    static int doubles(String t) {
        while (t.length() < 40 && !t.isEmpty()) t += t;
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        return s;
    }

    static int patternSwitch(Object o) {
        int s = 0;
        for (int i = 0; i < 5; i++) {
            o = switch (o) {
                case Integer n when n > 10 -> n / 2;
                case Integer n -> "t" + n;
                case String t when t.length() > 3 -> t.substring(1);
                case String t -> {
                    for (int j = 0; j < t.length(); j++) s++;
                    yield new int[t.length()];
                }
                case int[] a -> {
                    for (int x : a) s++;
                    yield 50;
                }
                default -> 3;
            };
        }
        return s;
    }

    static int patternSwitches(String t, int n) {
        return patternSwitch(t) + patternSwitch(n & 255) + patternSwitch(3.0);
    }

    static int chain(Shapes.Node first) {
        int s = 0;
        for (Node x = first; x != null; x = x.next) for (int i = 0; i < x.count; i++) s++;
        return s;
    }

    static class Node {
        int count;
        Node next;
    }

    static int reversed(Node first) {
        Node done = null;
        int s = 0;
        while (first != null) {
            Node next = first.next;
            first.next = done;
            done = first;
            first = next;
            s++;
        }
        for (Node x = done; x != null; x = x.next) s++;
        return s;
    }

    static int twoAtATime(Node first) {
        int s = 0;
        Node slow = first, fast = first;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            s++;
        }
        while (slow != null) {
            slow = slow.next;
            s++;
        }
        return s;
    }

    static int cyclic(Node first, int n) {
        if (first == null) return 0;
        Node end = first;
        while (end.next != null) end = end.next;
        end.next = first;
        int s = 0;
        for (Node x = first; s < (n & 63); x = x.next) s++;
        for (Node x = first; x != end; x = x.next) s++;
        end.next = null;
        return s;
    }
}
