import java.util.*;

/** Exceptions in the middle, handlers that continue, and exits of loops. */
class Thrown {
    static int limit = 5;
    int count;

    static int stopsAtTheEnd(int[] a, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) s += a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            s++;
        }
        return s;
    }

    static int stopsByDivision(int[] a) {
        int s = 1;
        try {
            for (int i = 0; i < a.length; i++) s += 100 / a[i];
        } catch (ArithmeticException e) {
            return -1;
        }
        return s;
    }

    static int work(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i];
        for (int i = 0; i < n; i++) s += a[i];
        return s;
    }

    static int catchesWork(int[] a, int n) {
        int s = 0;
        try {
            s = work(a, n);
            s += work(a, n);
        } catch (RuntimeException e) {
            s = 2;
        }
        return s;
    }

    static int catchesWorkOften(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < 4; i++) {
            try {
                s += work(a, n + i);
            } catch (RuntimeException e) {
                s--;
            } finally {
                s++;
            }
        }
        return s;
    }

    static int throwsItself(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 5 == 2) throw new IllegalStateException();
                s++;
            } catch (IllegalStateException e) {
                i++;
            }
        }
        return s;
    }

    static int goesBack(int n) {
        int s = 0, tries = n & 7;
        for (int i = 0; i < (n & 31); i++) {
            try {
                if (i == 5 && tries-- > 0) throw new Exception();
                s++;
            } catch (Exception e) {
                i = 0;
            }
        }
        return s;
    }

    static int retries(int n) {
        int left = n & 15;
        while (true) {
            try {
                if (left > 0) throw new IllegalArgumentException();
                return left;
            } catch (IllegalArgumentException e) {
                left--;
            }
        }
    }

    static int finallyLoops(int n) {
        int s = 0;
        try {
            for (int i = 0; i < (n & 15); i++) {
                s++;
                if (s == 9) return s;
            }
        } finally {
            for (int i = 0; i < (n & 31); i++) s++;
            limit = s;
        }
        for (int i = 0; i < 3; i++) s++;
        return s;
    }

    @SuppressWarnings("finally")
    static int finallyReturns(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            try {
                s += 5 / (a[i] & 1);
            } finally {
                if (i > 3) return s;
                continue;
            }
        }
        return s;
    }

    @SuppressWarnings("finally")
    static int finallyBreaks(int n) {
        int s = 0;
        while (true) {
            try {
                s++;
                if (s > (n & 31)) return s;
                throw new RuntimeException();
            } catch (RuntimeException e) {
                s++;
            } finally {
                s++;
                if (s > 60) break;
            }
        }
        return -s;
    }

    static int nestedHandlers(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) {
            try {
                try {
                    s += a[i];
                    s /= a[i + 1];
                } catch (ArithmeticException e) {
                    for (int j = 0; j < i; j++) s++;
                    s += a[i + 2];
                }
            } catch (IndexOutOfBoundsException e) {
                for (int j = 0; j < 20; j++) s++;
            }
        }
        return s;
    }

    static int caughtOutside(int[][] a) {
        int s = 0;
        try {
            for (int i = 0; ; i++) {
                for (int j = 0; j < 3; j++) {
                    s += a[i][j];
                }
            }
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return s;
        }
    }

    static int untilNull(Object[] none, int[][] a) {
        int s = 0;
        try {
            int i = 0;
            while (true) {
                s += a[i].length;
                if (i == 3) a = null;
                i++;
            }
        } catch (RuntimeException e) {
            s++;
        }
        return s;
    }

    static int callsUntilNull(int[][] a) {
        return untilNull(null, a);
    }

    static int castFails(Object o) {
        int s = 0;
        try {
            for (int i = 0; i < 10; i++) {
                s += ((Integer) o) + i;
                o = i < 4 ? (Object) i : "x";
            }
        } catch (ClassCastException e) {
            s = -1;
        }
        return s;
    }

    static int casts(int n) {
        return castFails(n) + castFails("y");
    }

    static int negativeSize(int n) {
        int s = 0;
        try {
            int[] a = new int[n & 0x8000001f];
            for (int x : a) s++;
        } catch (NegativeArraySizeException e) {
            for (int i = 0; i < 7; i++) s++;
        }
        return s;
    }

    static int check(int n) {
        if (n < 0) throw new IllegalArgumentException("n");
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int checked(int n) {
        return check(n) + check(n - 5);
    }

    static int checkedAndCaught(int n) {
        try {
            return check(n) + check(n - 5);
        } catch (IllegalArgumentException e) {
            return check(10);
        }
    }

    static int resources(int n) throws Exception {
        int[] s = {0};
        try (AutoCloseable a = () -> {
            for (int i = 0; i < (n & 15); i++) s[0]++;
        }; AutoCloseable b = () -> s[0] += 3) {
            if (n < 0) throw new IllegalStateException();
            s[0]++;
        } catch (IllegalStateException e) {
            s[0]--;
        }
        return s[0];
    }

    static int labelled(int n, int m) {
        int s = 0;
        a:
        for (int i = 0; i < n; i++) {
            b:
            for (int j = 0; j < m; j++) {
                for (int k = 0; k < 3; k++) {
                    if (k == j) continue a;
                    if (i == k + 1) continue b;
                    if (s > 900) break a;
                    s++;
                }
                if (j == i) break b;
            }
        }
        return s;
    }

    static int labelledBlock(int n) {
        int s = 0;
        out:
        {
            for (int i = 0; ; i++) {
                if (i > (n & 31)) break out;
                s++;
            }
        }
        while (s > 0) s -= 2;
        return s;
    }

    static int continuesUpdate(int n) {
        int s = 0;
        for (int i = 0, j = 0; i < n; i += j, j++) {
            if (s++ > 500) break;
            if ((s & 1) == 0) continue;
            j--;
        }
        return s;
    }

    static int doContinue(int n) {
        int s = 0;
        do {
            if ((n & 1) == 1) continue;
            s++;
        } while (n-- > 0);
        return s;
    }

    static int doOnce(int n) {
        int s = 0;
        do {
            s++;
        } while (false);
        do s++; while (n > 0 && (n -= 4) > 0);
        return s;
    }

    static int endless(int n) {
        for (; ; ) {
            if (n <= 0) return n;
            n -= 2;
            if (n == 1) throw new IllegalStateException();
        }
    }

    static int catchesEndless(int n) {
        try {
            return endless(n) + endless(n + 1);
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    static int yields(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) {
            s += switch (i % 5) {
                case 0, 1 -> i;
                case 2 -> {
                    int t = 0;
                    for (int j = 0; j < i; j++) t++;
                    yield t;
                }
                default -> {
                    if (i > 9) {
                        i++;
                        yield 2;
                    }
                    yield 1;
                }
            };
        }
        return s;
    }

    static int words(String t) {
        int s = 0;
        for (int i = 0; i < 9; i++) {
            switch (t) {
                case "abc":
                    s++;
                case "abba":
                    t = "12";
                    break;
                case "12":
                    t = "x";
                    for (int j = 0; j < i; j++) s++;
                    continue;
                case "Aa", "BB":
                    return s;
                default:
                    t = "BB";
                    i--;
                    if (s++ > 20) return s;
                    t = s > 3 ? "BB" : "y";
            }
        }
        return s;
    }

    static int monitors(Object lock, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            synchronized (Thrown.class) {
                if (i == 40) break;
                s++;
                if (i == 30) return s;
            }
        }
        return s;
    }

    static int usesMonitors(int n) {
        return monitors("a", n);
    }

    static int stackTrace(int n) {
        int s = 0;
        try {
            s = deep(n & 31);
        } catch (IllegalStateException e) {
            s++;
        }
        return s;
    }

    static int deep(int n) {
        if (n == 0) throw new IllegalStateException();
        return 1 + deep(n - 1);
    }

    static int deepCaught(int n) {
        if (n <= 0) throw new IllegalStateException();
        try {
            return 1 + deepCaught(n - 1);
        } catch (IllegalStateException e) {
            if (n > 3) throw e;
            int s = 0;
            for (int i = 0; i < n; i++) s++;
            return s;
        }
    }

    static int deepTwice(int n) {
        if (n <= 0 || n > 9) throw new IllegalStateException();
        int s = 0;
        try {
            s += deepTwice(n - 1);
        } catch (IllegalStateException e) {
            s++;
        }
        try {
            s += deepTwice(n - 2);
        } catch (IllegalStateException e) {
            s++;
        }
        return s;
    }

    int initialisers(int n) {
        return new Init(n).total;
    }

    static class Init {
        int total;
        final int[] made = new int[9];

        {
            for (int x : made) total++;
        }

        Init(int n) {
            this(n, n & 15);
            for (int i = 0; i < total; i++) made[i % 9]++;
        }

        Init(int n, int m) {
            for (int i = 0; i < m; i++) total++;
        }
    }
}
