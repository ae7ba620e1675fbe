/** Limits that products show, and halves beside counters. */
class Products {
    static int dup(int[] a, int lo, int hi) { if (lo < 0) return 0; int c = 0; while (lo < hi) { int m = lo + (hi - lo >> 1); if (a[m] > a[hi]) lo = m + 1; else if (a[m] < a[hi]) hi = m; else hi--; c++; } return c; }
    static int dup2(int[] a) { int lo = 0, hi = a.length - 1; int c = 0; while (lo < hi) { int m = lo + (hi - lo) / 2; if (a[m] > 3) lo = m + 1; else if (a[m] < 1) hi = m; else hi--; c++; } return c; }
    static int dup3(int[] a) { int lo = 0, hi = a.length - 1; int c = 0; while (lo < hi) { int m = (lo + hi) / 2; if (a[m] > 3) lo++; else hi = m; c++; } return c; }
    static int grow(int n, int b) { if (b < 2 || n < 1) return -1; int c = 0; long p = b; while (p <= n) { p *= b; c++; } return c; }
    static int growInt(int n, int b) { if (b < 2 || n < 1) return -1; int c = 0; int p = 1; while (p <= n / b) { p *= b; c++; } return c; }
    static int growAny(int n, int b) { int c = 0; for (long p = 1; p < n; p *= b) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int growNegative(int n, int b) { if (b > -2) return 0; int c = 0; for (long p = 1; p < n; p *= b) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int growOne(int n, int b) { if (b < 1) return 0; int c = 0; for (long p = 1; p < n; p *= b) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int range(int l, int r, int n) { if (l < 0 || n < 0 || n > 10000 || r > n || l > r) return 0; int s = 0; for (l += n, r += n; l < r; l >>= 1, r >>= 1) { if ((l & 1) == 1) l++; if ((r & 1) == 1) --r; s++; } return s; }
    static int twoEnds(String t, int i, int j) { if (i >= j) return 0; return t.charAt(i) == t.charAt(j) ? 1 + twoEnds(t, i + 1, j - 1) : 0; }
    static int ends(String t) { return twoEnds(t, 0, t.length() - 1); }
    static void mergeSort(int[] a, int l, int r) { if (l >= r) return; int m = l + (r - l) / 2; mergeSort(a, l, m); mergeSort(a, m + 1, r); merge(a, l, m, r); }
    static void merge(int[] a, int l, int m, int r) { int[] o = new int[r - l + 1]; int i = l, j = m + 1, k = 0; while (i <= m && j <= r) o[k++] = a[i] <= a[j] ? a[i++] : a[j++]; while (i <= m) o[k++] = a[i++]; while (j <= r) o[k++] = a[j++]; for (i = 0; i < k; i++) a[l + i] = o[i]; }
    static void sortAll(int[] a) { mergeSort(a, 0, a.length - 1); }
    static int sumSpan(int[] a, int lo, int hi) { if (hi - lo < 2) return 1; int s = 0; for (int i = lo; i < hi; i++) s += a[i]; int m = (lo + hi) >>> 1; return s + sumSpan(a, lo, m) + sumSpan(a, m, hi); }
    static int sumAll(int[] a) { return sumSpan(a, 0, a.length); }
    static int a4(int[] a) { int lo = 0, hi = a.length - 1; int c = 0; while (lo < hi) { int m = lo + (hi - lo) / 2; if (a[m] > 3) lo = m + 1; else hi--; c++; } return c; }
    static int a5(int[] a) { int lo = 0, hi = a.length - 1; int c = 0; while (lo < hi) { int m = lo + (hi - lo) / 2; if (a[m] > 3) hi = m; else lo++; c++; } return c; }
    static int a6(int[] a) { int lo = 0, hi = a.length - 1; int c = 0; while (lo < hi) { int m = (lo + hi) / 2; if (a[m] > 3) hi = m; else lo++; c++; } return c; }
    static int a7(int n) { n &= 1023; int lo = 0, hi = n; int c = 0; while (lo < hi) { int m = (lo + hi) / 2; if ((c & 1) == 0) hi = m; else lo++; c++; } return c; }
    static int a8(int n) { n &= 1023; int lo = 0, hi = n; int c = 0; while (lo < hi) { int m = (hi - lo) / 2; if ((c & 1) == 0) hi = lo + m; else lo++; c++; } return c; }
}
