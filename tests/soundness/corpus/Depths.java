import java.util.*;

/** Unusual kinds of recursion. */
class Depths {
    static int limit = 5;
    int count;
    Depths left;
    Depths right;

    static int accumulates(int n, int acc) {
        return n <= 0 ? acc : accumulates(n - 1, acc + n);
    }

    static int growsWork(int n, int work) {
        int s = 0;
        for (int i = 0; i < work; i++) s++;
        return n <= 0 ? s : s + growsWork(n - 1, work + 2);
    }

    static int shrinksWork(int n) {
        int s = 0;
        for (int i = n; i < 40; i++) s++;
        return n <= 0 ? s : s + shrinksWork(n - 3);
    }

    static int risesTo(int i, int n) {
        int s = 0;
        for (int j = i; j < n; j++) s++;
        return i >= n ? 0 : s + risesTo(i + 1, n);
    }

    static int risesByTwo(int[] a, int i) {
        if (i >= a.length) return 0;
        int s = 0;
        for (int j = i; j < a.length; j++) s += a[j];
        return s + risesByTwo(a, i + 2);
    }

    static int skipsByData(int[] a, int i) {
        if (i < 0 || i >= a.length) return 0;
        return a[i] > 0 ? 1 + skipsByData(a, i + a[i]) : skipsByData(a, i + 1);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int evenOdd(int n) {
        return even(n & 31) ? 1 : 0;
    }

    static int turns(int n) {
        if (n == 0) return 0;
        return n > 0 ? 1 + turns(1 - n) : 1 + turns(-n - 1);
    }

    static int turnsBounded(int n) {
        return turns(n % 40);
    }

    static int upOrDown(int n) {
        if (n == 20) return 0;
        return 1 + upOrDown(n < 20 ? n + 1 : n - 1);
    }

    static int upOrDownOf(int n) {
        return upOrDown(n & 63);
    }

    static int memo(int n, int[] seen) {
        if (n < 2) return n;
        if (n < seen.length && seen[n] != 0) return seen[n];
        int r = memo(n - 1, seen) + memo(n - 2, seen);
        if (n < seen.length) seen[n] = r;
        return r;
    }

    static int usesMemo(int n) {
        return memo(n & 15, new int[20]);
    }

    static Map<Integer, Integer> known = new HashMap<>();

    static int memoMap(int n) {
        if (n < 2 || n > 14) return n;
        Integer r = known.get(n);
        if (r == null) {
            r = memoMap(n - 1) + memoMap(n - 2);
            known.put(n, r);
        }
        return r;
    }

    static int threeWays(int n) {
        if (n < 1 || n > 9) return 1;
        return threeWays(n - 1) + threeWays(n / 2) + threeWays(n - 3);
    }

    static int inALoop(int n) {
        if (n > 6) return 1;
        int s = 1;
        for (int i = 0; i < n; i++) s += inALoop(i);
        return s;
    }

    static int inALoopBounded(int n, int k) {
        if (n <= 0) return 1;
        int s = 0;
        for (int i = 0; i < (k & 3); i++) s += inALoopBounded(n / 2 - 1, k);
        return s;
    }

    static int permutations(int[] a, int i) {
        if (a.length > 5) return 0;
        if (i >= a.length || i < 0) return 1;
        int s = 0;
        for (int j = i; j < a.length; j++) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            s += permutations(a, i + 1);
            t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        return s;
    }

    static int subsets(int n, int i) {
        if (i < 0 || n > 10) return 1;
        if (i >= n) return 1;
        return subsets(n, i + 1) + subsets(n, i + 1);
    }

    static int grid(int r, int c) {
        if (r <= 0 || c <= 0) return 1;
        if (r > 5 || c > 5) return 0;
        return grid(r - 1, c) + grid(r, c - 1) + grid(r - 1, c - 1);
    }

    static int partition(int n, int m) {
        if (n > 12 || m > 12) return 0;
        if (n == 0) return 1;
        if (n < 0 || m <= 0) return 0;
        return partition(n - m, m) + partition(n, m - 1);
    }

    static int collatz(int n) {
        if (n <= 1 || n > 9000) return 0;
        return 1 + collatz((n & 1) == 0 ? n / 2 : 3 * n + 1);
    }

    static int mccarthy(int n) {
        if (n < 60) n = 60;
        return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11));
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static int gcdBySubtraction(int a, int b) {
        if (a <= 0 || b <= 0 || a > 500 || b > 500) return 0;
        if (a == b) return a;
        return a > b ? gcdBySubtraction(a - b, b) : gcdBySubtraction(a, b - a);
    }

