/** Numbers that a loop divides as long as they are multiples, and those that are not, or are 0. */
class Factors {
    static int twos(int n) { int c = 0; while ((n & 1) == 0 && n != 0) { n >>= 1; c++; } return c; }
    static int twosLeft(int n) { if (n == 0) return 32; int c = 0; while ((n & 1) == 0) { n >>= 1; c++; } return c; }
    static int twosOfLong(long n) { int c = 0; while (n % 2 == 0) { n /= 2; c++; } return c; }
    static int twosUnsigned(int n) { int c = 0; while ((n & 1) == 0) { n >>>= 1; c++; } return c; }
    static int fives(int n) { if (n <= 0) return 0; int c = 0; while (n % 5 == 0) { n /= 5; c++; } return c; }
    static int both(int u, int v) { if (u <= 0 || v <= 0) return 0; int c = 0; while (((u | v) & 1) == 0) { u >>= 1; v >>= 1; c++; } return c; }
    static int ofParameter(int n, int p) { if (p < 2) return 0; int c = 0; while (n % p == 0) { n /= p; c++; } return c; }
    static int ofNegative(int n, int p) { if (p > -2) return 0; int c = 0; while (n % p == 0) { n /= p; c++; } return c; }
    static int ofOne(int n, int p) { if (p < 1) return 0; int c = 0; while (n % p == 0) { n /= p; c++; if (c > 70) break; } return c; }
    // 0 is divided until the other exit ends the loop.
    static int zeroBreaks(int n) { int c = 0; while (n % 2 == 0) { n /= 2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int zeroReturns(int n) { int c = 0; while ((n & 1) == 0) { n >>= 1; if (++c == 777) return c; } return c; }
    static int zeroThrows(int[] a, int n) { int c = 0; try { while ((n & 1) == 0) { n >>= 1; c += a[c]; } } catch (RuntimeException e) { return -1; } return c; }
    static int zeroMoves(int n) { int c = 0; while ((n & 1) == 0) { n = n >> 1; c++; if (n == 0 && c > 90) n = 1; } return c; }
    // The remainder shows less than the division needs.
    static int otherMask(int n) { int c = 0; while ((n & 1) == 0 && n != 0) { n >>= 2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int otherRest(int n) { int c = 0; while (n % 3 == 0 && n != 0) { n >>= 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int notRest(int n) { int c = 0; while (n % 3 != 0 && n != 0) { n >>= 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int wideMask(int n) { int c = 0; while ((n & 6) == 0 && n != 0) { n >>= 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int minusOne(int n) { int c = 0; while ((n & 2) == 0 || n < 0) { n >>= 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int adds(int n) { int c = 0; while (n % 2 == 0) { n = n / 2 + 2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int factors(int n) { int c = 0; for (int p = 2; p <= n; p++) while (n % p == 0) { n /= p; c++; } return c; }
    static int largest(long n) { if (n < 2 || n > 1 << 20) return 0; int f = 1; for (int p = 2; (long) p * p <= n; p++) while (n % p == 0) { f = p; n /= p; } return n > 1 ? (int) n : f; }
    static int smooth(int n) { if (n < 1) return 0; int c = 0; for (int p : new int[] {2, 3, 5}) while (n % p == 0) { n /= p; c++; } return n == 1 ? c : 0; }
    static int stein(int u, int v) {
        if (u <= 0 || v <= 0) return u | v;
        int shift = 0;
        while (((u | v) & 1) == 0) { u >>= 1; v >>= 1; shift++; }
        while ((u & 1) == 0) u >>= 1;
        do { while ((v & 1) == 0) v >>= 1; if (u > v) { int t = u; u = v; v = t; } v -= u; } while (v != 0);
        return u << shift;
    }
}
