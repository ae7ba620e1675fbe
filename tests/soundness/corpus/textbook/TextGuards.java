/** Values that are clamped to a range before a loop, and loops that end early. */
class TextGuards {
    // bound: a.length
    static int lastIndexOf(int[] a, int key, int start) {
        if (a == null || start < 0) {
            return -1;
        }
        if (start >= a.length) {
            start = a.length - 1;
        }
        for (int i = start; i >= 0; i--) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    // bound: a.length
    static int indexOf(int[] a, int key, int start) {
        if (a == null) {
            return -1;
        }
        if (start < 0) {
            start = 0;
        }
        for (int i = start; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    // bound: a.length
    static int sumOfRange(int[] a, int from, int to) {
        if (from < 0) {
            from = 0;
        }
        if (to > a.length) {
            to = a.length;
        }
        int s = 0;
        for (int i = from; i < to; i++) {
            s += a[i];
        }
        return s;
    }

    // bound: a.length
    static int sumOfClamped(int[] a, int from, int to) {
        from = Math.max(0, from);
        to = Math.min(to, a.length);
        int s = 0;
        for (int i = from; i < to; i++) {
            s += a[i];
        }
        return s;
    }

    // bound: n
    static int notNegative(int n) {
        if (n < 0) {
            n = 0;
        }
        int s = 0;
        while (n != 0) {
            s += n;
            n--;
        }
        return s;
    }

    // bound: n
    static int notNegativeByMax(int n) {
        n = Math.max(n, 0);
        int s = 0;
        for (int i = 0; i != n; i++) {
            s += i;
        }
        return s;
    }

    // bound: 100
    static int atMostHundred(int n) {
        if (n > 100) {
            n = 100;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    // bound: 100
    static int betweenTwo(int n) {
        n = Math.max(1, Math.min(n, 100));
        int s = 0;
        while (n > 0) {
            s += n--;
        }
        return s;
    }

    // bound: 64
    static int refused(int n) {
        if (n < 0 || n > 64) {
            throw new IllegalArgumentException("n");
        }
        int s = 0;
        for (int i = n; i > 0; i--) {
            s ^= i;
        }
        return s;
    }

    // bound: min(a.length, b.length)
    static int dot(int[] a, int[] b) {
        int n = a.length < b.length ? a.length : b.length;
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    // bound: max(a.length, b.length)
    static int longer(int[] a, int[] b) {
        int n = a.length;
        if (b.length > n) {
            n = b.length;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i < a.length ? a[i] : 0;
            s += i < b.length ? b[i] : 0;
        }
        return s;
    }

    // bound: a.length
    static int wholeIfNegative(int[] a, int count) {
        int n = count < 0 || count > a.length ? a.length : count;
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += a[i];
        }
        return s;
    }

    // bound: |n|
    static int absolute(int n) {
        if (n < 0) {
            n = -n;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    // bound: |b - a|
    static int between(int a, int b) {
        if (a > b) {
            int t = a;
            a = b;
            b = t;
        }
        int s = 0;
        for (int i = a; i <= b; i++) {
            s += i;
        }
        return s;
    }

    // bound: 60
    static int modulo(int n) {
        int s = 0;
        int rest = n % 60;
        for (int i = 0; i < rest; i++) {
            s += i;
        }
        return s;
    }

    // bound: 15
    static int masked(int n) {
        int s = 0;
        for (int i = n & 15; i > 0; i--) {
            s += i;
        }
        return s;
    }

    // bound: a.length
    static int substring(int[] a, int from, int to) {
        if (from < 0 || to > a.length || from > to) {
            throw new IndexOutOfBoundsException();
        }
        int s = 0;
        while (from != to) {
            s += a[from++];
        }
        return s;
    }

    // bound: a.length
    static int remove(int[] a, int index) {
        if (index < 0 || index >= a.length) {
            return -1;
        }
        int old = a[index];
        for (int i = index; i + 1 < a.length; i++) {
            a[i] = a[i + 1];
        }
        return old;
    }

    // bound: a.length
    static int negativeIndex(int[] a, int index) {
        int i = index < 0 ? index + a.length : index;
        if (i > a.length) {
            i = a.length;
        }
        int s = 0;
        while (--i >= 0) {
            s += a[i];
        }
        return s;
    }

    // bound: n
    static int emptyIsZero(int n) {
        if (n <= 0) {
            return 0;
        }
        int s = 0;
        do {
            s += n;
        } while (--n != 0);
        return s;
    }

    // bound: a.length
    static int untilZero(int[] a) {
        int i = 0;
        while (true) {
            if (i == a.length) {
                break;
            }
            if (a[i] == 0) {
                return i;
            }
            i++;
        }
        return i;
    }

    // bound: n
    static int breakOutside(int n) {
        int s = 0;
        for (int i = 0; ; i++) {
            if (i >= n) {
                break;
            }
            s += i;
        }
        return s;
    }

    // bound: n
    static int either(int n, boolean stop) {
        int i = 0;
        while (i < n && !stop) {
            stop = i * 7 % 31 == 30;
            i++;
        }
        return i;
    }

    // bound: n + m
    static int eitherCounter(int n, int m) {
        int s = 0;
        while (n > 0 || m > 0) {
            if (n > 0) {
                n--;
            } else {
                m--;
            }
            s++;
        }
        return s;
    }

    // bound: max(n, m)
    static int bothCounters(int n, int m) {
        int s = 0;
        for (int i = 0; i < n || i < m; i++) {
            s++;
        }
        return s;
    }

    // bound: min(n, m)
    static int both(int n, int m) {
        int s = 0;
        for (int i = 0; i < n && i < m; i++) {
            s++;
        }
        return s;
    }

    // bound: n · m
    static int labelled(int n, int m) {
        int s = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (j * i > 50) {
                    continue outer;
                }
                if (s > 1000) {
                    break outer;
                }
                s++;
            }
        }
        return s;
    }

    // bound: high - low
    static int meet(int low, int high) {
        int s = 0;
        while (low < high) {
            low += 2;
            high -= 1;
            s++;
        }
        return s;
    }

    // bound: n
    static int stepOfParameter(int n, int step) {
        if (step <= 0) {
            return 0;
        }
        int s = 0;
        for (int i = 0; i < n; i += step) {
            s++;
        }
        return s;
    }

    // bound: n
    static int alternating(int n) {
        int s = 0;
        while (n > 0) {
            n -= n % 2 == 0 ? 2 : 1;
            s++;
        }
        return s;
    }

    // bound: 2n
    static int budget(int n) {
        int left = n, turns = 0, i = 0;
        while (left > 0) {
            if ((i & 1) == 0) {
                left--;
            }
            i++;
            turns++;
            if (turns > 2 * n) {
                break;
            }
        }
        return turns;
    }
}
