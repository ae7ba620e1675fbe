/** Recursions on both halves of a range, whose middle is rounded towards 0. */
class Middles {
    static int max(int[] a, int lo, int hi) { if (lo > hi) return 0; if (lo == hi) return a[lo]; int m = (lo + hi) / 2; return Math.max(max(a, lo, m), max(a, m + 1, hi)); }
    static int maxOf(int[] a) { return max(a, 0, a.length - 1); }
    static int halves(int lo, int hi) { if (lo >= hi) return 1; int m = (lo + hi) / 2; return halves(lo, m) + halves(m + 1, hi); }
    static int halvesTo(int n) { return halves(0, n); }
    static int halvesFrom(int n) { return halves(-n, n); }
    static void sort(int[] a, int l, int r) { if (l < r) { int m = (l + r) / 2; sort(a, l, m); sort(a, m + 1, r); merge(a, l, m, r); } }
    static void merge(int[] a, int l, int m, int r) { int[] o = new int[r - l + 1]; int i = l, j = m + 1, k = 0; while (i <= m && j <= r) o[k++] = a[i] <= a[j] ? a[i++] : a[j++]; while (i <= m) o[k++] = a[i++]; while (j <= r) o[k++] = a[j++]; for (i = 0; i < k; i++) a[l + i] = o[i]; }
    static void sortAll(int[] a) { sort(a, 0, a.length - 1); }
    static int exclusive(int lo, int hi) { if (hi - lo <= 1) return 1; int m = (lo + hi) / 2; return exclusive(lo, m) + exclusive(m, hi); }
    static int exclusiveOf(int n) { return exclusive(0, n & 255) + exclusive(-(n & 255), 3); }
    static int one(int lo, int hi, int x) { if (lo >= hi) return lo; int m = (lo + hi) / 2; return m < x ? one(m + 1, hi, x) : one(lo, m, x); }
    static int oneOf(int n, int x) { return one(0, n & 1023, x) + one(-5, n & 1023, x & 31); }
    static int upper(int lo, int hi, int x) { if (lo >= hi) return lo; int m = (lo + hi + 1) / 2; return m > x ? upper(lo, m - 1, x) : upper(m, hi, x); }
    static int upperOf(int n, int x) { return upper(0, n & 1023, x) + upper(-(n & 1023), 7, x & 3); }
    static int right(int lo, int hi) { if (lo >= hi) return 1; int m = (lo + hi) / 2; return right(m + 1, hi) + 1; }
    static int rightOf(int n) { return right(-(n & 1023), 9) + right(0, n & 1023); }
    static int thirds(int lo, int hi) { if (hi - lo < 3) return 1; int t = (hi - lo) / 3; return thirds(lo, lo + t) + thirds(lo + t, hi - t) + thirds(hi - t, hi); }
    static int deep(int lo, int hi, int left) { if (left <= 0 || lo >= hi) return 1; int m = (lo + hi) / 2; return deep(lo, m, left - 1) + deep(m + 1, hi, left - 1); }
    static int deepOf(int n) { return deep(-(n & 63), 5, 9) + deep(0, n & 63, 9); }
    static int caught(int lo, int hi) { try { if (lo >= hi) return 1; int m = (lo + hi) / 2; return caught(lo, m) + caught(m + 1, hi); } catch (StackOverflowError e) { return -1; } }
    static int caughtOf(int n) { return caught(0, n & 63); }
    static int byParity(int lo, int hi) { if (lo >= hi) return 1; int m = (lo + hi) / 2; if ((lo & 1) == 0) return byParity(lo + 1, m) + byParity(m + 1, hi); return byParity(lo, m) + 1; }
    static int byParityOf(int n) { return byParity(-(n & 63), n & 7) + byParity(0, n & 63); }
}
