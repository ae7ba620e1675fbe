/** Fields that a method stores and reads after calls of code that is unknown to it. */
class KeptStores {
    interface Step { int go(int i); }

    static class Store {
        int size;
        short small;
        byte tiny;
        char letter;
        long wide;
        int[] data = {1, 2, 3};
        Store other;
        static int shared;

        int grow(int by) { size += by; return size; }
        void setSize(int n) { size = n; }
    }

    static class Grows implements Step {
        final Store of; int left = 5;
        Grows(Store of) { this.of = of; }
        public int go(int i) { if (left > 0) { left--; of.size += 3; of.data = new int[of.data.length + 2]; } return i; }
    }

    static class Quiet implements Step {
        public int go(int i) { return i + 1; }
    }

    static Step step(int which, Store of) { return which % 2 == 0 ? new Grows(of) : new Quiet(); }

    static int grows(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 63;
        int sum = 0;
        step.go(1);
        for (int i = 0; i < s.size; i++) sum += i;
        return sum;
    }

    static int growsInLoop(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 63;
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += step.go(i);
        return sum;
    }

    static int alias(int n, int m, boolean same, int which) {
        Store s = new Store();
        Store o = same ? s : new Store();
        Step step = step(which, s);
        s.size = n & 15;
        o.size = m & 63;
        step.go(0);
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += i;
        return sum;
    }

    static int narrow(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.tiny = (byte) n;
        s.small = (short) (n * 3);
        s.letter = (char) n;
        step.go(0);
        int sum = 0;
        for (int i = 0; i < s.tiny; i++) sum += i;
        for (int i = 0; i < s.small; i++) sum += i;
        for (int i = 0; i < s.letter; i++) sum++;
        return sum;
    }

    static int storedAgain(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 15;
        step.go(0);
        s.size = (n & 15) * 2;
        step.go(1);
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += step.go(i);
        return sum;
    }

    static int storedInLoop(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = 1;
        int sum = 0;
        for (int k = 0; k < (n & 7); k++) {
            step.go(k);
            for (int i = 0; i < s.size; i++) sum += step.go(i);
            s.size = k + 3;
        }
        return sum;
    }

    static int branches(int n, boolean first, int which) {
        Store s = new Store();
        Step step = step(which, s);
        if (first) { s.size = n & 7; } else { s.size = n & 31; step.go(0); }
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += step.go(i);
        return sum;
    }

    static int half(int n, boolean first, int which) {
        Store s = new Store();
        s.size = 40;
        Step step = step(which, s);
        if (first) { s.size = n & 7; step.go(0); }
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += step.go(i);
        return sum;
    }

    static int caught(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 7;
        try {
            step.go(0);
            s.size = 10 / (n & 1);
        } catch (ArithmeticException e) {
            s.size = 30;
        }
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += step.go(i);
        return sum;
    }

    static int shared(int n, int which) {
        Store.shared = n & 31;
        Store s = new Store();
        Step step = which % 2 == 0 ? i -> Store.shared += i & 1 : new Quiet();
        step.go(1);
        int sum = 0;
        for (int i = 0; i < Store.shared && i < 1000; i++) sum += step.go(i);
        return sum;
    }

    static int arrays(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.data = new int[n & 31];
        int sum = 0;
        for (int i = 0; i < s.data.length; i++) { s.data[i] = step.go(i); sum += i; }
        for (int i = 0; i < s.data.length; i++) sum += s.data[i];
        return sum;
    }

    static int counts(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 31;
        int sum = 0;
        while (s.size > 0) { s.size--; sum += step.go(sum & 3); }
        return sum;
    }

    static int countsUp(int n, int which) {
        Store s = new Store();
        Step step = which % 2 == 0 ? new Grows(s) : new Quiet();
        s.size = 0;
        int sum = 0;
        while (s.size < (n & 31)) { s.size++; step.go(1); sum++; s.size = Math.max(s.size, 1); }
        return sum;
    }

    static int wide(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.wide = n & 31;
        step.go(0);
        int sum = 0;
        for (long i = 0; i < s.wide; i++) sum += step.go(1);
        return sum;
    }

    static int known(int n) {
        Store s = new Store();
        s.size = n & 15;
        s.grow(7);
        int sum = 0;
        for (int i = 0; i < s.size; i++) sum += i;
        return sum;
    }

    static int through(int n, int which) {
        Store s = new Store();
        s.other = new Store();
        Step step = step(which, s.other);
        s.other.size = n & 15;
        step.go(0);
        s.other = new Store();
        s.other.size = 50;
        step.go(0);
        int sum = 0;
        for (int i = 0; i < s.other.size; i++) sum += step.go(i);
        return sum;
    }

    static int replaced(int n, int which) {
        Store s = new Store();
        Store t = new Store();
        Step step = step(which, t);
        s.size = n & 7;
        t.size = 60;
        step.go(0);
        Store u = (n & 8) == 0 ? s : t;
        int sum = 0;
        for (int i = 0; i < u.size; i++) sum += step.go(i);
        return sum;
    }

    static int until(int n, int which) {
        Store s = new Store();
        Step step = step(which, s);
        s.size = n & 31;
        int i = 0, sum = 0;
        do { sum += step.go(i); i++; } while (i != s.size && i < 200);
        return sum;
    }

    static int inner(int n, int m, int which) {
        Store s = new Store();
        Step step = step(which, s);
        int sum = 0;
        for (int k = 0; k < (n & 7); k++) {
            s.size = m & 15;
            for (int i = 0; i < s.size; i++) { sum += step.go(i); if (sum % 5 == 0) s.size = 20; }
        }
        return sum;
    }
}
