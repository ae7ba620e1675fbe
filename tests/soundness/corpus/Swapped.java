import java.util.*;

/** Parameters, arrays and fields that are replaced later. */
class Swapped {
    static int limit = 5;
    int[] held;
    int count;
    Swapped other;

    static int ternary(int n, int m) {
        n = n > m ? n : m;
        int s = 0;
        for (int i = 0; i < n && i < 500; i++) s++;
        return s;
    }

    static int ternarySmaller(int n, int m) {
        int k = n > m ? m : n;
        int s = 0;
        while (k-- > 0) s++;
        return s;
    }

    static int nestedTernary(int a, int b, int c) {
        int k = a > b ? a > c ? a : c : b > c ? b : c;
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int exchanged(int a, int b) {
        int t = a;
        a = b;
        b = t;
        int s = 0;
        for (int i = 0; i < a; i++) s++;
        for (int i = b; i < 3; i++) if (s++ > 100) break;
        return s;
    }

    static int xorSwap(int a, int b) {
        a &= 31;
        b &= 63;
        a ^= b;
        b ^= a;
        a ^= b;
        int s = 0;
        for (int i = 0; i < a; i++) s++;
        for (int i = 0; i < b; i++) s += 2;
        return s;
    }

    static int addSwap(int a, int b) {
        a = a + b;
        b = a - b;
        a = a - b;
        int s = 0;
        for (int i = 0; i < a; i++) s++;
        for (int i = 0; i < b; i++) s += 2;
        return s;
    }

    static int arraysTrade(int[] a, int[] b) {
        int s = 0;
        for (int round = 0; round < 3; round++) {
            for (int x : a) s += x;
            int[] t = a;
            a = b;
            b = t;
        }
        return s;
    }

    static int grownInside(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (i == 2 && a.length < 60) a = Arrays.copyOf(a, a.length + (n & 7));
            s++;
        }
        return s;
    }

    static int longer(int[] a, int[] b) {
        int[] most = a.length >= b.length ? a : b, least = most == a ? b : a;
        int s = 0;
        for (int i = 0; i < most.length; i++) {
            s += most[i];
            if (i < least.length) s += least[i];
        }
        return s;
    }

    static int copies(int[] a, int n) {
        int[] b = Arrays.copyOf(a, n & 31);
        int[] c = Arrays.copyOfRange(a, 0, a.length / 2 + 3);
        int s = 0;
        for (int x : b) s += x;
        for (int x : c) s += x;
        return s;
    }

    static int cloned(int[] a) {
        int[] b = a.clone();
        a = new int[b.length * 2 + 1];
        int s = 0;
        for (int x : b) s += x;
        for (int x : a) s += x;
        return s;
    }

