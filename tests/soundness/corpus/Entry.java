import java.util.Arrays;
import java.util.List;

/** Parameters, arrays and fields that are assigned. */
class Entry {
    int size;
    int[] data = {1, 2, 3};
    static int limit = 5;

    static int longer(int[] a, int[] b) {
        if (b.length > a.length) a = b;
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int copied(int[] a, int n) {
        a = Arrays.copyOf(a, 2 * n);
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int doubled(int n) {
        n = n * 2;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int larger(int n, int m) {
        n = Math.max(n, m);
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int swapped(int n, int m) {
        int t = n;
        n = m;
        m = t;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        for (int i = 0; i < m; i += 2) s += i * 3;
        return s;
    }

    static int swappedInBranch(int n, int m) {
        if (n < m) {
            int t = n;
            n = m;
            m = t;
        }
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        for (int i = 0; i < m; i++) s += i * 3 / 2;
        return s;
    }

    static int oneArm(int n, int m) {
        if (m > 4) n = m * 3; else m = 1;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s + m;
    }

    static int inLoop(int n) {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < n; j++) s += j;
            n += 4;
        }
        return s;
    }

    static int inTry(int n, int m) {
        int s = 0;
        try {
            n = m + 5;
            s = 1 / (m & 1);
        } catch (ArithmeticException e) {
            s--;
        }
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int raised(int n) {
        int s = count(++n) + count(n++) + count(n);
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int count(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int afterTheLoop(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        n = m;
        for (int i = 0; i < n; i++) s -= i;
        return s;
    }

    static int chained(int[] a, int[] b) {
        int s = 0;
        for (int round = 0; round < 2; round++) {
            for (int x : a) s += x;
            a = b;
        }
        return s;
    }

    static int concatenated(int[] a, int[] b) {
        int[] c = new int[a.length + b.length];
        for (int i = 0; i < a.length; i++) c[i] = a[i];
        a = c;
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int text(String s, String t) {
        if (t.length() > s.length()) s = t;
        int n = 0;
        for (int i = 0; i < s.length(); i++) n += s.charAt(i);
        return n;
    }

    static int repeated(String s) {
        s = s + s;
        int n = 0;
        for (int i = 0; i < s.length(); i++) n += s.charAt(i);
        return n;
    }

    static int rows(int[][] a, int[] b) {
        if (a.length > 0) a[0] = b;
        int s = 0;
        for (int[] row : a) for (int x : row) s += x;
        return s;
    }

    static int aliasedRows(int[][] a, int[] b) {
        int[][] c = a;
        for (int i = 0; i < c.length; i++) c[i] = b;
        int s = 0;
        for (int i = 0; i < a.length; i++) for (int j = 0; j < a[i].length; j++) s += a[i][j];
        return s;
    }

    static int same(int[] a) {
        return longer(a, a) + chained(a, a);
    }

    static int conditional(int[] a, int[] b, boolean which) {
        a = which ? a : b;
        int s = 0;
        for (int x : a) s += x;
        return s;
    }

    static int bySwitch(int n, int m) {
        switch (m & 3) {
            case 0:
                n = m;
            case 1:
                n += 3;
                break;
            default:
                n = 2 * m;
        }
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int finallySet(int n, int m) {
        int s = 0;
        try {
            s = 5 / n;
        } catch (ArithmeticException e) {
            s = 1;
        } finally {
            n = m;
        }
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int recursive(int n, int m) {
        if (n <= 0 || n > 40) return m;
        m = m + 1;
        int s = recursive(n - 1, m);
        for (int i = 0; i < m; i++) s += i;
        return s;
    }

    static int callee(int n, int m) {
        n += m;
        return count(n);
    }

    static int calleeOfReassigned(int n, int m) {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            n = n + m;
            s += count(n);
        }
        return s;
    }

    static int whileDoubling(int n, int m) {
        int s = 0;
        while (n < m && n > 0) n *= 2;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int negated(int n) {
        if (n < 0) n = -n;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int squared(int n) {
        n *= n;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int assignedInCondition(int n, int m) {
        int s = 0;
        if ((n = m + 2) > 3) s++;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int compound(int n, int m) {
        n <<= 1;
        n |= m & 7;
        n ^= 3;
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int limitOfLoopInBody(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i == 1) n = m;
            s += i;
        }
        return s;
    }

    static int lists(List<Integer> xs, List<Integer> ys) {
        if (ys.size() > xs.size()) xs = ys;
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s += i;
        return s;
    }

    static int grownList(List<Integer> xs) {
        for (int i = 0; i < 9; i++) xs.add(i);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s += i;
        return s;
    }

    int field(int n) {
        size = n + 2;
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int fieldInLoop() {
        int s = 0;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < size; i++) s += i;
            size += 5;
        }
        return s;
    }

    int arrayField(int n) {
        data = new int[(n & 15) + 4];
        int s = 0;
        for (int i = 0; i < data.length; i++) s += data[i];
        return s;
    }

    int arrayFieldInBranch(int[] a) {
        if (a.length > data.length) data = a;
        int s = 0;
        for (int x : data) s += x;
        return s;
    }

    int localOfField(int[] a) {
        int[] d = data;
        data = a;
        int s = 0;
        for (int x : d) s += x;
        for (int x : data) s -= x;
        return s;
    }

    static int statics(int n) {
        limit = n;
        int s = 0;
        for (int i = 0; i < limit; i++) s += i;
        return s;
    }

    static int staticRaised() {
        int s = 0;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < limit; i++) s += i;
            limit += 4;
        }
        return s;
    }

    static long longs(long n, int m) {
        n = m;
        long s = 0;
        for (long i = 0; i < n; i++) s += i;
        return s;
    }

    static int parameterAsCounter(int n, int m) {
        int s = 0;
        for (; n < m; n++) s += n;
        for (; n < m + 5; n++) s += n;
        return s;
    }

    static int reversedRoles(int n, int m) {
        int s = 0;
        while (n-- > 0) s++;
        n = m;
        while (n-- > 0) s--;
        return s;
    }

    static int sized(int n) {
        int[] a = new int[n & 7];
        a = new int[a.length * 3 + 1];
        int s = 0;
        for (int x : a) s += x;
        return s;
    }
}
