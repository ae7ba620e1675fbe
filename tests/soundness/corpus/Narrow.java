/** Machine numbers at the limits of their types. */
class Narrow {
    static int limit = 5;

    static int absolute(int n) {
        int m = Math.abs(n);
        int s = 0;
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int absoluteDown(int n) {
        int s = 0;
        for (int i = Math.abs(n); i != 0; i--) s++;
        return s;
    }

    static int absoluteIndex(int n) {
        int s = 0;
        for (int i = Math.abs(n) % 17; i < 20; i++) s++;
        return s;
    }

    static int negated(int n) {
        if (n > 0) n = -n;
        int s = 0;
        while (n < 0) {
            n++;
            s++;
        }
        return s;
    }

    static int negatedUp(int n) {
        if (n < 0) n = -n;
        int s = 0;
        while (n >= 0) {
            n -= 1 << 20;
            s++;
        }
        return s;
    }

    static int byteCounter(int n) {
        int s = 0;
        for (byte b = 0; b < n; b++) {
            if (s++ > 20000) break;
        }
        return s;
    }

    static int byteByNine(byte n) {
        int s = 0;
        for (byte b = (byte) -n; b < n; b += 9) s++;
        return s;
    }

    static int byteAll() {
        int s = 0;
        for (byte b = Byte.MIN_VALUE; b < Byte.MAX_VALUE; b++) s++;
        return s;
    }

    static int shortByTwo(short n) {
        int s = 0;
        for (short i = 0; i != n; i += 2) s++;
        return s;
    }

    static int shortTimes(short n) {
        int s = 0;
        for (short i = 1; i < n; i *= 3) s++;
        return s;
    }

    static int charDown(char c) {
        int s = 0;
        for (char i = c; i > 0; i -= 7) s++;
        return s;
    }

    static int charFrom(char c) {
        int s = 0;
        for (char i = c; i < 'z'; i++) s++;
        return s;
    }

    static int charUpTo(char c) {
        int s = 0;
        for (char i = 'a'; i <= c; i++) s++;
        return s;
    }

    static int charOfInt(int n) {
        int s = 0;
        for (char i = (char) n; i < 70; i++) s++;
        return s;
    }

    static int shortOfInt(int n) {
        int s = 0;
        for (short i = (short) n; i < 100; i += 50) s++;
        return s;
    }

    static int byteOfInt(int n) {
        int s = 0;
        int m = (byte) n;
        for (int i = 0; i < m; i++) s++;
        int u = (byte) n & 0xff;
        for (int i = 0; i < u; i++) s++;
        return s;
    }

    static int byHugeStep(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 1 << 29) s++;
        return s;
    }

    static int byHugeStepDown(int n) {
        int s = 0;
        for (int i = n; i > 0; i -= 700_000_000) s++;
        return s;
    }

    static int byHugeStepUpTo(int n) {
        int s = 0;
        for (int i = n; i <= 2_000_000_000; i += 500_000_000) s++;
        return s;
    }