    static int varargs(int... xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int passesVarargs(int n, int[] a) {
        int s = varargs() + varargs(n) + varargs(n, n, n, n, n);
        s += varargs(a);
        return s + varargs(Arrays.copyOf(a, a.length + 2));
    }

    static int objectVarargs(Object... all) {
        int s = 0;
        for (Object o : all) if (o != null) s++;
        return s;
    }

    static int passesArrays(int n) {
        Object[] four = {n, n, n, n};
        return objectVarargs(four) + objectVarargs((Object) four) + objectVarargs(four, four);
    }

    int heldTrades(int n) {
        int s = 0;
        if (held == null) return 0;
        for (int i = 0; i < held.length; i++) {
            if (i == 1) held = new int[held.length < 50 ? held.length + (n & 7) : 3];
            s++;
        }
        return s;
    }

    int throughAnother(int n) {
        int s = 0;
        Swapped me = this;
        if (other != null) me = other;
        me.count = n & 63;
        for (int i = 0; i < count; i++) s++;
        return s;
    }

    int throughAnotherLater(int n) {
        int s = 0;
        Swapped me = other == null ? this : other;
        for (int i = 0; i < this.count && i < 300; i++) {
            if (i == 1) me.count = n & 63;
            s++;
        }
        return s;
    }

    static int elementAsLimit(int[] a, int n) {
        if (a.length < 2) return 0;
        int[] b = a;
        b[1] = n & 63;
        int s = 0;
        for (int i = 0; i < a[1]; i++) s++;
        return s;
    }

    static int elementFilled(int[] a, int n) {
        if (a.length < 2) return 0;
        Arrays.fill(a, n & 63);
        int s = 0;
        for (int i = 0; i < a[1]; i++) s++;
        return s;
    }

    static int elementCopied(int[] a, int[] b) {
        if (a.length < 2 || b.length < 2) return 0;
        System.arraycopy(b, 0, a, 1, 1);
        int s = 0;
        for (int i = 0; i < a[1]; i++) s++;
        return s;
    }

    static int elementSorted(int[] a) {
        if (a.length < 2) return 0;
        Arrays.sort(a);
        int s = 0;
        for (int i = 0; i < a[a.length - 1]; i++) s++;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    static int largestIsChanged(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i] && j < 200; j++) s++;
            if (i + 1 < a.length) a[i + 1] += i & 15;
        }
        return s;
    }

    static int rowsTrade(int[][] a) {
        int s = 0;
        if (a.length < 2) return 0;
        a[0] = new int[17];
        for (int[] row : a) for (int x : row) s++;
        return s;
    }

    static int firstRow(int[][] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) s++;
            a[0] = a[i];
        }
        return s;
    }

    static int slots(int n, long m) {
        int s = 0;
        {
            int i = n & 31;
            while (i > 0) {
                i--;
                s++;
            }
        }
        {
            long i = m & 63;
            while (i > 0) {
                i--;
                s++;
            }
        }
        {
            int[] i = new int[n & 7];
            for (int x : i) s++;
        }
        return s;
    }

    static int boxedParameter(Integer n) {
        int s = 0;
        for (Integer i = 0; i < n; i++) s++;
        return s;
    }

    static int boxes(int n) {
        return boxedParameter(n) + boxedParameter(n & 15);
    }

    static int boxedReassigned(int n) {
        Integer k = n & 15;
        Integer old = k;
        k += 10;
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        for (int i = 0; i < old; i++) s++;
        return s;
    }

    static int shadowed(int n) {
        int s = 0;
        for (int k = 0; k < 3; k++) {
            int m = n & 31;
            n += 7;
            while (m > 0) {
                m--;
                s++;
            }
        }
        return s;
    }

    static int doubledInside(int n) {
        int s = 0;
        for (int i = 0; i < n && n < 400; i++) {
            if ((i & 3) == 3) n += 2;
            s++;
        }
        return s;
    }

    static int parameterAsArrayIndex(int[] a, int n) {
        if (n < 0 || n >= a.length) return 0;
        n = a[n];
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }

    static int conditionalAssign(int n, boolean more) {
        int m;
        if (more) m = n & 63; else m = 3;
        int s = 0;
        for (int i = m; --i >= 0; ) s++;
        return s;
    }

    static int assignedInTest(int[] a) {
        int s = 0, x, i = 0;
        while (i < a.length && (x = a[i++]) < 40) while (x-- > 0) s++;
        return s;
    }

    static int assignedInCall(int n) {
        int s = 0, k;
        s += varargs(new int[(k = n & 15) + 2]);
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int stringParameter(String t, int n) {
        if (n > 3) t = t + t + "xyz" + n;
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        for (char c : t.toCharArray()) s += c;
        return s;
    }

    static int trimmed(String t) {
        t = " " + t.trim().concat("abc");
        int s = 0;
        for (int i = t.length() - 1; i >= 0; i--) s++;
        return s;
    }

    static int repeatedText(String t, int n) {
        t = t.repeat(n & 7);
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        return s;
    }

    static int replacedEverywhere(String t) {
        t = t.replace("a", "bbbbbb");
        int s = 0;
        for (int i = 0; i < t.length(); i++) s++;
        return s;
    }
}
