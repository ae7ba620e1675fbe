import java.util.*;
import java.util.function.*;

/** Clauses in confusing places. */
class Loose {
    static int limit = 5;

    static int plain(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 20;
        int k = n & 15;
        for (int i = 0; i < k; i++) s++;
        return s;
    }

    static int afterTheHead(int n) {
        int s = 0;
        // The next clause precedes no loop.
        for (int i = 0; i < (n & 31); i++) { //@ loop_bound 3;
            s++;
        }
        for (int i = 0; i < (n & 31); i++) s += 2;
        return s;
    }

    static int behindAnElse(int n) {
        int s = 0;
        if (n > 5) {
            // The next clause precedes no loop.
            //@ loop_bound 4;
        } else {
            s++;
        }
        while (n > 0) {
            n -= 3;
            s++;
        }
        return s;
    }

    static int inALambdaBefore(int n) {
        IntSupplier none = () -> {
            // The next clause precedes no loop.
            //@ loop_bound 2;
            return 3;
        };
        int s = 0;
        while (s < (n & 63)) s++;
        return s + none.getAsInt();
    }

    static int aroundALabel(int n) {
        int s = 0;
        //@ loop_bound 40;
        outer:
        for (int i = 0; i < (n & 31); i++) {
            for (int j = 0; j < 3; j++) {
                if (j == 2) continue outer;
                s++;
            }
        }
        return s;
    }

    static int inText(int n) {
        String t = """
            //@ loop_bound 1;
            """;
        int s = t.length() & 1;
        for (int i = n & 31; i > 0; i--) s++;
        return s;
    }

    static int inAString(int n) {
        String t = "/*@ loop_bound 1; */"; for (int i = n & 31; i > 0; i--) n += t.length();
        return n;
    }

    static int twoOnALine(int n) {
        int s = 0;
        /*@ loop_bound 2; */ for (int i = 0; i < 2; i++) s++; for (int i = 0; i < (n & 31); i++) s++;
        return s;
    }

    static int nestedOnALine(int n) {
        int s = 0;
        /*@ loop_bound 2; */ for (int i = 0; i < 2; i++) for (int j = 0; j < (n & 31); j++) s++;
        return s;
    }

    static int armOfASwitch(int n) {
        int s = 0;
        switch (n & 3) {
            case 0:
                // The next clause precedes no loop.
                //@ loop_bound 2;
            case 1:
                s += 2;
                break;
            default:
                while (s < (n & 31)) s++;
        }
        return s;
    }

    static int arrowOfASwitch(int n) {
        return switch (n & 3) {
            case 0 -> {
                // The next clause precedes no loop.
                //@ loop_bound 2;
                yield 3;
            }
            default -> {
                int s = 0;
                while (s < (n & 31)) s++;
                yield s;
            }
        };
    }

    static int inDoWhile(int n) {
        int s = 0;
        do {
            s++;
            n--;
            // The next clause precedes no loop.
            //@ loop_bound 2;
        } while (n > 0);
        return s;
    }

    static int finallyTwice(int n) {
        int s = 0;
        try {
            s = 10 / (n & 1);
        } catch (ArithmeticException e) {
            s = 1;
        } finally {
            //@ loop_bound 31;
            for (int i = 0; i < (n & 31); i++) s++;
        }
        return s;
    }

    static int beforeABlock(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        {
            s++;
        }
        for (int i = 0; i < (n & 31); i++) s++;
        return s;
    }

    static int beforeATry(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        try {
            for (int i = 0; i < (n & 31); i++) s++;
        } finally {
            s++;
        }
        return s;
    }

    static int beforeSynchronised(int n) {
        int s = 0;
        // The next clause precedes no loop.
        //@ loop_bound 2;
        synchronized (Loose.class) {
            for (int i = 0; i < (n & 31); i++) s++;
        }
        return s;
    }

    static int beforeALocalClass(int n) {
        // The next clause precedes no loop.
        //@ loop_bound 2;
        class Local {
            int run() {
                int s = 0;
                for (int i = 0; i < (n & 31); i++) s++;
                return s;
            }
        }
        return new Local().run();
    }

    static int inAnAnonymousClass(int n) {
        IntSupplier of = new IntSupplier() {
            // The next clause precedes no loop.
            //@ loop_bound 2;
            int first = 0;

            {
                for (int i = 0; i < (n & 31); i++) first++;
            }

            public int getAsInt() {
                for (int i = 0; i < (n & 31); i++) first++;
                return first;
            }
        };
        return of.getAsInt();
    }

    static int ofStatement(int n) {
        // The next clause precedes no loop.
        //@ loop_bound 2;
        Runnable r = () -> {
            int s = 0;
            for (int i = 0; i < (n & 31); i++) s++;
        };
        r.run();
        return n;
    }

    static int behindTheBody(int n) {
        int s = 0;
        while (s < (n & 31))
            s++;
        //@ loop_bound 1;
        while (s < 1)
            s++;
        while (s < 50)
            s++;
        return s;
    }

    // The next clause precedes no loop.
    //@ loop_bound 3;
    static int beforeAMethod(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s++;
        return s;
    }

    // The next clause precedes no loop.
    //@ loop_bound 3;
    int field = 7;

    int afterAField(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s += field & 1;
        return s;
    }

    static class Inner {
        // The next clause precedes no loop.
        //@ loop_bound 3;
    }

    static int afterAClass(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s++;
        return s;
        // The next clause precedes no loop.
        //@ loop_bound 9;
    }

    static int afterAReturn(int n) {
        int s = 0;
        for (int i = 0; i < (n & 31); i++) s++;
        return s;
    }
}
