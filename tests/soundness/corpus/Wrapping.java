import java.util.List;

/** Counters, limits and steps of all integer types that leave their range or come close to its end. */
class Wrapping {
    long total;
    int size;
    byte small;
    char letter;
    short brief;
    static int limit = 5;

    static int sumOfLimits(int n, int m) {
        int s = 0;
        for (int i = 0; i < n + m; i++) s++;
        return s;
    }

    static int differenceOfLimits(int n, int m) {
        int s = 0;
        for (int i = m; i < n; i++) s++;
        for (int i = 0; i < n - m; i++) s++;
        return s;
    }

    static int negatedLimit(int n) {
        int s = 0;
        for (int i = 0; i < -n; i++) s++;
        for (int i = 0; i > n; i--) s++;
        return s;
    }

    static int complementLimit(int n) {
        int s = 0;
        for (int i = 0; i < ~n; i++) s++;
        for (int i = ~n; i >= 0; i--) s++;
        return s;
    }

    static int exclusiveLimit(int n) {
        int s = 0;
        for (int i = 0; i < (n ^ 0x55); i++) s++;
        return s;
    }

    static int productOfByte(byte b, short h) {
        int s = 0;
        byte p = (byte) (b * 2);
        for (int i = 0; i < p; i++) s++;
        short q = (short) (h + 1);
        for (int i = q; i < 0; i += 100) s++;
        return s;
    }

    static int byteAsIndex(byte b) {
        int s = 0;
        for (int i = b & 0xFF; i < 256; i++) s++;
        for (int i = b; i < 128; i++) s++;
        return s;
    }

    static int charLimit(int n) {
        int s = 0;
        char to = (char) n;
        for (char c = 0; c < to; c++) s++;
        return s;
    }

    static int charBelow(char c) {
        int s = 0;
        for (int i = c - 40; i != 0; i -= Integer.signum(i)) s++;
        return s;
    }

    static int compoundByte(byte b, int n) {
        int s = 0;
        for (int i = 0; i < 300; i += 7) {
            b += n;
            for (int j = b; j > 100; j--) s++;
        }
        return s;
    }

