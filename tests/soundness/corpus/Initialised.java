/** Fields while an object or a class is initialised, fields that hold one of two stored values, and elements beside new arrays. */
class Initialised {
    static final int[] TABLE;
    static final int COUNT;
    static Initialised last;

    static {
        int s = 0;
        COUNT = last == null ? 6 : 90;
        TABLE = new int[COUNT + 2];
        for (int i = 0; i < COUNT; i++) s += touch(i);
        for (int i = 0; i < TABLE.length; i++) s += touch(i);
    }

    final int rows, columns;
    int size;
    int[] data = new int[3];
    Initialised other;

    /** Each of two final fields gets one of two values, and unknown code runs between. */
    Initialised(int[] a, int[] b, Object key) {
        int s = 0;
        if (a.length < b.length) {
            rows = b.length;
            columns = a.length;
        } else {
            rows = a.length;
            columns = b.length;
        }
        s += key.hashCode();
        for (int i = 0; i < rows; i++) {
            for (int j = i + 1; j < columns; j++) s += j;
            s += key.hashCode() + touch(s);
        }
        last = this;
        for (int i = columns - 1; i >= 0; i--) s += touch(i);
        other = new Initialised(s & 7);
        for (int i = 0; i < rows; i++) s += i;
        size = s;
    }

    Initialised(int n) {
        rows = n;
        columns = n & 3;
        size = columns;
    }

    /** Another constructor sets the fields. */
    Initialised(int n, int m) {
        this(n & 31);
        int s = 0;
        for (int i = 0; i < rows; i++) s += touch(i);
        size = s + m;
    }

    /** The field of another object has the same name. */
    Initialised(Initialised from, int n) {
        rows = n & 15;
        int s = 0;
        if (from != null) for (int i = 0; i < from.rows; i++) s += touch(i);
        last = from;
        for (int i = 0; i < rows; i++) s++;
        columns = s;
        if (last != null) for (int i = 0; i < last.rows; i++) s++;
    }

    static int touch(int n) {
        if (last != null) {
            last.size = 70;
            last.data = new int[80];
        }
        return n & 1;
    }

    static int twoSides(int[] a, int[] b) {
        return new Initialised(a, b, a).size;
    }

    static int continued(int n, int m) {
        return new Initialised(n, m).size;
    }

    static int fromOther(int n, int m) {
        return new Initialised(new Initialised(m & 15), n).columns;
    }

    /** Elements are read while only new arrays are filled. */
    static int copied(int[][] from) {
        int[][] to = new int[from.length][];
        int s = 0;
        for (int i = 0; i < from.length; i++) {
            int[] row = from[i];
            if (row == null) continue;
            to[i] = new int[row.length];
            for (int j = 0; j < row.length; j++) to[i][j] = row[j];
        }
        for (int[] row : to) if (row != null) for (int x : row) s += x;
        return s;
    }

    /** A row is replaced by a longer one, directly, through an alias, or by a callee. */
    static int replaced(int[][] a, int n) {
        int[][] fresh = new int[2][];
        fresh[0] = new int[60];
        int[][] same = (n & 1) == 0 ? fresh : a;
        if (a.length == 0) return 0;
        if (same.length > 0) same[0] = fresh[0];
        int s = 0;
        if (a[0] != null) for (int i = 0; i < a[0].length; i++) s++;
        return s;
    }

    static int replacedByCallee(int[][] a, int n) {
        int[][] fresh = new int[2][];
        fresh[1] = new int[n & 31];
        put(a, new int[70]);
        int s = 0;
        for (int[] row : a) if (row != null) for (int i = 0; i < row.length; i++) s++;
        return s;
    }

    private static void put(int[][] a, int[] row) {
        if (a.length > 0) a[a.length - 1] = row;
    }
}

class OneOfTwo {
    static OneOfTwo last;
    int size = 6;
    byte narrow;
    int[] data = new int[3];

    static void touch() {
        if (last != null) {
            last.size = 70;
            last.data = new int[80];
        }
    }

    /** A field that is no final one changes in a callee. */
    int chosen(int n) {
        if ((n & 1) == 0) size = n & 15;
        else size = 9;
        last = this;
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        touch();
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    /** Only one side stores, or the sides store in different objects. */
    int oneSide(OneOfTwo to, int n) {
        size = 5;
        if (to != null) {
            if ((n & 1) == 0) to.size = n & 63;
            else size = 3;
        }
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int inDifferent(OneOfTwo to, int n) {
        if (to == null) return 0;
        size = 40;
        if ((n & 1) == 0) to.size = 1;
        else size = 2;
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int onBoth(OneOfTwo to, int n) {
        if (to == null) return 0;
        size = 40;
        if ((n & 1) == 0) to.size = n & 31;
        else to.size = 4;
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        for (int i = 0; i < to.size; i++) s++;
        return s;
    }

    /** Sums that wrap around, and a field that keeps only a part of a number. */
    int wrapped(int n, int m) {
        if ((n & 1) == 0) size = n + m;
        else size = n - m;
        int s = 0;
        for (int i = 0; i < size && s < 500; i++) s++;
        return s;
    }

    int part(int n) {
        if ((n & 1) == 0) narrow = (byte) (n & 511);
        else narrow = (byte) n;
        int s = 0;
        for (int i = 0; i < (narrow & 255); i++) s++;
        return s;
    }

    /** The loop stores again, before and after it asks. */
    int stored(int n) {
        int s = 0;
        size = 4;
        for (int k = 0; k < (n & 7); k++) {
            if ((k & 1) == 0) size = k + 9;
            else size = 30 - k;
            for (int i = 0; i < size; i++) s++;
            while (size > 0) {
                if ((s & 1) == 0) size -= 1;
                else size -= 2;
                s++;
            }
            if ((k & 2) == 0) size = 20;
        }
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int arrays(int n) {
        if ((n & 1) == 0) data = new int[n & 31];
        else data = Initialised.TABLE;
        int s = 0;
        for (int i = 0; i < data.length; i++) s += data[i];
        for (int x : data) s += x;
        return s;
    }

    int[][] table = {{1, 2}, {3}};

    int ofField(int n) {
        int[][] fresh = new int[3][];
        fresh[0] = new int[50];
        int s = 0;
        for (int[] row : table) for (int x : row) s += x;
        table = fresh;
        fresh[1] = fresh[2] = new int[n & 63];
        for (int[] row : table) for (int x : row) s += x;
        return s;
    }
}
