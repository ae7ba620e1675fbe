/** Objects that the method creates, whose fields begin with 0 or with something else. */
class Created {
    int n, step = 2;
    int[] data;
    Created() {}
    Created(int step) { this.step = step; }
    Created(int step, boolean begins) { this(step); if (begins) n = -9; }
    void bump() { n++; }
    void bumpTwice() { bump(); bump(); }
    boolean below(int k) { return n < k; }
    int get() { return n; }
    static void reset(Created c) { c.n = -20; }
    static int twice(int k) { Created c = new Created(1); int s = 0; while (c.n < k) { c.bumpTwice(); s++; } return s; }
    static int below(Created o, int k) { Created c = new Created(2); int s = 0; while (c.below(k)) { c.bump(); s++; } return s; }
    static int gets(int k) { Created c = new Created(); int s = 0; while (c.get() < k) { c.n += 3; s++; } return s; }
    static int begins(int k) { Created c = new Created(2, true); int s = 0; while (c.n < k) { c.n += 3; s++; } return s; }
    static int mayBegin(int k, boolean b) { Created c = new Created(2, b); int s = 0; while (c.n < k) { c.n += 3; s++; } return s; }
    static int isReset(int k) { Created c = new Created(); reset(c); int s = 0; while (c.n < k) { c.n += 3; s++; } return s; }
    static int another(int k) { Created c = new Created(), d = new Created(); d.n = -30; int s = 0; while (c.n < k) { c.n++; s++; } return s + d.n; }
    static int alias(int k) { Created c = new Created(), d = c; d.n = -30; int s = 0; while (c.n < k) { c.n++; s++; } return s; }
    static int eitherOne(Created o, int k) { Created c = k > 5 && o != null ? o : new Created(); int s = 0; while (c.n < k) { c.n++; if (++s > 900) break; } return s; }
    static int inLoop(int k) { int s = 0; for (int i = 0; i < 4; i++) { Created c = new Created(); while (c.n < k) { c.n += 5; s++; } c.n = -50; } return s; }
    static int stepOf(int k) { Created c = new Created(); int s = 0; for (int i = 0; i < k; i += c.step) s++; return s; }
    static class Base { int n; Base() { init(); } void init() {} }
    static class Derived extends Base { void init() { n = -40; } void bump() { n++; } }
    static int ofDerived(int k) { Derived d = new Derived(); int s = 0; while (d.n < k) { d.bump(); s++; } return s; }
    static class Hiding extends Base { int n; void init() { super.n = -40; } void bump() { super.n++; } int base() { return super.n; } }
    static int ofHiding(int k) { Hiding d = new Hiding(); int s = 0; while (d.base() < k) { d.bump(); s++; } return s; }
    int ownLoop(int k) { n = 0; int s = 0; while (n < k) { bumpTwice(); s++; } return s; }
    static int readBefore(int k) { Created c = new Created(); int s = 0; for (int i = c.n; i < k; i++) s++; c.n = 4; return s; }
    static Created shared;
    Created(String s) { shared = this; }
    static void sharedBack() { shared.n = -60; }
    static int throughShared(int k) { Created c = new Created("x"); sharedBack(); int s = 0; while (c.n < k) { c.n++; s++; } return s; }
    static int callback(Runnable r, int k) { Created c = new Created("x"); if (r != null) r.run(); int s = 0; while (c.n < k) { c.n++; s++; } return s; }
    static int useCallback(int k) { return callback(() -> shared.n = -70, k); }
}
