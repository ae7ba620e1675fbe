/** Numbers that do not fit their types. */
class Integers {
    static int cast(long n) {
        int s = 0;
        for (int i = 0; i < (int) n; i++) s += i;
        return s;
    }

    static int castOfNegative(long n) {
        int s = 0;
        for (int i = (int) n; i < 40; i++) s++;
        return s;
    }

    static int timesFour(int n) {
        int s = 0;
        for (int i = 0; i < n * 4; i++) s += i;
        return s;
    }

    static int unequal(int n) {
        int s = 0;
        for (int i = 0; i != n; i++) s += i;
        return s;
    }

    static int unequalByTwo(int n) {
        int s = 0;
        for (int i = 0; i != n; i += 2) s += i;
        return s;
    }

    static int downToZero(int n) {
        int s = 0;
        while (n != 0) {
            s += n;
            n--;
        }
        return s;
    }

    static int atMost(int n) {
        int s = 0;
        for (int i = 0; i <= n; i++) s += i;
        return s;
    }

    static int atMostFrom(int from, int n) {
        int s = 0;
        for (int i = from; i <= n; i++) s += i;
        return s;
    }

    static int bySeven(int from, int n) {
        int s = 0;
        for (int i = from; i < n; i += 7) s += i;
        return s;
    }

