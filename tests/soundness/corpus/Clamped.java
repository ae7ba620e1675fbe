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

    static int leftOver(int n) {
        int s = 0;
        while (n > 0) {
            n--;
        }
        for (; n < 0; n++) {
            s++;
        }
        return s;
    }

    static int leftOverOfTwo(int n, int m) {
        int s = 0;
        while (n > 0) {
            n--;
            m--;
        }
        for (int j = m; j < 0; j++) {
            s++;
        }
        return s;
    }

    static int left(int n) {
        while (n > 0) {
            n--;
        }
        return n;
    }

    static int fromLeft(int n) {
        int s = 0;
        for (int j = left(n); j < 0; j++) {
            s++;
        }
        return s;
    }

    static int above(int n) {
        int s = 0;
        int z = Math.max(0, n);
        for (int i = 0; i < z - n; i++) {
            s++;
        }
        return s;
    }

    static int aboveAtCall(int n) {
        return above(n);
    }

    static int aboveAtCalls(int n, int m) {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            s += above(n + m);
        }
        return s;
    }

    static int over(int n, int m) {
        int s = 0;
        for (int i = 0; i < Math.max(m, n) - n; i++) {
            s++;
        }
        return s;
    }

    static int overZero(int n) {
        return over(n, 0) + over(n, -5);
    }

    static int inner(int n, int m) {
        int s = 0;
        for (int z = 0; z < m; z++) {
            for (int v = Math.max(n, -z) - n; v > 0; v--) {
                s++;
            }
        }
        return s;
    }

    static int doubled(int n) {
        if (n < 1) {
            return 1;
        }
        return doubled(n - 1) + doubled(n - 1);
    }

    static int doubledLess(int n) {
        return n > 18 ? 0 : doubled(n - 9);
    }

    static int doubledInLoop(int n) {
        int s = 0;
        for (int i = -4; i < n && i < 9; i++) {
            s += doubled(i - 9);
        }
        return s;
    }
}
