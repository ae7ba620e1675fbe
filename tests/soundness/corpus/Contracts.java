/** Methods that get contracts with conditions. */
class Contracts {
    int size;
    static int limit = 5;

    static int total(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int triangle(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = i; j < n; j++) s += j;
        return s;
    }

    static int strided(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i += 3) for (int j = m; j > 0; j -= 2) s += i - j;
        return s;
    }

    static long countdown(long n) {
        long s = 0;
        while (n-- > 0) s += n;
        return s;
    }

    static int between(int n, int m) {
        int s = 0;
        for (int i = n; i < m; i++) s += i;
        return s;
    }

    static int falls(int n) {
        int s = 0;
        for (int i = n; i < 30; i++) s += i;
        return s;
    }

    static int fallsOfAll(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += falls(i);
        return s;
    }

    static int product(int w, int h) {
        int s = 0;
        for (int i = 0; i < w * h; i++) s++;
        return s;
    }

    static int length(int[] a, int n) {
        int s = 0;
        for (int i = n; i < a.length; i++) s += i;
        return s;
    }

    static int lengths(int[] a, int[] b) {
        if (b.length > a.length) a = b;
        int s = 0;
        for (int x : a) s += x;
        return s;
    }

    static int doubled(int n) {
        n = 2 * n;
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int cast(long n) {
        int s = 0;
        for (int i = 0; i < (int) n; i++) s++;
        return s;
    }

    static int wraps(int n) {
        int s = 0;
        for (int i = 0; i < n * 4; i++) s++;
        return s;
    }

    static int unequal(int n) {
        int s = 0;
        while (n != 0) {
            s++;
            n--;
        }
        return s;
    }

    static int atMost(int n) {
        int s = 0;
        for (int i = 0; i <= n; i++) s++;
        return s;
    }

    int field(int n) {
        set(n);
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int fieldCaller(int n) {
        return field(n) + 1;
    }

    private void set(int n) {
        size = n;
    }

    int virtualField(int n) {
        change(n);
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int virtualFieldCaller(int n) {
        return virtualField(n) + 1;
    }

    void change(int n) {
        size = n;
    }

    static int text(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) n += i;
        return n;
    }

    static int depth(int n) {
        return n <= 0 ? 0 : 1 + depth(n - 1);
    }

    static int suffix(int i, int n) {
        return i >= n ? 0 : 1 + suffix(i + 1, n);
    }

    static int halves(int n) {
        int s = 0;
        for (int i = n; i > 0; i /= 2) s++;
        return s;
    }

    static int branches(int n, int m) {
        int s = 0;
        if (n > m) {
            for (int i = 0; i < n - m; i++) s++;
        } else {
            for (int i = 0; i < m - n; i++) s += i * i;
        }
        return s;
    }

    static int clause(int n) {
        int s = 0;
        //@ loop_bound 3;
        for (int i = 0; i < (n & 3); i++) s++;
        return s;
    }

    static int afterClause(int n) {
        for (int i = 0; i < n; i++) n--;
        return n;
    }

    static int statics(int n) {
        int s = 0;
        for (int i = 0; i < limit + n; i++) s++;
        return s;
    }

    int hiddenBy(int size) {
        int s = 0;
        for (int i = 0; i < this.size; i++) s++;
        return s;
    }

    int hiddenOfCallee(int size) {
        return field(3);
    }

    static int staticHiddenBy(int limit) {
        int s = 0;
        for (int i = 0; i < Contracts.limit; i++) s++;
        return s;
    }
}
