// cluster: small objects
// relative: allocate_escaping
// run points: SmallObjects.points(4000)
// run complex: SmallObjects.complex(300)
// run arrays: SmallObjects.arrays(1500)
// run ring: SmallObjects.ring(4000)
// run boxes: SmallObjects.boxes(3000)
final class SmallObjects {
    record Point(int x, int y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        Point turned() {
            return new Point(-y, x);
        }
    }

    static int points(int n) {
        Point at = new Point(0, 0);
        Data data = new Data(269);
        for (int i = 0; i < n; i++) {
            Point step = new Point(data.next(10), data.next(10));
            at = at.plus((i & 3) == 0 ? step.turned() : step);
        }
        return at.x() + at.y();
    }

    static final class Complex {
        final double re;
        final double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }

        Complex times(Complex o) {
            return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
        }

        Complex plus(Complex o) {
            return new Complex(re + o.re, im + o.im);
        }

        double norm() {
            return re * re + im * im;
        }
    }

    static int complex(int points) {
        int inside = 0;
        Data data = new Data(270);
        for (int i = 0; i < points; i++) {
            Complex c = new Complex(3 * data.nextReal() - 2, 2 * data.nextReal() - 1);
            Complex z = c;
            int k = 0;
            while (k < 40 && z.norm() < 4) {
                z = z.times(z).plus(c);
                k++;
            }
            inside += k;
        }
        return inside;
    }

    static int arrays(int n) {
        int[][] kept = new int[16][];
        Data data = new Data(271);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int[] row = new int[4 + data.next(28)];
            row[0] = i;
            row[row.length - 1] = 1;
            int[] old = kept[i & 15];
            if (old != null) {
                sum += old[0] + old[old.length - 1];
            }
            kept[i & 15] = row;
        }
        return sum;
    }

    static final class Event {
        final int time;
        final Event cause;

        Event(int time, Event cause) {
            this.time = time;
            this.cause = cause;
        }
    }

    static int ring(int n) {
        Event[] ring = new Event[64];
        Data data = new Data(272);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Event cause = ring[data.next(64)];
            if (cause != null && cause.cause != null) {
                sum += i - cause.time;
                cause = i - cause.time > 200 ? null : cause;
            }
            ring[data.next(64)] = new Event(i, cause);
        }
        return sum;
    }

    static final class Box<V> {
        private V value;

        V get() {
            return value;
        }

        void set(V value) {
            this.value = value;
        }
    }

    static int boxes(int n) {
        Data data = new Data(273);
        int sum = 0;
        Box<int[]> last = new Box<>();
        last.set(new int[] {1});
        for (int i = 0; i < n; i++) {
            Box<int[]> box = new Box<>();
            box.set(new int[] {data.next(10), last.get()[0]});
            if (box.get()[0] > last.get()[0]) {
                sum++;
            }
            last = box;
        }
        return sum;
    }
}
