/** Boxed numbers that count. */
class Boxes {
    static int upTo(int n) { int s = 0; for (Integer i = 0; i < n; i++) s++; return s; }
    static int whileLess(int n) { Integer i = 0; while (i < n) { i = i + 1; } return i; }
    static int byTwo(int n) { Integer i = n; int s = 0; while (i > 0) { i -= 2; s++; } return s; }
    static int inLongs(long n) { int s = 0; for (Long i = 0L; i < n; i++) s++; return s; }
    static int inShorts(int n) { int s = 0; for (Short i = 0; i < n; i++) s++; return s; }
    static int inCharacters(int n) { int s = 0; for (Character c = 'a'; c < n; c++) s++; return s; }
    static int replaced(int n, Integer k) { int s = 0; Integer i = 0; while (i < n) { if (s > 5) i = k; i++; s++; if (s > 300) break; } return s; }
    static int swapped(int n) { Integer i = 0, j = n; int s = 0; while (i < j) { Integer t = i; i = j; j = t; i++; s++; if (s > 400) return s; } return s; }
    static int halved(int n) { int s = 0; Integer i = n; do { s++; i = i / 2; } while (i > 0); return s; }
    static int asObject(int n) { int s = 0; Integer i = 0; while (i < n) { Object o = i; i = i + 1; s += o.hashCode(); } return s; }
    static int oneOrTwo(int n) { int s = 0; Integer i = 0; while (i < n) { i = i + (n > 5 ? 1 : 2); s++; } return s; }
    static int maybeNull(int n) { int s = 0; Integer i = null; for (int j = 0; j < n; j++) { if (i == null) i = 0; while (i < j) { i++; s++; } } return s; }
    static int largest(int[] a) { Integer best = 0; for (int x : a) if (x > best) best = x; int s = 0; for (int i = 0; i < a.length; i++) s += best; return s; }
    static int spelledOut(int n) { Integer i = 0; int s = 0; for (; i.intValue() != n; i = Integer.valueOf(i.intValue() + 1)) s++; return s; }
    static int inBytes(int n) { Byte i = 0; int s = 0; while (i < n) { i++; s++; if (s > 500) break; } return s; }
    static int chained(int n) { Integer i = 0; int s = 0; Integer k = i = 3; while (i < n) { i++; s += k; } return s; }
    static int meeting(int n) { int s = 0; for (Integer i = 0, j = n; i < j; i++, j--) s++; return s; }
}
