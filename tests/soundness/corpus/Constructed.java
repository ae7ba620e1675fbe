/** Constructors that write fields of the new object, of others, and of one whose construction continues. */
class Constructed {
    static Constructed last;
    int size = 6;
    int[] data = new int[5];
    Constructed child;
    final int fixed;

    Constructed() {
        fixed = 4;
    }

    Constructed(int n) {
        size = n & 31;
        data = new int[n & 15];
        fixed = n & 7;
    }

    /** Writes a field of another object as well. */
    Constructed(Constructed other, int n) {
        this(n);
        if (other != null) other.size = n & 63;
    }

    /** Makes itself known, and then writes a field. */
    Constructed(int n, boolean isLast) {
        this(n);
        if (isLast) last = this;
        size = (n & 31) + 20;
    }

    /** Continues another constructor, and loops over what that one wrote. */
    Constructed(int n, long unused) {
        this(n);
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        size = s + 3;
        for (int i = 0; i < size; i++) s++;
        child = new Constructed(s);
        for (int i = 0; i < size; i++) s++;
    }

    /** Leaves the writing to a method. */
    Constructed(byte n) {
        fixed = 2;
        grow(n & 31);
    }

    private void grow(int n) {
        size += n;
    }

    int beside(int n) {
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        Constructed made = new Constructed(n);
        for (int i = 0; i < size; i++) s++;
        for (int i = 0; i < made.size; i++) s++;
        return s;
    }

    int inLoop(int n) {
        int s = 0;
        for (int i = 0; i < data.length; i++) {
            Constructed made = new Constructed(n + i);
            for (int j = 0; j < made.size; j++) s++;
        }
        return s;
    }

    int grows(int n) {
        int s = 0;
        Constructed made = new Constructed(n);
        for (int i = 0; i < made.size; i++) {
            if (++s > 100) return s;
            made = new Constructed(made.size + i + 1);
        }
        return s;
    }

    int ofOther(Constructed other, int n) {
        if (other == null) return 0;
        int s = 0;
        for (int i = 0; i < other.size; i++) s++;
        new Constructed(n);
        for (int i = 0; i < other.size; i++) s++;
        return s;
    }

    int throughConstructor(int n) {
        int s = 0;
        int k = size;
        new Constructed(this, n);
        for (int i = k; i < size; i++) s++;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int throughMethod(int n) {
        int s = 0;
        Constructed made = new Constructed((byte) n);
        for (int i = 0; i < made.size; i++) s++;
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int madeKnown(int n) {
        last = new Constructed(1);
        int s = 0;
        for (int i = 0; i < last.size; i++) s++;
        new Constructed(n, true);
        for (int i = 0; i < last.size; i++) s++;
        return s;
    }

    int continued(int n) {
        Constructed made = new Constructed(n, 0L);
        int s = 0;
        for (int i = 0; i < made.size; i++) s++;
        for (int i = 0; i < made.child.size; i++) s++;
        return s;
    }

    int linked(int n) {
        child = new Constructed(n);
        int s = 0;
        for (int i = 0; i < child.size; i++) s++;
        child = new Constructed(child.size + 9);
        for (int i = 0; i < child.size; i++) s++;
        return s;
    }

    int keeps(int n) {
        int s = 0;
        for (int i = 0; i < fixed; i++) {
            s += new Constructed(n + i).fixed;
        }
        return s;
    }

    int list(int n) {
        Constructed head = null;
        for (int i = 0; i < (n & 15); i++) {
            Constructed made = new Constructed(i);
            made.child = head;
            head = made;
        }
        int s = 0;
        for (Constructed at = head; at != null; at = at.child) s++;
        return s;
    }

    static Constructed made(int n) {
        return new Constructed(n);
    }

    int factory(int n) {
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        Constructed other = made(n);
        for (int i = 0; i < size; i++) s++;
        for (int i = 0; i < other.size; i++) s++;
        return s;
    }
}
