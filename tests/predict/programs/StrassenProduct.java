// cluster: Strassen
// run ints: StrassenProduct.run(16)
final class StrassenProduct {
    private static int[][] part(int[][] m, int row, int column) {
        int n = m.length / 2;
        int[][] part = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                part[i][j] = m[row * n + i][column * n + j];
            }
        }
        return part;
    }

    private static int[][] sum(int[][] a, int[][] b, int sign) {
        int n = a.length;
        int[][] sum = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum[i][j] = a[i][j] + sign * b[i][j];
            }
        }
        return sum;
    }

    static int[][] multiply(int[][] a, int[][] b) {
        int n = a.length;
        if (n == 2) {
            return new int[][] {
                {a[0][0] * b[0][0] + a[0][1] * b[1][0], a[0][0] * b[0][1] + a[0][1] * b[1][1]},
                {a[1][0] * b[0][0] + a[1][1] * b[1][0], a[1][0] * b[0][1] + a[1][1] * b[1][1]}
            };
        }
        int[][] a11 = part(a, 0, 0);
        int[][] a12 = part(a, 0, 1);
        int[][] a21 = part(a, 1, 0);
        int[][] a22 = part(a, 1, 1);
        int[][] b11 = part(b, 0, 0);
        int[][] b12 = part(b, 0, 1);
        int[][] b21 = part(b, 1, 0);
        int[][] b22 = part(b, 1, 1);
        int[][] m1 = multiply(sum(a11, a22, 1), sum(b11, b22, 1));
        int[][] m2 = multiply(sum(a21, a22, 1), b11);
        int[][] m3 = multiply(a11, sum(b12, b22, -1));
        int[][] m4 = multiply(a22, sum(b21, b11, -1));
        int[][] m5 = multiply(sum(a11, a12, 1), b22);
        int[][] m6 = multiply(sum(a21, a11, -1), sum(b11, b12, 1));
        int[][] m7 = multiply(sum(a12, a22, -1), sum(b21, b22, 1));
        int[][] c = new int[n][n];
        for (int i = 0; i < n / 2; i++) {
            for (int j = 0; j < n / 2; j++) {
                c[i][j] = m1[i][j] + m4[i][j] - m5[i][j] + m7[i][j];
                c[i][j + n / 2] = m3[i][j] + m5[i][j];
                c[i + n / 2][j] = m2[i][j] + m4[i][j];
                c[i + n / 2][j + n / 2] = m1[i][j] - m2[i][j] + m3[i][j] + m6[i][j];
            }
        }
        return c;
    }

    static int run(int n) {
        int[][] a = new int[n][];
        int[][] b = new int[n][];
        for (int i = 0; i < n; i++) {
            a[i] = Data.random(n, 10, 132 + i);
            b[i] = Data.random(n, 10, 200 + i);
        }
        return multiply(a, b)[0][0];
    }
}
