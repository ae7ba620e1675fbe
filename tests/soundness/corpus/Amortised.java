import java.util.*;

/** Inner loops that undo the progress of outer ones, and indices that two loops share. */
class Amortised {
    static int limit = 5;
    int count;
    int[] data;

    static int monotonic(int[] a) {
        int[] stack = new int[a.length];
        int top = 0, s = 0;
        for (int i = 0; i < a.length; i++) {
            while (top > 0 && stack[top - 1] > a[i]) {
                top--;
                s++;
            }
            stack[top++] = a[i];
        }
        return s + top;
    }

    static int pushesTwice(int[] a) {
        int[] stack = new int[2 * a.length + 2];
        int top = 0, s = 0;
        for (int i = 0; i < a.length; i++) {
            stack[top++] = a[i];
            stack[top++] = i;
            while (top > 2 && (stack[top - 1] & 1) == 0) {
                top -= 1;
                s++;
            }
        }
        while (top > 0) {
            top--;
            s++;
        }
        return s;
    }

    static int prefix(String t) {
        int n = t.length(), k = 0, s = 0;
        int[] f = new int[n + 1];
        for (int i = 1; i < n; i++) {
            while (k > 0 && t.charAt(k) != t.charAt(i)) {
                k = f[k - 1];
                s++;
            }
            if (t.charAt(k) == t.charAt(i)) k++;
            f[i] = k;
        }
        return s;
    }

    static int skipsAhead(int[] a) {
        int i = 0, s = 0;
        while (i < a.length) {
            while (i < a.length && a[i] < 5) {
                i++;
                s++;
            }
            i++;
            s++;
        }
        return s;
    }

    static int skipsBack(int[] a) {
        int i = 0, s = 0, back = 6;
        while (i < a.length) {
            if (a[i] == 3 && back-- > 0 && i > 1) i -= 2;
            i++;
            s++;
        }
        return s;
    }

