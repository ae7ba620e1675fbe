import java.util.*;

/** Lists, trees, counters, records and exceptions as people write them. */
class OnObjects {
    static class Node { int v; Node next; Node(int v, Node next) { this.v = v; this.next = next; } }
    static class Chain {
        Node head; int size;
        void push(int v) { head = new Node(v, head); size++; }
        int length() { int n = 0; for (Node p = head; p != null; p = p.next) n++; return n; }
        int at(int k) { Node p = head; while (k-- > 0 && p != null) p = p.next; return p == null ? -1 : p.v; }
        void reverse() { Node prev = null, cur = head; while (cur != null) { Node nx = cur.next; cur.next = prev; prev = cur; cur = nx; } head = prev; }
        int middle() { Node s = head, f = head; while (f != null && f.next != null) { s = s.next; f = f.next.next; } return s == null ? -1 : s.v; }
        boolean remove(int v) { Node prev = null; for (Node p = head; p != null; prev = p, p = p.next) if (p.v == v) { if (prev == null) head = p.next; else prev.next = p.next; size--; return true; } return false; }
        void insertSorted(int v) { if (head == null || head.v >= v) { head = new Node(v, head); return; } Node p = head; while (p.next != null && p.next.v < v) p = p.next; p.next = new Node(v, p.next); }
        int bySize() { int s = 0; for (int i = 0; i < size; i++) s += i; return s; }
        int drain() { int s = 0; while (head != null) { s += head.v; head = head.next; } return s; }
        int countRec() { return count(head); }
        private static int count(Node n) { return n == null ? 0 : 1 + count(n.next); }
    }
    static int buildAndCount(int n) { Chain c = new Chain(); for (int i = 0; i < n && i < 100; i++) c.push(i); return c.length(); }
    static int buildAndReverse(int[] a) { Chain c = new Chain(); for (int x : a) c.push(x); c.reverse(); return c.head == null ? 0 : c.head.v; }
    static Node mergeSorted(Node a, Node b) { Node d = new Node(0, null), t = d; while (a != null && b != null) { if (a.v <= b.v) { t.next = a; a = a.next; } else { t.next = b; b = b.next; } t = t.next; } t.next = a != null ? a : b; return d.next; }
    static Node fromArray(int[] a) { Node h = null; for (int i = a.length - 1; i >= 0; i--) h = new Node(a[i], h); return h; }
    static int mergeArrays(int[] a, int[] b) { Node m = mergeSorted(fromArray(a), fromArray(b)); int s = 0; for (; m != null; m = m.next) s += m.v; return s; }
    static class Tree { int k; Tree l, r; Tree(int k) { this.k = k; } }
    static int height(Tree t) { return t == null ? 0 : 1 + Math.max(height(t.l), height(t.r)); }
    static int inorder(Tree t) { Deque<Tree> st = new ArrayDeque<>(); int s = 0; while (t != null || !st.isEmpty()) { while (t != null) { st.push(t); t = t.l; } t = st.pop(); s += t.k; t = t.r; } return s; }
    static Tree insert(Tree t, int k) { if (t == null) return new Tree(k); if (k < t.k) t.l = insert(t.l, k); else t.r = insert(t.r, k); return t; }
    static int treeSort(int[] a) { Tree t = null; for (int x : a) t = insert(t, x); return height(t); }
    static Tree insertLoop(Tree root, int k) { Tree p = null, c = root; while (c != null) { p = c; c = k < c.k ? c.l : c.r; } Tree n = new Tree(k); if (p == null) return n; if (k < p.k) p.l = n; else p.r = n; return root; }
    static boolean find(Tree t, int k) { while (t != null && t.k != k) t = k < t.k ? t.l : t.r; return t != null; }
    static Tree balanced(int[] a, int lo, int hi) { if (lo >= hi) return null; int m = (lo + hi) >>> 1; Tree t = new Tree(a[m]); t.l = balanced(a, lo, m); t.r = balanced(a, m + 1, hi); return t; }
    static int balancedHeight(int[] a) { return height(balanced(a, 0, a.length)); }
    static class Counter { int n; final int step; Counter(int step) { this.step = step; } void bump() { n++; } void bumpTwice() { bump(); bump(); } boolean below(int k) { return n < k; } int get() { return n; } void reset() { n = 0; } }
    static int bumps(int k) { Counter c = new Counter(1); int s = 0; while (c.n < k) { c.bumpTwice(); s++; } return s; }
    static int bumpsBelow(int k) { Counter c = new Counter(2); int s = 0; while (c.below(k)) { c.bump(); s++; } return s; }
    static int bumpsGet(int k) { Counter c = new Counter(2); int s = 0; while (c.get() < k) { c.n += 3; s++; } return s; }
    static int parts(int k) { Counter c = new Counter(3); int s = 0; for (c.reset(); c.n < k; c.bump()) s += c.step; return s; }
    int a, b; static int total;
    int bumpA() { return ++a; }
    void bumpTwice() { bumpA(); bumpA(); }
    int fieldLoop(int k) { a = 0; int s = 0; while (a < k) { bumpTwice(); s++; } return s; }
    int fieldCond(int k) { for (a = k; a > 0; a--) b++; return b; }
    int fieldBoth() { int c = 0; while (a < b && c < 5000) { a++; b--; c++; } return c; }
    static int staticLoop(int k) { total = 0; while (total < k) addOne(); return total; }
    static void addOne() { total++; }
    static class Ring { final int[] buf; int head, count; Ring(int cap) { buf = new int[Math.max(1, Math.min(cap, 64))]; } boolean offer(int x) { if (count == buf.length) return false; buf[(head + count++) % buf.length] = x; return true; } int poll() { if (count == 0) return -1; int x = buf[head]; head = (head + 1) % buf.length; count--; return x; } int sum() { int s = 0; for (int i = 0, p = head; i < count; i++, p = (p + 1) % buf.length) s += buf[p]; return s; } int drain() { int s = 0; while (count > 0) s += poll(); return s; } }
    static int ringUse(int cap, int n) { Ring r = new Ring(cap); for (int i = 0; i < n; i++) if (!r.offer(i)) break; return r.drain(); }
    static int ringFill(int cap) { Ring r = new Ring(cap); int n = 0; while (r.offer(n)) n++; return n; }
    record Span(int from, int to) { Span { if (from > to) throw new IllegalArgumentException(); } int width() { return to - from; } int walk() { int s = 0; for (int i = from; i < to; i++) s += i; return s; } boolean has(int x) { return x >= from && x < to; } }
    static int walkSpan(int a, int b) { if (a > b || a < 0) return 0; Span s = new Span(a, b); int t = 0; for (int i = 0; i < s.width(); i++) t++; return t + s.walk(); }
    static int walkHas(int a, int b) { if (a > b || a < 0) return 0; Span s = new Span(a, b); int i = a; while (s.has(i)) i++; return i; }
    enum Suit { CLUBS, HEARTS, SPADES; Suit next() { return values()[(ordinal() + 1) % values().length]; } }
    static int suits() { int s = 0; for (Suit x : Suit.values()) s += x.ordinal(); return s; }
    static int suitPairs() { int n = 0; for (Suit x : Suit.values()) for (Suit y : Suit.values()) if (x.compareTo(y) < 0) n++; return n; }
    static int enumMap() { Map<Suit, Integer> m = new EnumMap<>(Suit.class); for (Suit s : Suit.values()) m.put(s, s.name().length()); int t = 0; for (Suit s : m.keySet()) t += m.get(s); return t; }
    static int enumSet() { int c = 0; for (Suit s : EnumSet.allOf(Suit.class)) c += s.ordinal(); for (Suit s : EnumSet.of(Suit.CLUBS, Suit.SPADES)) c++; return c; }
    static int suitSwitch(int n) { Suit s = Suit.CLUBS; int c = 0; for (int i = 0; i < n; i++) { switch (s) { case CLUBS: c += 1; break; case HEARTS: c += 2; break; default: c += 3; } s = s.next(); } return c; }
    interface Step { int next(int x); }
    static class Halve implements Step { public int next(int x) { return x / 2; } }
    static int iterateStep(int n) { Step st = new Halve(); int c = 0; while (n > 0) { n = st.next(n); c++; } return c; }
    interface Visitor { void visit(int x); }
    static int visitAll(int[] a) { final int[] c = {0}; Visitor v = new Visitor() { public void visit(int x) { for (int i = 0; i < 4; i++) c[0] += x; } }; for (int x : a) v.visit(x); return c[0]; }
    class Inner { int go(int k) { int s = 0; for (int i = 0; i < k; i++) { b++; s += b; } return s; } }
    int useInner(int k) { return new Inner().go(k) + new Inner().go(3); }
    static class Range implements Iterable<Integer> { final int lo, hi; Range(int lo, int hi) { this.lo = lo; this.hi = hi; } public Iterator<Integer> iterator() { return new Iterator<>() { int at = lo; public boolean hasNext() { return at < hi; } public Integer next() { return at++; } }; } }
    static int overRange(int n) { int s = 0; for (int x : new Range(0, Math.min(n, 90))) s += x; return s; }
    static int tryFinally(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { try { if (a[i] == 7) continue; s += a[i]; } finally { s++; } } return s; }
    static int tryBreak(int[] a) { int s = 0, i = 0; while (true) { try { if (i >= a.length) break; s += 10 / a[i]; } catch (ArithmeticException e) { s--; } finally { i++; } } return s; }
    static int untilException(int[] a) { int i = 0, s = 0; try { while (true) s += a[i++]; } catch (ArrayIndexOutOfBoundsException e) { return s; } }
    static int throwsInLoop(int[] a) { int s = 0; for (int x : a) { if (x < 0) throw new IllegalStateException(); s += x; } return s; }
    static int catchCaller(int[] a) { try { return throwsInLoop(a); } catch (IllegalStateException e) { return -1; } }
    static int parseAll(String[] ss) { int ok = 0; for (String s : ss) { try { ok += Integer.parseInt(s); } catch (NumberFormatException e) { ok--; } } return ok; }
    static int retry(int[] results) { int tries = 0; while (tries < 3) { try { if (results[tries] > 0) return tries; tries++; } catch (RuntimeException e) { tries++; } } return -1; }
    static int labelled(int[][] m, int x) { int n = 0; search: for (int i = 0; i < m.length; i++) { for (int j = 0; j < m[i].length; j++) { n++; if (m[i][j] == x) break search; if (m[i][j] < 0) continue search; } n += 2; } return n; }
    static int doWhileFlag(int[] a) { boolean again; int i = 0, r = 0; do { again = false; for (; i < a.length; i++) if (a[i] == 2) { again = true; i++; break; } r++; } while (again); return r; }
    static int stateMachine(String s) { int st = 0, i = 0; while (st != 3 && i < s.length()) { char c = s.charAt(i); switch (st) { case 0: st = c == 'a' ? 1 : 0; i++; break; case 1: st = c == 'b' ? 2 : 0; i++; break; case 2: if (c == 'c') { st = 3; } else { st = 0; } i++; } } return st; }
    static int bounded(int n) { int lim = n > 100 ? 100 : n < 0 ? 0 : n; int s = 0; for (int i = 0; i < lim; i++) for (int j = lim; j > i; j--) s++; return s; }
    static int swapParams(int a, int b) { if (a > b) return swapParams(b, a); int c = 0; while (a < b && c < 4000) { a += 2; c++; } return c; }
    static int reassign(int[] a, int[] b) { if (a.length < b.length) { int[] t = a; a = b; b = t; } int s = 0; for (int i = 0; i < b.length; i++) s += a[i] * b[i]; return s; }
    static int nullDefault(int[] a) { if (a == null) a = new int[] {1, 2, 3}; int s = 0; for (int x : a) s += x; return s; }
    static int clampRange(int[] a, int from, int to) { if (from < 0) from = 0; if (to > a.length) to = a.length; int s = 0; for (int i = from; i < to; i++) s += a[i]; return s; }
    static int life(boolean[][] g) { int n = 0; for (int i = 0; i < g.length; i++) for (int j = 0; j < g[i].length; j++) for (int di = -1; di <= 1; di++) for (int dj = -1; dj <= 1; dj++) { int r = i + di, c = j + dj; if (r >= 0 && r < g.length && c >= 0 && c < g[r].length && g[r][c]) n++; } return n; }
    static long lcg(long seed, int n) { for (; n > 0; --n) seed = seed * 6364136223846793005L + 1442695040888963407L; return seed; }
    static int money(int cents) { int[] coins = {200, 100, 50, 20, 10, 5, 2, 1}; if (cents > 5000) cents = 5000; int n = 0; for (int c : coins) { n += Math.max(0, cents) / c; cents %= c; } return n; }
    static int greedy(int cents) { int[] coins = {25, 10, 5, 1}; int n = 0; for (int i = 0; i < coins.length && cents > 0; ) { if (cents >= coins[i] && n < 3000) { cents -= coins[i]; n++; } else i++; } return n; }
    static int calendar(int month) { int[] days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}; int s = 0; for (int m = 0; m < month - 1 && m < days.length; m++) s += days[m]; return s; }
    static int pascalRow(int n) { if (n < 0 || n > 30) return 0; int[] row = {1}; for (int i = 0; i < n; i++) { int[] nx = new int[row.length + 1]; nx[0] = nx[row.length] = 1; for (int j = 1; j < row.length; j++) nx[j] = row[j - 1] + row[j]; row = nx; } return row[n / 2]; }
    static int hanoi(int n, char a, char b, char c) { if (n <= 0 || n > 9) return 0; return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); }
}
