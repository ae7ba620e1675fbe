import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Loops that no generator makes, and for which a bound is easily wrong. */
class Odd {
    int count;
    int[] data = new int[6];
    Odd next;
    static int shared;
    static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6};

    static int reassignedBound(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i == 3 && m > 0) {
                n += m & 7;
                m = 0;
            }
            s += i;
        }
        return s;
    }

    static int swapped(int a, int b) {
        int s = 0;
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
            s++;
        }
        return s + a;
    }

    static int aliased(int[] a, int[] b) {
        int s = 0;
        int[] c = b.length > 3 ? a : b;
        if (c.length == 0) return 0;
        c[0] = 0;
        while (c[0] < a.length) {
            b = a;
            b[0]++;
            s++;
        }
        return s;
    }

    static int limitInArray(int[] a) {
        if (a.length < 2) return 0;
        int[] same = a;
        a[0] &= 15;
        int s = 0;
        for (int i = 0; i < a[0]; i++) {
            if (i == 2) same[0] = 20;
            s++;
        }
        return s;
    }

    static int grown(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (i == 1) a = new int[a.length + (n & 7)];
            s++;
        }
        return s;
    }

    int replacedByCallee(int n) {
        int s = 0;
        for (int i = 0; i < data.length; i++) {
            if (i == 2) replace(n);
            s++;
        }
        return s;
    }

    private void replace(int n) {
        data = new int[n & 31];
    }

    static int charCounter(int n) {
        int s = 0;
        for (char c = 65530; c > 7; c++) {
            s++;
            if (s > n) break;
        }
        return s;
    }

    static int charDown(char from) {
        int s = 0;
        char c = (char) (from & 63);
        do {
            c -= 3;
            s++;
        } while (c < 1000 && s < 500);
        return s;
    }

    static int shortCounter(short to) {
        int s = 0;
        for (short i = 32700; i < to + 60; i++) {
            s++;
            if (s > 400) return s;
        }
        return s;
    }

    static int byteMask(byte b) {
        int s = 0;
        for (int i = b & 0xff; i > 0; i -= 5) s++;
        for (byte i = b; i > 0; i += 1) s++;
        return s;
    }

    static int wraps(int from) {
        int s = 0;
        for (int i = from; i > 0; i += 1 << 20) s++;
        return s;
    }

    static int unsignedShift(int n) {
        int s = 0;
        while (n != 0) {
            n >>>= 1;
            s++;
        }
        return s;
    }

    static int signedShift(int n) {
        int s = 0;
        while (n != 0 && n != -1) {
            n >>= 1;
            s++;
        }
        return s;
    }

    static int absolute(int n) {
        int s = 0;
        for (int i = Math.abs(n % 50); i > 0; i--) s++;
        for (int i = 0; i < Math.abs(n) % 33; i++) s++;
        return s;
    }

    static int negated(int n) {
        int s = 0;
        n = n % 40;
        for (int i = n; i < -n; i++) s++;
        for (int i = -n; i < n; i++) s++;
        return s;
    }

    static int longToInt(long n) {
        int s = 0;
        int m = (int) n & 127;
        for (long i = n; i < n + m; i++) s++;
        for (int i = (int) (n >>> 58); i > 0; i--) s++;
        return s;
    }

    static int doubleToInt(double d) {
        int s = 0;
        for (int i = 0; i < (int) (d * 3) && s < 900; i++) s++;
        int m = (int) Math.sqrt(d);
        for (int i = 0; i <= m; i++) s++;
        return s;
    }

    static int continued(int n, int m) {
        int s = 0, i = 0;
        outer:
        while (i < n) {
            int j = 0;
            while (true) {
                if (j >= m) {
                    i += 2;
                    continue outer;
                }
                if ((i ^ j) == 5) {
                    i++;
                    continue outer;
                }
                j++;
                s++;
            }
        }
        return s;
    }

    static int finallyContinues(int n) {
        int s = 0;
        int i = 0;
        while (i < n) {
            try {
                if (i % 3 == 0) throw new IllegalStateException();
                s++;
            } catch (IllegalStateException e) {
                i += 2;
                continue;
            } finally {
                i--;
                if (s > 90) break;
                i += 2;
            }
        }
        return s;
    }

    static int finallyResets(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i == 4) i = 8;
                s += 10 / (i - 6);
            } catch (ArithmeticException e) {
                s++;
            } finally {
                if (s < 40 && i == 9) {
                    s += 10;
                    i = 2;
                }
            }
        }
        return s;
    }

    static int fallThrough(int n, int k) {
        int s = 0;
        while (n > 0) {
            switch (k & 3) {
                case 0:
                    n--;
                case 1:
                    n -= 2;
                    k++;
                    break;
                case 2:
                    k++;
                    n++;
                    break;
                default:
                    n -= 4;
                    k = n;
            }
            s++;
            if (s > 3000) break;
        }
        return s;
    }

    static int state(int[] a) {
        int at = 0, s = 0, state = 0;
        while (at < a.length) {
            switch (state) {
                case 0:
                    state = a[at] > 0 ? 1 : 2;
                    break;
                case 1:
                    at++;
                    state = 0;
                    break;
                default:
                    at += 2;
                    state = 0;
            }
            s++;
        }
        return s;
    }

    static int lambdas(int n) {
        int[] total = {0};
        IntUnaryOperator outer = x -> {
            IntUnaryOperator inner = y -> {
                int s = 0;
                for (int i = 0; i < y; i++) s++;
                return s;
            };
            int s = 0;
            for (int i = 0; i < x; i++) s += inner.applyAsInt(i);
            return s;
        };
        total[0] += outer.applyAsInt(n & 31);
        return total[0];
    }

    static int captured(int n) {
        int[] limit = {n & 15};
        Runnable more = () -> limit[0] = Math.min(limit[0] + 1, 25);
        int s = 0;
        for (int i = 0; i < limit[0]; i++) {
            more.run();
            s++;
        }
        return s;
    }

    static class Numbers implements Iterator<Integer> {
        int left;
        int extra = 5;

        Numbers(int left) {
            this.left = left;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Integer next() {
            left--;
            if (left == 1 && extra-- > 0) left += 3;
            return left;
        }
    }

    static int iterated(int n) {
        int s = 0;
        Iterator<Integer> it = new Numbers(n & 31);
        while (it.hasNext()) s += it.next();
        return s;
    }

    static int skipped(List<Integer> list) {
        int s = 0;
        for (Iterator<Integer> it = list.iterator(); it.hasNext(); ) {
            int x = it.next();
            for (int i = 0; i < x && it.hasNext(); i++) s += it.next();
        }
        return s;
    }

    static int added(List<Integer> list, int n) {
        int s = 0;
        for (int i = 0; i < list.size(); i++) {
            if (list.size() < (n & 31)) list.add(i);
            s++;
        }
        for (int x : new ArrayList<>(list)) s += x;
        return s;
    }

    static int twoParameters(int a, int b) {
        if (a <= 0 || b <= 0) return 1;
        if (a > 6 || b > 6) return 2;
        return twoParameters(a - 1, b) + twoParameters(a, b - 1);
    }

    static int turning(int a, int b) {
        if (a > 200 || b > 200 || a < -200 || b < -200) return 0;
        if (a <= 0) return b <= 0 ? 0 : turning(b - 1, a);
        return 1 + turning(a - 1, b);
    }

    static int ackermannLike(int m, int n) {
        if (m <= 0 || n > 40) return n;
        return ackermannLike(m - 1, n + m);
    }

    static int upward(int[] a, int i) {
        if (i < 0 || i >= a.length) return 0;
        return 1 + upward(a, i + 1 + (a[i] & 1));
    }

    static int nested(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            int[] row = a[i];
            if (i + 1 < a.length) a[i + 1] = new int[row.length + 2];
            for (int j = 0; j < row.length; j++) s++;
        }
        return s;
    }

    static int links(Odd first) {
        int s = 0;
        for (Odd o = first; o != null; o = o.next) {
            if (o.count == 3) {
                o.count = 0;
                o.next = new Odd();
            }
            s++;
        }
        return s;
    }

    static int table(int n) {
        int s = 0;
        for (int i = 0; i < TABLE[n & 7]; i++) s++;
        TABLE[n & 7] = 3;
        for (int t : TABLE) for (int i = 0; i < t; i++) s++;
        return s;
    }

    static int writtenTable(int n) {
        TABLE[0] = n & 63;
        int s = 0;
        for (int i = 0; i < TABLE[0]; i++) s++;
        TABLE[0] = 3;
        return s;
    }

    static int twoEnds(int[] a) {
        int lo = 0, hi = a.length - 1, s = 0;
        while (lo < hi) {
            if (a[lo] < a[hi]) {
                hi--;
                if (lo > 0 && a[hi] == 3) lo--;
            } else {
                lo += 2;
            }
            s++;
        }
        return s;
    }

    static int stepFromData(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i += a.length > 2 ? Math.max(1, a[i % a.length]) : 1) {
            s++;
            if (s > 2000) break;
        }
        return s;
    }

    static int stepOfParameter(int n, int step) {
        if (step <= 0) return 0;
        int s = 0;
        for (int i = 0; i < n; i += step) s++;
        return s;
    }

    static int multiplied(int n, int k) {
        int s = 0;
        if (k < 2) return 0;
        for (int i = 1; i > 0 && i < n; i *= k) s++;
        return s;
    }

    static int decimal(int n) {
        int s = 0;
        do {
            s++;
            n /= 10;
        } while (n != 0);
        for (int p = 1; p <= s; p = p * 2 + 1) s++;
        return s;
    }

    static int bitOut(int n) {
        int s = 0;
        while (n != 0) {
            n &= n - 1;
            s++;
        }
        n = s << 1;
        for (int b = n; b > 0; b -= b & -b) s++;
        return s;
    }

    static int conditional(int n, boolean up) {
        int s = 0;
        for (int i = up ? 0 : n; up ? i < n : i > 0; i += up ? 1 : -1) {
            s++;
            if (s > 2500) break;
        }
        return s;
    }

    static int sumOfTwo(int n, int m) {
        int s = 0;
        for (int i = 0, j = 0; i + j < n; ) {
            if (((i * 7 + j) & 3) < 2) i++;
            else j += m > 0 ? 2 : 1;
            s++;
        }
        return s;
    }

    static int lexicographic(int n, int m) {
        int s = 0, i = n & 15, j = m & 15;
        while (i > 0 || j > 0) {
            if (j > 0) {
                j--;
            } else {
                i--;
                j = m & 15;
            }
            s++;
        }
        return s;
    }

    static int quota(int n) {
        int s = 0, left = n & 31;
        for (int i = 0; i < (n & 15); i++) while (left > 0 && (left & 3) != 1) {
            left--;
            s++;
        }
        return s;
    }

    static int refilled(int n) {
        int s = 0, left = n & 31;
        for (int i = 0; i < (n & 15); i++) {
            while (left > 0) {
                left--;
                s++;
            }
            if (i % 3 == 0) left = i;
        }
        return s;
    }

    static int builtText(int n) {
        StringBuilder b = new StringBuilder("ab");
        for (int i = 0; i < (n & 15); i++) {
            b.append(i % 2 == 0 ? "xy" : "z");
            if (i == 7) b.setLength(1);
            if (i == 9) b.insert(0, b.toString());
        }
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        String t = b.toString();
        for (int i = 0; i < t.length(); i++) s++;
        return s;
    }

    static int textGrows(String t, int n) {
        int s = 0;
        for (int i = 0; i < t.length(); i++) {
            if (i < (n & 7)) t += "q";
            s++;
        }
        return s;
    }

    static int replacedText(String t) {
        int s = 0;
        for (int i = 0; i < t.length(); i++) {
            if (t.charAt(i) == 'a') t = t.substring(0, i) + "bcd" + t.substring(i + 1);
            s++;
        }
        return s;
    }

    int recursionOverField(int n) {
        if (count >= (n & 31) || count < 0) return 0;
        count++;
        return 1 + recursionOverField(n);
    }

    static int recursionOverStatic(int n) {
        if (shared <= 0) {
            shared = n & 31;
            return 0;
        }
        shared--;
        return 1 + recursionOverStatic(n);
    }

    static int thrownOut(int[] a) {
        int s = 0, i = -2;
        while (true) {
            try {
                while (true) {
                    s += a[i] & 1;
                    i++;
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                if (i >= a.length) return s;
                i++;
            }
        }
    }

    static int untilThrown(int[] a) {
        int s = 0;
        try {
            for (int i = 0; ; i++) {
                s++;
                a[i]++;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return s;
        }
    }

    static int doInDo(int n) {
        do {
            do {
            } while (n-- > 0);
        } while (n-- > 0);
        return n;
    }

    static int doInDoWithBody(int n, int m) {
        int s = 0;
        do {
            do {
                s++;
            } while (n-- > 0);
            s += 2;
        } while (m-- > 0);
        return s;
    }

    static int doInDoUpward(int n) {
        int s = 0;
        do {
            do {
                do {
                    s++;
                } while (s < n);
                s++;
            } while (s < n);
            s++;
        } while (s < n);
        return s;
    }

    static int leftBehindItsTest(int n, int[] a) {
        int s = 0;
        while (n - 1 > 0) {
            for (int x : a) s += x;
            if (n <= 5) break;
            n -= 2;
        }
        return s;
    }

    static int opposedTests(int n, int m) {
        int s = 0;
        while (m > 0) {
            if (n <= 0 && n - 1 > 0) {
                m += 3;
                n = 5;
            } else {
                m--;
            }
            s++;
        }
        return s;
    }

    static int opposedSums(int a, int b, int n) {
        int s = 0;
        if (a < 1 || b < 1) return 0;
        while (n > 0) {
            if (a + b < 0) {
                n += 2;
                a = 1;
            }
            n--;
            s++;
        }
        return s;
    }

    static int squares(int n, int i) {
        int s = 0;
        while (i - 1 >= 0 && i <= n / i) {
            i++;
            s++;
            if (s > 1000) break;
        }
        return s;
    }

    static int midpoint(int lo, int hi) {
        int s = 0;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            s++;
            if ((mid & 1) == 0) lo = mid + 1;
            else hi = mid - 1;
            if (s > 500) break;
        }
        return s;
    }

    static int average(int lo, int hi) {
        int s = 0;
        for (int mid = (lo + hi) >> 1; lo < mid; mid = (lo + mid) >> 1) {
            s++;
            if (s > 700) break;
        }
        return s;
    }
}
