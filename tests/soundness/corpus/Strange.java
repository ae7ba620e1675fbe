import java.util.*;

/** Clauses and contracts at strange places. */
class Strange {
    //@ energy <= 2 uJ when n <= 10;
    static int sumTo(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    //@ energy <= 100 nJ;
    static int sumBad(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    //@ energy <= 5 uJ when a.length <= 20;
    static int total(int[] a) { int s = 0; for (int x : a) s += x; return s; }
    //@ energy <= 3 uJ when s.length() <= 16;
    static int vowels(String s) { int n = 0; for (int i = 0; i < s.length(); i++) if ("aeiou".indexOf(s.charAt(i)) >= 0) n++; return n; }
    //@ energy <= 1 uJ when n > 0 && n < 1000;
    static int digits(int n) { int c = 0; while (n > 0) { n /= 10; c++; } return c; }
    //@ energy <= 1 uJ when n < 0;
    static int negatives(int n) { int c = 0; while (n < -1) { n /= 2; c++; } return c; }
    //@ energy <= 4 uJ when n >= 0 && n <= 5;
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    // The next clause precedes no loop.
    //@ loop_bound 4;

    static int between(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
    static int beforeIf(int n) {
        // The next clause precedes no loop.
        //@ loop_bound 3;
        if (n > 3) n = 3;
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s;
    }
    static int beforeDo(int[] a) {
        int i = 0;
        //@ loop_bound 40;
        do { i += a.length > i ? a[i] & 1 : 1; i++; } while (i < a.length);
        return i;
    }
    static int onLabel(int[] a, int x) {
        int n = 0;
        //@ loop_bound 2;
        outer:
        for (int i = 0; i < 2; i++) {
            //@ loop_bound 90;
            for (int j = 0; j < a.length; j++) { n++; if (a[j] == x) continue outer; }
        }
        return n;
    }
    static int inLambda(List<Integer> l) {
        int[] c = {0};
        l.forEach(x -> {
            //@ loop_bound 9;
            for (int i = 0; i < (x & 7); i++) c[0]++;
        });
        return c[0];
    }
    static int inLambdaLow(List<Integer> l) {
        int[] c = {0};
        l.forEach(x -> {
            //@ loop_bound 2;
            for (int i = 0; i < (x & 7); i++) c[0]++;
        });
        return c[0];
    }
    static int collatz(int n) {
        if (n < 1 || n > 1000) return 0;
        int s = 0;
        //@ loop_bound 200;
        while (n != 1) { n = (n & 1) == 0 ? n >> 1 : 3 * n + 1; s++; }
        return s;
    }
    static int nested(int n) {
        int s = 0;
        //@ loop_bound n;
        for (int i = 0; i * i < n * 2 && i < n; i++) s += i;
        return s;
    }
    //@ energy <= 900 nJ when k <= 4;
    static int callee(int k) { return sumTo(k); }
    //@ energy <= 50 uJ when l.size() <= 10;
    static int list(List<Integer> l) { int s = 0; for (int x : l) s += x; return s; }
    //@ energy <= 6 uJ when hi - lo <= 10;
    static int span(int lo, int hi) { int s = 0; for (int i = lo; i < hi; i++) s += i; return s; }
    static int flagged(boolean flag, int n) { if (flag) return 1; int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    //@ energy <= 1 uJ when n == 7;
    static int seven(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    //@ energy <= 1 uJ when n <= -5;
    static int byAbs(int n) { int s = 0; for (int i = Math.abs(n); i > 0; i--) s++; return s; }
    //@ energy <= 400 nJ when n <= 3;
    static int wraps(int n) { int c = 0; int i = n; while (i < 4) { i++; c++; if (c > 2000) break; } return c; }
    //@ energy <= 2 uJ when a.length <= 4 && b.length <= 4;
    static int both(int[] a, int[] b) { int i = 0, j = 0, c = 0; while (i < a.length && j < b.length) { if (a[i] <= b[j]) i++; else j++; c++; } return c; }
    //@ energy <= 2 uJ when this.k <= 6;
    int field() { int s = 0; for (int i = 0; i < k; i++) s += i; return s; }
    int k;
}
