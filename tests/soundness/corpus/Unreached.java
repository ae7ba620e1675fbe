import java.util.ArrayList;
import java.util.List;

/** Worst cases that no call reaches: a contract between what runs and the worst case is not violated. */
class Unreached {
    /** Large arguments return at once. */
    static int guarded(int n) {
        if (n > 12) {
            return 0;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i * i;
        }
        return s;
    }

    /** Whoever passes a large number gets an exception. */
    static int refused(int n) {
        if (n > 12) {
            throw new IllegalArgumentException("too many");
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i * i;
        }
        return s;
    }

    private static void check(int n) {
        if (n > 12) {
            throw new IllegalArgumentException("too many");
        }
    }

    /** The same in a callee. */
    static int refusedBelow(int n) {
        check(n);
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i * i;
        }
        return s;
    }

    private static boolean isLarge(int n) {
        return n > 12;
    }

    /** A callee decides. */
    static int asked(int n) {
        if (isLarge(n)) {
            return 0;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i * i;
        }
        return s;
    }

    /** An empty array returns at once. */
    static int empty(int[] a, int n) {
        if (a.length == 0) {
            return 0;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    /** Two conditions that exclude each other. */
    static int both(int n, int m) {
        int s = 0;
        if (n > m) {
            for (int i = 0; i < 20; i++) {
                s += i;
            }
        }
        if (n <= m) {
            for (int i = 0; i < 20; i++) {
                s -= i;
            }
        }
        return s;
    }

    /** The array may be shorter than the number. */
    static int first(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += a[i];
        }
        return s;
    }

    /** The loop ends when it finds something. */
    static int until(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** The list grows while it is read. */
    static int growing(List<Integer> xs, int n) {
        int s = 0;
        for (int k = 0; k < n; k++) {
            for (int i = 20; i >= xs.size(); i--) {
                s += i;
            }
            xs.add(s);
        }
        return s;
    }

    /** What a loop reads is what the loop before wrote. */
    static int written(int n) {
        List<Integer> xs = new ArrayList<>();
        for (int i = 0; i < n; i += 2) {
            xs.add(i);
        }
        int s = 0;
        for (int i = 0; i < xs.size(); i++) {
            s += i;
        }
        return s;
    }

    /** A loop of which most iterations do little. */
    static int sparse(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i % 8 == 7) {
                for (int k = 0; k < 10; k++) {
                    s += k;
                }
            }
        }
        return s;
    }

    private static int loop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    /** The callee's loop is the caller's argument. */
    static int passes(int n) {
        return loop(n);
    }

    /** And here half of it. */
    static int halves(int n) {
        return loop(n / 2);
    }

    /** Only one of two callees runs. */
    static int oneOf(int n, int m) {
        return n > m ? loop(n) : loop(m);
    }

    private final int cap;
    private final int[] data;

    Unreached(int cap) {
        this.cap = Math.min(cap, 6);
        this.data = new int[4];
    }

    /** The constructor limits the field. */
    int capped() {
        int s = 0;
        for (int i = 0; i < cap; i++) {
            s += i;
        }
        return s;
    }

    /** The field decides whether anything is done. */
    int whenSet(int n) {
        if (cap == 0) {
            return 0;
        }
        int s = data.length;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }
}
