/** Loops whose limit is a quotient, a remainder, the bits of two numbers, or the smaller of two. */
class Quotients {
    static int remainder(int n, int d) { int s = 0; for (int i = 0; i < n % d; i++) s++; return s; }
    static int quotient(int n, int d) { int s = 0; for (int i = 0; i < n / d; i++) s++; return s; }
    static int both(int n, int m) { int s = 0; for (int i = 0; i < (n & m); i++) s++; return s; }
    static int either(int n, int m) { int s = 0; for (int i = 0; i < (n | m); i++) s++; return s; }
    static int downFromQuotient(int n, int d) { int s = 0; int k = n / d; while (k > 0) { k--; s++; } return s; }
    static int downFromRemainder(int n, int d) { int s = 0; for (int i = n % d; i > 0; i--) s++; return s; }
    static int together(int n, int d) { int q = n / d; int r = n % d; int s = 0; for (int i = 0; i < q + r; i++) s++; return s; }
    static int negatedRemainder(int n, int d) { int s = 0; for (int i = 0; i < -(n % d); i++) s++; return s; }
    static int negatedQuotient(int n, int d) { int s = 0; for (int i = 0; i < -(n / d); i++) s++; return s; }
    static int ofLong(long n, int d) { int s = 0; for (long i = 0; i < n / d; i++) { s++; if (s > 1000) break; } return s; }
    static int lessBoth(int n, int m) { int s = 0; for (int i = 0; i < 10 - (n & m); i++) { s++; if (s > 1000) break; } return s; }
    static int pieces(int[] a, int k) { int s = 0; for (int i = 0; i < a.length / k; i++) s += a[i * k]; return s; }
    static int turned(int[] a, int k) { int s = 0; for (int i = 0; i < k % a.length; i++) s += a[i]; return s; }
    static int twiceBoth(int n, int m) { int s = 0; for (int i = 0; i < (n & m) * 2; i++) s++; return s; }
    static int nested(int n, int m) { int s = 0; int lim = n / m; for (int i = 0; i < lim; i++) for (int j = 0; j < n % m; j++) s++; return s; }
    static int jumps(int n) { int s = 0, i = 0; while (i < n) { i = Math.min(i + 3, n); s++; } return s; }
    static int blocks(int n) { int s = 0; for (int i = 0; i < n; ) { int e = Math.min(i + 8, n); for (; i < e; i++) s++; } return s; }
    static int blocksApart(int n) { int s = 0; for (int i = 0; i < n; ) { int e = Math.min(i + 8, n); for (int j = i; j < e; j++) s++; i = e; } return s; }
    static int downInJumps(int n) { int s = 0; int i = n; while (i > 0) { i = Math.max(0, i - 4); s++; } return s; }
}
