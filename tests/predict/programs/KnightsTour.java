// cluster: knight moves
// run warnsdorff: KnightsTour.tour(8)
// run distances: KnightsTour.distances(24)
// run paths: KnightsTour.paths(5)
final class KnightsTour {
    private static final int[] DX = {1, 2, 2, 1, -1, -2, -2, -1};
    private static final int[] DY = {2, 1, -1, -2, -2, -1, 1, 2};

    private static boolean isFree(int[][] board, int x, int y) {
        return x >= 0 && y >= 0 && x < board.length && y < board.length && board[x][y] == 0;
    }

    private static int exits(int[][] board, int x, int y) {
        int count = 0;
        for (int k = 0; k < 8; k++) {
            if (isFree(board, x + DX[k], y + DY[k])) {
                count++;
            }
        }
        return count;
    }

    static int tour(int n) {
        int sum = 0;
        for (int start = 0; start < 6; start++) {
            int[][] board = new int[n][n];
            int x = start;
            int y = start / 2;
            int moves = 1;
            board[x][y] = 1;
            while (true) {
                int best = 9;
                int choice = -1;
                for (int k = 0; k < 8; k++) {
                    if (isFree(board, x + DX[k], y + DY[k])) {
                        int exits = exits(board, x + DX[k], y + DY[k]);
                        if (exits < best) {
                            best = exits;
                            choice = k;
                        }
                    }
                }
                if (choice < 0) {
                    break;
                }
                x += DX[choice];
                y += DY[choice];
                board[x][y] = ++moves;
            }
            sum += moves;
        }
        return sum;
    }

    static int distances(int n) {
        int[][] steps = new int[n][n];
        int[] queue = new int[n * n];
        int tail = 1;
        steps[0][0] = 1;
        int sum = 0;
        for (int head = 0; head < tail; head++) {
            int x = queue[head] / n;
            int y = queue[head] % n;
            sum += steps[x][y];
            for (int k = 0; k < 8; k++) {
                int u = x + DX[k];
                int v = y + DY[k];
                if (isFree(steps, u, v)) {
                    steps[u][v] = steps[x][y] + 1;
                    queue[tail++] = u * n + v;
                }
            }
        }
        return sum;
    }

    private static int ways(int x, int y, int left) {
        if (x < 0 || y < 0 || x > 7 || y > 7) {
            return 0;
        }
        if (left == 0) {
            return 1;
        }
        int sum = 0;
        for (int k = 0; k < 8; k++) {
            sum += ways(x + DX[k], y + DY[k], left - 1);
        }
        return sum;
    }

    static int paths(int moves) {
        return ways(3, 2, moves - 1);
    }
}
