// cluster: linear equations
// relative: elimination
// run doubles: LuDecomposition.solve(32)
// run floats: LuDecomposition.floats(32)
// run determinant: LuDecomposition.determinant(40)
final class LuDecomposition {
    private static double[][] matrix(int n) {
        double[][] m = new double[n][];
        for (int i = 0; i < n; i++) {
            m[i] = Data.reals(n, 133 + i);
            m[i][i] += 2;
        }
        return m;
    }

    static double solve(int n) {
        double[][] a = matrix(n);
        int[] rows = new int[n];
        for (int i = 0; i < n; i++) {
            rows[i] = i;
        }
        for (int k = 0; k < n; k++) {
            int best = k;
            for (int i = k + 1; i < n; i++) {
                double x = a[rows[i]][k];
                double y = a[rows[best]][k];
                if ((x < 0 ? -x : x) > (y < 0 ? -y : y)) {
                    best = i;
                }
            }
            int row = rows[k];
            rows[k] = rows[best];
            rows[best] = row;
            double[] pivot = a[rows[k]];
            for (int i = k + 1; i < n; i++) {
                double[] of = a[rows[i]];
                double factor = of[k] /= pivot[k];
                for (int j = k + 1; j < n; j++) {
                    of[j] -= factor * pivot[j];
                }
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = rows[i] % 7;
            for (int j = 0; j < i; j++) {
                sum -= a[rows[i]][j] * x[j];
            }
            x[i] = sum;
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                x[i] -= a[rows[i]][j] * x[j];
            }
            x[i] /= a[rows[i]][i];
        }
        return x[0];
    }

    static double floats(int n) {
        double[][] from = matrix(n);
        float[] a = new float[n * n];
        for (int i = 0; i < n * n; i++) {
            a[i] = (float) from[i / n][i % n];
        }
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                float factor = a[i * n + k] / a[k * n + k];
                for (int j = k; j < n; j++) {
                    a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
                }
            }
        }
        return a[n * n - 1];
    }

    /** Modulo a prime, so exactly. */
    static long determinant(int n) {
        long prime = 1000000007L;
        long[][] m = new long[n][n];
        Data data = new Data(134);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                m[i][j] = data.next(1000);
            }
        }
        long result = 1;
        for (int k = 0; k < n; k++) {
            long inverse = 1;
            long base = m[k][k];
            for (long e = prime - 2; e > 0; e >>= 1) {
                if ((e & 1) == 1) {
                    inverse = inverse * base % prime;
                }
                base = base * base % prime;
            }
            result = result * m[k][k] % prime;
            for (int i = k + 1; i < n; i++) {
                long factor = m[i][k] * inverse % prime;
                for (int j = k; j < n; j++) {
                    m[i][j] = (m[i][j] + (prime - factor) * m[k][j]) % prime;
                }
            }
        }
        return result;
    }
}
