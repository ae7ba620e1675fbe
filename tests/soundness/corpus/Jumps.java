import java.util.Iterator;
import java.util.List;

/** Labels, switches, handlers and loops that share headers or leave each other. */
class Jumps {
    int field;
    static int limit = 5;

    static int outOfTwo(int n, int m) {
        int s = 0;
        out:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                s++;
                if (i * j == 20) break out;
            }
        }
        for (int i = 0; i < s; i++) s--;
        return s;
    }

    static int blockLabel(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            skip:
            {
                if (i % 3 == 0) break skip;
                for (int j = 0; j < i; j++) {
                    if (j == 4) break skip;
                    s++;
                }
                s += 2;
            }
            s++;
        }
        return s;
    }

    static int continueOuterWithUpdate(int n, int m) {
        int s = 0;
        next:
        for (int i = 0; i < n; i++, m--) {
            int j = m;
            do {
                if (j < 0) continue next;
                j -= 2;
                s++;
            } while (j != 1);
            s++;
        }
        return s;
    }

    static int restart(int n) {
        int s = 0, again = 0;
        restart:
        while (true) {
            for (int i = 0; i < n; i++) {
                s++;
                if (i == 5 && again++ < 3) continue restart;
            }
            break;
        }
        return s;
    }

    static int restartUnlimited(int[] a) {
        int s = 0;
        again:
        while (s < 500) {
            for (int i = 1; i < a.length; i++) {
                s++;
                if (a[i - 1] > a[i]) {
                    int t = a[i];
                    a[i] = a[i - 1];
                    a[i - 1] = t;
                    continue again;
                }
            }
            return s;
        }
        return -s;
    }

    static int threeExits(int[] a, int x) {
        int i = 0, s = 0;
        for (; ; ) {
            if (i >= a.length) return s;
            if (a[i] == x) break;
            if (s > 30) return -1;
            i += 1;
            s += 2;
        }
        while (i > 0) i--;
        return s;
    }

    static int switchOnText(String t, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            switch (t) {
                case "abc" -> i += 2;
                case "x" -> {
                    for (int j = 0; j < i; j++) s++;
                }
                case "12", "7x" -> s += 3;
                default -> s--;
            }
        }
        return s;
    }

    static int switchValue(int n, int k) {
        int s = 0;
        int to = switch (k & 7) {
            case 0, 1 -> n;
            case 2 -> n + 3;
            case 3 -> {
                int sum = 0;
                for (int i = 0; i < n; i++) sum += i & 1;
                yield sum;
            }
            default -> 4;
        };
        for (int i = 0; i < to; i++) s++;
        return s;
    }

    static int switchContinues(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            switch (a[i] & 3) {
                case 0:
                    continue;
                case 1:
                    i++;
                case 2:
                    s++;
                    break;
                default:
                    if (s < 60) i--;
                    s += 3;
            }
            s++;
        }
        return s;
    }

    enum Mode { UP, DOWN, STAY }

    static int switchOnEnum(int n, int k) {
        int s = 0;
        Mode mode = Mode.values()[k & 1];
        int i = n & 31;
        while (i > 0 && i < 60) {
            switch (mode) {
                case UP:
                    i += 2;
                    break;
                case DOWN:
                    i--;
                    break;
                default:
                    return s;
            }
            s++;
        }
        return s;
    }

    static int finallyInLoop(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i == 3) continue;
                if (i == 20) break;
                s++;
            } finally {
                for (int j = 0; j < i; j++) s++;
            }
        }
        return s;
    }

    static int finallyReturns(int n) {
        int s = 0;
        while (true) {
            try {
                s++;
                if (s > n) return s;
            } finally {
                if (s < 8) continue;
                s++;
            }
        }
    }

    static int nestedHandlers(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                try {
                    s += a[i];
                } finally {
                    s += 10 / (i - 2);
                }
            } catch (ArithmeticException e) {
                for (int j = 0; j < n; j++) s++;
            } catch (ArrayIndexOutOfBoundsException e) {
                i++;
            }
        }
        return s;
    }

    static int retry(int[] a, int tries) {
        int s = 0;
        for (int i = 0; i < tries; i++) {
            try {
                for (int j = 0; j <= i; j++) s += a[j];
                return s;
            } catch (ArrayIndexOutOfBoundsException e) {
                s++;
                if (i > 40) throw e;
            }
        }
        return s;
    }

    static int thrownFromCallee(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                s += spin(i);
            } catch (IllegalArgumentException e) {
                s--;
            }
        }
        return s;
    }

    private static int spin(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        if ((n & 1) == 1) throw new IllegalArgumentException();
        return s;
    }

    static int thrownThroughTwo(int n) {
        try {
            return outer(n) + 1;
        } catch (IllegalStateException e) {
            return -1;
        }
    }

    private static int outer(int n) {
        int s = inner(n);
        for (int i = 0; i < s; i++) s += 0;
        return s;
    }

    private static int inner(int n) {
        for (int i = 0; i < n; i++) if (i == 30) throw new IllegalStateException();
        return n;
    }

    static int resource(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try (Closing c = new Closing(i)) {
                if (i % 4 == 3) throw new IllegalStateException();
                s += c.size;
            } catch (IllegalStateException e) {
                s++;
            }
        }
        return s;
    }

    static final class Closing implements AutoCloseable {
        final int size;

        Closing(int size) {
            this.size = size;
        }

        @Override
        public void close() {
            int s = 0;
            for (int i = 0; i < size; i++) s++;
        }
    }

    static int synchronizedLoop(int n) {
        int s = 0;
        Object lock = new Object();
        for (int i = 0; i < n; i++) {
            synchronized (lock) {
                if (i == 7) continue;
                for (int j = i; j > 0; j -= 3) s++;
            }
        }
        return s;
    }

    static int sharedHeader(int n, int m) {
        int s = 0;
        while (n > 0) {
            if ((n & 1) == 0 && m > 0) {
                m--;
                continue;
            }
            n--;
            s++;
        }
        return s;
    }

    static int sharedHeaderRefilled(int n, int m) {
        int s = 0, k = m;
        while (n > 0) {
            if (k > 0) {
                k--;
                s++;
                continue;
            }
            n -= 3;
            k = m;
        }
        return s;
    }

    static int doWithContinue(int n) {
        int s = 0, i = 0;
        do {
            i++;
            if (i % 2 == 0) continue;
            s++;
        } while (i < n);
        return s;
    }

    static int doInFor(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            int j = 0;
            do {
                s++;
                j += 2;
            } while (j <= m);
        }
        return s;
    }

    static int forInDo(int n) {
        int s = 0;
        do {
            for (int i = n; i > 0; i -= 2) s++;
            n -= 5;
        } while (n > 0);
        return s;
    }

    static int whileWithAssignment(int[] a) {
        int s = 0, i = 0, x;
        while (i < a.length && (x = a[i]) != 7) {
            i += x > 20 ? 2 : 1;
            s++;
        }
        return s;
    }

    static int conditionWithLoop(int n, int[] a) {
        int s = 0;
        while (count(a, n) > 0 && n > 0) {
            n--;
            s++;
        }
        return s;
    }

    private static int count(int[] a, int n) {
        int c = 0;
        for (int x : a) if (x < n) c++;
        return c;
    }

    static int manyWays(int n, int k) {
        int s = 0;
        for (int i = 0; i < n; ) {
            if ((k & 1) != 0) i += 3;
            else if ((k & 2) != 0) i += 1;
            else if ((k & 4) != 0) i += 2;
            else return s;
            if ((k & 8) != 0 && s < 10) i--;
            if ((k & 16) != 0 && i > 4) i += 4;
            s++;
            if (s > 1000) return -1;
        }
        return s;
    }

    static int stateMachine(String t) {
        int state = 0, s = 0;
        int i = 0;
        while (state != 3) {
            s++;
            switch (state) {
                case 0 -> {
                    if (i >= t.length()) state = 3;
                    else if (t.charAt(i) == 'a') state = 1;
                    else i++;
                }
                case 1 -> {
                    i++;
                    state = i < t.length() && t.charAt(i) == 'b' ? 2 : 0;
                }
                default -> {
                    i += 2;
                    state = 0;
                }
            }
        }
        return s;
    }

    static int reopened(List<Integer> xs) {
        int s = 0;
        Iterator<Integer> it = xs.iterator();
        int again = 3;
        while (it.hasNext()) {
            s += it.next();
            if (!it.hasNext() && again-- > 0) it = xs.iterator();
        }
        return s;
    }

    static int afterBreak(int n, int[] a) {
        int i;
        for (i = 0; i < a.length; i++) if (a[i] == n) break;
        int s = 0;
        for (int j = i; j < a.length; j++) s++;
        for (int j = 0; j < i; j++) s++;
        return s;
    }

    static int oddJumpIntoMiddle(int n) {
        int s = 0;
        boolean first = true;
        while (first || n > 0) {
            if (first) {
                first = false;
                s += 2;
            } else {
                n -= 2;
            }
            for (int i = 0; i < n; i++) s++;
        }
        return s;
    }

    static int flagSetLate(int[] a) {
        int s = 0;
        boolean done = false;
        int i = 0;
        while (!done) {
            s++;
            if (i >= a.length) done = true;
            else if (a[i] < 0) i += 2;
            else i++;
        }
        return s;
    }

    static int flagReset(int n) {
        int s = 0;
        boolean again = true;
        int left = n & 15;
        while (again) {
            again = false;
            for (int i = 0; i < left; i++) {
                s++;
                if (i == left - 1) {
                    again = true;
                    left--;
                    break;
                }
            }
        }
        return s;
    }

    static int catchesItself(int n) {
        int s = 0;
        int i = n & 63;
        while (true) {
            try {
                while (true) {
                    s += 100 / i;
                    i--;
                }
            } catch (ArithmeticException e) {
                if (s > 0) return s;
                s++;
                i = 12;
            }
        }
    }

    int fieldInFinally(int n) {
        int s = 0;
        for (field = 0; field < n; field++) {
            try {
                if (field == 2) throw new RuntimeException();
                s++;
            } catch (RuntimeException e) {
                s--;
            } finally {
                if (s < 9) field--;
                s++;
            }
        }
        return s;
    }

    static int patternSwitch(Object[] all) {
        int s = 0;
        for (int i = 0; i < all.length; i++) {
            Object o = all[i];
            if (o instanceof String t && t.length() > 1) for (int j = 0; j < t.length(); j++) s++;
            else if (o instanceof Integer k) for (int j = 0; j < k; j++) s++;
        }
        return s;
    }

    static int innerBreaksOnce(int[] a, int[] b) {
        int s = 0, j = 0;
        for (int i = 0; i < a.length; i++) {
            while (j < b.length && b[j] < a[i]) {
                j++;
                s++;
            }
            if (j == b.length) {
                if (i % 5 == 0) j = 0;
                else break;
            }
        }
        return s;
    }

    static int conditionalStep(int n, boolean a, boolean b) {
        int s = 0;
        for (int i = 0; i < n; i += a ? b ? 3 : 2 : 1) s++;
        for (int i = n; a == b ? i > 0 : i > 5; i -= b ? 2 : 1) s++;
        return s;
    }

    static int shortCircuits(int n, int m, int k) {
        int s = 0;
        while (n > 0 && (m > 0 || k > 0)) {
            if (m > 0) m--;
            else if (k > 0) k--;
            if ((s & 7) == 7) n--;
            s++;
        }
        return s;
    }

    static int eitherOr(int n, int m) {
        int s = 0;
        while (n > 0 || m > 0) {
            if (n >= m) n -= 2;
            else m--;
            s++;
        }
        return s;
    }
}
