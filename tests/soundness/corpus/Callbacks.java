/** Fields that an object passed as an interface of the JDK changes: they say how far each iteration goes. */
class Callbacks {
    int step = 5;
    static int left;
    static int sharedStep = 5;

    static int work() { int s = 0; for (int j = 0; j < 200; j++) s += j; return s; }
    void change() { step = left-- > 0 ? 0 : 1; sharedStep = step; }

    int comparedBefore(int n, Comparable<Object> other) { n &= 3; if (step < 1 || step > 100) return 0; int i = 0; while (i < n) { other.compareTo(this); work(); i += step; } return i; }
    int comparedInside(int n, Comparable<Object> other) { n &= 3; int i = 0; while (i < n) { if (step < 1 || step > 100) return 0; int s = step; if (other.compareTo(this) > 0) return i; work(); i += s < 1 ? 1 : step; } return i; }
    static int ofStatic(int n, Runnable other) { n &= 3; if (sharedStep < 1 || sharedStep > 100) return 0; int i = n; while (i > 0) { other.run(); work(); i -= sharedStep; } return i; }

    int changedBefore(int n, Comparable<Object> other) { n &= 3; if (step < 1 || step > 100) return 0; other.compareTo(this); int i = 0, c = 0; while (i < n) { work(); i += step; c++; if (Integer.bitCount(c) > 3) break; } return i; }
    static int throughBefore(int n) { left = 20; Callbacks made = new Callbacks(); return made.changedBefore(n, new Changer(made)); }
    static int throughCompare(int n) { left = 20; Callbacks made = new Callbacks(); return made.comparedBefore(n, new Changer(made)); }
    static int throughInside(int n) { left = 20; Callbacks made = new Callbacks(); return made.comparedInside(n, new Changer(made)); }
    static int throughRun(int n) { left = 20; sharedStep = 5; return ofStatic(n, new Changer(new Callbacks())); }

    // A test that fails the next time, unless the limit has moved on.
    int limit = 5;
    int[] data = new int[5];
    void grow() { if (left-- > 0) { limit += 3; data = new int[data.length + 1]; } }
    int setToLimit(Comparable<Object> other) { int x = 0; while (true) { int k = limit; if (x >= k) break; work(); other.compareTo(this); x = k; } return x; }
    int setToLength(Comparable<Object> other) { int x = 0; int[] k; while (x < (k = data).length) { work(); other.compareTo(this); x = k.length; } return x; }
    int untilLimit(Comparable<Object> other) { int x = -1; while (x != limit) { work(); x = limit; other.compareTo(this); } return x; }
    static int throughLimit(int n) { left = 20; Callbacks made = new Callbacks(); return made.setToLimit(new Grower(made)); }
    static int throughLength(int n) { left = 20; Callbacks made = new Callbacks(); return made.setToLength(new Grower(made)); }
    static int throughUntil(int n) { left = 20; Callbacks made = new Callbacks(); return made.untilLimit(new Grower(made)); }

    // What another class calls its size may be any number.
    static int sizeInArray(TellsSize sized) { if (sized == null) return 0; int s = 0; for (int i = 0; i < sized.size(); i++) { sized.of[0]++; s++; } return s; }
    static int sizeInAlias(TellsSize sized, int[] of) { if (sized == null) return 0; of = sized.of; int s = 0; for (int i = 0; i < sized.size(); i++) { of[0]++; s++; } return s; }
}

class Changer implements Comparable<Object>, Runnable {
    Callbacks of;
    Changer(Callbacks of) { this.of = of; }
    public int compareTo(Object other) { of.change(); return 0; }
    public void run() { of.change(); }
}

class Grower implements Comparable<Object> {
    Callbacks of;
    Grower(Callbacks of) { this.of = of; }
    public int compareTo(Object other) { of.grow(); return 0; }
}

class TellsSize {
    int[] of = {0};
    int size() { return of[0] < 300 ? of[0] + 5 : 0; }
}
