/** Numbers that loops divide, multiply or narrow, whose tests or steps wrap around or round the other way. */
class Halves {
    // A sum of -1 is rounded up to 0.
    static int roundedUp(int[] a, int x) { if (a == null || a.length == 0) return 0; int lo = -1, hi = a.length, c = 0; while (lo < hi) { int mid = (lo + hi) / 2; if (a[mid] >= x) hi = mid; else lo = mid + 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int negativeHalf(int n, int k) { int lo = 0, hi = n & 1023, c = 0; while (lo < hi) { if (k > 7) lo = lo + (hi - lo) / 2 + 1; else hi = hi + (lo - hi) / 2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int fromMinusOne(int[] a, int x) { int c = 0, lo = -1, hi = a.length; while (lo + 1 < hi) { int m = (lo + hi) / 2; c++; if (a[m] < x) lo = m; else hi = m; if (Integer.bitCount(c) > 6) break; } return c; }
    static int caught(int[] a, int x) { int c = 0, lo = -9, hi = a.length; while (lo < hi) { int m = (lo + hi) >>> 1; try { if (a[m] < x) lo = m + 1; else hi = m; } catch (RuntimeException e) { hi = m; } c++; if (Integer.bitCount(c) > 6) break; } return c; }

    // The test wraps around.
    static int fartherTest(int x) { int c = 0; while (x - 2000000000 > 0) { x /= 2; c++; } return c; }
    static int nearTest(int x) { int c = 0; while (x - 5 > 0) { x /= 2; c++; } return c; }
    static int belowTest(int x) { int c = 0; while (x + 2000000000 < 0) { x /= 2; c++; } return c; }
    static int growingTest(int n) { int c = 0; for (int x = 1; x + 2000000000 < n; x *= 2) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int narrowedTest(int a, int b) { int lo = a & 0x3FFFFFFF, hi = b & 0x3FFFFFFF, c = 0; while (lo + 2000000000 < hi) { int mid = (lo + hi) >> 1; if (a > b) lo = mid + 1; else hi = mid; c++; if (Integer.bitCount(c) > 6) break; } return c; }

    // The step wraps around.
    static int addedBefore(int x) { int c = 0; for (; x > 0; x = (x - 2000000000 - 2000000000) / 2) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int addedAfter(int x) { int c = 0; for (; x > 0; x = x / 2 - 2000000000 - 2000000000) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int timesPlus(int n) { int c = 0; for (int x = 1; x < 1000; x = x * 2 + 2147483647) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int timesPlusFar(int n) { int c = 0; for (int x = 147483648; x <= 200000000; x = x * 2 + 2000000000) { c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int narrowedStep(int n, int k) { int lo = 0, hi = n & 0x3FFFFFFF, c = 0; while (lo < hi) { int mid = (lo + hi) >> 1; if (k > 3) lo = mid + 2000000000; else hi = mid; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int negativeDivisor(int x) { int c = 0; while (x > 0) { x = (x - 1000) / -2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int largestOfWrapped(int n, int k) { int lo = 0, hi = Math.max(0, -((n & 0x7FFFFFFF) * 2)), c = 0; while (lo < hi) { int m = lo + (hi - lo) / 2; if (k > 3) lo = m + 1; else hi = m; c++; } return c; }

    // The next value of the test wraps around.
    static int onceOnly(int x) { int c = 0; while (x + 2000000000 < 10) { x = 2000000000; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int onceTwice(int x) { int c = 0; while (x * 2 > 0) { x = -2000000000; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int onceBeyond(int x, int n) { int c = 0; while (x <= n) { x = n + 1; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int untilMet(int n) { int c = 0; for (int i = 3; i * 65536 * 65536 != 0; i--) c++; return c; }

    // Indices wrap around.
    static int farShift(int[] a, int n) { int i = 0, s = 0; while (true) { s += a[(i << 16) << 16]; i++; if (Integer.bitCount(i) > 6) break; } return s + i; }
    static int farTimes(int[] a, int n) { int i = 0, s = 0; while (true) { s += a[i * 65536 * 65536]; i++; if (Integer.bitCount(i) > 6) break; } return s + i; }
    static int beginsFar(int[] a, int n) { int i = n * 4, s = 0; while (true) { s += a[i]; i++; if (Integer.bitCount(i) > 2) break; } return s + i; }
    static int beginFar(int[] a) { if (a == null || a.length < 10) return 0; return beginsFar(a, 1 << 30); }

    // An int within a comparison of longs.
    static int negatedInLong(int n) { int c = 0; long i = 0; while (i + -n < 0) { i++; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int intToLong(long n, int k) { int c = 0; int i = 2147483640; while (i < n) { if (k > 3) i++; else i += 2; c++; if (Integer.bitCount(c) > 6) break; } return c; }
    static int intToLongs(int k) { return intToLong(3000000000L, k); }
}
