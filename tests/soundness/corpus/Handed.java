import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/** Callees, lambdas, interfaces and callbacks: their effects, and what callers must know about them. */
class Handed {
    int size;
    int[] data = {4, 2, 7, 1};
    Handed peer;
    static int limit = 5;
    static int[] table = {1, 2, 3};

    interface Step {
        int apply(int x);
    }

    static class One implements Step {
        @Override
        public int apply(int x) {
            return x + 1;
        }
    }

    static class Slow implements Step {
        @Override
        public int apply(int x) {
            int s = 0;
            for (int i = 0; i < x; i++) s++;
            return s + 1;
        }
    }

    abstract static class Shape {
        int width;

        abstract int area();

        int twice() {
            return area() + area();
        }
    }

    static class Square extends Shape {
        @Override
        int area() {
            int s = 0;
            for (int i = 0; i < width; i++) s += width;
            return s;
        }
    }

    static class Cube extends Square {
        @Override
        int area() {
            int s = 0;
            for (int i = 0; i < width; i++) s += super.area();
            return s;
        }
    }

    static int throughInterface(Step step, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s = step.apply(i);
        return s;
    }

    static int choosesImplementation(int n) {
        Step step = (n & 1) == 0 ? new One() : new Slow();
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s += step.apply(n & 15);
        return s;
    }

    static int throughAbstract(int n) {
        Shape shape = n > 3 ? new Cube() : new Square();
        shape.width = n & 15;
        return shape.twice();
    }

    static int stepFromInterface(int n) {
        Step step = new One();
        int s = 0;
        for (int i = 0; i < n; i = step.apply(i)) s++;
        return s;
    }

    static int limitFromLambda(int n) {
        IntSupplier to = () -> n & 31;
        int s = 0;
        for (int i = 0; i < to.getAsInt(); i++) s++;
        return s;
    }

    static int lambdaCosts(int n) {
        IntUnaryOperator f = x -> {
            int s = 0;
            for (int i = 0; i < x; i++) s++;
            return s;
        };
        return apply(f, n & 63) + apply(x -> x, n);
    }

    private static int apply(IntUnaryOperator f, int n) {
        return f.applyAsInt(n) + f.applyAsInt(n / 2);
    }

    static int composed(int n) {
        IntUnaryOperator f = x -> {
            int s = 0;
            for (int i = 0; i < x; i++) s++;
            return s * 2;
        };
        IntUnaryOperator twice = x -> f.applyAsInt(f.applyAsInt(x));
        return twice.applyAsInt(n & 15);
    }

    static int capturedArray(int n) {
        int[] a = new int[n & 31];
        IntUnaryOperator f = x -> {
            int s = 0;
            for (int y : a) s += y + x;
            return s;
        };
        int s = 0;
        for (int i = 0; i < 5; i++) s += f.applyAsInt(i);
        return s;
    }

    static int capturedTwo(int n, int m) {
        IntBinaryOperator f = (x, y) -> {
            int s = 0;
            for (int i = x; i < y + (m & 7); i++) s++;
            return s;
        };
        return f.applyAsInt(n & 7, n & 31);
    }

    static int methodReference(int n) {
        IntUnaryOperator f = Handed::spin;
        return f.applyAsInt(n & 63) + apply(Handed::spin, n & 31);
    }

