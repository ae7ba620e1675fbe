// cluster: interpolation
// run spline: Interpolations.spline(300)
// run lagrange: Interpolations.lagrange(12, 60)
// run bilinear: Interpolations.bilinear(900)
// run newton: Interpolations.newton(40)
final class Interpolations {
    static double spline(int n) {
        double[] y = Data.reals(n, 397);
        double[] second = new double[n];
        double[] u = new double[n];
        for (int i = 1; i < n - 1; i++) {
            double p = second[i - 1] / 2 + 2;
            second[i] = -0.5 / p;
            u[i] = (3 * (y[i + 1] - 2 * y[i] + y[i - 1]) - u[i - 1] / 2) / p;
        }
        for (int i = n - 2; i > 0; i--) {
            second[i] = second[i] * second[i + 1] + u[i];
        }
        Data data = new Data(398);
        double sum = 0;
        for (int k = 0; k < n; k++) {
            double x = data.nextReal() * (n - 2);
            int low = 0;
            int high = n - 1;
            while (high - low > 1) {
                int middle = (low + high) >> 1;
                if (middle > x) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            double a = high - x;
            double b = x - low;
            sum += a * y[low] + b * y[high] + ((a * a * a - a) * second[low] + (b * b * b - b) * second[high]) / 6;
        }
        return sum;
    }

    static double lagrange(int n, int times) {
        double[] y = Data.reals(n, 399);
        Data data = new Data(400);
        double sum = 0;
        for (int t = 0; t < times; t++) {
            double x = data.nextReal() * (n - 1);
            for (int i = 0; i < n; i++) {
                double term = y[i];
                for (int j = 0; j < n; j++) {
                    if (i != j) {
                        term *= (x - j) / (i - j);
                    }
                }
                sum += term;
            }
        }
        return sum;
    }

    static double bilinear(int n) {
        float[][] grid = new float[32][32];
        Data data = new Data(401);
        for (int i = 0; i < 1024; i++) {
            grid[i >> 5][i & 31] = data.next(256);
        }
        float sum = 0;
        for (int k = 0; k < n; k++) {
            float x = data.next(31000) / 1000f;
            float y = data.next(31000) / 1000f;
            int column = (int) x;
            int row = (int) y;
            float u = x - column;
            float v = y - row;
            float top = grid[row][column] * (1 - u) + grid[row][column + 1] * u;
            float bottom = grid[row + 1][column] * (1 - u) + grid[row + 1][column + 1] * u;
            sum += top * (1 - v) + bottom * v;
        }
        return sum;
    }

    static double newton(int n) {
        double[] table = Data.reals(n, 402);
        for (int order = 1; order < n; order++) {
            for (int i = n - 1; i >= order; i--) {
                table[i] = (table[i] - table[i - 1]) / order;
            }
        }
        double sum = 0;
        for (int k = 0; k < 3 * n; k++) {
            double x = k / 3.0;
            double value = table[n - 1];
            for (int i = n - 2; i >= 0; i--) {
                value = value * (x - i) / 4 + table[i];
            }
            sum += value;
        }
        return sum;
    }
}
