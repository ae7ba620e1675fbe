// cluster: Mandelbrot
// relative: mandelbrot
// run doubles: Fractals.doubles(20)
// run fixed: Fractals.fixed(20)
// run julia: Fractals.julia(25)
// run newton: Fractals.newton(12)
final class Fractals {
    static int doubles(int n) {
        int sum = 0;
        for (int row = 0; row < n; row++) {
            double ci = 2.4 * row / n - 1.2;
            for (int column = 0; column < n; column++) {
                double cr = 3.0 * column / n - 2.2;
                double x = 0;
                double y = 0;
                int k = 0;
                double xx = 0;
                double yy = 0;
                while (k < 80 && xx + yy <= 4) {
                    y = 2 * x * y + ci;
                    x = xx - yy + cr;
                    xx = x * x;
                    yy = y * y;
                    k++;
                }
                sum += k;
            }
        }
        return sum;
    }

    static int fixed(int n) {
        int sum = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                long cr = (3L * column << 24) / n - (9L << 24) / 4;
                long ci = (12L * row << 24) / (5 * n) - (6L << 24) / 5;
                long x = cr;
                long y = ci;
                int k = 0;
                for (; k < 60; k++) {
                    long xx = x * x >> 24;
                    long yy = y * y >> 24;
                    if (xx + yy > 4L << 24) {
                        break;
                    }
                    y = (x * y >> 23) + ci;
                    x = xx - yy + cr;
                }
                sum += k;
            }
        }
        return sum;
    }

    static int julia(int n) {
        int sum = 0;
        for (int i = 0; i < n * n; i++) {
            float x = 3f * (i % n) / n - 1.5f;
            float y = 3f * (i / n) / n - 1.5f;
            int k = 0;
            do {
                float next = x * x - y * y - 0.7f;
                y = 2 * x * y + 0.27f;
                x = next;
            } while (++k < 50 && x * x + y * y < 4);
            sum += k;
        }
        return sum;
    }

    static int newton(int n) {
        int sum = 0;
        for (int i = 0; i < n * n; i++) {
            double x = 2.0 * (i % n) / n - 0.93;
            double y = 2.0 * (i / n) / n - 0.97;
            int k = 0;
            while (k < 40) {
                double xx = x * x - y * y;
                double xy = 2 * x * y;
                double fx = xx * x - xy * y - 1;
                double fy = xx * y + xy * x;
                if (fx * fx + fy * fy < 1e-10) {
                    break;
                }
                double d = 3 * (xx * xx + xy * xy);
                x -= (fx * xx + fy * xy) / d;
                y -= (fy * xx - fx * xy) / d;
                k++;
            }
            sum += k;
        }
        return sum;
    }
}
