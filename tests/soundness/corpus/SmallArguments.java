/** Callees whose bounds hold for small arguments without an assumption, and callers that pass other numbers. */
class SmallArguments {
    static int limit = 5;
    int size;

    static int search(int[] a, int from, int to, int key) {
        int low = from, high = to - 1, steps = 0;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            steps++;
            if ((middle & 15) < (key & 15)) low = middle + 1;
            else if ((middle & 15) > (key & 15)) high = middle - 1;
            else return steps + a.length;
        }
        return -steps;
    }

    static int searchAll(int[] a, int key) {
        return search(a, 0, a.length, key);
    }

    static int searchHead(int[] a, int to, int key) {
        return search(a, 0, to, key);
    }

    static int searchTail(int[] a, int from, int key) {
        return search(a, from, a.length, key);
    }

    static int searchMask(int[] a, int from, int key) {
        return search(a, from & 7, a.length + (key & 3), key);
    }

    static int searchBeyond(int[] a, int key) {
        return search(a, Integer.MIN_VALUE + 3, Integer.MIN_VALUE, key);
    }

    static int searchShort(int[] a, short from, byte to, int key) {
        return search(a, from, to, key);
    }

    static int searchChars(int[] a, char from, char to, int key) {
        return search(a, from, to, key);
    }

    static int searchCast(int[] a, long from, int key) {
        return search(a, (int) from, a.length, key);
    }

    static int searchSum(int[] a, int n, int key) {
        if (n < 0) return 0;
        return search(a, 0, n + n, key);
    }

    static int searchProduct(int[] a, int n, int key) {
        if (n < 0) return 0;
        return search(a, 0, n * 3, key);
    }

    static int searchReassigned(int[] a, int from, int to, int key) {
        if (from < 0) from = 0;
        if (to > a.length) to = a.length;
        return search(a, from, to, key);
    }

    static int searchGuarded(int[] a, int from, int to, int key) {
        if (from < 0 || to < 0 || to > a.length) return 0;
        to -= 2 * limit;
        return search(a, from, to, key);
    }

    static int searchTwice(int[] a, int to, int key) {
        return searchHead(a, a.length, key) + searchHead(a, to, key);
    }

    static int searchTwiceWhole(int[] a, int key) {
        return searchHead(a, a.length, key) + searchTail(a, 0, key);
    }

    int searchField(int[] a, int key) {
        return search(a, 0, size, key);
    }

    int searchSizeSet(int[] a, int n, int key) {
        size = n;
        return search(a, 0, size, key);
    }

    static int searchStatic(int[] a, int key) {
        return search(a, 0, limit, key);
    }

    static int searchInLoop(int[] a, int n, int key) {
        int s = 0;
        for (int i = n; i < n + 3; i++) s += search(a, 0, i, key);
        return s;
    }

    static int searchInLoopDown(int[] a, int key) {
        int s = 0;
        for (int i = a.length; i >= -3; i--) s += search(a, 0, i, key);
        return s;
    }

    static int searchChosen(int[] a, boolean all, int to, int key) {
        return search(a, 0, all ? a.length : to, key);
    }

    static int searchOfResult(int[] a, int n, int key) {
        return search(a, 0, doubled(n), key);
    }

    static int doubled(int n) {
        return 2 * n;
    }

    static int upward(int from, int count) {
        int s = 0;
        for (int i = from; i < from + count; i++) s++;
        return s;
    }

    static int upwardSmall(byte from, char count) {
        return upward(from, count);
    }

    static int upwardIndex(int[] a) {
        return upward(a.length, a.length);
    }

    static int upwardFar(int count) {
        return upward(Integer.MAX_VALUE - 5, count & 15);
    }

    static int upwardVia(int from, int count) {
        return upward(from, count & 7);
    }

    static int upwardViaFar(int count) {
        return upwardVia(Integer.MAX_VALUE - 3, count);
    }

    static int upwardViaNear(int count) {
        return upwardVia(3, count);
    }

    static long upwardLong(long from, long to) {
        long s = 0;
        for (long i = from; i < to + 3; i += 2) s++;
        return s;
    }

    static long upwardLongOfInt(int n) {
        return upwardLong(n, n + 9L);
    }

    static long upwardLongFar(int n) {
        return upwardLong(Long.MAX_VALUE - 9, Long.MAX_VALUE - (n & 3));
    }

    static long upwardLongWrapped(int n) {
        return upwardLong(0, n + 9);
    }

    static int descends(int from, int to, int left) {
        if (left <= 0) return 0;
        int s = 0;
        for (int i = from; i < to - 1; i++) s++;
        return s + descends(from - 1, to + 1, left - 1);
    }

    static int descendsSmall(char from, byte left) {
        return descends(from & 15, 20, left & 7);
    }

    static int descendsFar(int left) {
        return descends(Integer.MIN_VALUE + 2, Integer.MIN_VALUE + 5, left & 7);
    }

    static int ping(int from, int to, int left) {
        int s = 0;
        for (int i = from; i < to - 1; i++) s++;
        return left <= 0 ? s : s + pong(from, to, left - 1);
    }

    static int pong(int from, int to, int left) {
        return left <= 0 ? 0 : ping(Integer.MIN_VALUE + 1, Integer.MIN_VALUE + (to & 3), left - 1);
    }

    static int pingSmall(byte n) {
        return ping(0, 9, n & 7);
    }

    interface Walk {
        int walk(int from, int to);
    }

    static final class Down implements Walk {
        public int walk(int from, int to) {
            int s = 0;
            for (int i = to - 1; i >= from; i--) s++;
            return s;
        }
    }

    static final class Skip implements Walk {
        public int walk(int from, int to) {
            int s = 0;
            for (int i = from + 1000; i < to; i++) s++;
            return s;
        }
    }

    static int walks(boolean down, int n) {
        Walk walk = down ? new Down() : new Skip();
        return walk.walk(0, n & 1023);
    }

    static int walksFar(boolean down, int n) {
        Walk walk = down ? new Down() : new Skip();
        return walk.walk(Integer.MAX_VALUE - 500, Integer.MAX_VALUE - (n & 63));
    }

    static int lambda(int n) {
        Walk walk = (from, to) -> search(new int[3], from, to, n);
        return walk.walk(0, 9) + walk.walk(Integer.MIN_VALUE, Integer.MIN_VALUE);
    }

    static int caught(int[] a, int n) {
        try {
            return search(a, n / (n & 1), a.length, n);
        } catch (ArithmeticException e) {
            return search(a, n, n, n);
        }
    }
}
