// cluster: longest common subsequence
// relative: common_subsequence
// run letters: Subsequences.common(4, 180)
// run many: Subsequences.common(26, 180)
// run rows: Subsequences.rows(220)
final class Subsequences {
    static int common(int kinds, int n) {
        char[] a = Data.letters(n, kinds, 107);
        char[] b = Data.letters(n, kinds, 108);
        int[][] length = new int[n + 1][n + 1];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = n - 1; j >= 0; j--) {
                if (a[i] == b[j]) {
                    length[i][j] = length[i + 1][j + 1] + 1;
                } else {
                    length[i][j] = length[i + 1][j] > length[i][j + 1] ? length[i + 1][j] : length[i][j + 1];
                }
            }
        }
        int i = 0;
        int j = 0;
        int sum = 0;
        while (i < n && j < n) {
            if (a[i] == b[j]) {
                sum += a[i];
                i++;
                j++;
            } else if (length[i + 1][j] >= length[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return sum;
    }

    static int rows(int n) {
        byte[] a = Data.bytes(n, 8, 109);
        byte[] b = Data.bytes(n, 8, 110);
        int[] row = new int[n + 1];
        for (byte x : a) {
            int diagonal = 0;
            for (int j = 1; j <= n; j++) {
                int above = row[j];
                if (x == b[j - 1]) {
                    row[j] = diagonal + 1;
                } else if (row[j - 1] > above) {
                    row[j] = row[j - 1];
                }
                diagonal = above;
            }
        }
        return row[n];
    }
}
