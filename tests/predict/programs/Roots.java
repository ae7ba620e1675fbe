// cluster: roots
// relative: square_root
// run integer: Roots.integer(800)
// run bisection: Roots.bisection(300)
// run newton: Roots.newton(900)
// run secant: Roots.secant(500)
final class Roots {
    static int integer(int n) {
        int sum = 0;
        for (int value : Data.random(n, 1 << 30, 182)) {
            int root = 0;
            for (int bit = 1 << 15; bit != 0; bit >>= 1) {
                int with = root | bit;
                if (with * with <= value) {
                    root = with;
                }
            }
            sum += root;
        }
        return sum;
    }

    static double bisection(int n) {
        Data data = new Data(183);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double a = 1 + data.nextReal();
            double low = 0;
            double high = 3;
            while (high - low > 1e-9) {
                double x = (low + high) / 2;
                if (x * x * x + x - a > 0) {
                    high = x;
                } else {
                    low = x;
                }
            }
            sum += low;
        }
        return sum;
    }

    static double newton(int n) {
        Data data = new Data(184);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double a = 1 + 100 * data.nextReal();
            double x = a / 3;
            double before;
            do {
                before = x;
                x = (2 * x + a / (x * x)) / 3;
            } while (before - x > 1e-10 || x - before > 1e-10);
            sum += x;
        }
        return sum;
    }

    private static double value(double x, double a) {
        return ((x - 2) * x + a) * x - 1;
    }

    static double secant(int n) {
        Data data = new Data(185);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double a = 2 + data.nextReal();
            double x = 0;
            double y = 1;
            double fx = value(x, a);
            double fy = value(y, a);
            for (int step = 0; step < 30 && (fy > 1e-12 || fy < -1e-12); step++) {
                double z = y - fy * (y - x) / (fy - fx);
                x = y;
                fx = fy;
                y = z;
                fy = value(z, a);
            }
            sum += y;
        }
        return sum;
    }
}
