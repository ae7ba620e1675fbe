/** Arguments end recursions, bound loops and may wrap around. */
class Passing {
    String none;
    String filler = "abc";
    int size = 4;
    int[] kept = {3, 1, 4, 1, 5};

    // Recursions that end because of their arguments.

    int put(String s) {
        if (s == null) return putNone();
        int t = 0;
        for (int i = 0; i < s.length(); i++) t += s.charAt(i);
        return t;
    }

    int putNone() {
        if (none == null) return 0;
        return put(none);
    }

    static int joined(int[] a) {
        return joined(a, null);
    }

    static int joined(int[] a, String by) {
        if (by == null) return joined(a, "--");
        int s = by.length();
        for (int x : a) s += x;
        return s;
    }

    static int flagged(int[] a, boolean isAgain) {
        int s = 0;
        if (!isAgain) s += flagged(a, true);
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int inStages(int stage, int n) {
        if (stage == 0) return inStages(1, n) + inStages(2, n);
        if (stage == 1) return inStages(2, n) + n;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    // Arguments do not end these: the facts must not say so.

    static int turned(String s, int n) {
        if (n <= 0) return 0;
        if (s == null) return 1 + turned("x", n - 1);
        return 1 + turned(null, n - 1);
    }

    int emptied(String s, int n) {
        if (s == null || n <= 0) return 0;
        String t = s;
        if ((n & 1) == 0) t = none;
        return 1 + emptied(t == null ? s : t, n - 1);
    }

    int refilled(int n) {
        if (filler == null || n <= 0) return 0;
        forget();
        return again(filler, n);
    }

    void forget() {
        filler = (size & 1) == 0 ? null : "y";
        size++;
    }

    int again(String s, int n) {
        if (s == null) {
            filler = "z";
            return 1 + refilled(n - 1);
        }
        return 2 + refilled(n - 1);
    }

    static int caught(String s, int n) {
        try {
            if (s == null) return n / (n - n) + caught("q", n);
            int t = 0;
            for (int i = 0; i < n; i++) t += i % 3;
            return t / (n - n);
        } catch (ArithmeticException e) {
            return s == null ? caught("r", n) : n;
        }
    }

    // Counters that are indices and may wrap around.

    int fromTheEnd() {
        int s = 0;
        for (int i = size - 1; i >= 0; i--) s += kept[i];
        return s;
    }

    static int fromTheEnd(int[] a, int n) {
        int s = 0;
        for (int i = n - 1; i >= 0; i--) s += a[i];
        return s;
    }

    static int beforeIt(int[] a, int n, int m) {
        int s = 0;
        for (int i = n - m; i >= 0; i--) s += a[i];
        return s;
    }

    static int farBelow(int[] a, int n) {
        int s = 0;
        for (int i = n - 2147483647; i >= 0; i--) s += a[i];
        return s;
    }

    static int afterWork(int[] a, int n) {
        int s = 0;
        for (int i = n - 1; i >= 0; i--) {
            for (int k = 0; k < (i & 63); k++) s += k;
            s += a[i];
        }
        return s;
    }

    static int forgiven(int[] a, int n) {
        int s = 0;
        try {
            for (int i = n - 1; i >= 0; i--) s += a[i];
        } catch (ArrayIndexOutOfBoundsException e) {
            s = -1;
        }
        return s;
    }

    static int forgivenInside(int[] a, int n) {
        int s = 0;
        for (int i = n - 1; i >= 0 && s < 400; i--) {
            try {
                s += a[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                s++;
            }
        }
        return s;
    }

    static int upTo(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i += 7) s += a[i];
        return s;
    }

    static int upToInclusive(int[] a, int n, int m) {
        int s = 0;
        for (int i = n; i <= m; i += 3) s += a[i + 1];
        return s;
    }

    static int codePoints(String s, int n) {
        int t = 0;
        for (int i = 0; i < n; ) {
            int c = Character.codePointAt(s, i);
            t += c;
            i += Character.charCount(c);
        }
        return t;
    }

    // Numbers computed on the way to a callee.

    static int loop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i & 7;
        return s;
    }

    static int shrinking(int n, int m) {
        int s = 0;
        for (int i = 0; i < 40 - n; i++) s += m;
        return s;
    }

    static int summed(int[] a, int[] b) {
        int n = a.length + b.length;
        int m = n;
        return loop(m);
    }

    static int summedNumbers(int n, int m) {
        int k = (n & 1023) + (m & 1023);
        int l = k - 5;
        return loop(l);
    }

    static int summedFar(int n, int m) {
        if (n < 2000000000 || m < 2000000000) return 0;
        int k = n + m;
        return loop(k) + loop(k + 5);
    }

    static int fallingFar(int n) {
        int k = n + 2147483600;
        return n < 60 ? 0 : n > 64 ? 1 : shrinking(k, 1);
    }

    static int wrappedDown(int n) {
        if (n > -2147483000) return 0;
        int k = n - 1000;
        int l = k & 255;
        return loop(l);
    }

    static int conditional(String s, int start) {
        if (start < 0) start = s.length() + start;
        if (start < 0) start = 0;
        return loop(s.length() - start);
    }

    // Results of methods with loops.

    static int indexOf(int[] a, int x, int from) {
        if (a == null) return -1;
        for (int i = Math.max(0, from); i < a.length; i++) {
            if (a[i] == x) return i;
        }
        return -1;
    }

    static int digits(int x) {
        int d = 1;
        if (x >= 0) {
            d = 0;
            x = -x;
        }
        int p = -10;
        for (int i = 1; i < 10; i++) {
            if (x > p) return i + d;
            p = 10 * p;
        }
        return 10 + d;
    }

    static int countOdd(int[] a) {
        int c = 0;
        for (int x : a) if ((x & 1) != 0) c++;
        return c;
    }

    static int countTwice(int[] a) {
        int c = 0;
        for (int x : a) {
            if ((x & 1) != 0) c += 2;
            else c += 3;
        }
        return c;
    }

    static int countDown(int[] a, int n) {
        int c = n;
        for (int x : a) if (x > 0) c--;
        return c;
    }

    static int countWrapped(int n) {
        int c = 2147483640;
        for (int i = 0; i < (n & 31); i++) c += 3;
        return c;
    }

    static int untilFound(int[] a, int x) {
        int at = indexOf(a, x, 0);
        return loop(a.length - at) + loop(at);
    }

    static int untilFoundFrom(int[] a, int x, int from) {
        int at = indexOf(a, x, from);
        int s = 0;
        for (int i = at; i >= 0; i--) s += a[i];
        return s;
    }

    static int byDigits(int x) {
        return loop(digits(x));
    }

    static int byOdd(int[] a) {
        return loop(countOdd(a)) + loop(countTwice(a));
    }

    static int byLess(int[] a, int n) {
        return loop(countDown(a, n)) + shrinking(countDown(a, n), 2);
    }

    static int byWrapped(int n) {
        return shrinking(countWrapped(n), 1);
    }

    static int counted(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 1) c++;
            if (a[i] == 3) break;
        }
        int s = 0;
        for (int k = 0; k < c; k++) s += a[k];
        return s;
    }

    static int countedTwiceOver(int[] a, int n) {
        int c = 0;
        int s = 0;
        for (int j = 0; j < (n & 7); j++) {
            for (int i = 0; i < a.length; i++) c++;
            for (int k = 0; k < c; k++) s++;
        }
        for (int k = 0; k < c; k++) s++;
        return s;
    }

    static int countedAgain(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) c++;
        for (int i = 0; i < a.length; i++) c++;
        return loop(c);
    }

    static int copied(int[] a) {
        int[] b = new int[a.length];
        int c = 0;
        for (int x : a) if (x != 2) b[c++] = x;
        int[] d = new int[c];
        System.arraycopy(b, 0, d, 0, c);
        return d.length;
    }

    // Texts.

    int ofField() {
        int s = 0;
        for (int i = 0; i < filler.length(); i++) s += filler.charAt(i);
        return s;
    }

    int length() {
        size++;
        return size;
    }

    int longer() {
        filler = filler + filler;
        int s = 0;
        for (int i = 0; i < filler.length(); i++) s += filler.charAt(i);
        return s;
    }

    static int ofRequired(String s) {
        return chars(java.util.Objects.requireNonNull(s, "s"));
    }

    static int chars(String s) {
        int t = 0;
        for (char c : s.toCharArray()) t += c;
        return t;
    }
}
