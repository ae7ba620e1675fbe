/** Recursions that end at one value, with other ends beside it. */
class Ends {
    static int g;
    static boolean flag;
    int f;

    static int zeroOrBudget(int n, int k) { if (n == 0) return 0; if (k == 0) return 1; return 1 + zeroOrBudget(n - 1, k - 1); }
    static int zeroOrBelow(int n) { if (n == 0) return 0; if (n == -7) return 1; return 1 + zeroOrBelow(n - 1); }
    static int zeroOrFarBelow(int n) { if (n == 0) return 0; if (n < -5) return 2; return 1 + zeroOrFarBelow(n - 1); }
    static int caughtBelow(int n) { if (n == 0) return 0; try { if (n < -9) throw new RuntimeException(); return 1 + caughtBelow(n - 1); } catch (RuntimeException e) { return 3; } }
    static int caughtAccess(int[] a, int n) { if (n == 0) return 0; try { return a[n - 1] + caughtAccess(a, n - 1); } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
    static int switched(int n) { switch (n) { case 0: return 0; case 3: return 1; case -4: return 2; default: return 1 + switched(n - 1); } }
    static int zeroOrCounter(int n) { if (n == 0 || g > 20) return 0; g++; int r = 1 + zeroOrCounter(n - 1); return r; }
    static void zeroOrFlag(int n) { if (n == 0) return; if (flag) return; if (n == -6) { flag = true; } zeroOrFlag(n - 1); flag = false; }
    static int inBytes(byte n) { if (n == 0) return 0; return 1 + inBytes((byte) (n - 1)); }
    static int inShorts(short n) { if (n == 5) return 0; return 1 + inShorts((short) (n + 1)); }
    static int inChars(char n) { if (n == 0) return 0; return 1 + inChars((char) (n - 1)); }
    static int inLongs(long n) { if (n == 0) return 0; return 1 + inLongs(n - 1); }
    static int twiceInLoop(int n) { if (n == 0) return 0; int r = 0; for (int i = 0; i < 2; i++) r += twiceInLoop(n - 1); return r; }
    static int oneOrTwo(int n) { if (n == 0) return 0; if (n % 2 == 0) return 1 + oneOrTwo(n - 2); return 1 + oneOrTwo(n - 1); }
    static int towardsZero(int n) { if (n == 0) return 0; if (n > 0) return 1 + towardsZero(n - 1); return 1 + towardsZero(n + 1); }
    static int alternating(int n) { if (n == 0) return 0; if (n > 0) return 1 + alternating(-n + 1); return 1 + alternating(-n - 1); }
    static int meeting(int n, int m) { if (n == m) return 0; return 1 + meeting(n + 1, m - 1); }
    static int nested(int n, int m) { if (n == 0) return m; if (m == 0) return nested(n - 1, 3); return nested(n, m - 1) + 1; }
    static int eitherZero(int n, int m) { if (n == 0) return 0; if (m == 0) return 0; return eitherZero(n - 1, m) + eitherZero(n, m - 1); }
    static int leftInLoop(int n) { if (n == 0) return 0; int s = 0; while (s < 3) { s++; if (n == -3) return s; } return s + leftInLoop(n - 1); }
    static int afterLoop(int n) { do { if (n == 0) return 0; n--; } while (n > 10); return 1 + afterLoop(n); }
    static int steppedFirst(int n) { n = n - 1; if (n == 0) return 0; if (n == -20) return 1; return 1 + steppedFirst(n); }
    static int halvedOrLess(int n) { if (n == 1) return 0; return 1 + halvedOrLess(n % 2 == 0 ? n / 2 : n - 1); }
    static int divided(int n) { if (n == 0) return 0; return 1 + divided(n / 2); }
    static int dividedToTwo(int n) { if (n == 2) return 0; if (n == 3) return 1; return 1 + dividedToTwo(n / 2); }
    static int shifted(int n) { if (n == 0) return 0; return 1 + shifted(n >> 1); }
    static int shiftedUnsigned(int n) { if (n == 0) return 0; return 1 + shiftedUnsigned(n >>> 1); }
    static int shiftedToEither(int n) { if (n == -1 || n == 0) return 0; return 1 + shiftedToEither(n >> 1); }
    int ofField(int n) { if (f == 0) return 0; f--; return 1 + ofField(n - 1); }
    int zeroOrField(int n) { if (n == 0) return 0; if (f == 3) return 1; f--; return 1 + zeroOrField(n - 1); }
    static int emptyOrX(String s) { if (s.isEmpty()) return 0; if (s.charAt(0) == 'x') return 1; return 1 + emptyOrX(s.substring(1)); }
    static int emptyOrLonger(String s, int k) { if (s.isEmpty()) return 0; return 1 + emptyOrLonger(k > 0 ? s + "a" : s.substring(1), k - 1); }
    static int emptyTwice(String s) { if (s.equals("")) return 0; s = s.substring(1); if (s.equals("")) return 1; return 1 + emptyTwice(s); }
    static int emptyObject(Object s) { if ("".equals(s)) return 0; return 1 + emptyObject(((String) s).substring(1)); }
    static int shortened(StringBuilder s) { if (s.isEmpty()) return 0; s.setLength(s.length() - 1); return 1 + shortened(s); }
    static int removed(java.util.ArrayList<Integer> l) { if (l.isEmpty()) return 0; l.remove(l.size() - 1); return 1 + removed(l); }
    static int emptyOrAdded(java.util.List<Integer> l, int k) { if (l.isEmpty()) return 0; if (k > 0) l.add(1); return 1 + emptyOrAdded(l.subList(1, l.size()), k - 1); }
    static int withFinally(int n) { try { if (n == 0) return 0; return 1 + withFinally(n - 1); } finally { g++; } }
    static int caughtDepth(int n) { if (n == 0) return 0; try { return 1 + caughtDepth(n - 1); } catch (StackOverflowError e) { return 5; } }
    static int locked(int n) { synchronized (Ends.class) { if (n == 0) return 0; return 1 + locked(n - 1); } }
    static int onlyAbove(int n) { if (n == 0) return 0; int x = n > 0 ? onlyAbove(n - 1) : 0; return x + 1; }
    static int between(int n) { if (n == 0) return 0; if (n > -4 && n < 100) { return 1 + between(n - 1); } return 7; }
    static boolean either(int n) { return n == 0 || n < -8 || either(n - 1); }
    static boolean both(int n) { return n != 0 && (n == -9 || both(n - 1)); }
    static int elementOrEnd(int n, int[] a) { if (n == a.length) return 0; if (a[n] < 0) return 1; return 1 + elementOrEnd(n + 1, a); }
    static int equalOrForty(int n, int m) { if (n == m) return 0; if (m == 40) return 9; return 1 + equalOrForty(n + 1, m); }
    static int subtracted(int a, int b) { if (a == b) return a; if (a > b) return subtracted(a - b, b); return subtracted(a, b - a); }
    static int square(int n) { if (n * n == 16) return 0; return 1 + square(n - 1); }
    static int twoEnds(int n) { if (n - 3 == 0) return 0; if (n + 30 == 0) return 1; return 1 + twoEnds(n - 1); }
    static int halves(int lo, int hi) { if (lo == hi) return 0; int m = (lo + hi) / 2; return halves(lo, m) + halves(m + 1, hi) + 1; }
    static int inRange(int n) { if (n <= 0 && n >= -3) return 0; return 1 + inRange(n - 1); }
    static int masked(int n) { if ((n & 7) == 0) return 0; return 1 + masked(n - 1); }
    static int remainder(int n) { if (n % 5 == 0) return 0; return 1 + remainder(n - 1); }
    static int least(int n) { if (n == Integer.MIN_VALUE) return 0; if (n < 0) return 1; return 1 + least(n - 3); }
    static int withLoop(int n) { if (n == 0) { return 0; } else if (n == 1) { return 1; } else { int s = 0; for (int i = 0; i < n; i++) s++; return s + withLoop(n - 1); } }
}
