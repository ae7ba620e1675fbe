import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fields that a method reads into locals after an unknown callee has written them. */
class Hooked {
    interface Hook {
        void run(Hooked c);

        int size();
    }

    int n = 4;
    int[] data = new int[5];
    List<Integer> items = new ArrayList<>();
    Hooked peer;
    String name = "ab";
    static int top = 6;
    static int[] tab = {1, 2, 3};

    static class Grow implements Hook {
        int n;

        @Override
        public void run(Hooked c) {
            c.n += 9;
            c.data = new int[50];
            c.name = "abcdefghijklmnopqrstuvwxyz";
            // What the JDK does here is unknown to the suite, so that this method may write anything.
            c.items = new ArrayList<>(Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
            tab = new int[44];
            top = 31;
        }

        @Override
        public int size() {
            return n++;
        }
    }

    int lenAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        for (int x : data)
            s++;
        return s;
    }

    int lenInHook(Hook h) {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            int[] d = data;
            for (int j = 0; j < d.length; j++)
                s++;
            h.run(this);
        }
        return s;
    }

    int nameAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        String t = name;
        for (int i = 0; i < t.length(); i++)
            s++;
        return s;
    }

    int itemsAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        List<Integer> l = items;
        for (int i = 0; i < l.size(); i++)
            s++;
        return s;
    }

    int itemsEach(Hook h) {
        int s = 0;
        h.run(this);
        for (int x : items)
            s++;
        return s;
    }

    int countAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int k = n;
        while (k > 0) {
            k--;
            s++;
        }
        return s;
    }

    int staticAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int[] t = tab;
        int m = top;
        for (int i = 0; i < t.length; i++)
            for (int j = 0; j < m; j++)
                s++;
        return s;
    }

    int halvedAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int k = n;
        while (k > 0) {
            k /= 2;
            s++;
        }
        return s;
    }

    int clonedAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int[] c = data.clone();
        for (int i = 0; i < c.length; i++)
            s++;
        return s;
    }

    int allocAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int[] d = data;
        int[] c = new int[d.length * 2];
        for (int i = 0; i < c.length; i++)
            s++;
        return s;
    }

    int peerAfterHook(Hook h) {
        int s = 0;
        Hooked p = peer == null ? this : peer;
        h.run(p);
        h.run(this);
        int[] d = p.data;
        for (int i = 0; i < d.length; i++)
            s++;
        return s;
    }

    static int total(int[] a, int from) {
        int s = 0;
        for (int i = from; i < a.length; i++)
            s += a[i];
        return s;
    }

    int passAfterHook(Hook h) {
        h.run(this);
        int[] d = data;
        return total(d, 0) + total(data, 1);
    }

    int passCharsAfterHook(Hook h) {
        h.run(this);
        String t = name;
        return chars(t) + chars(name);
    }

    static int chars(String t) {
        int s = 0;
        for (int i = 0; i < t.length(); i++)
            s++;
        return s;
    }

    private int sizeNow() {
        return data.length;
    }

    String name() {
        return name;
    }

    int answerAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        String t = name();
        for (int i = 0; i < t.length(); i++)
            s++;
        return s;
    }

    int elementAfterHook(int[][] rows, Hook h) {
        int s = 0;
        if (rows.length == 0) return s;
        h.run(this);
        int[] row = rows[0];
        for (int i = 0; i < row.length; i++)
            s++;
        return s;
    }

    int getterAfterHook(Hook h) {
        int s = 0;
        h.run(this);
        int k = sizeNow();
        for (int i = 0; i < k; i++)
            s++;
        return s;
    }

    int sizes(Hook h) {
        int s = 0;
        for (int i = 0; i < h.size(); i++) {
            s++;
            if (s > 400) break;
        }
        return s;
    }

    int rowAfterHook(int[][] a, Hook h, int k) {
        int s = 0;
        if (a.length == 0) return 0;
        int[] row = a[0];
        a[0] = new int[k & 63];
        int[] now = a[0];
        for (int i = 0; i < row.length; i++)
            s++;
        for (int i = 0; i < now.length; i++)
            s++;
        return s;
    }

    static void fill(int[][] a) {
        for (int i = 0; i < a.length; i++) a[i] = new int[20];
    }

    static int rowAfterFill(int[][] a) {
        int s = 0;
        fill(a);
        for (int[] r : a)
            for (int x : r)
                s++;
        return s;
    }
}
