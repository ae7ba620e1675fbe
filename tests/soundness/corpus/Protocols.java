import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Fields and copies that are passed on, texts and builders, iterators, bridges, mutual recursion, ends by exceptions. */
class Protocols {
    int size;
    int[] data = {3, 1, 2};
    final int[] kept = {4, 5};
    char[] text = {'a', 'b'};
    String name = "abc";
    Protocols next;
    static int limit = 5;
    static int[] table = {1, 2, 3, 4};
    static final int[] SQUARES = new int[12];

    static {
        for (int i = 0; i < SQUARES.length; i++) SQUARES[i] = i * i;
    }

    interface Work {
        int run();
    }

    static class Holder {
        int[] kept = {1};
        int size;

        int work() {
            int s = 0;
            for (int i = 0; i < kept.length; i++) s += kept[i];
            return s;
        }

        int repeat() {
            int s = 0;
            for (int i = 0; i < size; i++) s++;
            return s;
        }
    }

    static class Grows implements Work {
        Holder of = new Holder();

        @Override
        public int run() {
            of.kept = new int[40];
            of.size += 9;
            return of.size;
        }
    }

    static class Idle implements Work {
        @Override
        public int run() {
            return 0;
        }
    }

    private static int sum(int[] a) {
        int s = 0;
        for (int x : a) s += x;
        return s;
    }

