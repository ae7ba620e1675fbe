// cluster: grid paths
// run ways: GridPaths.ways(100)
// run cheapest: GridPaths.cheapest(90)
// run square: GridPaths.square(110)
final class GridPaths {
    static long ways(int n) {
        long[][] ways = new long[n][n];
        Data data = new Data(124);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i == 0 && j == 0) {
                    ways[i][j] = 1;
                } else if (data.next(10) != 0) {
                    ways[i][j] = (i > 0 ? ways[i - 1][j] : 0) + (j > 0 ? ways[i][j - 1] : 0);
                }
            }
        }
        return ways[n - 1][n - 1];
    }

    static int cheapest(int n) {
        int[] row = new int[n];
        Data data = new Data(125);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int cost = data.next(100);
                if (i == 0) {
                    row[j] = cost + (j == 0 ? 0 : row[j - 1]);
                } else if (j == 0 || row[j] < row[j - 1]) {
                    row[j] += cost;
                } else {
                    row[j] = row[j - 1] + cost;
                }
            }
        }
        return row[n - 1];
    }

    /** The largest square of ones. */
    static int square(int n) {
        byte[][] ones = new byte[n][];
        for (int i = 0; i < n; i++) {
            ones[i] = Data.bytes(n, 8, 126 + i);
        }
        int[][] side = new int[n][n];
        int largest = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (ones[i][j] == 0) {
                    continue;
                }
                if (i == 0 || j == 0) {
                    side[i][j] = 1;
                } else {
                    int least = side[i - 1][j - 1];
                    least = side[i - 1][j] < least ? side[i - 1][j] : least;
                    least = side[i][j - 1] < least ? side[i][j - 1] : least;
                    side[i][j] = least + 1;
                }
                largest = side[i][j] > largest ? side[i][j] : largest;
            }
        }
        return largest;
    }
}
