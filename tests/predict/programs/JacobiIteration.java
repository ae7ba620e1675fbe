// cluster: iterative solvers
// relative: five_points
// run jacobi: JacobiIteration.jacobi(30)
// run seidel: JacobiIteration.seidel(30)
// run gradient: JacobiIteration.gradient(200)
final class JacobiIteration {
    static double jacobi(int n) {
        double[][] now = new double[n][n];
        double[][] next = new double[n][n];
        for (int i = 0; i < n; i++) {
            now[i][0] = next[i][0] = 100;
        }
        for (int round = 0; round < 20; round++) {
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
                }
            }
            double[][] other = now;
            now = next;
            next = other;
        }
        return now[n / 2][n / 2];
    }

    static double seidel(int n) {
        double[] u = Data.reals(n * n, 136);
        double change = 0;
        for (int round = 0; round < 20; round++) {
            change = 0;
            for (int at = n + 1; at < n * n - n - 1; at++) {
                double value = (u[at - 1] + u[at + 1] + u[at - n] + u[at + n]) / 4;
                double by = value - u[at];
                change += by * by;
                u[at] += 1.5 * by;
            }
        }
        return change;
    }

    /** Conjugate gradients for a tridiagonal matrix. */
    static double gradient(int n) {
        double[] x = new double[n];
        double[] r = Data.reals(n, 137);
        double[] p = r.clone();
        double[] q = new double[n];
        double rho = 0;
        for (double value : r) {
            rho += value * value;
        }
        for (int round = 0; round < 25; round++) {
            double pq = 0;
            for (int i = 0; i < n; i++) {
                q[i] = 4 * p[i] - (i > 0 ? p[i - 1] : 0) - (i < n - 1 ? p[i + 1] : 0);
                pq += p[i] * q[i];
            }
            double alpha = rho / pq;
            double last = rho;
            rho = 0;
            for (int i = 0; i < n; i++) {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
                rho += r[i] * r[i];
            }
            for (int i = 0; i < n; i++) {
                p[i] = r[i] + rho / last * p[i];
            }
        }
        return x[n / 2];
    }
}
