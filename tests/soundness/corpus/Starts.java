import java.util.Arrays;
import java.util.List;

/** Start indices, suffixes, subtractions, reassigned names, and shapes of recursion. */
class Starts {
    static int limit = 5;

    static int between(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) s += i < a.length && i >= 0 ? a[i] : 1;
        return s;
    }

    static int allBetween(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += between(a, i, a.length);
        return s;
    }

    static int windows(int[] a, int k) {
        int s = 0;
        for (int i = 0; i + k <= a.length; i++) s += between(a, i, i + k);
        return s;
    }

    static int reversedRange(int[] a, int from) {
        return between(a, a.length - from, from) + between(a, from, a.length - from);
    }

    static int negativeStart(int[] a, int k) {
        return between(a, -k, 0) + between(a, -a.length, k);
    }

    static int complementOf(int[] a, int k) {
        return between(a, 0, k) + between(a, k, a.length);
    }

    static int falling(int n, int k) {
        int s = 0;
        for (int i = k; i < n; i++) for (int j = i; j < n; j++) s++;
        return s;
    }

    static int fallsTwice(int n, int k) {
        return falling(n, k) + falling(n, n - k) + falling(k, n);
    }

    static int suffixCalls(String t, int from) {
        int s = 0;
        for (int i = from; i < t.length(); i++) s++;
        return from < t.length() && from >= 0 ? s + suffixCalls(t, from + 2) : s;
    }

    static int prefixCalls(int[] a, int to) {
        if (to <= 0) return 0;
        int s = 0;
        for (int i = 0; i < to && i < a.length; i++) s += a[i];
        return s + prefixCalls(a, to - 3);
    }

    static int halves(int[] a, int from, int to) {
        if (to - from < 2) return from < a.length ? 1 : 0;
        int mid = from + (to - from) / 2;
        int s = 0;
        for (int i = from; i < mid; i++) s++;
        if (to - from > 200 || to - from < 0) return s;
        return s + halves(a, from, mid) + halves(a, mid, to);
    }

    static int oneHalf(int from, int to) {
        if (from >= to) return 0;
        int mid = (from + to) >>> 1;
        int s = 0;
        for (int i = mid; i < to && s < 900; i++) s++;
        return s + ((s & 1) == 0 ? oneHalf(from, mid) : oneHalf(mid + 1, to));
    }

    static int uneven(int n) {
        if (n <= 1) return 1;
        if (n > 60) n = 60;
        return uneven(n / 3) + uneven(n - n / 3 - 1);
    }

    static int downByTwo(int n) {
        return n < 0 ? 0 : 1 + downByTwo(n - 2);
    }

    static int upToLimit(int i, int n) {
        if (i >= n || i < -100) return 0;
        return 1 + upToLimit(i + 3, n);
    }

    static int towardsEachOther(int i, int j) {
        if (i >= j || j - i > 500 || j - i < 0) return 0;
        return 1 + towardsEachOther(i + 1, j - 2);
    }

    static int evenCalls(int n) {
        return n <= 0 ? 0 : 1 + oddCalls(n - 1);
    }

    static int oddCalls(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return n <= 0 ? 0 : s + evenCalls(n - 2);
    }

    static int growingWork(int n) {
        if (n <= 0) return 0;
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s++;
        return s + growingWork(n - 1);
    }

    static int shrinkingWork(int n, int m) {
        if (n <= 0) return 0;
        int s = 0;
        for (int i = n; i < m; i++) s++;
        return s + shrinkingWork(n - 1, m);
    }

    static int growingArgument(int n, int m) {
        if (n <= 0) return m;
        int s = 0;
        for (int i = 0; i < m; i++) s++;
        return s + growingArgument(n - 1, Math.min(m + 5, 200));
    }

    static int swappedArguments(int n, int m) {
        if (n <= 0 || m > 400) return 0;
        int s = 0;
        for (int i = 0; i < m; i++) s++;
        return s + swappedArguments(m < 2 ? 0 : m - 2, n);
    }

    static int arraySuffix(int[] a) {
        if (a.length == 0) return 0;
        int s = 0;
        for (int x : a) s += x;
        return s + arraySuffix(Arrays.copyOfRange(a, 1, a.length));
    }

    static int arrayHalf(int[] a) {
        if (a.length < 2) return 1;
        int[] left = Arrays.copyOf(a, a.length / 2);
        int[] right = Arrays.copyOfRange(a, a.length / 2, a.length);
        int s = 0;
        for (int x : a) s += x & 1;
        return s + arrayHalf(left) + arrayHalf(right);
    }

    static int listSuffix(List<Integer> xs) {
        if (xs.isEmpty()) return 0;
        return xs.get(0) + listSuffix(xs.subList(1, xs.size()));
    }

    static int textSuffix(String t) {
        return t.isEmpty() ? 0 : 1 + textSuffix(t.substring(1));
    }

    static int choose(int[] a, int from, int left) {
        if (left <= 0) return 1;
        int s = 0;
        for (int i = from; i < Math.min(a.length, 8); i++) s += choose(a, i + 1, left - 1);
        return s;
    }

    static int reassignedStart(int[] a, int from) {
        from = from < 0 ? 0 : from;
        if (from > a.length) from = a.length;
        int s = 0;
        for (int i = from; i < a.length; i++) s++;
        from -= 4;
        for (int i = from; i < a.length; i++) s++;
        return s;
    }

    static int swappedArrays(int[] a, int[] b) {
        if (b.length > a.length) {
            int[] t = a;
            a = b;
            b = t;
        }
        int s = 0;
        for (int x : a) s += x;
        for (int i = b.length; i < a.length; i++) s++;
        return s;
    }

    static int copiedLonger(int[] a, int n) {
        a = Arrays.copyOf(a, a.length + (n & 31));
        int s = 0;
        for (int i = 0; i < a.length; i++) s++;
        a = new int[s / 2];
        for (int i = 0; i < a.length; i++) s++;
        return s;
    }

    static int rowReplaced(int[][] rows, int n) {
        int s = 0;
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new int[n & 15];
            for (int j = 0; j < rows[i].length; j++) s++;
        }
        return s;
    }

    static int rowsOfRows(int[][] rows) {
        int s = 0;
        for (int[] row : rows) for (int i = 0; i < row.length; i++) for (int j = i; j < row.length; j++) s++;
        if (rows.length > 1) rows[0] = rows[1];
        for (int[] row : rows) s += row.length;
        return s;
    }

    static int transposed(int[][] m) {
        int s = 0;
        if (m.length == 0) return 0;
        for (int j = 0; j < m[0].length; j++) for (int i = 0; i < m.length; i++) s++;
        return s;
    }

    static int lastRow(int[][] m) {
        int s = 0;
        for (int i = m.length - 1; i >= 0; i--) for (int j = m[m.length - 1].length; j > 0; j--) s++;
        return s;
    }

    static int ragged(int n) {
        int[][] rows = new int[n & 15][];
        int s = 0;
        for (int i = 0; i < rows.length; i++) rows[i] = new int[i * 2];
        for (int[] row : rows) for (int ignored : row) s++;
        return s;
    }

    static int reassignedText(String t, int n) {
        if (n > 3) t = t + t + n;
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        t = t.trim();
        for (int i = 0; i < t.length(); i++) s++;
        return s;
    }

    static int reassignedList(List<Integer> xs, List<Integer> ys) {
        if (ys.size() > 3) xs = ys;
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int reassignedInLoop(int n, int m) {
        int s = 0;
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < n; i++) s++;
            n = m;
            m = m / 2;
        }
        return s;
    }

    static int limitRaisedOnce(int n, int m) {
        int s = 0;
        boolean raised = false;
        for (int i = 0; i < n; i++) {
            if (i == n - 1 && !raised) {
                raised = true;
                n += m & 15;
            }
            s++;
        }
        return s;
    }

    static int startFromData(int[] a) {
        int s = 0;
        if (a.length < 2) return 0;
        for (int i = a[0]; i < a[1]; i++) s++;
        for (int i = a[1]; i < a.length; i++) s++;
        return s;
    }

    static int atLeastSome(int n, int m) {
        int s = 0;
        for (int i = 0; i < Math.max(n, 5); i++) s++;
        for (int i = Math.min(m, 5); i < 9; i++) s++;
        if (n > 20) return s;
        for (int i = n; i < 20; i++) s++;
        return s;
    }

    static int atLeastBehindReturn(int n) {
        int s = 0;
        if (n == 3) return 0;
        for (int i = 0; i < 30; i++) {
            s++;
            if (i == n) return s;
        }
        return s;
    }

    static int atLeastDo(int n) {
        int s = 0;
        do {
            s++;
        } while (s < n);
        do s--; while (s > 2);
        return s;
    }

    static int products(int w, int h) {
        int s = 0;
        for (int i = 0; i < w * h; i++) s++;
        return s;
    }

    static int productOfDifferences(int[] a, int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) for (int j = to; j > from; j--) s++;
        for (int i = a.length; i > to - from; i--) s++;
        return s;
    }

    static int sortedInsertion(int[] a, int from, int to) {
        int s = 0;
        from = Math.max(0, from);
        to = Math.min(a.length, to);
        for (int i = from; i < to; i++) for (int j = i; j > from && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            s++;
        }
        return s;
    }

    static int sift(int[] a, int i, int n) {
        int s = 0;
        n = Math.min(n, a.length);
        while (i >= 0 && 2 * i + 1 < n) {
            int c = 2 * i + 1;
            if (c + 1 < n && a[c + 1] > a[c]) c++;
            if (a[c] <= a[i]) break;
            int t = a[c];
            a[c] = a[i];
            a[i] = t;
            i = c;
            s++;
        }
        return s;
    }

    static int heap(int[] a) {
        int s = 0;
        for (int i = a.length / 2; i >= 0; i--) s += sift(a, i, a.length);
        for (int n = a.length; n > 1; n--) s += sift(a, 0, n);
        return s;
    }

    static int partitioned(int[] a, int lo, int hi) {
        if (lo < 0 || hi >= a.length || lo >= hi) return 0;
        int p = a[hi], i = lo, s = 0;
        for (int j = lo; j < hi; j++) {
            s++;
            if (a[j] < p) {
                int t = a[i];
                a[i++] = a[j];
                a[j] = t;
            }
        }
        a[hi] = a[i];
        a[i] = p;
        return s + partitioned(a, lo, i - 1) + partitioned(a, i + 1, hi);
    }

    static int expandsAround(String t) {
        int s = 0;
        for (int c = 0; c < t.length(); c++) {
            int l = c, r = c + 1;
            while (l >= 0 && r < t.length() && t.charAt(l) == t.charAt(r)) {
                l--;
                r++;
                s++;
            }
        }
        return s;
    }

    static int built(int n, char c) {
        StringBuilder b = new StringBuilder();
        while (b.length() < (n & 31)) b.append(c).append(n & 3);
        int s = 0;
        for (int i = b.length() - 1; i >= 0; i--) s++;
        b.setLength(b.length() / 2);
        b.append("xyz").reverse();
        for (int i = 0; i < b.length(); i++) s++;
        while (b.length() > 0) {
            b.deleteCharAt(b.length() - 1);
            s++;
        }
        return s;
    }

    static int joined(String[] parts) {
        StringBuilder b = new StringBuilder();
        for (String p : parts) b.append(p).append(',');
        int s = 0;
        for (int i = 0; i < b.length(); i++) if (b.charAt(i) == ',') s++;
        return s;
    }

    static int replacedInside(String t) {
        String u = t.replace("a", "abc");
        int s = 0;
        for (int i = 0; i < u.length(); i++) s++;
        for (int i = u.indexOf('b'); i >= 0; i = u.indexOf('b', i + 1)) s++;
        return s;
    }

    static int splitParts(String t) {
        int s = 0;
        for (String part : t.split("b")) s += part.length();
        for (char c : t.toCharArray()) s += c & 1;
        for (byte b : t.getBytes()) s += b & 1;
        return s;
    }

    static int repeated(String t, int n) {
        String u = t.repeat(n & 7);
        int s = 0;
        for (int i = 0; i < u.length(); i++) s++;
        return s;
    }

    static int collatz(int n) {
        int s = 0;
        for (int i = n & 255; i > 1; i = (i & 1) == 0 ? i / 2 : 3 * i + 1) s++;
        return s;
    }

    static int permutations(int[] a, int from) {
        int to = Math.min(a.length, 4);
        if (from >= to) return 1;
        int s = 0;
        for (int i = Math.max(from, 0); i < to; i++) s += from < 0 ? 0 : permutations(a, from + 1);
        return s;
    }

    static int gray(int n) {
        int s = 0;
        for (int i = 0; i < 1 << (n & 7); i++) for (int b = i ^ i >> 1; b != 0; b >>= 1) s += b & 1;
        return s;
    }

    static int subsets(int mask) {
        int s = 0;
        mask &= 63;
        for (int sub = mask; sub > 0; sub = (sub - 1) & mask) s++;
        return s;
    }

    static int reversedBits(int n) {
        int r = 0, s = 0;
        for (int i = 0; i < 32; i++, n >>>= 1) r = r << 1 | n & 1;
        while (r != 0) {
            r >>>= 3;
            s++;
        }
        return s;
    }

    static int digitsInBase(int n, int base) {
        int s = 0;
        if (base < 2) base = 2;
        for (long m = n; m > 0; m /= base) s++;
        return s;
    }

    static int power(int b, int e) {
        int r = 1, s = 0;
        while (e > 0) {
            if ((e & 1) != 0) r *= b;
            b *= b;
            e >>= 1;
            s++;
        }
        return r + s;
    }

    static int sieve(int n) {
        n &= 127;
        boolean[] not = new boolean[n + 1];
        int s = 0;
        for (int i = 2; i <= n; i++) {
            if (not[i]) continue;
            for (int j = i + i; j <= n; j += i) {
                not[j] = true;
                s++;
            }
        }
        return s;
    }

    static int twoLists(List<Integer> xs, List<Integer> ys) {
        int i = 0, j = 0, s = 0;
        while (i < xs.size() && j < ys.size()) {
            if (xs.get(i) < ys.get(j)) i++;
            else j++;
            s++;
        }
        while (i < xs.size()) i += 2;
        while (j++ < ys.size()) s++;
        return s;
    }
}
