import java.util.*;
import java.util.function.*;

/** Values that calls leave in fields: constructors, setters, counters. */
class Stored {
    static int limit = 5;
    static int counter;
    static int[] table = new int[4];
    static final int[] FIXED = {1, 2, 3, 4, 5, 6};
    static final int[][] NESTED = {{1, 2}, {3, 4, 5}, {6}};
    int top = 2;
    int other;
    int[] data;

    record Size(int w, int h) { int area() { int s = 0; for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) s++; return s; } Size flip() { return new Size(h, w); } }
    record Checked(int n) { Checked { if (n < 0) n = 40; } int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }
    static class Base { int n = 3; int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } void set(int k) { n = k; } }
    static class Filled extends Base { Filled(int k) { n = k & 31; } }
    static class Twice extends Base { Twice(int k) { set(k & 15); n += 5; } }
    static class Calls { int n; Calls(int k) { n = k & 7; init(); } void init() { n = 60; } int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }
    static class CallsSub extends Calls { int m = 2; CallsSub(int k) { super(k); } void init() { n = 50; } }
    static class Chain { int n; Chain() { this(9); } Chain(int k) { n = k; } int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }
    static class Cond { int n; Cond(int k, boolean f) { if (f) n = k & 31; } int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }
    static class Narrow { byte n; Narrow(int k) { n = (byte) k; } int run() { int s = 0; for (int i = 0; i < n; i++) s++; return s; } }
    static class Narrow2 { byte n; Narrow2(byte k) { n = k; } int run() { int s = 0; for (int i = 0; i < (n & 0xff); i++) s++; return s; } }
    static class Arr { int[] a; Arr(int n) { a = new int[n & 31]; } int run() { int s = 0; for (int x : a) s++; return s; } void grow() { a = new int[a.length * 2 + 1]; } }
    static class Counter { int c; void inc() { c++; } void dec() { c--; } void add(int k) { c += k; } int get() { return c; } void reset() { c = 0; } void incTo(int m) { if (c < m) c++; } }

    static int area(int w, int h) { return new Size(w & 15, h & 31).area(); }
    static int flip(int w, int h) { return new Size(w & 15, h & 31).flip().area(); }
    static int two(int w) { Size a = new Size(2, 3), b = new Size(w & 15, 9); return a.area() + b.area(); }
    static int twoSame(int w) { Size a = new Size(30, 3); Size b = new Size(w & 3, 2); return a.area(); }
    static int pick(int w) { Size a = (w & 1) == 0 ? new Size(30, 3) : new Size(1, 1); return a.area(); }
    static int accessor(int w) { Size a = new Size(w & 31, 3); int s = 0; for (int i = 0; i < a.w(); i++) s++; return s; }
    static int accessorLoop(int w) { int s = 0; for (int k = 0; k < 4; k++) { Size a = new Size(w & (k + 3), 3); for (int i = 0; i < a.w(); i++) s++; } return s; }
    static int checked(int n) { return new Checked(n & 31).run() + new Checked(-n).run(); }
    static int checked2(int n) { return n > 60 ? 0 : new Checked(n).run(); }
    static int filled(int k) { return new Filled(k).run(); }
    static int twice(int k) { return new Twice(k).run(); }
    static int calls(int k) { return new Calls(k).run(); }
    static int callsSub(int k) { return new CallsSub(k).run(); }
    static int chain(int k) { return new Chain().run() + new Chain(k & 31).run(); }
    static int cond(int k) { return new Cond(k, true).run() + new Cond(k, (k & 1) == 0).run(); }
    static int narrow(int k) { return new Narrow(k).run() + new Narrow2((byte) k).run(); }
    static int arr(int k) { Arr a = new Arr(k); int s = a.run(); a.grow(); return s + a.run(); }
    static int arr2(int k) { Arr a = new Arr(k); a.a = new int[50]; return a.run(); }
    static int arr3(int k) { Arr a = new Arr(k), b = a; b.a = new int[50]; return a.run(); }
    static int up(int n) { Counter c = new Counter(); int s = 0; while (c.get() < (n & 31)) { c.inc(); s++; } return s; }
    static int upField(int n) { Counter c = new Counter(); int s = 0; while (c.c < (n & 31)) { c.inc(); s++; } return s; }
    static int down(int n) { Counter c = new Counter(); c.c = n & 31; int s = 0; while (c.c > 0) { c.dec(); s++; } return s; }
    static int downPassed(Counter c) { int s = 0; while (c.c > 0) { c.dec(); if (++s > 300) break; } return s; }
    static int both(int n) { Counter c = new Counter(); int s = 0; while (c.c < 20) { c.inc(); if ((s++ & 3) == 0 && s < 40) c.dec(); } return s; }
    static int alias(int n) { Counter c = new Counter(), d = (n & 1) == 0 ? c : new Counter(); int s = 0; while (c.c < 20) { c.inc(); if (s++ < 60 && (s & 1) == 0) d.dec(); } return s; }
    static int alias2(Counter c, Counter d) { int s = 0; c.c = 0; while (c.c < 20) { c.inc(); if (s++ < 60 && (s & 1) == 0) d.dec(); } return s; }
    static int addK(int n) { Counter c = new Counter(); int s = 0; while (c.c < 50) { c.add((n & 3) + 1); s++; } return s; }
    static int add0(int n) { Counter c = new Counter(); int s = 0; while (c.c < 20) { c.add(s < 30 ? 0 : 1); s++; } return s; }
    static int reset(int n) { Counter c = new Counter(); int s = 0; while (c.c < 10) { c.inc(); if (s++ == 7) c.reset(); } return s; }
    static int incTo(int n) { Counter c = new Counter(); int s = 0; for (int i = 0; i < 30; i++) c.incTo(n & 7); for (int i = 0; i < c.c; i++) s++; return s; }
    static int afterCall(int n) { Counter c = new Counter(); c.add(n & 31); int s = 0; for (int i = 0; i < c.get(); i++) s++; return s; }
    static int afterCalls(int n) { Counter c = new Counter(); c.add(n & 31); c.add(20); c.inc(); int s = 0; for (int i = 0; i < c.get(); i++) s++; return s; }
    static void bump() { counter++; }
    static void drop() { counter--; }
    static void setTo(int n) { counter = n; }
    static int statDown(int n) { counter = n & 31; int s = 0; while (counter > 0) { drop(); s++; } return s; }
    static int statDown2(int n) { setTo(n & 31); int s = 0; while (counter > 0) { drop(); s++; } return s; }
    static int statUp(int n) { setTo(0); int s = 0; while (counter < (n & 31)) { bump(); s++; } return s; }
    static int statMixed(int n) { setTo(0); int s = 0; while (counter < 20) { bump(); if (s++ < 40 && (s & 1) == 0) drop(); } return s; }
    static int statUnder(int n) { setTo(3); setTo(n & 63); int s = 0; for (int i = 0; i < counter; i++) s++; return s; }
    static int statCond(int n) { setTo(3); if ((n & 1) == 0) setTo(50); int s = 0; for (int i = 0; i < counter; i++) s++; return s; }
    static int statLoop(int n) { setTo(3); int s = 0; for (int k = 0; k < 5; k++) { for (int i = 0; i < counter; i++) s++; setTo(k * 10); } return s; }
    static int readBack(int n) { setTo(40); int k = counter; setTo(2); int s = 0; for (int i = 0; i < k; i++) s++; return s; }
    static int swap(Stored o) { int t = o.top; o.top = o.other; o.other = t; return t; }
    static int swapped(int n) { Stored o = new Stored(); o.top = n & 63; o.other = 3; swap(o); int s = 0; for (int i = 0; i < o.other; i++) s++; return s; }
    int exchange(int n) { int t = top; top = n; return t; }
    static int exchanged(int n) { Stored o = new Stored(); o.exchange(n & 63); int k = o.exchange(1); int s = 0; for (int i = 0; i < k; i++) s++; return s; }
    static int exchangedLoop(int n) { Stored o = new Stored(); int s = 0, k = 0; for (int j = 0; j < 4; j++) { k = o.exchange(j * 9); for (int i = 0; i < k; i++) s++; } return s; }
    static int fixed(int n) { int s = 0; for (int i = 0; i < FIXED.length; i++) s += FIXED[i]; for (int[] r : NESTED) for (int x : r) s += x; return s; }
    static int tables(int n) { table = new int[n & 31]; int s = 0; for (int i = 0; i < table.length; i++) s++; return s; }
    static int thrown(int n) { Counter c = new Counter(); int s = 0; try { c.add(n & 31); if ((n & 1) == 0) throw new IllegalStateException(); c.add(20); } catch (IllegalStateException e) { c.add(30); } for (int i = 0; i < c.c; i++) s++; return s; }
    static int lambda(int n) { Counter c = new Counter(); c.add(3); Runnable r = () -> c.add(40); if ((n & 1) == 0) r.run(); int s = 0; for (int i = 0; i < c.c; i++) s++; return s; }
    static int nestedObjects(int n) { Holder h = new Holder(new Counter()); h.c.c = 3; h.c.add(n & 31); int s = 0; for (int i = 0; i < h.c.c; i++) s++; return s; }
    record Holder(Counter c) { int run() { int s = 0; for (int i = 0; i < c.c; i++) s++; return s; } }
    static int nested2(int n) { Counter c = new Counter(); c.c = n & 31; return new Holder(c).run(); }
    static int nested3(int n) { Counter c = new Counter(); Holder h = new Holder(c); c.c = n & 31; int s = h.run(); h.c().c = 50; return s + h.run(); }
    class In { int k = 4; int run() { int s = 0; for (int i = 0; i < k + top; i++) s++; return s; } }
    static int inner(int n) { Stored o = new Stored(); In in = o.new In(); o.top = n & 31; return in.run(); }
    static int inner2(int n) { Stored o = new Stored(), p = new Stored(); In in = o.new In(); o.top = 40; p.top = 1; return in.run(); }
    static int local(int n) { int k = n & 31; class L { int go() { int s = 0; for (int i = k; i > 0; i--) s++; return s; } } return new L().go(); }
    static int anon(int n) { int k = n & 31; Iterator<Integer> it = new Iterator<>() { int at = k; public boolean hasNext() { return at > 0; } public Integer next() { return at--; } }; int s = 0; while (it.hasNext()) s += it.next(); return s; }
    static int reused(int n) { Size z = null; int s = 0; for (int i = 0; i < 5; i++) { if (i == 2) z = new Size(20, 2); if (z != null) s += z.area(); if (i == 3) z = new Size(1, 1); } return s; }
    static int older(int n) { Size first = new Size(25, 2), z = first; int s = 0; for (int i = 0; i < 3; i++) { z = new Size(i, 1); s += first.area(); } return s + z.area(); }
    static int[] make(int n) { return new int[n & 31]; }
    static int made(int n) { int s = 0; for (int i = 0; i < make(n).length; i++) s++; int[] a = make(n); for (int x : a) s++; return s; }
    static int[] copy(int[] a) { return a.clone(); }
    static int copied(int[] a) { int[] b = copy(a); int s = 0; for (int x : b) s++; return s; }
    enum Day { MO, TU, WE, TH; int late() { int s = 0; for (Day d : values()) if (d.ordinal() > ordinal()) s++; return s; } }
    static int days(int n) { int s = 0; for (Day d : Day.values()) { for (int i = 0; i <= d.ordinal(); i++) s++; s += d.late(); } return s; }
}