    static int powers(int b, int e) {
        if (e <= 0) return 1;
        int h = powers(b, e / 2);
        return (e & 1) == 0 ? h * h : b * h * h;
    }

    static int powersTwice(int b, int e) {
        if (e <= 0 || e > 500) return 1;
        return powersTwice(b, e / 2) * powersTwice(b, e - e / 2 - 1);
    }

    static int binary(int[] a, int key, int lo, int hi) {
        if (lo > hi || lo < 0 || hi >= a.length) return -1;
        int mid = (lo + hi) >>> 1;
        if (a[mid] == key) return mid;
        return a[mid] < key ? binary(a, key, mid + 1, hi) : binary(a, key, lo, mid - 1);
    }

    static int sumOfHalves(int[] a, int lo, int hi) {
        if (lo < 0 || hi > a.length || hi - lo < 1) return 0;
        if (hi - lo == 1) return a[lo];
        int mid = (lo + hi) / 2;
        return sumOfHalves(a, lo, mid) + sumOfHalves(a, mid, hi);
    }

    static int sumOfThirds(int lo, int hi) {
        if (lo < 0 || hi > 3000 || hi - lo < 3) return 1;
        int third = (hi - lo) / 3;
        return sumOfThirds(lo, lo + third) + sumOfThirds(hi - third, hi);
    }

    static int overlappingHalves(int n) {
        if (n > 64 || n < 2) return 1;
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s + overlappingHalves(n / 2) + overlappingHalves(n - n / 2) + overlappingHalves(n / 4);
    }

    static int ofText(String t) {
        if (t.isEmpty()) return 0;
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        return s + ofText(t.substring(1));
    }

    static int ofTextGrows(String t) {
        if (t.length() > 30) return 0;
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        return s + ofTextGrows(t + "xy");
    }

    static int ofArrayCopy(int[] a) {
        if (a.length == 0) return 0;
        int s = 0;
        for (int x : a) s += x;
        return s + ofArrayCopy(Arrays.copyOf(a, a.length / 2));
    }

    static int ofList(List<Integer> list) {
        if (list.isEmpty()) return 0;
        return 1 + ofList(list.subList(1, list.size()));
    }

    static int ofListRemoves(List<Integer> list) {
        if (list.isEmpty()) return 0;
        int x = list.remove(list.size() - 1);
        int s = 0;
        for (int i = 0; i < list.size(); i++) s++;
        return s + ofListRemoves(list);
    }

    int size() {
        return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
    }

    int height() {
        int l = left == null ? 0 : left.height();
        int r = right == null ? 0 : right.height();
        return 1 + Math.max(l, r);
    }

    int loopsAtEach() {
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        if (left != null) s += left.loopsAtEach();
        if (right != null) s += right.loopsAtEach();
        return s;
    }

    int depthOf(int n) {
        if (n == count) return 0;
        if (n < count) return left == null ? -1 : 1 + left.depthOf(n);
        return right == null ? -1 : 1 + right.depthOf(n);
    }

    int untilCount() {
        if (count <= 0) return 0;
        count--;
        return 1 + untilCount();
    }

    int untilCountOfOther(Depths d) {
        if (d == null || d.count <= 0) return 0;
        d.count -= 2;
        return 1 + d.untilCountOfOther(this == d ? left : this);
    }

    static int longDown(long n) {
        if (n <= 0) return 0;
        return 1 + longDown(n - (1L << 58));
    }

    static int charDown(char c) {
        if (c == 0) return 0;
        return 1 + charDown((char) (c - 257));
    }

    static int byteRound(byte b) {
        if (b == 0) return 0;
        return 1 + byteRound((byte) (b + 3));
    }

    static int nines(int n, int k) {
        if (n <= 0 || k <= 0) return 0;
        if (n > 30 || k > 30) return 0;
        return k > n ? 1 + nines(k, n - 1) : 1 + nines(n - 1, k);
    }

    static int threeTogether(int n) {
        return n <= 0 ? 0 : 1 + second(n - 1);
    }

    static int second(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return n <= 0 ? s : s + third(n, 3);
    }

    static int third(int n, int k) {
        return k <= 0 ? threeTogether(n - 2) : 1 + third(n, k - 1);
    }

    static int byLambda(int n) {
        class Holder {
            java.util.function.IntUnaryOperator f;
        }
        Holder h = new Holder();
        h.f = x -> x <= 0 ? 0 : 1 + h.f.applyAsInt(x - 1);
        return h.f.applyAsInt(n & 15);
    }
}
