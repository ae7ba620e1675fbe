import java.util.*;
import java.util.regex.*;

/** Names that mislead: fields and methods that share one, objects reached by another reference, answers that differ. */
class Mistaken {
  static int pick(boolean f, int a, int b) { return f ? a : b; }
  static int two(boolean f, boolean g, int a, int b, int y) { return pick(f, a, b) < y ? pick(g, a, b) : y; }
  static int choosesTwice(boolean f, boolean g, int a, int b, int y) { int m = two(f, g, a, b, y); int s = 0; for (int i = 0; i < m; i++) s++; return s; }
  static class X { static int n; }
  static class Y { static int n = 150; static int getN() { return n; } }
  static int otherClass() { X.n = 0; int m = Y.getN(); int s = 0; for (int i = 0; i < m; i++) s++; return s; }
  static class P { int f; int loop() { int s = 0; for (int i = 0; i < f; i++) s++; return s; } }
  static class Q extends P { int f; }
  static class H { P p; int loop() { int s = 0; for (int i = 0; i < p.f; i++) s++; return s; } }
  static void fill(P p) { p.f = 200; }
  static int hiddenField() { H h = new H(); Q x = new Q(); fill(x); x.f = 0; h.p = x; return h.loop(); }

  static int removesAbsent(int n) { Set<Integer> s = new HashSet<>(); s.add(n & 127); int c = 0; while (!s.isEmpty()) { s.remove(c); c++; } return c; }
  static int capacity(int n) { StringBuilder b = new StringBuilder(100); int c = 0; for (int i = 0; i < b.capacity(); i++) c += i ^ n; return c; }
  static void format(Formatter f, int n) { f.format("%100d", n); }
  static int keptByConstructor(int n) { StringBuilder b = new StringBuilder(); Formatter f = new Formatter(b); format(f, n); int c = 0; for (int i = 0; i < b.length(); i++) c++; return c; }
  static int addsThroughView(int n) { java.util.concurrent.ConcurrentHashMap<Integer, Boolean> m = new java.util.concurrent.ConcurrentHashMap<>(); Set<Integer> s = m.keySet(true); for (int i = 0; i < (n & 63); i++) s.add(i); int c = 0; for (Integer k : m.keySet()) c++; return c; }
  static class Base { List<Integer> list; }
  static class Derived extends Base { void grow(int n) { for (int i = 0; i < n; i++) list.add(i); } }
  static int sharedName(Derived d, Base b, int n) { List<Integer> l = new ArrayList<>(); d.list = l; int z = b.list == null ? 0 : 1; d.grow(n & 63); int c = 0; for (Integer x : l) c++; return c + z; }
  static int resetBefore(String s, String t) { Matcher m = Pattern.compile("").matcher(s); m.reset(t); int c = 0; while (m.find()) c++; return c; }
  static void again(Object o) { ((Matcher) o).reset(); }
  static int resetAsObject(String s, int n) { Matcher m = Pattern.compile("").matcher(s); int c = 0; while (m.find()) if (++c < (n & 255)) again(m); return c; }
  static int resetAsOther(String s, int n) { Matcher m = Pattern.compile("").matcher(s); Matcher o = Pattern.compile("x").matcher("y"); Matcher k = n > 0 ? m : o; int c = 0; while (m.find()) if (++c < (n & 255)) k.reset(); return c; }
  static int resetByLambda(String s, int n) { Matcher m = Pattern.compile("").matcher(s); Runnable r = () -> m.reset(); int c = 0; while (m.find()) if (++c < (n & 255)) r.run(); return c; }
  static int next(Iterator<Integer> it) { return 3; }
  static int ownNext(List<Integer> l) { int c = 0; Iterator<Integer> it = l.iterator(); while (it.hasNext()) { next(it); c++; if (Integer.bitCount(c) > 6) break; } return c; }
  static int orDefault(Map<String, String> m) { String s = m.getOrDefault("qq", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"); int c = 0; for (int i = 0; i < s.length(); i++) c++; return c; }
  static class G { G next; G getNext() { return next; } static int length(G p) { int c = 0; while (p != null) { p = p.getNext(); c++; } return c; } }
  static class M extends G { int k; G getNext() { if (k <= 0) return null; M m = new M(); m.k = Math.min(k, 50) - 1; return m; } }
  static int overriddenGetter(int k) { M m = new M(); m.k = k; return G.length(m); }
  static class N { N next; N left, right; }
  static int passesNull(N p, int n) { if ((n & 63) == 0) return 0; N q = p == null ? null : p.next; return 1 + passesNull(q, n - 1); }
  static N splice(N p, N s) { N r = s.next; s.next = p.next; p.next = s; return r; }
  static int spliced(N p, N spare) { int c = 0; while (p != null) { N q = p.next; if (q != null && spare != null) spare = splice(q, spare); p = q; c++; } return c; }
}
