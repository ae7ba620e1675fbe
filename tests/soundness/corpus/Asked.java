import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Loops to a number that an object answers, and loops that empty an object of the program. */
class Asked {
    interface Row { int getWidth(); int get(int i); void set(int i, int v); void setHeight(int h); void setWidth(int w); }

    static class Fixed implements Row {
        int[] of; int height;
        Fixed(int n) { of = new int[n & 31]; }
        public int getWidth() { return of.length; }
        public int get(int i) { return of[i]; }
        public void set(int i, int v) { of[i] = v; }
        public void setHeight(int h) { height = h; }
        public void setWidth(int w) { of = new int[w]; }
    }

    static class Odd implements Row {
        int width; int left = 20;
        Odd(int n) { width = n & 31; }
        public int getWidth() { return width; }
        public int get(int i) { return i; }
        public void set(int i, int v) { if (left-- > 0) width++; }
        public void setHeight(int h) { if (left-- > 0) width += 2; }
        public void setWidth(int w) { width = w; }
    }

    static Row row(int n, int which) { return which % 2 == 0 ? new Fixed(n) : new Odd(n); }

    static int fill(int n, int which) { Row r = row(n, which); int s = 0; for (int i = 0; i < r.getWidth(); i++) { r.set(i, i); s++; } return s; }
    static int high(int n, int which) { Row r = row(n, which); int s = 0; for (int i = 0; i < r.getWidth(); i++) { r.setHeight(i); s++; } return s; }
    static int widen(int n, int which) { Row r = row(n, which); int s = 0; for (int i = 0; i < r.getWidth(); i++) { if (i < 5) r.setWidth(40); s++; } return s; }
    static int before(int n, int which) { Row r = row(n, which); r.setHeight(3); r.setWidth(33); int s = 0; for (int i = 0; i < r.getWidth(); i++) s++; return s; }
    static int oddFill(int n) { Odd r = new Odd(n); int s = 0; for (int i = 0; i < r.getWidth(); i++) { r.set(i, i); s++; } return s; }
    static int fixedFill(int n) { Fixed r = new Fixed(n); int s = 0; for (int i = 0; i < r.getWidth(); i++) { r.set(i, i); s++; } return s; }
    static int passedFill(Fixed r) { int s = 0; for (int i = 0; i < r.getWidth(); i++) { r.setHeight(i); s++; } return s; }

    static class Heap {
        int[] of = new int[64]; int count; int extra = 10;
        int size() { return count; }
        boolean isEmpty() { return count == 0; }
        void push(int v) { if (count < 64) of[count++] = v; }
        int pop() { if (count > 0) count--; return of[count]; }
        int poll() { if (extra-- > 0 && count < 60) count++; else count--; return count; }
        int peek() { return of[0]; }
    }

    static Heap heap(int n) { Heap h = new Heap(); for (int i = 0; i < (n & 31); i++) h.push(i); return h; }
    static int empties(int n) { Heap h = heap(n); int s = 0; while (h.size() > 0) { s += h.pop(); } return s; }
    static int emptiesOther(int n) { Heap h = heap(n); int s = 0; while (h.size() != 0) { s += h.poll(); } return s; }
    static int refills(int n) { Heap h = heap(n); int s = 0; while (h.size() > 0) { int v = h.pop(); if (v % 3 == 2) { h.push(v - 1); } s++; } return s; }
    static int refillsElsewhere(int n) { Heap h = heap(n); int s = 0; while (h.size() > 0) { s += visit(h, h.pop()); } return s; }
    static int visit(Heap h, int v) { if (v > 0) h.push(v - 1); return v; }
    static int passedHeap(Heap h) { int s = 0; while (h.size() > 0 && s < 500) { s += 1 + 0 * h.pop(); } return s; }
    Heap own = heap(9);
    int ownHeap(int n) { own.push(n); int s = 0; while (own.size() > 0) { s++; more(own.pop()); } return s; }
    private void more(int v) { if (v > 0) own.push(v / 2); }
    static int emptiesList(int n) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < (n & 15); i++) l.add(i); int s = 0; while (l.size() > 0) { int v = l.remove(l.size() - 1); if (v > 2) l.add(v - 2); s++; } return s; }

    static class Tree {
        Tree left, right, up; int v;
        Tree get(int which) { return which == 0 ? left : right; }
        Tree next(Tree other) { return other == null ? left : right; }
    }

    static Tree tree(int n) { Tree root = new Tree(); Tree at = root; for (int i = 0; i < (n & 31); i++) { Tree t = new Tree(); if (i % 3 == 0) at.left = t; else at.right = t; t.up = at; if (i % 4 == 3) at.left = at.right = t; at = t; } return root; }
    static int least(int n, int which) { Tree t = tree(n); int s = 0; while (t.get(which) != null) { t = t.get(which); s++; } return s; }
    static int either(int n) { Tree t = tree(n); int s = 0; while (t.get(s & 1) != null) { t = t.get(s & 1); s++; } return s; }
    static int passedTree(Tree t) { int s = 0; while (t != null && s < 1000) { t = t.get(1); s++; } return s; }
    static int given(int n) { Tree t = tree(n); Tree root = t; int s = 0; while (t != null) { t = t.next(root); s++; } return s; }

    Map<String, Integer> map = new HashMap<>();
    Iterator<Integer> newValues() { return map.values().iterator(); }
    Iterator<Integer> createCounter(int n) { return map.values().iterator(); }
    Iterator<Integer> makeCounter() { map.put("x" + map.size(), 1); return map.values().iterator(); }
    int iterates(int n) { for (int i = 0; i < (n & 15); i++) map.put("k" + i, i); int s = 0; Iterator<Integer> it = newValues(); while (it.hasNext()) s += it.next(); return s; }
    int iteratesMade(int n) { int s = 0; Iterator<Integer> it = makeCounter(); while (it.hasNext()) s += it.next(); it = makeCounter(); while (it.hasNext()) s += it.next(); return s; }
    int iteratesAgain(int n) { int s = 0; for (int k = 0; k < (n & 7); k++) { Iterator<Integer> it = newValues(); while (it.hasNext()) s += it.next(); map.put("k" + k, k); } return s; }
    int iteratesOther(Asked of) { int s = 0; Iterator<Integer> it = of.newValues(); while (it.hasNext()) s += it.next(); return s; }
}
