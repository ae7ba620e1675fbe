// cluster: numerical integration
// relative: integration
// run gauss: Integrals.gauss(2000)
// run adaptive: Integrals.adaptive(1e-9)
// run romberg: Integrals.romberg(11)
// run dice: Integrals.dice(4000)
// run runge: Integrals.runge(1500)
final class Integrals {
    private static double f(double x) {
        return x * x / (1 + x * x * x);
    }

    /** Gauss and Legendre with two points in each part. */
    static double gauss(int n) {
        double half = 1.0 / n;
        double off = half * 0.5773502691896257;
        double sum = 0;
        for (double x = half; x < 2; x += 2 * half) {
            sum += f(x - off) + f(x + off);
        }
        return sum * half;
    }

    private static double adapt(double a, double fa, double b, double fb, double whole, double most) {
        double m = (a + b) / 2;
        double fm = 1 / (m * m + 0.001);
        double left = (m - a) * (fa + fm) / 2;
        double right = (b - m) * (fm + fb) / 2;
        double error = left + right - whole;
        if ((error < 0 ? -error : error) < most || b - a < 1e-5) {
            return left + right;
        }
        return adapt(a, fa, m, fm, left, most) + adapt(m, fm, b, fb, right, most);
    }

    static double adaptive(double most) {
        double end = 1 / (1 + 0.001);
        return adapt(-1, end, 1, end, 2 * end, most * 100);
    }

    static double romberg(int levels) {
        double[] row = new double[levels];
        double h = 2;
        row[0] = f(0) + f(2);
        int points = 1;
        for (int k = 1; k < levels; k++) {
            h /= 2;
            double sum = 0;
            for (int i = 0; i < points; i++) {
                sum += f((2 * i + 1) * h);
            }
            points *= 2;
            double before = row[0];
            row[0] = before / 2 + sum * h;
            double power = 1;
            for (int j = 1; j <= k; j++) {
                power *= 4;
                double next = row[j - 1] + (row[j - 1] - before) / (power - 1);
                before = row[j];
                row[j] = next;
            }
        }
        return row[levels - 1];
    }

    static double dice(int n) {
        Data data = new Data(186);
        int inside = 0;
        for (int i = 0; i < n; i++) {
            double x = data.nextReal();
            double y = data.nextReal();
            if (x * x + y * y < 1) {
                inside++;
            }
        }
        return 4.0 * inside / n;
    }

    /** An oscillator by Runge and Kutta. */
    static double runge(int steps) {
        double x = 1;
        double v = 0;
        double h = 0.01;
        for (int i = 0; i < steps; i++) {
            double k1 = v;
            double a1 = -x - 0.1 * v;
            double k2 = v + h / 2 * a1;
            double a2 = -(x + h / 2 * k1) - 0.1 * k2;
            double k3 = v + h / 2 * a2;
            double a3 = -(x + h / 2 * k2) - 0.1 * k3;
            double k4 = v + h * a3;
            double a4 = -(x + h * k3) - 0.1 * k4;
            x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        return x;
    }
}
