/** Bounds that hold only if arithmetic before the loop, in it, or in a comparison gives the mathematical result. */
class Whole {
    static int limitWithNegatedInt(int i) {
        long m = 1L - (-i);
        int s = 0;
        for (long k = 0; k < m; k += 1 << 20) s++;
        return s;
    }

    static int negatedLong(long n) {
        long x = Math.max(-n >> 30, -300L);
        int s = 0;
        if (x < 5000) for (long k = 0; k < -x; k++) s++;
        return s;
    }

    static int negatedLeastInt() {
        int i = -2147483648 + 300;
        while (i > -2147483648) i--;
        int l = -i >> 22;
        int s = 0;
        if (l <= 0 && l > -5000) for (int k = 0; k > l; k--) s++;
        return s;
    }

    static int intCounterComparedAsLong(int n, boolean b) {
        int[] m = new int[2000];
        m[1000] = 1;
        int c = 0;
        long lim = 4L * n;
        int i = 0;
        while (i < lim) {
            if (m[c] == 1) break;
            c++;
            if (b) i += 1 << 30;
            else i += (1 << 30) + 1;
        }
        return c;
    }

    static int intSumComparedAsLong(int n, boolean b) {
        int[] m = new int[2000];
        m[1000] = 1;
        int c = 0;
        long lim = 2L * n;
        int i = 2147483000;
        while (i + 5 < lim) {
            if (m[c] == 1) break;
            c++;
            if (b) i += 600;
            else i += 700;
        }
        return c;
    }

    static int casesFarApart(int q) {
        int[] m = new int[600];
        m[400] = 1;
        int c = 0;
        int i = 2147483647 - 200;
        int t;
        while (true) {
            if (i < 2147483647 - 105 || i > 2147483647 - 95) t = i + 100;
            else t = i;
            if (t >= 2147483646) break;
            if (m[c] == 1) break;
            c++;
            i++;
        }
        return c;
    }

    static int limit(int c, int n) {
        return c > 200 ? -2147483648 : n;
    }

    static int limitOfEachIteration(int i, int n) {
        int c = 0;
        while (i <= limit(c, n)) {
            c++;
            i++;
        }
        return c;
    }

    static int limitFallsFromTheEnd() {
        return limitOfEachIteration(2147483640, 2147483647);
    }

    static int limitInArray(int i, int[] a) {
        int c = 0;
        while (i <= a[c]) {
            c++;
            i++;
        }
        return c;
    }

    static int limitInArrayFalls() {
        int[] a = new int[400];
        for (int k = 0; k < 300; k++) a[k] = 2147483647;
        for (int k = 300; k < 400; k++) a[k] = -2147483648;
        return limitInArray(2147483640, a);
    }

    static int countedDownTooFar(int m) {
        int j = 5, s = 0;
        for (int c = 0; c < m; c++) j -= 1 << 30;
        if (j >= 0) {
            int l = j >> 20;
            if (l >= 0 && l < 5000) for (int k = 0; k < l; k++) s++;
        }
        return s;
    }

    static int toQuarters(int n) {
        int s = 0;
        for (int k = 0; k < n >> 20; k++) s++;
        return s;
    }

    static int passedWhileWrapping(boolean b, int m) {
        int i = 0, s = 0, c = 0;
        do {
            s += toQuarters(i);
            i -= b ? 1 << 30 : (1 << 30) + 1;
        } while (++c < (m & 7));
        return s;
    }

    static int comparedAfterTruncation(int m) {
        int[] w = new int[3];
        w[m & 1] = 100;
        int x = w[0];
        int s = 0;
        if (x < (int) (m - 4294967296L)) for (int k = 0; k < x; k++) s++;
        return s;
    }

    static int belowMiddle(int x, int a, int b) {
        int s = 0;
        if (x < (a + b) / 2) for (int k = x; k < 300; k++) s++;
        return s;
    }

    static int aboveMiddle(int a, int b, int x) {
        int s = 0;
        if (x < 500 && x > (a + b) / 2) for (int k = (a + b) / 2; k < x && k > -500; k++) s++;
        return s;
    }

    static int belowSmallerSum(int x, int a, int b, int c) {
        int s = 0;
        if (x < Math.min(a + b, c)) for (int k = 0; k < x; k++) s++;
        return s;
    }

    static int belowSmallerSums() {
        return belowSmallerSum(0, 2147483647, 1, 5) + belowSmallerSum(7, -2147483648, -2147483000, 1000);
    }

    static int comparedWithMovingSum(int x, int z) {
        int[] m = new int[300];
        m[200] = 1;
        int j = 0, i = 1;
        while (true) {
            int lim;
            if (x + i < i + 10) lim = x;
            else lim = z;
            if (j >= Math.min(lim, 1000)) break;
            if (m[j] == 1) break;
            j++;
            i++;
        }
        return j;
    }