    static int compoundLong(int n, long k) {
        int s = 0;
        n += k;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int compoundReal(int n, double d) {
        int s = 0;
        n += d;
        for (int i = 0; i < n; i++) s++;
        n *= 1.5;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int realToInt(double d) {
        int s = 0;
        for (int i = 0; i < (int) d; i++) s++;
        for (int i = (int) -d; i < 3; i++) s++;
        return s;
    }

    static int rounded(double d) {
        int s = 0;
        for (long i = 0; i < Math.round(d); i++) s++;
        for (int i = 0; i < Math.ceil(d); i++) s++;
        for (int i = 0; i <= Math.floor(d); i++) s++;
        return s;
    }

    static int largeSteps(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 1_000_000_007) s++;
        return s;
    }

    static int largeStepsDown(int n) {
        int s = 0;
        for (int i = n; i > -5; i -= 1_000_000_007) s++;
        return s;
    }

    static long longSteps(long n) {
        long s = 0;
        for (long i = 0; i < n; i += 1L << 60) s++;
        for (long i = n; i < 0; i += 1L << 61) s++;
        return s;
    }

    static int intOfLong(long n) {
        int s = 0;
        int m = (int) (n >> 20);
        for (int i = 0; i < m; i++) s++;
        int k = (int) (n & 0xFFFF);
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int countOfInts(long n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s++;
            if (s < 0) break;
        }
        return s;
    }

    static int multipliedLimit(int n) {
        int s = 0;
        for (int i = 0; i < n * n; i++) s++;
        return s;
    }

    static int multipliedLimitLong(int n, int m) {
        int s = 0;
        for (long i = 0; i < (long) n * m; i++) s++;
        return s;
    }

    static int shiftedLimit(int n) {
        int s = 0;
        for (int i = 0; i < n << 3; i++) s++;
        return s;
    }

    static int shiftedByParameter(int k) {
        int s = 0;
        for (int i = 0; i < 1 << k; i++) {
            s++;
            if (s > 5000) return s;
        }
        return s;
    }

    static int shiftedUntilZero(int k) {
        int s = 0;
        for (int i = k; i != 0; i <<= 1) s++;
        return s;
    }

    static int shiftedByDistance(int n, int k) {
        int s = 0;
        for (int i = n; i > 0; i >>= k & 31) {
            s++;
            if (s > 900) break;
        }
        return s;
    }

    static int unsignedCompare(int n) {
        int s = 0;
        for (int i = 0; Integer.compareUnsigned(i, n) < 0; i++) {
            s++;
            if (s > 700) break;
        }
        return s;
    }

    static int compared(int n, int m) {
        int s = 0;
        for (int i = n; Integer.compare(i, m) < 0; i++) s++;
        return s;
    }

    static int differenceTested(int n, int m) {
        int s = 0;
        for (int i = n; i - m < 0; i++) {
            s++;
            if (s > 900) break;
        }
        return s;
    }

    static int unequalSteps(int n) {
        int s = 0;
        for (int i = 0; i != n; i += 2) {
            s++;
            if (s > 2000) break;
        }
        return s;
    }

    static int unequalMasked(int n) {
        int s = 0;
        n &= ~3;
        for (int i = 0; i != n; i += 4) s++;
        return s;
    }

    static int remainders(int n, int m) {
        int s = 0;
        if (m == 0) return -1;
        for (int i = 0; i < n % m; i++) s++;
        for (int i = n % m; i < 0; i++) s++;
        for (int i = Math.floorMod(n, m); i > 0; i--) s++;
        return s;
    }

    static int quotients(int n, int m) {
        int s = 0;
        if (m == 0) return -1;
        for (int i = 0; i < n / m; i++) s++;
        return s;
    }

    static int absoluteLimit(int n) {
        int s = 0;
        for (int i = 0; i < Math.abs(n); i++) s++;
        for (int i = -Math.abs(n); i < 0; i++) s++;
        return s;
    }

    static int absoluteByHand(int n) {
        int s = 0;
        if (n < 0) n = -n;
        for (int i = 0; i < n; i++) s++;
        for (int i = n; i < 0; i += 1 << 20) s++;
        return s;
    }

    static int extremesOfThree(int a, int b, int c) {
        int s = 0;
        for (int i = Math.min(a, b); i < Math.max(b, c); i++) s++;
        return s;
    }

    static int clampedBothWays(int n) {
        int s = 0;
        n = Math.max(-10, Math.min(n, 50));
        for (int i = n; i < 50; i++) s++;
        for (int i = -10; i < n; i++) s++;
        return s;
    }

    static int clampedTheWrongWay(int n) {
        int s = 0;
        n = Math.min(10, Math.max(n, 30));
        for (int i = 0; i < n; i++) s++;
        n = n > 5 ? n - 20 : n + 20;
        for (int i = n; i < 0; i++) s++;
        return s;
    }

    static int inclusiveByte(byte to) {
        int s = 0;
        for (byte b = 0; b <= to; b++) {
            s++;
            if (s > 600) return s;
        }
        return s;
    }

    static int inclusiveDown(int n) {
        int s = 0;
        for (int i = n; i >= Integer.MIN_VALUE + 2; i -= 1 << 26) {
            s++;
            if (s > 300) return s;
        }
        return s;
    }

    static int hashed(String text, int n) {
        int h = 0, s = 0;
        for (int i = 0; i < text.length(); i++) h = 31 * h + text.charAt(i);
        for (int i = h & 63; i < 64; i++) s++;
        for (int i = h >>> 27; i > 0; i--) s++;
        for (int i = h >> 28; i < 8; i++) s++;
        for (int i = (h ^ n) & 31; i > 0; i--) s++;
        return s;
    }

    static int factorialLimit(int n) {
        int f = 1, s = 0;
        for (int i = 2; i <= (n & 31); i++) f *= i;
        for (int i = f; i > 1000; i /= 3) s++;
        for (int i = f; i < 0; i += 1 << 24) s++;
        return s;
    }

    static int triangular(int n) {
        int s = 0;
        int m = n * (n + 1) / 2;
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int middle(int lo, int hi) {
        int s = 0;
        int mid = (lo + hi) >>> 1;
        for (int i = lo; i < mid; i++) s++;
        return s;
    }

    static int growingStep(int n) {
        int s = 0;
        for (int i = 1, step = 1; i < n; i += step, step += step) s++;
        return s;
    }

    static int fibonacciSteps(int n) {
        int a = 0, b = 1, s = 0;
        while (b < n) {
            int t = a + b;
            a = b;
            b = t;
            s++;
        }
        return s;
    }

    static int squaresUpTo(int n) {
        int s = 0;
        for (int i = 0; i * i < n; i++) s++;
        return s;
    }

    static int squaresInclusive(int n) {
        int s = 0;
        for (int i = 1; i * i <= n; i++) {
            s++;
            if (s > 100_000) break;
        }
        return s;
    }

    int fieldOfByte(int n) {
        int s = 0;
        small = (byte) n;
        for (int i = 0; i < small; i++) s++;
        for (small = 0; small >= 0; small++) s++;
        return s;
    }

    int fieldOfChar(int n) {
        int s = 0;
        letter = (char) n;
        letter -= 65_000;
        for (int i = 0; i < letter; i += 16) s++;
        return s;
    }

    int fieldOfShort(int n) {
        int s = 0;
        brief += n;
        for (int i = brief; i > 0; i -= 3) s++;
        return s;
    }

    int fieldOfLong(int n) {
        int s = 0;
        total = n;
        total *= 3;
        for (long i = 0; i < total; i++) s++;
        return s;
    }

    static int arrayOfBytes(byte[] b) {
        int s = 0;
        for (byte value : b) for (int i = value; i < 100; i += 3) s++;
        for (byte value : b) for (int i = value & 0x7F; i > 0; i -= 5) s++;
        return s;
    }

    static int incrementedElement(byte[] b) {
        int s = 0;
        if (b.length == 0) return 0;
        b[0] = 120;
        while (b[0] > 0) {
            b[0]++;
            s++;
        }
        return s;
    }

    static int charsOfText(String t) {
        int s = 0;
        for (int i = 0; i < t.length(); i++) {
            char c = t.charAt(i);
            c -= 'a';
            for (int j = 0; j < c; j += 1000) s++;
        }
        return s;
    }

    static int lastBits(long n) {
        int s = 0;
        for (long b = n; b != 0; b ^= b & -b) s++;
        for (long b = Long.lowestOneBit(n); b != 0; b <<= 5) s++;
        return s;
    }

    static int rotated(int n) {
        int s = 0;
        int r = Integer.rotateLeft(n, 5);
        for (int i = 0; i < (r & 15); i++) s++;
        for (int i = Integer.numberOfLeadingZeros(n); i > 0; i--) s++;
        for (int i = Integer.bitCount(n); i > 0; i--) s++;
        for (int i = 31 - Integer.numberOfLeadingZeros(n); i >= 0; i--) s++;
        return s;
    }

    static int ternaryOfTypes(boolean yes, char c, int n) {
        int s = 0;
        int to = yes ? c : n;
        for (int i = 0; i < to; i += 9) s++;
        long far = yes ? n : 40L;
        for (long i = far; i > 0; i -= far / 7 + 1) s++;
        return s;
    }

    static int postfixOfLimit(int n) {
        int s = 0;
        for (int i = 0; i < n--; i++) s++;
        for (int i = 0; i++ < n++; ) {
            s++;
            if (s > 900) break;
        }
        return s;
    }

    static int twoCounters(int n) {
        int s = 0;
        for (int i = 0, j = n; i < j; i += 2, j++) s++;
        return s;
    }

    static int meeting(int n, int m) {
        int s = 0;
        for (int i = m, j = n; i <= j; i++, j--) s++;
        return s;
    }

    static int listOfSizes(List<Integer> xs, int from) {
        int s = 0;
        for (int i = from; i < xs.size(); i++) s++;
        for (int i = xs.size() - from; i >= 0; i -= 1) s++;
        return s;
    }

    static int lengthMinus(int[] a, int k) {
        int s = 0;
        for (int i = 0; i < a.length - k; i++) s++;
        for (int i = k; i < a.length; i++) s++;
        for (int i = a.length - 1; i > k; i--) s++;
        return s;
    }

    static int doubledLength(int[] a) {
        int s = 0;
        int[] twice = new int[a.length * 2 + 3];
        for (int i = 0; i < twice.length; i++) s++;
        int[] half = new int[a.length >> 1];
        for (int ignored : half) s++;
        return s;
    }

    // n − (n + 8) is −8, unless n + 8 wraps around.
    static int beginsBeyond(int n, int m) {
        int s = 0;
        int y = n + 8;
        while (y < n) {
            if (m == m) {
                y += 1;
            } else {
                m += 4;
            }
            s++;
        }
        return s;
    }
}
