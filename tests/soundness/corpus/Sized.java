import java.util.BitSet;

/** Numbers whose names say that they are sizes, and fields that a loop only reads. A name proves nothing. */
class Sized {
    interface Sizes {
        int size();

        int count();

        int length();
    }

    static class Negative implements Sizes {
        int n;

        Negative(int n) {
            this.n = n;
        }

        public int size() {
            return -n;
        }

        public int count() {
            return n - 4;
        }

        public int length() {
            return n * 3;
        }
    }

    static class Positive implements Sizes {
        public int size() {
            return 2;
        }

        public int count() {
            return 1;
        }

        public int length() {
            return 3;
        }
    }

    int size;
    int count;
    int other;

    /** Nobody but the caller knows which. */
    static Sizes of(int n) {
        return n == 7 ? new Positive() : new Negative(n);
    }

    static int smallest(Sizes sizes, int m) {
        int s = 0;
        for (int i = Math.min(sizes.size(), 3); i < m; i++) {
            s++;
        }
        return s;
    }

    int smallestOf(int n, int m) {
        return smallest(of(n), m);
    }

    static int half(Sizes sizes, int m) {
        int s = 0;
        for (int i = 0; i < m - sizes.size() / 2; i++) {
            s++;
        }
        return s;
    }

    int halfOf(int n, int m) {
        return half(of(n), m);
    }

    static int rest(Sizes sizes, int m) {
        int s = 0;
        for (int i = sizes.size() % 5; i < m; i++) {
            s++;
        }
        return s;
    }

    int restOf(int n, int m) {
        return rest(of(n), m);
    }

    static int product(Sizes sizes, int m) {
        int s = 0;
        for (int i = sizes.size() * sizes.count(); i < m; i++) {
            s++;
        }
        return s;
    }

    int productOf(int n, int m) {
        return product(of(n), m);
    }

    static int between(Sizes sizes, int m) {
        int s = 0;
        for (int i = sizes.size(); i < sizes.length() + m; i++) {
            s++;
        }
        return s;
    }

    int betweenOf(int n, int m) {
        return between(of(n), m);
    }

    int fromSmaller(int m) {
        int s = 0;
        for (int i = Math.min(size, 3); i < m; i++) {
            s++;
        }
        return s;
    }

    int toDifference(int m) {
        int s = 0;
        for (int i = 0; i < m - Math.min(size, count); i += 3) {
            s++;
        }
        return s;
    }

    int toDifferenceOfOthers(int m) {
        int s = 0;
        for (int i = 0; i < m - Math.min(other, count); i += 3) {
            s++;
        }
        return s;
    }

    int fromShifted(int m) {
        int s = 0;
        for (int i = size >> 1; i < m; i++) {
            s++;
        }
        return s;
    }

    int toLarger(int m) {
        int s = 0;
        for (int i = Math.min(size, count); i < Math.max(size, m); i++) {
            s++;
        }
        return s;
    }

    int toElements(int[] a) {
        int s = 0;
        for (int i = size - 1; i < a.length; i++) {
            s++;
        }
        return s;
    }

    int toEither(int m) {
        int s = 0;
        for (int i = 0; i < size || i < other; i += 1 + (m & 1)) {
            s++;
        }
        return s;
    }

    int fromField(int n, int m) {
        size = n;
        return fromSmaller(m) + fromShifted(m);
    }

    static int fromSmallerParameter(int m, int a, int b) {
        int s = 0;
        for (int i = Math.min(a, b); i < m; i++) {
            s++;
        }
        return s;
    }

    static int toDifferenceOfParameters(int m, int a, int b) {
        int s = 0;
        for (int i = 0; i < m - Math.min(a, b); i += 2) {
            s++;
        }
        return s;
    }

    static int downToSmaller(int m, int a, int b) {
        int s = 0;
        for (int i = m; i > Math.min(a, b); i -= 2) {
            s++;
        }
        return s;
    }

    static int bits(int[] a) {
        BitSet bits = new BitSet();
        for (int each : a) {
            bits.set(each & 63);
        }
        int s = 0;
        int i = bits.length();
        while (i < bits.size()) {
            if (s > 3) {
                i++;
            } else {
                i += 2;
                s++;
            }
        }
        return s;
    }
}