    static int comparedWithWrappedSum() {
        return comparedWithMovingSum(2147483647, 3);
    }

    static int productOfCharacters(char c) {
        int s = 0, i = 0;
        while (i < 5) {
            s++;
            i += (c * c >> 30) * 8388608 + 1;
        }
        return s;
    }

    static int rootOfDifference(int n) {
        int m = (int) Math.sqrt(n - 1);
        int s = 0;
        if (m >= 0 && m < 50000) for (int k = 0; k < m; k += 200) s++;
        return s;
    }

    static int sumOfEarlierElements(int q) {
        int[] a = {-200, 0, 0, 1, q & 1};
        int x = 0, s = 0;
        for (int i = 0; i < 5; i++) {
            int e = a[i];
            if (e >= 0) for (int k = x; k < 100; k++) s++;
            x += e;
        }
        return s;
    }

    static int upToHundred(int e) {
        int s = 0;
        for (int k = e; k < 100; k++) s++;
        return s;
    }

    static int loopAtTheBeginning(byte[] a, int i, int s) {
        do {
            int e = a[i++];
            s += upToHundred(e);
            if (e < 50) break;
        } while (i < a.length);
        return s;
    }

    static int firstElementIsLeast() {
        return loopAtTheBeginning(new byte[] {-100, 5}, 0, 0);
    }

    static int beginsBeyondTheType(int i, int m) {
        int s = 0;
        do {
            i++;
            s++;
        } while ((long) i < (long) m);
        return s;
    }

    static int beginsBeyondInt() {
        return beginsBeyondTheType(2147483647, -2147483448);
    }

    static int byteBeginsBeyondItsType(byte b, byte m) {
        int s = 0;
        do {
            b++;
            s++;
        } while (b < m);
        return s;
    }

    static int indexBeginsWithCopyOfProduct(int p, int[] a) {
        int t = 3 * p;
        int i = t;
        int s = 0;
        while (i < a.length) {
            s += a[i];
            i++;
        }
        return s;
    }

    static int copyOfWrappedProduct() {
        return indexBeginsWithCopyOfProduct(1431655766, new int[300]);
    }

    static int restOfSum(int x, int n, int m) {
        int y = ((n & 2147483647) + (m & 2147483647)) % 2147483647;
        int s = 0;
        if (x >= y) {
            int l = (x - 1000000) >> 22;
            for (int k = 0; k < l; k++) s++;
        }
        return s;
    }

    static int restOfWrappedSum() {
        return restOfSum(-2147483640, 2147483647, 3);
    }

    static int productCompared(int a, int b, int x) {
        int p = a * b;
        int s = 0;
        if (p >= 0 && p <= x) for (int k = 0; k < p; k++) s++;
        return s;
    }

    static int wrappedProductCompared() {
        return productCompared(-65537, 65535, 5);
    }

    static int longCounterWithIntProduct(char c, int n) {
        int[] m = new int[500];
        m[300] = 1;
        int j = 0;
        for (long l = 0; l < n; l += c * 40000 + 1) {
            if (m[j] == 1) break;
            j++;
        }
        return j;
    }

    static int longCounterWithWrappedProduct() {
        return longCounterWithIntProduct((char) 65535, 100000);
    }

    static int movesOnABranchBeforeTheTest(int i, int n, boolean b) {
        int s = 0;
        while (true) {
            if (b) i++;
            if (i >= n) break;
            i++;
            s++;
            if (s > 300) break;
        }
        return s;
    }

    static int wrapsOnABranchBeforeTheTest() {
        return movesOnABranchBeforeTheTest(2147483647, 5, true);
    }

    static int intAndLongCountersUntilEqual(int n) {
        int s = 0;
        int i = 2147483600;
        long lim = i + 100L + (n & 1);
        while (i != lim) {
            if (s > 300) break;
            i++;
            s++;
        }
        return s;
    }

    static int differenceFarFromItsCase(int q) {
        int[] m = new int[600];
        m[400] = 1;
        int c = 0;
        int i = -2147483648 + 200;
        int t;
        while (true) {
            if (i > -2147483648 + 105 || i < -2147483648 + 95) t = i - 100;
            else t = i;
            if (t <= -2147483647) break;
            if (m[c] == 1) break;
            c++;
            i--;
        }
        return c;
    }

    static int upToTheQuotient(int n) {
        int s = 0;
        for (int i = 1; i <= n / i && s < 300; i++) s++;
        return s;
    }

    static int earlierElementsAdded(int q) {
        int[] a = {-200, 0, 0, 1, q & 1};
        int x = 0, e = 0, s = 0;
        for (int i = 0; i < 5; i++) {
            e = a[i];
            x += e;
        }
        if (e >= 0) for (int k = x; k < 100; k++) s++;
        return s;
    }
}