    static int runs(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; ) {
            int j = i;
            while (j < a.length && a[j] == a[i]) {
                j++;
                s++;
            }
            i = j;
        }
        return s;
    }

    static int runsThatStay(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; ) {
            int j = i;
            while (j < a.length && a[j] > 2) {
                j++;
                s++;
            }
            i = j > i ? j : i + 1;
        }
        return s;
    }

    static int window(int[] a, int most) {
        int left = 0, sum = 0, s = 0;
        for (int right = 0; right < a.length; right++) {
            sum += a[right];
            while (sum > most && left <= right) {
                sum -= a[left++];
                s++;
            }
        }
        return s;
    }

    static int windowResets(int[] a) {
        int left = 0, s = 0;
        for (int right = 0; right < a.length; right++) {
            if (a[right] == 3) left = 0;
            while (left < right) {
                left++;
                s++;
            }
        }
        return s;
    }

    static int hoare(int[] a) {
        if (a.length == 0) return 0;
        int i = -1, j = a.length, s = 0, p = a[0];
        while (true) {
            do {
                i++;
                s++;
            } while (i < a.length && a[i] < p);
            do {
                j--;
                s++;
            } while (j >= 0 && a[j] > p);
            if (i >= j) return s;
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    static int flag(int[] a) {
        int lo = 0, mid = 0, hi = a.length - 1, s = 0;
        while (mid <= hi) {
            if (a[mid] < 2) {
                lo++;
                mid++;
            } else if (a[mid] > 5) {
                int t = a[mid];
                a[mid] = a[hi];
                a[hi--] = t;
            } else {
                mid++;
            }
            s++;
        }
        return s + lo;
    }

    static int sieve(int n) {
        n &= 127;
        boolean[] out = new boolean[n + 1];
        int s = 0;
        for (int i = 2; i <= n; i++) {
            if (out[i]) continue;
            for (int j = i * i; j <= n; j += i) {
                out[j] = true;
                s++;
            }
        }
        return s;
    }

    static int josephus(int n, int k) {
        n &= 31;
        int left = n, at = 0, s = 0;
        boolean[] gone = new boolean[n];
        while (left > 1) {
            int steps = k & 3;
            while (steps >= 0) {
                at = (at + 1) % n;
                if (!gone[at]) steps--;
                s++;
            }
            gone[at] = true;
            left--;
        }
        return s;
    }

    static int nextPermutation(int[] a) {
        int i = a.length - 2, s = 0;
        while (i >= 0 && a[i] >= a[i + 1]) {
            i--;
            s++;
        }
        if (i >= 0) {
            int j = a.length - 1;
            while (a[j] <= a[i]) {
                j--;
                s++;
            }
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        for (int l = i + 1, r = a.length - 1; l < r; l++, r--) {
            int t = a[l];
            a[l] = a[r];
            a[r] = t;
            s++;
        }
        return s;
    }

    static int binaryGcd(int a, int b) {
        if (a <= 0 || b <= 0) return 0;
        int s = 0;
        while (a != b) {
            if ((a & 1) == 0) a >>= 1;
            else if ((b & 1) == 0) b >>= 1;
            else if (a > b) a -= b;
            else b -= a;
            s++;
            if (s > 400) break;
        }
        return s;
    }

    static int counting(int[] a) {
        int[] count = new int[16];
        for (int x : a) count[x & 15]++;
        int s = 0;
        for (int i = 0; i < count.length; i++) {
            while (count[i] > 0) {
                count[i]--;
                s++;
            }
        }
        return s;
    }

    static int carry(int[] digits) {
        int s = 0;
        for (int round = 0; round < 9; round++) {
            int i = 0;
            while (i < digits.length && digits[i] == 1) {
                digits[i] = 0;
                i++;
                s++;
            }
            if (i < digits.length) digits[i] = 1;
        }
        return s;
    }

    static int chainOfIndices(int[] next) {
        int s = 0, at = 0;
        while (at >= 0 && at < next.length && s < 300) {
            at = next[at] > at ? next[at] : at + 2;
            s++;
        }
        return s;
    }

    static int tokens(String t) {
        int i = 0, s = 0;
        while (i < t.length()) {
            char c = t.charAt(i++);
            if (c == 'a') {
                while (i < t.length() && t.charAt(i) != 'a') i++;
                s++;
            } else if (c == 'b' && i > 1 && t.charAt(i - 2) == 'c') {
                i--;
                t = t.substring(0, i) + "x" + t.substring(i + 1);
            }
            s++;
        }
        return s;
    }

    static int paints(int[][] grid) {
        if (grid.length == 0 || grid[0].length == 0) return 0;
        int[] stack = new int[4 * grid.length * grid[0].length + 4];
        int top = 0, s = 0;
        stack[top++] = 0;
        while (top > 0) {
            int at = stack[--top];
            int r = at / grid[0].length, c = at % grid[0].length;
            s++;
            if (c >= grid[r].length || grid[r][c] == 99) continue;
            grid[r][c] = 99;
            if (r + 1 < grid.length) stack[top++] = at + grid[0].length;
            if (c + 1 < grid[0].length) stack[top++] = at + 1;
        }
        return s;
    }

    static int heapDown(int[] a) {
        int s = 0;
        for (int n = a.length - 1; n > 0; n--) {
            int t = a[0];
            a[0] = a[n];
            a[n] = t;
            for (int i = 0, c; (c = 2 * i + 1) < n; i = c) {
                if (c + 1 < n && a[c + 1] > a[c]) c++;
                if (a[c] <= a[i]) break;
                t = a[i];
                a[i] = a[c];
                a[c] = t;
                s++;
            }
        }
        return s;
    }

    static int gaps(int[] a) {
        int s = 0;
        for (int gap = a.length; gap > 1 || s == 0 && gap == 1; ) {
            gap = gap * 10 / 13;
            if (gap < 1) gap = 1;
            for (int i = 0; i + gap < a.length; i++) s++;
            if (gap == 1) break;
        }
        return s;
    }

    static int comb(int[] a) {
        int gap = a.length, s = 0;
        boolean swapped = true;
        while (gap > 1 || swapped) {
            gap = Math.max(1, gap * 10 / 13);
            swapped = false;
            for (int i = 0; i + gap < a.length; i++) {
                if (a[i] > a[i + gap]) {
                    int t = a[i];
                    a[i] = a[i + gap];
                    a[i + gap] = t;
                    swapped = true;
                }
                s++;
            }
        }
        return s;
    }

    int sameObject(Amortised o, int n) {
        if (o == null) return 0;
        o.count = n & 63;
        int s = 0;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int withItself(int n) {
        return sameObject(this, n);
    }

    static int sameArray(int[] a, int[] b) {
        int s = 0;
        for (int i = 0; i < a.length && i < b.length; i++) {
            b[i] = 20;
            for (int j = 0; j < a[i] && j < 90; j++) s++;
        }
        return s;
    }

    static int bothTheSame(int[] a) {
        return sameArray(a, a);
    }

    int sameData(Amortised o) {
        if (o == null || data == null) return 0;
        int s = 0;
        for (int i = 0; i < data.length; i++) {
            if (i == 1 && o.data != null) o.data = new int[40];
            s++;
        }
        return s;
    }

    int dataOfItself() {
        return sameData(this);
    }

    static int sameList(List<Integer> a, List<Integer> b) {
        int s = 0;
        for (int i = 0; i < a.size() && s < 60; i++) {
            b.add(i);
            s++;
        }
        return s;
    }

    static int listWithItself(List<Integer> a) {
        return sameList(a, a);
    }

    static int sameBuilder(StringBuilder a, StringBuilder b) {
        int s = 0;
        for (int i = 0; i < a.length() && s < 60; i++) {
            b.append('x');
            s++;
        }
        return s;
    }

    static int builderWithItself(String t) {
        StringBuilder b = new StringBuilder(t).append("q");
        return sameBuilder(b, b);
    }

    static int rowOfItself(int[][] a) {
        if (a.length < 2) return 0;
        a[0] = a[1];
        int[] one = a[0], two = a[1];
        if (one.length < 2) return 0;
        two[0] = 30;
        int s = 0;
        for (int i = 0; i < one[0]; i++) s++;
        return s;
    }
}
