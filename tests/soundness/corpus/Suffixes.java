/** Callees whose cost falls as their arguments grow. */
class Suffixes {
    static void pass(int[] a, int i) {
        for (int j = i + 1; j < a.length; j++) {
            if (a[j] < a[i]) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
        }
    }

    static void sort(int[] a) {
        for (int i = 0; i < a.length; i++) {
            pass(a, i);
        }
    }

    static int indexOfLeast(int[] a, int i) {
        int least = i;
        for (int j = i + 1; j < a.length; j++) {
            if (a[j] < a[least]) least = j;
        }
        return least;
    }

    static void selectionSort(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            int least = indexOfLeast(a, i);
            int t = a[i];
            a[i] = a[least];
            a[least] = t;
        }
    }

    static int part(int i, int n) {
        int s = 0;
        for (int j = i; j < n; j++) s += j;
        return s;
    }

    static int parts(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += part(i, n);
        return s;
    }

    static int partsBackwards(int n) {
        int s = 0;
        for (int i = n; i >= 0; i--) s += part(i, n);
        return s;
    }

    static int partsByTwo(int n) {
        int s = 0;
        for (int i = 0; i < n; i += 2) s += part(i, n);
        return s;
    }

    static int partsOfParts(int i, int n) {
        int s = 0;
        for (int j = i; j < n; j++) s += part(j, n);
        return s;
    }

    static int three(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += partsOfParts(i, n);
        return s;
    }

    static int through(int i, int n) {
        return part(i, n) + 1;
    }

    static int calleesOfCallees(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += through(i, n);
        return s;
    }

    static int sum(int[] a, int i) {
        return i >= a.length ? 0 : a[i] + sum(a, i + 1);
    }

    static int sumAll(int[] a) {
        return sum(a, 0);
    }

    static int sumOfSums(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += sum(a, i);
        return s;
    }

    static int least(int[] a, int from) {
        if (from == a.length - 1) return a[from];
        int rest = least(a, from + 1);
        return rest < a[from] ? rest : a[from];
    }

    static int smallest(int[] a) {
        return a.length == 0 ? 0 : least(a, 0);
    }

    static int permute(int[] a, int k) {
        if (k >= a.length || k > 5) return 1;
        int count = 0;
        for (int i = k; i < a.length && i < 6; i++) {
            int t = a[k];
            a[k] = a[i];
            a[i] = t;
            count += permute(a, k + 1);
            t = a[k];
            a[k] = a[i];
            a[i] = t;
        }
        return count;
    }

    static int permutations(int[] a) {
        return permute(a, 0);
    }

    static int left(int used, int room) {
        int s = 0;
        while (used < room) {
            used++;
            s += used;
        }
        return s;
    }

    static int fill(int room) {
        int s = 0;
        for (int used = room - 1; used >= 0; used--) s += left(used, room);
        return s;
    }

    static int falling(int n) {
        int s = 0;
        for (int i = 100; i > n; i--) s++;
        return s;
    }

    static int fallingInLoop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += falling(i);
        return s;
    }

    static int fallingOfNegative(int n) {
        return falling(-n);
    }

    static int window(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) s += i < a.length && i >= 0 ? a[i] : 0;
        return s;
    }

    static int windows(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += window(a, i, a.length);
        return s;
    }

    static int slidingWindows(int[] a, int k) {
        int s = 0;
        for (int i = 0; i + k <= a.length; i++) s += window(a, i, i + k);
        return s;
    }

    static int hanging(int[] a, int i) {
        int s = 0;
        for (int j = a.length - 1; j >= i; j--) s += a[j];
        return s;
    }

    static int triangle(int[] a) {
        int s = 0;
        for (int i = a.length - 1; i >= 0; i--) s += hanging(a, i);
        return s;
    }

    static boolean unique(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (contains(a, i + 1, a[i])) return false;
        }
        return true;
    }

    static boolean contains(int[] a, int from, int key) {
        for (int j = from; j < a.length; j++) if (a[j] == key) return true;
        return false;
    }

    static int mid(int lo, int hi, int[] a) {
        int s = 0;
        for (int i = lo; i < hi; i++) s += a[i];
        return s;
    }

    static int halves(int[] a) {
        int h = a.length / 2;
        return mid(0, h, a) + mid(h, a.length, a);
    }

    static int strip(String s, int at) {
        int count = 0;
        for (int i = at; i < s.length(); i++) if (s.charAt(i) == 'a') count++;
        return count;
    }

    static int strips(String s) {
        int count = 0;
        for (int at = 0; at < s.length(); at++) count += strip(s, at);
        return count;
    }

    static int product(int n, int m, int i) {
        int s = 0;
        for (int j = 0; j < (n - i) * m; j++) s++;
        return s;
    }

    static int products(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) s += product(n, m, i);
        return s;
    }

    static int byBit(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 2) s += part(i, n);
        return s;
    }

    static int minus(int a, int b) {
        return part(b, a) + part(a, b);
    }

    static int countdown(int i, int n) {
        return i == n ? 0 : i > n ? -1 : 1 + countdown(i + 1, n);
    }

    static int countdowns(int n) {
        int s = 0;
        for (int i = 0; i <= n; i++) s += countdown(i, n);
        return s;
    }

    static int shellGap(int[] a) {
        int moves = 0;
        for (int gap = a.length / 2; gap > 0; gap /= 2) moves += gapped(a, gap);
        return moves;
    }

    static int gapped(int[] a, int gap) {
        int moves = 0;
        for (int i = gap; i < a.length; i++) {
            int x = a[i], j = i;
            while (j >= gap && a[j - gap] > x) {
                a[j] = a[j - gap];
                j -= gap;
                moves++;
            }
            a[j] = x;
        }
        return moves;
    }

    /** The smallest of four values bounds the loop. */
    static int swapped(int[] a, int from, int to, int len) {
        if (a.length == 0 || from >= a.length || to >= a.length) return 0;
        if (from < 0) from = 0;
        if (to < 0) to = 0;
        len = Math.min(Math.min(len, a.length - from), a.length - to);
        int s = 0;
        for (int i = 0; i < len; i++, from++, to++) {
            int x = a[from];
            a[from] = a[to];
            a[to] = x;
            s += x;
        }
        return s;
    }

    static int swapsPart(int[] a, int from, int n) {
        return swapped(a, from, n / 2, n - from) + swapped(a, n, from, a.length);
    }

    static int upToSmaller(int n, int m) {
        int s = 0;
        for (int i = 0; i < Math.min(n, m); i++) s += i;
        return s;
    }

    static int fromLarger(int n, int m, int end) {
        int s = 0;
        for (int i = Math.max(n, m); i < end; i++) s += i;
        return s;
    }

    static int afterSmaller(int n, int m, int end) {
        int s = 0;
        for (int i = Math.min(n, m); i < end; i++) s += i;
        return s;
    }

    /** The method itself computes one of the values. */
    static int withFound(int[] a, int n) {
        int found = a.length > 0 ? a[0] % 32 : 0;
        return upToSmaller(n, found) + fromLarger(n, found, a.length) + afterSmaller(n, found, a.length);
    }
}