    private static int walk(int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) s++;
        return s;
    }

    private static int spin(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    // Fields that are passed on after unknown code ran.

    private Work growing() {
        return () -> {
            data = new int[30];
            size += 11;
            return size;
        };
    }

    int passedAfterLambda() {
        Work w = growing();
        w.run();
        return sum(data);
    }

    int sizePassedAfterLambda() {
        Work w = growing();
        w.run();
        w.run();
        return spin(size & 63);
    }

    static int workAfterGrowth(Holder h) {
        Grows g = new Grows();
        g.of = h;
        g.run();
        return h.work() + h.repeat();
    }

    static int workThroughInterface(Holder h, int n) {
        Grows g = new Grows();
        g.of = h;
        Work w = (n & 1) == 0 ? g : new Idle();
        w.run();
        return h.work();
    }

    int keptOfAnother(Holder h) {
        Grows g = new Grows();
        g.of = h;
        Work w = g;
        w.run();
        return h.work() + sum(kept);
    }

    static int inLoopAfterGrowth(Holder h, int n) {
        int s = 0;
        Grows g = new Grows();
        g.of = h;
        for (int i = 0; i < (n & 7); i++) {
            s += h.repeat();
            g.run();
        }
        return s;
    }

    // Copies.

    static int copied(int[] a) {
        int[] b = a.clone();
        return sum(b);
    }

    static int copiedThenLonger(int[] a, int n) {
        int[] b = a.clone();
        b = Arrays.copyOf(b, b.length + (n & 15));
        return sum(b) + sum(a);
    }

    static int copyFilled(int[] a, int n) {
        int[] b = a.clone();
        Arrays.fill(b, n & 31);
        int s = 0;
        for (int i = 0; i < b.length; i++) for (int j = 0; j < b[i]; j++) s++;
        return s;
    }

    static int copyRows(int[][] a) {
        int[][] b = a.clone();
        for (int i = 0; i < b.length; i++) if (b[i] != null) b[i] = Arrays.copyOf(b[i], b[i].length + 3);
        int s = 0;
        for (int[] r : b) if (r != null) s += sum(r);
        return s;
    }

    static class Copy implements Cloneable {
        int[] cells = {1, 2, 3};
        int width = 3;

        Copy twice() {
            try {
                Copy c = (Copy) super.clone();
                c.cells = c.cells.clone();
                return c;
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }

        int total() {
            int s = 0;
            for (int x : cells) s += x;
            for (int i = 0; i < width; i++) s++;
            return s;
        }

        int longerCopy(int n) {
            try {
                Copy c = (Copy) super.clone();
                c.cells = new int[cells.length + (n & 7)];
                c.width += n & 7;
                return c.total();
            } catch (CloneNotSupportedException e) {
                return -1;
            }
        }

        int originalChanged(int n) {
            try {
                Copy c = (Copy) super.clone();
                cells = new int[1];
                width = 0;
                int s = 0;
                for (int i = 0; i < c.width; i++) s++;
                return s + sum(c.cells);
            } catch (CloneNotSupportedException e) {
                return -1;
            }
        }
    }

    static int copyOfObject(Copy c) {
        return c.twice().total();
    }

    // Arrays created and passed.

    static int halfLength(int[] a) {
        int[] b = new int[a.length >> 1];
        return sum(b);
    }

    static int madeLength(int n, int m) {
        int k = Math.min(n & 63, m & 63);
        int[] b = new int[k];
        return sum(b);
    }

    static int madeByDifference(int n, int m) {
        if (n < m || m < 0 || n > 200) return 0;
        int[] b = new int[n - m];
        return sum(b);
    }

    static int madeByProduct(int n, int m) {
        int[] b = new int[(n & 7) * (m & 7)];
        return sum(b);
    }

    static int madeInBranches(int[] a, int n) {
        int[] b;
        if (n > 3) b = new int[a.length / 2];
        else b = new int[(n & 3) + 1];
        return sum(b);
    }

    static int wrapsBelow(int n) {
        int k = n - 5;
        if (k - Integer.MAX_VALUE > 0 && k > 90) return 0;
        int to = n * 2;
        return to > 300 || to < 0 ? 1 : sum(new int[to]);
    }

    static int partCopied(int[] a, int from) {
        if (from < 0 || from > a.length) return -1;
        int[] b = new int[a.length - from];
        System.arraycopy(a, from, b, 0, b.length);
        return sum(b);
    }

    static int copyByCount(int[] a, int n) {
        int k = 0;
        while (k < n && k * k < a.length) k++;
        int[] b = new int[a.length];
        System.arraycopy(a, 0, b, 0, k);
        return k;
    }

    static int copyShifted(int[] a, int n) {
        int[] b = new int[16];
        int by = n & 3;
        try {
            System.arraycopy(a, 0, b, 0, 1 << by);
        } catch (IndexOutOfBoundsException e) {
            return -1;
        }
        return b[0];
    }

    static int copyTooMuch(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < (n & 7); i++) {
            try {
                System.arraycopy(a, 0, new int[3], 0, n);
                s++;
            } catch (IndexOutOfBoundsException | ArrayStoreException e) {
                s--;
            }
        }
        return s;
    }

    // Divisions on either side of 0.

    static int digitsBelow(int n) {
        int i = n < 0 ? n : -n;
        int s = 1;
        while (i <= -10) {
            i /= 10;
            s++;
        }
        return s;
    }

    static int hundreds(int n) {
        int i = n;
        if (i >= 0) i = -i;
        int s = 0;
        while (i <= -100) {
            int q = i / 100;
            s += q * 100 - i;
            i = q;
        }
        return s;
    }

    static int hundredsOfLong(long n) {
        long i = n > 0 ? -n : n;
        int s = 0;
        while (i < -99) {
            i = i / 100;
            s++;
        }
        return s;
    }

    static int shiftsBelow(int n) {
        int i = n | 0x80000000;
        int s = 0;
        while (i < -1) {
            i >>= 1;
            s++;
        }
        return s;
    }

    static int thirdsOfEither(int n, int m) {
        int i = (m & 1) == 0 ? n : n ^ m;
        int s = 0;
        while (i != 0) {
            i /= 3;
            s++;
        }
        return s;
    }

    static int halvesOfUnknown(int n, int m) {
        int i = n * m;
        int s = 0;
        while (i > 0) {
            i /= 2;
            s++;
        }
        return s;
    }

    static int lessThanHalved(int n) {
        int i = n, s = 0;
        while (i < -3) {
            i = (i - 1) / 2;
            s++;
        }
        return s;
    }

    static int longAsInt(long n) {
        int i = (int) n, s = 0;
        while (i <= -2) {
            i /= 2;
            s++;
        }
        return s;
    }

    static int byteHalved(byte b) {
        byte i = b;
        int s = 0;
        while (i < 0) {
            i /= 2;
            s++;
        }
        return s;
    }

    // Texts and builders.

    static int textAfterAppends(String t) {
        StringBuilder b = new StringBuilder();
        b.append(t);
        b.append(t);
        return t.indexOf("x");
    }

    static int textOfField(Protocols p) {
        if (p == null || p.name == null) return 0;
        StringBuilder b = new StringBuilder();
        b.append('x');
        return p.name.lastIndexOf("b") + b.length();
    }

    int nameReplaced(String t) {
        rename(t + t);
        return name.indexOf("z");
    }

    private void rename(String t) {
        name = t;
    }

    static int textReassigned(String t) {
        t = t + t + t;
        return t.indexOf("q");
    }

    static int insertAndDelete(String t, int n) {
        StringBuilder b = new StringBuilder(t);
        for (int i = 0; i < (n & 7); i++) b.insert(0, t);
        b.delete(0, t.length());
        b.reverse();
        int s = 0;
        for (int i = 0; i < b.length(); i++) s += b.charAt(i);
        return s;
    }

    static int setLengthGrows(String t, int n) {
        StringBuilder b = new StringBuilder(t);
        b.setLength(n & 63);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int eatsItself(String t) {
        StringBuilder b = new StringBuilder(t);
        int s = 0;
        while (b.length() > 0) {
            b.deleteCharAt(b.length() - 1);
            s++;
        }
        return s;
    }

    static int doublesItself(String t, int n) {
        StringBuilder b = new StringBuilder(t);
        for (int i = 0; i < (n & 3); i++) b.append(b);
        return b.indexOf("w");
    }

    static int splitByHand(String t) {
        int s = 0, from = 0, at;
        while ((at = t.indexOf('b', from)) >= 0) {
            s += at - from;
            from = at + 1;
        }
        return s;
    }

    static int chars(String t) {
        int s = 0;
        for (char c : t.toCharArray()) if (c > 'a') s++;
        return s;
    }

    static int trims(String t) {
        int from = 0, to = t.length();
        while (from < to && t.charAt(from) == 'a') from++;
        while (to > from && t.charAt(to - 1) == 'b') to--;
        return t.substring(from, to).length();
    }

    // Iterators and their protocols.

    static class Range implements Iterable<Integer> {
        int from;
        int to;

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
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

    static int overRange(int n, int m) {
        Range r = new Range();
        r.from = n & 15;
        r.to = m & 31;
        int s = 0;
        for (int x : r) s += x;
        return s;
    }

    static int rangeMovesItsEnd(int n) {
        Range r = new Range();
        r.to = n & 15;
        int s = 0;
        for (int x : r) {
            if (x == 3 && r.to < 40) r.to += 5;
            s++;
        }
        return s;
    }

    static int removesWhileWalking(List<Integer> xs) {
        List<Integer> ys = new ArrayList<>(xs);
        int s = 0;
        for (Iterator<Integer> it = ys.iterator(); it.hasNext(); ) {
            if (it.next() % 2 == 0) it.remove();
            s++;
        }
        for (int y : ys) s += y;
        return s;
    }

    static int untilNoSuchElement(List<Integer> xs) {
        int s = 0;
        Iterator<Integer> it = xs.iterator();
        try {
            while (true) s += it.next();
        } catch (NoSuchElementException e) {
            return s;
        }
    }

    static int overMap(List<Integer> xs) {
        Map<Integer, Integer> m = new HashMap<>();
        for (int x : xs) m.put(x & 7, x);
        int s = 0;
        for (Map.Entry<Integer, Integer> e : m.entrySet()) s += e.getKey() * e.getValue();
        for (int k : m.keySet()) s += k;
        return s;
    }

    static int queueOfPairs(int n) {
        ArrayDeque<int[]> q = new ArrayDeque<>();
        q.add(new int[] {n & 15, 0});
        int s = 0;
        while (!q.isEmpty()) {
            int[] p = q.poll();
            s++;
            if (p[0] > 0) q.add(new int[] {p[0] - 1, s});
            if (p[0] > 12) q.add(new int[] {p[0] - 2, s});
        }
        return s;
    }

    // Generics with bridges, interfaces with several implementations, defaults.

    interface Measured<T> {
        int measure(T of);

        default int twice(T of) {
            return measure(of) + measure(of);
        }
    }

    static class Arrays1 implements Measured<int[]> {
        @Override
        public int measure(int[] of) {
            return sum(of);
        }
    }

    static class Numbers implements Measured<Integer> {
        @Override
        public int measure(Integer of) {
            return spin(of & 31);
        }
    }

    static int bridged(int[] a) {
        Measured<int[]> m = new Arrays1();
        return m.twice(a);
    }

    static int bridgedNumber(int n) {
        Measured<Integer> m = new Numbers();
        return m.twice(n) + m.measure(n + 1);
    }

    static <T> int every(Measured<T> m, T one, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += m.measure(one);
        return s;
    }

    static int bridgedOften(int n) {
        return every(new Numbers(), n, n & 7);
    }

    abstract static class Node1 {
        abstract int cost(int n);

        int all(int n) {
            int s = 0;
            for (int i = 0; i < (n & 7); i++) s += cost(i);
            return s;
        }
    }

    static class Leaf extends Node1 {
        @Override
        int cost(int n) {
            return n;
        }
    }

    static class Tree extends Node1 {
        Node1 left = new Leaf();

        @Override
        int cost(int n) {
            return spin(n) + left.cost(n);
        }
    }

    static int template(int n) {
        Node1 node = new Tree();
        return node.all(n);
    }

    static int nestedTemplate(int n) {
        Tree t = new Tree();
        t.left = new Tree();
        return t.all(n);
    }

    // Varargs, static state.

    static int count(int... xs) {
        int s = 0;
        for (int x : xs) s += spin(x & 7);
        return s;
    }

    static int countsThree(int n) {
        return count(n, n + 1, n + 2) + count();
    }

    static int countsArray(int[] a) {
        return count(a) + count(a.length);
    }

    static int squares(int n) {
        int s = 0;
        for (int i = 0; i < SQUARES[n & 7]; i++) s++;
        return s;
    }

    static int tableReplaced(int n) {
        int[] before = table;
        table = new int[(n & 31) + 1];
        int s = sum(table);
        table = before;
        return s;
    }

    static int limitRaised(int n) {
        int before = limit;
        limit = n & 63;
        int s = 0;
        for (int i = 0; i < limit; i++) s++;
        limit = before;
        return s;
    }

    // Mutual recursion, between overloads, with default arguments.

    static boolean even(int n) {
        return n <= 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n > 0 && even(n - 1);
    }

    static int evenSmall(int n) {
        return even(n & 63) ? 1 : 0;
    }

    static int put(int[] a) {
        return a == null ? putNone() : sum(a);
    }

    static int putNone() {
        return table == null ? 0 : put(table);
    }

    static int putEither(int[] a, int n) {
        return put((n & 1) == 0 ? a : null);
    }

    static int putUntil(int[] a, int n) {
        if (a == null) return n <= 0 ? 0 : putAgain(n);
        return sum(a);
    }

    static int putAgain(int n) {
        return 1 + putUntil(n > 3 ? null : table, n - 1);
    }

    static int downByTwo(int n, int m) {
        if (n <= 0) return m;
        return upByOne(n - 2, m);
    }

    static int upByOne(int n, int m) {
        return downByTwo(n + 1, m + spin(n & 3));
    }

    static int downSmall(int n) {
        return downByTwo(n & 31, 1);
    }

    static int withDefault(int n) {
        return withDefault(n, 3);
    }

    static int withDefault(int n, int m) {
        return m <= 0 ? spin(n & 15) : withDefault(n + 1, m - 1);
    }

    static int ackermannLike(int n, int m) {
        if ((n & 3) == 0) return m + 1;
        if ((m & 3) == 0) return ackermannLike((n & 3) - 1, 1);
        return ackermannLike((n & 3) - 1, m - 1);
    }

    // Lambdas that capture counters.

    static int capturedArray(int n) {
        int[] left = {n & 31};
        IntSupplier take = () -> left[0]--;
        int s = 0;
        while (take.getAsInt() > 0) s++;
        return s;
    }

    static int capturedTwice(int n) {
        int[] i = {0};
        Runnable step = () -> i[0] += 2;
        int s = 0;
        for (; i[0] < (n & 63); step.run()) s++;
        return s;
    }

    static int predicateStops(int n, int m) {
        IntPredicate p = x -> x < (m & 31);
        int i = 0;
        while (p.test(i)) i++;
        return i + n;
    }

    static int supplierOfArray(int n) {
        Supplier<int[]> s = () -> new int[n & 31];
        return sum(s.get());
    }

    static int composedTwice(int n) {
        IntUnaryOperator f = Protocols::spin;
        return f.andThen(x -> spin(x)).applyAsInt(n & 31);
    }

    static int streamed(int n) {
        return IntStream.range(0, n & 31).map(x -> spin(x)).sum();
    }

    // Ends by exceptions; try and finally in loops; switches.

    static int endsByIndex(int[] a) {
        int i = 0;
        try {
            while (true) {
                if (a[i] > 1000000) return i;
                i++;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return i;
        }
    }

    static int endsByDivision(int n) {
        int i = n & 31, s = 0;
        try {
            while (true) {
                s += 100 / i;
                i--;
            }
        } catch (ArithmeticException e) {
            return s;
        }
    }

    static int finallyAgain(int n) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) {
            try {
                if (i % 3 == 0) continue;
                if (i == 11) break;
                s++;
            } finally {
                s += spin(i);
            }
        }
        return s;
    }

    static int finallyReturns(int n) {
        int s = 0;
        while (true) {
            try {
                if (s > (n & 31)) return s;
            } finally {
                s += 2;
            }
        }
    }

    static int throwsInLoop(int[] a, int n) {
        int s = 0;
        for (int i = -2; i < n && i < 40; i++) {
            try {
                s += a[i];
            } catch (RuntimeException e) {
                s += spin(5);
            }
        }
        return s;
    }

    static int fallsThrough(int n, int m) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) {
            switch (m & 3) {
                case 0:
                    s += spin(3);
                case 1:
                    s += spin(2);
                    break;
                case 2:
                    i++;
                default:
                    s++;
            }
        }
        return s;
    }

    static int switchMoves(int n) {
        int i = n & 63, s = 0;
        while (i > 0) {
            switch (i % 3) {
                case 0:
                    i -= 3;
                    break;
                case 1:
                    i--;
                    continue;
                default:
                    i -= 2;
            }
            s++;
        }
        return s;
    }

    static int labelledDo(int n, int m) {
        int s = 0;
        outer:
        do {
            int j = m & 7;
            do {
                if (j == 5) continue outer;
                if (s > 50) break outer;
                s++;
            } while (j-- > 0);
        } while (n-- > 0 && s < 60);
        return s;
    }

    static int charCounter(char to) {
        int s = 0;
        for (char c = 0; c < to; c += 3) {
            s++;
            if (s > 30000) return s;
        }
        return s;
    }

    static int shortWraps(short n) {
        int s = 0;
        for (short i = n; i > 0; i += 1000) s++;
        return s;
    }

    static int byteToZero(byte n) {
        int s = 0;
        for (byte i = n; i != 0; i++) s++;
        return s;
    }

    static int raggedRows(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == null) continue;
            for (int j = a[i].length - 1; j >= 0; j -= 2) s += walk(j, a[i].length);
        }
        return s;
    }

    static int diagonal(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length && a[i] != null && i < a[i].length; i++) s += walk(i, a.length);
        return s;
    }

    int links(int n) {
        Protocols at = this;
        int s = 0;
        while (at != null && s < (n & 15)) {
            s += at.data == null ? 1 : 1 + sum(at.data);
            at = at.next;
        }
        return s;
    }
}
