// cluster: n queens
// relative: queens
// run arrays@6: QueensBoards.arrays(6)
// run arrays@7: QueensBoards.arrays(7)
// run arrays@8: QueensBoards.arrays(8)
// run bits: QueensBoards.bits(8)
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

    private static int place(int all, int columns, int left, int right) {
        if (columns == all) {
            return 1;
        }
        int count = 0;
        int free = all & ~(columns | left | right);
        while (free != 0) {
            int bit = free & -free;
            free ^= bit;
            count += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static int bits(int n) {
        return place((1 << n) - 1, 0, 0, 0);
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
