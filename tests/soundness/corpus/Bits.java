/** Numbers that lose their bits in several ways. */
class Bits {
    // Every one of 32 bits goes, and then the last one walks down.
    static int lowestThenRight(int n) { int c = 0; while (n != 0) { c++; if ((n & (n - 1)) != 0) n &= n - 1; else n >>>= 1; } return c; }
    static int lowestOfLong(long n) { int c = 0; while (n != 0) { c++; if ((n & (n - 1)) != 0) n -= n & -n; else n >>>= 1; } return c; }
    static int byCount(int n) { int c = 0; while (n != 0) { c++; if (c < 30) n &= n - 1; else n >>>= 1; } return c; }
    // What goes left comes back.
    static int backAndForth(int n, int m) { int c = 0; while (n != 0) { c++; if ((c & 1) == 1 && c < m) n <<= 1; else n >>>= 1; } return c; }
    static int timesTwo(long n, int m) { int c = 0; while (n != 0) { c++; if ((c & 1) == 1 && c < m) n *= 2; else n >>>= 1; } return c; }
    // Both ways add zeros at the lower end.
    static int lowestOrLeft(int n) { int c = 0; while (n != 0) { c++; if ((c & 1) == 1) n <<= 1; else n &= n - 1; } return c; }
}
