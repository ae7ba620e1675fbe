import java.util.List;
import java.util.function.Consumer;

/** What methods and their callees write before it is read: elements, fields, links and answers of objects. */
class Written {
    static int limit = 5;
    int[] data = {4, 2, 7, 1};

    int arrayChangedByCallee(int n) {
        int s = 0;
        fill(data, n & 31);
        for (int i = 0; i < data[0]; i++) s++;
        return s;
    }

    private static void fill(int[] a, int n) {
        for (int i = 0; i < a.length; i++) a[i] = n;
    }

    int direct(int n) {
        int s = 0;
        data[0] = n;
        for (int i = 0; i < data[0]; i++) s++;
        return s;
    }

    static int stat(Written e, int n) {
        int s = 0;
        fill(e.data, n & 31);
        for (int i = 0; i < e.data[0]; i++) s++;
        return s;
    }

    static int two(int[] a, int n) {
        int s = 0;
        fill(a, n & 31);
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    int unknown(Consumer<int[]> c) {
        int s = 0;
        c.accept(data);
        for (int i = 0; i < data[0]; i++) s++;
        return s;
    }

    int inner(int[][] rows, int n) {
        int s = 0;
        fill(rows[1], n & 31);
        for (int i = 0; i < rows[1][0]; i++) s++;
        return s;
    }

    static int callee(int[] a) {
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    static int caller(int[] a, int n) {
        a[0] = n & 1023;
        return callee(a);
    }

    static int caller2(int[] a, int n) {
        set(a, n);
        return callee(a);
    }

    static int caller3(int[] a, int n) {
        java.util.Arrays.fill(a, n & 255);
        return callee(a);
    }

    static int caller4(int[] a, int[] b) {
        System.arraycopy(b, 0, a, 0, Math.min(a.length, b.length));
        return callee(a);
    }

    static int own5(char[] a, String t) {
        if (a.length < t.length()) return 0;
        t.getChars(0, t.length(), a, 0);
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        return s;
    }

    private static void set(int[] a, int n) {
        if (a.length > 0) a[0] = n & 511;
    }

    static int lengths(int[][] a, int n) {
        a[0] = new int[n & 255];
        return len(a);
    }

    static int len(int[][] a) {
        int s = 0;
        for (int i = 0; i < a[0].length; i++) s++;
        return s;
    }

    static int lengths2(int[][] a, int n) {
        put(a, n);
        return len(a);
    }

    private static void put(int[][] a, int n) {
        if (a.length > 0) a[0] = new int[n & 255];
    }

    int f;

    int field(int n) {
        setF(n);
        return useF();
    }

    int useF() {
        int s = 0;
        for (int i = 0; i < f; i++) s++;
        return s;
    }

    private void setF(int n) {
        f = n & 255;
    }

    static int through(Written e, int n) {
        e.f = n & 255;
        return e.useF();
    }

    static int through2(Written e, Written g, int n) {
        g.f = n & 255;
        return e.useF();
    }

    static int stores(byte[] b, int n) {
        for (int i = 0; i < b.length; i++) b[i] = (byte) n;
        return use(b);
    }

    static int use(byte[] b) {
        int s = 0;
        for (int x : b) for (int i = 0; i < x; i++) s++;
        return s;
    }

    static int loopStore(int[] a, int n) {
        int s = 0;
        for (int k = 0; k < 5; k++) {
            s += callee(a);
            if (a.length > 0) a[0] += n & 15;
        }
        return s;
    }

    static int rec(int[] a, int k) {
        if (k <= 0 || k > 40 || a.length == 0) return 0;
        int s = 0;
        for (int i = 0; i < a[0]; i++) s++;
        bump(a);
        return s + rec(a, k - 1);
    }

    private static void bump(int[] a) {
        a[0] = Math.min(a[0] + 9, 300);
    }

    static int copyThen(int[] a, int n) {
        int[] c = a.clone();
        if (c.length > 0) c[0] = n & 255;
        return callee(c);
    }

    static int fresh(int n) {
        int[] c = new int[3];
        c[0] = n & 255;
        return callee(c);
    }

    static int freshByCallee(int n) {
        int[] c = new int[3];
        set(c, n);
        return callee(c);
    }

    static class Node {
        Node next;
        int v;
        int count;
        int[] row;
        int size() {
            return count;
        }
    }

    static int count(Node o) {
        int s = 0;
        for (int k = 0; o != null && k < 100; o = o.next) {
            s++;
            k++;
        }
        return s;
    }

    static int chain(Node o) {
        int s = 0;
        for (; o != null; o = o.next) s++;
        return s;
    }

    static int linked(Node o, Node p) {
        if (p == o) return 0;
        Node q = new Node();
        q.next = new Node();
        q.next.next = new Node();
        q.next.next.next = new Node();
        o.next = q;
        return chain(o);
    }

    static int linkedByCallee(Node o) {
        link(o);
        return chain(o);
    }

    private static void link(Node o) {
        Node q = new Node();
        q.next = new Node();
        q.next.next = new Node();
        q.next.next.next = new Node();
        q.next.next.next.next = new Node();
        o.next = q;
    }

    static int linkedFurther(Node o) {
        o.next.next = new Node();
        o.next.next.next = new Node();
        o.next.next.next.next = new Node();
        return chain(o.next);
    }

    static int lengthOf(Node o) {
        int s = 0;
        for (int i = 0; i < o.row.length; i++) s++;
        return s;
    }

    static int rows(Node o) {
        int s = 0;
        for (; o != null; o = o.next) for (int i = 0; i < o.row.length; i++) s++;
        return s;
    }

    static int rowSet(Node o, int n) {
        o.row = new int[n & 127];
        return lengthOf(o);
    }

    static int rowSetFar(Node o, int n) {
        o.next.row = new int[n & 127];
        return rows(o);
    }

    static int rowSetFarByCallee(Node o, int n) {
        setRow(o.next, n);
        return rows(o);
    }

    private static void setRow(Node o, int n) {
        o.row = new int[n & 127];
    }

    static int sumAll(List<Integer> xs) {
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int addThen(List<Integer> xs) {
        xs.add(1);
        xs.add(2);
        xs.add(3);
        xs.add(4);
        return sumAll(xs);
    }

    static int addThenByCallee(List<Integer> xs) {
        more(xs);
        return sumAll(xs);
    }

    private static void more(List<Integer> xs) {
        for (int i = 0; i < 20; i++) xs.add(i);
    }

    static int forEach(List<Integer> xs) {
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int addThenEach(List<Integer> xs) {
        xs.add(1);
        xs.add(2);
        xs.add(3);
        xs.add(4);
        return forEach(xs);
    }

    static int bySize(Node o) {
        int s = 0;
        for (int i = 0; i < o.size(); i++) s++;
        return s;
    }

    static int setThenSize(Node o, int n) {
        o.count = n & 255;
        return bySize(o);
    }

    static int setThenSizeByCallee(Node o, int n) {
        setCount(o, n);
        return bySize(o);
    }

    private static void setCount(Node o, int n) {
        o.count = n & 255;
    }

    static int ownSize(Node o, int n) {
        o.count = n & 255;
        int s = 0;
        for (int i = 0; i < o.size(); i++) s++;
        return s;
    }

    static int loopSize(Node o, int n) {
        int s = 0;
        for (int k = 0; k < 4; k++) {
            s += bySize(o);
            o.count += 50;
        }
        return s;
    }

    static int text(StringBuilder b) {
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int elements(int[][] a) {
        int s = 0;
        for (int[] r : a) for (int i = 0; i < r.length; i++) s++;
        return s;
    }

    static int elementsSet(int[][] a, int n) {
        if (a.length == 0) return 0;
        a[0] = new int[n & 255];
        return elements(a);
    }

    static int elementsInner(int[][] a, int n) {
        if (a.length == 0 || a[0].length == 0) return 0;
        a[0][0] = n & 1023;
        return values(a);
    }

    static int values(int[][] a) {
        int s = 0;
        for (int[] r : a) for (int x : r) for (int i = 0; i < x; i++) s++;
        return s;
    }

    static int fieldOfElement(Node[] a, int n) {
        if (a.length == 0 || a[0] == null) return 0;
        a[0].v = n & 511;
        return fields(a);
    }

    static int fields(Node[] a) {
        int s = 0;
        for (Node o : a) for (int i = 0; i < o.v; i++) s++;
        return s;
    }

    static int fieldOfElementByCallee(Node[] a, int n) {
        if (a.length == 0 || a[0] == null) return 0;
        setV(a[0], n);
        return fields(a);
    }

    private static void setV(Node o, int n) {
        o.v = n & 511;
    }
}
