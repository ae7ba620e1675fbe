/** Arithmetic as people write it. */
class OnNumbers {
    static int trailingZeros(int n) { int c = 0; while ((n & 1) == 0 && n != 0) { n >>= 1; c++; } return c; }
    static int trailingZerosLong(long n) { if (n == 0) return 64; int c = 0; while ((n & 1) == 0) { n >>>= 1; c++; } return c; }
    static int popKernighan(long v) { int c; for (c = 0; v != 0; c++) v &= v - 1; return c; }
    static int lowBits(int n) { int c = 0; while (n != 0) { n -= n & -n; c++; } return c; }
    static int parity(int x) { int p = 0; while (x != 0) { p ^= x & 1; x >>>= 1; } return p; }
    static int hamming(int a, int b) { int d = 0; for (int x = a ^ b; x > 0; x >>= 1) d += x & 1; return d; }
    static int highestPow(int n) { int p = 1; while (p <= n / 2) p <<= 1; return p; }
    static int nextPow2(int n) { int p = 1; while (p < n && p > 0) p <<= 1; return p; }
    static int nextPow2Long(long n) { long p = 1; int c = 0; while (p < n) { p *= 2; c++; if (p <= 0) break; } return c; }
    static int masks(int k) { int s = 0; for (int m = 0; m < 1 << (k & 7); m++) s += m; return s; }
    static int masksBits(int k) { if (k < 0 || k > 6) return 0; int s = 0; for (int m = 0; m < (1 << k); m++) for (int b = 0; b < k; b++) if ((m >> b & 1) == 1) s += b; return s; }
    static int isqrtLoop(int n) { int i = 0; while ((i + 1) * (i + 1) <= n && i < 46339) i++; return i; }
    static int isqrtLong(int n) { int i = 1; while ((long) i * i <= n) i++; return i - 1; }
    static boolean prime(int n) { if (n < 2) return false; for (int i = 2; i * i <= n; i++) if (n % i == 0) return false; return true; }
    static boolean primeLong(long n) { if (n < 4) return n > 1; if (n % 2 == 0) return false; if (n > 1000000) return false; for (long d = 3; d * d <= n; d += 2) if (n % d == 0) return false; return true; }
    static boolean primeDiv(int n) { for (int i = 2; i <= n / i; i++) if (n % i == 0) return false; return n > 1; }
    static boolean primeSqrt(int n) { int r = (int) Math.sqrt(n); for (int i = 2; i <= r; i++) if (n % i == 0) return false; return n > 1; }
    static int countFactors(int n) { int c = 0; for (int p = 2; p <= n; p++) while (n % p == 0) { n /= p; c++; } return c; }
    static int largestPrimeFactor(long n) { if (n < 2 || n > 1 << 20) return 0; int f = 1; for (int p = 2; (long) p * p <= n; p++) while (n % p == 0) { f = p; n /= p; } return n > 1 ? (int) n : f; }
    static int divisorsPaired(int n) { int c = 0; for (int i = 1; i * i <= n; i++) if (n % i == 0) c += i * i == n ? 1 : 2; return c; }
    static int gcdLoop(int a, int b) { while (b != 0) { int t = b; b = a % b; a = t; } return a; }
    static int gcdXor(int a, int b) { a = Math.abs(a); b = Math.abs(b); while (a != 0 && b != 0) { if (a > b) a %= b; else b %= a; } return a + b; }
    static int gcdDo(int a, int b) { if (b == 0) return a; int r; do { r = a % b; a = b; b = r; } while (r != 0); return a; }
    static int gcdBinary(int u, int v) {
        if (u <= 0 || v <= 0) return u | v;
        int shift = 0;
        while (((u | v) & 1) == 0) { u >>= 1; v >>= 1; shift++; }
        while ((u & 1) == 0) u >>= 1;
        do { while ((v & 1) == 0) v >>= 1; if (u > v) { int t = u; u = v; v = t; } v -= u; } while (v != 0);
        return u << shift;
    }
    static int gcdCountdown(int a, int b) { int g = Math.min(a, b); while (g > 1 && (a % g != 0 || b % g != 0)) g--; return Math.max(g, 1); }
    static int lcmLoop(int a, int b) { if (a <= 0 || b <= 0) return 0; int m = a; while (m % b != 0) m += a; return m; }
    static int base7(int n) { String d = ""; if (n == 0) return 0; while (n > 0) { d = n % 7 + d; n /= 7; } return d.length(); }
    static String hex(int n) { StringBuilder sb = new StringBuilder(); do { sb.append("0123456789abcdef".charAt(n & 15)); n >>>= 4; } while (n != 0); return sb.reverse().toString(); }
    static int bitLen(int n) { int l = 0; for (; n != 0; n >>>= 1) l++; return l; }
    static int digitProduct(long n) { int p = 1; n = Math.abs(n); while (n > 9) { p *= (int) (n % 10); n /= 10; } return p; }
    static int sumUntilSingle(int n) { if (n < 0) n = -n; while (n > 9) { int s = 0; while (n > 0) { s += n % 10; n /= 10; } n = s; } return n; }
    static int maxDigit(int n) { int m = 0; for (int x = n; x != 0; x /= 10) { int d = Math.abs(x % 10); if (d > m) m = d; } return m; }
    static boolean isPowerOfThree(int n) { if (n < 1) return false; while (n % 3 == 0) n /= 3; return n == 1; }
    static int ilog(int n, int b) { if (b < 2) return -1; int c = 0; while (n >= b) { n /= b; c++; } return c; }
    static int ilogMul(int n, int b) { if (b < 2 || n < 1) return -1; int c = 0; long p = b; while (p <= n) { p *= b; c++; } return c; }
    static int decimalLen(int n) { int len = 1; int p = 10; while (n >= p) { len++; if (p > 100000000) break; p *= 10; } return len; }
    static int fibBelow(int n) { int a = 0, b = 1, c = 0; while (b < n) { int t = a + b; a = b; b = t; c++; if (b < 0) break; } return c; }
    static int triangularRoot(int n) { int s = 0, i = 0; while (s < n) { i++; s += i; if (i > 60000) break; } return i; }
    static int sumSquares(int n) { int s = 0; for (int i = 1; i <= n; ++i) s += i * i; return s; }
    static int stepsDown(int n, int k) { if (k <= 0) return 0; int c = 0; while (n > 0) { n -= k; c++; } return c; }
    static int stepsUp(int from, int to, int by) { if (by < 1) return 0; int c = 0; for (int i = from; i < to; i += by) { c++; if (i > Integer.MAX_VALUE - by) break; } return c; }
    static int negativeSteps(int n) { int c = 0; for (int i = n; i > -n; i -= 3) c++; return c; }
    static int countByThree(int lo, int hi) { int c = 0; for (int i = hi; i >= lo && i > -1000000; i -= 3) c++; return c; }
    static int charCount() { int c = 0; for (char ch = 'a'; ch <= 'z'; ch++) c += ch; return c; }
    static int charTo(char end) { int c = 0; for (char ch = 'A'; ch < end; ch++) c++; return c; }
    static int shortLoop(short n) { int c = 0; for (short i = 0; i < n; i++) c++; return c; }
    static int byteLoop(byte n) { int c = 0; for (byte b = 0; b < n; b += 3) { c++; if (b > 120) break; } return c; }
    static long longLoop(long n) { long s = 0; for (long i = 0; i < n; i++) { s ^= i; if (i > 5000) break; } return s; }
    static long mixedLoop(int n) { long s = 0; for (long i = n; i > 0; i -= 2) s += i; return s; }
    static int boxedLoop(Integer n) { int c = 0; for (Integer i = 0; i < n; i++) c++; return c; }
    static int boxedLongLoop(long n) { Long i = n; int c = 0; while (i > 0 && c < 1000) { i--; c++; } return c; }
    static int doubles(double x) { int c = 0; while (x > 1.0 && c < 2000) { x /= 2; c++; } return c; }
    static int floatSteps() { int c = 0; for (float f = 0f; f < 1f; f += 0.125f) c++; return c; }
    static int range(int a, int b) { int c = 0; if (a > b) { int t = a; a = b; b = t; } while (a < b) { a++; b--; c++; if (c > 3000) break; } return c; }
    static int converge(int lo, int hi) { int c = 0; for (; lo < hi; lo++, hi -= 2) c++; return c; }
    static int bisect(int n) { if (n < 0) return 0; int lo = 0, hi = Math.min(n, 46340); while (lo < hi) { int mid = (lo + hi + 1) / 2; if (mid * mid <= n) lo = mid; else hi = mid - 1; } return lo; }
    static int guess(int n, int secret) { int lo = 1, hi = n, c = 0; while (lo <= hi) { int m = lo + (hi - lo) / 2; c++; if (m == secret) break; else if (m < secret) lo = m + 1; else hi = m - 1; } return c; }
    static int russian(int a, int b) { int r = 0; while (b > 0) { if ((b & 1) != 0) r += a; a <<= 1; b >>= 1; } return r; }
    static long modPow(long base, long e, int m) { if (m <= 0) return 0; long r = 1; base %= m; for (; e > 0; e /= 2) { if (e % 2 == 1) r = r * base % m; base = base * base % m; } return r; }
    static int divideBySub(int a, int b) { if (a < 0 || b <= 0) return 0; int q = 0; while (a >= b) { a -= b; q++; } return q; }
    static int divideByShift(int a, int b) { if (a < 0 || b <= 0) return 0; int q = 0; for (int i = 31; i >= 0; i--) if ((a >> i) >= b) { a -= b << i; q += 1 << i; } return q; }
    static int catalanDp(int n) { if (n < 0 || n > 60) return 0; long[] c = new long[n + 2]; c[0] = c[1] = 1; for (int i = 2; i <= n; i++) for (int j = 0; j < i; j++) c[i] += c[j] * c[i - j - 1]; return (int) c[n]; }
    static int collatzCapped(long n) { int s = 0; while (n > 1 && s < 300) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; s++; } return s; }
    static boolean happy(int n) { int tries = 0; while (n != 1 && tries++ < 50) { int s = 0; while (n > 0) { int d = n % 10; s += d * d; n /= 10; } n = s; } return n == 1; }
    static int kaprekar(int n) { int it = 0; while (n != 6174 && n > 0 && it < 8) { int[] d = new int[4]; int x = n; for (int i = 0; i < 4; i++) { d[i] = x % 10; x /= 10; } java.util.Arrays.sort(d); int up = 0, down = 0; for (int i = 0; i < 4; i++) { up = up * 10 + d[i]; down = down * 10 + d[3 - i]; } n = down - up; it++; } return it; }
    static int leapYears(int from, int to) { int c = 0; for (int y = from; y <= to; y++) { if (y % 4 != 0) continue; if (y % 100 == 0 && y % 400 != 0) continue; c++; if (c > 900) return c; } return c; }
    static int amicable(int limit) { int c = 0; for (int a = 1; a < limit; a++) { int s = 0; for (int d = 1; d <= a / 2; d++) if (a % d == 0) s += d; if (s > a) c++; } return c; }
    static int perfectSum(int n) { int s = 1; if (n < 2) return 0; int i = 2; for (; i * i < n; i++) if (n % i == 0) s += i + n / i; if (i * i == n) s += i; return s; }
    static int sieveCount(int n) { if (n < 2) return 0; n = Math.min(n, 3000); boolean[] comp = new boolean[n + 1]; int c = 0; for (int p = 2; p <= n; p++) { if (comp[p]) continue; c++; for (int m = 2 * p; m <= n; m += p) comp[m] = true; } return c; }
    static int sieveLinear(int n) { n = n & 511; int[] primes = new int[n + 1]; boolean[] comp = new boolean[n + 1]; int c = 0; for (int i = 2; i <= n; i++) { if (!comp[i]) primes[c++] = i; for (int j = 0; j < c && i * primes[j] <= n; j++) { comp[i * primes[j]] = true; if (i % primes[j] == 0) break; } } return c; }
    static int countBitsDp(int n) { if (n < 0) return 0; n = Math.min(n, 5000); int[] b = new int[n + 1]; for (int i = 1; i <= n; i++) b[i] = b[i / 2] + i % 2; return b[n]; }
    static int doubling(int n) { int c = 0; for (int i = 1; i < n; i *= 2) { c++; if (i > 1 << 29) break; } return c; }
    static int tripling(int n) { int c = 0; for (long i = 1; i <= n; i = i * 3) c++; return c; }
    static int harmonic(int n) { int c = 0; for (int i = 1; i <= n; i++) for (int j = i; j <= n; j += i) c++; return c; }
    static int logNest(int n) { int c = 0; for (int i = n; i > 0; i /= 2) for (int j = 0; j < i; j++) c++; return c; }
    static int nLogN(int n) { int c = 0; for (int i = 0; i < n; i++) for (int j = n; j > 1; j /= 2) c++; return c; }
    static int untilNegative(int n) { int i = n | 1; int c = 0; while (i > 0) { i <<= 1; c++; } return c; }
    static int xorshift(int seed, int n) { int x = seed | 1; for (int i = n; i-- > 0; ) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; } return x; }
    static int countdownArrow(int n) { int c = 0; while (n --> 0) c++; return c; }
    static int wrapInt(int n) { int c = 0; for (int i = Integer.MAX_VALUE - 5; i > 0; i++) c++; return c + n; }
    static int reduce(int n) { int c = 0; while (n >= 3) { n = n - n / 3; c++; } return c; }
    static int untilFixed(int n) { int prev, c = 0; do { prev = n; n = n / 2; c++; } while (n != prev); return c; }
}
