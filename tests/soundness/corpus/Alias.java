import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

/** Fields that change other than by an assignment in sight. */
class Alias {
    static int limit = 5;
    static Alias last = new Alias();
    int count;
    int size;
    int[] data;
    Alias next;

    @Override
    public String toString() {
        count = 60;
        return "x";
    }

    @Override
    public int hashCode() {
        limit = 70;
        count = 60;
        return 1;
    }

    @Override
    public boolean equals(Object o) {
        limit = 70;
        count = 60;
        return o == this;
    }

    int concatenated(int n) {
        String t = "a" + this + n;
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s + t.length();
    }

    int concatenatedInside(int n) {
        int s = 0;
        for (int i = 0; i < count && i < 400; i++) {
            if (i == 1) s += ("" + this).length();
            s++;
        }
        return s;
    }

    int appended(StringBuilder b) {
        b = new StringBuilder();
        b.append(this).append(3);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s + b.length();
    }

    int valueOf() {
        int s = String.valueOf(this).length();
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int formatted() {
        int s = "%s".formatted(this).length();
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int joined(Alias other) {
        int s = Objects.toString(other).length();
        if (other != null) for (int i = 0; i < other.count; i++) s++;
        return s;
    }

    int comparedWith(Alias other) {
        int s = Objects.equals(this, other) ? 1 : 0;
        for (int i = 0; i < limit; i++) s++;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int hashed() {
        int s = Objects.hash(this, 3) & 1;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int inAMap() {
        Map<Object, Integer> map = new HashMap<>();
        map.put(this, 3);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int inAList(Alias other) {
        List<Object> list = new ArrayList<>();
        list.add("y");
        list.add(other);
        int s = list.indexOf(this);
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    record Pair(Alias a, int b) {
    }

    int recordText(int n) {
        Pair p = new Pair(this, n);
        int s = p.toString().length();
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int recordEquals(Alias other) {
        Pair p = new Pair(this, 1), q = new Pair(other, 1);
        int s = p.equals(q) ? 1 : 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int recordHash(int n) {
        int s = new Pair(this, n).hashCode() & 1;
        for (int i = 0; i < limit; i++) s++;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    record Counting(int n) {
        public int n() {
            limit = 80;
            return n;
        }
    }

    static int recordPattern(int n) {
        Object o = new Counting(n & 7);
        int s = 0;
        if (o instanceof Counting(int k)) s += k;
        for (int i = 0; i < limit; i++) s++;
        return s;
    }

    static class Made {
        static int made;
        int which;

        Made() {
            which = made++;
            limit += 20;
        }
    }

    static int constructed(int n) {
        Made m = new Made();
        int s = m.which & 1;
        for (int i = 0; i < limit; i++) s++;
        return s;
    }

    int byLambda(int n) {
        Runnable r = () -> count = n & 63;
        r.run();
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byLambdaInside(int n) {
        IntConsumer more = x -> {
            if (count < 50) count += x;
        };
        int s = 0;
        for (int i = 0; i < count && i < 300; i++) {
            more.accept(n & 3);
            s++;
        }
        return s;
    }

    void grow(int by) {
        count += by & 31;
        size = count;
    }

    int byReference(int n) {
        IntConsumer grows = this::grow;
        grows.accept(n);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byStream(int n) {
        java.util.stream.IntStream.range(0, n & 7).forEach(x -> count += x);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byForEach(List<Integer> list) {
        list.forEach(x -> count += 2);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int bySort(int n) {
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
        list.sort((a, b) -> {
            count += n & 15;
            return a - b;
        });
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byComputeIfAbsent(int n) {
        Map<String, Integer> map = new HashMap<>();
        map.computeIfAbsent("a", k -> count = n & 63);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byThread(int n) throws InterruptedException {
        Thread t = new Thread(() -> count = n & 63);
        t.start();
        t.join();
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byOptional(int n) {
        Optional.of(n & 63).ifPresent(x -> count = x);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    class Inside {
        void grow(int n) {
            count += n & 31;
        }
    }

    int byInnerClass(int n) {
        Inside in = new Inside();
        in.grow(n);
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byAnonymous(int n) {
        Object o = new Object() {
            {
                count = n & 63;
            }
        };
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byIterator(int n) {
        Iterable<Integer> all = () -> new Iterator<>() {
            int left = n & 7;

            public boolean hasNext() {
                return left > 0;
            }

            public Integer next() {
                count += 5;
                return left--;
            }
        };
        int s = 0;
        for (int x : all) s += x;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int byClose(int n) {
        int s = 0;
        try (AutoCloseable c = () -> count = n & 63) {
            s++;
        } catch (Exception e) {
            s--;
        }
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int bySwitch(Object o) {
        return switch (o) {
            case Alias a when a.equals(this) -> {
                int s = 0;
                for (int i = 0; i < count; i++) s++;
                yield s;
            }
            case null, default -> 0;
        };
    }

    int callsBySwitch(Alias o) {
        int s = bySwitch(o) + bySwitch(this);
        for (int i = 0; i < limit; i++) s++;
        return s;
    }

    int byException(int n) {
        try {
            count = n & 63;
            if (n > 3) throw new IllegalStateException("a" + n);
            count = 2;
        } catch (IllegalStateException e) {
            size = 1;
        }
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    static int byAtomic(int n) {
        AtomicInteger k = new AtomicInteger(n & 15);
        int s = 0;
        while (k.getAndDecrement() > 0) s++;
        k.set(20);
        while (k.decrementAndGet() > 0) s++;
        k.accumulateAndGet(n & 31, Math::max);
        for (int i = 0; i < k.get(); i++) s++;
        return s;
    }

    static int changesAnother(Alias a, int n) {
        if (a == null) return 0;
        int s = 0;
        last = a;
        last.count = n & 63;
        for (int i = 0; i < a.count; i++) s++;
        return s;
    }

    static void touch(Alias a) {
        if (a != null) a.size += 10;
    }

    int afterTouch(int n) {
        touch(this);
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int touchesNext() {
        touch(next);
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        if (next != null) for (int i = 0; i < next.size; i++) s++;
        return s;
    }

    int sum() {
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int sumsAfterTouch() {
        touch(this);
        return sum();
    }

    int sumsOfNext() {
        int s = sum();
        if (next != null) {
            touch(next);
            s += next.sum();
        }
        return s;
    }

    int dataGrows(int n) {
        if (data == null) data = new int[2];
        int s = 0;
        Runnable r = () -> data = new int[data.length + 7];
        for (int i = 0; i < data.length && i < 300; i++) {
            if (i < (n & 3)) r.run();
            s++;
        }
        return s;
    }

    int elementByCallee(int n) {
        if (data == null || data.length == 0) return 0;
        set(data, n & 63);
        int s = 0;
        for (int i = 0; i < data[0]; i++) s++;
        return s;
    }

    static void set(int[] a, int x) {
        a[0] = x;
    }

    static int elementByLambda(int[] a, int n) {
        if (a.length == 0) return 0;
        IntUnaryOperator put = x -> a[0] = x;
        put.applyAsInt(n & 63);
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    static int elementBySetAll(int[] a, int n) {
        if (a.length == 0) return 0;
        Arrays.setAll(a, i -> n & 63);
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    static int elementOfList(List<int[]> list, int[] a, int n) {
        if (a.length == 0) return 0;
        List<int[]> keep = new ArrayList<>();
        keep.add(a);
        keep.get(0)[0] = n & 63;
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    static class Grower implements CharSequence {
        int n;

        public int length() {
            last.count += 3;
            return n & 31;
        }

        public char charAt(int i) {
            last.count = 60;
            return 'a';
        }

        public CharSequence subSequence(int a, int b) {
            return "";
        }
    }

    static int ofSequence(Grower g) {
        CharSequence c = g;
        last.count = 1;
        int s = c.charAt(0);
        for (int i = 0; i < last.count; i++) s++;
        for (int i = 0; i < c.length(); i++) s++;
        return s;
    }

    static int containsSequence(String t, Grower g) {
        int before = limit;
        int s = t.contains(g) ? 1 : 0;
        for (int i = 0; i < last.count; i++) s++;
        return s + before;
    }

    static int compareTo(TreeSet<Integer> none, int n) {
        TreeSet<Alias> set = new TreeSet<>((a, b) -> {
            limit += 9;
            return 0;
        });
        set.add(last);
        set.add(new Alias());
        int s = 0;
        for (int i = 0; i < limit; i++) s++;
        return s;
    }

    static int usesCompare(int n) {
        return compareTo(null, n);
    }

    static synchronized int locked(int n) {
        int s = 0;
        synchronized (last) {
            limit = n & 31;
        }
        for (int i = 0; i < limit; i++) s++;
        return s;
    }

    static int inherited(Below b, int n) {
        if (b == null) return 0;
        b.grow(n);
        int s = 0;
        for (int i = 0; i < b.count; i++) s++;
        for (int i = 0; i < b.size; i++) s++;
        return s;
    }

    static class Below extends Alias {
        int count = 3;

        @Override
        void grow(int by) {
            super.grow(by);
            count += 4;
            super.count += 11;
        }
    }
}
