import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Exceptions, labels, locks and switches in and around loops. */
class Flow {
    static int tryInLoop(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            try {
                s += a[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                s--;
            } finally {
                s ^= 1;
            }
        }
        return s;
    }

    static int loopInTry(int[] a, int n) {
        int s = 0;
        try {
            for (int i = 0; i < n; i++) {
                s += 10 / a[i];
            }
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            s = -s;
        }
        return s;
    }

    static int finallyWithReturn(int n) {
        for (int i = 0; i < n; i++) {
            try {
                if (i == 3) {
                    return i;
                }
            } finally {
                if (n == 7) {
                    continue;
                }
            }
        }
        return -1;
    }

    static int retries(int n) {
        int tries = 0;
        while (true) {
            try {
                if (tries++ < n) {
                    throw new IllegalStateException();
                }
                return tries;
            } catch (IllegalStateException e) {
                if (tries > 5) {
                    break;
                }
            }
        }
        return -tries;
    }

    static int thrown(int n) {
        for (int i = 0; i < 10; i++) {
            if (i == n) {
                throw new IllegalArgumentException("at " + i);
            }
        }
        return n;
    }

    static int locked(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            synchronized (a) {
                if (a[i % 3] > 2) {
                    break;
                }
                s += i;
            }
        }
        return s;
    }

    static int states(String input) {
        int state = 0;
        for (char c : input.toCharArray()) {
            state = switch (state) {
                case 0 -> c == 'a' ? 1 : 0;
                case 1 -> c == 'b' ? 2 : c == 'a' ? 1 : 0;
                case 2 -> c == 'c' ? 3 : 0;
                default -> state;
            };
        }
        return state;
    }

    static int fallThrough(int n) {
        int s = 0;
        for (int i = 0; i < 6; i++) {
            switch (n + i) {
                case 1:
                    s += 1;
                case 2:
                    s += 2;
                    break;
                case 3:
                    continue;
                case 1000:
                    return s;
                default:
                    s *= 2;
            }
        }
        return s;
    }

    static int escapes(int[][] rows, int key) {
        int seen = 0;
        rows:
        for (int[] row : rows) {
            for (int x : row) {
                if (x == key) {
                    break rows;
                }
                if (x < 0) {
                    continue rows;
                }
                seen++;
            }
            seen += 100;
        }
        return seen;
    }

    static int lambdas(int n) {
        IntUnaryOperator next = x -> x * 31 + n;
        IntBinaryOperator both = Math::max;
        int s = n;
        for (int i = 0; i < 4; i++) {
            s = both.applyAsInt(next.applyAsInt(s), i);
        }
        return s;
    }

    static int nestedConditions(int a, int b, boolean flag) {
        return flag ? a > b ? a - b : b > 3 ? b : a * a : a == b || a < 0 && b < 0 ? 7 : a + b;
    }

    static String names(int n) {
        return switch (n) {
            case 0, 1 -> "few";
            case 2 -> {
                String s = "";
                for (int i = 0; i < 3; i++) {
                    s += i;
                }
                yield s;
            }
            default -> n < 0 ? "none" : "many";
        };
    }

    static int kinds(String word) {
        return switch (word) {
            case "abc" -> 1;
            case "x" -> 2;
            case "" -> 3;
            default -> word.length();
        };
    }

    static int stepsBack(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s++;
            if (s == 5) {
                i -= 2;
            }
        }
        return s;
    }

    static int changingLimit(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if (i == 2) {
                n += 3;
            }
            s += i;
        }
        return s;
    }

    static int skips(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            if ((i & 3) == 1) {
                i += 2;
                continue;
            }
            s += i;
        }
        return s;
    }

    static int overflowing(int n) {
        int s = 0;
        for (int i = Integer.MAX_VALUE - 3; i > 0 && s < n; i++) {
            s++;
        }
        return s;
    }
}
