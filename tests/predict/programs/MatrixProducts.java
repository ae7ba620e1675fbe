// cluster: matrix product
// relative: matrix_product
// types: float long
// run rows@8: MatrixProducts.run(8, 12)
// run rows@20: MatrixProducts.run(20, 2)
// run rows@40: MatrixProducts.run(40, 1)
final class MatrixProducts {
    static double run(int n, int times) {
        T[][] a = new T[n][n];
        T[][] b = new T[n][n];
        Data data = new Data(131);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = data.next(10);
                b[i][j] = data.next(10);
            }
        }
        T[][] c = null;
        for (int t = 0; t < times; t++) {
            c = new T[n][n];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    T factor = a[i][k];
                    for (int j = 0; j < n; j++) {
                        c[i][j] += factor * b[k][j];
                    }
                }
            }
        }
        return c[0][n - 1];
    }
}
