import java.util.*;

/** Numbers that other parts of the class seem to determine. */
class Known {
    static int limit = 5;
    static final Known FIRST = new Known();
    static final int LATE = Integer.parseInt("40");
    static int number = 40;
    static final int[] TABLE = new int[12];
    static int[] table = {1, 2, 3, 4};
    final int own;
    int mine = 30;
    int seen;

    Known() {
        int s = 0;
        for (int i = number; i < 60; i++) s++;
        for (int i = LATE; i < 60; i++) s++;
        own = 20;
        seen = s;
    }

    Known(int n) {
        seen = early();
        own = n & 31;
        mine = 40;
    }

    int early() {
        int s = 0;
        for (int i = own; i < 50; i++) s++;
        for (int i = mine; i < 50; i++) s++;
        return s;
    }

    static int makes(int n) {
        return new Known().seen + new Known(n).seen;
    }

    static abstract class Base {
        int s;

        Base() {
            s = run();
        }

        abstract int run();
    }

    static class Derived extends Base {
        int k = 40;
        final int f = 40;
        final int g;
        final int[] held = new int[30];

        Derived() {
            super();
            g = 40;
        }

        int run() {
            int t = 0;
            for (int i = k; i < 60; i++) t++;
            for (int i = g; i < 60; i++) t++;
            for (int i = held == null ? 0 : held.length; i < 40; i++) t++;
            return t;
        }
    }

    static int derived(int n) {
        Derived d = new Derived();
        return d.s + d.run();
    }

    static class Changing {
        private int size = 10;
        private final int kept;
        static int shared = 10;

        Changing() {
            kept = 7;
        }

        void more() {
            size += 9;
            shared++;
        }

        int loop() {
            int s = 0;
            for (int i = 0; i < size; i++) s++;
            for (int i = kept; i < 12; i++) s++;
            for (int i = 0; i < shared; i++) s++;
            return s;
        }
    }

    static int changing(int n) {
        Changing c = new Changing();
        int s = c.loop();
        for (int i = 0; i < (n & 7); i++) c.more();
        c.size += n & 15;
        return s + c.loop();
    }

    static int ofTable() {
        int s = 0;
        for (int x : TABLE) s++;
        for (int x : table) s += x;
        for (int i = 0; i < table[1]; i++) s++;
        return s;
    }

    static int replaces(int n) {
        table = new int[n & 31];
        int s = ofTable(0);
        table = new int[] {5, 6, 7};
        return s + ofTable(0);
    }

    static int ofTable(int n) {
        int s = 0;
        for (int x : table) s++;
        return s;
    }

    static int writesTable(int n) {
        TABLE[3] = n & 63;
        int s = 0;
        for (int i = 0; i < TABLE[3]; i++) s++;
        return s;
    }

    static int ten() {
        return 10;
    }

    int overridden() {
        return 10;
    }

    private int hidden() {
        return 12;
    }

    static class Over extends Known {
        @Override
        int overridden() {
            return 45;
        }

        int hidden() {
            return 50;
        }
    }

    int callsOverridden() {
        int s = 0;
        for (int i = 0; i < overridden(); i++) s++;
        for (int i = 0; i < hidden(); i++) s++;
        for (int i = 0; i < ten(); i++) s++;
        return s;
    }

    static int callsOver(int n) {
        return new Over().callsOverridden() + ((n & 1) == 0 ? new Known() : new Over()).callsOverridden();
    }

    static int half(int n) {
        n = n / 2;
        return n;
    }

    static int clampIndex(int n, int length) {
        if (n < 0) n += length;
        if (n >= length) n = length - 1;
        return n;
    }

    static int pick(boolean b) {
        return b ? 3 : 30;
    }

    static int usesHalf(int n) {
        int s = 0;
        for (int i = half(n); i < 20 && i > -50; i++) s++;
        for (int i = 0; i < half(half(n)) && i < 99; i++) s++;
        return s;
    }

    static int usesClamp(int[] a, int n) {
        int s = 0;
        int k = clampIndex(n, a.length);
        for (int i = k; i >= 0; i--) s++;
        for (int i = Math.max(-9, k); i < a.length; i++) s++;
        return s;
    }

    static int usesPick(boolean b, int n) {
        int s = 0;
        for (int i = 0; i < pick(b); i++) s++;
        for (int i = pick(b); i < pick(!b); i++) s++;
        for (int i = 0; i < pick(n > 3) - pick(n < 5); i++) s++;
        for (int i = 0; i < pick(n > 3) * pick(n < 5); i++) s++;
        return s;
    }

    Known itself() {
        return this;
    }

    Known other() {
        return FIRST;
    }

    int chained(int n) {
        mine = n & 63;
        int s = 0;
        for (int i = 0; i < itself().mine; i++) s++;
        for (int i = 0; i < other().mine; i++) s++;
        for (int i = 0; i < itself().itself().other().itself().mine; i++) s++;
        return s;
    }

    static String name(int n) {
        return n > 3 ? "abc" : "abcdefghijkl";
    }

    static int ofNames(int n) {
        int s = 0;
        for (int i = 0; i < name(n).length(); i++) s++;
        String t = n < 9 ? "q" : "qwertyuiop";
        for (int i = 0; i < t.length(); i++) s++;
        final String u = "abc" + "def";
        for (int i = u.length(); i > 0; i--) s++;
        return s;
    }

    static int lazy;

    static int lazily(int n) {
        if (lazy == 0) lazy = n & 63;
        int s = 0;
        for (int i = 0; i < lazy; i++) s++;
        return s;
    }

    static int twice(int n) {
        return lazily(n) + lazily(n * 7);
    }

    static int reset(int n) {
        number = n & 15;
        int s = 0;
        for (int i = number; i < 60; i++) s++;
        number = 40;
        return s;
    }

    static int unset(int n) {
        int s = 0;
        for (int i = number; i < 60; i++) s++;
        return s;
    }

    enum Size {
        SMALL(3), LARGE(33);

        final int size;
        int used = 2;

        Size(int size) {
            this.size = size;
        }

        int loop() {
            int s = 0;
            for (int i = 0; i < size; i++) s++;
            for (int i = 0; i < used; i++) s++;
            used++;
            return s;
        }
    }

    static int sizes(int n) {
        return Size.SMALL.loop() + Size.LARGE.loop() + Size.values()[n & 1].loop();
    }

    static class Cell {
        final int n;

        Cell(int n) {
            this.n = n;
        }

        Cell(Cell c) {
            this(c.n + 10);
        }

        int loop() {
            int s = 0;
            for (int i = 0; i < n; i++) s++;
            return s;
        }
    }

    static int cells(int n) {
        Cell c = new Cell(n & 15);
        int s = c.loop();
        for (int i = 0; i < 3; i++) {
            c = new Cell(c);
            s += c.loop();
        }
        return s + new Cell(new Cell(7)).loop();
    }

    private final List<Integer> list = new ArrayList<>();

    int fills(int n) {
        for (int i = 0; i < (n & 31); i++) list.add(i);
        int s = 0;
        for (int x : list) s += x;
        for (int i = 0; i < list.size(); i++) s++;
        return s;
    }
}
