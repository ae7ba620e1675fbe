/** Middles of two numbers of unknown sign. */
class Rounded {
    static int toMiddle(int lo, int hi) { int m = (lo + hi) / 2; int c = 0; for (int i = lo; i <= m; i++) { c++; if (Integer.bitCount(c) > 8) break; } return c; }
    static int fromMiddle(int lo, int hi) { int m = (lo + hi) / 2; int c = 0; for (int i = m; i < hi; i++) { c++; if (Integer.bitCount(c) > 8) break; } return c; }
    static int run(int lo, int m) { int c = 0; for (int i = lo; i <= m; i++) { c++; if (Integer.bitCount(c) > 8) break; } return c; }
    static int passed(int lo, int hi) { return run(lo, (lo + hi) / 2) + run(lo, (lo + hi) >> 1) + run(lo, lo + (hi - lo) / 2); }
    static int guarded(int lo, int hi) { return lo < hi ? run(lo, (lo + hi) / 2) : 0; }
}
