import java.util.*;

/** Callees whose cost rises or falls with their arguments, and unusual arguments. */
class Mixed {
    static int limit = 5;
    int count;
    int[] data;
    Mixed next;

    static int box(int a, int b, int c, int d) {
        int s = 0;
        for (int i = a; i < b; i++) for (int j = c; j < d; j++) s++;
        return s;
    }

    static int boxes(int n, int m) {
        return box(n, m, m, n) + box(0, n, m, 20) + box(-n, n, -m, m & 15);
    }

    static int boxesInALoop(int n) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) s += box(i, 10, -i, i);
        for (int i = (n & 7); i >= -3; i--) s += box(i, -i, 0, 4 - i);
        return s;
    }

    static int square(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s++;
        return s;
    }

    static int squaresOfBoth(int n) {
        return square(n & 15) + square(-n % 9) + square(n > 5 ? 3 : -3);
    }

    static int triangle(int lo, int hi) {
        int s = 0;
        for (int i = lo; i < hi; i++) for (int j = i; j < hi; j++) s++;
        return s;
    }

    static int triangles(int n) {
        int s = 0;
        for (int i = -(n & 7); i < (n & 7); i++) s += triangle(i, 5 - i);
        return s;
    }

    static int triangleDown(int lo, int hi) {
        int s = 0;
        for (int i = hi; i > lo; i--) for (int j = lo; j < i; j++) s++;
        return s;
    }

    static int trianglesDown(int a, int b) {
        return triangleDown(a % 20, b % 20) + triangleDown(b % 10, -(a % 10));
    }

    static int above(int k) {
        int s = 0;
        for (int i = k; i <= 30; i++) s++;
        return s;
    }

    static int aboveOfChar(char c) {
        return above(c) + above((byte) c) + above((short) (c * 2)) + above(-c);
    }

    static int aboveOfLong(long n) {
        return above((int) n | 1 << 20) + above((int) (n % 40)) + above((int) Math.max(-50, Math.min(n, 50)));
    }

    static int aboveOfElements(int[] a) {
        int s = 0;
        for (int x : a) s += above(x % 64);
        for (int i = 0; i < a.length; i++) s += above(i - a.length);
        return s;
    }

    static int aboveOfText(String t) {
        int s = 0;
        for (int i = 0; i < t.length(); i++) s += above(t.charAt(i) - 'z') + above(i - t.length());
        return s;
    }

    static int aboveOfResult(int n) {
        return above(signum(n) * 5) + above(middle(n, -20, 20));
    }

    static int signum(int n) {
        return n < 0 ? -1 : n > 0 ? 1 : 0;
    }

    static int middle(int n, int lo, int hi) {
        return n < lo ? lo : n > hi ? hi : n;
    }

    static int below(int k) {
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int ofTwoChoices(int n) {
        int a = signum(n), b = -signum(n);
        return below(a * 10 + 5) + below(b * 10 + 5) + below((a - b) * 10);
    }

    static int ofMinus(int a, int b) {
        a %= 50;
        b %= 50;
        return below(a - b) + below(b - a) + above(a - b) + above(b - a);
    }

    static int ofDoubled(int n) {
        return below((n % 100) * 3) + below(n / (1 << 26)) + below(n >>> 27) + below(n >> 27);
    }

    static int ofNegated(int n) {
        n = n % 60;
        return below(-n) + below(~n) + below(n * -2);
    }

    static int ofXor(int n, int m) {
        return below((n ^ m) & 31) + below(n & m & 31) + below((n | m) & 31);
    }

    static int ofShift(int n) {
        return below(1 << (n & 5)) + below(32 >> (n & 3)) + below((n & 3) << (n & 3));
    }

    static int ofRemainder(int n, int m) {
        int s = 0;
        if (m != 0 && m > -40 && m < 40) s += below(n % m) + above(n % m);
        return s;
    }

    static int ofQuotient(int n, int m) {
        int s = 0;
        if (m > 0 && n < 500) s += below(n / m);
        if (m < 0 && n > -500 && n < 500) s += below(n / m);
        return s;
    }

    static int ofLength(int[] a, int[] b) {
        return below(a.length - b.length) + below(a.length * b.length % 37) + above(b.length - a.length);
    }

    static int each(int[] a) {
        int s = 0;
        for (int x : a) s += x;
        return s;
    }

    static int ofArrays(int[] a, int n) {
        return each(new int[n & 15]) + each(new int[] {1, 2, 3}) + each(n > 3 ? a : new int[20])
            + each(a.clone()) + each(Arrays.copyOf(a, n & 31)) + each(Arrays.copyOfRange(a, 0, 9));
    }

    static int ofRows(int[][] a) {
        int s = 0;
        for (int[] row : a) s += each(row);
        for (int i = a.length; --i >= 0; ) s += each(a[a.length - 1 - i]);
        return s;
    }

    static int inner(int[] a, int from) {
        int s = 0;
        for (int i = from; i < a.length; i++) s += a[i];
        return s;
    }

    static int innerOf(int[] a, int n) {
        int s = inner(a, 0) + inner(a, a.length) + inner(a, a.length / 2);
        if (n > 0) s += inner(a, n) + inner(a, a.length - 1);
        for (int i = 0; i < a.length; i += 3) s += inner(a, i);
        return s;
    }

    static int two(int[] a, int[] b, int from) {
        int s = 0;
        for (int i = from; i < a.length; i++) for (int j = from; j < b.length; j++) s++;
        return s;
    }

    static int twoOf(int[] a, int[] b) {
        return two(a, b, 0) + two(b, a, b.length) + two(a, a, a.length >> 1) + two(b, new int[7], 3);
    }

    static int wide(long lo, long hi) {
        int s = 0;
        for (long i = lo; i < hi; i++) s++;
        return s;
    }

    static int wideOf(int n) {
        return wide(0, n & 31) + wide(n, n + 20L) + wide(-(n & 7), n & 7) + wide((long) n << 1, ((long) n << 1) + 5);
    }

    static int narrow(byte b) {
        int s = 0;
        for (int i = b; i < 130; i++) s++;
        return s;
    }

    static int narrowOf(int n) {
        return narrow((byte) n) + narrow((byte) (n >> 8)) + narrow((byte) 200);
    }

    static int stepped(int n, int step) {
        int s = 0;
        for (int i = 0; i < n && step > 0; i += step) s++;
        return s;
    }

    static int steppedOf(int n) {
        int s = 0;
        for (int k = 1; k < (n & 15); k++) s += stepped(100, k);
        for (int k = 5; k > -5; k--) s += stepped(20, k);
        return s;
    }

    static int halves(int n) {
        int s = 0;
        while (n > 0) {
            n /= 2;
            s++;
        }
        return s;
    }

    static int halvesOf(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s += halves(i * i);
        return s + halves(n) + halves(-n) + halves(n - 100) + halves(n >>> 3);
    }

    static int logs(int n, int k) {
        int s = 0;
        for (int i = k; i < n && i > 0; i *= 2) s++;
        return s;
    }

    static int logsOf(int n) {
        int s = 0;
        for (int k = 1; k < (n & 15); k++) s += logs(1000, k) + logs(k, 1);
        return s;
    }

    static int guarded(int n, int m) {
        int s = 0;
        if (m < 10) for (int i = 0; i < n; i++) s++;
        else for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int guardedOf(int n) {
        int s = 0;
        for (int i = 0; i < 20; i++) s += guarded(n & 15, i);
        return s;
    }

    static int pair(int n, int m) {
        int s = 0;
        for (int i = 0; i < n + m; i++) s++;
        for (int i = 0; i < n - m; i++) s++;
        for (int i = m; i < n; i += 2) s++;
        return s;
    }

    static int pairOf(int n) {
        int s = 0;
        n = n % 30;
        for (int i = -5; i < 6; i++) s += pair(i, n) + pair(n, i) + pair(i, -i);
        return s;
    }

    static int smallest(int a, int b, int c) {
        int s = 0;
        for (int i = 0; i < a && i < b && i < c; i++) s++;
        return s;
    }

    static int smallestOf(int n) {
        return smallest(n, 20, n + 1 & 31) + smallest(-n, n & 63, 50) + smallest(1 << 30, n & 15, n | 1 << 29);
    }

    int field() {
        int s = 0;
        for (int i = count; i < 25; i++) s++;
        return s;
    }

    int fieldOf(int n) {
        count = n % 40;
        int s = field();
        count = -s;
        s += field();
        if (next != null) {
            next.count = -(n & 15);
            s += next.field();
        }
        return s;
    }

    int fieldRises() {
        int s = 0;
        for (int i = 0; i < 4; i++) {
            s += field();
            count -= 9;
        }
        return s;
    }

    static int fresh(int n) {
        Mixed m = new Mixed();
        m.count = -(n & 31);
        int s = m.field();
        m = new Mixed();
        s += m.field();
        m.data = new int[n & 15];
        return s + each(m.data);
    }

    static int chainOf(Mixed m) {
        int s = 0;
        for (; m != null; m = m.next) s += m.field();
        return s;
    }

    static int madeChain(int n) {
        Mixed first = null;
        for (int i = 0; i < (n & 15); i++) {
            Mixed m = new Mixed();
            m.next = first;
            m.count = i - 9;
            first = m;
        }
        return chainOf(first);
    }

    static int mutates(int[] a) {
        if (a.length > 0) a[0] = 50;
        return 0;
    }

    static int elementAfter(int[] a) {
        int s = mutates(a);
        if (a.length > 0) s += below(a[0]);
        return s;
    }

    static int elementBefore(int[] a) {
        if (a.length == 0) return 0;
        int x = a[0];
        mutates(a);
        return below(x) + below(a[a.length - 1]);
    }

    static int ofVariable(int n) {
        int k = n & 15;
        int s = below(k++);
        s += below(k++);
        s += below(k += 10);
        s += below(-k) + below(k = 3) + below(k);
        return s;
    }

    static int order(int n) {
        int k = n & 7;
        return box(k++, k++, k--, k + 12);
    }

    static int reads(int a, int b) {
        a += b;
        int s = 0;
        for (int i = b; i < a; i++) s++;
        b = a;
        for (int i = 0; i < b; i++) s++;
        return s;
    }

    static int readsOf(int n) {
        return reads(n & 15, -(n & 31)) + reads(-(n & 15), 40) + reads(n % 20, n % 30);
    }

    static int sumOfResults(int n) {
        int k = below(n & 15);
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        for (int i = k; i < 20; i++) s++;
        return s;
    }
}
