package measured;

/** Members that measured statements use: fields of each type, methods to call, an empty constructor. */
public class C implements Shape {
    public static int gi = 3;
    public static long gl = 3L;
    public static double gd = 1.5;
    public static float gf = 1.5f;
    public static Object go = "g";
    public static final Failure FAILURE = new Failure();

    public int fi;
    public long fl;
    public double fd;
    public float ff;
    public Object fo;
    public C next;

    public static C filled() {
        C c = new C();
        c.fi = 3;
        c.fl = 3L;
        c.fd = 1.5;
        c.ff = 1.5f;
        c.fo = c;
        c.next = c;
        return c;
    }

    public void callV() {}

    public void take1(int a) {}

    public void take3(int a, int b, int c) {}

    public int add(int a, int b) {
        return a + b;
    }

    public C self() {
        return this;
    }

    public int getFi() {
        return fi;
    }

    public void setFi(int value) {
        this.fi = value;
    }

    @Override
    public int sides() {
        return 4;
    }

    private int secret(int a) {
        return a;
    }

    public static int openSecret(C c, int a) {
        return c.secret(a);
    }

    public synchronized void locked() {}

    public static void s0() {}

    public static void si(int a) {}

    public static void sii(int a, int b) {}

    public static void siii(int a, int b, int c) {}

    public static void siiii(int a, int b, int c, int d) {}

    public static void sl(long a) {}

    public static void sd(double a) {}

    public static void sf(float a) {}

    public static void so(Object a) {}

    public static int ii(int a) {
        return a;
    }

    public static long ll(long a) {
        return a;
    }

    public static double dd(double a) {
        return a;
    }

    public static float ff(float a) {
        return a;
    }

    public static Object oo(Object a) {
        return a;
    }

    public static int max(int a, int b) {
        if (a > b) {
            return a;
        }
        return b;
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static double scale(double a, double b) {
        return a * b + 1.0;
    }

    public static int depth(int levels) {
        if (levels == 0) {
            return 0;
        }
        return 1 + depth(levels - 1);
    }
}

/** Types through which a class can be called. */
interface Shape {
    int sides();
}

/** A class with a constructor that does something. */
final class Point extends C {
    final int x;
    final int y;

    Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public int sides() {
        return 0;
    }
}

/** An exception without a stack trace. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure() {
        super(null, null, false, false);
    }
}
