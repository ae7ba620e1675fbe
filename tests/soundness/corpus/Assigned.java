import java.util.ArrayList;
import java.util.List;

/** Fields that a method assigns before a loop, and that callees in the loop change or leave alone. */
class Assigned {
    static int limit = 5;
    static int top;
    static long wide;
    int size;
    short brief;
    int[] data = {1, 2, 3};
    List<Integer> items = new ArrayList<>();

    static int staticRaised(int n) {
        int s = 0;
        top = n & 15;
        for (int i = 0; i < top; i++) {
            s++;
            raise(i);
        }
        return s;
    }

    static int numberRaised() {
        int s = 0;
        top = 7;
        for (int i = 0; i < top; i++) {
            s++;
            raise(i);
        }
        return s;
    }

    static int raisedInFirstOfTwo(int n) {
        int s = 0;
        top = n & 7;
        for (int i = 0; i < 9; i++) raise(i);
        for (int i = 0; i < top; i++) s++;
        return s;
    }

    static int raisedInInner(int n) {
        int s = 0;
        top = n & 7;
        for (int i = 0; i < top; i++) {
            for (int j = 0; j < 6; j++) {
                s++;
                if (i == 0) raise(j);
            }
        }
        return s;
    }

    static int raisedBeforeAndInside(int n) {
        int s = 0;
        top = n & 7;
        raise(4);
        for (int i = 0; i < top; i++) {
            s++;
            raise(i);
        }
        return s;
    }

    static int raisedInOneBranch(int n) {
        int s = 0;
        if (n > 3) top = n & 15;
        else top = 2;
        for (int i = 0; i < top; i++) {
            if ((n & 1) == 0) raise(i);
            s++;
        }
        return s;
    }

    static int raisedInHandler(int n) {
        int s = 0;
        top = n & 15;
        for (int i = 0; i < top; i++) {
            try {
                if (i == 4) throw new IllegalStateException();
                s++;
            } catch (IllegalStateException e) {
                raise(i);
            }
        }
        return s;
    }

    static int raisedInTest(int n) {
        int s = 0;
        top = n & 15;
        for (int i = 0; raised(i) < top; i++) s++;
        return s;
    }

    static int raisedByLambda(int n) {
        int s = 0;
        top = n & 15;
        Runnable raise = () -> raise(4);
        for (int i = 0; i < top; i++) {
            if (i == 2) raise.run();
            s++;
        }
        return s;
    }

    static int raisedElsewhere(int n) {
        int s = 0;
        top = n & 15;
        for (int i = 0; i < top; i++) {
            s++;
            Other.raise(i);
        }
        return s;
    }

    static int fieldOfAnother(int n) {
        int s = 0;
        Other.edge = n & 15;
        for (int i = 0; i < Other.edge; i++) {
            s++;
            Other.push(i);
        }
        return s;
    }

    static int wideRaised(int n) {
        int s = 0;
        wide = n & 15;
        for (long i = 0; i < wide; i++) {
            s++;
            if (i == 3) stretch();
        }
        return s;
    }

    int own(int n) {
        int s = 0;
        size = n & 15;
        for (int i = 0; i < size; i++) {
            s++;
            grow(i);
        }
        return s;
    }

    int ownOfParameter(Assigned other, int n) {
        int s = 0;
        if (other == null) return 0;
        other.size = n & 15;
        for (int i = 0; i < other.size; i++) {
            s++;
            other.grow(i);
        }
        return s;
    }

    int byAnother(Assigned other, int n) {
        int s = 0;
        size = n & 15;
        for (int i = 0; i < size; i++) {
            s++;
            Other.growOf(this, i);
        }
        return s;
    }

    int countdown(int n) {
        int s = 0;
        size = n & 15;
        while (size > 0) {
            size--;
            s++;
            grow(s);
        }
        return s;
    }

    int array(int n) {
        int s = 0;
        data = new int[n & 15];
        for (int i = 0; i < data.length; i++) {
            s++;
            if (i == 3) widen();
        }
        return s;
    }

    int list(int n) {
        int s = 0;
        items = new ArrayList<>();
        for (int i = 0; i < (n & 7); i++) items.add(i);
        for (int i = 0; i < items.size(); i++) {
            s++;
            if (i < 3) addOne();
        }
        return s;
    }

    int narrow(int n) {
        int s = 0;
        brief = (short) (n & 15);
        for (int i = 0; i < brief; i++) {
            s++;
            if (i == 4) brief();
        }
        return s;
    }

    /** The callee leaves the field alone, so a person can bound the loop. */
    static int leftAlone(int n) {
        int s = 0;
        top = n;
        for (int i = 0; i < top; i++) s += twice(i);
        return s;
    }

    int leftAloneOwn(int n) {
        int s = 0;
        size = n;
        for (int i = 0; i < size; i++) s += other(i);
        return s;
    }

    private static void raise(int i) {
        if (i == 4) top += 3;
    }

    private static int raised(int i) {
        raise(i);
        return i;
    }

    private static void stretch() {
        wide += 4;
    }

    private static int twice(int i) {
        return 2 * i;
    }

    private void grow(int i) {
        if (i == 4) size += 3;
    }

    private void widen() {
        data = new int[data.length + 5];
    }

    private void addOne() {
        items.add(1);
    }

    private void brief() {
        brief += 3;
    }

    private int other(int i) {
        brief = 1;
        return i;
    }

    /** Another class that changes fields. */
    static class Other {
        static int edge;

        static void raise(int i) {
            if (i == 4) top += 3;
        }

        static void push(int i) {
            if (i == 4) edge += 3;
        }

        static void growOf(Assigned of, int i) {
            if (i == 4) of.size += 3;
        }
    }
}
