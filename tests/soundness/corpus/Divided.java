/** Recursions that divide a range among their calls, and some that only seem to. */
final class Divided {
    private Divided() {}

    static int mergeSort(int[] a, int[] t, int lo, int hi) {
        if (hi - lo < 2) return 0;
        int mid = (lo + hi) >>> 1;
        int c = mergeSort(a, t, lo, mid) + mergeSort(a, t, mid, hi);
        for (int k = lo, i = lo, j = mid; k < hi; k++) {
            if (j >= hi || i < mid && a[i] <= a[j]) { t[k] = a[i++]; } else { t[k] = a[j++]; c++; }
        }
        for (int k = lo; k < hi; k++) a[k] = t[k];
        return c;
    }
    static void inclusive(int[] a, int l, int r) {
        if (l < r) {
            int m = l + (r - l) / 2;
            inclusive(a, l, m);
            inclusive(a, m + 1, r);
            for (int k = l; k <= r; k++) a[k] += k;
        }
    }
    static int quick(int[] a, int lo, int hi) {
        if (lo >= hi) return 0;
        int p = a[hi], i = lo, c = 0;
        for (int j = lo; j < hi; j++) { c++; if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; } }
        int t = a[i]; a[i] = a[hi]; a[hi] = t;
        return c + quick(a, lo, i - 1) + quick(a, i + 1, hi);
    }
    static int sum(int lo, int hi) {
        if (hi - lo < 1) return 0;
        if (hi - lo == 1) return lo;
        int m = (lo + hi) / 2;
        return sum(lo, m) + sum(m, hi);
    }
    static int overlap(int lo, int hi) {
        if (hi - lo < 3) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        return c + overlap(lo, m + 1) + overlap(m - 1, hi);
    }
    static int twice(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        return c + twice(lo, m) + twice(lo, m);
    }
    static int thrice(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        return c + thrice(lo, m) + thrice(m, hi) + thrice(lo, m);
    }
    static int thirds(int lo, int hi) {
        if (hi - lo < 3) return 1;
        int d = (hi - lo) / 3, c = 0;
        for (int k = lo; k < hi; k++) c++;
        return c + thirds(lo, lo + d) + thirds(lo + d, lo + 2 * d) + thirds(lo + 2 * d, hi);
    }
    static int other(int lo, int hi, int n) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = 0; k < n; k++) c++;
        return c + other(lo, m, n) + other(m, hi, n);
    }
    static int product(int lo, int hi, int n) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) for (int q = 0; q < n; q++) c++;
        return c + product(lo, m, n) + product(m, hi, n);
    }
    static int grows(int lo, int hi, int n) {
        if (hi - lo < 2 || n > 40) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) for (int q = 0; q < n; q++) c++;
        return c + grows(lo, m, n + 1) + grows(m, hi, n + 2);
    }
    static int square(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) for (int q = lo; q < hi; q++) c++;
        return c + square(lo, m) + square(m, hi);
    }
    static int half(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k += 2) c++;
        return c + half(lo, m) + half(m, hi);
    }
    static int least(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi + 5; k++) c++;
        return c + least(lo, m) + least(m, hi);
    }
    static int less(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo + 3; k < hi; k++) c++;
        return c + less(lo, m) + less(m, hi);
    }
    static int choice(int lo, int hi, boolean f) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        if (f) return c + choice(lo, m, !f) + choice(m, hi, !f);
        return c + choice(lo, hi - 1, !f);
    }
    static int mixed(int lo, int hi, boolean f) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        c += mixed(lo, m, f);
        if (f) c += mixed(m, hi, f);
        if (!f) c += mixed(lo + 1, m, f);
        return c;
    }
    static int lists(int n) {
        if (n < 2) return n;
        int c = 0;
        for (int k = 0; k < n; k++) c++;
        return c + lists(n / 2) + lists(n - n / 2);
    }
    static int hanoi(int n) {
        if (n < 1 || n > 14) return 0;
        int c = 0;
        for (int k = 0; k < n; k++) c++;
        return c + hanoi(n - 1) + hanoi(n - 1);
    }
    static int fib(int n) {
        if (n < 2 || n > 18) return n;
        int c = 0;
        for (int k = 0; k < n; k++) c++;
        return c + fib(n - 1) + fib(n - 2);
    }
    static int negative(int n) {
        if (n > -2 || n < -300) return n;
        int c = 0;
        for (int k = n; k < 0; k++) c++;
        return c + negative(n / 2) + negative(n - n / 2);
    }
    static int caught(int[] a, int lo, int hi) {
        if (hi - lo < 2) return a[lo];
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        try { c += caught(a, lo, m); } catch (RuntimeException e) { c += 2; }
        return c + caught(a, m, hi);
    }
    static int inLoop(int lo, int hi) {
        if (hi - lo < 2) return 1;
        int m = (lo + hi) >>> 1, c = 0;
        for (int k = lo; k < hi; k++) c++;
        for (int r = 0; r < 2; r++) c += inLoop(lo, m);
        return c;
    }
    static int arrays(int[] a) {
        if (a.length < 2) return 1;
        int[] l = java.util.Arrays.copyOfRange(a, 0, a.length / 2);
        int[] r = java.util.Arrays.copyOfRange(a, a.length / 2, a.length);
        int c = arrays(l) + arrays(r);
        for (int x : a) c += x & 1;
        return c;
    }
}
