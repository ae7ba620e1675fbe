/** Numbers, arrays and objects that short callees compute or return. */
class Results {
    static boolean flag;
    static int limit = 5;
    int size = 3;

    static int atLeastZero(int n) {
        return Math.max(0, n);
    }

    static int smaller(int a, int b) {
        return a < b ? a : b;
    }

    static int checked(int n) {
        if (n < 0) throw new IllegalStateException();
        return n;
    }

    static int lengthOf(Object a) {
        return a == null ? 0 : java.lang.reflect.Array.getLength(a);
    }

    static int either(int a, int b) {
        flag = !flag;
        return flag ? a : b;
    }

    private Results kept(int n) {
        size = n & 15;
        return this;
    }

    static int clamped(int[] a, int from, int to) {
        int i = atLeastZero(from);
        int j = atLeastZero(smaller(a.length, to)) - 1;
        int s = 0;
        while (j > i) {
            s += a[i] - a[j];
            j--;
            i++;
        }
        return s;
    }

    static int differing(int n, int m) {
        int s = 0;
        for (int i = either(n, m); i < either(m, n) + either(n, m); i++) s++;
        return s;
    }

    static int cancelled(int n, int m) {
        int s = 0;
        for (int i = 0; i < either(n, m) - either(n, m); i++) s++;
        return s;
    }

    static int lengths(int[] a) {
        int s = 0;
        for (int i = 0; i < lengthOf(a); i++) s += a[i];
        return s;
    }

    static int refused(int n) {
        int s = 0;
        for (int i = checked(n); i > 0; i--) s++;
        return s;
    }

    int itself(int n) {
        int s = 0;
        for (int i = 0; i < kept(n).size; i++) s++;
        return s;
    }

    static int wrapping(int n) {
        int s = 0;
        for (int i = 0; i < smaller(n + 7, 100) && s < 200; i++) s++;
        return s;
    }
}
