/** Paths through a loop whose facts hold only at one time, or only without wrap-around. */
class Paths {
    static class Cell { int x; }
    static class Asked { int n; int size() { return n++; } }
    static class Emptied { int n; boolean isEmpty() { return n > 3; } int size() { int k = n; while (k > 9) k -= 3; return k; } }
    static class Cut { static String substring(String s, int from) { return s.substring(from / 2); } }
    static class Grows {
        StringBuilder sb = new StringBuilder("abc");
        int field(int i) { if (i >= sb.length()) return 0; if (i < 50) sb.append('x'); return 1 + field(i + 1); }
    }
    static int innerOfDoubles(int n, int k) { int c = 0; while (n > 0) { boolean h = false; for (double d = 0; d < 3; d++) h = true; if (h && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int innerOfList(int n, int k, java.util.List<Integer> l) { int c = 0; while (n > 0) { boolean h = false; for (Integer x : l) h = true; if (h && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int fieldOnOtherPath(Cell o, int k) { int c = 0; for (;;) { c++; if (k > 0) { k--; o.x = 50; } else if (o.x <= 0) break; else o.x--; } return c; }
    static int textOnOtherPath(String s, int k) { int c = 0; while (k >= 0) { c++; if (k > 0) { k--; s = "abcdefghijklmnopqrstuvwxyz"; } else if (s.isEmpty()) break; else s = s.substring(1); } return c; }
    static int wrapsOneWay(int n) { int c = 0, h = 0; while (n > 0) { if (h < 0) n++; else n -= 2; h += 1000000000; c++; } return c; }
    static int innerWraps(int n, int k) { int c = 0; while (n > 0) { int h = 0; for (int j = 0; j < 5; j++) h += 600000000; if (h < 0 && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int distanceWraps(int n, int k) { int c = 0; while (n > 0) { int a = 0, b = 0; for (int j = 0; j < 5; j++) { a += 600000000; b++; } if (a < b && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int beginWraps(int m, boolean b) { int i = (b ? 2147483647 : 3) + 1; int c = 0; while (m > 0) { if (i < 0) m++; else m--; i = i / 2 + 1; c++; } return c; }
    static int quotientOfNegative(int k) { int n = k > 50 ? 5 : -3; int i = 100; int c = 0; while (k > 0) { if (i >= 1 && 0 <= n / i && n < 0) { k++; i--; } else k--; c++; } return c; }
    static int losesBits(int x) { int c = 0, y = (1 << 30) + 100; while (y >= 0 && x - 2 * y > 0) { x <<= 1; y = (y & 1) == 0 ? y + 1 : y - 3; c++; } return c; }
    static int negatedLong(long x) { int c = 0; while (x != 0) { x = -(x * -2); c++; } return c; }
    static int elementBefore(int n, int k) { int[] a = { 5 }; int m = a[0]; a[0] = 9; int c = 0; while (n > 0) { if (a[0] > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int sizeBefore(int n, int k) { StringBuilder s = new StringBuilder(); int m = s.length(); s.append("a"); int c = 0; while (n > 0) { if (s.length() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int boxes(int n, int k) { int c = 0; while (n > 0) { Integer a = 1000, b = 1000; if (a != b && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int bitsOfSum(int a, int n, int k) { int b = 2147483647; int c = 0; while (n > 0) { if (Long.bitCount((long) a + b) > Long.bitCount(a + b) && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int signOfSum(int a, int n, int k) { int b = 2147483647; int c = 0; while (n > 0) { if (Long.signum((long) a + b) != Long.signum(a + b) && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int[] copyOf(int[] a, int n) { int[] r = new int[a.length - 1]; for (int i = 0; i < r.length; i++) r[i] = n; return r; }
    static int shortened(int[] a) { if (a.length < 3) return 0; return 1 + shortened(copyOf(a, 2)); }
    static int cutByOwn(String s) { int c = 0; while (s.length() > 2) { s = Cut.substring(s, 2); c++; } return c; }
    static void add(StringBuilder l) { l.append('x'); }
    static int grownByHelper(int n, int k) { StringBuilder s = new StringBuilder(); int c = 0; while (n > 0) { int m = s.length(); add(s); if (s.length() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownByCollections(int n, int k) { java.util.List<Integer> s = new java.util.ArrayList<>(); int c = 0; while (n > 0) { int m = s.size(); java.util.Collections.addAll(s, 1); if (s.size() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int ownSize(int n, int k) { Asked q = new Asked(); int c = 0; while (n > 0) { int m = q.size(); if (q.size() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int ownEmpty(int n, int k, Emptied e) { int c = 0; while (n > 0) { if (!e.isEmpty() && e.size() < 1 && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownAlias(StringBuilder a, int i, boolean b) { StringBuilder o = b ? a : new StringBuilder(); if (i >= a.length()) return 0; if (i < 50) o.append('x'); return 1 + grownAlias(a, i + 1, b); }
    static int grownField() { return new Grows().field(0); }
    static class Linked { int x; Linked next; StringBuilder sb = new StringBuilder(); void grow() { sb.append('x'); } }
    static int fieldOfNext(Linked p, int k) { int c = 0; while (p.x > 0) { p.x--; if (p.next != null && k > 0) { p = p.next; k--; } c++; } return c; }
    static int fieldOfOther(int n) { Linked p = new Linked(), q = new Linked(); p.next = q; q.next = p; p.x = 3; q.x = n; int c = 0; while (p.x > 0) { p.x--; p = p.next; c++; } return c; }
    static int charactersOfArray(int k, int n) { char[] a = { 'a', 'b' }; int c = 0; while (n > 0) { int u = Character.codePointAt(a, 0); a[0]++; if (Character.codePointAt(a, 0) > u && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int randomTwice(int n, int k) { int c = 0; while (n > 0) { if (Math.random() != Math.random() && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int shrunkByIterator(int n, int k) { java.util.List<Integer> l = new java.util.ArrayList<>(); for (int i = 0; i < 99; i++) l.add(i); int c = 0; while (n > 0) { int m = l.size(); java.util.Iterator<Integer> it = l.iterator(); it.next(); it.remove(); if (l.size() < m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownByLambda(int n, int k) { java.util.List<Integer> l = new java.util.ArrayList<>(); Runnable r = () -> l.add(1); int c = 0; while (n > 0) { int m = l.size(); r.run(); if (l.size() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int shrunkByView(int n, int k) { java.util.List<Integer> l = new java.util.ArrayList<>(); for (int i = 0; i < 99; i++) l.add(i); java.util.List<Integer> v = l.subList(0, l.size()); int c = 0; while (n > 0) { int m = l.size(); v.clear(); if (l.size() < m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownByOther(StringBuilder a, StringBuilder b, int n, int k) { int c = 0; while (n > 0) { int m = a.length(); b.append('x'); if (a.length() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownTwice(int n, int k) { StringBuilder s = new StringBuilder(); return grownByOther(s, s, n, k); }
    static int grownInObject(int n, int k) { Linked o = new Linked(); int c = 0; while (n > 0) { int m = o.sb.length(); o.grow(); if (o.sb.length() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int grownByJoin(int n, int k, boolean b) { StringBuilder s = new StringBuilder(), t = new StringBuilder(); StringBuilder o = b ? s : t; int c = 0; while (n > 0) { int m = s.length(); o.append('x'); if (s.length() > m && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int halvesOfSums(int a, int n, int k) { int c = 0; while (n > 0) { int b = 2147483647; long x = ((long) a + b) / 2; int y = (a + b) / 2; if (x > y && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int innerDoWhile(int n, int k) { int c = 0; while (n > 0) { int h = 0, j = 0; do { h += 600000000; j++; } while (j < 5); if (h < 0 && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int shortenedAfterAccess(int n, int k) { StringBuilder s = new StringBuilder("ab"); int c = 0; while (n > 0) { s.charAt(1); s.setLength(0); if (s.length() < 1 && k > 0) { n++; k--; } else n--; s.append("abc"); c++; } return c; }
    static int clearedAfterAccess(int n, int k) { java.util.List<Integer> s = new java.util.ArrayList<>(); s.add(1); s.add(2); int c = 0; while (n > 0) { s.get(1); s.clear(); if (s.size() < 1 && k > 0) { n++; k--; } else n--; s.add(1); s.add(2); c++; } return c; }
    static int innerOfElements(int n, int k, int[] a) { int c = 0; while (n > 0) { int i = 0; boolean h = false; while (a[0] < 3) { a[0]++; h = true; i++; } a[0] = 0; if (h && k > 0) { n++; k--; } else n--; c++; } return c; }
    int f;
    static int innerOfField(int n, int k) { Paths o = new Paths(); int c = 0; while (n > 0) { boolean h = false; o.f = 0; while (o.f < 3) { o.f++; h = true; } if (h && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int innerHash(int n, int k) { int c = 0; int h = 0; while (n > 0) { int m = h; for (int i = 0; i < 70; i++) h = h * 2 + 1; if (m > h && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int innerSwap(int n, int k) { int c = 0; while (n > 0) { int x = 0, y = 5; for (int i = 0; i < 3; i++) { int t = x; x = y; y = t; } if (x > y && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int innerOfLong(int n, int k) { int c = 0; while (n > 0) { long x = 0; int q = 2147483647; for (int i = 0; i < 5; i++) { x += (q + (i & 1) + 1) ; } if (x < 0 && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int outerWraps(int n, int k, int m) { int c = 0, i = 0; while (m > 0) { m--; int x = n; while (x > 0) { if (i < 0 && k > 0) { x++; k--; } else x--; c++; } i += 1000000000; } return c; }
    static int constantWraps(int n, int k) { int c = 0, b = 2147483647; while (n > 0) { int d = b + 1; if (d < 0 && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int shiftsWide(int n, int k) { int c = 0, a = k > 5 ? 2147483647 : 2147483646; while (n > 0) { long x = (long) (a + n) >>> 1; if (a > 0 && x > 2147483647L && k > 0) { n++; k--; } else n--; c++; } return c; }
    static int shiftsQuotient(int n, int k, int z) { int c = 0, a = 1000000000 + (n & 1); if (z != 0 || a < 0) return 0; while (n > 0) { int x = (a * 3 / 2 + z) >>> 1; if (x > 1073741823 && k > 0) { n++; k--; } else n--; c++; } return c; }
}