    static int triples(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 3) s++;
        return s;
    }

    static int triplesFrom(int i, int n) {
        int s = 0;
        while (i < n) {
            i *= 3;
            s++;
            if (s > 9000) break;
        }
        return s;
    }

    static int triplesLong(long n) {
        int s = 0;
        for (long i = 1; i <= n; i *= 3) s++;
        return s;
    }

    static int shiftsUp(int n) {
        int s = 0;
        for (int i = 1; i <= n; i <<= 1) s++;
        return s;
    }

    static int shiftsUpUntilZero(int n) {
        int s = 0;
        while (n != 0) {
            n <<= 1;
            s++;
        }
        return s;
    }

    static int unsignedHalves(int n) {
        int s = 0;
        for (; n != 0; n >>>= 1) s++;
        return s;
    }

    static int unsignedHalvesLong(long n) {
        int s = 0;
        while (n != 0) {
            n >>>= 2;
            s++;
        }
        return s;
    }

    static int unsignedOfByte(byte b) {
        int s = 0;
        while (b != 0) {
            b >>>= 1;
            s++;
            if (s > 15000) break;
        }
        return s;
    }

    static int signedHalves(int n) {
        int s = 0;
        while (n != 0 && n != -1) {
            n >>= 1;
            s++;
        }
        return s;
    }

    static int halvesByShiftOf(int n, int k) {
        int s = 0;
        while (n > 0) {
            n >>= k;
            s++;
            if (s > 9000) break;
        }
        return s;
    }

    static int shiftBy32(int n) {
        int s = 0;
        n &= 63;
        while (n > 0) {
            n = (n >> 32) - 1;
            s++;
        }
        return s;
    }

    static int oneShifted(int k) {
        int s = 0;
        for (int i = 0; i < 1 << (k & 7); i++) s++;
        for (int i = 0; i < 1 << k && i < 300; i++) s++;
        return s;
    }

    static int negativeDivisor(int n) {
        int s = 0;
        while (n != 0) {
            n /= -3;
            s++;
        }
        return s;
    }

    static int divisorOfParameter(int n, int k) {
        int s = 0;
        if (k < 2) return 0;
        while (n > 0) {
            n /= k;
            s++;
        }
        return s;
    }

    static int remainderLoop(int n, int m) {
        int s = 0;
        while (m != 0) {
            int t = n % m;
            n = m;
            m = t;
            s++;
        }
        return s;
    }

    static int remainderCounter(int n) {
        int s = 0;
        for (int i = n % 50; i < 50; i++) s++;
        return s;
    }

    static int truncatedLimit(long n) {
        int s = 0;
        for (int i = 0; i < (int) n; i++) s++;
        return s;
    }

    static int truncatedCounter(long n) {
        int s = 0;
        for (long i = 0; (int) i < n; i++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int truncatedShort(int n) {
        int s = 0;
        for (int i = 0; i < (short) n; i++) s++;
        return s;
    }

    static int longProduct(int a, int b) {
        int s = 0;
        long p = (long) a * b;
        for (long i = 0; i < p; i++) s++;
        return s;
    }

    static int lateWidened(int a, int b) {
        int s = 0;
        long p = a * b;
        for (long i = 0; i < p; i++) s++;
        return s;
    }

    static int lateWidenedSum(int a, int b) {
        int s = 0;
        long p = a + b;
        for (long i = p; i > 0; i--) s++;
        return s;
    }

    static int difference(int a, int b) {
        int s = 0;
        for (int i = 0; i < a - b; i++) s++;
        return s;
    }

    static int differenceOfLimits(int a, int b) {
        int s = 0;
        for (int i = b; i - a < 0; i++) s++;
        return s;
    }

    static int halfOfSum(int a, int b) {
        int s = 0;
        int m = (a + b) >>> 1;
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int squareLimit(int n) {
        int s = 0;
        for (int i = 0; i < n * n; i++) s++;
        return s;
    }

    static int squareTest(int n) {
        int s = 0;
        for (int i = 0; i * i < n; i++) s++;
        return s;
    }

    static int squareTestLong(long n) {
        int s = 0;
        for (long i = 2; i * i <= n && s < 40000; i++) s++;
        return s;
    }

    static int plusOneLimit(int n) {
        int s = 0;
        int m = n + 1;
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int plusOneLimitDown(int n) {
        int s = 0;
        int m = n - 1;
        for (int i = m; i > 0; i--) s++;
        return s;
    }

    static int lastIncluded(int n) {
        int s = 0;
        for (int i = Integer.MAX_VALUE - 3; i <= n; i++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int firstIncluded(int n) {
        int s = 0;
        for (int i = Integer.MIN_VALUE + 5; i >= n; i--) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int compoundDouble(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 1.5) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int compoundHalf(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 0.5) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int compoundLong(int n) {
        int s = 0;
        for (int i = 0; i < n; i += (1L << 32) + 1) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int compoundLongNothing(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 1L << 32) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int sameAgain(int n) {
        int s = 0;
        for (int i = 0; i < n; i = i++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int plusItself(int n) {
        int s = 0;
        for (int i = 1; i < n; i += i++) s++;
        return s;
    }

    static int complement(int n) {
        int s = 0;
        for (int i = 0; i < n; i = -~i) s++;
        return s;
    }

    static int doubleNegative(int n) {
        int s = 0;
        for (int i = 0; i < n; i -= -2) s++;
        return s;
    }

    static int floatCounter(int n) {
        int s = 0;
        for (float f = 16777200; f < n; f++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int doubleCounter(double d) {
        int s = 0;
        for (double x = 0; x < d; x += 0.25) s++;
        return s;
    }

    static int ofDouble(double d) {
        int s = 0;
        int m = (int) (d * 1e9);
        for (int i = m; i < m + 9; i++) s++;
        return s;
    }

    static int rounded(double d) {
        int s = 0;
        long m = Math.round(d) + 3;
        while (m-- > 0) s++;
        int c = (int) Math.ceil(d / 2);
        while (c-- > 0) s++;
        return s;
    }

    static int compareMethods(int n) {
        int s = 0;
        for (int i = 0; Integer.compare(i, n) < 0; i++) s++;
        return s;
    }

    static int compareUnsigned(int n) {
        int s = 0;
        for (int i = 0; Integer.compareUnsigned(i, n) < 0; i++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int flipped(int n) {
        int s = 0;
        for (int i = n ^ 0x80000000; i < Integer.MIN_VALUE + 20; i++) s++;
        return s;
    }

    static int masks(int n) {
        int s = 0;
        for (int i = n & -16; i < (n | 15); i++) s++;
        return s;
    }

    static int masksLong(long n) {
        int s = 0;
        for (long i = n & ~31L; i <= (n | 31); i++) {
            if (s++ > 30000) break;
        }
        return s;
    }

    static int floorModulo(int n) {
        int s = 0;
        for (int i = Math.floorMod(n, 19); i > 0; i--) s++;
        for (int i = Math.floorDiv(n, 1 << 27); i < 16; i++) s++;
        return s;
    }

    static int minOfMany(int a, int b, int c) {
        int s = 0;
        int m = Math.min(Math.min(a, b), Math.max(c, 40));
        for (int i = 0; i < m; i++) s++;
        return s;
    }

    static int clamped(int n) {
        int s = 0;
        n = Math.clamp((long) n, 3, 60);
        while (n > 0) {
            n--;
            s++;
        }
        return s;
    }

    static int saturating(int n, int m) {
        int s = 0;
        int k = n + m;
        if (((n ^ k) & (m ^ k)) < 0) k = Integer.MAX_VALUE;
        for (int i = k; i > 0; i -= 1_000_000) s++;
        return s;
    }

    static int exactSum(int n, int m) {
        int s = 0;
        int k = Math.addExact(n, m);
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int toExact(long n) {
        int s = 0;
        int k = Math.toIntExact(n);
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int fromBoth(long lo, long hi) {
        int s = 0;
        while (lo < hi) {
            lo++;
            hi--;
            s++;
        }
        return s;
    }

    static int bisect(long lo, long hi) {
        int s = 0;
        while (lo < hi) {
            long mid = (lo + hi) / 2;
            if ((mid & 1) == 0) lo = mid + 1;
            else hi = mid;
            if (s++ > 9000) break;
        }
        return s;
    }

    static int bisectSafe(int lo, int hi) {
        int s = 0;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if ((mid & 1) == 0) lo = mid + 1;
            else hi = mid;
            if (s++ > 9000) break;
        }
        return s;
    }

    static int decimalPlaces(long n) {
        int s = 0;
        for (long p = 1; p <= n; p *= 10) s++;
        return s;
    }

    static int bits(long n) {
        int s = 0;
        for (int i = 0; i < Long.SIZE; i++) if ((n >> i & 1) != 0) s++;
        for (int i = Long.bitCount(n); i > 0; i--) s++;
        for (int i = Long.numberOfTrailingZeros(n); i > 0; i--) s++;
        for (int i = 63 - Long.numberOfLeadingZeros(n); i >= 0; i--) s++;
        return s;
    }

    static int highestBit(int n) {
        int s = 0;
        for (int b = Integer.highestOneBit(n); b != 0; b >>>= 1) s++;
        return s;
    }

    static int ofChars(char a, char b) {
        int s = 0;
        for (int i = 0; i < a - b; i++) s++;
        for (int i = 0; i < (char) (a - b) && i < 500; i++) s++;
        for (int i = a + b; i > 0; i -= 300) s++;
        return s;
    }

    static int ofBooleans(boolean a, int n) {
        int s = 0;
        boolean go = (n & 31) > 0;
        int i = 0;
        while (go) {
            i++;
            go = i < (n & 31) & (a | i < 9);
            s++;
        }
        return s;
    }
}
