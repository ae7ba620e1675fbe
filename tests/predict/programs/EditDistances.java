// cluster: edit distance
// relative: edit_distance
// run full: EditDistances.full(160)
// run banded: EditDistances.banded(1500)
// run weighted: EditDistances.aligned(150)
final class EditDistances {
    private static int least(int a, int b, int c) {
        int least = a < b ? a : b;
        return least < c ? least : c;
    }

    static int full(int n) {
        char[] a = Data.letters(n, 4, 111);
        char[] b = Data.letters(n, 4, 112);
        int[] before = new int[n + 1];
        int[] now = new int[n + 1];
        for (int j = 0; j <= n; j++) {
            before[j] = j;
        }
        for (int i = 1; i <= n; i++) {
            now[0] = i;
            for (int j = 1; j <= n; j++) {
                int change = a[i - 1] == b[j - 1] ? 0 : 1;
                now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + change);
            }
            int[] other = before;
            before = now;
            now = other;
        }
        return before[n];
    }

    static int banded(int n) {
        char[] a = Data.letters(n, 4, 113);
        char[] b = a.clone();
        Data data = new Data(114);
        for (int i = 0; i < n / 20; i++) {
            b[data.next(n)] = 'x';
        }
        int band = 8;
        int[] row = new int[2 * band + 3];
        for (int k = 0; k < row.length; k++) {
            row[k] = 1000;
        }
        row[band + 1] = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 1; k <= 2 * band + 1; k++) {
                int j = i + k - band - 1;
                if (j < 0 || j >= n) {
                    continue;
                }
                int cost = row[k] + (a[i] == b[j] ? 0 : 1);
                if (row[k + 1] + 1 < cost) {
                    cost = row[k + 1] + 1;
                }
                if (row[k - 1] + 1 < cost) {
                    cost = row[k - 1] + 1;
                }
                row[k] = cost;
            }
        }
        return row[band + 1];
    }

    /** Needleman and Wunsch with scores. */
    static int aligned(int n) {
        byte[] a = Data.bytes(n, 20, 115);
        byte[] b = Data.bytes(n, 20, 116);
        int[] scores = Data.random(400, 12, 117);
        int[][] best = new int[n + 1][n + 1];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) {
                int score = best[i - 1][j - 1] + scores[a[i - 1] * 20 + b[j - 1]] - 4;
                int up = best[i - 1][j] - 3;
                int left = best[i][j - 1] - 3;
                if (up > score) {
                    score = up;
                }
                if (left > score) {
                    score = left;
                }
                best[i][j] = score > 0 ? score : 0;
            }
        }
        return best[n][n];
    }
}
