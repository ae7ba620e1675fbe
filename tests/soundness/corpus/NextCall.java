import java.util.*;

/** Recursions that find different values in the next call: fields, elements, sizes, and counts of inner loops. */
class NextCall {
    static class Node {
        int v;
        Node next;
        int[] data;
        Node() {
        }
    }
    static int limit = 9;
    int size;
    NextCall next;
    int[] d = new int[5];
    static int elementRec(int[] a, int i) {
        if (i < 0 || i >= 6 * a.length || i >= 40 + a[i % a.length]) return 0;
        return 1 + elementRec(a, i + 1);
    }

    static int elementLimit(int[] a, int i, int k) {
        if (i < 0 || i >= a.length || k >= a[i]) return 0;
        return 1 + elementLimit(a, i / 2, k + 1);
    }

    static int fieldOther(Node n, int i) {
        if (n == null || i >= n.v) return 0;
        return 1 + fieldOther(n.next, i + 1);
    }

    static int dataOther(Node n, int i) {
        if (n == null || i >= n.data.length) return 0;
        return 1 + dataOther(n.next, i + 1);
    }

    static int staticUp(int i) {
        if (i >= limit || i < 0 || i > 300) return 0;
        if (i % 2 == 1) limit += 2;
        int s = 1 + staticUp(i + 1);
        limit = 9;
        return s;
    }

    static int staticUp2(int i) {
        if (i >= limit) return 0;
        if (i < 60) limit = limit + 1;
        int s = 1 + staticUp2(i + 1);
        limit = 9;
        return s;
    }

    static int called(int i) {
        int k = pick(i);
        if (i >= k || i < 0) return 0;
        return 1 + called(i + 1);
    }

    static int pick(int i) {
        return i < 40 ? 60 : 20;
    }

    static int odd(int i) {
        return (i * 7) % 3 + 20;
    }

    static int called2(int i) {
        int k = odd(i);
        if (i >= k || i < 0) return 0;
        return 1 + called2(i + 1);
    }

    static int fresh(int i) {
        int[] a = new int[20];
        a[0] = i;
        if (i >= a.length || i < 0) return 0;
        return 1 + fresh(i + 1);
    }

    int self(int i) {
        if (i >= size) return 0;
        return 1 + self(i + 1);
    }

    int selfUp(int i) {
        if (i >= size || i > 200) return 0;
        if (i == 3) size += 10;
        return 1 + selfUp(i + 1);
    }

    int selfUp2(int i) {
        if (i >= size) return 0;
        if (size < 100) size++;
        return 1 + selfUp2(i + 1);
    }

    int otherSelf(int i) {
        if (i >= size || next == null) return 0;
        return 1 + next.otherSelf(i + 1);
    }

    int arrSelf(int i) {
        if (i >= d.length || i < 0) return 0;
        return 1 + arrSelf(i + 1);
    }

    int arrSelfGrow(int i) {
        if (i >= d.length || i < 0) return 0;
        if (d.length < 100) d = new int[d.length + 2];
        return 1 + arrSelfGrow(i + 1);
    }

    int joined(int i, boolean b) {
        int k = b ? size : 30;
        if (i >= k || i < 0) return 0;
        return 1 + joined(i + 1, !b);
    }

    int bumping(int i) {
        if (i >= size || i > 150) return 0;
        bump();
        return 1 + bumping(i + 1);
    }

    private void bump() {
        if (size < 120) size += 2;
    }

    static int textRec(String t, int i) {
        String u = t.trim();
        if (i >= u.length() || i < 0) return 0;
        return 1 + textRec(t + "xy", i + 1) ;
    }

    static int arrNew(int[] a, int i) {
        if (i >= a.length || i < 0 || i > 90) return 0;
        return 1 + arrNew(new int[a.length + 3], i + 1);
    }

    static int nestedLen(int[][] a, int i, int j) {
        if (i < 0 || j < 0 || i >= a.length || j >= a[i].length) return 0;
        return 1 + nestedLen(a, i / 2, j + 1);
    }

    static int loopInside(int n, int k) {
        if (n <= 0 || n > 50) return 0;
        int i = 0;
        while (i < k) i += 2;
        return i + loopInside(n - 1, k + 3);
    }

    static int whileBack(int n) {
        int i = n;
        while (i > 5) i -= 3;
        if (n < 0 || n > 500 || i > n) return 0;
        return 1 + whileBack(n + 1);
    }

    static int scan(int[] a, int k) {
        int i = 0;
        while (i < a.length && a[i] != k) i++;
        if (k >= i || k < 0) return 0;
        return 1 + scan(a, k + 1);
    }

