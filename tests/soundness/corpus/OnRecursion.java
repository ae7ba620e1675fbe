import java.util.*;

/** Recursions as people write them. */
class OnRecursion {
    static int countDownByTwo(int n) { return n <= 0 ? 0 : 1 + countDownByTwo(n - 2); }
    static long factTail(int n, long acc) { if (n < 2) return acc; return factTail(n - 1, acc * n); }
    static int sumOdd(int n) { if (n <= 0) return 0; if ((n & 1) == 1) return n + sumOdd(n - 2); return sumOdd(n - 1); }
    static int log2Rec(int n) { if (n <= 1) return 0; return 1 + log2Rec(n >>> 1); }
    static int log3Rec(int n) { if (n < 3) return 0; return 1 + log3Rec(n / 3); }
    static boolean palRec(String s, int i, int j) { if (i >= j) return true; if (s.charAt(i) != s.charAt(j)) return false; return palRec(s, i + 1, j - 1); }
    static boolean pal(String s) { return palRec(s, 0, s.length() - 1); }
    static int maxExclusive(int[] a, int lo, int hi) {
        if (hi - lo == 1) return a[lo];
        int mid = (lo + hi) >>> 1;
        return Math.max(maxExclusive(a, lo, mid), maxExclusive(a, mid, hi));
    }
    static int maxOf(int[] a) { if (a.length == 0) return 0; return maxExclusive(a, 0, a.length); }
    static int minInclusive(int[] a, int lo, int hi) {
        if (lo >= hi) return lo < a.length && lo >= 0 ? a[lo] : 0;
        int mid = lo + (hi - lo) / 2;
        int l = minInclusive(a, lo, mid), r = minInclusive(a, mid + 1, hi);
        return l < r ? l : r;
    }
    static int minOf(int[] a) { return minInclusive(a, 0, a.length - 1); }
    static int sumHalvesLen(int[] a, int from, int len) {
        if (len <= 0) return 0;
        if (len == 1) return a[from];
        int half = len / 2;
        return sumHalvesLen(a, from, half) + sumHalvesLen(a, from + half, len - half);
    }
    static int sumHalves(int[] a) { return sumHalvesLen(a, 0, a.length); }
    static int countInversions(int[] a) {
        if (a.length < 2) return 0;
        int m = a.length / 2;
        int[] l = Arrays.copyOfRange(a, 0, m), r = Arrays.copyOfRange(a, m, a.length);
        int inv = countInversions(l) + countInversions(r);
        int i = 0, j = 0, k = 0;
        while (i < l.length && j < r.length) {
            if (l[i] <= r[j]) a[k++] = l[i++];
            else { a[k++] = r[j++]; inv += l.length - i; }
        }
        while (i < l.length) a[k++] = l[i++];
        while (j < r.length) a[k++] = r[j++];
        return inv;
    }
    static int maxCrossing(int[] a, int lo, int mid, int hi) {
        int left = Integer.MIN_VALUE, s = 0;
        for (int i = mid; i >= lo; i--) { s += a[i]; if (s > left) left = s; }
        int right = Integer.MIN_VALUE; s = 0;
        for (int i = mid + 1; i <= hi; i++) { s += a[i]; if (s > right) right = s; }
        return left + right;
    }
    static int maxSub(int[] a, int lo, int hi) {
        if (lo > hi) return 0;
        if (lo == hi) return a[lo];
        int mid = (lo + hi) / 2;
        return Math.max(Math.max(maxSub(a, lo, mid), maxSub(a, mid + 1, hi)), maxCrossing(a, lo, mid, hi));
    }
    static int maxSubarray(int[] a) { return maxSub(a, 0, a.length - 1); }
    static long powRec(long b, int e) { if (e == 0) return 1; long h = powRec(b, e / 2); return e % 2 == 0 ? h * h : h * h * b; }
    static long powMod(long b, long e, long m) { if (m <= 1) return 0; if (e <= 0) return 1; long h = powMod(b * b % m, e >> 1, m); return (e & 1) == 1 ? h * b % m : h; }
    static int gcdRec(int a, int b) { return b == 0 ? a : gcdRec(b, a % b); }
    static long gcdLong(long a, long b) { if (a == 0) return b; return gcdLong(b % a, a); }
    static int gcdSub(int a, int b) { if (a <= 0 || b <= 0) return 0; if (a == b) return a; return a > b ? gcdSub(a - b, b) : gcdSub(a, b - a); }
    static int digitsRec(int n) { if (n < 10) return 1; return 1 + digitsRec(n / 10); }
    static int digitSumBase(int n, int base) { if (base < 2 || n <= 0) return 0; return n % base + digitSumBase(n / base, base); }
    static String toBin(int n) { if (n <= 1) return "" + n; return toBin(n / 2) + n % 2; }
    static String revStr(String s) { if (s.isEmpty()) return ""; return revStr(s.substring(1)) + s.charAt(0); }
    static int countChar(String s, char c) { if (s.length() == 0) return 0; return (s.charAt(0) == c ? 1 : 0) + countChar(s.substring(1), c); }
    static int countCharAt(String s, char c, int at) { return at == s.length() ? 0 : (s.charAt(at) == c ? 1 : 0) + countCharAt(s, c, at + 1); }
    static int sumListRec(List<Integer> l) { if (l.isEmpty()) return 0; return l.get(0) + sumListRec(l.subList(1, l.size())); }
    static boolean sortedRec(int[] a, int n) { return n <= 1 || a[n - 2] <= a[n - 1] && sortedRec(a, n - 1); }
    static boolean isSortedAll(int[] a) { return sortedRec(a, a.length); }
    static int lastIndexRec(int[] a, int x, int i) { if (i < 0) return -1; if (a[i] == x) return i; return lastIndexRec(a, x, i - 1); }
    static int findLast(int[] a, int x) { return lastIndexRec(a, x, a.length - 1); }
    static void bubbleRec(int[] a, int n) { if (n == 1 || n <= 0) return; for (int i = 0; i < n - 1; i++) if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } bubbleRec(a, n - 1); }
    static void sortRec(int[] a) { bubbleRec(a, a.length); }
    static void insertRec(int[] a, int n) { if (n <= 1) return; insertRec(a, n - 1); int last = a[n - 1], j = n - 2; while (j >= 0 && a[j] > last) { a[j + 1] = a[j]; j--; } a[j + 1] = last; }
    static void insertionRec(int[] a) { insertRec(a, a.length); }
    static int bsearchRec(int[] a, int x, int lo, int hi) { if (lo > hi) return -1; int m = (lo + hi) >>> 1; if (a[m] == x) return m; return a[m] < x ? bsearchRec(a, x, m + 1, hi) : bsearchRec(a, x, lo, m - 1); }
    static int bsearch(int[] a, int x) { return bsearchRec(a, x, 0, a.length - 1); }
    static int ternaryRec(int[] a, int x, int l, int r) { if (r < l) return -1; int t = (r - l) / 3, m1 = l + t, m2 = r - t; if (a[m1] == x) return m1; if (a[m2] == x) return m2; if (x < a[m1]) return ternaryRec(a, x, l, m1 - 1); if (x > a[m2]) return ternaryRec(a, x, m2 + 1, r); return ternaryRec(a, x, m1 + 1, m2 - 1); }
    static int tsearch(int[] a, int x) { return ternaryRec(a, x, 0, a.length - 1); }
    static void quick(int[] a, int lo, int hi) { if (lo < hi) { int p = a[hi], i = lo - 1; for (int j = lo; j < hi; j++) if (a[j] <= p) { i++; int t = a[i]; a[i] = a[j]; a[j] = t; } int t = a[i + 1]; a[i + 1] = a[hi]; a[hi] = t; quick(a, lo, i); quick(a, i + 2, hi); } }
    static void quickAll(int[] a) { quick(a, 0, a.length - 1); }
    static int climb(int n) { if (n < 0) return 0; if (n == 0) return 1; return climb(n - 1) + climb(n - 2); }
    static int collapse(int n) { n = Math.min(n, 40); if (n <= 0) return 0; return 1 + collapse(n - 3); }
    static int ways(int r, int c) { if (r <= 0 || c <= 0) return 1; if (r > 8 || c > 8) return 0; return ways(r - 1, c) + ways(r, c - 1); }
    static boolean even(int n) { return n == 0 || n > 0 && odd(n - 1); }
    static boolean odd(int n) { return n != 0 && n > 0 && even(n - 1); }
    static int mc91(int n) { if (n > 100) return n - 10; return mc91(mc91(n + 11)); }
    static int joseph(int n, int k) { if (n <= 1) return 0; return (joseph(n - 1, k) + k) % n; }
    static void permuteChars(char[] c, int k, List<String> out) { if (k == c.length) { out.add(new String(c)); return; } for (int i = k; i < c.length && i < 4; i++) { char t = c[k]; c[k] = c[i]; c[i] = t; permuteChars(c, k + 1, out); t = c[k]; c[k] = c[i]; c[i] = t; } }
    static int nestedDepth(Object o) { if (!(o instanceof Object[] a)) return 0; int d = 0; for (Object x : a) d = Math.max(d, nestedDepth(x)); return d + 1; }
    static int partitionCount(int n, int max) { if (n == 0) return 1; if (n < 0 || max == 0 || n > 12) return 0; return partitionCount(n - max, max) + partitionCount(n, max - 1); }
    static int cutRod(int[] price, int n) { if (n <= 0 || n > 8 || n > price.length) return 0; int best = 0; for (int i = 0; i < n; i++) best = Math.max(best, price[i] + cutRod(price, n - i - 1)); return best; }
}
