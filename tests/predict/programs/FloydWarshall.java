// cluster: all shortest paths
// run ints@12: FloydWarshall.ints(12)
// run ints@24: FloydWarshall.ints(24)
// run ints@42: FloydWarshall.ints(42)
// run closure: FloydWarshall.closure(55)
// run bits: FloydWarshall.bits(190)
final class FloydWarshall {
    static int ints(int n) {
        int[][] d = new int[n][];
        for (int i = 0; i < n; i++) {
            d[i] = Data.random(n, 1000, 91 + i);
            d[i][i] = 0;
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (d[i][k] + d[k][j] < d[i][j]) {
                        d[i][j] = d[i][k] + d[k][j];
                    }
                }
            }
        }
        return d[0][n - 1];
    }

    static int closure(int n) {
        boolean[][] reaches = new boolean[n][n];
        Data data = new Data(92);
        for (int i = 0; i < n; i++) {
            reaches[i][data.next(n)] = true;
            reaches[data.next(n)][i] = true;
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                if (reaches[i][k]) {
                    for (int j = 0; j < n; j++) {
                        reaches[i][j] |= reaches[k][j];
                    }
                }
            }
        }
        int count = 0;
        for (boolean[] row : reaches) {
            for (boolean cell : row) {
                if (cell) {
                    count++;
                }
            }
        }
        return count;
    }

    static int bits(int n) {
        int words = n + 63 >> 6;
        long[] rows = new long[n * words];
        Data data = new Data(93);
        for (int i = 0; i < 2 * n; i++) {
            int column = data.next(n);
            rows[data.next(n) * words + (column >> 6)] |= 1L << column;
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                if ((rows[i * words + (k >> 6)] >>> k & 1) != 0) {
                    for (int w = 0; w < words; w++) {
                        rows[i * words + w] |= rows[k * words + w];
                    }
                }
            }
        }
        return (int) (rows[0] >>> 32);
    }
}