    static int doubling(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 2) s += i;
        return s;
    }

    static int doublingAtMost(int n) {
        int s = 0;
        for (int i = 1; i <= n; i *= 2) s += i;
        return s;
    }

    static int doublingFrom(int from, int n) {
        int s = 0;
        for (int i = from; i < n; i *= 2) s++;
        return s;
    }

    static int shifting(int n) {
        int s = 0;
        for (int i = 1; i < n; i <<= 1) s += i;
        return s;
    }

    static int tripling(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 3) s += i;
        return s;
    }

    static int bytes(int n) {
        int s = 0;
        for (byte i = 0; i < n; i++) s += i;
        return s;
    }

    static int shorts(int n) {
        int s = 0;
        for (short i = 0; i < n; i++) s += i;
        return s;
    }

    static int chars(int n) {
        int s = 0;
        for (char i = 0; i < n; i++) s += i;
        return s;
    }

    static int charsDown(char n) {
        int s = 0;
        for (char i = n; i >= 0; i--) {
            s += i;
            if (s > 30000) break;
        }
        return s;
    }

    static int charsOfNegative(int n) {
        int s = 0;
        for (int i = 0; i < (char) n; i++) s += i;
        return s;
    }

    static int squares(int n) {
        int s = 0;
        for (int i = 0; i < n * n; i++) s += i;
        return s;
    }

    static int narrowed(int n) {
        int s = 0;
        for (int i = 0; i < (byte) n; i++) s += i;
        return s;
    }

    static int narrowedStart(int n) {
        int s = 0;
        for (int i = (byte) n; i < 100; i++) s += i;
        return s;
    }

    static int shortened(int n) {
        int s = 0;
        for (int i = (short) n; i < 1000; i++) s += i;
        return s;
    }

    static int shifted(int n, int k) {
        int s = 0;
        for (int i = 0; i < n << k; i++) s += i;
        return s;
    }

    static int oneShifted(int k) {
        int s = 0;
        for (int i = 0; i < 1 << k; i++) s += i;
        return s;
    }

    static int unsignedHalf(int n) {
        int s = 0;
        for (int i = 0; i < n >>> 1; i++) s += i;
        return s;
    }

    static int unsignedEighth(int n) {
        int s = 0;
        for (int i = n >>> 24; i > 0; i--) s += i;
        return s;
    }

    static int absolute(int n) {
        int s = 0;
        for (int i = Math.abs(n); i != 0 && i < 50; i++) s += i;
        return s;
    }

    static int absoluteStart(int n) {
        int s = 0;
        for (int i = Math.abs(n); i < 60; i++) s += i;
        return s;
    }

    static long longCounter(int n) {
        long s = 0;
        for (long i = n; i < n + 20L; i++) s += i;
        return s;
    }

    static long intCounterLongBound(long n) {
        long s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int negated(int n) {
        int s = 0;
        for (int i = 0; i < -n; i++) s += i;
        return s;
    }

    static int fromNegated(int n) {
        int s = 0;
        for (int i = -n; i < 30; i++) s++;
        return s;
    }

    static int difference(int a, int b) {
        int s = 0;
        for (int i = 0; i < a - b; i++) s += i;
        return s;
    }

    static int sum(int a, int b) {
        int s = 0;
        for (int i = a + b; i < 100; i++) s += i;
        return s;
    }

    static int remainder(int n, int m) {
        int s = 0;
        for (int i = n % m; i < 25; i++) s += i;
        return s;
    }

    static int remainderOfNegative(int n) {
        int s = 0;
        for (int i = n % 10; i != 0; i--) {
            s += i;
        }
        return s;
    }

    static int byteAdded(byte b) {
        int s = 0;
        while (b < 100) {
            b += 1;
            s++;
        }
        return s;
    }

    static int byteWraps(byte b, int n) {
        int s = 0;
        while (b != n) {
            b += 3;
            s++;
        }
        return s;
    }

    static int shortCompound(short n) {
        int s = 0;
        n += 32000;
        for (int i = n; i < 0; i += 100) s++;
        return s;
    }

    static int shortDoubles(short n) {
        int s = 0;
        n *= 2;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int charMinus(char c) {
        int s = 0;
        c -= 5;
        for (int i = 0; i < c; i++) s++;
        return s;
    }

    static int half(int n) {
        int s = 0;
        while (n != 0) {
            n /= 2;
            s++;
        }
        return s;
    }

    static int shiftNegative(int n) {
        int s = 0;
        while (n != 0 && n != -1) {
            n >>= 1;
            s++;
        }
        return s;
    }

    static int shiftAtLeast(int n) {
        int s = 0;
        while (n < 0) {
            n >>>= 1;
            s++;
        }
        return s;
    }

    static int middle(int lo, int hi) {
        int s = 0;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            lo = mid + 1;
            s++;
        }
        return s;
    }

    static int threeQuarters(int n) {
        int s = 0;
        for (int i = 0; i < n * 3 / 4; i++) s++;
        return s;
    }

    static int twoSteps(int n) {
        int s = 0;
        for (int i = n; i > 0; i -= 2) s++;
        for (int i = n; i < 0; i += 2) s++;
        return s;
    }

    static int stepDownPastMin(int n) {
        int s = 0;
        for (int i = 10; i > n; i -= 7) s++;
        return s;
    }

    static int downAtLeast(int n) {
        int s = 0;
        for (int i = 5; i >= n; i--) s++;
        return s;
    }

    static int variableStep(int n, int step) {
        int s = 0;
        for (int i = 0; i < n; i += step) s++;
        return s;
    }

    static int productOfTwo(int w, int h) {
        int s = 0;
        for (int i = 0; i < w * h; i++) s++;
        return s;
    }

    static int plusOne(int n) {
        int s = 0;
        for (int i = 0; i < n + 1; i++) s++;
        return s;
    }

    static int minusOne(int n) {
        int s = 0;
        for (int i = 0; i < n - 1; i++) s++;
        return s;
    }

    static int lengthTimesBig(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length * 1000000000; i++) s++;
        return s;
    }

    static int hash(int[] a) {
        int h = 1;
        for (int x : a) h = 31 * h + x;
        int s = 0;
        for (int i = 0; i < (h & 63); i++) s++;
        return s;
    }

    static int root(int n) {
        int s = 0;
        for (int i = 1; i * i <= n; i++) s += i;
        return s;
    }

    static long rootOfLong(long n) {
        long s = 0;
        for (long i = 1; i * i <= n && s < 100000; i++) s += i;
        return s;
    }

    static int longDoubling(long n) {
        int s = 0;
        for (long i = 1; i < n; i *= 2) s++;
        return s;
    }

    static int callee(int n) {
        return count(n * 3);
    }

    static int calleeCast(long n) {
        return count((int) n);
    }

    static int calleeByte(int n) {
        return count((byte) n);
    }

    static int calleeNegated(int n) {
        return count(-n);
    }

    static int calleeAbs(int n) {
        return count(n < 0 ? -n : n);
    }

    static int calleePlus(int n, int m) {
        return count(n + m);
    }

    static int calleeMinus(int n, int m) {
        return count(n - m);
    }

    static int count(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int arraySize(int n) {
        int[] a = new int[(byte) n & 127];
        int s = 0;
        for (int x : a) s += x;
        return s;
    }

    static int recursionUnequal(int n) {
        return n == 0 ? 0 : 1 + recursionUnequal(n - 1);
    }

    static int recursionByTwo(int n) {
        return n == 0 ? 0 : 1 + recursionByTwo(n - 2);
    }

    static int wrapping(int n) {
        int s = 0;
        for (int i = n; i > 0; i++) {
            s++;
        }
        return s;
    }

    static int minValue(int n) {
        int s = 0;
        for (int i = n; i < 0; i--) {
            s++;
        }
        return s;
    }

    static int doubles(double x) {
        int s = 0;
        for (int i = 0; i < (int) (x * 3); i++) s++;
        return s;
    }

    static int floats(float n) {
        int s = 0;
        for (float f = 0; f < n; f += 1) s++;
        return s;
    }

    static int upToAConstant(int n) {
        int s = 0;
        for (int i = n; i != 17; i++) {
            s++;
        }
        return s;
    }

    static int modulo(int n) {
        int s = 0;
        for (int i = 0; i < n % 16; i++) s++;
        return s;
    }

    static int mask(int n) {
        int s = 0;
        for (int i = n & -16; i < 64 && i >= 0; i++) s++;
        return s;
    }

    static int shiftBy(int n, int k) {
        int s = 0;
        for (int i = n >> k; i > 0; i--) s++;
        return s;
    }
}