    private static int spin(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    int boundReference(int n) {
        IntUnaryOperator f = this::own;
        size = n & 15;
        return f.applyAsInt(3);
    }

    private int own(int n) {
        int s = 0;
        for (int i = 0; i < size + n; i++) s++;
        return s;
    }

    static int returnedLambda(int n) {
        return maker(n).applyAsInt(3);
    }

    private static IntUnaryOperator maker(int n) {
        if (n < 0) return x -> x;
        return x -> spin(x * (n & 15));
    }

    static int lambdaInArray(int n) {
        IntUnaryOperator[] all = {x -> x, Handed::spin, x -> spin(x + x)};
        int s = 0;
        for (IntUnaryOperator f : all) s += f.applyAsInt(n & 31);
        return s;
    }

    static int predicateLoop(int n) {
        IntPredicate goes = x -> x < (n & 63);
        int i = 0;
        while (goes.test(i)) i++;
        return i;
    }

    static int recursiveFunction(int n) {
        return descend(x -> x - 2, n & 63);
    }

    private static int descend(IntUnaryOperator f, int n) {
        return n <= 0 ? 0 : 1 + descend(f, f.applyAsInt(n));
    }

    int setterInLoop(int n) {
        int s = 0;
        for (int i = 0; i < size; i++) {
            if (i == n) setSize(n + 4);
            s++;
            if (s > 300) break;
        }
        return s;
    }

    private void setSize(int n) {
        size = n & 63;
    }

    int setterOfPeer(Handed other) {
        int s = 0;
        for (int i = 0; i < size; i++) {
            if (i == 2) other.setSize(size + 1);
            s++;
            if (s > 300) break;
        }
        return s;
    }

    int aliasOfThis(int n) {
        Handed same = this;
        int s = 0;
        for (int i = 0; i < size; i++) {
            if (i == 1) same.size = n & 31;
            s++;
        }
        return s;
    }

    int throughPeer(int n) {
        peer = this;
        int s = 0;
        for (int i = 0; i < size; i++) {
            if (i == 1) peer.size += 3;
            if (s > 200) break;
            s++;
        }
        return s;
    }

    int callbackChanges(int n) {
        int s = 0;
        Runnable change = () -> size = n & 31;
        for (int i = 0; i < size; i++) {
            if (i == 3) run(change);
            s++;
        }
        return s;
    }

    private static void run(Runnable r) {
        r.run();
    }

    int arrayChangedByCallee(int n) {
        int s = 0;
        fill(data, n & 31);
        for (int i = 0; i < data[0]; i++) s++;
        return s;
    }

    private static void fill(int[] a, int n) {
        for (int i = 0; i < a.length; i++) a[i] = n;
    }

    static int passedArrayChanged(int[] a, int n) {
        if (a.length == 0) return 0;
        a[0] = 3;
        fill(a, n & 31);
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    int lengthAfterCallee(int n) {
        int[] before = data;
        grow(n);
        int s = 0;
        for (int i = 0; i < data.length; i++) s++;
        for (int i = 0; i < before.length; i++) s++;
        return s;
    }

    private void grow(int n) {
        data = Arrays.copyOf(data, n & 63);
    }

    static int staticAfterCallee(int n) {
        changeTable(n);
        int s = 0;
        for (int i = 0; i < table.length; i++) s++;
        for (int t : table) s += t;
        return s;
    }

    private static void changeTable(int n) {
        table = new int[n & 31];
    }

    static int varargs(int n) {
        return sum() + sum(n) + sum(n, n, n) + sum(new int[n & 31]);
    }

    private static int sum(int... xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int varargsFromStart(int from, int... xs) {
        int s = 0;
        for (int i = from; i < xs.length; i++) s += xs[i];
        return s;
    }

    static int handsOn(int from, int n) {
        int[] a = new int[n & 31];
        return varargsFromStart(from, a) + varargsFromStart(from - 5, 1, 2, 3);
    }

    static int resultAsLimit(int n) {
        int s = 0;
        for (int i = 0; i < half(n); i++) s++;
        for (int i = 0; i < half(half(n)) + 1; i++) s++;
        return s;
    }

    private static int half(int n) {
        return n < 0 ? 7 : n / 2;
    }

    static int resultOfLoop(int n) {
        int s = 0;
        int to = spin(n);
        for (int i = 0; i < to; i++) s++;
        return s;
    }

    static int resultOfSwitch(int n) {
        int s = 0;
        for (int i = 0; i < pick(n); i++) s++;
        return s;
    }

    private static int pick(int n) {
        switch (n & 3) {
            case 0:
                return 10;
            case 1:
                return n & 15;
            default:
                return 33;
        }
    }

    static int resultThroughThree(int n) {
        int s = 0;
        for (int i = first(n); i > 0; i--) s++;
        return s;
    }

    private static int first(int n) {
        return second(n + 1) - 1;
    }

    private static int second(int n) {
        return third(-n);
    }

    private static int third(int n) {
        return -n;
    }

    static int resultIsArray(int n) {
        int s = 0;
        for (int x : made(n)) s += x + 1;
        return s;
    }

    private static int[] made(int n) {
        int[] a = new int[n & 15];
        return n > 7 ? a : new int[20];
    }

    static int resultIsArgument(int[] a, int[] b) {
        int s = 0;
        for (int x : longer(a, b)) s += x;
        return s;
    }

    private static int[] longer(int[] a, int[] b) {
        return a.length >= b.length ? a : b;
    }

    static class Range implements Iterable<Integer> {
        final int from;
        final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;

                @Override
                public boolean hasNext() {
                    return at < to;
                }

                @Override
                public Integer next() {
                    return at++;
                }
            };
        }
    }

    static int ownIterable(int n) {
        int s = 0;
        for (int x : new Range(-3, n & 31)) s += x;
        return s;
    }

    static int ownIterableSkips(int n) {
        int s = 0;
        Iterator<Integer> it = new Range(0, n & 31).iterator();
        while (it.hasNext()) {
            if (it.next() % 3 == 0 && it.hasNext()) it.next();
            s++;
        }
        return s;
    }

    record Pair(int left, int right) {
        int span() {
            int s = 0;
            for (int i = left; i < right; i++) s++;
            return s;
        }
    }

    static int ofRecord(int n, int m) {
        Pair p = new Pair(n & 7, m & 31);
        return p.span() + new Pair(m & 31, n & 7).span() + new Pair(-9, 9).span();
    }

    static int sublist(List<Integer> xs, int k) {
        int s = 0;
        List<Integer> part = xs.subList(Math.min(k & 7, xs.size()), xs.size());
        for (int x : part) s += x;
        for (int i = 0; i < part.size(); i++) s++;
        return s;
    }

    static int filtered(List<Integer> xs, int k) {
        List<Integer> kept = new ArrayList<>();
        for (int x : xs) if (x > k) kept.add(x);
        int s = 0;
        for (int i = 0; i < kept.size(); i++) s++;
        for (int x : kept) s += x;
        return s;
    }

    static int mapped(List<Integer> xs) {
        Function<Integer, Integer> f = x -> {
            int s = 0;
            for (int i = 0; i < x; i++) s++;
            return s;
        };
        int s = 0;
        for (Integer x : xs) s += f.apply(x);
        return s;
    }

    static int growsByCallee(List<Integer> xs) {
        int s = 0;
        for (int i = 0; i < xs.size(); i++) {
            if (i < 4) addTo(xs, i);
            s++;
        }
        return s;
    }

    private static void addTo(List<Integer> xs, int x) {
        xs.add(x);
        xs.add(-x);
    }

    class Inner {
        int walk(int n) {
            int s = 0;
            size = n & 15;
            for (int i = 0; i < size; i++) s++;
            return s;
        }
    }

    int throughInner(int n) {
        Inner inner = new Inner();
        int s = inner.walk(n + 5);
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    static int localClass(int n) {
        class Counter {
            int left = n & 31;

            boolean more() {
                return left-- > 0;
            }
        }
        Counter c = new Counter();
        int s = 0;
        while (c.more()) s++;
        return s;
    }

    static int boxedCounter(int n) {
        Integer i = 0;
        int s = 0;
        while (i < n) {
            i++;
            s++;
        }
        return s;
    }

    static int boxedLimit(Integer[] unused, int n) {
        Integer to = n & 63;
        int s = 0;
        for (Integer i = to; i >= 0; i -= 2) s++;
        return s;
    }

    static int twoDepths(int n, int m) {
        return n <= 0 ? spin(m) : 1 + twoDepths(n - 2, m + 1);
    }
}
