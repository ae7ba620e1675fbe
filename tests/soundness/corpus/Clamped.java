/** Numbers that are at least 0, or another number, beside others that need not be. */
class Clamped {
    int size;

    static int inPlace(int n, int m) {
        int s = 0;
        if (n < 0) n = 0;
        for (int i = 1; i <= n + m; i += 2) {
            s++;
        }
        return s;
    }

    static int byMax(int n, int m) {
        int s = 0;
        int k = Math.max(0, n) * 3 + m;
        for (int i = 0; i < k; i += 2) {
            s++;
        }
        return s;
    }

    static int withConstant(int n) {
        int s = 0;
        int k = Math.max(0, n) + 5;
        for (int i = 0; i < k; i += 2) {
            s++;
        }
        return s;
    }

    static int ofBoth(int n, int m) {
        int s = 0;
        int k = Math.max(0, n) + Math.max(0, m);
        for (int i = 0; i < k; i += 3) {
            s++;
        }
        return s;
    }

    static int product(int n, int m, int o) {
        int s = 0;
        if (n < 0) n = 0;
        if (m < 0) m = 0;
        int k = n * m + o;
        for (int i = 0; i < k; i += 3) {
            s++;
        }
        return s;
    }

    static int halved(int n, int m) {
        int s = 0;
        if (n < 0) n = 0;
        for (int i = n + m; i > 0; i /= 2) {
            s++;
        }
        return s;
    }

    static int larger(int n, int m) {
        int s = 0;
        if (n < 0) n = 0;
        int k = Math.max(n + m, 7);
        for (int i = 0; i < k; i += 3) {
            s++;
        }
        return s;
    }

    static int elsewhere(int n, int m) {
        int s = 0;
        if (n < -3) n = -3;
        for (int i = 0; i < n + m; i += 2) {
            s++;
        }
        return s;
    }

    int field(int m) {
        int s = 0;
        int k = size < 0 ? 0 : size;
        for (int i = 0; i < k + m; i += 2) {
            s++;
        }
        return s;
    }

    static int callee(int p, int q) {
        int s = 0;
        for (int i = 0; i < p + q; i += 2) {
            s++;
        }
        return s;
    }

    static int passed(int n, int m) {
        return callee(Math.max(0, n), m);
    }

    static int passedAsLocal(int n, int m) {
        int k = n > 0 ? n : 0;
        return callee(k, m);
    }

    static int positive(int n) {
        return n < 0 ? 0 : n;
    }

    static int passedAsResult(int n, int m) {
        return callee(positive(n), m);
    }

    static int returned(int n, int m) {
        int s = 0;
        int k = positive(n) + positive(m);
        for (int i = 0; i < k; i += 2) {
            s++;
        }
        return s;
    }

    static int recursive(int n) {
        return n <= 1 ? 1 : recursive(n - 2);
    }

    static int recursion(int n, int m) {
        return recursive(Math.max(n, -5) + m);
    }

    static int nested(int n, int m) {
        int s = 0;
        if (n < 0) n = 0;
        for (int i = 0; i < n + m; i++) {
            for (int j = 0; j < i; j += 2) {
                s++;
            }
        }
        return s;
    }
}
