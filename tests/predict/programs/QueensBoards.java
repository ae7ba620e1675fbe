// cluster: n queens
// relative: queens
// run arrays@6: QueensBoards.arrays(6)
// run arrays@7: QueensBoards.arrays(7)
// run arrays@8: QueensBoards.arrays(8)
// run stepping: QueensBoards.stepping(7)
// run random: QueensBoards.conflicts(40)
final class QueensBoards {
    private static int place(int row, int n, boolean[] columns, boolean[] up, boolean[] down) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int column = 0; column < n; column++) {
            if (!columns[column] && !up[row + column] && !down[row - column + n]) {
                columns[column] = up[row + column] = down[row - column + n] = true;
                count += place(row + 1, n, columns, up, down);
                columns[column] = up[row + column] = down[row - column + n] = false;
            }
        }
        return count;
    }

    static int arrays(int n) {
        return place(0, n, new boolean[n], new boolean[2 * n], new boolean[2 * n + 1]);
    }

    private static boolean isSafe(int[] column, int row) {
        for (int i = 0; i < row; i++) {
            int d = column[row] - column[i];
            if (d == 0 || d == row - i || d == i - row) {
                return false;
            }
        }
        return true;
    }

    /** Without recursion. */
    static int stepping(int n) {
        int[] column = new int[n];
        int count = 0;
        int row = 0;
        while (row >= 0) {
            while (column[row] < n && !isSafe(column, row)) {
                column[row]++;
            }
            if (column[row] == n) {
                row--;
            } else if (row == n - 1) {
                count++;
            } else {
                column[++row] = 0;
                continue;
            }
            if (row >= 0) {
                column[row]++;
            }
        }
        return count;
    }

    static int conflicts(int n) {
        int[] row = Data.random(n, n, 251);
        int sum = 0;
        for (int round = 0; round < 30; round++) {
            int conflicts = 0;
            for (int i = 0; i < n; i++) {
                for (int j = i + 1; j < n; j++) {
                    int d = row[i] - row[j];
                    if (d == 0 || d == j - i || d == i - j) {
                        conflicts++;
                    }
                }
            }
            sum += conflicts;
            row[round % n] = (row[round % n] + 1) % n;
        }
        return sum;
    }
}
