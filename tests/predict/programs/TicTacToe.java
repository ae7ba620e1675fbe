// cluster: game search
// run minimax: TicTacToe.minimax(1)
// run nim: TicTacToe.nim(5)
// run grundy: TicTacToe.grundy(180)
// run pruned: TicTacToe.pruned(6)
final class TicTacToe {
    private static final int[] LINES = {7, 56, 448, 73, 146, 292, 273, 84};

    private static boolean wins(int stones) {
        for (int line : LINES) {
            if ((stones & line) == line) {
                return true;
            }
        }
        return false;
    }

    private static int best(int mine, int yours, int depth) {
        if (wins(yours)) {
            return -1;
        }
        if ((mine | yours) == 511) {
            return 0;
        }
        int best = -2;
        for (int square = 0; square < 9; square++) {
            int bit = 1 << square;
            if (((mine | yours) & bit) == 0) {
                int value = -best(yours, mine | bit, depth + 1);
                if (value > best) {
                    best = value;
                }
            }
        }
        return best;
    }

    static int minimax(int first) {
        int sum = 0;
        for (int square = 0; square < first; square++) {
            sum += best(1 << square, 16 << square & 511, 2) + 2;
        }
        return sum;
    }

    private static boolean canWin(int a, int b, int c) {
        for (int i = 1; i <= a; i++) {
            if (!canWin(a - i, b, c)) {
                return true;
            }
        }
        for (int i = 1; i <= b; i++) {
            if (!canWin(a, b - i, c)) {
                return true;
            }
        }
        for (int i = 1; i <= c; i++) {
            if (!canWin(a, b, c - i)) {
                return true;
            }
        }
        return false;
    }

    static int nim(int n) {
        return canWin(1, n - 1, n) ? 1 : canWin(2, 2, 3) ? 2 : 3;
    }

    /** Heaps that may be split into unequal ones. */
    static int grundy(int n) {
        int[] value = new int[n];
        boolean[] seen = new boolean[256];
        int sum = 0;
        for (int heap = 1; heap < n; heap++) {
            for (int i = 0; i < 256; i++) {
                seen[i] = false;
            }
            for (int part = 1; 2 * part < heap; part++) {
                seen[value[part] ^ value[heap - part]] = true;
            }
            int least = 0;
            while (seen[least]) {
                least++;
            }
            value[heap] = least;
            sum += least;
        }
        return sum;
    }

    private static int search(int position, int depth, int alpha, int beta) {
        if (depth == 0) {
            return (position * 0x9E3779B1 >>> 20) - 2048;
        }
        for (int move = 0; move < 5; move++) {
            int value = -search(position * 5 + move + 1, depth - 1, -beta, -alpha);
            if (value >= beta) {
                return beta;
            }
            if (value > alpha) {
                alpha = value;
            }
        }
        return alpha;
    }

    static int pruned(int depth) {
        return search(1, depth, -5000, 5000) + 5000;
    }
}
