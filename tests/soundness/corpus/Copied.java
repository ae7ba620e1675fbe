/** Copies: the fields of an argument of a constructor are others than those of the new object. */
class Copied {
    int[] data;
    int size;
    Copied child;
    static Copied last;

    Copied(int n) { size = n & 31; data = new int[size]; last = this; }

    Copied(Copied of, int n) {
        data = new int[3];
        size = 2;
        for (int i = 0; i < of.size; i++) size++;
        for (int i = 0; i < of.data.length; i++) data[i % 3] += of.data[i];
        for (int i = 0; i < size && i < 10000; i++) data[0]++;
    }

    Copied(Copied of, boolean leaks, int n) {
        last = this;
        of.child = this;
        size = n & 63;
        of.child.size = (n & 63) + 20;
        for (int i = 0; i < of.child.size; i++) n++;
        for (int i = 0; i < this.size; i++) n++;
        for (int i = 0; i < last.size; i++) n++;
        data = new int[5];
        for (int i = 0; i < of.data.length; i++) n++;
        for (int i = 0; i < of.child.data.length; i++) n++;
    }

    Copied(Copied of, long n) {
        size = 1;
        of = last;
        size = (int) (n & 63);
        for (int i = 0; i < of.size; i++) n++;
    }

    Copied(Copied of, char n) {
        size = 1;
        resize(of, 45);
        for (int i = 0; i < of.size; i++) n++;
    }

    Copied(Copied of, short n) {
        this(of, (int) n);
        size = n & 31;
        for (int i = 0; i < of.size; i++) n++;
        for (int i = 0; i < size; i++) n++;
    }

    static void resize(Copied of, int n) { of.size = n; }

    static int copied(int n) { return new Copied(new Copied(n), 1).size; }
    static int copiedTwice(int n) { Copied one = new Copied(n); return new Copied(new Copied(one, 1), 2).size; }
    static int leaked(int n) { return new Copied(new Copied(n), true, n).size; }
    static int other(int n) { Copied o = new Copied(n + 7); return new Copied(new Copied(n), (long) n).size + o.size; }
    static int resized(int n) { return new Copied(new Copied(n), 'c').size; }
    static int continued(int n) { return new Copied(new Copied(n), (short) n).size; }
}