    static int indexRec(String t, int from) {
        int i = t.indexOf('a', from);
        if (i < 0) return 0;
        return 1 + indexRec(t, i + 1);
    }

    static int indexRec2(String t, int from) {
        int i = t.indexOf('a');
        if (i < from) return 0;
        return 1 + indexRec2(t + "xxa", from + 1);
    }

    static int loop(Node n, int k) {
        if (n == null) return 0;
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        return s + loop(n.next, k + 1);
    }

    static int arr(int[] n, int j, int k) {
        if (j >= n.length || j < 0) return 0;
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        return s + arr(n, j + 1, k + 1);
    }

    static int none(int[] n, int k) {
        if (n.length == k + 5) return 0;
        int s = 0;
        for (int i = 0; i < k; i++) s++;
        if (s > 70) return s;
        return s + none(n, k + 1);
    }

    static int whileLoop(Node n, int k) {
        if (n == null) return 0;
        int s = 0;
        while (s < k) s++;
        return s + whileLoop(n.next, k + 1);
    }

    static int cond(Node n, int k) {
        if (n == null) return 0;
        int s = 0;
        if (s < k) s++;
        return s + cond(n.next, k + 1);
    }

    static int growRec(List<Integer> xs, int i) {
        if (i >= xs.size() || i < 0) return 0;
        if (i < 60) xs.add(1);
        return 1 + growRec(xs, i + 1);
    }

    static int growHelp(List<Integer> xs, int i) {
        if (i >= xs.size() || i < 0) return 0;
        if (i < 60) add(xs);
        return 1 + growHelp(xs, i + 1);
    }

    static void add(List<Integer> xs) {
        xs.add(4);
    }

    static int shrinkGrow(List<Integer> xs, int k) {
        if (xs.isEmpty() || k > 70) return 0;
        xs.remove(0);
        if (k < 50) xs.add(1);
        return 1 + shrinkGrow(xs, k + 1);
    }

    static int sbRec(StringBuilder b, int i) {
        if (i >= b.length() || i < 0 || i > 80) return 0;
        b.append('x');
        return 1 + sbRec(b, i + 1);
    }

    static int sbRec2(StringBuilder b, int i) {
        if (i >= b.length() || i < 0) return 0;
        if (i < 40) b.append("xy");
        return 1 + sbRec2(b, i + 1);
    }

    static int subGrow(List<Integer> xs) {
        if (xs.size() < 2) return 0;
        List<Integer> ys = new ArrayList<>(xs.subList(1, xs.size()));
        if (ys.size() > 3 && ys.get(0) > 1) ys.add(0);
        ys.remove(0);
        return 1 + subGrow(ys);
    }

    int twice(int i) {
        if (i <= 0 || i > 8) return 0;
        int s = 0;
        for (int j = 0; j < size; j++) s++;
        s += twice(i - 1);
        s += twice(i - 1);
        if (size < 500) size += 3;
        return s;
    }

    int once(int i) {
        if (i <= 0 || i > 60) return 0;
        int s = 0;
        for (int j = 0; j < size; j++) s++;
        if (size < 500) size += 3;
        return s + once(i - 1);
    }

    int onceAfter(int i) {
        if (i <= 0 || i > 60) return 0;
        int s = once(i - 1);
        for (int j = 0; j < size; j++) s++;
        return s + onceAfter(i - 1);
    }

    static int arrays(int[] a, int i) {
        if (i <= 0 || i > 40) return 0;
        int s = 0;
        for (int x : a) s++;
        return s + arrays(Arrays.copyOf(a, a.length + 1), i - 1);
    }

    static int elem(int[] a, int i) {
        if (i <= 0 || i > 40 || a.length == 0) return 0;
        int s = 0;
        for (int j = 0; j < a[0]; j++) s++;
        a[0] += 2;
        return s + elem(a, i - 1);
    }

    int visit(NextCall o, int i) {
        if (o == null || i >= o.size || i > 100) return 0;
        o.size += 2;
        return 1 + visit(o, i + 1);
    }

    int visit2(NextCall o, int i) {
        if (o == null || i >= o.size) return 0;
        o.size += (i < 50 ? 2 : 0);
        return 1 + visit2(o, i + 1);
    }

    static int tail(int[] a, int i, int j) {
        if (i < 0 || j > 100 || i >= a.length) return 0;
        int s = 0;
        for (int k = i; k < a.length; k++) s++;
        return s + tail(a, j % 3 == 0 ? 0 : i + 1, j + 1);
    }

    static int fromLarger(int d, int m) {
        int s = 0;
        for (int i = Math.max(d, d); i > 5; i--) s++;
        return m == 77 ? s : s + fromLarger(d - 3, m);
    }
}
