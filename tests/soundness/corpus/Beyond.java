import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Control flow and data that the other files leave out. */
class Beyond {
    int counter;
    static int limit = 5;

    static int fallThrough(int n, int k) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            switch (k) {
                case 0: s++;
                case 1: for (int j = 0; j < i; j++) s++;
                case 2: s += 2; break;
                case 3: continue;
                default: for (int j = i; j < n; j++) s += j;
            }
        }
        return s;
    }

    static int labelledContinue(int n, int m) {
        int s = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if ((i + j) % 5 == 4) continue outer;
                for (int k = j; k < m; k++) {
                    if (k == i) continue outer;
                    s++;
                }
            }
            s += 100;
        }
        return s;
    }

    static int tryFinally(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                s += a[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                continue;
            } finally {
                for (int j = 0; j < i; j++) s++;
            }
        }
        return s;
    }

    static int shared(int n, int m) {
        int s = 0, j = 0;
        for (int i = 0; i < n; i++) {
            for (; j < m; j++) s++;
            if ((i & 1) == 0) j = 0;
        }
        return s;
    }

    static int sharedOnce(int n, int m) {
        int s = 0, j = 0;
        for (int i = 0; i < n; i++) while (j < m) {
            j++;
            s++;
        }
        return s;
    }

    static int innerMovesOuter(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                s++;
                if (j > 2) i++;
            }
        }
        return s;
    }

    static int backAndForth(int n) {
        int s = 0, back = 0;
        for (int i = 0; i < n; i++) {
            s++;
            if (back < 10 && (i & 3) == 3) {
                i -= 2;
                back++;
            }
        }
        return s;
    }

    int fieldCounter(int n) {
        int s = 0;
        for (counter = 0; counter < n; counter++) {
            s++;
            step();
        }
        return s;
    }

    private void step() {
        if (counter < 20 && (counter & 1) == 1 && limit-- > 0) counter--;
    }

    int fieldCounterInLambda(int n) {
        int s = 0;
        counter = 0;
        Runnable back = () -> {
            if (limit-- > 0) counter -= 2;
        };
        while (counter < n) {
            counter++;
            s++;
            back.run();
        }
        return s;
    }

    static int box(int n) {
        int[] i = {0};
        int s = 0;
        while (i[0] < n) {
            i[0]++;
            s++;
        }
        return s;
    }

    static int iterated(List<Integer> xs) {
        int s = 0;
        for (Iterator<Integer> it = xs.iterator(); it.hasNext(); ) {
            if ((it.next() & 1) == 0) it.remove();
            s++;
        }
        for (int i = 0; i < xs.size(); i++) s += i;
        return s;
    }

    static int growing(List<Integer> xs) {
        int s = 0;
        for (int i = 0; i < xs.size(); i++) {
            if (i < 5) xs.add(i);
            s++;
        }
        return s;
    }

    static int shrinking(List<Integer> xs) {
        int s = 0;
        while (!xs.isEmpty()) {
            xs.remove(xs.size() - 1);
            s++;
        }
        return s;
    }

    static int queue(int n) {
        ArrayList<Integer> todo = new ArrayList<>();
        todo.add(n & 15);
        int s = 0;
        while (!todo.isEmpty()) {
            int x = todo.remove(todo.size() - 1);
            s++;
            if (x > 1) {
                todo.add(x / 2);
                todo.add(x - x / 2);
            }
        }
        return s;
    }

    static int builder(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < (n & 31); i++) b.append(i);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s += b.charAt(i);
        return s;
    }

    static int builderGrows(String t) {
        StringBuilder b = new StringBuilder(t);
        int s = 0;
        for (int i = 0; i < b.length(); i++) {
            if (i < 6) b.append('x');
            s++;
        }
        return s;
    }

    static int doubles(double x) {
        int s = 0;
        for (double d = 0; d < x; d += 0.25) s++;
        return s;
    }

    static long longs(long n) {
        long s = 0;
        for (long i = n; i > 1; i -= i / 2) s++;
        return s;
    }

    static int result(int n) {
        int s = 0;
        for (int i = 0; i < twice(n); i++) s++;
        return s;
    }

    static int twice(int n) {
        return 2 * n;
    }

    static int resultOfField(Beyond b, int n) {
        int s = 0;
        for (int i = 0; i < b.counted(n); i++) s++;
        return s;
    }

    int counted(int n) {
        return counter + n;
    }

    static int exits(int[] a, int n) {
        int s = 0;
        while (true) {
            if (s >= a.length) return s;
            if (a[s] == n) break;
            s++;
        }
        for (int i = s; i < a.length; i++) if (a[i] > n) return i;
        return -s;
    }

    static int even(int n) {
        return n <= 0 ? 1 : odd(n - 1);
    }

    static int odd(int n) {
        return n <= 0 ? 0 : even(n - 1) + 1;
    }

    static int mutualWithLoop(int n, int m) {
        if (n <= 0 || n > 60) return 0;
        int s = 0;
        for (int i = 0; i < m; i++) s++;
        return s + mutualOther(n - 1, m + 1);
    }

    static int mutualOther(int n, int m) {
        return n <= 0 ? m : mutualWithLoop(n - 1, m) + 1;
    }

    static int fibonacci(int n) {
        return n < 2 || n > 14 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int ackermann(int m, int n) {
        if (m < 0 || n < 0 || m > 2 || n > 6) return 0;
        if (m == 0) return n + 1;
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static void hanoi(int n, int a, int b, int c) {
        if (n <= 0 || n > 9) return;
        hanoi(n - 1, a, c, b);
        hanoi(n - 1, c, b, a);
    }

    static void mergeSort(int[] a, int lo, int hi) {
        if (hi - lo < 2) return;
        int mid = (lo + hi) >>> 1;
        mergeSort(a, lo, mid);
        mergeSort(a, mid, hi);
        int[] t = new int[hi - lo];
        int i = lo, j = mid, k = 0;
        while (i < mid || j < hi) t[k++] = j >= hi || i < mid && a[i] <= a[j] ? a[i++] : a[j++];
        for (k = 0; k < t.length; k++) a[lo + k] = t[k];
    }

    static void sortAll(int[] a) {
        mergeSort(a, 0, a.length);
    }

    static void quickSort(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int p = a[hi], i = lo;
        for (int j = lo; j < hi; j++) {
            if (a[j] < p) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
            }
        }
        int t = a[i];
        a[i] = a[hi];
        a[hi] = t;
        quickSort(a, lo, i - 1);
        quickSort(a, i + 1, hi);
    }

    static void quickSortAll(int[] a) {
        quickSort(a, 0, a.length - 1);
    }

    interface Shape {
        int area(int n);
    }

    static class Dot implements Shape {
        @Override
        public int area(int n) {
            return 1;
        }
    }

    static class Square implements Shape {
        @Override
        public int area(int n) {
            int s = 0;
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s++;
            return s;
        }
    }

    static int areas(int n) {
        Shape[] shapes = {new Dot(), new Square()};
        int s = 0;
        for (Shape shape : shapes) s += shape.area(n & 15);
        return s;
    }

    static int areaOf(Shape shape, int n) {
        return shape.area(n);
    }

    static int staticField(int n) {
        int s = 0;
        while (limit > 0) {
            limit--;
            s++;
        }
        limit = n & 31;
        while (limit > 0) {
            limit--;
            s++;
        }
        return s;
    }

    static int ragged(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) for (int j = 0; j < a[i].length; j++) for (int k = 0; k < a[j % a.length].length; k++) s++;
        return s;
    }

    static int firstRowLength(int[][] a) {
        int s = 0;
        if (a.length == 0) return 0;
        for (int i = 0; i < a.length; i++) for (int j = 0; j < a[0].length; j++) s++;
        return s;
    }

    static int diagonal(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) if (i < a[i].length) s += a[i][i];
        return s;
    }

    static int lowerBound(int[] a, int key) {
        int lo = 0, hi = a.length;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    static int lowerBoundIn(int[] a, int lo, int hi, int key) {
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (mid < a.length && mid >= 0 && a[mid] < key) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    static int ternary(int lo, int hi) {
        int s = 0;
        while (hi - lo > 3) {
            int third = (hi - lo) / 3;
            if ((s & 1) == 0) lo += third;
            else hi -= third;
            s++;
        }
        return s;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static int gcdBySubtraction(int a, int b) {
        if (a <= 0 || b <= 0) return 0;
        while (a != b) {
            if (a > b) a -= b;
            else b -= a;
        }
        return a;
    }

    static int digitSum(int n) {
        int s = 0;
        while (n > 0) {
            s += n % 10;
            n /= 10;
        }
        return s;
    }

    static int digitsOfLong(long n) {
        int s = 1;
        while ((n /= 10) != 0) s++;
        return s;
    }

    static int digitsRecursive(int n) {
        return n < 10 && n > -10 ? 1 : 1 + digitsRecursive(n / 10);
    }

    static int bits(int n) {
        int s = 0;
        while (n != 0) {
            n &= n - 1;
            s++;
        }
        return s;
    }

    static int bitsByShift(int n) {
        int s = 0;
        for (; n != 0; n >>>= 1) s += n & 1;
        return s;
    }

    static int lowest(int n) {
        int s = 0;
        while ((n & 1) == 0 && s < 32) {
            n >>= 1;
            s++;
        }
        return s;
    }

    static int power(int base, int exponent) {
        if (exponent <= 0) return 1;
        int half = power(base, exponent / 2);
        return (exponent & 1) == 0 ? half * half : half * half * base;
    }

    static int collatz(int n) {
        int s = 0;
        while (n > 1 && s < 300) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            s++;
        }
        return s;
    }

    static int flag(int[] a) {
        int s = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 1; i < a.length; i++) {
                if (a[i - 1] > a[i]) {
                    int t = a[i];
                    a[i] = a[i - 1];
                    a[i - 1] = t;
                    changed = true;
                }
            }
            s++;
        }
        return s;
    }

    static int either(int[] a, int[] b) {
        int i = 0, j = 0, s = 0;
        while (i < a.length || j < b.length) {
            if (j >= b.length || i < a.length && a[i] < b[j]) i++;
            else j++;
            s++;
        }
        return s;
    }

    static int siftDown(int[] a, int i) {
        if (i < 0) return 0;
        int s = 0;
        while (2 * i + 1 < a.length) {
            int c = 2 * i + 1;
            if (c + 1 < a.length && a[c + 1] > a[c]) c++;
            if (a[i] >= a[c]) break;
            int t = a[i];
            a[i] = a[c];
            a[c] = t;
            i = c;
            s++;
        }
        return s;
    }

    static int heapify(int[] a) {
        int s = 0;
        for (int i = a.length / 2 - 1; i >= 0; i--) s += siftDown(a, i);
        return s;
    }

    static int clamp(int[] a, int start) {
        if (start >= a.length) start = a.length - 1;
        int s = 0;
        for (int i = start; i >= 0; i--) s += a[i];
        return s;
    }

    static int clampBelow(int[] a, int start) {
        if (start < 0) start = 0;
        int s = 0;
        for (int i = start; i < a.length; i++) s += a[i];
        return s;
    }

    static int spiral(int n, int m) {
        int s = 0, top = 0, bottom = n & 7, left = 0, right = m & 7;
        while (top < bottom && left < right) {
            for (int j = left; j < right; j++) s++;
            top++;
            for (int i = top; i < bottom; i++) s++;
            right--;
            if (top < bottom) {
                for (int j = right - 1; j >= left; j--) s++;
                bottom--;
            }
            if (left < right) {
                for (int i = bottom - 1; i >= top; i--) s++;
                left++;
            }
        }
        return s;
    }

    static int partition(int n, int most) {
        if (n == 0) return 1;
        if (n < 0 || most <= 0 || n > 12 || most > 12) return 0;
        return partition(n - most, most) + partition(n, most - 1);
    }

    static int queens(int n, int row, int columns) {
        if (n > 5 || n < 0 || row < 0) return 0;
        if (row >= n) return 1;
        int s = 0;
        for (int c = 0; c < n; c++) if ((columns >> c & 1) == 0) s += queens(n, row + 1, columns | 1 << c);
        return s;
    }

    static int retry(int n) {
        int tries = 0;
        while (true) {
            try {
                tries++;
                if (tries < n && tries < 30) throw new IllegalStateException();
                return tries;
            } catch (IllegalStateException e) {
                for (int i = 0; i < tries; i++) n -= 0;
            }
        }
    }

    static int breakOut(int n) {
        int s = 0;
        block: {
            for (int i = 0; i < n; i++) {
                if (i == 7) break block;
                s++;
            }
            for (int i = 0; i < n; i++) s += 2;
        }
        for (int i = 0; i < n; i++) s += 3;
        return s;
    }

    static int depthNamedD(int n, int d) {
        if (n <= 0 || n > 60) return d;
        return 1 + depthNamedD(n - 1, d);
    }

    static int tree(int n, int d) {
        if (d <= 0 || d > 6) return 1;
        int s = 0;
        for (int i = 0; i < (n & 3); i++) s += tree(n, d - 1);
        return s;
    }

    static int namedRuns(int runs, int n) {
        if (n <= 0 || n > 6) return 1;
        int s = 0;
        for (int i = 0; i < (runs & 3); i++) s += namedRuns(runs, n - 1);
        return s;
    }

    static class Range {
        int max;
        int i;
    }

    static int namedMax(Range n, int k) {
        if (k <= 0 || k > 20) return 0;
        int s = 0;
        for (int i = 0; i < n.max; i++) s++;
        return s + namedMax(n, k - 1);
    }

    static int namedAsACallee(Range from, int n) {
        int s = 0;
        for (int i = 0; i < from.i; i++) s++;
        for (int k = 0; k < n; k++) s += from(k * k % 7);
        return s;
    }

    static int from(int i) {
        int s = 0;
        for (int j = 0; j < i; j++) s++;
        return s;
    }
}
