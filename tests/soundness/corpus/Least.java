import java.util.List;

/** The least that a call costs. */
class Least {
    int size;
    static int limit = 5;

    static int early(int[] a, int key) {
        for (int i = 0; i < a.length; i++) if (a[i] == key) return i;
        return -1;
    }

    static int plain(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int fromTo(int n, int m) {
        int s = 0;
        for (int i = n; i < m; i++) s += i;
        return s;
    }

    static int product(int w, int h) {
        int s = 0;
        for (int i = 0; i < w * h; i++) s += i;
        return s;
    }

    static int nested(int w, int h) {
        int s = 0;
        for (int i = 0; i < w; i++) for (int j = 0; j < h; j++) s += i ^ j;
        return s;
    }

    static int triangle(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += j;
        return s;
    }

    static int reassigned(int n, int m) {
        if (m < n) n = m;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int shorter(int[] a, int[] b) {
        if (b.length < a.length) a = b;
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int emptied(int n) {
        n = 0;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int wraps(int n) {
        int s = 0;
        for (int i = 0; i < n * 4; i++) s += i;
        return s;
    }

    static int plusOne(int n) {
        int s = 0;
        for (int i = 0; i < n + 1; i++) s += i;
        return s;
    }

    static int cast(long n) {
        int s = 0;
        for (int i = 0; i < (int) n; i++) s += i;
        return s;
    }

    static int narrowed(int n) {
        int s = 0;
        for (int i = 0; i < (byte) n; i++) s += i;
        return s;
    }

    static int halving(int n) {
        int s = 0;
        for (int i = n; i > 0; i /= 2) s += i;
        return s;
    }

    static int doubling(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 2) s += i;
        return s;
    }

    static int skips(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if ((i & 3) == 1) i += 2;
            s += i;
        }
        return s;
    }

    static int throwsOut(int[] a, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) s += a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            s = -1;
        }
        return s;
    }

    static int callee(int n) {
        return plain(n - 3) + plain(-n);
    }

    static int calleeInLoop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += plain(i);
        return s;
    }

    static int suffix(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += fromTo(i, n);
        return s;
    }

    static int recursion(int n) {
        return n <= 0 ? 0 : 1 + recursion(n - 1);
    }

    static int recursionFrom(int i, int n) {
        return i >= n ? 0 : 1 + recursionFrom(i + 1, n);
    }

    static int doOnce(int n) {
        int s = 0;
        do {
            s++;
        } while (s < n);
        return s;
    }

    static int or(int n, int m) {
        int s = 0;
        for (int i = 0; i < n || i < m; i++) s += i;
        return s;
    }

    static int and(int n, int m) {
        int s = 0;
        for (int i = 0; i < n && i < m; i++) s += i;
        return s;
    }

    static int least(int n, int m) {
        int s = 0;
        for (int i = 0; i < Math.min(n, m); i++) s += i;
        return s;
    }

    static int most(int n, int m) {
        int s = 0;
        for (int i = 0; i < Math.max(n, m); i++) s += i;
        return s;
    }

    static int nulls(int[] a) {
        return a == null ? 0 : plain(a.length);
    }

    static int eachRow(int[][] a) {
        int s = 0;
        for (int[] row : a) for (int x : row) s += x;
        return s;
    }

    static int sized(List<Integer> xs) {
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s += i;
        return s;
    }

    static int statics(int n) {
        limit = 0;
        int s = 0;
        for (int i = 0; i < limit; i++) s += n;
        return s;
    }

    int field(int n) {
        if (n > 0) size = 0;
        int s = 0;
        for (int i = 0; i < size; i++) s += n;
        return s;
    }

    int fieldOfCallee(int n) {
        clear();
        int s = 0;
        for (int i = 0; i < size; i++) s += n;
        return s;
    }

    private void clear() {
        size = 0;
    }

    static int unequal(int n) {
        int s = 0;
        for (int i = 0; i != n; i++) s += i;
        return s;
    }

    static int byThree(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 3) s += i;
        return s;
    }

    static int difference(int a, int b) {
        int s = 0;
        for (int i = 0; i < a - b; i++) s += i;
        return s;
    }

    static int two(int n) {
        int s = 0;
        for (int i = 0, j = n; i < j; i++, j--) s += i;
        return s;
    }

    static int array(int n) {
        int[] a = new int[n & 15];
        int s = 0;
        for (int i = 0; i < a.length; i++) s += i;
        return s;
    }

    static int finallyReturns(int n) {
        try {
            for (int i = 0; i < n; i++) if (i == 3) return i;
            return 0;
        } finally {
            limit++;
        }
    }
}
