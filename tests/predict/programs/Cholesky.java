// cluster: Cholesky
// run doubles: Cholesky.run(36)
final class Cholesky {
    static double run(int n) {
        double[] a = new double[n * n];
        Data data = new Data(135);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = i == j ? n : data.nextReal();
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = a[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i * n + k] * a[j * n + k];
                }
                a[i * n + j] = i == j ? Math.sqrt(sum) : sum / a[j * n + j];
            }
        }
        return a[n * n - 1];
    }
}
