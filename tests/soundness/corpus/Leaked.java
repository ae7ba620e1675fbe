/** Objects that others see before their constructors set a field, or whose constructors an exception ends: this one runs while it is constructed. */
class Leaked {
    static Leaked last;
    private int begin;

    Leaked(Object other) { last = this; other.hashCode(); begin = 8; }

    int run() { int s = 0; for (int i = begin; i < 10; i++) { s += i; s ^= 3; s += i * 5; } return s; }
    static int byHash(int n) { return new Leaked(new LeakedAsks()).run(); }
}

class LeakedAsks {
    public int hashCode() { int s = 0; for (int i = 0; i < 20; i++) s += Leaked.last.run(); return s; }
}

class LeakedLink {
    LeakedLink next;
    private int begin;

    LeakedLink(LeakedLink other, int divisor) { other.next = this; int known = 10 / divisor; begin = 8; }
    LeakedLink(int known) { begin = 8; }

    int run() { int s = 0; for (int i = begin; i < 10; i++) { s += i; s ^= 3; s += i * 5; } return s; }
    static int byLink(int n) { LeakedLink first = new LeakedLink(1); try { new LeakedLink(first, 0); } catch (ArithmeticException e) { n++; } return first.next.run() + first.next.run() + first.next.run(); }
}

class LeakedStatic {
    static LeakedStatic last;
    private int begin;

    LeakedStatic(int divisor) { last = this; int known = 10 / divisor; begin = 8; }

    int run() { int s = 0; for (int i = begin; i < 10; i++) { s += i; s ^= 3; s += i * 5; } return s; }
    static int byStatic(int n) { try { new LeakedStatic(0); } catch (ArithmeticException e) { n++; } return last.run() + last.run() + last.run(); }
}

class LeakedArray {
    private int begin;

    LeakedArray(LeakedArray[] all, int divisor) { all[0] = this; int known = 10 / divisor; begin = 8; }

    int run() { int s = 0; for (int i = begin; i < 10; i++) { s += i; s ^= 3; s += i * 5; } return s; }
    static int byArray(int n) { LeakedArray[] all = new LeakedArray[1]; try { new LeakedArray(all, 0); } catch (ArithmeticException e) { n++; } return all[0].run() + all[0].run() + all[0].run(); }
}

/** Sets its field before anyone sees it. */
class LeakedLater {
    private String name;
    private int begin;

    LeakedLater(String name) { this.name = name; begin = 8; }

    int run() { int s = 0; for (int i = begin; i < 10; i++) { s += i; s ^= 3; s += i * 5; } return s; }
    static int bySettled(int n) { return new LeakedLater("a").run(); }
}
