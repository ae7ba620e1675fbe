/** Clauses belong to the loop that follows them, and to no other. They are true. */
class Clauses {
    static int first(int n) {
        int s = 0;
        //@ loop_bound 5;
        for (int i = 0; i < (n & 3); i++) {
            s += i;
        }
        return s;
    }

    static int second(int n) {
        for (int i = 0; i < n; i++) {
            n ^= i & 1;
        }
        return n;
    }

    static int third(int n) {
        while (n > 0) {
            n -= 1;
        }
        return n;
    }

    static void empty(int n) {
        // The next clause precedes no loop.
        //@ loop_bound 2;
    }

    static int afterEmpty(int n) {
        for (int i = 0; i < n; i++) { n--; }
        return n;
    }

    static int atTheEnd(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        // The next clause precedes no loop.
        //@ loop_bound 3;
        return s;
    }

    static int aboveAnother(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        s += n;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    static int aboveABranch(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        if (n > 3) {
            for (int i = 0; i < n; i++) {
                s += i;
            }
        }
        return s;
    }

    static int aboveABlock(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        {
            for (int i = 0; i < n; i++) {
                s += i;
            }
        }
        return s;
    }

    static int aboveATry(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        try {
            while (n > 0) {
                s += 10 / n--;
            }
        } finally {
            s++;
        }
        return s;
    }

    // The next clause precedes no loop.
    //@ loop_bound 4;

    static int betweenMethods(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    // The next clause precedes no loop.
    //@ loop_bound 4;
    static int aboveAMethod(int n) {
        for (int i = 0; i < n; i++) {
            n -= i & 1;
        }
        return n;
    }

    static int outer(int n) {
        int s = 0;
        //@ loop_bound 3;
        for (int i = 0; i < (n & 1) + 1; i++) {
            for (int j = 0; j < n; j++) {
                s += j;
            }
        }
        return s;
    }

    static int inner(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            //@ loop_bound 3;
            for (int j = 0; j < (i & 1); j++) {
                s += j;
            }
            for (int j = 0; j < i; j++) {
                s += j;
            }
        }
        return s;
    }

    static int sameLine(int n) {
        int s = 0;
        //@ loop_bound 2;
        for (int i = 0; i < (n & 1); i++) for (int j = 0; j < n; j++) s += j;
        return s;
    }

    static int sameLineAfter(int n) {
        int s = 0;
        //@ loop_bound 2;
        for (int i = 0; i < (n & 1); i++) s++; for (int j = 0; j < n; j++) s += j;
        return s;
    }

    static int sameLineBefore(int n) {
        int s = 0;
        for (int j = 0; j < n; j++) s += j; /*@ loop_bound 2; */ for (int i = 0; i < (n & 1); i++) s++;
        return s;
    }

    static int twoOfALine(int n, int m) {
        int s = 0;
        /*@ loop_bound 1; */ for (int i = 0; i < (n & 1); i++) s++; /*@ loop_bound 9; */ for (int j = 0; j < (m & 7); j++) s += j;
        for (int k = 0; k < m; k++) s += k;
        return s;
    }

    static int labelled(int n) {
        int s = 0;
        //@ loop_bound 7;
        outer:
        for (int i = 0; i < (n & 7); i++) {
            for (int j = 0; j < n; j++) {
                if (j > i * 4) continue outer;
                s += j;
            }
        }
        return s;
    }

    static int behindTheLabel(int n) {
        int s = 0;
        outer:
        //@ loop_bound 7;
        for (int i = 0; i < (n & 7); i++) {
            for (int j = 0; j < n; j++) {
                if (j > i * 4) continue outer;
                s += j;
            }
        }
        return s;
    }

    static int doLoop(int n) {
        int s = 0;
        //@ loop_bound 4;
        do {
            s++;
        } while (s < (n & 3));
        do {
            s++;
        } while (s < n);
        return s;
    }

    static int blockComment(int n) {
        int s = 0;
        /*@ loop_bound 2; @*/
        while (s < (n & 1)) {
            s++;
        }
        while (s < n) {
            s++;
        }
        return s;
    }

    static int lambdaFirst(int n) {
        int s = 0;
        //@ loop_bound 2;
        for (int i = 0; i < (n & 1); i++) {
            s++;
        }
        java.util.function.IntUnaryOperator f = m -> {
            int t = 0;
            for (int i = 0; i < m; i++) {
                t += i;
            }
            return t;
        };
        return f.applyAsInt(n) + s;
    }

    static int inAString(int n) {
        String s = "//@ loop_bound 1;";
        for (int i = 0; i < n; i++) {
            n -= s.length() & 1;
        }
        return n;
    }

    static int switchArm(int n) {
        int s = 0;
        switch (n & 1) {
            case 0:
                // The next clause precedes no loop.
                //@ loop_bound 2;
                s++;
            default:
                for (int i = 0; i < n; i++) {
                    s += i;
                }
        }
        return s;
    }

    static int emptyStatement(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        ;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    static int comments(int n) {
        int s = 0;
        //@ loop_bound 3;
        // Half of the bits.
        /* And no more. */
        for (int i = 0; i < (n & 3); i++) {
            s += i;
        }
        return s;
    }

    static class Later {
        static int loopFirst(int n) {
            for (int i = 0; i < n; i++) {
                n -= i & 1;
            }
            return n;
        }
    }
}

class AfterClauses {
    static int loopFirst(int n) {
        while (n > 0) {
            n--;
        }
        return n;
    }

    static int streak(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] < -100) return i;
        }
        return a.length;
    }
}
